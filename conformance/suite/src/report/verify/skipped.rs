//! Checks that cases with the same need are skipped for the same reason.

use std::collections::{BTreeMap, HashMap, HashSet};

use webdata_cases::case::Case;

use super::Verifier;
use crate::outcome::OutcomeKind;
use crate::report::document::{OffReport, Report};
use crate::target::{Obstacle, parse_obstacles};

impl Verifier {
    /// Checks that what the target lacks for one case, it lacks for all.
    pub(super) fn check_skipped(&mut self, report: &Report, derived: &HashMap<&str, &Case>) {
        let off: Vec<(&str, &str)> = report.off.iter().map(OffReport::pair).collect();
        let cases = report.cases.iter().filter_map(|recorded| {
            let case = *derived.get(recorded.id.as_str())?;
            let is_beyond = report.is_beyond_limits(&recorded.outcome);
            let is_skipped = recorded.outcome.kind == OutcomeKind::Skip && !is_beyond;
            let obstacles =
                is_skipped.then(|| parse_obstacles(case, &off, &recorded.outcome.reason));
            Some((case, is_skipped, obstacles.flatten().unwrap_or_default()))
        });
        let cases: Vec<_> = cases.collect();
        let is_lack = |obstacle: &Obstacle<'_>| matches!(obstacle, Obstacle::Lack(..));
        let lacking: HashSet<Obstacle<'_>> = cases
            .iter()
            .flat_map(|(.., obstacles)| obstacles.iter().copied().filter(is_lack))
            .collect();
        let mut contradicted: BTreeMap<String, &str> = BTreeMap::new();
        for (case, _, obstacles) in &cases {
            let is_needed = |obstacle: &&Obstacle<'_>| matches!(obstacle, Obstacle::Lack(need, _) if case.needs.contains(need));
            for obstacle in
                lacking.iter().filter(is_needed).filter(|obstacle| !obstacles.contains(obstacle))
            {
                contradicted.entry(obstacle.to_string()).or_insert(&case.id);
            }
        }
        for (need, id) in contradicted {
            self.contradict(
                "cases",
                format!("cases are skipped since the target lacks {need}, which {id} needs and does not lack"),
            );
        }
        let is_off =
            |obstacles: &[Obstacle<'_>]| obstacles.is_empty() || !obstacles.iter().all(is_lack);
        let others = cases
            .iter()
            .filter(|(_, is_skipped, obstacles)| *is_skipped && is_off(obstacles))
            .count();
        if others > 0 {
            self.remarks.push(format!(
                "{others} cases are skipped for reasons that only the target file gives"
            ));
        }
    }
}
