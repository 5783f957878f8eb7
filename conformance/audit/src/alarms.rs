//! Runs the whole suite against correct servers. Every failure there is a false alarm, and so is an outcome that
//! depends on the order of cases. A variation that no case met, or whose observations the report lacks, is an
//! alarm, too.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use webdata_reference::{Options, ReferenceServer, StartError};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::plan::Selection;
use webdata_suite::report::{CaseReport, ObservationReport, Report};
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::auditor::{Auditor, Progress};
use crate::document::Alarm;
use crate::reference_target::reference_target_with;
use crate::served::RunError;
use crate::variations::{Variant, VariantServer, Variation};

/// The number of runs against the reference server: in a whole audit, and in a quick one. Each has a random order
/// of cases, with its own seed.
const RUNS: usize = 20;
const QUICK_RUNS: usize = 6;

/// The numbers of cases that run side by side; the runs take them in turn.
const WORKERS: [usize; 3] = [1, 2, 8];

/// The outcomes that are no false alarm.
const FINE: [OutcomeKind; 2] = [OutcomeKind::Pass, OutcomeKind::Observed];

/// Replaces a case's identity in an alarm about a whole run, such as a run that could not start.
const WHOLE_RUN: &str = "the run";

/// The number of cases that run side by side against a variant.
const JOBS: usize = 2;

/// The variations of a server, each with whether it has changed anything.
type Acted = Vec<(Arc<Variation>, bool)>;

struct ShuffledRun {
    seed: u64,
    /// The number of cases that run side by side.
    workers: usize,
}

impl fmt::Display for ShuffledRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, {} at a time", self.seed, self.workers)
    }
}

