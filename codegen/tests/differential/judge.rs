//! Judges one body by both judges, and holds what a type makes of it against itself.

use std::collections::BTreeSet;
use std::fmt::Debug;

use jsonschema::Validator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webdata_runtime::decode::{self, Model};
use webdata_runtime::{ParseError, Violations};

use crate::json::same;
use crate::reference;

/// A type that is tested.
pub(crate) struct Subject {
    pub(crate) contract: &'static str,
    pub(crate) name: &'static str,
    pub(crate) ours: fn(&str) -> Result<Ours, String>,
}

/// What a type says of a body.
pub(crate) enum Ours {
    NoJson,
    Violations(Violations),
    Valid,
}

/// Variants that stand for several values of their discriminator: alone they do not know which,
/// and are written without.
const TAGLESS: [(&str, &str); 3] =
    [("PlainFormat", "type"), ("PlainPart", "kind"), ("PrintedMedium", "form")];

impl Subject {
    pub(crate) const fn of<T>(contract: &'static str, name: &'static str) -> Self
    where
        T: Model + Serialize + DeserializeOwned + PartialEq + Debug,
    {
        Self { contract, name, ours: ours::<T> }
    }

    /// Judges a body.
    ///
    /// # Errors
    /// In what the judges disagree.
    pub(crate) fn judge(&self, validator: &Validator, body: &str) -> Result<(), String> {
        let ours = (self.ours)(body)?;
        let value = match (serde_json::from_str::<Value>(body), &ours) {
            (Ok(value), Ours::Valid | Ours::Violations(_)) => value,
            (Err(_), Ours::NoJson) => return Ok(()),
            (Ok(_), Ours::NoJson) => return Err("refused as JSON that can be read".to_owned()),
            (Err(error), _) => return Err(format!("took what is no JSON: {error}")),
        };
        let theirs = reference::places(validator, &value);
        let none = Violations::new();
        let ours = match &ours {
            Ours::Violations(violations) => violations,
            _ => &none,
        };
        let places: BTreeSet<String> = ours.iter().filter_map(place).collect();
        if places == theirs {
            return Ok(());
        }
        // Without a limit the schema allows whole numbers of any size, and the type does not.
        let beyond = |found: &str| {
            let number = value.pointer(found).filter(|value| value.is_number());
            number.is_some_and(|number| number.as_i64().is_none())
        };
        let differ = places.symmetric_difference(&theirs);
        if differ.into_iter().all(|place| beyond(place)) {
            return Ok(());
        }
        Err(format!("we: {ours}\njsonschema at: {theirs:?}"))
    }
}

/// The place of a violation as the reference tells it; rules are in no schema.
fn place(found: &webdata_runtime::Violation) -> Option<String> {
    if found.clause.contains(".rules.") {
        return None;
    }
    let of_the_object = ["required", "additionalProperties"];
    let word = found.clause.rsplit('.').next().unwrap_or_default();
    let said =
        found.message.starts_with("is missing") || found.message.starts_with("is not a prop");
    match found.pointer.rsplit_once('/') {
        Some((object, _)) if of_the_object.contains(&word) && said => Some(object.to_owned()),
        _ => Some(found.pointer.clone()),
    }
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
            (parsed, lenient) => Err(format!("took no JSON: {parsed:?}, {lenient:?}")),
        };
    };
    let checked = decode::check::<T>(&value);
    match parsed {
        Err(ParseError::Json { .. }) => Ok(Ours::NoJson),
        Err(ParseError::Violations(found)) => {
            let checked = checked.err().unwrap_or_default();
            if sorted(&found) != sorted(&checked) {
                return Err(format!("parse: {found}\ncheck: {checked}"));
            }
            if tagless.is_none() && is_kept(&found, &value) {
                let built = match decode::read::<T, _>(&value) {
                    Ok(built) => decode::validate(&built).err().unwrap_or_default(),
                    // Alone, a variant has no place for another discriminator than its own.
                    Err(error) if error.to_string().contains(".enum)") => found.clone(),
                    Err(error) => return Err(format!("{found}\nis not read plainly: {error}")),
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
            // Plain reading cannot go back to a discriminator that comes again.
            match lenient {
                Ok(lenient) if lenient == parsed => {}
                Err(error) if error.to_string().contains("is given more than once") => {}
                other => return Err(format!("parse: {parsed:?}\nplain: {other:?}")),
            }
            if let Err(found) = decode::validate(&parsed) {
                return Err(format!("valid, but once built: {found}"));
            }
            let text = serde_json::to_string(&parsed).map_err(|error| error.to_string())?;
            let written: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let mut sent = value;
            if let (Some(tag), Some(sent)) = (tagless, sent.as_object_mut()) {
                sent.remove(tag);
            }
            if !same(&sent, &written) {
                return Err(format!("was written as {text}"));
            }
            if tagless.is_none() {
                match decode::parse::<T>(text.as_bytes()).map(|again| serde_json::to_value(&again))
                {
                    Ok(Ok(again)) if same(&again, &written) => {}
                    other => return Err(format!("was written as {text}, read as {other:?}")),
                }
            }
            Ok(Ours::Valid)
        }
    }
}

/// Whether plain reading keeps all that is wrong: no value of another type or beyond 64 bits, no
/// member missing or left out.
fn is_kept(found: &Violations, value: &Value) -> bool {
    found.iter().all(|one| {
        let word = one.clause.rsplit('.').next().unwrap_or_default();
        let enumerated =
            word != "enum" || value.pointer(&one.pointer).is_some_and(Value::is_string);
        let beyond = value.pointer(&one.pointer).is_some_and(|value| {
            value.is_number()
                && value.as_i64().is_none()
                && value.as_f64() == value.as_f64().map(f64::trunc)
        });
        !beyond
            && !["type", "required", "additionalProperties", "discriminator"].contains(&word)
            && enumerated
    })
}

fn sorted(found: &Violations) -> Vec<(&str, &str, &str)> {
    let mut all: Vec<_> = found
        .iter()
        .map(|one| (one.pointer.as_str(), one.clause.as_str(), one.message.as_str()))
        .collect();
    all.sort_unstable();
    all
}
