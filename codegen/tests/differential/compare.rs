//! Compares the validators on one body, and the results of the generated type with each other: `parse`,
//! `check`, `validate`, plain `serde`, and the serialized value.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webdata_cases::interpreter::Interpreter;
use webdata_runtime::decode::Model;
use webdata_runtime::{ParseError, Violation, Violations, decode};

use crate::generate::is_same_json;
use crate::reference::{BrokenKeyword, Reference};
use crate::subjects;

/// A type under test.
pub(crate) struct Subject {
    pub(crate) contract: &'static str,
    pub(crate) name: &'static str,
    pub(crate) validate: fn(&str) -> Result<GeneratedResult, String>,
}

/// The result of the generated validator.
pub(crate) enum GeneratedResult {
    InvalidJson,
    Violations(Violations),
    Valid,
}

/// Variants that several values of their discriminator select, with the discriminator. Outside their union
/// they are serialized without it.
const MULTI_VALUE_VARIANTS: [(&str, &str); 3] =
    [("PlainFormat", "type"), ("PlainPart", "kind"), ("PrintedMedium", "form")];

/// The names of all discriminators.
const DISCRIMINATORS: [&str; 3] = ["type", "kind", "form"];

/// The beginnings of the clauses of tuples.
const TUPLES: [&str; 6] =
    ["Card.seat", "Card.pair", "CardUpdate.ticket", "Monitor.ticket", "Place.", "StoredPlace."];

/// The file of the contracts: the clause of its type, and its name.
const FILE: (&str, &str) = ("LeafPhoto", "photo");

impl Subject {
    pub(crate) const fn new<T>(contract: &'static str, name: &'static str) -> Self
    where
        T: Model + Serialize + DeserializeOwned + PartialEq + Debug,
    {
        Self { contract, name, validate: validate_generated::<T> }
    }

    /// Validates a body with all validators.
    ///
    /// # Errors
    /// The difference, if the validators disagree.
    pub(crate) fn compare(&self, reference: &Reference, body: &str) -> Result<(), String> {
        let read = serde_json::from_str::<Value>(body);
        // Generated code reads more levels than `serde_json`.
        if read.as_ref().is_err_and(|error| error.to_string().starts_with("recursion limit")) {
            return Ok(());
        }
        let ours = (self.validate)(body)?;
        let value = match (read, &ours) {
            (Ok(value), GeneratedResult::Valid | GeneratedResult::Violations(_)) => value,
            (Err(_), GeneratedResult::InvalidJson) => return Ok(()),
            (Ok(_), GeneratedResult::InvalidJson) => {
                return Err("valid JSON was rejected".to_owned());
            }
            (Err(error), _) => return Err(format!("invalid JSON was accepted: {error}")),
        };
        let ours = match ours {
            GeneratedResult::Violations(violations) => violations,
            GeneratedResult::Valid | GeneratedResult::InvalidJson => Violations::new(),
        };
        let spec = subjects::spec(self.contract);
        let interpreted = Interpreter::new(spec).violations(self.name, &value);
        compare_with_interpreter(&ours, &interpreted)?;
        compare_violations(reference, &value, &ours)
    }
}

