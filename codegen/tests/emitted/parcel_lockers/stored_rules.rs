//! Tests of rules about what would be stored: for a body alone, for an update, and for each item of a list.

use serde_json::{Value, json};

use crate::parcels::operations::{self, Operation};

/// An operation, a body, the stored resource, and the pointers and clauses of the violations.
type Row<'r> = (&'r Operation, &'r Value, &'r Value, &'r [(&'r str, &'r str)]);

#[test]
fn rules_about_the_stored_result_are_checked() {
    let id = "00000000-0000-4000-8000-000000000000";
    let (insured, valued) = (json!({ "insured": true }), json!({ "value": 1, "insured": true }));
    let worth = json!({ "id": id, "label": "a", "state": "waiting", "value": 1 });
    let worthless = json!({ "id": id, "label": "a", "state": "waiting" });
    let draft = "ParcelDraft.rules.insured-has-value";
    let change = "ParcelChange.rules.insured-is-worth-something";
    let item = "ParcelChangeOfOne.rules.insured-has-value";
    let locker = "Locker.rules.wide-has-doors";
    let (wide, doors) = (json!({ "name": "a", "wide": true }), json!({ "name": "a", "doors": 2 }));
    let of_one = |body: &Value| {
        let mut of_one = body.clone();
        of_one["id"] = id.into();
        of_one
    };
    let both = json!([of_one(&valued), of_one(&insured)]);
    let (create, replace) = (&operations::CREATE_PARCEL, &operations::REPLACE_PARCEL);
    let (update, several) = (&operations::UPDATE_PARCEL, &operations::UPDATE_PARCELS);
    let lockers = &operations::REPLACE_LOCKERS;
    let (replace_locker, change_locker) = (&operations::REPLACE_LOCKER, &operations::CHANGE_LOCKER);
    let cases: [Row<'_>; 16] = [
        // The stored resource does not matter if the body replaces it.
        (create, &insured, &worth, &[("", draft)]),
        (create, &valued, &json!(null), &[]),
        (replace, &insured, &worth, &[("", draft)]),
        (replace, &valued, &worthless, &[]),
        (update, &insured, &worth, &[]),
        (update, &insured, &worthless, &[("", change)]),
        (update, &valued, &json!(null), &[]),
        // The effect of the operation switches the insurance off.
        (update, &json!({ "value": 0 }), &of_one(&valued), &[]),
        (several, &both, &json!([worthless, worth]), &[]),
        (several, &both, &json!([worth, worthless]), &[("/1", item)]),
        (several, &both, &json!([worth]), &[("/1", item)]),
        (several, &insured, &json!([]), &[]),
        (lockers, &json!([doors, wide]), &json!([doors, doors]), &[("/1", locker)]),
        (replace_locker, &wide, &doors, &[("", locker)]),
        (change_locker, &wide, &doors, &[]),
        (change_locker, &wide, &json!({ "name": "a" }), &[("", locker)]),
    ];
    for (operation, body, stored, expected) in cases {
        let check = operation
            .check_after_update
            .expect("the operation has a rule about what would be stored");
        let violations = check(body, stored);
        let places: Vec<_> = violations
            .iter()
            .map(|violation| (violation.pointer.as_str(), violation.clause.as_str()))
            .collect();
        assert_eq!(places, expected, "{} {body} on {stored}", operation.id);
    }
}
