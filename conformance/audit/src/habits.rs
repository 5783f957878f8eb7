//! Habits of implementations: mistakes that people have made in public, as proxies before the reference
//! server. They are read from the files beside the pages of a contract.
//!
//! The exchanges of each case with a correct server are recorded. Only a case with an exchange that a habit changes
//! can notice the habit. No code here knows what a case expects.

use std::ops::BitOr;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use webdata_reference::Keys;
use webdata_spec::{Source, Spec};

use crate::differences::{DataError, Deviation, Difference, DifferenceLayer, Mistakes, parse};
use crate::exchange::{Earlier, Exchange, LayerContext, ProxyRequest, ProxyResponse};

/// A mistake that people have made in public, and the equivalent mistake of a server of this contract.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habit {
    /// The identity: the origin, such as a library, and the mistake, as in `zod/email-comma`.
    pub id: String,
    /// The address of the public thread.
    pub source: String,
    /// The mistake of the original implementation.
    pub mistake: String,
    /// The equivalent mistake of a server of this contract.
    pub here: String,
    /// The sentence of the contract that the server breaks.
    pub sentence: String,
    /// The identity of the clause.
    pub clause: String,
    /// The difference that makes a server behave like that.
    pub fault: Difference,
    /// The collection that the habit belongs to: the folder of its file, below `habits/`.
    #[serde(skip)]
    pub collection: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    habit: Vec<Habit>,
}

impl Habit {
    /// Returns the origin, such as the library that has the mistake.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Returns whether the effect on an exchange depends on earlier exchanges.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self.fault.what, Deviation::Forgets(_))
    }
}

/// Reads the habits of a contract from the files in `habits/` beside its pages, in the order of the files' names. Each
/// folder there is a collection.
///
/// # Errors
/// Every name in a file that the contract does not have, or the first mistake of its syntax.
pub fn habits(spec: &Spec, files: &[Source]) -> Result<Vec<Habit>, DataError> {
    let mut all = Vec::new();
    for file in files.iter().filter(|file| file.name.starts_with("habits/")) {
        let Page { habit: mut habits } = parse(&file.name, &file.text)?;
        let folders = file.name.split('/').skip(1);
        let collection = folders.clone().take(folders.count() - 1).collect::<Vec<_>>().join("/");
        let mut mistakes = Mistakes::new(spec);
        for habit in &mut habits {
            habit.collection.clone_from(&collection);
            mistakes.clause(&habit.clause, &format!("`{}`, clause", habit.id));
            mistakes.difference(&habit.fault, &format!("`{}`, fault", habit.id));
        }
        mistakes.check(&file.name)?;
        all.extend(habits);
    }
    Ok(all)
}

/// The exchanges of each case of a suite, in the order of the cases.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    cases: Vec<Vec<Exchange>>,
    /// Copies of the requests and responses, which habits may change. Each thread uses its own.
    copies: Mutex<Vec<Vec<Vec<Copies>>>>,
}

type Copies = (ProxyRequest, ProxyResponse);

impl Recording {
    /// Adds the exchanges of the next case.
    pub(crate) fn add(&mut self, exchanges: Vec<Exchange>) {
        self.cases.push(exchanges);
    }

    /// Returns the indices of the cases in which a habit changes a request or a response.
    pub(crate) fn cases_of(&self, habit: &Habit, spec: &Spec, keys: &Keys) -> Vec<usize> {
        let layer = DifferenceLayer::new(habit.fault.clone(), keys.clone());
        let acts = |exchange: &Exchange, (request, response): &mut Copies| {
            let Earlier { resource: before, is_rejection: after_rejection } = &exchange.before;
            let (after_rejection, original) = (*after_rejection, &exchange.request);
            let context = LayerContext { spec, before, after_rejection, in_flight: 0, original };
            let is_answered = layer.before(&context, request).is_some();
            if is_answered || !request.is_same(&exchange.request) {
                request.clone_from(&exchange.request);
                return layer.is_wrong_for(exchange.response.status);
            }
            layer.after(&context, request, response);
            let is_changed = !response.is_same(&exchange.response);
            if is_changed {
                response.clone_from(&exchange.response);
            }
            is_changed
        };
        let known = self.copies.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut copies = known.unwrap_or_else(|| {
            let copy = |exchange: &Exchange| (exchange.request.clone(), exchange.response.clone());
            self.cases.iter().map(|exchanges| exchanges.iter().map(copy).collect()).collect()
        });
        // Every exchange is replayed, since the habit may depend on earlier exchanges.
        let acts_in_case = |(exchanges, copies): (&Vec<Exchange>, &mut Vec<Copies>)| {
            let all = exchanges.iter().zip(copies).map(|(exchange, copies)| acts(exchange, copies));
            all.fold(false, BitOr::bitor)
        };
        let acting: Vec<bool> = self.cases.iter().zip(&mut copies).map(acts_in_case).collect();
        self.copies.lock().unwrap_or_else(PoisonError::into_inner).push(copies);
        let is_everywhere = habit.remembers() && acting.contains(&true);
        (0..acting.len()).filter(|at| is_everywhere || acting[*at]).collect()
    }
}
