//! Clauses: each has an identity of its own, a heading of the contract and a statement.

use std::collections::HashSet;
use webdata_spec::Spec;

use crate::support::{compare, library, service};

#[test]
fn clauses_of_the_service_have_unique_identities() {
    check(&service());
}

#[test]
fn clauses_of_the_library_have_unique_identities() {
    check(&library());
}

#[test]
fn clauses_of_the_library_are_as_accepted() {
    let spec = library();
    let lines = spec.clauses().into_values().map(|clause| {
        format!("{} [{}] {} ({})\n", clause.id, clause.level, clause.statement, clause.source)
    });
    let text: String = lines.collect();
    compare("clauses/library.txt", &text);
}

/// The limits are those on the pages of the library, and the statement of each clause contains the limit.
#[test]
fn limits_are_those_of_the_pages() {
    let spec = library();
    let table = [
        ("BookUpdate.minProperties", Some(1)),
        ("BookUpdate.title.minLength", Some(1)),
        ("BookUpdate.title.maxLength", Some(120)),
        ("BookUpdate.pages.minimum", Some(1)),
        ("BookUpdate.pages.maximum", Some(5000)),
        ("BookUpdate.tags.minItems", Some(1)),
        ("BookUpdate.tags.maxItems", Some(8)),
        ("BookUpdate.tags.items.minLength", Some(1)),
        ("Loan.reminder.minimumInterval", Some(24 * 60 * 60)),
        // Clauses without a limit, a clause with a fraction, and an identity without a clause.
        ("BookUpdate.pages.default", None),
        ("BookUpdate.pages.type", None),
        ("BookUpdate.rating.maximum", None),
        ("BookUpdate.tags.items.maxLength", None),
        ("BookUpdate.tags.maxLength", None),
        ("Book.nothing.maxLength", None),
        ("maxLength", None),
    ];
    for (clause, limit) in table {
        assert_eq!(spec.limit(clause), limit, "{clause}");
    }
    for clause in spec.clauses().into_values() {
        let (id, statement) = (clause.id.as_str(), clause.statement);
        if let Some(limit) = spec.limit(id) {
            assert!(
                statement.split(' ').any(|word| word == limit.to_string()),
                "{id}: {statement}"
            );
        }
    }
}

#[test]
fn stored_properties_are_those_of_request_and_resource() {
    let spec = library();
    let stored = spec.stored_properties(&spec.operations["updateBook"]);
    assert_eq!(stored, ["title", "subtitle", "status", "loan", "editions"]);
}

fn check(spec: &Spec) {
    let mut seen = HashSet::new();
    for clause in spec.clause_list() {
        assert!(seen.insert(clause.id.clone()), "there are two clauses `{}`", clause.id);
        assert!(!clause.source.trim().is_empty(), "`{}` has no source", clause.id);
        assert!(!clause.statement.trim().is_empty(), "`{}` has no statement", clause.id);
    }
    assert!(!seen.is_empty());
}
