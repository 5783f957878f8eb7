//! Emits the methods that wait for what an operation started.
//!
//! The contract says what an operation starts, and by which parameter others name that (`starts`).
//! Waiting is done by the operation that reads it: a `GET` with that parameter alone, whose response has
//! a lifecycle. What the lifecycle says decides when it has ended:
//!
//! - a state that the contract lists and shows no move out of is the end;
//! - where the contract says of such a state that a response lacks a property, the property is a
//!   result: a response that has it tells an end in a state that the contract does not list.
//!
//! Where a lifecycle says neither, there is no such method.

use indexmap::IndexSet;
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Lifecycle, Operation, SituationResponse};

use super::methods::{Arguments, Method};
use crate::deprecation::deprecated;
use crate::docs::doc;
use crate::emit::operations::path;
use crate::layout::Layout;
use crate::names::{shouty, snake};

/// A method that waits for what an operation started.
pub(super) struct Waits {
    /// The operation that starts it.
    starts: String,
    /// The operation that reads it.
    reads: String,
    /// The property that identifies it in the response of the operation that starts it.
    identity: String,
    /// The type of what is read.
    pub(super) response: TokenStream,
    /// The property that holds the state.
    property: String,
    /// The states that nothing leads out of.
    ended: Vec<String>,
    /// The properties of which a response has one only when there is a result.
    results: Vec<String>,
    /// The gap that says that there are further states.
    gap: Option<String>,
}

impl Waits {
    pub(super) fn new(layout: &Layout<'_>, operation: &Operation) -> Option<Self> {
        let starts = operation.starts.as_ref()?;
        let spec = layout.spec;
        let reads = |own: &&Operation| {
            own.endpoint.as_ref().is_some_and(|endpoint| endpoint.method == "GET")
                && own.parameters.keys().eq([&starts.parameter])
                && own.query.is_none()
                && own.headers.is_none()
                && own.response_headers().is_none()
        };
        let lifecycle = |own: &Operation| {
            let returned = own.response_type()?;
            spec.lifecycles.iter().find(|lifecycle| &lifecycle.type_name == returned)
        };
        let mut reading = spec.operations.values().filter(reads);
        let (reads, lifecycle) = reading.find_map(|own| Some((own, lifecycle(own)?)))?;
        let ended = ended(lifecycle);
        let results = results(lifecycle, &reads.id, &ended);
        if ended.is_empty() && results.is_empty() {
            return None;
        }
        Some(Self {
            starts: operation.id.clone(),
            reads: reads.id.clone(),
            identity: starts.identity.clone(),
            response: path(layout, reads.response_type()?),
            property: lifecycle.property.clone(),
            ended,
            results,
            gap: lifecycle.gap.clone(),
        })
    }

    /// Returns the name of the method: what is started is named by the operation that starts it.
    pub(super) fn name(&self) -> String {
        let name = snake(&self.starts);
        format!("wait_for_{}", name.strip_prefix("start_").unwrap_or(&name))
    }

    /// Returns the operation that reads what was started.
    pub(super) fn reads<'s>(&self, spec: &'s Spec) -> &'s Operation {
        &spec.operations[&self.reads]
    }

    pub(super) fn emit(&self, layout: &Layout<'_>, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { response, property, ended, results, reads, .. } = self;
        let Arguments { parameters, typed, .. } = arguments;
        let constant = crate::names::ident(&shouty(reads));
        let doc = doc(self.paragraphs(layout, arguments));
        let deprecated = deprecated(operation.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name(&self #typed) -> Waiting<'_, #response> {
                #(let #parameters = #parameters.to_owned();)*
                let call = move || Call::new(&operations::#constant, &[#(&#parameters),*]);
                let states = runtime::RunStates {
                    property: #property,
                    ended: &[#(#ended),*],
                    results: &[#(#results),*],
                };
                Waiting::new(&self.0, #reads, call, states)
            }
        }
    }

    fn paragraphs(&self, layout: &Layout<'_>, arguments: &Arguments) -> Vec<String> {
        let Self { starts, reads, identity, property, .. } = self;
        let (starts, reads) = (snake(starts), snake(reads));
        let parameter = arguments.parameters.first().map(ToString::to_string);
        let parameter = parameter.unwrap_or_default();
        let ended = (!self.ended.is_empty())
            .then(|| format!("its `{property}` is {}", one_of(&self.ended, " or ")));
        let results = (!self.results.is_empty())
            .then(|| format!("a response has {}", one_of(&self.results, " or ")));
        let ends: Vec<_> = ended.into_iter().chain(results).collect();
        let mut paragraphs = vec![
            format!(
                "Waits for what [`Self::{starts}`] started to end, and returns what \
                 [`Self::{reads}`] then says."
            ),
            format!(
                "`{parameter}`: what [`Self::{starts}`] returns as `{identity}`. Awaited, the result \
                 reads the state again and again, at growing intervals; its methods set these, how \
                 long to wait at most, and what cancels the waiting."
            ),
            format!("It has ended when {}.", ends.join(", or when ")),
        ];
        paragraphs.extend(self.gap.as_ref().map(|gap| {
            let question = layout.spec.gaps.get(gap).map(|gap| gap.question.as_str());
            format!(
                "The contract leaves open which other states there are (`gaps.{gap}`{}). If you know more \
                 final states, pass a predicate to `until`.",
                question.map(|question| format!(": {question}")).unwrap_or_default()
            )
        }));
        paragraphs.push("# Errors".to_owned());
        paragraphs.push(format!(
            "Those of [`Self::{reads}`]; `Error::StillGoing` when it has not ended in time, and \
             `Error::Cancelled` when the waiting is cancelled."
        ));
        paragraphs
    }
}

fn one_of(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(between)
}

/// The states that the contract lists and shows no move out of.
fn ended(lifecycle: &Lifecycle) -> Vec<String> {
    let leads_out = |state: &String| {
        lifecycle.moves.iter().any(|own| own.from.contains(state) && own.to != *state)
    };
    lifecycle.states.iter().filter(|state| !leads_out(state)).cloned().collect()
}

/// The properties that the contract says are missing in a state that is the end.
fn results(lifecycle: &Lifecycle, reads: &str, ended: &[String]) -> Vec<String> {
    let mut results = IndexSet::new();
    for situation in lifecycle.situations.iter().filter(|own| own.operation == reads) {
        let SituationResponse::Success(success) = &situation.response else { continue };
        let state = success.members.get(&lifecycle.property).and_then(Value::as_str);
        if state.is_some_and(|state| ended.iter().any(|own| own == state)) {
            results.extend(success.absent.iter().cloned());
        }
    }
    results.into_iter().collect()
}
