//! Tests of charges and events: the cost of an order, and the events of a channel.

use serde_json::{Value, json};

use crate::library::credits::{CHARGES, Counts, estimate};
use crate::library::events::ReaderMailEvent;
use crate::library::order::Order;
use crate::validation::places;

#[test]
fn an_order_is_charged_as_the_contract_states() {
    for (gift, credits) in [(json!(true), 2), (json!(false), 0), (json!({ "bow": true }), 0)] {
        let order = json!({ "parts": ["cover"], "gift": gift });
        // Plain `serde` reads the order, since it lacks the pickup that a rule requires.
        let order: Order = serde_json::from_value(order).expect("is read");
        let estimate = estimate(&order, &Counts::new());
        assert_eq!((estimate.at_least(), estimate.at_most()), (credits, Some(credits)));
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
