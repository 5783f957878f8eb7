//! Lists whose pages are counted, by parcel lockers that differ from the contract in that alone: what
//! becomes of a walk while parcels are created is observed, unless the contract says that it is stable.

use webdata_audit::mutants;
use webdata_spec::{Spec, sources};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;

use super::generated;
use crate::audit::assert_noticed;
use crate::conformant::run;
use crate::contract::folder;

/// The cases that are run, and the clause whose mutants are hunted.
const CASES: &str = "listParcels::pagination::";
const STABLE: &str = "operations.listParcels.pagination.stable";

/// The suite of the contract with other pages.
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
            // A list that is sorted shifts.
            _ if line.starts_with("order ") => "",
            line => line,
        });
        source.text = lines.collect::<Vec<_>>().join("\n");
    }
    assert_eq!(replaced, 2, "the contract has other pages");
    let spec = Spec::read(&sources).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)));
    Suite::new(spec, generated::validators::ALL).expect("every type has a validator")
}

/// Runs the cases of pages against the reference server; what the case of a walk comes to.
fn walked(suite: &Suite) -> (OutcomeKind, String) {
    let selection = Selection { filters: vec![CASES.to_owned()], ..Selection::default() };
    let report = run(suite, &selection, 1);
    let fine = [OutcomeKind::Pass, OutcomeKind::Observed, OutcomeKind::Skip];
    let wrong = report.cases.iter().find(|case| !fine.contains(&case.outcome.kind));
    assert!(wrong.is_none(), "{wrong:#?}");
    let case = report.cases.iter().find(|case| case.id.ends_with("::while-creating"));
    let outcome = case.expect("the case").outcome.clone();
    (outcome.kind, outcome.observed.map(|own| own.answer).unwrap_or_default())
}

#[test]
fn a_walk_over_counted_pages_is_observed_while_parcels_are_created() {
    let pages = r#"pagination = { style = "offset", parameter = "skip", limit = "limit" }"#;
    let observed = (OutcomeKind::Observed, "each resource is listed once".to_owned());
    assert_eq!(walked(&counted(pages)), observed);
}

#[test]
fn a_walk_that_the_contract_says_is_stable_is_judged() {
    let pages =
        r#"pagination = { style = "offset", parameter = "skip", limit = "limit", stable = true }"#;
    let suite = counted(pages);
    assert_eq!(walked(&suite), (OutcomeKind::Pass, String::new()));
    let own: Vec<_> =
        mutants::all(&suite.spec).into_iter().filter(|own| own.clause.as_str() == STABLE).collect();
    assert!(!own.is_empty(), "there are mutants of `{STABLE}`");
    assert_noticed(&suite, &own);
}
