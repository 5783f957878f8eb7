//! Tests of values of several JSON types: each alternative, valid and invalid, parsed, built and serialized.

use serde_json::{Map, Value, json};

use crate::library::order::{
    Chapter, Gift, Order, OrderPaper, OrderPickup, OrderPickupText, Pages, Part, PartObject,
    PartText, PlainPart, Wrapping, WrappingColour,
};
use crate::validation::{check, check_text, places, with};

/// Validates an order with one more property.
#[track_caller]
fn order_with(name: &str, value: Value, expected: &[(&str, &str)]) {
    let body = with(json!({ "parts": ["cover"] }), &format!("/{name}"), Some(value));
    check::<Order>(&body, expected);
}

#[test]
fn a_boolean_or_an_object_is_validated() {
    for gift in [json!(true), json!(false), json!({}), json!({ "colour": "blue", "bow": true })] {
        check::<Gift>(&gift, &[]);
    }
    for gift in [json!(null), json!(1), json!(0.5), json!("red"), json!([true, [{}]])] {
        check::<Gift>(&gift, &[("", "Gift.type")]);
        order_with("gift", gift, &[("/gift", "Gift.type")]);
    }
    order_with(
        "gift",
        json!({ "colour": "green", "bow": 1, "size": [1] }),
        &[
            ("/gift/colour", "Wrapping.colour.enum"),
            ("/gift/bow", "Wrapping.bow.type"),
            ("/gift/size", "Wrapping.additionalProperties"),
        ],
    );
    let message = Gift::check(&json!([1])).expect_err("is a list").to_string();
    assert_eq!(message, "the value is an array instead of a boolean or an object (Gift.type)");
}

#[test]
fn strings_and_unions_in_a_list_are_validated() {
    let parts = |parts: Value, expected: &[(&str, &str)]| {
        check::<Order>(&json!({ "parts": parts, "price": 1 }), expected);
    };
    parts(json!(["cover", { "kind": "index" }, { "chapter": 1.5, "kind": "chapter" }]), &[]);
    parts(json!(["cover", "spine"]), &[("/parts/1", "Part.string.enum")]);
    parts(json!(["cover", { "kind": "spine" }]), &[("/parts/1/kind", "PartObject.discriminator")]);
    parts(json!([{ "name": "cover" }]), &[("/parts/0", "PartObject.discriminator")]);
    parts(json!([{ "first": 0, "kind": "pages" }]), &[("/parts/0/first", "Pages.first.minimum")]);
    parts(json!([{ "kind": "pages" }]), &[("/parts/0/first", "Pages.first.required")]);
    parts(
        json!([null, ["cover"], 7, true]),
        &[
            ("/parts/0", "Part.type"),
            ("/parts/1", "Part.type"),
            ("/parts/2", "Part.type"),
            ("/parts/3", "Part.type"),
            ("/parts", "Order.parts.maxItems"),
        ],
    );
    let with = json!([{ "kind": "pages", "first": 1, "with": ["cover", { "first": 2, "with": ["x", 1], "kind": "pages" }] }]);
    parts(
        with,
        &[("/parts/0/with/1/with/0", "Part.string.enum"), ("/parts/0/with/1/with/1", "Part.type")],
    );
}

#[test]
fn each_of_four_alternatives_is_validated() {
    let pickup = |value: Value, expected: &[(&str, &str)]| order_with("pickup", value, expected);
    for value in [json!(null), json!(8), json!(18.0), json!("soon"), json!([]), json!([9, 10])] {
        pickup(value, &[]);
    }
    pickup(json!({ "day": "Monday", "urgent": { "bow": false } }), &[]);
    let clause = "Order.pickup";
    let cases = [
        (json!(7), "/pickup", "integer.minimum"),
        (json!(19.0), "/pickup", "integer.maximum"),
        (json!(u64::MAX), "/pickup", "integer.maximum"),
        (json!(9.5), "/pickup", "type"),
        (json!(true), "/pickup", "type"),
        (json!("now"), "/pickup", "string.enum"),
        (json!([1, 2, 3]), "/pickup", "array.maxItems"),
        (json!([1, "x"]), "/pickup/1", "array.items.type"),
        (json!({}), "/pickup/day", "object.day.required"),
        (json!({ "day": "" }), "/pickup/day", "object.day.minLength"),
    ];
    for (value, pointer, word) in cases {
        pickup(value, &[(pointer, &format!("{clause}.{word}"))]);
    }
    pickup(json!({ "day": "Monday", "urgent": 1 }), &[("/pickup/urgent", "Gift.type")]);
}

#[test]
fn a_number_a_string_or_a_map_is_validated() {
    let paper = |value: Value, expected: &[(&str, &str)]| order_with("paper", value, expected);
    for value in [json!(60.5), json!(61), json!("linen"), json!({}), json!({ "flax": 0.5, "b": 1 })]
    {
        paper(value, &[]);
    }
    paper(json!(60), &[("/paper", "Order.paper.number.minimum")]);
    paper(json!(-1e300), &[("/paper", "Order.paper.number.minimum")]);
    paper(json!("Linen"), &[("/paper", "Order.paper.string.pattern")]);
    paper(json!(null), &[("/paper", "Order.paper.type")]);
    paper(json!([60.5]), &[("/paper", "Order.paper.type")]);
    let shares = "Order.paper.object.additionalProperties";
    paper(
        json!({ "a/b": 1.5, "c": "x" }),
        &[("/paper/a~1b", &format!("{shares}.maximum")), ("/paper/c", &format!("{shares}.type"))],
    );
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
    let wrapping = Wrapping { colour: Some(WrappingColour::Red), bow: None };
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
    let chapter =
        PartObject::Chapter(Chapter { chapter: f64::NAN, additional_properties: Map::new() });
    let with = Some(vec![Part::Text(PartText::Other("x".to_owned()))]);
    let pages = Pages { first: 0, with, additional_properties: Map::new() };
    let order = Order {
        parts: vec![
            PartText::Pages.into(),
            PartObject::Cover(PlainPart { additional_properties: Map::new() }).into(),
            PartObject::Pages(pages).into(),
            chapter.into(),
        ],
        gift: Some(Gift::Other(json!({ "bow": 1 }))),
        card: None,
        price: Some(100.0),
        scale: Default::default(),
        margins: Some(vec![0.25]),
        weight: None,
        machine: None,
        pickup: Some(OrderPickup::Text(OrderPickupText::Other("now".to_owned()))).into(),
        paper: Some(OrderPaper::Other(json!(true))),
        additional_properties: Map::new(),
    };
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
