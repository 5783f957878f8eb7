//! Every request of every derived case is judged by generated code, by the interpreter and by `jsonschema`. The
//! plan of a run proves by the interpreter alone that a case breaks exactly one clause, so the proof is checked
//! here.
//!
//! The rules about what an update would store: generated code and the interpreter judge random updates of random
//! stored values, valid and broken ones.

use std::collections::{BTreeMap, HashSet};

use fastrand::Rng;
use serde_json::Value;
use webdata_cases::case::{Case, Purpose};
use webdata_cases::derive::derive;
use webdata_cases::interpreter::Interpreter;
use webdata_runtime::Violations;
use webdata_spec::model::Operation;

use crate::compare::{Subject, compare_with_interpreter};
use crate::generate::Generator;
use crate::mutate::{SchemaFacts, mutate};
use crate::reference::Reference;
use crate::{
    DEFAULT_BODIES, allotments, bakery, cards, drafts, env_number, library, odd_names, parcels,
    read_schema, reference, schema, subjects,
};

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
    let spec = subjects::spec(contract);
    let checks = checks(contract);
    let mut references: BTreeMap<&str, (&Subject, Reference)> = BTreeMap::new();
    let mut compared = HashSet::new();
    let mut failures = Vec::new();
    // What a gap leaves open, such as the spellings of cron expressions, the validators may read differently.
    let is_judged = |case: &Case| {
        !["::observations::", "::spellings::"].iter().any(|part| case.id.contains(part))
    };
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

/// The check of an operation: its identity and its generated function.
pub(crate) type UpdateCheck = (&'static str, fn(&Value, &Value) -> Violations);

/// Returns the checks of the operations that have rules about what would be stored.
pub(crate) fn checks(contract: &str) -> Vec<UpdateCheck> {
    macro_rules! checks {
        ($library:ident) => {
            $library::operations::ALL
                .iter()
                .filter_map(|operation| Some((operation.id, operation.check_after_update?)))
                .collect()
        };
    }
    match contract {
        "webdata" => checks!(webdata),
        "library" => checks!(library),
        "allotments" => checks!(allotments),
        "bakery" => checks!(bakery),
        "cards" => checks!(cards),
        "drafts" => checks!(drafts),
        "odd-names" => checks!(odd_names),
        "parcels" => checks!(parcels),
        _ => panic!("no contract {contract}"),
    }
}

#[test]
fn generated_code_and_interpreter_agree_on_updates() {
    let (mut checked, mut broken) = (0, 0);
    for contract in subjects::ALL.map(|subjects| subjects[0].contract) {
        let (spec, checks) = (subjects::spec(contract), checks(contract));
        for operation in spec.operations.values() {
            match checks.iter().find(|(id, _)| *id == operation.id) {
                Some((_, check)) => {
                    checked += 1;
                    broken += compare(contract, operation, *check);
                }
                // The interpreter has no rule either.
                None => {
                    let nothing = Interpreter::new(spec).violations_after_update(
                        operation,
                        &Value::Null,
                        &Value::Null,
                    );
                    assert!(nothing.is_empty(), "{}", operation.id);
                }
            }
        }
    }
    assert!(checked > 5 && broken > 100, "{checked} operations, {broken} broken rules");
}

/// Compares the validators on updates of an operation, and returns how many updates break a rule.
fn compare(
    contract: &'static str,
    operation: &Operation,
    check: fn(&Value, &Value) -> Violations,
) -> usize {
    let bodies = env_number("DIFFERENTIAL_BODIES").unwrap_or(DEFAULT_BODIES);
    let seed = env_number("DIFFERENTIAL_SEED").unwrap_or(0);
    let request = operation.request.as_deref().expect("an update has a body");
    let schema = read_schema(contract, request);
    let (generator, facts) = (Generator::new(&schema), SchemaFacts::new(&schema));
    let mut rng = Rng::with_seed(seed);
    let mut broken = 0;
    let body = |rng: &mut Rng| {
        let mut body = generator.body(rng);
        for _ in 0..rng.usize(..3) {
            mutate(&mut body, &facts, rng);
        }
        serde_json::from_str::<Value>(&body.to_string()).unwrap_or(Value::Null)
    };
    for _ in 0..bodies {
        let (sent, stored) = (body(&mut rng), body(&mut rng));
        let generated = check(&sent, &stored);
        let interpreter = Interpreter::new(subjects::spec(contract));
        let interpreted = interpreter.violations_after_update(operation, &sent, &stored);
        if let Err(difference) = compare_with_interpreter(&generated, &interpreted) {
            panic!("{}: {sent} on {stored}\n{difference}", operation.id);
        }
        broken += usize::from(!generated.is_empty());
    }
    broken
}
