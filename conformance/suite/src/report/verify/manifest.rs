//! Checks that the cases of a document are those of its manifest, and cases of the suite.

use std::collections::{HashMap, HashSet};

use webdata_cases::case::Case;

use super::Verifier;
use crate::Suite;
use crate::plan::Manifest;
use crate::report::document::Report;

impl Verifier {
    /// Checks each case, then all of them together.
    pub(super) fn check_manifest(
        &mut self,
        report: &Report,
        suite: &Suite,
        derived: &HashMap<&str, &Case>,
    ) {
        let mut seen = HashSet::new();
        for recorded in &report.cases {
            let place = format!("case {}", recorded.id);
            if !seen.insert(&recorded.id) {
                self.contradict(&place, "it appears twice");
            }
            match derived.get(recorded.id.as_str()) {
                None => self.contradict(&place, "the suite has no such case"),
                Some(case) => {
                    self.expect_equal(
                        &place,
                        &recorded.level,
                        &case.level,
                        "its level is not the suite's",
                    );
                    let message = "its clauses are not the suite's";
                    self.expect_equal(&place, &recorded.clauses, &case.clauses, message);
                }
            }
        }
        let scope = &report.scope;
        let manifest = Manifest::from_ids(report.cases.iter().map(|case| case.id.as_str()));
        let message = "it is not that of the cases in the document";
        self.expect_equal("manifest", &scope.manifest, &manifest, message);
        let place: HashMap<&str, usize> =
            suite.cases.iter().enumerate().map(|(index, case)| (case.id.as_str(), index)).collect();
        let whole = suite.cases.iter().filter(|case| suite.is_within(case, &scope.only_profiles));
        let whole: Vec<&str> = whole.map(|case| case.id.as_str()).collect();
        if !report.cases.is_sorted_by_key(|case| place.get(case.id.as_str()).copied()) {
            self.contradict("cases", "they are not in the order of the suite");
        }
        let is_own = |index: usize| scope.shard.is_none_or(|shard| shard.has(index));
        let part = |ids: &[&str]| {
            let ids_of_shard: Vec<&str> =
                ids.iter().enumerate().filter(|(at, _)| is_own(*at)).map(|(_, id)| *id).collect();
            Manifest::from_ids(ids_of_shard.iter().copied())
        };
        if scope.shard.is_none() {
            let message = "it is not the manifest, although the run is no shard of another";
            self.expect_equal("selected", &scope.selected, &scope.manifest, message);
        }
        if scope.selected.count == whole.len() {
            let message =
                "it is not that of all cases that the run could have, although it has as many";
            self.expect_equal(
                "selected",
                &scope.selected,
                &Manifest::from_ids(whole.iter().copied()),
                message,
            );
            let message = "it is not that of the cases of the suite that the run should have";
            self.expect_equal("manifest", &scope.manifest, &part(&whole), message);
        } else {
            self.remarks.push(format!(
                "the run selected {} of the suite's {} cases; the report says nothing about the others",
                scope.selected.count,
                suite.cases.len()
            ));
        }
        if let Some(shard) = scope.shard {
            // Computed and not enumerated, since the count may be any number.
            if shard.size(scope.selected.count) != scope.manifest.count {
                self.contradict(
                    "shard",
                    format!(
                        "{shard} of {} cases are not {}",
                        scope.selected.count, scope.manifest.count
                    ),
                );
            }
            self.remarks.push(format!("it is the part {shard} of a run; `merge` joins the parts"));
        }
    }
}
