//! Finds how other operations of the contract create and read the resource of an operation, so that
//! cases need no fixture where they can create one, and see what is stored where it can be read.

use indexmap::IndexMap;
use webdata_spec::model::{Resource, ResourceEffect};

use super::{Input, OperationContext};
use crate::case::{Argument, Expect, Expected, Identity, Member, Purpose, Request, Step};

/// What other operations do with the resource of an operation.
#[derive(Default)]
pub(super) struct Resources {
    /// The step that creates a resource, and where its response has the identity.
    creation: Option<(Step, String)>,
    /// The request that reads a resource, and where it has the resource.
    reading: Option<(Request, Resource, Expect)>,
}

impl Resources {
    pub(super) fn new(context: &OperationContext<'_>) -> Self {
        let Some(resource) = &context.operation.resource else { return Self::default() };
        let find = |effect| {
            let found = context.spec.operation_that(effect, &resource.type_name)?;
            let of = found.resource.as_ref()?;
            Some((OperationContext::alone(context.spec, found, Input::Body), of))
        };
        let creation = find(ResourceEffect::Creates).map(|(other, of)| {
            let step = other.accepted(Purpose::Arrange, other.baseline(), Vec::new());
            (step, format!("{}/{}", of.pointer(), of.identity))
        });
        let reading = find(ResourceEffect::Reads)
            .map(|(other, of)| (other.well_formed(), of.clone(), other.success(Vec::new())));
        Self { creation, reading }
    }
}

impl OperationContext<'_> {
    /// Returns the step that creates a resource of the operation's type, where the contract shows
    /// one that does.
    pub(in crate::derive) fn creation(&self) -> Option<Step> {
        self.resources.creation.as_ref().map(|(step, _)| step.clone())
    }

    /// Returns what stands for the identity of the resource that a step has created.
    pub(in crate::derive) fn created_in(&self, step: usize) -> Option<Argument> {
        let (_, pointer) = self.resources.creation.as_ref()?;
        Some(Argument::Answered { step, pointer: pointer.clone() })
    }

    /// Returns the identity of the resource that a step has created, to be looked for in a list.
    pub(in crate::derive) fn identity_in(&self, step: usize) -> Option<Identity> {
        let (resource, (_, pointer)) =
            (self.operation.resource.as_ref()?, self.resources.creation.as_ref()?);
        Some(Identity { property: resource.identity.clone(), step, pointer: pointer.clone() })
    }

    /// Returns the header by which the operation that reads the resource tells its version.
    pub(in crate::derive) fn version_header(&self) -> Option<&str> {
        self.resources.reading.as_ref()?.1.version.as_deref()
    }

    /// Returns whether the contract shows an operation that reads the resource.
    pub(in crate::derive) fn is_readable(&self) -> bool {
        self.resources.reading.is_some()
    }

    /// Returns a step that reads a resource which the operation has returned with these members. What
    /// should be as it was in another form of response is what the baseline stores.
    pub(in crate::derive) fn read_again(&self, of: Argument, members: Vec<Member>) -> Option<Step> {
        let (_, read, _) = self.resources.reading.as_ref()?;
        let own = self.operation.resource.as_ref()?;
        if own.returned_in == read.returned_in {
            return self.read(of, members);
        }
        let stored = self.echo(&self.baseline());
        let as_read = |member: Member| {
            let member = match &member.value {
                Expected::SameAsStep(_) => {
                    let same = stored.iter().find(|own| own.pointer == member.pointer)?;
                    Member { value: same.value.clone(), ..member }
                }
                Expected::OtherThanStep(_) => return None,
                _ => member,
            };
            let inner = member.pointer.strip_prefix(&own.pointer())?;
            Some(Member { pointer: format!("{}{inner}", read.pointer()), ..member })
        };
        self.read(of, members.into_iter().filter_map(as_read).collect())
    }

    /// Returns a step that reads a resource, with these members in the response.
    pub(in crate::derive) fn read(&self, of: Argument, members: Vec<Member>) -> Option<Step> {
        let (request, resource, expect) = self.resources.reading.clone()?;
        let parameter = resource.identified_by?;
        let expect = match expect {
            Expect::Success { status, refusal, .. } => Expect::Success { status, members, refusal },
            other => other,
        };
        let parameters = IndexMap::from([(parameter, of)]);
        let parameters = request.parameters.clone().into_iter().chain(parameters).collect();
        Some(Step::new(Purpose::Assert, Request { parameters, ..request }, expect))
    }

    /// Returns the step with another resource in place of the one that it is about.
    pub(in crate::derive) fn on(&self, of: &Argument, mut step: Step) -> Step {
        let name = self.operation.resource.as_ref().and_then(|own| own.identified_by.as_ref());
        if let Some(argument) = name.and_then(|name| step.request.parameters.get_mut(name)) {
            argument.clone_from(of);
        }
        step
    }
}
