//! The responses of an operation: its success, and the rows of the error catalogue by status code.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::sample::{Extent, sample};
use super::view::View;
use crate::json_schema::{Dialect, JsonObject, keywords};
use crate::model::{
    ErrorRow, ErrorText, NOT_MODIFIED, Notice, Operation, Property, Response, RetryRules,
};

impl View<'_> {
    pub(super) fn responses(&self, operation: &Operation) -> Map<String, Value> {
        let mut responses = Map::new();
        let status = operation.response.as_ref().and_then(|response| response.status);
        let success = status.map_or("2XX".to_owned(), |status| status.to_string());
        responses.insert(success, self.success(operation));
        if let Some(header) = &operation.condition {
            responses.insert(NOT_MODIFIED.to_string(), not_modified(operation, header));
        }
        let mut by_status: BTreeMap<u16, Vec<(&ErrorRow, String)>> = BTreeMap::new();
        for (row, cause) in self.spec.operation_causes(operation) {
            by_status.entry(row.status).or_default().push((row, cause));
        }
        for (status, rows) in by_status {
            let response = self.error(status, &rows, &operation.error_body);
            responses.insert(status.to_string(), response);
        }
        responses
    }

    fn success(&self, operation: &Operation) -> Value {
        let Some(Response { type_name, headers, .. }) = &operation.response else {
            return json!({ "description": "A success. The contract does not show the response." });
        };
        let mut json = JsonObject::default();
        let named_type = type_name.as_ref().and_then(|name| self.spec.types.get(name));
        let doc = named_type.map_or("", |named_type| named_type.schema.doc.as_str());
        json.set(
            "description",
            match (doc, type_name) {
                (_, None) => "A success, without a body.",
                ("", Some(_)) => "A success.",
                (doc, Some(_)) => doc,
            },
        );
        let headers = headers.as_ref().and_then(|name| self.spec.object(name));
        let headers = headers.into_iter().flat_map(|object| &object.properties);
        let headers = headers.map(|(name, header)| (name.clone(), self.header(header)));
        let notices = operation
            .notices()
            .into_iter()
            .map(|header| (header.header.to_owned(), notice(&header)));
        json.set_filled("headers", headers.chain(notices).collect::<Map<String, Value>>());
        let content = type_name.as_ref().map(|name| self.content(self.body(name, Extent::Shown)));
        json.set_some("content", content);
        json.0.into()
    }

    fn header(&self, property: &Property) -> Value {
        let mut json = JsonObject::default();
        json.set_filled("description", self.spec.doc(&property.schema));
        json.set("required", property.required);
        json.set("schema", keywords(&property.schema, &self.dialect));
        json.0.into()
    }

    fn error(&self, status: u16, rows: &[(&ErrorRow, String)], body: &str) -> Value {
        let lines: Vec<String> = rows.iter().map(|(row, cause)| error_line(row, cause)).collect();
        let mut json = JsonObject::default();
        json.set("description", lines.join("\n"));
        let retry = self.spec.service.retry.as_ref();
        if let Some(retry) = retry.filter(|retry| retry.header_status == status) {
            json.set("headers", json!({ &retry.header: header(retry) }));
        }
        let mut shown = JsonObject::default();
        shown.set("schema", json!({ "$ref": self.dialect.reference(body) }));
        let examples: Map<String, Value> = rows
            .iter()
            .filter_map(|(row, cause)| Some((row.id.clone(), self.example(row, cause, body)?)))
            .collect();
        shown.set_filled("examples", examples);
        json.set("content", self.content(shown.0.into()));
        let ids: Vec<&str> = rows.iter().map(|(row, _)| row.id.as_str()).collect();
        json.set("x-errors", ids);
        json.0.into()
    }

    fn example(&self, row: &ErrorRow, cause: &str, body: &str) -> Option<Value> {
        let mut value = sample(self.spec, &self.spec.types.get(body)?.schema, Extent::Least)?;
        let cause_text = cause.trim_end_matches('.').to_owned();
        let (text, remark) = match &row.text {
            ErrorText::Exact(text) => (text, None),
            ErrorText::Free(text) => (text, Some("The service may send another message.")),
            ErrorText::Described(description) => {
                (description, Some("The service chooses the words of this message."))
            }
            ErrorText::NotShown => (&cause_text, Some("The contract does not show the message.")),
        };
        for (member, given) in [("error", Some(text)), ("code", row.code.as_ref())] {
            if let Some(given) = given.filter(|_| self.lists(body, member)) {
                value[member] = given.as_str().into();
            }
        }
        let mut json = JsonObject::default();
        json.set("summary", cause);
        json.set_some("description", remark);
        json.set("value", value);
        Some(json.0.into())
    }

    /// Returns whether a type is an object with a property.
    fn lists(&self, type_name: &str, property: &str) -> bool {
        self.spec.object(type_name).is_some_and(|object| object.properties.contains_key(property))
    }
}

/// Returns one row as a line for people, because tools hide the `x-` facts.
fn error_line(row: &ErrorRow, cause: &str) -> String {
    let text = match &row.text {
        ErrorText::Exact(text) => format!("`{text}`"),
        ErrorText::Free(text) => format!("`{text}` or another message"),
        ErrorText::Described(description) => format!("A message that says that {description}"),
        ErrorText::NotShown => "A message that the contract does not show".to_owned(),
    };
    let code = row.code.iter().map(|code| format!(", with the code `{code}`"));
    let retry = row.retry.phrase();
    format!("- {text}{}: {} ({retry}).", code.collect::<String>(), cause.trim_end_matches('.'))
}

/// Returns the response to a read of a version that the client already has.
fn not_modified(operation: &Operation, condition: &str) -> Value {
    let name =
        operation.resource.as_ref().map_or("resource", |resource| resource.type_name.as_str());
    json!({ "description": format!("The {name} still has the version in `{condition}`. No body.") })
}

fn notice(notice: &Notice) -> Value {
    json!({
        "required": true,
        "schema": { "type": "string", "const": notice.value },
        "x-clause": notice.clause.as_str(),
    })
}

fn header(retry: &RetryRules) -> Value {
    json!({
        "description": "The number of seconds to wait before the request is repeated, if the service knows it.",
        "schema": { "type": "integer", "minimum": 0 },
        "example": retry.cap_seconds,
        "x-clause": "service.retry.header",
        "x-level": retry.header_level,
    })
}
