//! No sequence of the explorer fails on correct servers of the shared drafts.

use super::by_hand::{Server, Variation};
use super::suite;
use crate::lifecycles::{assert_nothing_on, assert_nothing_on_reference};

#[test]
fn no_sequence_fails_on_the_reference_server() {
    assert_nothing_on_reference(&suite());
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn no_sequence_fails_on_correct_servers() {
    let suite = suite();
    for variation in [Variation::Plain, Variation::Odd, Variation::Weak] {
        assert_nothing_on(&suite, &Server::new(None, variation), &format!("{variation:?}"));
    }
}
