//! Tests of lists with a schema for each item: parsed, read by plain `serde`, built, validated and
//! serialized.

use serde_json::{Value, json};

use crate::library::card::{Card, CardPair, CardPairItem1, CardSeat};
use crate::validation::check;

#[test]
fn each_item_is_validated_at_its_index() {
    let table: [(Value, &[(&str, &str)]); 8] = [
        (json!(["AB"]), &[]),
        (json!(["AB", null, { "any": 1 }, 9.5]), &[]),
        (json!([]), &[("", "Card.seat.minItems")]),
        (
            json!(["ab", 0]),
            &[("/0", "Card.seat.prefixItems.0.pattern"), ("/1", "Card.seat.prefixItems.1.minimum")],
        ),
        (
            json!([1, "one"]),
            &[("/0", "Card.seat.prefixItems.0.type"), ("/1", "Card.seat.prefixItems.1.type")],
        ),
        (json!(["AB", 1, null, 10]), &[("/3", "Card.seat.prefixItems.3.exclusiveMaximum")]),
        (json!(["AB", 1, 2, 3, 4]), &[("", "Card.seat.maxItems")]),
        (json!({ "0": "AB" }), &[("", "Card.seat.type")]),
    ];
    for (value, expected) in table {
        check::<CardSeat>(&value, expected);
    }
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