/// Compares the violations that generated code and the interpreter report, with their places, clauses and messages.
///
/// Two differences are allowed:
/// - Items that break the contract themselves are not compared with each other: generated code compares them without
///   what it could not read.
/// - A variant outside its union that lacks its discriminator is a value of the generated type, which implies the
///   discriminator, and not readable to the interpreter. Rules above it do not count.
pub(crate) fn compare_with_interpreter(
    generated: &Violations,
    interpreted: &Violations,
) -> Result<(), String> {
    let broken: Vec<&str> = generated.iter().map(|violation| violation.pointer.as_str()).collect();
    let lacks_discriminator = |pointer: &&&str| {
        DISCRIMINATORS.iter().any(|name| pointer.ends_with(&format!("/{name}")))
            && generated.iter().any(|violation| {
                let words = [".required", ".type", ".enum"];
                violation.pointer == **pointer
                    && words.iter().any(|word| violation.clause.ends_with(word))
            })
    };
    let compared = |violations: &Violations| -> BTreeSet<(String, String, String)> {
        let compared = violations.iter().filter(|violation| {
            let below = |inner: &&&str| {
                let rest = inner.strip_prefix(violation.pointer.as_str());
                rest.is_some_and(|rest| rest.starts_with('/'))
            };
            let mut inner = broken.iter().filter(below);
            match keyword(violation) {
                "uniqueItems" | "contains" => inner.next().is_none(),
                _ if violation.clause.contains(".rules.") => {
                    !inner.any(|one| lacks_discriminator(&one))
                }
                _ => true,
            }
        });
        let part = |violation: &Violation| {
            let clause = violation.clause.as_str().to_owned();
            (violation.pointer.clone(), clause, violation.message.to_string())
        };
        compared.map(part).collect()
    };
    let (ours, theirs) = (compared(generated), compared(interpreted));
    // If violations were left out, the kept ones depend on the order.
    if ours == theirs || generated.left_out() > 0 && interpreted.left_out() > 0 {
        return Ok(());
    }
    let only = |some: &BTreeSet<_>, others| some.difference(others).cloned().collect::<Vec<_>>();
    Err(format!(
        "only generated: {:?}\nonly interpreter: {:?}",
        only(&ours, &theirs),
        only(&theirs, &ours)
    ))
}

/// Compares the violations of a value that the generated validator reports with those of the reference.
fn compare_violations(
    reference: &Reference,
    value: &Value,
    ours: &Violations,
) -> Result<(), String> {
    let mut theirs = reference.broken_keywords(value);
    let mut broken: BTreeSet<BrokenKeyword> = ours
        .iter()
        .filter(|violation| !violation.clause.contains(".rules."))
        // Without a limit, the schema allows integers of any size, but the Rust type does not.
        .filter(|violation| {
            !(violation.message == BEYOND_I64 && is_beyond(value, &violation.pointer))
        })
        .map(|violation| (violation.pointer.clone(), keyword(violation).to_owned()))
        .collect();
    // Items that break the contract themselves are not compared with each other.
    let inside = theirs.iter().map(|(place, _)| place.clone());
    let inside: Vec<String> =
        inside.chain(ours.iter().map(|violation| violation.pointer.clone())).collect();
    for set in [&mut broken, &mut theirs] {
        set.retain(|(place, word)| {
            let below = |inner: &String| {
                inner.strip_prefix(place.as_str()).is_some_and(|rest| rest.starts_with('/'))
            };
            let number = value.pointer(place).and_then(Value::as_f64).unwrap_or_default();
            match word.as_str() {
                "uniqueItems" | "contains" => !inside.iter().any(below),
                // The reference accepts no number of this size as a multiple of a fraction.
                "multipleOf" => number.abs() < 1e18,
                _ => true,
            }
        });
    }
    // If some violations were left out, the kept ones are a subset.
    let agree = match ours.left_out() {
        0 => broken == theirs,
        _ => broken.is_subset(&theirs),
    };
    if agree {
        return Ok(());
    }
    let only = |some: &BTreeSet<BrokenKeyword>, others| {
        let only: Vec<_> = some.difference(others).cloned().collect();
        format!("{only:?}")
    };
    let (we, they) = (only(&broken, &theirs), only(&theirs, &broken));
    Err(format!("generated: {ours}\nonly generated: {we}\nonly jsonschema: {they}"))
}

/// The message about an integer that does not fit into `i64`.
const BEYOND_I64: &str = "is beyond the whole numbers of 64 bits";

