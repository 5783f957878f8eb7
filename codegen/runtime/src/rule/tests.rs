//! Rules on JSON values: when they apply, their exceptions, and updates.

use serde_json::json;

use super::{Literal, Rule, Segment, Sets, check, check_update, equals, given, non_empty};
use crate::decode::{JsonPath, ViolationSink};

const KIND: &[Segment] = &[Segment::Property("parts"), Segment::AnyItem, Segment::Property("kind")];

static RULES: [Rule; 1] = [Rule {
    clause: "Machine.rules",
    id: "motor-needs-power",
    when: equals(KIND, Literal::Text("motor")),
    unless: Some(equals(&[Segment::Property("off")], Literal::Boolean(true))),
    requires: non_empty(&[Segment::Property("power")]),
    message: "has a motor and no power",
}];

static SETS: [Sets; 1] = [Sets {
    when: given(&[Segment::Property("power")], true),
    unless: Some(given(&[Segment::Property("off")], true)),
    property: "off",
    value: Literal::Boolean(false),
}];

#[test]
fn rules_have_conditions_exceptions_and_requirements() {
    let motor = json!([{ "kind": "case" }, { "kind": "motor" }]);
    let cases = [
        (json!({}), true),
        (json!({ "parts": [] }), true),
        (json!({ "parts": [{ "kind": "case" }, "motor", 3] }), true),
        (json!({ "parts": motor }), false),
        (json!({ "parts": motor, "power": "" }), false),
        (json!({ "parts": motor, "power": null }), false),
        (json!({ "parts": motor, "power": "12 V" }), true),
        (json!({ "parts": motor, "power": [1] }), true),
        (json!({ "parts": motor, "off": true }), true),
        (json!({ "parts": motor, "off": false }), false),
    ];
    for (object, met) in cases {
        let mut sink = ViolationSink::strict();
        check(&RULES, &object, &JsonPath::ROOT, &mut sink);
        assert_eq!(sink.into_violations().is_empty(), met, "{object}");
    }
}

#[test]
fn updates_are_validated_with_stored_properties() {
    let motor = json!([{ "kind": "motor" }]);
    let cases = [
        (json!({ "parts": motor }), json!({}), false),
        (json!({ "parts": motor }), json!({ "power": "12 V" }), true),
        (json!({ "power": null }), json!({ "parts": motor, "power": "12 V" }), false),
        (json!({ "power": "" }), json!({ "parts": motor, "off": true }), false),
        (json!({ "power": "", "off": true }), json!({ "parts": motor, "off": false }), true),
        (json!({ "off": true }), json!({ "parts": motor, "power": "12 V" }), true),
    ];
    for (update, stored, met) in cases {
        let violations = check_update(&RULES, &SETS, &update, &stored);
        assert_eq!(violations.is_empty(), met, "{update} on {stored}: {violations}");
    }
}
