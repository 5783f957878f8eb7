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
fn judge(members: &[(&str, Value)], expected: &[(&str, &str)]) {
    let set = |body, (name, value): &(&str, Value)| with(body, name, Some(value.clone()));
    let body = members.iter().fold(order(), set);
    check::<Order>(&body, expected);
    let Ok(built) = serde_json::from_value::<Order>(body.clone()) else { return };
    let found = built.validate().err().unwrap_or_default();
    let expected = expected.iter().map(|(place, clause)| (place.to_string(), clause.to_string()));
    assert_eq!(places(&found), expected.collect::<Vec<_>>(), "built: {body}");
}

#[test]
fn a_path_steps_into_the_object() {
    let (red, index) = (json!({ "colour": "red" }), json!(["index"]));
    let broken = [("", "Order.rules.red-gift-has-card")];
    judge(&[("/gift", red.clone()), ("/parts", index.clone())], &broken);
    judge(&[("/gift", json!({ "colour": "blue" })), ("/parts", index.clone())], &[]);
    judge(&[("/gift", json!(false)), ("/parts", index.clone())], &[]);
    judge(&[("/gift", red.clone()), ("/parts", index), ("/card", json!("x"))], &[]);
    // The part is a string, which the rule compares.
    judge(&[("/gift", red.clone())], &[]);
    judge(&[("/gift", red), ("/parts", json!([{ "kind": "cover" }]))], &broken);
}

#[test]
fn a_path_steps_into_the_objects_of_a_list() {
    let chapter = json!(["index", { "kind": "chapter", "chapter": 2 }]);
    let broken = [("", "Order.rules.chapter-has-price")];
    judge(&[("/parts", chapter.clone())], &broken);
    judge(&[("/parts", chapter), ("/price", json!(0))], &[]);
    judge(&[("/parts", json!(["chapter", { "kind": "cover" }]))], &[]);
}

#[test]
fn a_value_of_several_kinds_is_compared_as_what_it_is() {
    let broken = [("", "Order.rules.pickup-of-a-gift")];
    judge(&[("/gift", json!(true))], &broken);
    for (pickup, met) in [
        (json!("soon"), true),
        (json!([9]), true),
        (json!([]), false),
        (json!({ "day": "Monday" }), true),
        (json!(9), false),
        (json!(null), false),
    ] {
        let expected = if met { &[][..] } else { &broken[..] };
        judge(&[("/gift", json!(true)), ("/pickup", pickup)], expected);
    }
    // A rule is not broken if a value that it reads has the wrong type.
    judge(&[("/gift", json!(1)), ("/pickup", json!([]))], &[("/gift", "Gift.type")]);
    let unreadable = json!({ "parts": ["cover"], "gift": true, "pickup": true });
    check::<Order>(&unreadable, &[("/pickup", "Order.pickup.type")]);
}

#[test]
#[expect(deprecated, reason = "deprecated items still work")]
fn numbers() {
    for (price, word) in [(json!(-1.6), "minimum"), (json!(99.6), "maximum"), (json!("1"), "type")]
    {
        judge(&[("/price", price)], &[("/price", &format!("Order.price.{word}"))]);
    }
    for price in [json!(-1.5), json!(0), json!(99.5)] {
        judge(&[("/price", price)], &[]);
    }
    judge(&[("/margins", json!([1, 0.25]))], &[("/margins/1", "Order.margins.items.minimum")]);
    let read = Order::check(&order()).expect("is valid");
    assert_eq!((read.effective_price(), read.effective_scale()), (-0.5, Some(1.0)));
    let read = Order::check(&with(order(), "/scale", Some(json!(null)))).expect("is valid");
    assert_eq!((read.scale, read.effective_scale()), (Patch::Null, None));
}

#[test]
fn an_object_that_lists_nothing_keeps_what_it_holds() {
    judge(&[("/machine", json!({ "a": [1, { "b": null }] }))], &[]);
    judge(&[("/machine", json!("loud"))], &[("/machine", "Order.machine.type")]);
    let read = Order::check(&with(order(), "/machine", Some(json!({ "a": 1 })))).expect("is valid");
    assert_eq!(serde_json::to_value(&read.machine).expect("is written"), json!({ "a": 1 }));
}

#[test]
fn texts_that_are_events() {
    let loan = |told: Value| json!({ "id": "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "term": { "days": 1 }, "told": told });
    check::<Loan>(&loan(json!(["loan.due", "loan.overdue"])), &[]);
    check::<Loan>(&loan(json!(["loan.lost"])), &[("/told/0", "Loan.told.items.enum")]);
    assert_eq!(Wrapping::default().validate(), Ok(()));
}
