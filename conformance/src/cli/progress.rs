//! How a run goes, while it does: a bar on a terminal, a line now and then elsewhere, and what failed.
//!
//! All of it goes to standard error, so that standard output has the result alone.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use jiff::Zoned;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::Case;
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::run::{INTERRUPTED, Observer};
use webdata_suite::waivers::Waiver;
use webdata_suite::{failure_message, visible};

use super::transcript::transcript;

/// So many failures are shown as they come, each of another clause: the findings at the end and the
/// report tell of all.
const SHOWN: usize = 20;

/// Where there is no terminal, lines are at least so far apart, and a tenth of the cases.
const APART: Duration = Duration::from_secs(5);

/// How often the bar moves while no case ends.
const TICK: Duration = Duration::from_millis(250);

/// How much is told while cases run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verbosity {
    /// Nothing.
    Quiet,
    /// Progress, and what failed.
    Failures,
    /// A line for each case.
    Cases,
    /// Also what was sent and received.
    Exchanges,
}

/// Shows a run.
pub(super) struct Progress<'p> {
    spec: &'p Spec,
    verbosity: Verbosity,
    waivers: &'p [Waiver],
    today: Date,
    stop: CancellationToken,
    bar: ProgressBar,
    so_far: Mutex<SoFar>,
}

struct SoFar {
    started: Instant,
    cases: usize,
    done: usize,
    failed: usize,
    unjudged: usize,
    /// The clauses of the failures that were shown.
    shown: HashSet<ClauseId>,
    /// When the last line was written, and how many cases were done then.
    last_line: (Instant, usize),
    /// Whether people know that the run was called off.
    stop_is_told: bool,
}

/// The style of every bar: what, how far, how fast, how long still, and what is remarkable.
pub(super) fn style() -> ProgressStyle {
    let style = "{msg} {wide_bar} {pos}/{len}, {rate} a second, {eta} left{prefix}";
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // Writing a bar never fails.
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    ProgressStyle::with_template(style)
        .map_or_else(|_| ProgressStyle::default_bar(), |style| style.with_key("rate", rate))
}

impl<'p> Progress<'p> {
    /// Shows a run of cases of a contract that `stop` calls off; what the waivers let pass is no
    /// failure.
    pub(super) fn new(
        spec: &'p Spec,
        verbosity: Verbosity,
        waivers: &'p [Waiver],
        stop: CancellationToken,
    ) -> Self {
        let today = Zoned::now().with_time_zone(TimeZone::UTC).date();
        let bar = match verbosity {
            Verbosity::Quiet => ProgressBar::hidden(),
            _ => ProgressBar::no_length(),
        };
        let now = Instant::now();
        let so_far = SoFar {
            started: now,
            cases: 0,
            done: 0,
            failed: 0,
            unjudged: 0,
            shown: HashSet::new(),
            last_line: (now, 0),
            stop_is_told: false,
        };
        Self { spec, verbosity, waivers, today, stop, bar, so_far: Mutex::new(so_far) }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn print(&self, text: &str) {
        // Nobody may be there to read it; the run and its report do not depend on that.
        self.bar.suspend(|| drop(anstream::stderr().lock().write_all(text.as_bytes())));
    }

    /// What there is to say about a case.
    fn about(&self, case: &Case, outcome: &Outcome, so_far: &mut SoFar) -> String {
        let mut text = String::new();
        // A case that was not sent has no story; the summary counts those by their reasons.
        let was_run = outcome.duration > Duration::ZERO;
        let is_interrupted = outcome.kind == OutcomeKind::Error && outcome.reason == INTERRUPTED;
        let is_told = was_run && !is_interrupted && outcome.kind != OutcomeKind::Waived;
        let message = failure_message(case, outcome, self.spec)
            .filter(|_| is_told && so_far.has_room(case, outcome));
        if message.is_some() || self.verbosity >= Verbosity::Cases {
            text.push_str(&line(case, outcome, message.is_none()));
        }
        if self.verbosity >= Verbosity::Exchanges {
            text.push_str(&visible(&transcript(case, outcome)));
        }
        if let Some(message) = message {
            text.push_str(&visible(&message));
            if so_far.shown.len() == SHOWN {
                text.push_str("further failures are counted; the findings tell of all\n");
            }
        }
        text
    }
}

impl Observer for Progress<'_> {
    fn begins(&self, cases: usize) {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        (so_far.started, so_far.last_line, so_far.cases) =
            (Instant::now(), (Instant::now(), 0), cases);
        if self.verbosity == Verbosity::Quiet {
            return;
        }
        if self.bar.is_hidden() {
            return self.print(&format!("running {cases} cases\n"));
        }
        self.bar.set_style(style());
        self.bar.set_length(u64::try_from(cases).unwrap_or(u64::MAX));
        self.bar.set_message("cases");
        self.bar.enable_steady_tick(TICK);
    }

