//! Makes sequences that start one or two runs, read their states and cancel them.
//!
//! The contract does not state how long a run takes, so a run may end before it is cancelled.

use webdata_spec::model::Level;

use super::{Action, Sequence, SequenceCase};
use crate::case::{Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::ideas::lifecycles::Runs;

/// The maximum number of runs of a sequence: each occupies the server until it ends.
const MAX_RUNS: usize = 2;

/// An operation that starts runs.
pub(super) struct Jobs<'s> {
    pub(super) context: OperationContext<'s>,
    runs: Runs<'s>,
}

/// A run that a step of the sequence started.
struct Run {
    step: usize,
    /// Whether a request to cancel the run was sent.
    is_ended: bool,
    /// The steps that read the state after the cancellation.
    reads: Vec<usize>,
}

impl<'s> Jobs<'s> {
    /// Returns the operation if it starts runs, and if `can_be_sent` accepts the identity of their derived case.
    pub(super) fn new(
        context: OperationContext<'s>,
        can_be_sent: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let runs =
            Runs::all(&context).into_iter().find(|run| can_be_sent(&context.id(&run.parts())))?;
        Some(Self { context, runs })
    }

    /// Makes the case of a sequence. Runs that the sequence does not cancel are cancelled at the end, because
    /// they may cost something.
    pub(super) fn sequence_case(&self, name: &str, sequence: &Sequence) -> Option<SequenceCase> {
        let (mut steps, mut runs, mut actions) = (Vec::new(), Vec::new(), Vec::new());
        for (index, action) in sequence.actions.iter().enumerate() {
            self.add(&mut steps, &mut runs, action);
            actions.resize(steps.len(), index);
        }
        for run in runs.iter().filter(|run| !run.is_ended) {
            let step = self.runs.cancel(run.step, self.runs.cancelled());
            steps.extend(step.map(|step| Step { purpose: Purpose::Assert, ..step }));
        }
        actions.resize(steps.len(), sequence.actions.len());
        let clause = self.runs.clause().filter(|_| !steps.is_empty())?;
        Some(SequenceCase {
            case: self.context.case(&["explored", name], (Level::Must, clause), steps),
            actions,
        })
    }

    fn add(&self, steps: &mut Vec<Step>, runs: &mut Vec<Run>, action: &Action) {
        let index = steps.len();
        match action {
            Action::Start if runs.len() < MAX_RUNS => {
                runs.push(Run { step: index, is_ended: false, reads: Vec::new() });
                steps.push(self.runs.start(&self.context));
            }
            Action::Read { resource } => {
                let Some(run) = runs.get_mut(*resource) else { return };
                if !run.is_ended {
                    steps.push(self.runs.read(run.step, self.runs.any_state()));
                    return;
                }
                let expect = self.runs.state_after_cancellation(&run.reads);
                steps.push(self.runs.read(run.step, expect));
                run.reads.push(index);
            }
            Action::End { resource } => {
                let Some(run) = runs.get_mut(*resource) else { return };
                let first = !std::mem::replace(&mut run.is_ended, true);
                let expect =
                    if first { Some(self.runs.cancelled()) } else { self.runs.cancelled_again() };
                steps.extend(expect.and_then(|expect| self.runs.cancel(run.step, expect)));
            }
            Action::Start
            | Action::Update { .. }
            | Action::Rejected { .. }
            | Action::Mistaken { .. }
            | Action::Concurrent { .. }
            | Action::Other { .. }
            | Action::Create { .. }
            | Action::Replace { .. }
            | Action::List { .. }
            | Action::Delete { .. } => {}
        }
    }
}
