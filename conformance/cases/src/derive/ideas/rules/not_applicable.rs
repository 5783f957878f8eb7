//! A rule that does not apply: an update removes the required property and must succeed.
//!
//! A server may append a sent list to the stored one, and then the rule may apply. The response to the first
//! step shows whether it does.

use serde_json::{Value, json};
use webdata_spec::model::{Object, Rule, Segment, Test};

use crate::case::{Body, Case, Expect, ListedItem, OpenRejection, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::values::rule_readings::{IN_THE_REQUEST, IN_WHAT_IS_STORED};
use crate::interpreter::rules::holds;

pub(super) fn derive(context: &OperationContext<'_>, object: &Object, rule: &Rule) -> Option<Case> {
    let name = rule.requires.path.root();
    let is_nullable = object.properties.get(name).is_some_and(|property| property.schema.nullable);
    let (Test::Equals(value), [_, Segment::AnyItem, Segment::Property(property)]) =
        (&rule.when.test, &rule.when.path.0[..])
    else {
        return None;
    };
    let (stored, sent) = (context.baseline(), json!({ name: Value::Null }));
    if !is_nullable || holds(&rule.when, &stored) || context.sends_whole_resource() {
        return None;
    }
    let (resource, _) = context.resource()?;
    let open = OpenRejection {
        gap: rule.gap.clone()?,
        accepted: IN_THE_REQUEST.to_owned(),
        rejected: IN_WHAT_IS_STORED.to_owned(),
        when: Some(ListedItem {
            step: 0,
            list: format!("{}/{}", resource.pointer(), rule.when.path.root()),
            property: property.clone(),
            value: value.clone(),
        }),
        asks_same_question: true,
    };
    let expect = match context.success(Vec::new()) {
        Expect::Success { status, members, .. } => {
            Expect::Success { status, members, rejection: Some(open) }
        }
        other => other,
    };
    let act = Step::new(Purpose::Act, context.request(Body::Json(sent)), expect);
    let label = format!("{name}-null");
    let id = context.id(&["rules", &rule.id, &label, "stored-as-in-the-baseline"]);
    let steps = vec![context.arrange(stored), act];
    Some(context.case(id, rule.level, rule.clause.clone(), steps))
}
