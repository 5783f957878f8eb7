//! The explorer finds nothing on correct servers of the parcel lockers, and the fewest requests that show
//! a fault which no case reaches.

use super::by_hand::{Fault, Server};
use super::suite;
use crate::lives::{assert_nothing_on, assert_nothing_on_reference, smallest};

#[test]
fn nothing_is_found_on_the_reference_server() {
    assert_nothing_on_reference(&suite());
}

#[test]
fn nothing_is_found_on_correct_servers() {
    let suite = suite();
    for differs in [false, true] {
        assert_nothing_on(&suite, &Server::new(None, differs), &format!("differs: {differs}"));
    }
}

fn check(fault: Fault, expected: &[&str]) {
    assert_eq!(smallest(&suite(), &Server::new(Some(fault), false)), expected);
}

#[test]
fn another_parcel_goes() {
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
fn the_list_forgets() {
    let moves = [
        r#"{"create":{"given":{}}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"delete":{"resource":0}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"list":{}}"#,
    ];
    check(Fault::ListForgetsThird, &moves);
}

#[test]
fn a_replaced_parcel_comes_back() {
    let moves = [
        r#"{"create":{"given":{}}}"#,
        r#"{"create":{"given":{}}}"#,
        r#"{"replace":{"resource":0,"given":{"value":0}}}"#,
        r#"{"delete":{"resource":1}}"#,
        r#"{"list":{}}"#,
    ];
    check(Fault::ReplacedComesBack, &moves);
}
