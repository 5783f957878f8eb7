//! The explorer finds nothing on correct servers of the shared drafts.

use super::by_hand::{Manner, Server};
use super::suite;
use crate::lives::{assert_nothing_on, assert_nothing_on_reference};

#[test]
fn nothing_is_found_on_the_reference_server() {
    assert_nothing_on_reference(&suite());
}

#[test]
fn nothing_is_found_on_correct_servers() {
    let suite = suite();
    for manner in [Manner::Plain, Manner::Odd, Manner::Weak] {
        assert_nothing_on(&suite, &Server::new(None, manner), &format!("{manner:?}"));
    }
}
