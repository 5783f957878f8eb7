//! Checks the mutants of a contract: each has a stable identity, its own contract, and a description.

#![expect(clippy::unwrap_used, reason = "a panic here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use webdata_audit::mutants::{Further, Mutant, all};
use webdata_audit::served_contract;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Shape, Type};

fn spec() -> Spec {
    Spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2")).unwrap()
}

fn ids(spec: &Spec) -> BTreeSet<String> {
    all(spec).into_iter().map(|mutant| mutant.id).collect()
}

fn properties<'s>(
    spec: &'s mut Spec,
    name: &str,
) -> &'s mut indexmap::IndexMap<String, webdata_spec::model::Property> {
    match &mut spec.types.get_mut(name).unwrap().schema.shape {
        Shape::Object(object) => &mut object.properties,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn identities_are_unique_and_readable() {
    let mut seen = BTreeMap::new();
    for mutant in all(&spec()) {
        let parts: Vec<&str> = mutant.id.split('/').collect();
        let [operation, clause, way] = parts[..] else { panic!("{}", mutant.id) };
        assert_eq!(clause, mutant.clause.as_str());
        for word in [operation, way] {
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(!word.is_empty() && word.chars().all(is_kebab), "{}", mutant.id);
        }
        let before = seen.insert(mutant.id.clone(), mutant.description.clone());
        assert_eq!(before, None, "{}", mutant.id);
    }
}

#[test]
fn the_identity_names_operation_clause_and_way() {
    let mut spec = spec();
    let name = &properties(&mut spec, "MonitorUpdate")["name"].schema;
    let max_length = name.count(Keyword::MaxLength).unwrap();
    let ids = ids(&spec);
    let accepts = format!("update-monitor/MonitorUpdate.name.maxLength/accepts-{}", max_length + 1);
    let refuses = format!("update-monitor/MonitorUpdate.name.maxLength/refuses-{max_length}");
    for id in [
        accepts.as_str(),
        refuses.as_str(),
        "update-monitor/MonitorUpdate.name.maxLength/unlimited",
        "update-monitor/MonitorUpdate.status.enum/accepts-deleted",
        "update-monitor/MonitorUpdate.rules.search-target-needs-goal/dropped",
        "update-monitor/Location.country.pattern/unanchored-at-the-end",
        "update-monitor/Monitor.updatedAt.required/is-not-there",
        "agent-status/operations.agentStatus.parameters.jobId.format/unchecked",
        "scrape/ScrapeRequest.url.required/may-be-left-out",
        "service/errors.not-found.status/is-200",
    ] {
        assert!(ids.contains(id), "{id}");
    }
}

#[test]
fn every_edit_of_a_mutant_changes_the_contract() {
    let spec = Arc::new(spec());
    for mutant in all(&spec) {
        let served = served_contract(std::slice::from_ref(&mutant.difference), &spec);
        let changes_contract = !Arc::ptr_eq(&served, &spec);
        assert_eq!(mutant.edits_contract(), changes_contract && *served != *spec, "{}", mutant.id);
    }
}

/// The builder finds the mutants of these clauses by the words of the clause, so a new word has no mutant.
#[test]
fn every_clause_of_the_service_has_a_mutant() {
    const ROOTS: [&str; 5] = ["service", "authentication", "limits", "charges", "events"];
    /// Rules for clients, which no server can break.
    const OF_CLIENTS: [&str; 4] = [
        "service.retry.statuses",
        "service.retry.wait",
        "service.retry.backoff",
        "service.retry.pace",
    ];
    let spec = spec();
    let changed: BTreeSet<String> =
        all(&spec).into_iter().map(|mutant| mutant.clause.to_string()).collect();
    let clauses = spec.clauses().into_keys().map(|clause| clause.to_string());
    let of_service =
        clauses.filter(|id| id.split('.').next().is_some_and(|root| ROOTS.contains(&root)));
    let without: Vec<String> = of_service.filter(|id| !changed.contains(id)).collect();
    assert_eq!(without, OF_CLIENTS);
}

#[test]
fn every_mutant_has_a_description() {
    for mutant in all(&spec()) {
        let description = &mutant.description;
        assert!(
            description.ends_with('.') && description.len() > 20,
            "{}: {description}",
            mutant.id
        );
        let start = description.chars().next().unwrap();
        assert!(
            start.is_uppercase()
                || start == '`'
                || description.starts_with(|c: char| c.is_lowercase()),
            "{description}"
        );
        for detail in ["Some(", "None", "Shape", "/tmp", "::", "{:", "Arc"] {
            assert!(!description.contains(detail), "{}: {description}", mutant.id);
        }
    }
}

#[test]
fn additions_to_a_contract_rename_no_mutant() {
    let before = ids(&spec());
    let field = |spec: &mut Spec| {
        let fields = properties(spec, "MonitorUpdate");
        let mut property = fields["name"].clone();
        property.schema.clause = webdata_spec::model::ClauseId::new("MonitorUpdate.nickname");
        fields.shift_insert(0, "nickname".to_owned(), property);
    };
    let variant = |spec: &mut Spec| {
        let mut feed: Type = spec.types["ScrapeTarget"].clone();
        feed.name = "FeedTarget".to_owned();
        feed.schema.clause = webdata_spec::model::ClauseId::new("FeedTarget");
        if let Shape::Object(object) = &mut feed.schema.shape {
            for (name, property) in &mut object.properties {
                let clause = format!("FeedTarget.{name}");
                property.schema.clause = webdata_spec::model::ClauseId::new(clause);
            }
            object.properties.shift_remove("urls");
        }
        spec.types.insert("FeedTarget".to_owned(), feed);
        let Shape::Union(union) = &mut spec.types["MonitorTarget"].schema.shape else { panic!() };
        union.variants.insert("feed".to_owned(), "FeedTarget".to_owned());
    };
    let row = |spec: &mut Spec| {
        let mut row = spec.errors["conflict"].clone();
        row.id = "gone".to_owned();
        row.status = 410;
        spec.errors.insert("gone".to_owned(), row);
    };
    for change in [&field as &dyn Fn(&mut Spec), &variant, &row] {
        let mut more = spec();
        change(&mut more);
        let after = ids(&more);
        let lost: Vec<&String> = before.difference(&after).collect();
        assert!(lost.is_empty(), "{lost:?}");
        assert!(after.len() >= before.len());
    }
}

#[test]
fn a_further_operation_has_one_unchecked_mutant_of_each_clause() {
    let kinds = |spec: &Spec, kind: Further| -> BTreeSet<String> {
        let is_kind = |mutant: &Mutant| mutant.further == Some(kind);
        all(spec).into_iter().filter(is_kind).map(|mutant| mutant.clause.to_string()).collect()
    };
    let mut spec = spec();
    assert_eq!(all(&spec).iter().filter(|mutant| mutant.further.is_some()).count(), 0);
    let mut property = properties(&mut spec, "CrawlTarget")["scrapeOptions"].clone();
    property.schema.clause = webdata_spec::model::ClauseId::new("ScrapeRequest.scrapeOptions");
    properties(&mut spec, "ScrapeRequest").insert("scrapeOptions".to_owned(), property);
    let (unchecked, lesser) = (kinds(&spec, Further::Unchecked), kinds(&spec, Further::Lesser));
    let count = all(&spec).iter().filter(|it| it.further == Some(Further::Unchecked)).count();
    assert!(count == unchecked.len() && lesser.is_subset(&unchecked) && !lesser.is_empty());
}
