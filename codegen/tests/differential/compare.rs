//! Compares the two validators on one body, and the results of the generated type with each other: `parse`,
//! `check`, `validate`, plain `serde`, and the serialized value.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webdata_runtime::decode::{self, Model};
use webdata_runtime::{ParseError, Violation, Violations};

use crate::json::same;
use crate::reference::{Broken, Reference};

/// A type under test.
pub(crate) struct Subject {
    pub(crate) contract: &'static str,
    pub(crate) name: &'static str,
    pub(crate) ours: fn(&str) -> Result<Ours, String>,
}

/// The result of the generated validator.
pub(crate) enum Ours {
    NoJson,
    Violations(Violations),
    Valid,
}

/// Variants that several values of their discriminator select, with the discriminator. Outside their union
/// they are serialized without it.
const TAGLESS: [(&str, &str); 3] =
    [("PlainFormat", "type"), ("PlainPart", "kind"), ("PrintedMedium", "form")];

/// The names of all discriminators.
const DISCRIMINATORS: [&str; 3] = ["type", "kind", "form"];

impl Subject {
    pub(crate) const fn new<T>(contract: &'static str, name: &'static str) -> Self
    where
        T: Model + Serialize + DeserializeOwned + PartialEq + Debug,
    {
        Self { contract, name, ours: ours::<T> }
    }

    /// Validates a body with both validators.
    ///
    /// # Errors
    /// The difference, if the validators disagree.
    pub(crate) fn judge(&self, reference: &Reference, body: &str) -> Result<(), String> {
        let ours = (self.ours)(body)?;
        let value = match (serde_json::from_str::<Value>(body), &ours) {
            (Ok(value), Ours::Valid | Ours::Violations(_)) => value,
            (Err(_), Ours::NoJson) => return Ok(()),
            (Ok(_), Ours::NoJson) => return Err("valid JSON was rejected".to_owned()),
            (Err(error), _) => return Err(format!("invalid JSON was accepted: {error}")),
        };
        match ours {
            Ours::Violations(violations) => compare(reference, &value, &violations),
            _ => compare(reference, &value, &Violations::new()),
        }
    }
}

/// Compares the violations of a value that the generated validator reports with those of the reference.
fn compare(reference: &Reference, value: &Value, ours: &Violations) -> Result<(), String> {
    let mut theirs = reference.broken(value);
    let mut broken: BTreeSet<Broken> = ours
        .iter()
        .filter(|one| !one.clause.contains(".rules."))
        // Without a limit, the schema allows integers of any size, but the Rust type does not.
        .filter(|one| !(one.message == BEYOND && is_beyond(value, &one.pointer)))
        .map(|one| (one.pointer.clone(), word(one).to_owned()))
        .collect();
    // Items that break the contract themselves are not compared with each other.
    let inside = theirs.iter().map(|(place, _)| place.clone());
    let inside: Vec<String> = inside.chain(ours.iter().map(|one| one.pointer.clone())).collect();
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
    let only = |some: &BTreeSet<Broken>, others| {
        let only: Vec<_> = some.difference(others).cloned().collect();
        format!("{only:?}")
    };
    let (we, they) = (only(&broken, &theirs), only(&theirs, &broken));
    Err(format!("generated: {ours}\nonly generated: {we}\nonly jsonschema: {they}"))
}

/// The message about an integer that does not fit into `i64`.
const BEYOND: &str = "is beyond the whole numbers of 64 bits";

/// Returns whether the value at the pointer is an integer that does not fit into `i64`.
fn is_beyond(value: &Value, pointer: &str) -> bool {
    let number = value.pointer(pointer).filter(|value| value.as_i64().is_none());
    let limit = 2_f64.powi(63);
    number
        .and_then(Value::as_f64)
        .is_some_and(|number| number.fract() == 0.0 && !(-limit..limit).contains(&number))
}

/// Returns the keyword of a violation. The reference has one keyword for both limits of `contains`.
fn word(found: &Violation) -> &str {
    match found.clause.rsplit('.').next().unwrap_or_default() {
        "minContains" | "maxContains" => "contains",
        word => word,
    }
}

/// Returns whether a violation says that the discriminator of a variant has the value of another variant.
fn is_of_another_variant<T: Model>(found: &Violation) -> bool {
    DISCRIMINATORS.iter().any(|name| {
        found.pointer == format!("/{name}") && found.clause == format!("{}.{name}.enum", T::CLAUSE)
    })
}

