//! Facts of operations: how each is called, what it returns, and what it returns in a state.

use webdata_spec::Spec;
use webdata_spec::model::{Operation, SituationResponse, SituationSuccess};

use super::table::{Facts, error_name};
use super::types::{add_effects, add_refusals, add_schema};
use crate::describe::describe;

/// The cell for something that the contract does not show.
const NOT_SHOWN: &str = "not shown";

/// Adds the facts of every operation and lifecycle.
pub(super) fn add(spec: &Spec, facts: &mut Facts) {
    for operation in spec.operations.values() {
        add_operation(spec, operation, facts);
    }
    for row in spec.errors.values() {
        let answers = |operation: &&Operation| {
            spec.operation_errors(operation).iter().any(|error| error.id == row.id)
        };
        let operations: Vec<_> = spec.operations.values().filter(answers).collect();
        let every = operations.len() == spec.operations.len();
        let every = every.then(|| "every operation".to_owned());
        let ids = operations.iter().map(|operation| operation.id.clone());
        facts.add(format!("answers.{}", error_name(spec, &row.id)), every.into_iter().chain(ids));
    }
    add_lifecycles(spec, facts);
}

fn add_operation(spec: &Spec, operation: &Operation, facts: &mut Facts) {
    let id = &operation.id;
    let mut add =
        |part: &str, cells: Vec<String>| facts.add(format!("operations.{id}.{part}"), cells);
    let call = operation.endpoint.as_ref().map_or(NOT_SHOWN.to_owned(), |endpoint| {
        format!("{} {}{}", endpoint.method, spec.service.base_path, endpoint.path)
    });
    add("call", vec![call]);
    let presence = if operation.request_required { "required" } else { "optional" };
    add(
        "request",
        match &operation.request {
            Some(request) => vec![request.clone(), presence.to_owned()],
            None => vec!["none".to_owned()],
        },
    );
    add(
        "response",
        match &operation.response {
            Some(response) => {
                let status = response.status.map(|status| status.to_string());
                let status = status.unwrap_or_else(|| format!("status {NOT_SHOWN}"));
                let body = response.type_name.clone().unwrap_or("no body".to_owned());
                let headers = response.headers.iter().map(|name| format!("headers {name}"));
                [status, body].into_iter().chain(headers).collect()
            }
            None => vec![NOT_SHOWN.to_owned()],
        },
    );
    if let Some(resource) = &operation.resource {
        let identity = resource.identified_by.iter();
        let identity = identity.map(|name| format!("{} is {name}", resource.identity));
        let returned = resource.returned_in.iter().map(|name| format!("returned in {name}"));
        let effect = format!("{} {}", resource.effect.name(), resource.type_name);
        let errors = resource.errors().map(|error| error_name(spec, error));
        let filters = spec.filters(operation).into_iter().map(|name| format!("filtered by {name}"));
        let cells = [effect].into_iter().chain(identity).chain(returned).chain(errors);
        add("resource", cells.chain(filters).collect());
    }
    for (part, sent) in [("query", &operation.query), ("headers", &operation.headers)] {
        if let Some(sent) = sent {
            add(part, vec![sent.clone()]);
        }
    }
    if let Some(pages) = &operation.pagination {
        let others = [("limit", &pages.limit), ("next", &pages.next)].into_iter();
        let others = others.filter_map(|(word, name)| Some(format!("{word} {}", name.as_ref()?)));
        let by = format!("{} by {}", pages.style.name(), pages.parameter);
        let unknown = pages.unknown.iter().map(|error| error_name(spec, error));
        let stable = pages.stable.then(|| "stable".to_owned());
        add("pagination", [by].into_iter().chain(others).chain(unknown).chain(stable).collect());
    }
    let sorted = spec.sortings(operation).into_iter().map(|(value, sorting, _)| {
        let chosen = value.map(|value| format!("{value}: ")).unwrap_or_default();
        format!("{chosen}{} {}", sorting.property, sorting.direction.name())
    });
    let sorted: Vec<String> = sorted.collect();
    if !sorted.is_empty() {
        add("order", sorted);
    }
    add("errorBody", vec![operation.error_body.clone()]);
    add("authentication", vec![operation.authentication.clone().unwrap_or("none".to_owned())]);
    for (name, parameter) in &operation.parameters {
        facts.add(format!("parameters.{id}.{name}"), [describe(&parameter.schema)]);
        add_schema(spec, &format!("{id}.{name}"), &parameter.schema, facts);
    }
    add_effects(id, &operation.effects, facts);
    add_refusals(spec, id, &operation.refusals, facts);
    for error in operation.causes.keys() {
        let place = format!("causes.{id}.{}", error_name(spec, error));
        facts.add(place, ["in words".to_owned()]);
    }
}

fn add_lifecycles(spec: &Spec, facts: &mut Facts) {
    for lifecycle in &spec.lifecycles {
        let place = format!("states.{}.{}", lifecycle.type_name, lifecycle.property);
        let others = lifecycle.gap.iter().map(|_| "others are not shown".to_owned());
        facts.add(format!("{place}.(all)"), lifecycle.states.iter().cloned().chain(others));
        for step in &lifecycle.transitions {
            let text = format!("by {} from {} states", step.operation, step.from.len());
            facts.add(format!("{place}.{}", step.to), [text]);
        }
        for situation in &lifecycle.situations {
            let answer = match &situation.response {
                SituationResponse::Error(error) => error_name(spec, error),
                SituationResponse::Success(success) => render(success),
            };
            facts.add(format!("situations.{}", situation.operation), [answer]);
        }
    }
}

fn render(success: &SituationSuccess) -> String {
    let object = |members| serde_json::Value::Object(members).to_string();
    let mut text = object(success.members.clone());
    if !success.absent.is_empty() {
        text = format!("{text} without {}", success.absent.join(", "));
    }
    for (word, members) in [("optional", &success.optional), ("anywhere", &success.anywhere)] {
        if !members.is_empty() {
            text = format!("{text} {word} {}", object(members.clone()));
        }
    }
    text.extend(success.found.iter().map(|name| format!(" found {name}")));
    if success.says.is_some() {
        text.push_str(" and words");
    }
    if let Some(event) = &success.event {
        let members = object(event.members.clone());
        text = format!("{text}, {}: {} {members}", event.channel, event.name);
    }
    text
}
