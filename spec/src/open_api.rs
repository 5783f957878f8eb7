//! The view of the whole contract as OpenAPI 3.1.
//!
//! What OpenAPI has no word for stands under `x-` keys, in the words of the spec language. Nothing
//! is said that the contract does not say: an answer that is not shown is described as such.

mod dialect;
mod events;
mod facts;
mod operations;
mod responses;
mod sample;
mod service;
mod view;

use serde_json::{Map, Value, json};

use crate::json_schema::{Words, keywords};
use crate::model::{Authentication, Spec};
use dialect::OpenApi;
use view::View;

impl Spec {
    /// The contract as an OpenAPI 3.1 document.
    #[must_use]
    pub fn open_api(&self) -> Value {
        let view = View { spec: self, dialect: OpenApi { types: &self.types } };
        let mut document = Words::default();
        document.set("openapi", "3.1.0");
        document.set("info", view.info());
        document.set("servers", view.servers());
        document.set("paths", view.paths());
        document.set_filled("webhooks", view.webhooks());
        document.set("components", view.components());
        view.service_facts(&mut document);
        document.set_filled("x-unboundOperations", view.unbound_operations());
        document.0.into()
    }
}

impl View<'_> {
    fn info(&self) -> Value {
        let service = &self.spec.service;
        json!({
            "title": service.name,
            "version": service.version,
            "description": service.doc,
            "x-source": service.source,
        })
    }

    /// The contract shows no address, and the document must name one.
    fn servers(&self) -> Value {
        json!([{
            "url": format!("{{baseUrl}}{}", self.spec.service.base_path),
            "description": "Any server that keeps the contract.",
            "variables": {
                "baseUrl": {
                    "default": "https://api.example.com",
                    "description": "The address of the server, which the contract leaves open.",
                },
            },
        }])
    }

    fn components(&self) -> Value {
        let types = self.spec.types.iter();
        let schemas: Map<String, Value> = types
            .map(|(name, found)| {
                let mut words = keywords(&found.schema, &self.dialect);
                words.insert("x-source".to_owned(), found.schema.source.as_str().into());
                (name.clone(), words.into())
            })
            .collect();
        let schemes = self.spec.service.authentication.iter();
        let schemes: Map<String, Value> =
            schemes.map(|(id, scheme)| (id.clone(), security_scheme(scheme))).collect();
        let mut components = Words::default();
        components.set("schemas", schemas);
        components.set_filled("securitySchemes", schemes);
        components.0.into()
    }
}

/// OpenAPI's `http` schemes travel in `Authorization`; another header is a plain API key.
fn security_scheme(scheme: &Authentication) -> Value {
    let Authentication { scheme: word, header, .. } = scheme;
    let mut words = Words::default();
    if header.eq_ignore_ascii_case("authorization") {
        words.set("type", "http");
        words.set("scheme", word.to_ascii_lowercase());
    } else {
        words.set("type", "apiKey");
        words.set("in", "header");
        words.set("name", header.as_str());
    }
    words.set("description", format!("Each request has the header `{header}: {word} <key>`."));
    words.set("x-rejected", scheme.rejected.as_str());
    words.set("x-forbidden", scheme.forbidden.as_str());
    words.set_filled("x-behaviour", facts::behaviour(&scheme.behaviour));
    words.set("x-clause", format!("authentication.{}", scheme.id));
    words.set("x-level", scheme.level.to_string());
    words.set("x-source", scheme.source.as_str());
    words.0.into()
}