fn ours<T>(body: &str) -> Result<Ours, String>
where
    T: Model + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let parsed = decode::parse::<T>(body.as_bytes());
    let lenient = serde_json::from_str::<T>(body);
    let tagless = TAGLESS.iter().find(|(name, _)| *name == T::CLAUSE).map(|(_, tag)| *tag);
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return match (parsed, lenient) {
            (Err(ParseError::Json { .. }), Err(_)) => Ok(Ours::NoJson),
            (parsed, lenient) => Err(format!("invalid JSON was accepted: {parsed:?}, {lenient:?}")),
        };
    };
    let checked = decode::check::<T>(&value);
    match parsed {
        Err(ParseError::Json { .. }) => Ok(Ours::NoJson),
        Err(ParseError::Violations(found)) => {
            let checked = checked.err().unwrap_or_default();
            let all = found.left_out() == 0;
            if found.left_out() != checked.left_out() || all && sorted(&found) != sorted(&checked) {
                return Err(format!("parse: {found}\ncheck: {checked}"));
            }
            if all && tagless.is_none() && is_kept(&found, &value) {
                let built = match decode::read::<T, _>(&value) {
                    Ok(built) => decode::validate(&built).err().unwrap_or_default(),
                    // Outside its union, a variant can only have its own discriminator.
                    Err(error)
                        if found.iter().any(|one| {
                            is_of_another_variant::<T>(one) && one.to_string() == error.to_string()
                        }) =>
                    {
                        found.clone()
                    }
                    Err(error) => return Err(format!("{found}\nplain serde rejects it: {error}")),
                };
                if sorted(&found) != sorted(&built) {
                    return Err(format!("parse: {found}\nvalidate: {built}"));
                }
            }
            Ok(Ours::Violations(found))
        }
        Ok(parsed) => {
            if checked.as_ref() != Ok(&parsed) {
                return Err(format!("parse: {parsed:?}\ncheck: {checked:?}"));
            }
            // Plain `serde` cannot go back to a repeated discriminator.
            match lenient {
                Ok(lenient) if lenient == parsed => {}
                Err(error) if error.to_string().contains("is given more than once") => {}
                other => return Err(format!("parse: {parsed:?}\nplain: {other:?}")),
            }
            if let Err(found) = decode::validate(&parsed) {
                return Err(format!("parse accepts the body, validate rejects the value: {found}"));
            }
            let text = serde_json::to_string(&parsed).map_err(|error| error.to_string())?;
            let written: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let mut sent = value;
            if let (Some(tag), Some(sent)) = (tagless, sent.as_object_mut()) {
                sent.remove(tag);
            }
            if !same(&sent, &written) {
                return Err(format!("was serialized as {text}"));
            }
            if tagless.is_none() {
                match decode::parse::<T>(text.as_bytes()).map(|again| serde_json::to_value(&again))
                {
                    Ok(Ok(again)) if same(&again, &written) => {}
                    other => {
                        return Err(format!(
                            "was serialized as {text}, and read again as {other:?}"
                        ));
                    }
                }
            }
            Ok(Ours::Valid)
        }
    }
}

/// Returns whether plain `serde` keeps every value that breaks the contract. It loses values of another type,
/// integers beyond 64 bits, and properties that are missing or not allowed.
fn is_kept(found: &Violations, value: &Value) -> bool {
    found.iter().all(|one| {
        let word = word(one);
        let enumerated =
            word != "enum" || value.pointer(&one.pointer).is_some_and(Value::is_string);
        // A tuple has no place for further items, and requires its first ones.
        let is_tuple = ["Card.seat", "Card.pair"].iter().any(|own| one.clause.starts_with(own));
        let is_cut = is_tuple && ["minItems", "maxItems"].contains(&word);
        let is_kept =
            !["type", "required", "additionalProperties", "discriminator"].contains(&word);
        !is_beyond(value, &one.pointer) && is_kept && !is_cut && enumerated
    })
}

fn sorted(found: &Violations) -> Vec<(&str, &str, String)> {
    let mut all: Vec<_> = found
        .iter()
        .map(|one| (one.pointer.as_str(), one.clause.as_str(), one.message.to_string()))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn only_the_same_words_at_the_same_places_agree() {
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
        ("{\"a\":\"bc\",\"n\":1e2}", &[("/n", "type", BEYOND)], false),
        ("{\"a\":\"bc\",\"n\":-0}", &[("/n", "type", BEYOND)], false),
        ("{\"a\":\"bc\",\"n\":0.5}", &[], false),
        ("{\"a\":\"bc\",\"n\":1e30}", &[("/n", "type", BEYOND)], true),
        ("{\"a\":\"bc\",\"n\":1e30}", &[("/n", "type", of)], false),
    ] {
        let value = serde_json::from_str(body).expect("is JSON");
        let ours = ours.iter().map(|(pointer, word, message)| Violation {
            pointer: (*pointer).to_owned(),
            clause: format!("Type.{word}").into(),
            message: (*message).into(),
        });
        let ours: Violations = ours.collect();
        assert_eq!(compare(&reference, &value, &ours).is_ok(), agrees, "{body}: {ours}");
    }
}
