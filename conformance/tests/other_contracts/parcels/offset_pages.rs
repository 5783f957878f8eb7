//! Lists with offset pagination, in a contract of the parcel lockers that is changed in this alone.
//!
//! A walk over the pages while parcels are created is observed. If the contract calls the pages stable, the
//! walk is judged.

use webdata_audit::mutants;
use webdata_spec::{Spec, sources};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;

use crate::audit::assert_noticed;
use crate::contract::folder;
use crate::contract::run;

/// The cases that are run.
const CASES: &str = "listParcels::pagination::";
const STABLE: &str = "operations.listParcels.pagination.stable";

/// Returns the suite of the contract with another pagination.
fn counted(pagination: &str) -> Suite {
    let mut sources = sources(&folder("parcels")).expect("the pages can be opened");
    let (mut replaced, cursor) = (0, r#"cursor  = { type = "string""#);
    for source in &mut sources {
        let lines = source.text.lines().map(|line| match line {
            _ if line.starts_with(cursor) => {
                replaced += 1;
                r#"skip    = { type = "integer", minimum = 0, doc = "How many are left out." }"#
            }
            _ if line.contains(r#"parameter = "cursor""#) => {
                replaced += 1;
                pagination
            }
            // Pages of a sorted list shift when a parcel is created.
            _ if line.starts_with("order ") => "",
            line => line,
        });
        source.text = lines.collect::<Vec<_>>().join("\n");
    }
    assert_eq!(replaced, 2, "the contract lacks the replaced lines");
    let spec = Spec::read(&sources).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)));
    Suite::new(spec)
}

/// Runs the cases about pages against the reference server, and returns the outcome of the walk.
fn walk(suite: &Suite) -> (OutcomeKind, String) {
    let selection = Selection { filters: vec![CASES.to_owned()], ..Selection::default() };
    let report = run(suite, &selection, 1);
    let fine = [OutcomeKind::Pass, OutcomeKind::Observed, OutcomeKind::Skip];
    let wrong = report.cases.iter().find(|case| !fine.contains(&case.outcome.kind));
    assert!(wrong.is_none(), "{wrong:#?}");
    let case = report.cases.iter().find(|case| case.id.ends_with("::while-creating"));
    let outcome = case.expect("the case").outcome.clone();
    (outcome.kind, outcome.observed.map(|observed| observed.answer).unwrap_or_default())
}

#[test]
fn a_walk_over_counted_pages_is_observed_while_parcels_are_created() {
    let pages = r#"pagination = { style = "offset", parameter = "skip", limit = "limit" }"#;
    let observed = (OutcomeKind::Observed, "each resource is listed once".to_owned());
    assert_eq!(walk(&counted(pages)), observed);
}

#[test]
fn a_walk_over_stable_pages_is_judged() {
    let pages =
        r#"pagination = { style = "offset", parameter = "skip", limit = "limit", stable = true }"#;
    let suite = counted(pages);
    assert_eq!(walk(&suite), (OutcomeKind::Pass, String::new()));
    let of_stability: Vec<_> = mutants::all(&suite.spec)
        .into_iter()
        .filter(|mutant| mutant.clause.as_str() == STABLE)
        .collect();
    assert!(!of_stability.is_empty(), "no mutants of `{STABLE}`");
    assert_noticed(&suite, &of_stability);
}
