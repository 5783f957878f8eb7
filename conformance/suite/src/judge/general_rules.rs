//! Judges what holds for every response, whatever its case tests: the media type, the shape of errors, the
//! pairing of status code and text, and the form of the header that says when to retry.

use serde_json::Value;
use webdata_cases::json::BYTE_ORDER_MARK;
use webdata_runtime::{Violation, Violations};
use webdata_spec::model::{ClauseId, JsonType, Level, NOT_MODIFIED, Schema};
use webdata_spec::{ClauseIndex, Spec};

use super::excerpt::{MAX_PROCESSED_BYTES, rendered};
use super::{
    BODY, CONTENT_TYPE, HttpResponse, Judge, NOTHING, STATUS, announced_body, describe_undecoded,
    field, header_place, undecoded,
};
use crate::memory::json_cost;
use crate::outcome::Deviation;

/// The maximum number of reported deviations of one body; a correct server has none.
const MAX_DEVIATIONS: usize = 1000;

/// The maximum size of the reported values of one body, in bytes.
const MAX_RENDERED_BYTES: usize = 2 * MAX_PROCESSED_BYTES;

/// Replaces values beyond that size.
const UNRENDERED_VALUE: &str = "a value";

/// The status code of a response without content.
const NO_CONTENT: u16 = 204;

impl Judge<'_> {
    pub(super) fn general_deviations(
        &self,
        operation: Option<&str>,
        response: &HttpResponse,
    ) -> Vec<Deviation> {
        let mut deviations = Vec::new();
        if let Some(clause) = operation.and_then(|id| self.bodiless(id, response)) {
            let received = match response.body.len() {
                0 => forbidden_body(response),
                bytes => Some(format!("{bytes} bytes")),
            };
            deviations
                .extend(received.map(|received| Deviation::new(clause, BODY, "no body", received)));
            return deviations;
        }
        let is_open = |id| self.spec.operations.get(id).is_some_and(|it| it.response.is_none());
        // Where the contract shows no response, it may be a 204, which has no content (RFC 9110, section 15.3.5).
        if response.status == NO_CONTENT
            && response.body.is_empty()
            && operation.is_some_and(is_open)
        {
            deviations.extend(
                forbidden_body(response).map(|received| {
                    of_media_type(BODY, "no body, as the status code says", received)
                }),
            );
            return deviations;
        }
        // A proxy may redirect a request before it reaches the API, whose bodies the contract describes. Where a case
        // expects a response of the API, the status code deviates.
        if response.redirection().is_some() {
            return deviations;
        }
        deviations.extend(self.media_type(response));
        if let Some(coding) = undecoded(&response.headers) {
            deviations.push(of_media_type(
                "content-encoding",
                format!("a body in the content coding `{coding}`"),
                format!("a body that is {}", describe_undecoded(coding, &response.body)),
            ));
            return deviations;
        }
        match &response.json {
            None => deviations.push(of_media_type(BODY, "JSON", not_json(response))),
            Some(body) if !response.is_success() => {
                deviations.extend(self.error_deviations(operation, body));
                deviations.extend(self.pairing(response));
            }
            Some(_) => {}
        }
        deviations.extend(response.body.starts_with(BYTE_ORDER_MARK).then(|| {
            of_media_type(
                BODY,
                "JSON without a byte order mark (RFC 8259, section 8.1)",
                "a byte order mark before the JSON",
            )
        }));
        deviations.extend(response.ambiguous.as_ref().map(|place| {
            of_media_type(
                place.as_str(),
                "one value",
                "two properties of this name with different values",
            )
        }));
        deviations.extend(self.retry_header(response));
        deviations
    }

    /// Returns the clause that says that a response has no body, if there is one.
    fn bodiless(&self, operation: &str, response: &HttpResponse) -> Option<ClauseId> {
        let operation = self.spec.operations.get(operation)?;
        if response.status == NOT_MODIFIED && operation.condition.is_some() {
            return Some(operation.clause().child("condition"));
        }
        let response = operation.response.as_ref().filter(|_| response.is_success())?;
        response.type_name.is_none().then(|| operation.clause().child("response"))
    }

    fn media_type(&self, response: &HttpResponse) -> Option<Deviation> {
        let expected = &self.spec.service.media_type;
        let received = response.field(CONTENT_TYPE);
        // Parameters such as the charset are not part of the media type, which is case-insensitive.
        let is_expected = |value: &str| {
            let media_type = value.split(';').next().unwrap_or_default();
            media_type.trim().eq_ignore_ascii_case(expected)
        };
        let same = received.as_deref().is_some_and(|value| list_items(value).all(is_expected));
        let received = received.as_deref().unwrap_or(NOTHING);
        (!same).then(|| of_media_type(CONTENT_TYPE, expected.as_str(), received))
    }

    /// Returns a deviation if a text of the catalogue comes with a status code that the catalogue does not
    /// give it.
    fn pairing(&self, response: &HttpResponse) -> Option<Deviation> {
        let text = response.at("/error").and_then(Value::as_str)?;
        let rows: Vec<_> = self
            .spec
            .errors
            .values()
            .filter(|row| row.text.shown() == Some(text) && row.level == Level::Must)
            .collect();
        let row = rows.first()?;
        let paired = rows.iter().any(|row| row.status == response.status);
        (!paired).then(|| {
            Deviation::new(
                row.clause("status"),
                STATUS,
                format!("{}, the status of the error `{text}`", row.status),
                format!("{} with that error", response.status),
            )
        })
    }

    fn retry_header(&self, response: &HttpResponse) -> Option<Deviation> {
        let retry = self.spec.service.retry.as_ref()?;
        if response.status != retry.header_status {
            return None;
        }
        let value = response.field(&retry.header)?;
        let seconds = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        (!seconds).then(|| {
            Deviation::new(
                ClauseId::new("service.retry.header"),
                retry.header.to_lowercase(),
                "a whole number of seconds",
                value,
            )
        })
    }

    /// Returns the deviations of a success's body from the contract.
    pub(super) fn body_deviations(&self, operation: &str, body: &Value) -> Vec<Deviation> {
        let operation = self.spec.operations.get(operation);
        let type_name = operation.and_then(|operation| operation.response_type());
        type_name.map(|name| self.type_deviations(name, body)).unwrap_or_default()
    }

    pub(super) fn type_deviations(&self, type_name: &str, value: &Value) -> Vec<Deviation> {
        let interpreter = self.interpreter().with_long_integers();
        deviations(self.clauses, &interpreter.violations(type_name, value), value)
    }

    /// Returns the deviations of a success's headers from the contract.
    pub(super) fn header_deviations(
        &self,
        operation: &str,
        headers: &[(String, String)],
    ) -> Vec<Deviation> {
        let operation = self.spec.operations.get(operation);
        let response = operation.and_then(|operation| operation.response.as_ref());
        let type_name = response.and_then(|response| response.headers.as_ref());
        let Some((type_name, object)) =
            type_name.and_then(|name| Some((name, self.spec.object(name)?)))
        else {
            return Vec::new();
        };
        let members = object.properties.iter().filter_map(|(name, property)| {
            let values = headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
            let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
            Some((name.clone(), read(self.spec, &property.schema, &values)?))
        });
        let object = Value::Object(members.collect());
        let mut deviations = self.type_deviations(type_name, &object);
        for deviation in &mut deviations {
            deviation.place = header_place(deviation.place.trim_start_matches('/'));
        }
        deviations
    }

    /// Returns the deviations of an error's body from the contract. Errors without an operation are judged as
    /// those of the first operation.
    pub(super) fn error_deviations(&self, operation: Option<&str>, body: &Value) -> Vec<Deviation> {
        let operation = operation.and_then(|id| self.spec.operations.get(id));
        let operation = operation.or_else(|| self.spec.operations.values().next());
        let type_name = operation.map(|operation| operation.error_body.as_str());
        type_name.map(|name| self.type_deviations(name, body)).unwrap_or_default()
    }
}

