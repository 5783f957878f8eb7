//! Finds the other operations that create, store and read the resource of an operation. Cases create a
//! resource where they can, so that they need no fixture, and read it to check what is stored.

use webdata_spec::model::{ClauseId, Operation, Resource, ResourceEffect};

use super::pages::large_page;
use super::{Input, OperationContext};
use crate::case::{Argument, Expect, Expected, Identity, Member, Pages, Purpose, Request, Step};
use crate::derive::fixtures_of;

/// The other operations on the resource of an operation.
#[derive(Default)]
pub(crate) struct RelatedOperations {
    /// The step that creates a resource, and the place of the identity in its response.
    creation: Option<(Step, String)>,
    reading: Option<ReadMethod>,
}

/// How a case reads a resource: with an operation that reads it, or by searching a list.
#[derive(Clone)]
struct ReadMethod {
    request: Request,
    resource: Resource,
    expect: Expect,
    /// The clause that requires the resource to be in the list, if the case searches a list.
    listed: Option<ClauseId>,
}

impl ReadMethod {
    fn new(other: &OperationContext<'_>, resource: &Resource) -> Self {
        let request = Request { circumstance: None, ..other.valid_request() };
        let expect = other.success(Vec::new());
        Self { request, resource: resource.clone(), expect, listed: None }
    }

    /// Returns how to find a resource in a list, with large pages.
    fn in_list(other: &OperationContext<'_>, resource: &Resource) -> Self {
        let mut members = Self::new(other, resource);
        members.request.pages = Some(Pages::from_operation(other.operation));
        members.request.query.extend(large_page(other));
        members.listed = Some(other.operation.clause().child(resource.effect.name()));
        members
    }

    /// Returns the place of the resource in the response, as a JSON Pointer (RFC 6901).
    fn pointer(&self) -> String {
        let item = if self.listed.is_some() { "/0" } else { "" };
        format!("{}{item}", self.resource.pointer())
    }
}

impl RelatedOperations {
    pub(super) fn new(context: &OperationContext<'_>) -> Self {
        let Some(resource) = &context.operation.resource else { return Self::default() };
        let find = |effect| {
            let operation = context.spec.operation_with_effect(effect, &resource.type_name)?;
            let other = OperationContext::without_places(context.spec, operation, Input::Body);
            Some((other, operation.resource.as_ref()?))
        };
        let creation = find(ResourceEffect::Creates)
            .map(|(other, resource)| (other.arrange(other.baseline()), identity_pointer(resource)));
        let start = || find(ResourceEffect::Starts);
        let started = start().map(|(other, resource)| {
            let step = Step { purpose: Purpose::Arrange, ..other.succeeds(Vec::new()) };
            (step, identity_pointer(resource))
        });
        let creation = creation.or(started);
        let reading = find(ResourceEffect::Reads);
        let reading = reading.map(|(other, resource)| ReadMethod::new(&other, resource));
        let list = || find(ResourceEffect::Lists);
        let in_list = || list().map(|(other, resource)| ReadMethod::in_list(&other, resource));
        Self { creation, reading: reading.or_else(in_list) }
    }

    /// Returns whether the contract has an operation that reads or lists the resource.
    pub(crate) fn is_readable(&self) -> bool {
        self.reading.is_some()
    }

    /// Returns the response header in which the operation that reads the resource states its version.
    pub(crate) fn version_header(&self) -> Option<&str> {
        self.reading.as_ref()?.resource.version.as_deref()
    }

    /// Returns the place of the resource in the response of a reading step, as a JSON Pointer (RFC 6901).
    pub(crate) fn read_pointer(&self) -> Option<String> {
        self.reading.as_ref().map(ReadMethod::pointer)
    }

    /// Returns a step that reads a resource and expects these values.
    pub(crate) fn read(&self, of: Argument, members: Vec<Member>) -> Option<Step> {
        let reading = self.reading.clone()?;
        let pointer = reading.pointer();
        let ReadMethod { mut request, resource, mut expect, listed } = reading;
        expect.extend(members);
        if let Some(clause) = listed {
            // A resource that is missing from the list fails this expectation.
            let identity = format!("{pointer}/{}", resource.identity);
            expect.extend([Member::new(identity, Expected::Present, clause)]);
            request.pages.as_mut()?.sought = Some(of);
        } else {
            request.parameters.insert(resource.identified_by?, of);
        }
        Some(Step::new(Purpose::Assert, request, expect))
    }

