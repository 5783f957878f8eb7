//! The rules about what an update would store: generated code and the interpreter judge random updates of random
//! stored values, valid and broken ones.

use fastrand::Rng;
use serde_json::Value;
use webdata_cases::interpreter::Interpreter;
use webdata_runtime::Violations;
use webdata_spec::model::Operation;

use crate::compare::compare_with_interpreter;
use crate::generate::Generator;
use crate::mutate::{SchemaFacts, mutate};
use crate::{
    DEFAULT_BODIES, bakery, cards, contracts, drafts, env_number, library, odd_names, parcels,
};
use crate::{read_schema, subjects};

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
        let (spec, checks) = (contracts::spec(contract), checks(contract));
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
        let interpreter = Interpreter::new(contracts::spec(contract));
        let interpreted = interpreter.violations_after_update(operation, &sent, &stored);
        if let Err(difference) = compare_with_interpreter(&generated, &interpreted) {
            panic!("{}: {sent} on {stored}\n{difference}", operation.id);
        }
        broken += usize::from(!generated.is_empty());
    }
    broken
}
