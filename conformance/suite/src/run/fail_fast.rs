//! Ends a run at so many findings.
//!
//! It must not judge: findings are derived as the report derives them.

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
use crate::waivers::Waived;

/// Findings are counted again after so many times as long as counting them took.
const REST: u32 = 10;

/// Counts the findings of a run while it goes on.
pub(super) struct FindingLimit<'r> {
    spec: &'r Spec,
    fail_fast: &'r FailFast,
    slots: &'r [Arc<Slot>],
    today: Date,
    state: Mutex<State>,
}

struct State {
    /// Whether a case has ended since the last count that may be a finding of its own.
    is_due: bool,
    /// The clauses that were seen broken in cases about something else.
    beside: HashSet<ClauseId>,
    /// When findings are counted again at the earliest.
    rests_until: Instant,
}

impl<'r> FindingLimit<'r> {
    pub(super) fn new(spec: &'r Spec, fail_fast: &'r FailFast, slots: &'r [Arc<Slot>]) -> Self {
        let state = State { is_due: false, beside: HashSet::new(), rests_until: Instant::now() };
        let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
        Self { spec, fail_fast, slots, today, state: Mutex::new(state) }
    }

    /// Notes how a case has ended, and returns the number of findings that ends the run, if there are
    /// as many.
    pub(super) fn reached(&self, ended: &Slot) -> Option<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outcome) = &*ended.outcome() {
            state.is_due |= outcome.kind == OutcomeKind::Fail;
            for deviation in &outcome.beside {
                state.is_due |= state.beside.insert(deviation.clause.clone());
            }
        }
        let started = Instant::now();
        if !state.is_due || started < state.rests_until {
            return None;
        }
        let count = self.count();
        state.is_due = false;
        state.rests_until = Instant::now() + started.elapsed() * REST;
        Some(self.fail_fast.findings).filter(|findings| count >= *findings)
    }

    /// Counts the findings that decide the verdict.
    fn count(&self) -> usize {
        let FailFast { level, waivers, .. } = self.fail_fast;
        let holding = || waivers.iter().filter(|own| own.holds_on(self.today)).map(|own| &own.of);
        let is_waived = |case: &Judged<'_>| {
            holding().any(|of| matches!(of, Waived::Cases(_)) && of.names(case.id, case.clauses))
        };
        let outcomes: Vec<_> = self.slots.iter().map(|slot| (&slot.case, slot.outcome())).collect();
        let judged = outcomes.iter().filter_map(|(case, outcome)| {
            let outcome = outcome.as_ref()?;
            Some((case.level, Judged { id: &case.id, clauses: &case.clauses, outcome }))
        });
        let judged: Vec<(Level, Judged<'_>)> = judged.collect();
        let counts = |(own, case): &&(Level, Judged<'_>)| {
            case.outcome.kind == OutcomeKind::Fail && own <= level && !is_waived(case)
        };
        let failing: HashSet<&str> = judged.iter().filter(counts).map(|own| own.1.id).collect();
        let judged: Vec<Judged<'_>> = judged.iter().map(|own| own.1).collect();
        let found = findings(self.spec, &judged);
        let is_open = |own: &&Finding| {
            let is_waived = holding().any(|of| of.names_finding(&own.clause));
            !is_waived && own.counts(*level, |case| failing.contains(case))
        };
        found.iter().filter(is_open).count()
    }
}