/// Returns whether the value at the pointer is an integer that does not fit into `i64`.
fn is_beyond(value: &Value, pointer: &str) -> bool {
    let number = value.pointer(pointer).filter(|value| value.as_i64().is_none());
    let limit = 2_f64.powi(63);
    number
        .and_then(Value::as_f64)
        .is_some_and(|number| number.fract() == 0.0 && !(-limit..limit).contains(&number))
}

/// Returns the keyword of a violation. The reference has one keyword for both limits of `contains`.
fn keyword(violation: &Violation) -> &str {
    match violation.clause.rsplit('.').next().unwrap_or_default() {
        "minContains" | "maxContains" => "contains",
        word => word,
    }
}

/// Returns whether a violation says that the discriminator of a variant has the value of another variant.
fn is_of_another_variant(violation: &Violation) -> bool {
    DISCRIMINATORS.iter().any(|name| {
        violation.pointer.ends_with(&format!("/{name}"))
            && violation.clause.ends_with(&format!(".{name}.enum"))
    })
}

fn validate_generated<T>(body: &str) -> Result<GeneratedResult, String>
where
    T: Model + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let parsed = decode::parse::<T>(body.as_bytes());
    let lenient = serde_json::from_str::<T>(body);
    let discriminator =
        MULTI_VALUE_VARIANTS.iter().find(|(name, _)| *name == T::CLAUSE).map(|(_, tag)| *tag);
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return match (parsed, lenient) {
            (Err(ParseError::Json { .. }), Err(_)) => Ok(GeneratedResult::InvalidJson),
            (parsed, lenient) => Err(format!("invalid JSON was accepted: {parsed:?}, {lenient:?}")),
        };
    };
    let checked = decode::check::<T>(&value);
    match parsed {
        Err(ParseError::Json { .. }) => Ok(GeneratedResult::InvalidJson),
        Err(ParseError::Violations(violations)) => {
            let checked = checked.err().unwrap_or_default();
            let all = violations.left_out() == 0;
            if violations.left_out() != checked.left_out()
                || all && sorted(&violations) != sorted(&checked)
            {
                return Err(format!("parse: {violations}\ncheck: {checked}"));
            }
            if all && discriminator.is_none() && keeps_invalid_values(&violations, &value) {
                let built = match decode::read::<T, _>(&value) {
                    Ok(built) => decode::validate(&built).err().unwrap_or_default(),
                    // Outside its union, a variant can only have its own discriminator.
                    Err(error)
                        if violations.iter().any(|violation| {
                            is_of_another_variant(violation)
                                && violation.to_string() == error.to_string()
                        }) =>
                    {
                        violations.clone()
                    }
                    Err(error) => {
                        return Err(format!("{violations}\nplain serde rejects it: {error}"));
                    }
                };
                if sorted(&violations) != sorted(&built) {
                    return Err(format!("parse: {violations}\nvalidate: {built}"));
                }
            }
            Ok(GeneratedResult::Violations(violations))
        }
        Ok(parsed) => {
            if checked.as_ref() != Ok(&parsed) {
                return Err(format!("parse: {parsed:?}\ncheck: {checked:?}"));
            }
            // Plain `serde` cannot go back: to a repeated discriminator, or to a repeated property if more violations
            // were noted before than are kept.
            let cannot_go_back = |error: &serde_json::Error| {
                let error = error.to_string();
                error.contains("is given more than once") || error.contains("; and ")
            };
            match lenient {
                Ok(lenient) if lenient == parsed => {}
                Err(error) if cannot_go_back(&error) => {}
                other => return Err(format!("parse: {parsed:?}\nplain: {other:?}")),
            }
            if let Err(violations) = decode::validate(&parsed) {
                return Err(format!(
                    "parse accepts the body, validate rejects the value: {violations}"
                ));
            }
            let text = serde_json::to_string(&parsed).map_err(|error| error.to_string())?;
            let written: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let mut sent = value;
            if let (Some(tag), Some(sent)) = (discriminator, sent.as_object_mut()) {
                sent.remove(tag);
            }
            // A string with a character that is not a byte comes from no file. Its characters are replaced.
            let (type_name, file) = FILE;
            if let Some(Value::String(file)) = sent.get_mut(file)
                && T::CLAUSE == type_name
                && !file.chars().all(|letter| u8::try_from(letter).is_ok())
            {
                *file = "?".repeat(file.chars().count());
            }
            if !is_same_json(&sent, &written) {
                return Err(format!("was serialized as {text}"));
            }
            if discriminator.is_none() {
                match decode::parse::<T>(text.as_bytes()).map(|again| serde_json::to_value(&again))
                {
                    Ok(Ok(again)) if is_same_json(&again, &written) => {}
                    other => {
                        return Err(format!(
                            "was serialized as {text}, and read again as {other:?}"
                        ));
                    }
                }
            }
            Ok(GeneratedResult::Valid)
        }
    }
}

