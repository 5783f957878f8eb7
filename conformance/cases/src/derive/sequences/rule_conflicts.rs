//! Makes updates that break no rule across properties, whatever the server has stored.

use serde_json::Value;
use webdata_spec::model::{Condition, Segment};

use crate::derive::context::OperationContext;
use crate::derive::values::samples::Extent;
use crate::interpreter::rules::holds;

/// Adds the required properties of rules whose exception the body removes. Returns `None` if the body removes
/// a property that a rule may require of the stored resource.
pub(super) fn without_rule_conflicts(
    context: &OperationContext<'_>,
    mut body: Value,
) -> Option<Value> {
    let object = context.request_object()?;
    for rule in &object.rules {
        let required = rule.requires.path.root();
        let removes_required = body
            .get(required)
            .is_some_and(|value| value.is_null() || !holds(&rule.requires, &body));
        let is_excepted = rule.unless.as_ref().is_some_and(|unless| holds(unless, &body));
        // A server may merge the list with the stored one.
        let is_out = body.get(rule.when.path.root()).is_some()
            && !holds(&rule.when, &body)
            && !rule.when.path.0.contains(&Segment::AnyItem);
        if removes_required && !is_excepted && !is_out {
            return None;
        }
        let takes_exception =
            |unless: &Condition| body.get(unless.path.root()).is_some() && !holds(unless, &body);
        let is_needed = rule.unless.as_ref().is_some_and(takes_exception) && !is_out;
        if !is_needed || holds(&rule.requires, &body) {
            continue;
        }
        let property = object.properties.get(required)?;
        body[required] = context.samples.value(&property.schema, Extent::Full);
    }
    Some(body)
}
