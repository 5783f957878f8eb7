//! Makes mutants: servers that get one clause wrong. Most interpret a changed contract. Where no contract can
//! express the mistake, they differ in requests and responses, or inside (`server/`).
//!
//! ```text
//! mutant ─► builder ─► schemas ─► constraints; objects, operations, service, responses
//!        └► server         differences in exchanges, and inside
//! ```
//!
//! No module here knows how a mutant is noticed, or how a server interprets a clause.

mod builder;
mod constraints;
mod mutant;
mod objects;
mod operations;
mod places;
mod responses;
mod schemas;
mod server;
mod service;

use std::collections::HashSet;
use std::sync::Arc;

use webdata_spec::model::{Clause, ClauseId};
use webdata_spec::{Source, Spec};

use builder::MutantBuilder;
use places::Places;

use crate::differences::DataError;
use crate::habits::{Habit, habits};

pub use mutant::{Further, Mutant};

/// The family of the habits of a contract.
const HABITS: &str = "habits of implementations";

/// Returns every mutant that is derived from the clauses of a contract, in their order. Identities are unique.
#[must_use]
pub fn all(spec: &Spec) -> Vec<Mutant> {
    let places = Places::new(spec);
    let faulty = server::mutants(spec);
    let defaults = faulty.iter().map(|mutant| mutant.clause.clone());
    let filled: HashSet<ClauseId> = defaults.filter(|clause| clause.word() == "default").collect();
    let mut faulty = faulty.into_iter().peekable();
    let mut all = Vec::new();
    for clause in spec.clauses().into_values() {
        // `server` has mutants that fill in a wrong default, which responses show. A changed default in the
        // contract shows only in a situation of its clause.
        let mut situations = spec.operations.values().flat_map(|operation| &operation.situations);
        let is_shown = situations.any(|situation| situation.clause == clause.id);
        let mut changed = changed_in_clause(spec, &places, &clause);
        if filled.contains(&clause.id) {
            // Most servers treat an omitted property as its default even if they state no default.
            changed.retain(|mutant| is_shown && !mutant.id.ends_with("/is-nothing"));
        }
        all.extend(changed);
        all.extend(std::iter::from_fn(|| faulty.next_if(|mutant| mutant.clause == clause.id)));
    }
    all
}

/// Returns every mutant of a contract: those of its clauses, and its habits.
///
/// # Errors
/// Every name in a file of habits that the contract does not have, or the first mistake of its syntax.
pub fn of_contract(spec: &Spec, files: &[Source]) -> Result<Vec<Mutant>, DataError> {
    let mut mutants = all(spec);
    mutants.extend(from_habits(spec, habits(spec, files)?));
    Ok(mutants)
}

/// Returns a mutant for each habit whose clause the contract has.
#[must_use]
pub fn from_habits(spec: &Spec, habits: Vec<Habit>) -> Vec<Mutant> {
    let places = Places::new(spec);
    let clauses = spec.clauses();
    let of_habit = |habit: Habit| {
        let clause = ClauseId::new(habit.clause.clone());
        let at = places.operation(spec, &clause);
        let suffix = format!("habit-{}", habit.id.replace('/', "-"));
        let (description, difference) = (habit.here.clone(), habit.fault.clone());
        let family = match habit.collection.as_str() {
            "" => HABITS.to_owned(),
            collection => format!("{HABITS}: {collection}"),
        };
        let text = (suffix.as_str(), description);
        let mutant = Mutant::new(&at, &clause, text, &family, difference);
        clauses.contains_key(&clause).then(|| Mutant { habit: Some(Arc::new(habit)), ..mutant })
    };
    habits.into_iter().filter_map(of_habit).collect()
}

/// Returns the mutants whose contract differs in a clause.
fn changed_in_clause(spec: &Spec, places: &Places, clause: &Clause) -> Vec<Mutant> {
    let mutants = Vec::new();
    let mut builder =
        MutantBuilder { spec, places, clause: &clause.id, mutants, is_loosened: false };
    builder.mutate_schema();
    builder.mutate_object();
    builder.mutate_operation();
    builder.mutate_lifecycle();
    builder.mutate_service();
    builder.mutate_error();
    builder.mutate_behaviour(&clause.statement);
    builder.mutants
}