/// Returns whether plain `serde` keeps every value that breaks the contract. It loses values of another type,
/// integers beyond 64 bits, and properties that are missing or not allowed.
fn keeps_invalid_values(violations: &Violations, value: &Value) -> bool {
    violations.iter().all(|violation| {
        let word = keyword(violation);
        let enumerated =
            word != "enum" || value.pointer(&violation.pointer).is_some_and(Value::is_string);
        // A tuple has no place for further items, and requires its first ones.
        let is_tuple = TUPLES.iter().any(|place| violation.clause.starts_with(place));
        let is_cut = is_tuple && ["minItems", "maxItems"].contains(&word);
        let keeps_invalid_values =
            !["type", "required", "additionalProperties", "discriminator"].contains(&word);
        !is_beyond(value, &violation.pointer) && keeps_invalid_values && !is_cut && enumerated
    })
}

fn sorted(violations: &Violations) -> Vec<(&str, &str, String)> {
    let mut all: Vec<_> = violations
        .iter()
        .map(|violation| {
            (violation.pointer.as_str(), violation.clause.as_str(), violation.message.to_string())
        })
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn validators_agree_on_equal_keywords_at_equal_pointers() {
    let reference = crate::reference::compile(serde_json::json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "minLength": 2, "pattern": "^b" },
            "n": { "type": "integer" },
        },
        "required": ["a"],
    }));
    let of = "another message";
    let both: &[_] = &[("/a", "minLength", of), ("/a", "pattern", of)];
    for (body, ours, agrees) in [
        ("{\"a\":\"c\"}", both, true),
        ("{\"a\":\"c\"}", &both[..1], false),
        ("{\"a\":\"c\"}", &[("/a", "pattern", of), ("/a", "maxLength", of)], false),
        ("{}", &[("/a", "required", of)], true),
        ("{}", &[("", "required", of)], false),
        ("{\"a\":1}", &[("/a", "type", of)], true),
        ("{\"a\":\"bc\",\"n\":1.0}", &[("/n", "type", of)], false),
        ("{\"a\":\"bc\",\"n\":1e2}", &[("/n", "type", BEYOND_I64)], false),
        ("{\"a\":\"bc\",\"n\":-0}", &[("/n", "type", BEYOND_I64)], false),
        ("{\"a\":\"bc\",\"n\":0.5}", &[], false),
        ("{\"a\":\"bc\",\"n\":1e30}", &[("/n", "type", BEYOND_I64)], true),
        ("{\"a\":\"bc\",\"n\":1e30}", &[("/n", "type", of)], false),
    ] {
        let value = serde_json::from_str(body).expect("is JSON");
        let ours = ours.iter().map(|(pointer, word, message)| Violation {
            pointer: (*pointer).to_owned(),
            clause: format!("Type.{word}").into(),
            message: (*message).into(),
        });
        let ours: Violations = ours.collect();
        assert_eq!(compare_violations(&reference, &value, &ours).is_ok(), agrees, "{body}: {ours}");
    }
}
