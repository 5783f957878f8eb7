//! Steps of cases for one operation: requests, and what is expected of their answers.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::model::{ClauseId, EffectKind, ErrorRow, Parameter, Shape};

use super::OperationContext;
use crate::case::{
    Argument, Authorization, Body, Endpoint, Expect, Expected, KeyName, Member, Purpose, Request,
    Step,
};
use crate::derive::values::returned::{comparable, defaults};
use crate::derive::values::samples::Extent;

impl<'s> OperationContext<'s> {
    /// The request that calls the operation with a valid key on the first fixture, if it works on a
    /// stored resource.
    pub(in crate::derive) fn request(&self, body: Body) -> Request {
        let operation = self.operation;
        let parameter = |(name, parameter): (&String, &'s Parameter)| {
            let names_resource =
                operation.resource.as_ref().is_some_and(|resource| resource.identified_by == *name);
            let argument = if names_resource {
                Argument::Fixture { index: 0 }
            } else {
                let sample = self.samples.value(&parameter.schema, Extent::Least);
                Argument::Text(sample.as_str().unwrap_or_default().to_owned())
            };
            (name.clone(), argument)
        };
        Request {
            operation: Some(operation.id.clone()),
            endpoint: operation.endpoint.as_ref().map(|endpoint| Endpoint {
                method: endpoint.method.clone(),
                path: format!("{}{}", self.spec.service.base_path, endpoint.path),
            }),
            parameters: operation.parameters.iter().map(parameter).collect::<IndexMap<_, _>>(),
            authorization: self
                .scheme()
                .map(|scheme| Authorization::with_key(scheme, KeyName::Valid)),
            media_type: self.spec.service.media_type.clone(),
            body,
            provoke: None,
            circumstance: None,
            is_trigger: false,
        }
    }

    /// A request that nothing but a key can be wrong with. What an operation without a stored
    /// resource needs for that, the contract does not show, and a target knows.
    pub(in crate::derive) fn well_formed(&self) -> Request {
        let body = match self.operation.request {
            Some(_) => Body::Json(self.baseline()),
            None => Body::None,
        };
        let circumstance = self.operation.resource.is_none().then(|| self.operation.clause());
        Request { circumstance, ..self.request(body) }
    }

    /// A request that meets the circumstance of a clause, in the way that a target knows.
    pub(in crate::derive) fn in_circumstance(&self, clause: &ClauseId) -> Request {
        Request { circumstance: Some(clause.clone()), ..self.well_formed() }
    }

    /// The status of a success, where the contract shows one.
    fn status(&self) -> Option<u16> {
        self.operation.response.as_ref().and_then(|response| response.status)
    }

    /// A success with these members in the answer.
    fn success(&self, members: Vec<Member>) -> Expect {
        Expect::Success { status: self.status(), members, refusal: None }
    }

    /// A step that brings the resource into a known state.
    pub(in crate::derive) fn arrange(&self, body: Value) -> Step {
        Step::new(Purpose::Arrange, self.request(Body::Json(body)), self.success(Vec::new()))
    }

    /// A step in which nothing is wrong, with these members in the answer.
    pub(in crate::derive) fn succeeds(&self, members: Vec<Member>) -> Step {
        Step::new(Purpose::Act, self.well_formed(), self.success(members))
    }

    /// A step that must succeed, with these members in the answer.
    pub(in crate::derive) fn accepted(
        &self,
        purpose: Purpose,
        body: Value,
        members: Vec<Member>,
    ) -> Step {
        Step::new(purpose, self.request(Body::Json(body)), self.success(members))
    }

    /// A step that must be refused with an error.
    pub(in crate::derive) fn refused(&self, request: Request, error: &str) -> Option<Step> {
        let row = self.spec.errors.get(error)?;
        Some(Step::new(Purpose::Act, request, expect_error(row)))
    }

    /// The members of the answer that show what a body stored.
    pub(in crate::derive) fn echo(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let stored = self.stored_properties().into_iter().filter_map(|(name, schema)| {
            let value = comparable(self.schemas, schema, body.get(name)?)?;
            let value = self.as_returned(name, &value)?;
            let omissible = defaults(self.schemas, schema, &value);
            let member = self.member(name, Expected::Equal(value), clause.child(name))?;
            Some(Member { omissible, ..member })
        });
        stored.collect()
    }

    /// The members of the answer in which the resource says otherwise what a body gave, as a phrase
    /// comes back as a cron expression: they are not what the first step stored.
    pub(in crate::derive) fn replaced(&self, body: &Value) -> Vec<Member> {
        let Some((clause, _)) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let mut found = Vec::new();
        for (name, schema) in self.stored_properties() {
            let Some((sent, object)) = body.get(name).zip(self.schemas.object(schema)) else {
                continue;
            };
            if object.exactly_one.is_empty() || self.as_returned(name, sent).is_some() {
                continue;
            }
            let stored = self.baseline();
            let returned = object.exactly_one.iter().filter(|one| {
                self.as_returned(name, &stored[name]).is_some_and(|value| value.get(one).is_some())
            });
            for one in returned {
                let member = self.member(name, Expected::OtherThanStep(0), clause.child(name));
                found.extend(member.map(|member| Member {
                    pointer: format!("{}/{one}", member.pointer),
                    ..member
                }));
            }
        }
        found
    }

    /// A property of the resource in the answer, and what must stand there.
    pub(in crate::derive) fn member(
        &self,
        name: &str,
        value: Expected,
        clause: ClauseId,
    ) -> Option<Member> {
        let (resource, _) = self.resource()?;
        let pointer = format!("/{}/{name}", resource.returned_in);
        Some(Member::new(pointer, value, clause))
    }

    /// A stored property's value as the resource returns it; members that the resource does not
    /// have are left out, and nothing is expected where nothing remains.
    pub(in crate::derive) fn as_returned(&self, name: &str, value: &Value) -> Option<Value> {
        let (_, resource) = self.resource()?;
        let schema = self.schemas.resolve(&resource.properties.get(name)?.schema);
        match (&schema.shape, value) {
            (Shape::Object(object), Value::Object(members)) => {
                let listed = |(name, _): &(&String, &Value)| object.properties.contains_key(*name);
                let kept = members.iter().filter(listed);
                let kept: Map<String, Value> = kept.map(|(k, v)| (k.clone(), v.clone())).collect();
                (!kept.is_empty()).then_some(Value::Object(kept))
            }
            _ => Some(value.clone()),
        }
    }
}

/// The expectation of a row of the error catalogue.
pub(in crate::derive) fn expect_error(row: &ErrorRow) -> Expect {
    Expect::Error {
        id: row.id.clone(),
        status: row.status,
        text: row.text.clone(),
        code: row.code.clone(),
        header: None,
    }
}
