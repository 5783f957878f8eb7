//! Ends a run at a number of findings.
//!
//! Findings are derived as in the report; this module does not judge.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use jiff::civil::Date;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};

use super::slot::Slot;
use crate::findings::{Finding, Judged, findings};
use crate::outcome::OutcomeKind;
use crate::plan::FailFast;
use crate::waivers::WaiverScope;

/// The wait between two counts, as a multiple of the time that a count takes.
const WAIT_FACTOR: u32 = 10;

/// Counts the findings during a run.
pub(super) struct FindingLimit<'r> {
    spec: &'r Spec,
    fail_fast: &'r FailFast,
    slots: &'r [Arc<Slot>],
    today: Date,
    state: Mutex<State>,
}

struct State {
    /// Whether a case that may be a new finding has ended since the last count.
    has_news: bool,
    /// The broken clauses that cases about something else saw.
    beside: HashSet<ClauseId>,
    /// The earliest time of the next count.
    next_count_at: Instant,
}

impl<'r> FindingLimit<'r> {
    pub(super) fn new(spec: &'r Spec, fail_fast: &'r FailFast, slots: &'r [Arc<Slot>]) -> Self {
        let state =
            State { has_news: false, beside: HashSet::new(), next_count_at: Instant::now() };
        let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
        Self { spec, fail_fast, slots, today, state: Mutex::new(state) }
    }

    /// Notes the outcome of a case. Returns the number of findings that ends the run, once there are that
    /// many.
    pub(super) fn reached_by(&self, ended: &Slot) -> Option<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outcome) = &*ended.outcome() {
            state.has_news |= outcome.kind == OutcomeKind::Fail;
            for deviation in &outcome.beside {
                state.has_news |= state.beside.insert(deviation.clause.clone());
            }
        }
        let started = Instant::now();
        if !state.has_news || started < state.next_count_at {
            return None;
        }
        let count = self.count();
        state.has_news = false;
        state.next_count_at = Instant::now() + started.elapsed() * WAIT_FACTOR;
        Some(self.fail_fast.findings).filter(|findings| count >= *findings)
    }

    /// Counts the findings that decide the verdict.
    fn count(&self) -> usize {
        let FailFast { level, waivers, .. } = self.fail_fast;
        let holding = || {
            waivers.iter().filter(|waiver| waiver.holds_on(self.today)).map(|waiver| &waiver.scope)
        };
        let is_waived = |case: &Judged<'_>| {
            holding().any(|scope| {
                matches!(scope, WaiverScope::Cases(_)) && scope.names(case.id, case.clauses)
            })
        };
        let outcomes: Vec<_> = self.slots.iter().map(|slot| (&slot.case, slot.outcome())).collect();
        let judged = outcomes.iter().filter_map(|(case, outcome)| {
            let outcome = outcome.as_ref()?;
            Some((case.level, Judged { id: &case.id, clauses: &case.clauses, outcome }))
        });
        let judged: Vec<(Level, Judged<'_>)> = judged.collect();
        let counts = |(case_level, case): &&(Level, Judged<'_>)| {
            case.outcome.kind == OutcomeKind::Fail && case_level <= level && !is_waived(case)
        };
        let failing: HashSet<&str> =
            judged.iter().filter(counts).map(|judged| judged.1.id).collect();
        let judged: Vec<Judged<'_>> = judged.iter().map(|judged| judged.1).collect();
        let findings_so_far = findings(self.spec, &judged);
        let is_open = |finding: &&Finding| {
            let is_waived = holding().any(|scope| scope.names_finding(&finding.clause));
            !is_waived && finding.counts(*level, |case| failing.contains(case))
        };
        findings_so_far.iter().filter(is_open).count()
    }
}
