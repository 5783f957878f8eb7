//! Operations, which become paths if the contract shows how they are called, their responses, and webhooks.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::json_schema::{Dialect, JsonObject, keywords};
use crate::model::{
    Channel, Endpoint, ErrorRow, ErrorText, Event, Level, NOT_MODIFIED, Notice, Operation, Order,
    Property, Response, RetryRules, Schema, Sorting, Transport,
};
use crate::open_api::schemas::{Extent, sample};
use crate::open_api::{View, stated};
use crate::prose::capitalized;

/// The remark about an operation whose path is the choice of one server.
const BOUND: &str =
    "The contract leaves the method and the path open. This server chose the ones shown here.";

/// The methods that a path item of OpenAPI 3.1 has a key for.
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

impl View<'_> {
    pub(super) fn paths(&self) -> Map<String, Value> {
        let mut paths = Map::new();
        for operation in self.spec.operations.values() {
            let Some(Endpoint { method, path }) = expressible_endpoint(operation) else { continue };
            let path = format!("{}{path}", self.spec.service.base_path);
            let item = paths.entry(path).or_insert_with(|| json!({}));
            item[method.to_ascii_lowercase()] = self.operation(operation).into();
        }
        paths
    }

    /// Returns operations without a shown endpoint, and operations whose method OpenAPI has no key for.
    pub(super) fn unbound_operations(&self) -> Map<String, Value> {
        let operations = self.spec.operations.iter();
        let unbound = operations.filter(|(_, operation)| expressible_endpoint(operation).is_none());
        let described = unbound.map(|(id, operation)| {
            let mut json = self.operation(operation);
            if let Some(Endpoint { method, path }) = &operation.endpoint {
                json.insert("method".to_owned(), method.as_str().into());
                let path = format!("{}{path}", self.spec.service.base_path);
                json.insert("path".to_owned(), path.into());
            }
            (id.clone(), json.into())
        });
        described.collect()
    }

    fn operation(&self, operation: &Operation) -> Map<String, Value> {
        let mut json = JsonObject::default();
        json.set("operationId", operation.id.as_str());
        json.set("tags", json!([self.tag(operation)]));
        let summary = operation.summary.as_deref();
        json.set("summary", summary.unwrap_or_else(|| first_sentence(&operation.doc)));
        json.set("description", self.description(operation));
        json.set_some("deprecated", operation.deprecated.as_ref().map(|_| true));
        let security: Vec<Value> =
            operation.authentication.iter().map(|id| json!({ id.as_str(): [] })).collect();
        json.set("security", security);
        let parameters = operation.parameters.values();
        let parameters = parameters
            .map(|parameter| self.parameter(&parameter.name, "path", true, &parameter.schema));
        let query = self.parameters_of(operation.query.as_ref(), "query");
        let headers = self.parameters_of(operation.headers.as_ref(), "header");
        json.set_filled("parameters", parameters.chain(query).chain(headers).collect::<Vec<_>>());
        json.set_some("x-query", operation.query.as_deref());
        json.set_some("x-headers", operation.headers.as_deref());
        if let Some(request) = &operation.request {
            let mut body = self.body(request, Extent::Minimal);
            let required = operation.request_required;
            let content = match self.encoding(operation) {
                Some(encoding) => {
                    body["encoding"] = encoding;
                    json!({ operation.request_media_type.name(): body })
                }
                None => self.content(body),
            };
            json.set("requestBody", json!({ "required": required, "content": content }));
        }
        json.set("responses", self.responses(operation));
        json.set_some("x-resource", operation.resource.as_ref().map(stated));
        let condition = operation.condition.as_ref();
        json.set_some("x-precondition", operation.precondition.as_ref().map(stated));
        json.set_some("x-condition", condition.map(|header| json!({ "header": header })));
        json.set_some("x-idempotency", operation.idempotency.as_ref().map(stated));
        json.set_some("x-pagination", operation.pagination.as_ref().map(stated));
        json.set_some("x-order", operation.order.as_ref().map(order));
        json.set_filled("x-effects", json!(operation.effects));
        json.set_filled("x-refusals", json!(operation.refusals));
        json.set_filled("x-situations", json!(operation.situations));
        json.set_filled("x-behaviour", json!(operation.behaviour));
        json.set("x-clause", operation.clause().as_str());
        json.set("x-level", operation.level.to_string());
        json.set_filled("x-source", operation.source.as_str());
        json.0
    }

    /// Returns the media type of each part of a multipart body.
    fn encoding(&self, operation: &Operation) -> Option<Value> {
        let parts = self.spec.parts(operation)?.into_iter();
        let parts = parts
            .map(|(name, part)| (name.to_owned(), json!({ "contentType": part.media_type() })));
        Some(Value::Object(parts.collect()))
    }

    /// Returns the description for people, which repeats `x-` facts because tools hide them.
    fn description(&self, operation: &Operation) -> String {
        let promises = self.spec.promises(operation);
        let promises: Vec<String> =
            promises.iter().map(|(_, statement)| sentence(statement)).collect();
        let effects = operation.effects.iter().map(|effect| effect.doc.as_str());
        let refusals = operation.refusals.iter().map(|refusal| refusal.doc.as_str());
        let behaviour = operation.behaviour.values().map(String::as_str);
        let points = promises.iter().map(String::as_str).chain(effects).chain(refusals);
        let bound = self.bound.contains_key(&operation.id).then_some(BOUND);
        let points: String = points
            .chain(behaviour)
            .chain(bound)
            .map(|statement| format!("\n- {statement}"))
            .collect();
        let deprecated =
            operation.deprecated.as_ref().map(|deprecation| format!(" {}", deprecation.sentence()));
        let doc = format!("{}{}", operation.doc, deprecated.unwrap_or_default());
        if points.is_empty() { doc } else { format!("{doc}\n{points}") }
    }

    /// Returns the properties of a type as parameters. Lists are in OpenAPI's default style: a query repeats
    /// the name, a header has commas.
    fn parameters_of<'v>(
        &'v self,
        type_name: Option<&String>,
        place: &'v str,
    ) -> impl Iterator<Item = Value> + 'v {
        let object = type_name.and_then(|name| self.spec.object(name));
        let properties = object.into_iter().flat_map(|object| &object.properties);
        properties.map(move |(name, property)| {
            self.parameter(name, place, property.required, &property.schema)
        })
    }

    fn parameter(&self, name: &str, place: &str, required: bool, schema: &Schema) -> Value {
        let mut json = JsonObject::default();
        json.set("name", name);
        json.set("in", place);
        json.set("required", required);
        json.set_filled("description", self.spec.doc(schema));
        json.set_some("deprecated", schema.deprecated.as_ref().map(|_| true));
        json.set("schema", keywords(schema, &self.dialect));
        // Tools send examples without being asked. An optional parameter has an example only if the contract
        // states one.
        let example = (required || !schema.examples.is_empty())
            .then(|| sample(self.spec, schema, Extent::Minimal));
        json.set_some("example", example.flatten());
        json.0.into()
    }

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
        let mut value = sample(self.spec, &self.spec.types.get(body)?.schema, Extent::Minimal)?;
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

    /// Returns a webhook for each event. A channel without named events is one webhook.
    pub(super) fn webhooks(&self) -> Map<String, Value> {
        let mut webhooks = Map::new();
        let channels = self.spec.channels.values();
        for channel in channels.filter(|channel| channel.transport == Transport::Webhook) {
            if channel.events.is_empty() {
                webhooks.insert(channel.id.clone(), self.webhook(channel, None));
            }
            for (name, event) in &channel.events {
                // Two channels may report the same event.
                let taken = webhooks.contains_key(name);
                let key = if taken { format!("{}.{name}", channel.id) } else { name.clone() };
                webhooks.insert(key, self.webhook(channel, Some(event)));
            }
        }
        webhooks
    }

    /// Returns one webhook. The contract never shows its method and its response, but OpenAPI demands both.
    fn webhook(&self, channel: &Channel, event: Option<&Event>) -> Value {
        let carried = event.and_then(|event| event.carries.as_ref());
        let schema = match carried {
            Some(name) => json!({ "$ref": self.dialect.reference(name) }),
            None => json!({
                "type": "object",
                "description": "The contract does not show the payload.",
                "additionalProperties": true,
            }),
        };
        let doc = event.map_or(&channel.doc, |event| &event.doc);
        let clause = channel.clause();
        let clause = event.map_or(clause.clone(), |event| clause.child(&event.name));
        let mut json = JsonObject::default();
        json.set("operationId", operation_id(clause.as_str()));
        json.set("summary", first_sentence(doc));
        json.set("description", channel.doc.as_str());
        // The contract does not show how a subscriber authenticates the service.
        json.set("security", json!([]));
        json.set("requestBody", json!({ "content": self.content(json!({ "schema": schema })) }));
        let description = "The contract shows neither the method of the request nor the response of the subscriber.";
        json.set("responses", json!({ "default": { "description": description } }));
        json.set("x-channel", channel.id.as_str());
        json.set("x-clause", clause.as_str());
        json.set("x-level", channel.level.to_string());
        json!({ "post": json.0 })
    }

    /// Returns every channel, of any transport.
    pub(super) fn channels(&self) -> Map<String, Value> {
        let channels = self.spec.channels.iter();
        channels.map(|(id, channel)| (id.clone(), fact(channel))).collect()
    }
}

