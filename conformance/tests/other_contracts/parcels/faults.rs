//! Servers of the parcel lockers that are written by hand. Correct ones fail no case, whatever they do where
//! the contract leaves a gap. A server with a fault fails the cases that name the fault, and no others.
//!
//! The expectations are written by hand. They must not be computed from the suite's own cases.

use super::by_hand::{Fault, Server};
use super::suite;
use crate::by_hand::{Row, assert_correct, assert_noticed};

const ROWS: [Row<Fault>; 26] = [
    Row {
        fault: Fault::CreatesNothing,
        fails: &[
            "createParcel::creates::stored",
            "createParcel::creates::twice",
            "createParcel::effects::stores-given::",
            // A parcel that is not created cannot be removed or listed.
            "deleteParcel::deletes::",
            "deleteParcel::response::shape",
            "listParcels::lists::once",
            "listParcels::order::",
            "listParcels::pagination::walk::by-cursor",
            "listParcels::pagination::walk::while-creating",
            "readParcel::reads::after-createParcel",
        ],
    },
    Row {
        fault: Fault::CreatesWithoutValue,
        fails: &[
            "createParcel::creates::stored",
            "createParcel::effects::stores-given::value",
            "listParcels::lists::once",
            "readParcel::reads::after-createParcel",
        ],
    },
    Row {
        fault: Fault::ReadsAsCreated,
        fails: &[
            "replaceParcel::effects::resets-omitted::",
            "replaceParcel::effects::stores-given::",
            "updateParcel::effects::stores-given::",
            "updateParcel::rules::insured-is-worth-something::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-other::stored-without-value",
            "updateParcels::effects::stores-given::",
        ],
    },
    Row { fault: Fault::ReadsForeign, fails: &["readParcel::errors::foreign-resource"] },
    Row { fault: Fault::ListsForeign, fails: &["listParcels::lists::another-teams"] },
    Row { fault: Fault::IgnoresState, fails: &["listParcels::filters::state::fetched"] },
    Row {
        fault: Fault::KeepsOmitted,
        fails: &[
            "replaceParcel::effects::resets-omitted::",
            // These cases remove the value by a replacement first.
            "updateParcel::rules::insured-is-worth-something::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-other::stored-without-value",
        ],
    },
    Row {
        fault: Fault::ReplacesNothing,
        fails: &[
            "replaceParcel::effects::resets-omitted::",
            "replaceParcel::effects::stores-given::insured",
            "replaceParcel::effects::stores-given::label",
            "replaceParcel::effects::stores-given::value",
            "updateParcel::rules::insured-is-worth-something::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-other::stored-without-value",
        ],
    },
    Row {
        fault: Fault::UpdatesNothing,
        fails: &[
            "updateParcel::effects::stores-given::insured",
            "updateParcel::effects::stores-given::label",
            "updateParcel::effects::stores-given::sent-again",
            "updateParcel::effects::stores-given::value",
        ],
    },
    Row {
        fault: Fault::IgnoresNull,
        fails: &[
            "updateParcel::effects::stores-given::value-null",
            "updateParcel::value::nullable::null",
        ],
    },
    Row { fault: Fault::DeletesNothing, fails: &["deleteParcel::deletes::"] },
    Row { fault: Fault::DeletesNewestToo, fails: &["deleteParcel::deletes::another-stays"] },
    Row { fault: Fault::ChangesFirstOnly, fails: &["updateParcels::effects::stores-given::"] },
    Row {
        fault: Fault::SkipsUnknown,
        fails: &[
            "deleteParcel::deletes::gone-for-updateParcels",
            "updateParcels::effects::refusal-keeps-all::unknown-among-them",
            "updateParcels::errors::unknown-resource",
        ],
    },
    Row {
        fault: Fault::RepeatsLastOfPage,
        fails: &[
            "listParcels::order::-value::walk",
            "listParcels::order::label::walk",
            "listParcels::order::value::walk",
            "listParcels::pagination::walk::",
        ],
    },
    Row { fault: Fault::IgnoresLimit, fails: &["listParcels::pagination::limit::"] },
    Row {
        fault: Fault::IgnoresOrder,
        fails: &[
            "listParcels::order::-value::",
            "listParcels::order::label::",
            "listParcels::order::value::",
        ],
    },
    Row { fault: Fault::SortsByValueDescending, fails: &["listParcels::order::value::"] },
    Row {
        fault: Fault::SortsEachPage,
        fails: &[
            "listParcels::order::-value::walk",
            "listParcels::order::label::walk",
            "listParcels::order::value::walk",
        ],
    },
    Row {
        fault: Fault::SortsValuesAsText,
        fails: &["listParcels::order::-value::", "listParcels::order::value::"],
    },
    Row {
        fault: Fault::AcceptsAnyCursor,
        fails: &["listParcels::pagination::unknown::wrong-cursor"],
    },
    Row {
        fault: Fault::FailsAtWrongCursor,
        fails: &[
            "listParcels::pagination::no-such-page::cut-cursor",
            "listParcels::pagination::unknown::wrong-cursor",
        ],
    },
    Row {
        fault: Fault::CountsFromNewest,
        fails: &["listParcels::pagination::walk::while-creating"],
    },
    Row { fault: Fault::CountsFromEnd, fails: &["listParcels::pagination::walk::while-creating"] },
    Row {
        fault: Fault::EmptyIsUnknown,
        fails: &[
            // These lists are empty, too.
            "listParcels::filters::insured::true",
            "listParcels::filters::state::fetched",
            "listParcels::filters::tags::one-item",
            "listParcels::lists::another-teams",
            "listParcels::lists::empty",
            "listParcels::query::insured::type::true",
            "listParcels::query::state::enum::fetched",
            "listParcels::query::tags",
        ],
    },
    Row {
        fault: Fault::EmptyIsNull,
        fails: &[
            "listParcels::filters::insured::true",
            "listParcels::filters::state::fetched",
            "listParcels::filters::tags::one-item",
            "listParcels::lists::another-teams",
            "listParcels::lists::empty",
        ],
    },
];

#[test]
fn correct_servers_fail_no_case_in_any_variation() {
    let suite = suite();
    for differs in [false, true] {
        assert_correct(&suite, &Server::new(None, differs), &format!("differs: {differs}"));
    }
}

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    assert_noticed(&suite(), &ROWS, |fault| Server::new(Some(fault), false));
}

#[test]
fn no_case_reaches_a_deep_fault() {
    let rows = Fault::DEEP.map(|fault| Row { fault, fails: &[] });
    assert_noticed(&suite(), &rows, |fault| Server::new(Some(fault), false));
}
