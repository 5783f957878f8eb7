//! The parcel lockers: a contract with creation, lists, replacement, removal and updates of several resources.

mod by_hand;
mod exploration;
mod faults;
mod offset_pages;

use by_hand::{Fault, Server};
use webdata_suite::Suite;

use crate::contract;
use crate::exploration::{assert_nothing_on, smallest};

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("parcels")
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn no_sequence_fails_on_correct_servers() {
    let suite = suite();
    for differs in [false, true] {
        assert_nothing_on(&suite, &Server::new(None, differs), &format!("differs: {differs}"));
    }
}

fn check(fault: Fault, expected: &[&str]) {
    assert_eq!(smallest(&suite(), &Server::new(Some(fault), false)), expected);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn removing_another_parcel_is_found() {
    let moves = [
        r#"{"create":{"given":{}}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"delete":{"resource":1}}"#,
        r#"{"replace":{"resource":2,"given":{"label":"sample"}}}"#,
    ];
    check(Fault::DeletesThirdOfThree, &moves);
}

#[test]
fn an_incomplete_list_is_found() {
    let moves = [
        r#"{"create":{"given":{}}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"delete":{"resource":0}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"list":{}}"#,
    ];
    check(Fault::ListOmitsThird, &moves);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn an_undone_replacement_is_found() {
    let moves = [
        r#"{"create":{"given":{}}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"replace":{"resource":0,"given":{"value":0}}}"#,
        r#"{"delete":{"resource":1}}"#,
        r#"{"list":{}}"#,
    ];
    check(Fault::UndoesReplacement, &moves);
}
