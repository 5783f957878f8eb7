//! Judges values at any depth of a body, if the contract does not show their place.
//!
//! A value may appear more than once; one that is correct is enough, since the others may belong to something
//! else. This module does not know what a name means.

use serde_json::{Map, Value};
use webdata_cases::case::BodyContent;
use webdata_cases::equality::Meaning;
use webdata_spec::model::{ClauseId, Object};
use webdata_spec::pointer;
use webdata_spec::prose::truncated;

use super::excerpt::{rendered, shown};
use super::values::{ListComparison, Sameness, ValueComparison};
use super::{BODY, HttpResponse, Judge};
use crate::outcome::Deviation;

/// The maximum length of a body's text in a deviation, in characters.
const MAX_SHOWN: usize = 200;

/// Returns the values that a body lacks, by the clause that requires them or by that of the broken type.
pub(super) fn deviations(
    judge: &Judge<'_>,
    response: &HttpResponse,
    sought: &BodyContent,
    clause: &ClauseId,
) -> Vec<Deviation> {
    let Some(body) = &response.json else { return Vec::new() };
    let search = Search { judge, body, clause };
    match sought {
        BodyContent::Member { name, value } => search.member(name, value),
        BodyContent::Object { type_name } => search
            .object(type_name, &[body])
            .map_or_else(|differences| differences, |()| Vec::new()),
        BodyContent::Text { meaning, words } => {
            if has_word(body, words) || is_in_another_language(response) {
                return Vec::new();
            }
            let expected = format!("a text that says {meaning}, with `{}`", words.join("` or `"));
            vec![search.lacks(expected)]
        }
        BodyContent::Event { name, carries, members } => {
            search.event(name, carries.as_deref(), members)
        }
    }
}

/// Returns the first property of a name at any depth of a value.
pub(super) fn first_named<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    named(value, name).into_iter().next().map(|(_, value)| value)
}

/// Returns whether any string in a value has one of some words, in any letter case.
pub(super) fn has_word(value: &Value, words: &[String]) -> bool {
    match value {
        Value::String(text) => {
            let text = text.to_lowercase();
            words.iter().any(|word| text.contains(&word.to_lowercase()))
        }
        Value::Array(items) => items.iter().any(|item| has_word(item, words)),
        Value::Object(members) => members.values().any(|value| has_word(value, words)),
        _ => false,
    }
}

/// Returns whether a response declares another language than that of the contract, whose words it then lacks.
pub(super) fn is_in_another_language(response: &HttpResponse) -> bool {
    let language = response.header("content-language").map(str::to_lowercase);
    language.is_some_and(|language| !language.split(',').any(|tag| tag.trim().starts_with("en")))
}

struct Search<'j> {
    judge: &'j Judge<'j>,
    body: &'j Value,
    clause: &'j ClauseId,
}

impl<'j> Search<'j> {
    fn lacks(&self, expected: String) -> Deviation {
        let received = truncated(&rendered(self.body), MAX_SHOWN);
        Deviation::new(self.clause.clone(), BODY, expected, received)
    }

    fn member(&self, name: &str, value: &Value) -> Vec<Deviation> {
        let candidates = named(self.body, name);
        if candidates.iter().any(|(_, candidate)| is_equal(value, candidate)) {
            return Vec::new();
        }
        let (place, received) = candidates.into_iter().next().unzip();
        let place = place.unwrap_or_else(|| BODY.to_owned());
        let expected = format!("`{name}` is {value}, at any depth");
        vec![Deviation::new(self.clause.clone(), place, expected, shown(received))]
    }

