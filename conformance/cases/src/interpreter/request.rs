//! Judges whole requests: query, headers and body.

use serde_json::Value;
use webdata_runtime::{Violation, Violations};
use webdata_spec::model::ClauseId;

use super::Interpreter;
use crate::case::Request;

/// A part of a request that has a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestPart {
    /// The parameters in the query of the URL.
    Query,
    /// The headers.
    Headers,
    /// The JSON body.
    Body,
}

impl RequestPart {
    /// Returns the name of the part in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Headers => "headers",
            Self::Body => "body",
        }
    }
}

impl Interpreter<'_> {
    /// Returns the clauses that a request breaks, each once: its query, its headers and its body, on its own and as
    /// an update of `stored`.
    #[must_use]
    pub fn broken_clauses(self, request: &Request, stored: Option<&Value>) -> Vec<ClauseId> {
        let mut broken = Vec::new();
        for (_, violation) in self.request_violations(request, stored) {
            let clause = ClauseId::new(violation.clause);
            if !broken.contains(&clause) {
                broken.push(clause);
            }
        }
        broken
    }

    /// Returns the violations of [`Self::broken_clauses`], each with the part of the request that has it.
    #[must_use]
    pub fn request_violations(
        self,
        request: &Request,
        stored: Option<&Value>,
    ) -> Vec<(RequestPart, Violation)> {
        let operation = request.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let Some(operation) = operation else { return Vec::new() };
        let mut all = Vec::new();
        let mut add = |part, violations: Violations| {
            all.extend(violations.into_iter().map(|violation| (part, violation)));
        };
        let parameters = [
            (RequestPart::Query, &operation.query, &request.query),
            (RequestPart::Headers, &operation.headers, &request.headers),
        ];
        for (part, type_name, sent) in parameters {
            if let Some(type_name) = type_name {
                add(part, self.violations(type_name, &Value::Object(sent.clone())));
            }
        }
        let Some(body) = request.body.as_json() else { return all };
        if let Some(type_name) = &operation.request {
            add(RequestPart::Body, self.violations(type_name, body));
        }
        let stored = stored.unwrap_or(&Value::Null);
        add(RequestPart::Body, self.violations_after_update(operation, body, stored));
        all
    }
}
