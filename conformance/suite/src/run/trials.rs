//! Runs the cases of a plan on threads, in order, until a number of findings ends the run.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use jiff::civil::Date;
use libtest_mimic::{Arguments, Failed, Trial};
use parking_lot::Mutex;
use tokio::runtime::Handle;
use webdata_cases::case::{Case, Need};
use webdata_spec::model::ClauseId;
use webdata_spec::{ClauseIndex, Spec};

use super::RunContext;
use super::client::ClientError;
use crate::failure::failure_message;
use crate::findings::{Finding, Judged, explained, subjects};
use crate::judge::Judge;
use crate::outcome::{Outcome, OutcomeKind, Reason, Record, is_counted};
use crate::plan::{FailFast, Plan, PlannedCase};
use crate::target::Target;
use crate::waivers::{valid_on, waive};

/// The runner of the cases.
#[derive(Clone, Copy)]
pub enum Runner<'a> {
    /// libtest-mimic, which prints as `cargo test` does and takes its arguments.
    Libtest(&'a Arguments),
    /// This many threads, without output.
    Threads(usize),
    /// This many threads, with an observer of each case.
    Watched(usize, &'a dyn Observer),
}

/// Observes the progress of a run, on the threads of the run.
pub trait Observer: Sync {
    /// The run begins with this many cases, including skipped ones.
    fn begins(&self, cases: usize);
    /// A case has ended, or is skipped.
    fn ended(&self, case: &Case, outcome: &Outcome);
}

/// Runs every case of a plan.
///
/// `runtime` drives the requests; the runner's threads wait for them.
///
/// # Errors
/// If no HTTP client can be made. Failures of cases are in their outcomes.
pub fn run(
    plan: Plan,
    target: Target,
    (spec, clauses): (&Spec, &Arc<ClauseIndex>),
    runner: Runner<'_>,
    runtime: &Handle,
) -> Result<Record, ClientError> {
    let started = Instant::now();
    let mut context =
        RunContext::new(Arc::new(spec.clone()), Arc::clone(clauses), target, plan.deadline)?;
    context.stop = plan.stop;
    context.budget = plan.limits.budget;
    context.may_wait = Mutex::new(plan.limits.budget.is_none());
    if let Runner::Threads(count) | Runner::Watched(count, _) = runner {
        context.jobs = count.max(1);
    }
    let awaits = |planned: &PlannedCase| {
        planned.skip.is_none() && planned.case.needs.contains(&Need::Webhooks)
    };
    if plan.cases.iter().any(awaits) {
        context.listen(runtime)?;
    }
    let context = Arc::new(context);
    let slots: Vec<Arc<Slot>> = plan
        .cases
        .into_iter()
        .map(|planned| {
            let skipped = planned.skip.map(|obstacles| {
                Outcome::without_run(OutcomeKind::Skip, Reason::Obstacles(obstacles))
            });
            Arc::new(Slot::new(planned.case, skipped))
        })
        .collect();
    let ordered = ordered(&slots, plan.order, plan.shuffle);
    let (first, others) = ordered.split_at(ordered.partition_point(|slot| slot.case.each_fixture));
    let fail_fast = plan.limits.fail_fast.as_ref();
    let limit = fail_fast.map(|fail_fast| FindingLimit::new(context.judge(), fail_fast, &slots));
    let limit = limit.as_ref();
    match runner {
        Runner::Libtest(arguments) => {
            if !arguments.list {
                run_on_threads(1, first, &context, runtime, limit, None);
            }
            let trials = ordered.iter().map(|slot| trial(slot, &context, runtime)).collect();
            // The conclusion has only counts; the suite chooses its own exit code.
            let _ = libtest_mimic::run(arguments, trials);
        }
        Runner::Threads(count) | Runner::Watched(count, _) => {
            let observer = match runner {
                Runner::Watched(_, observer) => Some(observer),
                Runner::Libtest(_) | Runner::Threads(_) => None,
            };
            if let Some(observer) = observer {
                observer.begins(ordered.len());
            }
            for part in [first, others] {
                run_on_threads(count, part, &context, runtime, limit, observer);
            }
        }
    }
    drop(ordered);
    let outcome = |slot: Arc<Slot>| {
        let outcome = slot.take_outcome();
        // A trial of libtest may still hold its slot.
        (Arc::try_unwrap(slot).map_or_else(|slot| slot.case.clone(), |slot| slot.case), outcome)
    };
    let duration = started.elapsed();
    Ok(Record { outcomes: slots.into_iter().map(outcome).collect(), duration })
}

/// Returns the cases in the order of the plan, or of a seed. Cases that read what is stored before other
/// cases change it come first in both orders.
fn ordered(slots: &[Arc<Slot>], mut order: Vec<usize>, shuffle: Option<u64>) -> Vec<Arc<Slot>> {
    if let Some(seed) = shuffle {
        order.sort_unstable();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
    }
    let ordered = order.into_iter().filter_map(|place| slots.get(place).cloned());
    let mut ordered: Vec<Arc<Slot>> = ordered.collect();
    ordered.sort_by_key(|slot| !slot.case.each_fixture);
    ordered
}

fn run_on_threads(
    count: usize,
    slots: &[Arc<Slot>],
    context: &RunContext,
    runtime: &Handle,
    limit: Option<&FindingLimit<'_>>,
    observer: Option<&dyn Observer>,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                while let Some(slot) = slots.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let skipped = slot.outcome.lock().clone();
                    let outcome = skipped.unwrap_or_else(|| context.run(&slot.case, runtime));
                    if let Some(observer) = observer {
                        observer.ended(&slot.case, &outcome);
                    }
                    slot.fill(outcome);
                    if let Some(findings) = limit.and_then(|limit| limit.reached_by(slot)) {
                        context.end_at_findings(findings);
                    }
                }
            });
        }
    });
}