    fn ended(&self, case: &Case, outcome: &Outcome) {
        if self.verbosity == Verbosity::Quiet {
            return;
        }
        let holds = |waiver: &Waiver| {
            self.today <= waiver.expires && waiver.of.names(&case.id, &case.clauses)
        };
        let is_waived = outcome.kind == OutcomeKind::Fail && self.waivers.iter().any(holds);
        let waived = is_waived.then(|| Outcome { kind: OutcomeKind::Waived, ..outcome.clone() });
        let outcome = waived.as_ref().unwrap_or(outcome);
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.done += 1;
        match outcome.kind {
            OutcomeKind::Fail => so_far.failed += 1,
            OutcomeKind::Blocked | OutcomeKind::Error => so_far.unjudged += 1,
            _ => {}
        }
        let mut text = self.about(case, outcome, &mut so_far);
        if self.stop.is_cancelled() && !so_far.stop_is_told {
            so_far.stop_is_told = true;
            text.push_str("interrupted: what was judged is reported; once more ends at once\n");
        }
        if self.bar.is_hidden()
            && let Some(line) = so_far.line()
        {
            text.push_str(&line);
        }
        if !text.is_empty() {
            self.print(&text);
        }
        self.bar.inc(1);
        self.bar.set_prefix(so_far.found());
    }
}

impl SoFar {
    /// Whether a failure is shown: one of a clause that none was shown of.
    fn has_room(&mut self, case: &Case, outcome: &Outcome) -> bool {
        let broken = outcome.deviations.first().map(|own| &own.clause);
        let clause = broken.or(case.clauses.first());
        self.shown.len() < SHOWN && clause.is_some_and(|clause| self.shown.insert(clause.clone()))
    }

    /// What went wrong, if anything did.
    fn found(&self) -> String {
        let unjudged = match self.unjudged {
            0 => String::new(),
            count => format!(", {count} not judged"),
        };
        format!(", {} failed{unjudged}", self.failed)
    }

    /// How far the run is, where it is time to say so and there is still something to do.
    fn line(&mut self) -> Option<String> {
        let (written, done) = self.last_line;
        let is_far = (self.done - done) * 10 >= self.cases;
        if written.elapsed() < APART || !is_far || self.done >= self.cases {
            return None;
        }
        self.last_line = (Instant::now(), self.done);
        let rate = self.done as f64 / self.started.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
        let left = (self.cases - self.done) as f64 / rate;
        Some(format!(
            "{} of {} cases, {rate:.0} a second, {left:.0} s left{}\n",
            self.done,
            self.cases,
            self.found()
        ))
    }
}

/// A case on one line, with the reason where nothing else tells it.
fn line(case: &Case, outcome: &Outcome, with_reason: bool) -> String {
    let colour = match outcome.kind {
        OutcomeKind::Pass => Some(AnsiColor::Green),
        OutcomeKind::Fail => Some(AnsiColor::Red),
        OutcomeKind::Blocked | OutcomeKind::Error => Some(AnsiColor::Yellow),
        OutcomeKind::Skip | OutcomeKind::Waived | OutcomeKind::Observed => None,
    };
    let style = Style::new().fg_color(colour.map(Into::into));
    let milliseconds = outcome.duration.as_secs_f64() * 1e3;
    let kind = outcome.kind.to_string();
    let mut text = format!("{style}{kind:<8}{style:#} {}  {milliseconds:.0} ms", case.id);
    if with_reason && !outcome.reason.is_empty() {
        // Writing into a string never fails.
        let _ = write!(text, "  {}", visible(&outcome.reason));
    }
    text.push('\n');
    text
}
