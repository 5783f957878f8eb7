//! Expectations of requests, and stubs. An expectation lists how a request differs from it. A stub responds to the
//! requests that meet its expectation.
//!
//! This module changes no records, and neither authorizes requests nor builds responses. Records have no secrets,
//! so callers remove the secrets of an expectation before they compare.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::pointer;

use crate::world::request_log::{Entry, Message, RecordedBody};
use crate::world::teams::Team;

/// An expectation of a request. A property that is left out matches any value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Expectation {
    /// The identity of the operation.
    pub(crate) operation: Option<String>,
    pub(crate) method: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) team: Option<Team>,
    /// The status code of the response.
    pub(crate) status: Option<u16>,
    /// Query parameters that the request has, among others.
    pub(crate) query: BTreeMap<String, String>,
    /// Headers that the request has, among others; names match in any letter case.
    pub(crate) headers: BTreeMap<String, String>,
    /// A part of the body: an object has these properties among others, and any other value is equal.
    pub(crate) body: Option<Value>,
    /// The whole body.
    pub(crate) exact_body: Option<Value>,
}

impl Expectation {
    /// Describes each difference between a request and the expectation; empty if the request matches.
    pub(crate) fn differences(
        &self,
        entry: &Entry,
        query: &BTreeMap<String, String>,
        request: &Message,
    ) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |place: &str, expected: Option<String>, sent: Option<String>| {
            if let Some(expected) = expected.filter(|expected| sent.as_ref() != Some(expected)) {
                differences.push(difference(place, &expected, sent.as_deref()));
            }
        };
        let name = |team: &Team| team.name().to_owned();
        let status = (entry.status > 0).then(|| entry.status.to_string());
        compare("operation", self.operation.clone(), entry.operation.clone());
        compare(
            "method",
            self.method.as_deref().map(str::to_uppercase),
            Some(entry.method.clone()),
        );
        compare("path", self.path.clone(), Some(entry.path.clone()));
        compare("team", self.team.as_ref().map(name), entry.team.as_ref().map(name));
        compare("status", self.status.map(|status| status.to_string()), status);
        for (name, value) in &self.query {
            compare(&format!("query {name}"), Some(value.clone()), query.get(name).cloned());
        }
        for (name, value) in &self.headers {
            let sent = request.headers.get(&name.to_lowercase()).cloned();
            compare(&format!("header {name}"), Some(value.clone()), sent);
        }
        if self.body.is_some() || self.exact_body.is_some() {
            let sent = request.body.as_ref().and_then(RecordedBody::value);
            if let Some(expected) = &self.body {
                compare_values("body", expected, sent.as_ref(), false, &mut differences);
            }
            if let Some(expected) = &self.exact_body {
                compare_values("body", expected, sent.as_ref(), true, &mut differences);
            }
        }
        differences
    }
}

/// Adds the differences of a value that was sent. With `exactly`, unexpected properties are differences.
fn compare_values(
    place: &str,
    expected: &Value,
    sent: Option<&Value>,
    exactly: bool,
    differences: &mut Vec<String>,
) {
    match (expected, sent) {
        (Value::Object(expected), Some(Value::Object(sent))) => {
            for (name, value) in expected {
                let place = pointer::child(place, name);
                compare_values(&place, value, sent.get(name), exactly, differences);
            }
            if exactly {
                let others = sent.keys().filter(|name| !expected.contains_key(*name));
                differences.extend(
                    others.map(|name| format!("{}: not expected", pointer::child(place, name))),
                );
            }
        }
        (Value::Array(expected), Some(Value::Array(sent))) if expected.len() == sent.len() => {
            for (index, value) in expected.iter().enumerate() {
                let place = format!("{place}/{index}");
                compare_values(&place, value, sent.get(index), exactly, differences);
            }
        }
        (Value::Array(expected), Some(Value::Array(sent))) => {
            differences.push(format!(
                "{place}: {} items expected, {} sent",
                expected.len(),
                sent.len()
            ));
        }
        (expected, Some(sent)) if is_same(expected, sent) => {}
        (expected, sent) => {
            let sent = sent.map(ToString::to_string);
            differences.push(difference(place, &expected.to_string(), sent.as_deref()));
        }
    }
}

/// Returns whether two values are equal; `1` equals `1.0`.
fn is_same(left: &Value, right: &Value) -> bool {
    // As floating-point numbers, different integers beyond 2^53 may be equal.
    if is_integer(left) && is_integer(right) {
        return left == right;
    }
    let numbers = left.as_f64().zip(right.as_f64());
    left == right || numbers.is_some_and(|(left, right)| left.total_cmp(&right).is_eq())
}

fn is_integer(value: &Value) -> bool {
    value.is_i64() || value.is_u64()
}

fn difference(place: &str, expected: &str, sent: Option<&str>) -> String {
    match sent {
        Some(sent) => format!("{place}: `{expected}` expected, `{sent}` sent"),
        None => format!("{place}: `{expected}` expected, nothing sent"),
    }
}

/// A response that a test set in place of the operation's own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Stub {
    /// The identity of the error row that the response is built from.
    pub(crate) error: Option<String>,
    /// The status code; if there is only a body, the status code of a success.
    pub(crate) status: Option<u16>,
    /// Headers in addition to the usual ones.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Option<Value>,
    /// The delay of the response. A stub that sets nothing else delays the operation's own response.
    pub(crate) delay_milliseconds: u64,
    /// The requests that the stub applies to.
    pub(crate) when: Expectation,
    /// The number of requests that the stub applies to; 1 by default.
    pub(crate) times: Option<u32>,
    /// Whether the stub applies to any number of requests.
    pub(crate) always: bool,
    /// The number of requests that the stub has been used for.
    pub(crate) used: u32,
}

impl Stub {
    /// Returns whether the stub applies to further requests.
    fn is_left(&self) -> bool {
        self.always || self.used < self.times.unwrap_or(1)
    }
}

/// The stubs by operation, in the order in which they are tried.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Stubs(BTreeMap<String, Vec<Stub>>);

impl Stubs {
    pub(crate) fn set(&mut self, operation: &str, stubs: Vec<Stub>) {
        if stubs.is_empty() {
            self.0.remove(operation)
        } else {
            self.0.insert(operation.to_owned(), stubs)
        };
    }

    /// Uses the first stub of an operation that is not used up and matches the request.
    pub(crate) fn take(
        &mut self,
        operation: &str,
        is_for: impl Fn(&Expectation) -> bool,
    ) -> Option<Stub> {
        let stubs = self.0.get_mut(operation)?;
        let stub = stubs.iter_mut().find(|stub| stub.is_left() && is_for(&stub.when))?;
        stub.used = stub.used.saturating_add(1);
        Some(stub.clone())
    }

    pub(crate) fn has(&self, operation: &str) -> bool {
        self.0.contains_key(operation)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_are_compared_exactly_and_equal_their_fractions_of_zero() {
        const BEYOND: u64 = 1 << 53;
        let table = [
            (json!(1), json!(1.0), true),
            (json!(-1), json!(-1.0), true),
            (json!(1), json!(1.5), false),
            (json!(BEYOND), json!(BEYOND), true),
            (json!(BEYOND), json!(BEYOND + 1), false),
            (json!(u64::MAX), json!(u64::MAX - 1), false),
            (json!(i64::MIN), json!(i64::MIN + 1), false),
            (json!(-1), json!(u64::MAX), false),
        ];
        for (left, right, expected) in table {
            assert_eq!(is_same(&left, &right), expected, "{left} and {right}");
        }
    }
}