fn trial(slot: &Arc<Slot>, context: &Arc<RunContext>, runtime: &Handle) -> Trial {
    let skipped =
        slot.outcome.lock().as_ref().is_some_and(|outcome| outcome.kind == OutcomeKind::Skip);
    let (trial_slot, context, runtime) = (Arc::clone(slot), Arc::clone(context), runtime.clone());
    let run = move || {
        let ended = trial_slot.outcome.lock().clone();
        let outcome = ended.unwrap_or_else(|| context.run(&trial_slot.case, &runtime));
        let message = failure_message(&trial_slot.case, &outcome, &context.clauses);
        trial_slot.fill(outcome);
        message.map_or(Ok(()), |message| Err(Failed::from(message.as_str())))
    };
    Trial::test(slot.case.id.clone(), run).with_ignored_flag(skipped)
}

struct Slot {
    case: Case,
    outcome: Mutex<Option<Outcome>>,
}

impl Slot {
    /// Returns the slot of a case, with its outcome if it is skipped.
    fn new(case: Case, skipped: Option<Outcome>) -> Self {
        Self { case, outcome: Mutex::new(skipped) }
    }

    fn fill(&self, outcome: Outcome) {
        *self.outcome.lock() = Some(outcome);
    }

    fn take_outcome(&self) -> Outcome {
        self.outcome.lock().take().unwrap_or_else(|| {
            Outcome::without_run(OutcomeKind::Error, "the case ended without an outcome")
        })
    }
}

/// The wait between two counts, as a multiple of the time that a count takes.
const WAIT_FACTOR: u32 = 10;

struct FindingLimit<'r> {
    judge: Judge<'r>,
    fail_fast: &'r FailFast,
    slots: &'r [Arc<Slot>],
    today: Date,
    state: Mutex<CountState>,
}

struct CountState {
    /// Whether a case that may be a new finding has ended since the last count.
    has_news: bool,
    /// The broken clauses that cases about something else saw.
    beside: HashSet<ClauseId>,
    /// The earliest time of the next count.
    next_count_at: Instant,
}

impl<'r> FindingLimit<'r> {
    fn new(judge: Judge<'r>, fail_fast: &'r FailFast, slots: &'r [Arc<Slot>]) -> Self {
        let state =
            CountState { has_news: false, beside: HashSet::new(), next_count_at: Instant::now() };
        let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
        Self { judge, fail_fast, slots, today, state: Mutex::new(state) }
    }

    /// Notes the outcome of a case. Returns the number of findings that ends the run, once there are that
    /// many.
    fn reached_by(&self, ended: &Slot) -> Option<usize> {
        let mut state = self.state.lock();
        if let Some(outcome) = &*ended.outcome.lock() {
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
        let outcomes: Vec<_> =
            self.slots.iter().map(|slot| (&slot.case, slot.outcome.lock())).collect();
        let subjects: Vec<_> =
            outcomes.iter().map(|(case, _)| subjects(self.judge.spec, case)).collect();
        let judged = outcomes.iter().zip(&subjects).filter_map(|((case, outcome), subjects)| {
            Some(Judged::new(case, subjects, outcome.as_ref()?))
        });
        let judged: Vec<Judged<'_>> = judged.collect();
        let mut so_far = explained(self.judge, &judged);
        let waived = waive(&mut so_far, &valid_on(waivers, self.today));
        let counts = |case: &&Judged<'_>| {
            case.outcome.kind == OutcomeKind::Fail
                && is_counted(case.level, *level)
                && !waived.contains(case.id)
        };
        let failing: HashSet<&str> = judged.iter().filter(counts).map(|case| case.id).collect();
        let is_open = |finding: &&Finding| finding.counts(*level, |case| failing.contains(case));
        so_far.findings.iter().filter(is_open).count()
    }
}
