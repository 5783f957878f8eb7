//! Runs the whole suite against correct servers. Every failure there is a false alarm.

use std::collections::HashSet;
use std::error::Error;
use std::sync::Arc;

use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::auditor::{Auditor, Progress};
use crate::document::Alarm;
use crate::reference_target::reference_target;
use crate::variations::{Variant, VariantServer};

/// The number of runs against the reference server in a whole audit, and in a quick one. Each has a random order of
/// cases, with its own seed.
const RUNS: usize = 20;
const QUICK_RUNS: usize = 6;

/// The numbers of cases that run side by side; the runs take them in turn.
const WORKERS: [usize; 3] = [1, 2, 8];

/// The outcomes that are no false alarm.
const FINE: [OutcomeKind; 2] = [OutcomeKind::Pass, OutcomeKind::Observed];

/// Stands in place of a case's identity in the alarm of a run that itself failed.
const WHOLE_RUN: &str = "the run";

/// The number of cases that run side by side against each of the other servers.
const JOBS: usize = 2;

impl Auditor<'_> {
    /// Runs the whole suite against correct servers. Returns the number of runs and the false alarms.
    pub fn alarms(&self, progress: &dyn Progress) -> (usize, Vec<Alarm>) {
        let servers = self.variations.servers();
        let runs = if self.quick { QUICK_RUNS } else { RUNS };
        let count = runs + servers.len();
        progress.begin("runs against correct servers", count);
        let shuffled = (0..).zip(WORKERS.into_iter().cycle()).take(runs).map(|(seed, workers)| {
            let name = format!("the reference server, seed {seed}, {workers} at a time");
            self.false_alarms(&name, Level::Should, self.run_shuffled(seed, workers), &FINE)
        });
        let varied = servers.iter().map(|variant| self.alarms_of_variant(variant));
        let mut alarms = Vec::new();
        for more in shuffled.chain(varied) {
            alarms.extend(more);
            progress.done();
        }
        (count, alarms)
    }

    /// Runs the whole suite against a variant, and returns the false alarms. Each names the first variation that raises it
    /// alone, if one does.
    fn alarms_of_variant(&self, variant: &Variant) -> Vec<Alarm> {
        let run = |variant: &Variant, selection: &Selection| {
            let report = self.run_against_variant(variant, selection);
            // A correct server may omit a property that the contract describes with "when available".
            self.false_alarms(&variant.name, Level::Must, report, &FINE)
        };
        let mut alarms = run(variant, &Selection::default());
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
        self.false_alarms(name, Level::Should, self.run_shuffled(0, self.jobs), &fine)
    }

    /// Returns the false alarms of a run: cases of the levels that the server keeps whose outcome is not `fine`.
    fn false_alarms(
        &self,
        server: &str,
        keeps: Level,
        report: Result<Report, String>,
        fine: &[OutcomeKind],
    ) -> Vec<Alarm> {
        let alarm = |case: &str, message| Alarm {
            server: server.to_owned(),
            case: case.to_owned(),
            message,
        };
        let report = match report {
            Ok(report) => report,
            Err(message) => return vec![alarm(WHOLE_RUN, message)],
        };
        let cases = self.suite.cases.iter();
        let unimplemented = cases.filter(|case| !self.is_implemented(case));
        let unimplemented: HashSet<&str> = unimplemented.map(|case| case.id.as_str()).collect();
        let kept =
            report.cases.iter().filter(|case| case.level <= keeps || case.level == Level::Open);
        let wrong = kept.filter(|case| !fine.contains(&case.outcome.kind));
        let wrong = wrong.filter(|case| !unimplemented.contains(case.id.as_str()));
        let message = |outcome: &Outcome| format!("{}: {}", outcome.kind, outcome.reason);
        wrong.map(|case| alarm(&case.id, message(&case.outcome))).collect()
    }

    /// Runs the suite against the reference server, in a random order.
    fn run_shuffled(&self, seed: u64, workers: usize) -> Result<Report, String> {
        let spec = Arc::new(self.suite.spec.clone());
        let server = ReferenceServer::start(spec, self.extension, Options::default());
        let server = self.runtime.block_on(server).map_err(message)?;
        let mut target = reference_target(&server, &self.suite.spec, workers).map_err(message)?;
        target.connection.in_process = Some(server.router());
        self.run(target, &Selection::default(), Some(seed), workers)
    }

    fn run_against_variant(
        &self,
        variant: &Variant,
        selection: &Selection,
    ) -> Result<Report, String> {
        let spec = Arc::new(self.suite.spec.clone());
        let server = VariantServer::start(variant.clone(), &spec, self.extension);
        let server = self.runtime.block_on(server).map_err(message)?;
        let target = server.target(&spec, JOBS).map_err(message)?;
        self.run(target, selection, None, JOBS)
    }

    fn run(
        &self,
        target: Target,
        selection: &Selection,
        shuffle: Option<u64>,
        workers: usize,
    ) -> Result<Report, String> {
        let mut plan = self.suite.plan(&target, selection).map_err(message)?;
        plan.shuffle = shuffle;
        let runner = Runner::Threads(workers);
        self.suite.run(plan, target, Level::Should, runner, self.runtime).map_err(message)
    }
}

fn message(error: impl Error) -> String {
    error.to_string()
}