/// Returns a deviation from the media type, or from what it implies for every body.
fn of_media_type(
    place: &str,
    expected: impl Into<String>,
    received: impl Into<String>,
) -> Deviation {
    Deviation::new(ClauseId::new("service.mediaType"), place, expected, received)
}

fn not_json(response: &HttpResponse) -> String {
    if response.body.is_empty() {
        let announced = forbidden_body(response).map(|header| format!(", although {header}"));
        return format!("no body{}", announced.unwrap_or_default());
    }
    match (json_cost(&response.body), std::str::from_utf8(&response.body)) {
        (Err(excess), _) => excess.to_string(),
        (Ok(Err(error)), _) => format!("a body that is not JSON: {error}"),
        (Ok(Ok(_)), Err(error)) => format!("a body that is not UTF-8: {error}"),
        // Unreachable: a body that is JSON is parsed.
        (Ok(Ok(_)), Ok(_)) => "a body that is not parsed".to_owned(),
    }
}

/// Returns the header that announces a body after a status code that has none: a client that reads the body does so in
/// place of the next response (RFC 9110, section 8.6). A 304 may have the length of the body that it leaves out.
fn forbidden_body(response: &HttpResponse) -> Option<String> {
    announced_body(&response.headers).filter(|_| response.status == NO_CONTENT)
}

/// Returns the items of a header, which commas separate outside of quotation marks.
fn list_items(value: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    value.split(move |character| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    })
}

/// Parses the values of a header by its schema; text that does not fit the schema stays a string.
fn read(spec: &Spec, schema: &Schema, values: &[&str]) -> Option<Value> {
    let schema = spec.resolve(schema);
    if let Some(items) = schema.items() {
        let parts = values.iter().flat_map(|value| value.split(',')).map(str::trim);
        return parts.map(|part| read(spec, items, &[part])).collect();
    }
    let value = field(values.iter().copied())?;
    let parsed = || serde_json::from_str::<Value>(&value).ok();
    let read = match schema.shape.json_type() {
        Some(JsonType::Integer | JsonType::Number) => parsed().filter(Value::is_number),
        Some(JsonType::Boolean) => parsed().filter(Value::is_boolean),
        _ => None,
    };
    Some(read.unwrap_or_else(|| value.into()))
}

/// Describes each violation: what the contract says about its place, and the value there. Clauses that the contract
/// leaves open or only suggests are not judged.
fn deviations(clauses: &ClauseIndex, violations: &Violations, body: &Value) -> Vec<Deviation> {
    // Values that contain each other would be reported many times.
    let mut rendered_bytes = 0;
    let deviation = |violation: &Violation| {
        let id = ClauseId::new(violation.clause.as_str());
        let clause = clauses.get(&id);
        if clause.is_some_and(|clause| clause.level != Level::Must) {
            return None;
        }
        let received = body.pointer(&violation.pointer);
        let expected =
            clause.map_or_else(|| violation.clause.to_string(), |clause| clause.statement.clone());
        let received = match received {
            Some(value) => {
                let value = if rendered_bytes < MAX_RENDERED_BYTES {
                    rendered(value)
                } else {
                    UNRENDERED_VALUE.to_owned()
                };
                rendered_bytes += value.len();
                format!("{value}, which {}", violation.message)
            }
            None => NOTHING.to_owned(),
        };
        Some(Deviation::new(id, violation.pointer.as_str(), expected, received))
    };
    violations.iter().take(MAX_DEVIATIONS).filter_map(deviation).collect()
}
