//! Emits the methods that wait for the end of a job that an operation started.
//!
//! The contract says what an operation starts, and which parameter of other operations names it (`starts`).
//! The method polls the operation that reads the job: a `GET` with that parameter alone, whose response has a
//! lifecycle. The lifecycle tells when the job has ended:
//!
//! - A state that the contract lists without a move out of it is final.
//! - If the contract says that responses in a final state lack a property, the property is a result. A response with the property shows a final state that the contract does not list.
//!
//! Without such a lifecycle, there is no method.

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
use crate::names::{shouty_snake, snake};

/// A method that waits for the end of a job.
pub(super) struct WaitMethod {
    /// The operation that starts the job.
    starts: String,
    /// The operation that reads the job.
    reads: String,
    /// The property that has the job's identity in the response of the operation that starts it.
    identity: String,
    /// The type of the response that is polled.
    pub(super) response: TokenStream,
    /// The property that has the state.
    property: String,
    /// The final states.
    final_states: Vec<String>,
    /// The properties that a response has only if there is a result.
    results: Vec<String>,
    /// The gap that leaves further states open.
    gap: Option<String>,
}

impl WaitMethod {
    pub(super) fn new(layout: &Layout<'_>, operation: &Operation) -> Option<Self> {
        let starts = operation.starts.as_ref()?;
        let spec = layout.spec;
        let reads = |operation: &&Operation| {
            operation.endpoint.as_ref().is_some_and(|endpoint| endpoint.method == "GET")
                && operation.parameters.keys().eq([&starts.parameter])
                && operation.query.is_none()
                && operation.headers.is_none()
                && operation.response_headers().is_none()
        };
        let lifecycle = |operation: &Operation| {
            let returned = operation.response_type()?;
            spec.lifecycles.iter().find(|lifecycle| &lifecycle.type_name == returned)
        };
        let mut reading = spec.operations.values().filter(reads);
        let (reads, lifecycle) =
            reading.find_map(|operation| Some((operation, lifecycle(operation)?)))?;
        let final_states = final_states(lifecycle);
        let results = results(lifecycle, &reads.id, &final_states);
        if final_states.is_empty() && results.is_empty() {
            return None;
        }
        Some(Self {
            starts: operation.id.clone(),
            reads: reads.id.clone(),
            identity: starts.identity.clone(),
            response: path(layout, reads.response_type()?),
            property: lifecycle.property.clone(),
            final_states,
            results,
            gap: lifecycle.gap.clone(),
        })
    }

    /// Returns the name of the method, which is that of the operation that starts the job.
    pub(super) fn name(&self) -> String {
        let name = snake(&self.starts);
        format!("wait_for_{}", name.strip_prefix("start_").unwrap_or(&name))
    }

    /// Returns the operation that reads the job.
    pub(super) fn reads<'s>(&self, spec: &'s Spec) -> &'s Operation {
        &spec.operations[&self.reads]
    }

    pub(super) fn emit(&self, layout: &Layout<'_>, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { response, property, final_states, results, reads, .. } = self;
        let Arguments { parameters, typed, .. } = arguments;
        let constant = crate::names::ident(&shouty_snake(reads));
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
                    ended: &[#(#final_states),*],
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
        let (parameter, name) = (parameter.unwrap_or_default(), self.name());
        let ended = (!self.final_states.is_empty())
            .then(|| format!("its `{property}` is {}", one_of(&self.final_states, " or ")));
        let results = (!self.results.is_empty())
            .then(|| format!("a response has {}", one_of(&self.results, " or ")));
        let ends: Vec<_> = ended.into_iter().chain(results).collect();
        let mut paragraphs = vec![
            format!(
                "Waits for the end of the job that [`Self::{starts}`] started, and returns the last response of \
                 [`Self::{reads}`]."
            ),
            format!(
                "`{parameter}`: the `{identity}` that [`Self::{starts}`] returns. Await the result, as in \
                 `client.{name}({parameter}).limit(limit).await?`. The wait polls the state at growing intervals. \
                 [`poll_every`](Waiting::poll_every) sets the intervals, [`limit`](Waiting::limit) the longest \
                 wait, and [`cancelled_by`](Waiting::cancelled_by) a future that cancels the wait."
            ),
            format!(
                "The job has ended if {}. A job that failed is `Ok`, too: look at the response.",
                ends.join(", or if ")
            ),
        ];
        paragraphs.extend(self.gap.as_ref().map(|gap| {
            let question = layout.spec.gaps.get(gap).map(|gap| gap.question.as_str());
            format!(
                "The contract leaves further states open (`gaps.{gap}`{}). A job in another final state is polled \
                 until the limit, unless a predicate in [`until`](Waiting::until) knows that state.",
                question.map(|question| format!(": {question}")).unwrap_or_default()
            )
        }));
        paragraphs.push("# Errors".to_owned());
        paragraphs.push(format!(
            "Those of [`Self::{reads}`]; `Error::WaitTimeout` if the job does not end in time, and \
             `Error::Cancelled` if the wait is cancelled."
        ));
        paragraphs
    }
}

fn one_of(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(between)
}

/// Returns the states that the contract lists without a move out of them.
fn final_states(lifecycle: &Lifecycle) -> Vec<String> {
    let leads_out = |state: &String| {
        lifecycle
            .transitions
            .iter()
            .any(|transition| transition.from.contains(state) && transition.to != *state)
    };
    lifecycle.states.iter().filter(|state| !leads_out(state)).cloned().collect()
}

/// Returns the properties that responses in a final state lack, by the contract.
fn results(lifecycle: &Lifecycle, reads: &str, final_states: &[String]) -> Vec<String> {
    let mut results = IndexSet::new();
    for situation in lifecycle.situations.iter().filter(|situation| situation.operation == reads) {
        let SituationResponse::Success(success) = &situation.response else { continue };
        let state = success.members.get(&lifecycle.property).and_then(Value::as_str);
        if state.is_some_and(|state| final_states.iter().any(|final_state| final_state == state)) {
            results.extend(success.absent.iter().cloned());
        }
    }
    results.into_iter().collect()
}
