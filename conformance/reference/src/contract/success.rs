//! The success response of an operation: its status code and envelope, as the contract shows them.
//!
//! This module does not decide what an operation returns.

use std::collections::HashSet;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Operation, Resource, ResourceEffect, Response};

use crate::contract::errors::{ContractError, flag, media_type, status};
use crate::contract::operation::notices;
use crate::contract::schema::{self, Properties};

/// The success response of an operation, ready to be filled.
#[derive(Debug)]
pub(crate) struct Success {
    pub(crate) status: StatusCode,
    pub(crate) media_type: HeaderValue,
    pub(crate) has_body: bool,
    /// The headers that the contract describes, with valid values.
    pub(crate) headers: Properties,
    /// The headers that announce the operation's deprecation.
    pub(crate) notices: Vec<(HeaderName, HeaderValue)>,
    envelope: Properties,
    /// The properties that the response type lists, if the contract shows the type.
    listed: Option<HashSet<String>>,
    resource: Option<ResponseBody>,
    /// A body that the contract allows, for operations that return no resource and have no behaviour.
    example: Option<Value>,
}

#[derive(Debug, Default)]
pub(crate) struct ServiceResult {
    /// Properties that are sent only if the contract lists them.
    pub(crate) shown: Properties,
    /// Properties that are sent even if the contract does not list them.
    pub(crate) beyond: Properties,
}

#[derive(Debug)]
struct ResponseBody {
    /// The property of the body that holds the resource; `None` if the resource is the body.
    property: Option<String>,
    listed: HashSet<String>,
}

/// Returns whether the response to an operation contains its resource, or several of them.
fn returns(resource: &Resource, shown: &Response) -> bool {
    match resource.effect {
        ResourceEffect::Starts | ResourceEffect::Cancels => false,
        ResourceEffect::Deletes | ResourceEffect::Uses => {
            resource.returned_in.is_some() || shown.type_name.as_ref() == Some(&resource.type_name)
        }
        ResourceEffect::Creates
        | ResourceEffect::Reads
        | ResourceEffect::Lists
        | ResourceEffect::Updates
        | ResourceEffect::Replaces => true,
    }
}

impl Success {
    /// Prepares the success response of an operation.
    ///
    /// # Errors
    /// The status code is outside the range of HTTP.
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
                // If the contract shows no status code, any success will do.
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
            example: shown
                .filter(|shown| operation.resource.as_ref().is_none_or(|it| !returns(it, shown)))
                .and_then(|shown| spec.sample_of(shown.type_name.as_ref()?, true)),
            resource: operation.resource.as_ref().map(|resource| ResponseBody {
                property: resource.returned_in.clone(),
                listed: schema::object_of(spec, &resource.type_name)
                    .into_iter()
                    .flat_map(|object| object.properties.keys().cloned())
                    .collect(),
            }),
        })
    }

    /// Returns the body with a resource. Properties that the resource's type does not list are left out.
    pub(crate) fn with_resource(&self, resource: Properties) -> Value {
        let resource = self.shown(resource);
        self.with(Value::Object(resource))
    }

    /// Returns the body with a list of resources, and with the cursor of the next page.
    pub(crate) fn with_resources(
        &self,
        resources: Vec<Properties>,
        next: Option<(String, Value)>,
    ) -> Value {
        let resources = resources.into_iter().map(|resource| Value::Object(self.shown(resource)));
        let mut body = self.with(resources.collect());
        if let (Some((name, value)), Some(members)) = (next, body.as_object_mut()) {
            members.insert(name, value);
        }
        body
    }

    /// Removes the properties that the resource's type does not list.
    fn shown(&self, mut resource: Properties) -> Properties {
        if let Some(returned) = &self.resource {
            resource.retain(|name, _| returned.listed.contains(name));
        }
        resource
    }

    fn with(&self, returned: Value) -> Value {
        let mut body = self.envelope.clone();
        let shown = |property| self.listed.as_ref().is_none_or(|names| names.contains(property));
        match self.resource.as_ref().map(|resource| resource.property.as_ref()) {
            Some(None) => return returned,
            Some(Some(property)) if shown(property) => {
                body.insert(property.clone(), returned);
            }
            Some(Some(_)) | None => {}
        }
        Value::Object(body)
    }

    /// Returns the body after a deletion, or after the start or the cancellation of a job. If the response returns
    /// no resource, the body is an example with the resource's values of the properties `names`.
    pub(crate) fn with_properties(&self, mut resource: Properties, names: &[&str]) -> Value {
        let Some(example) = &self.example else { return self.with_resource(resource) };
        let mut body = example.clone();
        if let Some(members) = body.as_object_mut() {
            members.extend(self.envelope.clone());
        }
        let place = self.resource.as_ref().and_then(|resource| resource.property.as_ref());
        let holder = match place {
            Some(property) => body.get_mut(property),
            None => Some(&mut body),
        };
        if let Some(members) = holder.and_then(Value::as_object_mut) {
            for name in names {
                if let (Some(shown), Some(value)) =
                    (members.get_mut(*name), resource.shift_remove(*name))
                {
                    *shown = value;
                }
            }
        }
        body
    }

    /// Returns the body of an operation that has neither a resource nor a behaviour.
    pub(crate) fn example(&self) -> Value {
        self.example.clone().unwrap_or_else(|| Value::Object(self.envelope.clone()))
    }

    pub(crate) fn with_result(&self, result: ServiceResult) -> Value {
        let mut body = self.envelope.clone();
        let shown = |name: &String| self.listed.as_ref().is_none_or(|names| names.contains(name));
        body.extend(result.shown.into_iter().filter(|(name, _)| shown(name)));
        body.extend(result.beyond);
        Value::Object(body)
    }
}
