//! Decides whether an update keeps the rules across properties, whatever is unknown about the resource.

use serde_json::{Map, Value};

use super::resource::Resource;
use crate::derive::context::OperationContext;
use crate::derive::values::rule_readings::Reading;
use crate::interpreter::rules::holds;

/// Returns whether an update keeps every rule in all of its readings, whether or not the server keeps omitted
/// properties.
pub(super) fn keeps_rules(
    context: &OperationContext<'_>,
    resource: &Resource,
    body: &Value,
) -> bool {
    let Some(object) = context.request_object() else { return true };
    let effects = &context.operation.effects;
    let stored = [Value::Object(resource.sent.clone()), Value::Object(Map::new())];
    let mut after = resource.sent.clone();
    after.extend(body.as_object().cloned().unwrap_or_default());
    let after = Value::Object(after);
    object.rules.iter().all(|rule| {
        let required = body.get(rule.requires.path.root());
        let removes_required = required.is_some_and(Value::is_null) || !holds(&rule.requires, body);
        if required.is_some() && removes_required {
            // The stored value of a property that no request has sent is unknown.
            return after.get(rule.when.path.root()).is_some() && !holds(&rule.when, &after);
        }
        let readings = Reading::all(rule);
        let is_broken =
            |stored| readings.iter().any(|reading| reading.broken(rule, effects, stored, body));
        !stored.iter().any(is_broken)
    })
}
