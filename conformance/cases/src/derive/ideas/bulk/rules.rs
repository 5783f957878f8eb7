//! Rules across properties for the items of a list of changes, where the server evaluates a rule on the
//! resource after the change.
//!
//! If an item replaces its resource, the rule concerns the item alone, and `rules` tests it.

use serde_json::Value;
use webdata_spec::model::{EffectKind, Rule, RuleScope};

use super::item;
use crate::case::{Body, Case, Expect, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::values::rule_bodies::trigger;
use crate::derive::values::samples::Extent;
use crate::interpreter::rules::{breaks, holds};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let keeps = context.effect(&EffectKind::KeepsOmitted).is_some();
    let Some(object) = context.bulk_item().filter(|_| keeps) else { return Vec::new() };
    let rules = object.rules.iter().filter(|rule| rule.scope == RuleScope::AfterUpdate);
    rules.flat_map(|rule| rule_cases(context, rule)).collect()
}

/// Makes the cases of a rule. A resource without the required property gets a value that triggers the rule,
/// or one that does not; a resource with the property gets the triggering value.
fn rule_cases(context: &OperationContext<'_>, rule: &Rule) -> Vec<Case> {
    let required = rule.requires.path.root();
    let Some(object) = context.bulk_item() else { return Vec::new() };
    let Some((name, value)) = trigger(object, rule, context.samples) else { return Vec::new() };
    let (Some(checked), Some(triggering)) =
        (object.properties.get(required), object.properties.get(&name))
    else {
        return Vec::new();
    };
    let body = |members: &[(&str, &Value)]| Some(Value::from(vec![item(context, members)?]));
    let has = context.samples.value(&checked.schema, Extent::Full);
    let with = || Some(context.arrange(body(&[(required, &has)])?));
    let lacking = || context.without_property(required);
    let alone = || body(&[(&name, &value)]);
    let harmless = || {
        let other = context.samples.other(&triggering.schema, &value)?;
        body(&[(&name, &other)]).filter(|body| !holds(&rule.when, &body[0]))
    };
    let of = |state: &str| format!("{state}-{required}");
    let parts = |way: &str, state: String| [format!("{name}-{way}"), state];
    let rejected = || {
        let sent = alone().filter(|body| breaks(rule, &body[0]))?;
        let step = rejection(context, sent)?;
        case(context, rule, parts("given", of("stored-without")), followed_by(lacking()?, step))
    };
    let kept = || {
        let step = accepted(context, alone()?);
        case(context, rule, parts("given", of("stored-with")), vec![with()?, step])
    };
    let other = || {
        let step = accepted(context, harmless()?);
        case(context, rule, parts("other", of("stored-without")), followed_by(lacking()?, step))
    };
    [rejected(), kept(), other()].into_iter().flatten().collect()
}

fn followed_by(mut steps: Vec<Step>, last: Step) -> Vec<Step> {
    steps.push(last);
    steps
}

fn rejection(context: &OperationContext<'_>, sent: Value) -> Option<Step> {
    context.fails(context.request(Body::Json(sent)), &context.spec.service.validation_failure)
}

fn accepted(context: &OperationContext<'_>, sent: Value) -> Step {
    let echo = context.expect_stored(&sent);
    context.accepted(Purpose::Act, sent, echo)
}

fn case(
    context: &OperationContext<'_>,
    rule: &Rule,
    [sent, stored]: [String; 2],
    steps: Vec<Step>,
) -> Option<Case> {
    let id = context.id(&["rules", &rule.id, &sent, &stored]);
    let is_refused = matches!(steps.last()?.expect, Expect::Error { .. });
    let mut case = context.case(id, rule.level, rule.clause.clone(), steps);
    case.breaks = is_refused.then(|| rule.clause.clone());
    Some(case)
}
