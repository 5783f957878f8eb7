//! The response of an operation that succeeds: its status code and envelope, as the contract shows
//! them.
//!
//! It must not decide what an operation returns.

use std::collections::HashSet;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::Operation;

use super::conditional::notices;
use super::error::ContractError;
use super::row::{flag, media_type, status};
use super::schema::{self, Properties};

/// The response of an operation when all is well, ready to be filled.
#[derive(Debug)]
pub(crate) struct Success {
    pub(crate) status: StatusCode,
    pub(crate) media_type: HeaderValue,
    /// Whether the response has a body.
    pub(crate) has_body: bool,
    /// The headers that the contract describes, with good values.
    pub(crate) headers: Properties,
    /// The headers that say that the operation is deprecated.
    pub(crate) notices: Vec<(HeaderName, HeaderValue)>,
    envelope: Properties,
    /// The members that the type of the response lists, where the contract shows one.
    listed: Option<HashSet<String>>,
    resource: Option<Returned>,
}

/// What a service found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Members that the contract knows, where it shows the response at all.
    pub(crate) shown: Properties,
    /// Members that are the server's own.
    pub(crate) beyond: Properties,
}

#[derive(Debug)]
struct Returned {
    /// The property of the body that it stands in; none where it is the body.
    property: Option<String>,
    listed: HashSet<String>,
}

impl Success {
    /// Prepares the response of an operation.
    ///
    /// # Errors
    /// When the contract gives it a status that HTTP does not have.
    pub(super) fn from_spec(spec: &Spec, operation: &Operation) -> Result<Self, ContractError> {
        let shown = operation.response.as_ref();
        let envelope = shown.and_then(|shown| schema::object_of(spec, shown.type_name.as_ref()?));
        let listed = envelope.map(|object| object.properties.keys().cloned().collect());
        let envelope = envelope.into_iter().flat_map(|object| &object.properties);
        let envelope = envelope
            .filter_map(|(name, property)| Some((name.clone(), flag(property, true)?)))
            .collect();
        let place = operation.clause().child("response");
        Ok(Self {
            status: match shown.and_then(|shown| shown.status) {
                Some(number) => status(number, place.as_str())?,
                // Any success will do where the contract shows none.
                None => StatusCode::OK,
            },
            media_type: media_type(spec)?,
            notices: notices(operation)?,
            has_body: shown.is_none_or(|shown| shown.type_name.is_some()),
            headers: shown
                .and_then(|shown| spec.sample_of(shown.headers.as_ref()?, true))
                .and_then(|sample| sample.as_object().cloned())
                .unwrap_or_default(),
            envelope,
            listed,
            resource: operation.resource.as_ref().map(|resource| Returned {
                property: resource.returned_in.clone(),
                listed: schema::object_of(spec, &resource.type_name)
                    .into_iter()
                    .flat_map(|object| object.properties.keys().cloned())
                    .collect(),
            }),
        })
    }

    /// The body, with the resource in its place, where it has one: as much of it as its type
    /// lists.
    pub(crate) fn with_resource(&self, resource: Properties) -> Value {
        let resource = self.shown(resource);
        self.with(Value::Object(resource))
    }

    /// The body, with resources in their place, and with what names the next page.
    pub(crate) fn with_resources(
        &self,
        resources: Vec<Properties>,
        next: Option<(String, Value)>,
    ) -> Value {
        let resources = resources.into_iter().map(|own| Value::Object(self.shown(own)));
        let mut body = self.with(resources.collect());
        if let (Some((name, value)), Some(members)) = (next, body.as_object_mut()) {
            members.insert(name, value);
        }
        body
    }

    /// A resource as far as its type lists it.
    fn shown(&self, mut resource: Properties) -> Properties {
        if let Some(returned) = &self.resource {
            resource.retain(|name, _| returned.listed.contains(name));
        }
        resource
    }

    fn with(&self, returned: Value) -> Value {
        let mut body = self.envelope.clone();
        let shown = |property| self.listed.as_ref().is_none_or(|names| names.contains(property));
        match self.resource.as_ref().map(|own| own.property.as_ref()) {
            Some(None) => return returned,
            Some(Some(property)) if shown(property) => {
                body.insert(property.clone(), returned);
            }
            Some(Some(_)) | None => {}
        }
        Value::Object(body)
    }

    /// The body of a service's response: of what it found, as much as the type of the response lists,
    /// and what it says beyond the contract.
    pub(crate) fn with_found(&self, found: Found) -> Value {
        let mut body = self.envelope.clone();
        let shown = |name: &String| self.listed.as_ref().is_none_or(|names| names.contains(name));
        body.extend(found.shown.into_iter().filter(|(name, _)| shown(name)));
        body.extend(found.beyond);
        Value::Object(body)
    }
}
