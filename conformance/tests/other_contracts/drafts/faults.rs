//! Servers of the shared drafts that are written by hand. Correct ones fail no case, whatever they do where
//! the contract leaves a gap. A server with a fault fails the cases that name the fault, and no others.
//!
//! The expectations are written by hand. They must not be computed from the suite's own cases.

use super::by_hand::{Fault, Server, Variation};
use super::suite;
use crate::by_hand::{Row, assert_correct, assert_noticed};

const ROWS: [Row<Fault>; 15] = [
    Row {
        fault: Fault::KeepsVersion,
        fails: &[
            "readDraft::version::after-updateDraft",
            "readDraft::version::after-replaceDraft",
            "readDraft::condition::modified",
            "updateDraft::precondition::stale",
            "replaceDraft::precondition::stale",
            "deleteDraft::precondition::stale",
        ],
    },
    Row { fault: Fault::ReturnsOldVersion, fails: &["updateDraft::version::as-read"] },
    Row { fault: Fault::IgnoresIfMatch, fails: &["updateDraft::precondition::stale"] },
    Row { fault: Fault::ReplacesDespiteRejection, fails: &["replaceDraft::precondition::stale"] },
    Row {
        fault: Fault::RejectsEveryVersion,
        fails: &[
            "updateDraft::precondition::current",
            "replaceDraft::precondition::current",
            "deleteDraft::precondition::current",
        ],
    },
    Row { fault: Fault::RemovesAnyVersion, fails: &["deleteDraft::precondition::stale"] },
    Row { fault: Fault::IgnoresIfNoneMatch, fails: &["readDraft::condition::not-modified"] },
    Row { fault: Fault::NeverModified, fails: &["readDraft::condition::modified"] },
    Row {
        fault: Fault::IgnoresKey,
        fails: &["createDraft::idempotency::same-key", "createDraft::idempotency::another-body"],
    },
    Row { fault: Fault::ForgetsBody, fails: &["createDraft::idempotency::another-body"] },
    Row { fault: Fault::SharesKeys, fails: &["createDraft::idempotency::another-teams-key"] },
    Row { fault: Fault::WithoutDeprecation, fails: &["listDrafts::deprecatedSince::said"] },
    Row { fault: Fault::DeprecationAsDate, fails: &["listDrafts::deprecatedSince::said"] },
    Row { fault: Fault::WithoutSunset, fails: &["listDrafts::sunset::said"] },
    Row { fault: Fault::LateSunset, fails: &["listDrafts::sunset::said"] },
];

#[test]
fn correct_servers_fail_no_case_in_any_variation() {
    let suite = suite();
    for variation in [Variation::Plain, Variation::Odd, Variation::Weak] {
        assert_correct(&suite, &Server::new(None, variation), &format!("{variation:?}"));
    }
}

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    assert_noticed(&suite(), &ROWS, |fault| Server::new(Some(fault), Variation::Plain));
}
