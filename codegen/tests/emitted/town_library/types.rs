//! Tests of the library's types: values of several JSON types and lists with a schema for each item, parsed,
//! built, validated and serialized; whole orders, with rules across properties, numbers and defaults; the cost
//! of an order, and the events of a channel.

use serde_json::{Value, json};
use webdata_runtime::Patch;

use crate::library::card::{Card, CardPair, CardPairItem1, CardSeat};
use crate::library::credits::{CHARGES, Counts, estimate};
use crate::library::events::ReaderMailEvent;
use crate::library::loan::Loan;
use crate::library::order::{
    Chapter, Gift, Order, OrderPaper, OrderPickup, OrderPickupText, Pages, Part, PartObject,
    PartText, PlainPart, Wrapping, WrappingColour,
};
use crate::validation::{check, check_text, places, with};

#[test]
fn a_message_names_the_types_of_all_alternatives() {
    let message = Gift::check(&json!([1])).expect_err("is a list").to_string();
    assert_eq!(message, "the value is an array instead of a boolean or an object (Gift.type)");
}

#[test]
fn the_last_of_repeated_properties_counts() {
    let order = |gifts: &str| format!(r#"{{ "parts": ["cover"], {gifts} }}"#);
    check_text::<Order>(&order(r#""gift": { "colour": "x" }, "gift": false"#), &[]);
    check_text::<Order>(&order(r#""gift": false, "gift": 1"#), &[("/gift", "Gift.type")]);
    check_text::<Order>(&order(r#""paper": { "a": 2, "a": 1 }"#), &[]);
    check_text::<Gift>(r#"{ "colo\u0075r": "red" }"#, &[]);
    check_text::<Part>(r#""co\u0076er""#, &[]);
}

#[test]
fn alternatives_round_trip() {
    let wrapping = Wrapping::builder().colour(WrappingColour::Red).build().expect("is valid");
    let cases = [
        (json!(true), Gift::Boolean(true)),
        (json!({ "colour": "red" }), Gift::Wrapping(wrapping.clone())),
    ];
    for (json, gift) in cases {
        assert_eq!(Gift::check(&json).as_ref(), Ok(&gift));
        assert_eq!(Gift::parse(json.to_string().as_bytes()).as_ref(), Ok(&gift));
        assert_eq!(serde_json::from_value::<Gift>(json.clone()).expect("is read"), gift);
        assert_eq!(serde_json::to_value(gift).expect("is written"), json);
    }
    let body = json!({
        "parts": ["cover", { "kind": "pages", "first": 3, "with": ["index", { "kind": "cover" }] }],
        "gift": { "bow": true }, "price": -1.5, "scale": null, "margins": [0.5, 2.0],
        "pickup": { "day": "Monday" }, "paper": { "flax": 0.25 },
        "machine": { "ink": ["blue", null], "paper": { "tray": 2 } },
    });
    let read = Order::check(&body).expect("is valid");
    assert_eq!(Order::parse(body.to_string().as_bytes()).as_ref(), Ok(&read));
    assert_eq!(serde_json::from_value::<Order>(body.clone()).expect("is read"), read);
    assert_eq!(serde_json::to_value(&read).expect("is written"), body);
    assert_eq!(Gift::from(wrapping.clone()), Gift::Wrapping(wrapping));
    assert_eq!(OrderPickup::from(9), OrderPickup::Integer(9));
    assert_eq!(Part::from(PartText::Cover), Part::Text(PartText::Cover));
    assert_eq!(OrderPaper::from(70.5), OrderPaper::Number(70.5));
}

#[test]
fn plain_serde_keeps_what_the_contract_does_not_list() {
    let kept = [
        (json!(1), Gift::Other(json!(1))),
        (json!("ribbon"), Gift::Other(json!("ribbon"))),
        (json!([true]), Gift::Other(json!([true]))),
    ];
    for (json, gift) in kept {
        assert_eq!(serde_json::from_value::<Gift>(json.clone()).expect("is kept"), gift);
        let violations = gift.validate().expect_err("validation reports the unknown value");
        assert_eq!(places(&violations), [(String::new(), "Gift.type".to_owned())]);
        assert_eq!(serde_json::to_value(gift).expect("is written"), json);
    }
    // Inside an alternative, plain `serde` is as lenient as for the type of the alternative.
    let spine: Part = serde_json::from_value(json!("spine")).expect("is kept");
    assert_eq!(spine, Part::Text(PartText::Other("spine".to_owned())));
    let film = json!({ "kind": "film", "reels": 2 });
    let read: Part = serde_json::from_value(film.clone()).expect("is kept");
    assert_eq!(read, Part::PartObject(PartObject::Other(film)));
    let half: OrderPickup = serde_json::from_value(json!(9.5)).expect("is kept");
    assert_eq!(half, OrderPickup::Other(json!(9.5)));
    serde_json::from_value::<Gift>(json!({ "bow": 3 })).expect_err("an object must match its type");
}

#[test]
#[expect(deprecated, reason = "deprecated items still work")]
fn built_values_are_validated_inside_their_alternative() {
    let mut pages = Pages::new(0);
    pages.with = Some(vec![Part::Text(PartText::Other("x".to_owned()))]);
    let parts: [Part; 4] = [
        PartText::Pages.into(),
        PartObject::Cover(PlainPart::default()).into(),
        PartObject::Pages(pages).into(),
        PartObject::Chapter(Chapter::new(f64::NAN)).into(),
    ];
    let mut order = Order::new(parts);
    order.gift = Some(Gift::Other(json!({ "bow": 1 })));
    order.price = Some(100.0);
    order.margins = Some(vec![0.25]);
    order.pickup = OrderPickup::Text(OrderPickupText::Other("now".to_owned())).into();
    order.paper = Some(OrderPaper::Other(json!(true)));
    let violations = order.validate().expect_err("several values are invalid");
    let expected = [
        ("/parts/2/first", "Pages.first.minimum"),
        ("/parts/2/with/0", "Part.string.enum"),
        ("/parts/3/chapter", "Chapter.chapter.type"),
        ("/parts", "Order.parts.maxItems"),
        ("/gift/bow", "Wrapping.bow.type"),
        ("/price", "Order.price.maximum"),
        ("/margins/0", "Order.margins.items.minimum"),
        ("/pickup", "Order.pickup.string.enum"),
        ("/paper", "Order.paper.type"),
    ];
    let expected = expected.map(|(place, clause)| (place.to_owned(), clause.to_owned()));
    assert_eq!(places(&violations), expected);
    // `validate` treats `Other` as it would be serialized, so a listed value in `Other` is valid.
    assert_eq!(Gift::Other(json!({ "bow": true })).validate(), Ok(()));
}

#[test]
fn plain_serde_drops_further_items_and_requires_the_first() {
    let read = |value| serde_json::from_value::<CardPair>(value);
    let pair = read(json!([500, "poetry", true])).expect("has both items");
    assert_eq!(pair.0, 500.0);
    let lacking = read(json!([1.5])).expect_err("lacks an item").to_string();
    assert!(lacking.contains("has 1 items (minimum 2)"), "{lacking}");
}

#[test]
fn rust_tuples_convert_into_lists() {
    let built = Card::builder().pair((1.5, CardPairItem1::Law)).build().expect("is valid");
    let written = serde_json::to_value(&built).expect("can be written");
    assert_eq!(written, json!({ "pair": [1.5, "law"] }));
    let pair = CardPair(181.0, CardPairItem1::Art);
    let violations = pair.validate().expect_err("is too far east").to_string();
    assert!(violations.contains("Card.pair.prefixItems.0.maximum"), "{violations}");
}

#[test]
fn a_missing_item_before_another_is_null() {
    let seat = CardSeat("AB".to_owned(), None, None, Some(1.0));
    let written = serde_json::to_value(&seat).expect("can be written");
    assert_eq!(written, json!(["AB", null, null, 1.0]));
    let last = CardSeat("AB".to_owned(), Some(Some(2)), None, None);
    assert_eq!(serde_json::to_value(&last).expect("can be written"), json!(["AB", 2]));
}

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
fn defaults_are_effective() {
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

#[test]
fn an_order_is_charged_as_the_contract_states() {
    for (gift, credits) in [(json!(true), 2), (json!(false), 0), (json!({ "bow": true }), 0)] {
        let order = json!({ "parts": ["cover"], "gift": gift });
        // Plain `serde` reads the order, since it lacks the pickup that a rule requires.
        let order: Order = serde_json::from_value(order).expect("is read");
        let estimate = estimate(&order, &Counts::new());
        assert_eq!((estimate.minimum(), estimate.maximum()), (credits, Some(credits)));
        assert_eq!(estimate.not_shown().count(), 0);
    }
    assert_eq!(CHARGES.iter().map(|charge| charge.credits).collect::<Vec<_>>(), [Some(2), None]);
}

#[test]
fn events_have_a_typed_payload_or_any() {
    let due = ReaderMailEvent::read("loan.due", &json!([1]));
    assert_eq!(due, Ok(ReaderMailEvent::LoanDue(json!([1]))));
    let overdue = ReaderMailEvent::read("loan.overdue", &Value::Null).expect_err("carries a loan");
    assert_eq!(places(&overdue), [(String::new(), "Loan.type".to_owned())]);
}

#[test]
#[expect(deprecated, reason = "deprecated items still work")]
fn builders_take_convertible_values() {
    let order = Order::builder(["cover"]).gift(false).price(2).clear_scale().build();
    let order = serde_json::to_value(order.expect("is valid")).expect("is written");
    assert_eq!(order, json!({ "parts": ["cover"], "gift": false, "price": 2.0, "scale": null }));
}