    /// Looks for an object of a type inside some values.
    ///
    /// # Errors
    /// The violations of the object with the fewest, or that there is no object.
    fn object(&self, type_name: &str, within: &[&'j Value]) -> Result<(), Vec<Deviation>> {
        let mut best: Option<Vec<Deviation>> = None;
        if let Some(object) = self.judge.spec.object(type_name) {
            let candidates = within.iter().flat_map(|outer| objects(outer));
            for candidate in candidates.filter_map(|candidate| of_type(object, candidate)) {
                let broken = self.judge.type_deviations(type_name, &candidate);
                if broken.is_empty() {
                    return Ok(());
                }
                if best.as_ref().is_none_or(|best| broken.len() < best.len()) {
                    best = Some(broken);
                }
            }
        }
        Err(best.unwrap_or_else(|| {
            let names = self.judge.spec.object(type_name).map(|object| {
                let required = object.properties.iter().filter(|(_, property)| property.required);
                required.map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            });
            vec![self.lacks(format!("{}, at any depth", names.unwrap_or_default()))]
        }))
    }

    fn event(
        &self,
        name: &str,
        carries: Option<&str>,
        wanted: &Map<String, Value>,
    ) -> Vec<Deviation> {
        let mut events = Vec::new();
        find_event(self.body, &mut vec![self.body], name, &mut events);
        if events.is_empty() {
            return vec![self.lacks(format!("an event `{name}`, at any depth"))];
        }
        // Some of an event's properties may be beside the payload with its name.
        if let Some(carries) = carries {
            for scopes in &events {
                let mut broken = Ok(());
                for scope in scopes.iter().rev() {
                    broken = self.object(carries, &[*scope]);
                    let has_none = broken.as_ref().is_err_and(|deviations| {
                        deviations.iter().all(|deviation| deviation.place == BODY)
                    });
                    if !has_none {
                        break;
                    }
                }
                if let Err(broken) = broken {
                    return broken;
                }
            }
        }
        let has_member = |scopes: &Vec<&Value>, name: &str, value: &Value| {
            scopes.iter().any(|scope| {
                named(scope, name).iter().any(|(_, candidate)| is_equal(value, candidate))
            })
        };
        let lacking = wanted
            .iter()
            .filter(|(name, value)| !events.iter().any(|scopes| has_member(scopes, name, value)));
        lacking
            .map(|(member, value)| {
                self.lacks(format!("an event `{name}` whose `{member}` is {value}"))
            })
            .collect()
    }
}

fn is_equal(expected: &Value, received: &Value) -> bool {
    let (meaning, sameness) = (Meaning::default(), Sameness::OfMeaning);
    let lists = ListComparison::Contain;
    let comparison = ValueComparison { meaning, sameness, omissible: &[], lists };
    comparison.difference("", expected, Some(received)).is_none()
}

/// Returns the properties of an object that a type lists, or `None` if it has none of the required ones.
fn of_type(object: &Object, value: &Map<String, Value>) -> Option<Value> {
    let properties = value
        .iter()
        .filter(|(name, value)| !value.is_null() && object.properties.contains_key(*name));
    let properties: Map<String, Value> =
        properties.map(|(name, value)| (name.clone(), value.clone())).collect();
    let has_required = properties.keys().any(|name| object.properties[name].required);
    has_required.then_some(Value::Object(properties))
}

/// Returns every object at any depth of a value, including the value.
fn objects(value: &Value) -> Vec<&Map<String, Value>> {
    match value {
        Value::Object(members) => {
            std::iter::once(members).chain(members.values().flat_map(objects)).collect()
        }
        Value::Array(items) => items.iter().flat_map(objects).collect(),
        _ => Vec::new(),
    }
}

/// Returns every property of a name at any depth of a value, with its JSON Pointer; the outer ones first.
fn named<'v>(value: &'v Value, name: &str) -> Vec<(String, &'v Value)> {
    let below = |step: &str, inner: &'v Value| {
        let start = pointer::child("", step);
        named(inner, name).into_iter().map(move |(rest, value)| (format!("{start}{rest}"), value))
    };
    match value {
        Value::Object(all) => {
            let own = all.get(name).map(|value| (pointer::child("", name), value));
            own.into_iter().chain(all.iter().flat_map(|(step, it)| below(step, it))).collect()
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.flat_map(|(index, item)| below(&index.to_string(), item)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Finds the values and properties with a name. For each, keeps the values around it, up to the item of the
/// list that contains it, the innermost last.
fn find_event<'v>(
    value: &'v Value,
    scopes: &mut Vec<&'v Value>,
    name: &str,
    events: &mut Vec<Vec<&'v Value>>,
) {
    match value {
        Value::Object(members) => {
            if members.values().any(|member| member.as_str() == Some(name)) {
                events.push(scopes.clone());
            }
            for (member_name, inner) in members {
                scopes.push(inner);
                match inner {
                    Value::Object(_) if member_name == name => events.push(scopes.clone()),
                    Value::Array(items) if member_name == name => {
                        let items = items.iter().filter(|item| item.is_object());
                        events.extend(items.map(|item| vec![item]));
                    }
                    _ => {}
                }
                find_event(inner, scopes, name, events);
                scopes.pop();
            }
        }
        Value::Array(items) => {
            for item in items {
                find_event(item, &mut vec![item], name, events);
            }
        }
        _ => {}
    }
}
