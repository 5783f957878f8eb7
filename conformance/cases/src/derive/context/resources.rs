//! Finds how other operations of the contract create and read the resource of an operation, so that
//! cases need no fixture where they can create one, and see what is stored where it can be read.

use indexmap::IndexMap;
use webdata_spec::model::{Resource, ResourceEffect};

use super::{Input, OperationContext};
use crate::case::{Argument, Expect, Identity, Member, Purpose, Request, Step};

/// What other operations do with the resource of an operation.
#[derive(Default)]
pub(super) struct Resources {
    /// The step that creates a resource, and where its response has the identity.
    creation: Option<(Step, String)>,
    /// The request that reads a resource, and the path parameter that names it.
    reading: Option<(Request, String, Expect)>,
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
        // What an operation returns and what is read is compared place by place.
        let returns = context.operation.response_type().is_some();
        let is_alike = |of: &Resource| !returns || of.returned_in == resource.returned_in;
        let reading = find(ResourceEffect::Reads).filter(|(_, of)| is_alike(of));
        let reading = reading.and_then(|(other, of)| {
            let request = other.well_formed();
            Some((request, of.identified_by.clone()?, other.success(Vec::new())))
        });
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

    /// Returns whether the contract shows an operation that reads the resource.
    pub(in crate::derive) fn is_readable(&self) -> bool {
        self.resources.reading.is_some()
    }

    /// Returns a step that reads a resource, with these members in the response.
    pub(in crate::derive) fn read(&self, of: Argument, members: Vec<Member>) -> Option<Step> {
        let (request, parameter, expect) = self.resources.reading.clone()?;
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