fn expressible_endpoint(operation: &Operation) -> Option<&Endpoint> {
    operation.endpoint.as_ref().filter(|endpoint| METHODS.contains(&endpoint.method.as_str()))
}

pub(super) fn first_sentence(doc: &str) -> &str {
    let sentence = doc.split_once(". ").map_or(doc, |(sentence, _)| sentence);
    sentence.trim_end_matches('.')
}

/// Returns the statement of a clause as a sentence.
fn sentence(statement: &str) -> String {
    format!("{}.", capitalized(statement))
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
    let mut json = json!({
        "description": "The number of seconds to wait before the request is repeated, if the service knows it.",
        "schema": { "type": "integer", "minimum": 0 },
        "example": retry.cap_seconds,
        "x-clause": "service.retry.header",
        "x-level": retry.header_level,
    });
    if retry.header_level == Level::Must {
        json["required"] = true.into();
    }
    json
}

/// Returns an identity for a webhook that no operation has. It comes from the clause: `noticesBookAdded` for
/// `notices.book-added`.
fn operation_id(clause: &str) -> String {
    let steps = clause.split(['.', '-', '_']).skip(1).filter(|step| !step.is_empty());
    steps
        .enumerate()
        .map(|(at, step)| if at == 0 { step.to_owned() } else { capitalized(step) })
        .collect()
}

fn fact(channel: &Channel) -> Value {
    let events: Map<String, Value> = channel
        .events
        .iter()
        .map(|(name, event)| {
            let mut json = JsonObject::default();
            json.set("doc", event.doc.as_str());
            json.set_some("carries", event.carries.as_deref());
            json.set("clause", channel.clause().child(name).as_str());
            (name.clone(), json.0.into())
        })
        .collect();
    let mut json = JsonObject::default();
    json.set("doc", channel.doc.as_str());
    json.set("transport", json!(channel.transport));
    json.set_some("type", channel.type_name.as_deref());
    json.set_some("operation", channel.operation.as_deref());
    json.set_filled("events", events);
    json.set_filled("behaviour", json!(channel.behaviour));
    json.set("clause", channel.clause().as_str());
    json.set("level", channel.level.to_string());
    json.set_filled("source", channel.source.as_str());
    json.0.into()
}

fn order(order: &Order) -> Value {
    let mut json = JsonObject::default();
    match order {
        Order::By(Sorting { property, direction }) => {
            json.set("by", property.as_str());
            json.set("direction", direction.name());
        }
        Order::Chosen(parameter) => json.set("parameter", parameter.as_str()),
    }
    json.0.into()
}