impl Auditor<'_> {
    /// Runs the whole suite against correct servers. Returns the number of runs and the false alarms.
    pub fn alarms(&self, progress: &dyn Progress) -> (usize, Vec<Alarm>) {
        let servers = self.variations.servers();
        let runs = if self.quick { QUICK_RUNS } else { RUNS };
        let count = runs + servers.len();
        progress.begin("runs against correct servers", count);
        let mut alarms = self.alarms_of_orders(runs, progress);
        for variant in servers {
            alarms.extend(self.alarms_of_variant(variant));
            progress.done();
        }
        (count, alarms)
    }

    /// Runs the whole suite in random orders against one reference server, so that a run meets what earlier runs
    /// left. Returns the false alarms, and each case whose outcome is not that of the first run.
    fn alarms_of_orders(&self, runs: usize, progress: &dyn Progress) -> Vec<Alarm> {
        let server = match self.start_reference_server() {
            Ok(server) => server,
            Err(error) => return vec![alarm("the reference server", WHOLE_RUN, error.to_string())],
        };
        let mut targets = BTreeMap::new();
        let mut first: Option<(ShuffledRun, Report)> = None;
        let mut alarms = Vec::new();
        for (seed, workers) in (0..).zip(WORKERS.into_iter().cycle()).take(runs) {
            let shuffled = ShuffledRun { seed, workers };
            let name = format!("the reference server, {shuffled}");
            let report = self.run_shuffled(&server, &mut targets, &shuffled);
            alarms.extend(self.false_alarms(&name, Level::Should, &report, &FINE));
            if let Ok(report) = report {
                match &first {
                    Some((than, first)) => {
                        alarms.extend(self.other_outcomes(&name, &report, than, first));
                    }
                    None => first = Some((shuffled, report)),
                }
            }
            progress.done();
        }
        alarms
    }

    /// Returns an alarm for each case whose outcome differs from that of the first run. Failures are left out,
    /// because [`Self::false_alarms`] has them.
    fn other_outcomes(
        &self,
        server: &str,
        report: &Report,
        than: &ShuffledRun,
        first: &Report,
    ) -> Vec<Alarm> {
        let fine = |outcome: &&Outcome| FINE.contains(&outcome.kind);
        let before = first.cases.iter().map(|case| (case.id.as_str(), &case.outcome));
        let before: HashMap<&str, &Outcome> = before.filter(|(_, it)| fine(it)).collect();
        let unimplemented = self.unimplemented_cases();
        let judged = report.cases.iter().filter(|case| !unimplemented.contains(case.id.as_str()));
        let other = |case: &CaseReport| {
            let (here, before) = (render(&case.outcome), render(before.get(case.id.as_str())?));
            let message = format!(
                "{here}, but {before} with {than}: the outcome depends on the order of cases, or on what an earlier \
                 run left; make the case set up what it depends on"
            );
            (here != before).then(|| alarm(server, &case.id, message))
        };
        judged.filter(|case| fine(&&case.outcome)).filter_map(other).collect()
    }

    /// Runs the whole suite against a variant, and returns the false alarms. An alarm names the first variation
    /// that raises the alarm without the others, if there is one. Variations that were not met or not observed are
    /// alarms, too.
    fn alarms_of_variant(&self, variant: &Variant) -> Vec<Alarm> {
        // A correct server may omit a property that the contract describes with "when available".
        let false_alarms = |name: &str, report: &Result<Report, RunError>| {
            self.false_alarms(name, Level::Must, report, &FINE)
        };
        let run = |variant: &Variant, selection: &Selection| {
            let report = self.run_against_variant(variant, selection).map(|(report, _)| report);
            false_alarms(&variant.name, &report)
        };
        let (report, variations) = match self.run_against_variant(variant, &Selection::default()) {
            Ok((report, variations)) => (Ok(report), variations),
            Err(error) => (Err(error), Vec::new()),
        };
        let mut alarms = false_alarms(&variant.name, &report);
        for (variation, acted) in variations.iter().filter(|(variation, _)| variation.must_act()) {
            let shown = report.as_ref().map_or(&[][..], |report| &report.observations);
            let messages = unmet(variation, *acted).into_iter().chain(unobserved(variation, shown));
            alarms.extend(messages.map(|message| alarm(&variant.name, WHOLE_RUN, message)));
        }
        let mut unnamed: Vec<&mut Alarm> =
            alarms.iter_mut().filter(|alarm| alarm.case != WHOLE_RUN).collect();
        for variation in &variant.variations {
            if unnamed.is_empty() {
                break;
            }
            let filters = unnamed.iter().map(|alarm| alarm.case.clone()).collect();
            let selection = Selection { filters, exact: true, ..Selection::default() };
            let name = format!("{}, by the variation `{}`", variant.name, variation.name);
            let alone = Variant { name, variations: vec![Arc::clone(variation)] };
            let raised = run(&alone, &selection);
            let raised: HashSet<&str> = raised.iter().map(|alarm| alarm.case.as_str()).collect();
            for alarm in unnamed.extract_if(.., |alarm| raised.contains(alarm.case.as_str())) {
                alarm.server.clone_from(&alone.name);
            }
        }
        alarms
    }

    /// Runs the whole suite against the reference server, and returns the cases that fail.
    pub(super) fn failures_of_reference(&self) -> Vec<Alarm> {
        let name = "the reference server";
        let fine = [&FINE[..], &[OutcomeKind::Skip]].concat();
        let shuffled = ShuffledRun { seed: 0, workers: self.jobs };
        let server = self.start_reference_server().map_err(RunError::from);
        let report =
            server.and_then(|server| self.run_shuffled(&server, &mut BTreeMap::new(), &shuffled));
        self.false_alarms(name, Level::Should, &report, &fine)
    }

    /// Returns the false alarms of a run: the cases whose outcome is not in `fine`. Cases below the level `keeps`
    /// are left out; open ones are not.
    fn false_alarms(
        &self,
        server: &str,
        keeps: Level,
        report: &Result<Report, RunError>,
        fine: &[OutcomeKind],
    ) -> Vec<Alarm> {
        let report = match report {
            Ok(report) => report,
            Err(error) => return vec![alarm(server, WHOLE_RUN, error.to_string())],
        };
        let unimplemented = self.unimplemented_cases();
        let kept =
            report.cases.iter().filter(|case| case.level <= keeps || case.level == Level::Open);
        let wrong = kept.filter(|case| !fine.contains(&case.outcome.kind));
        let wrong = wrong.filter(|case| !unimplemented.contains(case.id.as_str()));
        let message = |outcome: &Outcome| format!("{}: {}", outcome.kind, outcome.reason);
        wrong.map(|case| alarm(server, &case.id, message(&case.outcome))).collect()
    }

    /// Returns the cases that call an operation that the reference server does not implement.
    fn unimplemented_cases(&self) -> HashSet<&str> {
        let cases = self.suite.cases.iter().filter(|case| !self.is_implemented(case));
        cases.map(|case| case.id.as_str()).collect()
    }

    fn start_reference_server(&self) -> Result<ReferenceServer, StartError> {
        let spec = Arc::new(self.suite.spec.clone());
        let server = ReferenceServer::start(spec, self.extension, Options::default());
        self.runtime.block_on(server)
    }

    /// Runs the suite in a random order. Runs with the same number of workers share a target, and so its fixtures.
    fn run_shuffled(
        &self,
        server: &ReferenceServer,
        targets: &mut BTreeMap<usize, Target>,
        shuffled: &ShuffledRun,
    ) -> Result<Report, RunError> {
        let &ShuffledRun { seed, workers } = shuffled;
        let target = match targets.entry(workers) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let Suite { spec, clauses, .. } = self.suite;
                let target = place.insert(reference_target_with(server, spec, clauses, workers)?);
                target.connection.in_process = Some(server.router());
                target
            }
        };
        self.run(target.clone(), &Selection::default(), Some(seed), workers)
    }

    /// Runs cases against a variant. Returns the report, and the variations that the contract leaves open.
    fn run_against_variant(
        &self,
        variant: &Variant,
        selection: &Selection,
    ) -> Result<(Report, Acted), RunError> {
        let spec = Arc::new(self.suite.spec.clone());
        let server = VariantServer::start(variant.clone(), &spec, self.extension);
        let server = self.runtime.block_on(server)?;
        let target = server.target(&spec, JOBS)?;
        let report = self.run(target, selection, None, JOBS)?;
        Ok((report, server.variations(&spec)))
    }

    fn run(
        &self,
        target: Target,
        selection: &Selection,
        shuffle: Option<u64>,
        workers: usize,
    ) -> Result<Report, RunError> {
        let mut plan = self.suite.plan(&target, selection)?;
        plan.shuffle = shuffle;
        let runner = Runner::Threads(workers);
        Ok(self.suite.run(plan, target, Level::Should, runner, self.runtime)?)
    }
}

