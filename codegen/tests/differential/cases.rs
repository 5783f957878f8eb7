//! Every request of every derived case is judged by generated code, by the interpreter and by `jsonschema`. The plan of
//! a run proves by the interpreter alone that a case breaks exactly one clause, so the proof is checked here.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;
use webdata_cases::case::{Case, Purpose};
use webdata_cases::derive::derive;
use webdata_cases::interpreter::Interpreter;

use crate::compare::{Subject, compare_with_interpreter};
use crate::reference::Reference;
use crate::{contracts, reference, schema, subjects, updates};

#[test]
fn validators_agree_on_the_requests_of_all_cases() {
    let mut compared = 0;
    for subjects in subjects::ALL {
        compared += compare_cases(subjects);
    }
    assert!(compared > 3_000, "{compared} different bodies");
}

/// Compares the validators on each different request of a contract's cases, and returns how many there are.
fn compare_cases(subjects: &'static [Subject]) -> usize {
    let contract = subjects[0].contract;
    let spec = contracts::spec(contract);
    let checks = updates::checks(contract);
    let mut references: BTreeMap<&str, (&Subject, Reference)> = BTreeMap::new();
    let mut compared = HashSet::new();
    let mut failures = Vec::new();
    // What a gap leaves open, such as the spellings of cron expressions, the validators may read differently.
    let is_judged = |case: &Case| !case.id.contains("::observations::");
    for case in derive(spec).into_iter().filter(is_judged) {
        let arranged = case.steps.iter().find(|step| step.purpose == Purpose::Arrange);
        let stored = arranged.and_then(|step| step.request.body.as_json()).unwrap_or(&Value::Null);
        for step in &case.steps {
            let request = &step.request;
            let operation = request.operation.as_ref().and_then(|id| spec.operations.get(id));
            let Some(operation) = operation else { continue };
            let parts = [
                (&operation.request, request.body.as_json().cloned()),
                (&operation.query, Some(Value::Object(request.query.clone()))),
                (&operation.headers, Some(Value::Object(request.headers.clone()))),
            ];
            for (type_name, value) in parts {
                let (Some(type_name), Some(value)) = (type_name, value) else { continue };
                let text = value.to_string();
                if !compared.insert((type_name.as_str(), text.clone())) {
                    continue;
                }
                let (subject, reference) = references.entry(type_name).or_insert_with(|| {
                    let subject = subjects.iter().find(|subject| subject.name == type_name);
                    let subject = subject.unwrap_or_else(|| panic!("no type {type_name}"));
                    (subject, reference::compile(schema(subject)))
                });
                if let Err(difference) = subject.compare(reference, &text) {
                    failures.push(format!("{}: {text}\n{difference}", case.id));
                }
            }
            let check = checks.iter().find(|(id, _)| *id == operation.id);
            if let (Some((_, check)), Some(sent)) = (check, request.body.as_json()) {
                let interpreter = Interpreter::new(spec);
                let interpreted = interpreter.violations_after_update(operation, sent, stored);
                if let Err(difference) =
                    compare_with_interpreter(&check(sent, stored), &interpreted)
                {
                    failures.push(format!("{}: {sent} on {stored}\n{difference}", case.id));
                }
            }
        }
    }
    let count = failures.len();
    failures.truncate(10);
    assert_eq!(count, 0, "{}", failures.join("\n\n"));
    compared.len()
}