    /// Returns the step that creates a resource of the operation's type, if the contract has such an
    /// operation.
    pub(crate) fn creation(&self) -> Option<Step> {
        self.creation.as_ref().map(|(step, _)| step.clone())
    }

    /// Returns the argument for the identity of the resource that an earlier step creates.
    pub(crate) fn created_in(&self, step: usize) -> Option<Argument> {
        let (_, pointer) = self.creation.as_ref()?;
        Some(Argument::ResponseValue { step, pointer: pointer.clone() })
    }
}

impl<'s> OperationContext<'s> {
    /// Returns the operation that stores a resource of the operation's type and returns it. Creation is
    /// preferred to an operation that overwrites a fixture.
    pub(crate) fn storing_operation(&self) -> Option<&'s Operation> {
        let type_name = &self.operation.resource.as_ref()?.type_name;
        let effects = [ResourceEffect::Creates, ResourceEffect::Replaces, ResourceEffect::Updates];
        let find = |effect| self.spec.operation_with_effect(effect, type_name);
        let mut operations = effects.into_iter().filter_map(find);
        operations.find(|operation| operation.response_type().is_some())
    }

    /// Returns a step that puts the `index`th of several resources into a known state, and where its response has the
    /// identity of the resource. `step` is the position of the step in its case.
    pub(crate) fn known_resource(&self, index: usize, step: usize) -> Option<(Step, Identity)> {
        if let Some(creation) = self.related.creation() {
            return Some((creation, self.identity_in(step)?));
        }
        let operation =
            self.storing_operation().filter(|_| index < fixtures_of(self.spec, self.operation))?;
        let other = Self::without_places(self.spec, operation, Input::Body);
        let resource = operation.resource.as_ref()?;
        let stored = other.on_resource(&Argument::fixture(index), other.arrange(other.baseline()));
        let pointer = identity_pointer(resource);
        Some((stored, Identity { property: resource.identity.clone(), step, pointer }))
    }

    /// Returns the identity of the resource that an earlier step creates, for a search in a list.
    pub(crate) fn identity_in(&self, step: usize) -> Option<Identity> {
        let (resource, (_, pointer)) =
            (self.operation.resource.as_ref()?, self.related.creation.as_ref()?);
        Some(Identity { property: resource.identity.clone(), step, pointer: pointer.clone() })
    }

    /// Expects the identity from the path in the response. Jobs are left out, because the target chooses the job.
    pub(crate) fn identity_of_path(&self, clause: &ClauseId) -> Option<Member> {
        let (resource, _) = self.resource().filter(|(resource, _)| !resource.is_job)?;
        if resource.effect == ResourceEffect::Uses {
            return None;
        }
        let response = self.operation.response_type().and_then(|name| self.spec.object(name));
        let holder = match &resource.returned_in {
            Some(name) => response
                .and_then(|response| self.spec.object_of(&response.properties.get(name)?.schema)),
            None => response,
        };
        if holder.is_some_and(|holder| !holder.properties.contains_key(&resource.identity)) {
            return None;
        }
        let same = resource.identified_by.clone().map(Expected::Parameter)?;
        self.member(&resource.identity, same, clause.clone())
    }

    /// Returns a step that reads a resource and expects the values that the operation returned for it. If the
    /// responses have the resource at different places, `SameAsStep` becomes the value of the baseline.
    pub(crate) fn read_again(&self, of: Argument, members: Vec<Member>) -> Option<Step> {
        let read = self.related.read_pointer()?;
        let resource = self.operation.resource.as_ref()?;
        if resource.pointer() == read {
            return self.related.read(of, members);
        }
        let stored = self.expect_stored(&self.baseline());
        let as_read = |member: Member| {
            let value = match &member.value {
                Expected::SameAsStep(_) => {
                    &stored.iter().find(|it| it.pointer == member.pointer)?.value
                }
                Expected::OtherThanStep(_) => return None,
                value => value,
            };
            let inner = member.pointer.strip_prefix(&resource.pointer())?;
            Some(Member { pointer: format!("{read}{inner}"), value: value.clone(), ..member })
        };
        self.related.read(of, members.into_iter().filter_map(as_read).collect())
    }
}

/// Returns the place of a resource's identity in a response, as a JSON Pointer (RFC 6901).
fn identity_pointer(resource: &Resource) -> String {
    format!("{}/{}", resource.pointer(), resource.identity)
}
