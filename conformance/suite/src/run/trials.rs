//! Passes the cases of a plan to threads, either of this module or of libtest-mimic, and records their
//! outcomes.
//!
//! This module prints nothing; an observer shows the progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use libtest_mimic::{Arguments, Failed, Trial};
use tokio::runtime::Handle;
use webdata_cases::case::{Case, Need};
use webdata_spec::Spec;

use super::RunContext;
use super::client::ClientError;
use super::fail_fast::FindingLimit;
use super::slot::Slot;
use crate::failure::failure_message;
use crate::outcome::{Outcome, OutcomeKind, Reason, Record};
use crate::plan::{Plan, PlannedCase};
use crate::target::Target;

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
    spec: Spec,
    runner: Runner<'_>,
    runtime: &Handle,
) -> Result<Record, ClientError> {
    let started = Instant::now();
    let mut context = RunContext::new(Arc::new(spec), target, plan.deadline)?;
    context.stop = plan.stop;
    context.budget = plan.limits.budget;
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
    let (first, others) = ordered.split_at(ordered.partition_point(|slot| slot.case.runs_first()));
    let fail_fast = plan.limits.fail_fast.as_ref();
    let limit = fail_fast.map(|fail_fast| FindingLimit::new(&context.spec, fail_fast, &slots));
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
        Runner::Threads(count) => {
            for part in [first, others] {
                run_on_threads(count, part, &context, runtime, limit, None);
            }
        }
        Runner::Watched(count, observer) => {
            observer.begins(ordered.len());
            for part in [first, others] {
                run_on_threads(count, part, &context, runtime, limit, Some(observer));
            }
        }
    }
    let outcomes = slots.iter().map(|slot| (slot.case.clone(), slot.take_outcome())).collect();
    Ok(Record { outcomes, duration: started.elapsed() })
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
    ordered.sort_by_key(|slot| !slot.case.runs_first());
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
                    let skipped = slot.outcome().clone();
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
    let skipped = slot.outcome().as_ref().is_some_and(|outcome| outcome.kind == OutcomeKind::Skip);
    let (own_slot, context, runtime) = (Arc::clone(slot), Arc::clone(context), runtime.clone());
    let run = move || {
        let ended = own_slot.outcome().clone();
        let outcome = ended.unwrap_or_else(|| context.run(&own_slot.case, &runtime));
        let message = failure_message(&own_slot.case, &outcome, &context.spec);
        own_slot.fill(outcome);
        message.map_or(Ok(()), |message| Err(Failed::from(message.as_str())))
    };
    Trial::test(slot.case.id.clone(), run).with_ignored_flag(skipped)
}
