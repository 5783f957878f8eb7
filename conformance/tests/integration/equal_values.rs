//! No case changes a value to an equal one in another form: a server that keeps the former would pass.

use serde_json::Value;
use webdata_cases::case::{Body, Case, Expect, Purpose};
use webdata_cases::equality::Meaning;

use crate::SUITE;

/// Returns the properties that a case changes to an equal value in another form, and compares.
fn respelt(case: &Case) -> Vec<String> {
    let sent = |purpose: Purpose| {
        let mut steps = case.steps.iter().filter(move |step| step.purpose == purpose);
        steps.find_map(|step| match &step.request.body {
            Body::Json(body) => Some((step, body.as_object()?)),
            _ => None,
        })
    };
    let (Some((_, before)), Some((step, after))) = (sent(Purpose::Arrange), sent(Purpose::Act))
    else {
        return Vec::new();
    };
    let operation = step.request.operation.as_ref().and_then(|id| SUITE.spec.operations.get(id));
    let schema = operation.and_then(|operation| SUITE.spec.schema(operation.request.as_ref()?));
    let Some(schema) = schema else { return Vec::new() };
    let body = Meaning::new(&SUITE.spec, schema);
    let changed = after.iter().filter(|(name, value)| {
        before.get(*name).is_some_and(|stored| {
            stored != *value && body.part(&Value::Null, name).is_equal(stored, value)
        })
    });
    let is_compared = |name: &str| {
        compared_places(&step.expect).iter().any(|place| place.ends_with(&format!("/{name}")))
    };
    let changed = changed.filter(|(name, _)| is_compared(name));
    changed.map(|(name, _)| format!("{}: {name}", case.id)).collect()
}

fn compared_places(expect: &Expect) -> Vec<&str> {
    match expect {
        Expect::Success { members, .. } => {
            members.iter().map(|member| member.pointer.as_str()).collect()
        }
        Expect::AnyOf { responses, .. } => {
            responses.iter().flat_map(|response| compared_places(&response.expect)).collect()
        }
        Expect::Error { .. } | Expect::Deliveries(_) | Expect::Observation { .. } => Vec::new(),
    }
}

#[test]
fn no_case_changes_a_value_to_an_equal_one() {
    let respelt: Vec<String> = SUITE.cases.iter().flat_map(respelt).collect();
    assert!(respelt.is_empty(), "{respelt:#?}");
}