fn alarm(server: &str, case: &str, message: String) -> Alarm {
    Alarm { server: server.to_owned(), case: case.to_owned(), message }
}

/// Renders an outcome that is no failure.
fn render(outcome: &Outcome) -> String {
    let observed = outcome.observed.iter().map(|observed| format!(" as `{}`", observed.answer));
    format!("{}{}", outcome.kind, observed.collect::<String>())
}

/// Returns what to do about a variation that no case met.
fn unmet(variation: &Variation, acted: bool) -> Option<String> {
    let what = || {
        format!(
            "no case met the variation `{}`; correct its `changes` in variations.toml, or remove it",
            variation.name
        )
    };
    (!acted).then(what)
}

/// Returns what to do about the observations that a variation states and the report does not show.
fn unobserved(variation: &Variation, shown: &[ObservationReport]) -> Vec<String> {
    let message = |(gap, answer): (&String, &String)| {
        let of_gap = shown.iter().filter(|observation| observation.observed.gap == *gap);
        let answers: BTreeSet<&str> = of_gap.map(|it| it.observed.answer.as_str()).collect();
        (!answers.contains(answer.as_str())).then(|| {
            format!(
                "the variation `{}` is to be observed as `{gap}`: `{answer}`, but the report has {answers:?}; correct \
                 `observed` or `changes` in variations.toml, or the probe of the gap",
                variation.name
            )
        })
    };
    variation.observed.iter().filter_map(message).collect()
}
