//! Checks that cases with the same need are skipped for the same reason.

use std::collections::{BTreeMap, HashMap, HashSet};

use webdata_cases::case::Case;

use super::Verifier;
use crate::outcome::{Obstacle, Reason};
use crate::report::document::Report;

impl Verifier {
    /// Checks that what the target lacks for one case, it lacks for all.
    pub(super) fn check_skipped(&mut self, report: &Report, derived: &HashMap<&str, &Case>) {
        let cases = report.cases.iter().filter_map(|recorded| {
            let case = *derived.get(recorded.id.as_str())?;
            let obstacles = match &recorded.outcome.reason {
                Reason::Obstacles(obstacles) => obstacles.0.as_slice(),
                Reason::Limit(_)
                | Reason::Interrupted { .. }
                | Reason::Separated { .. }
                | Reason::Words(_) => &[],
            };
            Some((case, obstacles))
        });
        let cases: Vec<(&Case, &[Obstacle])> = cases.collect();
        let is_lack = |obstacle: &&Obstacle| matches!(obstacle, Obstacle::Lack { .. });
        let lacking: HashSet<&Obstacle> =
            cases.iter().flat_map(|(_, obstacles)| obstacles.iter().filter(is_lack)).collect();
        let mut contradicted: BTreeMap<String, &str> = BTreeMap::new();
        for (case, obstacles) in &cases {
            let is_needed = |obstacle: &&Obstacle| matches!(obstacle, Obstacle::Lack { need, .. } if case.needs.contains(need));
            let missing = lacking.iter().filter(|obstacle| !obstacles.contains(obstacle));
            for obstacle in missing.copied().filter(is_needed) {
                contradicted.entry(obstacle.to_string()).or_insert(&case.id);
            }
        }
        for (need, id) in contradicted {
            self.contradict(
                "cases",
                format!("cases are skipped since the target lacks {need}, which {id} needs and does not lack"),
            );
        }
        let is_off = |obstacle: &Obstacle| matches!(obstacle, Obstacle::Off { .. });
        let others = cases.iter().filter(|(_, obstacles)| obstacles.iter().any(is_off)).count();
        if others > 0 {
            self.remarks.push(format!(
                "{others} cases are skipped for reasons that only the target file gives"
            ));
        }
    }
}
