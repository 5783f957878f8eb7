//! Tests of whole orders: rules across values of several JSON types, numbers, and defaults.

use serde_json::{Value, json};
use webdata_runtime::Patch;

use crate::library::loan::Loan;
use crate::library::order::{Order, Wrapping};
use crate::validation::{check, places, with};

fn order() -> Value {
    json!({ "parts": ["cover"] })
}

#[track_caller]
fn check_order(members: &[(&str, Value)], expected: &[(&str, &str)]) {
    let set = |body, (name, value): &(&str, Value)| with(body, name, Some(value.clone()));
    let body = members.iter().fold(order(), set);
    check::<Order>(&body, expected);
    let Ok(built) = serde_json::from_value::<Order>(body.clone()) else { return };
    let violations = built.validate().err().unwrap_or_default();
    let expected = expected.iter().map(|(place, clause)| (place.to_string(), clause.to_string()));
    assert_eq!(places(&violations), expected.collect::<Vec<_>>(), "built: {body}");
}

#[test]
fn rules_read_the_properties_of_an_object() {
    let (red, index) = (json!({ "colour": "red" }), json!(["index"]));
    let broken = [("", "Order.rules.red-gift-has-card")];
    check_order(&[("/gift", red.clone()), ("/parts", index.clone())], &broken);
    check_order(&[("/gift", json!({ "colour": "blue" })), ("/parts", index.clone())], &[]);
    check_order(&[("/gift", json!(false)), ("/parts", index.clone())], &[]);
    check_order(&[("/gift", red.clone()), ("/parts", index), ("/card", json!("x"))], &[]);
    // The part is a string, which the rule compares.
    check_order(&[("/gift", red.clone())], &[]);
    check_order(&[("/gift", red), ("/parts", json!([{ "kind": "cover" }]))], &broken);
}

#[test]
fn rules_read_the_properties_of_items() {
    let chapter = json!(["index", { "kind": "chapter", "chapter": 2 }]);
    let broken = [("", "Order.rules.chapter-has-price")];
    check_order(&[("/parts", chapter.clone())], &broken);
    check_order(&[("/parts", chapter), ("/price", json!(0))], &[]);
    check_order(&[("/parts", json!(["chapter", { "kind": "cover" }]))], &[]);
}

#[test]
fn rules_compare_values_of_several_json_types() {
    let broken = [("", "Order.rules.pickup-of-a-gift")];
    check_order(&[("/gift", json!(true))], &broken);
    for (pickup, met) in [
        (json!("soon"), true),
        (json!([9]), true),
        (json!([]), false),
        (json!({ "day": "Monday" }), true),
        (json!(9), false),
        (json!(null), false),
    ] {
        let expected = if met { &[][..] } else { &broken[..] };
        check_order(&[("/gift", json!(true)), ("/pickup", pickup)], expected);
    }
    // A rule is not broken if a value that it reads has the wrong type.
    check_order(&[("/gift", json!(1)), ("/pickup", json!([]))], &[("/gift", "Gift.type")]);
    let unreadable = json!({ "parts": ["cover"], "gift": true, "pickup": true });
    check::<Order>(&unreadable, &[("/pickup", "Order.pickup.type")]);
}

#[test]
#[expect(deprecated, reason = "deprecated items still work")]
fn numbers_outside_their_range_are_rejected() {
    for (price, word) in [(json!(-1.6), "minimum"), (json!(99.6), "maximum"), (json!("1"), "type")]
    {
        check_order(&[("/price", price)], &[("/price", &format!("Order.price.{word}"))]);
    }
    for price in [json!(-1.5), json!(0), json!(99.5)] {
        check_order(&[("/price", price)], &[]);
    }
    check_order(
        &[("/margins", json!([1, 0.25]))],
        &[("/margins/1", "Order.margins.items.minimum")],
    );
    let read = Order::check(&order()).expect("is valid");
    assert_eq!((read.effective_price(), read.effective_scale()), (-0.5, Some(1.0)));
    let read = Order::check(&with(order(), "/scale", Some(json!(null)))).expect("is valid");
    assert_eq!((read.scale, read.effective_scale()), (Patch::Null, None));
}

#[test]
fn an_open_object_keeps_its_properties() {
    check_order(&[("/machine", json!({ "a": [1, { "b": null }] }))], &[]);
    check_order(&[("/machine", json!("loud"))], &[("/machine", "Order.machine.type")]);
    let read = Order::check(&with(order(), "/machine", Some(json!({ "a": 1 })))).expect("is valid");
    assert_eq!(serde_json::to_value(&read.machine).expect("is written"), json!({ "a": 1 }));
}

#[test]
fn only_names_of_events_are_accepted() {
    let loan = |reported: Value| json!({ "id": "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "term": { "days": 1 }, "told": reported });
    check::<Loan>(&loan(json!(["loan.due", "loan.overdue"])), &[]);
    check::<Loan>(&loan(json!(["loan.lost"])), &[("/told/0", "Loan.told.items.enum")]);
    assert_eq!(Wrapping::default().validate(), Ok(()));
}
