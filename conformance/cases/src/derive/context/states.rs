//! Brings new resources into states, by the moves of their lifecycle.

use serde_json::{Value, json};
use webdata_spec::model::{Lifecycle, Resource, ResourceEffect};

use super::OperationContext;
use super::changes::with_required;
use crate::case::{Purpose, Step};
use crate::derive::values::samples::listed;

impl OperationContext<'_> {
    /// Returns the steps that create a resource and bring it into a state in which an action may be called, if the operation
    /// is an action that changes its resource.
    pub(crate) fn before_action(&self) -> Option<Vec<Step>> {
        if !self.spec.is_changing_action(self.operation) {
            return None;
        }
        let Some(lifecycle) = self.spec.moved_by(self.operation).next() else {
            return Some(vec![self.related.creation()?]);
        };
        let moves = lifecycle.transitions.iter().filter(|it| it.operation == self.operation.id);
        let allowed: Vec<&String> = moves.flat_map(|step| &step.from).collect();
        let reached = reachable(self, lifecycle);
        reached.into_iter().find(|(state, _)| allowed.contains(&state)).map(|(_, steps)| steps)
    }

    /// Returns whether the response of an action shows its resource.
    pub(crate) fn returns_resource(&self, resource: &Resource) -> bool {
        resource.returned_in.is_some()
            || self.operation.response_type() == Some(&resource.type_name)
    }
}

/// Returns the body of a creation that asks for no state.
pub(crate) fn unstated(creates: &OperationContext<'_>, lifecycle: &Lifecycle) -> Value {
    let mut body = creates.baseline();
    if let Some(body) = body.as_object_mut() {
        body.shift_remove(&lifecycle.property);
    }
    body
}

/// Returns the states that legal moves bring a new resource into, each with the shortest steps: the creation, whose request
/// names a state unless there is only one to begin with, and updates.
pub(crate) fn reachable(
    context: &OperationContext<'_>,
    lifecycle: &Lifecycle,
) -> Vec<(String, Vec<Step>)> {
    let name = lifecycle.property.as_str();
    let (Some(creates), Some(created)) =
        (context.other(ResourceEffect::Creates), context.related.created_in(0))
    else {
        return Vec::new();
    };
    let asked = creates.request_property(name).into_iter();
    let asked = asked.flat_map(|property| listed(context.spec.resolve(&property.schema)));
    let asked = asked.map(|state| {
        let mut body = creates.baseline();
        body[name] = state.into();
        (state.to_owned(), vec![creates.arrange(body)])
    });
    let mut reached: Vec<(String, Vec<Step>)> = asked.collect();
    if let ([first], true) = (lifecycle.initial.as_slice(), reached.is_empty()) {
        let create = creates.arrange(unstated(&creates, lifecycle));
        reached.push((first.clone(), vec![create]));
    }
    let mut next = 0;
    while let Some((from, steps)) = reached.get(next).cloned() {
        next += 1;
        for step in lifecycle.transitions.iter().filter(|step| step.from.contains(&from)) {
            let operation = context.spec.operations.get(&step.operation);
            let operation = operation.filter(|it| !it.is_bulk() && it.endpoint.is_some());
            let is_new = !reached.iter().any(|(state, _)| *state == step.to);
            let Some(operation) = operation.filter(|_| is_new) else { continue };
            let other = OperationContext::for_other_operation(context.spec, operation);
            if context.spec.moved_by(operation).any(|it| it.property == lifecycle.property) {
                let request = other.action_request();
                let act = Step::new(Purpose::Arrange, request, other.success(Vec::new()));
                let act = other.on_resource(&created, act);
                reached.push((step.to.clone(), steps.iter().cloned().chain([act]).collect()));
                continue;
            }
            let asks = other.request_property(name).is_some_and(|property| {
                listed(context.spec.resolve(&property.schema)).any(|state| state == step.to)
            });
            if asks {
                let update = other.arrange(with_required(&other, json!({ name: &step.to })));
                let update = other.on_resource(&created, update);
                reached.push((step.to.clone(), steps.iter().cloned().chain([update]).collect()));
            }
        }
    }
    reached
}
