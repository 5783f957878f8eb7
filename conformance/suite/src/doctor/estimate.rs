//! Estimates how long a run takes and how many jobs are useful, and proposes changes if the run takes too
//! long.
//!
//! All estimates follow from the requests of a plan; this module sends nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use webdata_cases::case::Step;

use crate::describe_duration;
use crate::plan::Plan;
use crate::target::{Target, fixture_need};

/// The cost of one request on this machine, besides the time until the response.
const COST_PER_REQUEST: Duration = Duration::from_micros(500);

/// The time of a response for which each processor is worth one more job.
const TIME_PER_JOB: Duration = Duration::from_millis(2);

/// The maximum default number of jobs, since the server may have other users.
const MAX_DEFAULT_JOBS: usize = 32;

/// The maximum number of fixtures that is proposed.
const MAX_PROPOSED_FIXTURES: usize = 256;

/// The longest deadline that can be given, in seconds.
const MAX_DEADLINE_SECONDS: f64 = 86_400.0;

/// The requests that the cases of a plan send.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Workload {
    requests: usize,
    /// The number of requests in circumstances. Such a request may start a scrape or a job, and take any time.
    unknown: usize,
    fixtures: BTreeMap<String, Demand>,
    per_second: Option<f64>,
}

/// The requests that need fixtures of one path parameter.
#[derive(Debug, Clone, Default, PartialEq)]
struct Demand {
    /// The number of requests of cases that lease fixtures.
    requests: usize,
    /// The same number, with each request counted once for every fixture that its case leases.
    leased: usize,
    given: usize,
}

/// How fast a server responds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Speed {
    /// The time until the response to a single request.
    pub latency: Duration,
    /// The time between two responses while several requests wait. A server that handles one request after the other
    /// needs its whole latency.
    pub spacing: Duration,
}

/// The number of cases that run at the same time, and the reason for the number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jobs {
    /// The number.
    pub count: usize,
    /// The reason.
    pub reason: String,
}

impl Workload {
    /// Returns the workload of the cases that a plan sends.
    #[must_use]
    pub fn new(plan: &Plan, target: &Target) -> Self {
        let per_second = target.settings.rate.requests_per_second;
        let mut work = Self { per_second, ..Self::default() };
        for case in plan.sent() {
            let mut requests = case.steps.len();
            let in_circumstance = |step: &&Step| step.request.circumstance.is_some();
            work.unknown += case.steps.iter().filter(in_circumstance).count();
            if let Some((parameter, count)) = fixture_need(case) {
                let fixtures = target.available_fixtures(parameter);
                let demand = work.fixtures.entry(parameter.to_owned()).or_default();
                if case.each_fixture {
                    requests *= fixtures;
                }
                demand.given = fixtures;
                demand.requests += requests;
                demand.leased += requests * if case.each_fixture { 1 } else { count };
            }
            work.requests += requests;
        }
        work
    }

    /// Returns how many jobs are useful with a server of this speed, if this machine has `processors`.
    #[must_use]
    pub fn jobs(&self, Speed { latency, .. }: Speed, processors: usize) -> Jobs {
        let share = |demand: &Demand| {
            let fixtures = demand.given as f64 * self.requests as f64;
            (fixtures / demand.leased.max(1) as f64) as usize
        };
        let busy = self
            .fixtures
            .iter()
            .map(|(parameter, demand)| (share(demand).max(1), parameter, demand));
        let waiting = 1.0 + latency.as_secs_f64() / TIME_PER_JOB.as_secs_f64();
        let max_jobs = (processors as f64 * waiting) as usize;
        let max_jobs = max_jobs.clamp(1, MAX_DEFAULT_JOBS.max(processors));
        match busy.min_by_key(|(jobs, ..)| *jobs) {
            Some((count, parameter, demand)) if count <= max_jobs => {
                let fixtures = counted_fixtures(demand.given, parameter);
                let reason = format!("more would wait for the {fixtures}");
                Jobs { count, reason }
            }
            _ => {
                let reason = format!("a response takes {}", describe_duration(latency));
                Jobs { count: max_jobs, reason }
            }
        }
    }

    /// Returns about how long a run takes.
    #[must_use]
    pub fn time(&self, Speed { latency, spacing }: Speed, jobs: usize) -> Duration {
        let seconds_each = (latency + COST_PER_REQUEST).as_secs_f64();
        let by_jobs = self.requests as f64 * seconds_each / jobs.max(1) as f64;
        let by_server = self.requests as f64 * spacing.as_secs_f64();
        let by_fixtures = self
            .fixtures
            .values()
            .map(|demand| demand.leased as f64 * seconds_each / demand.given.max(1) as f64);
        let by_rate = self.per_second.map_or(0.0, |rate| self.requests as f64 / rate);
        let longest = by_fixtures.fold(by_jobs.max(by_server).max(by_rate), f64::max);
        Duration::try_from_secs_f64(longest).unwrap_or(Duration::MAX)
    }

    /// Returns the estimate in one line.
    #[must_use]
    pub fn describe(&self, speed: Speed, jobs: usize) -> String {
        let (requests, time) = (self.requests, describe_duration(self.time(speed, jobs)));
        let each = describe_duration(speed.latency);
        let rate = self.per_second.map(|rate| format!(", at most {rate} a second"));
        let rate = rate.unwrap_or_default();
        let unknown = match self.unknown {
            0 => String::new(),
            unknown => {
                format!("; {unknown} of them are calls in circumstances, which may take longer")
            }
        };
        format!("the run takes about {time}: {requests} requests, {each} each{rate}{unknown}")
    }

    /// Returns why a run does not fit its deadline, and what would help; `None` if it fits. `is_fixed` says
    /// whether the number of jobs was given.
    #[must_use]
    pub fn exceeded_deadline(
        &self,
        speed: Speed,
        (jobs, is_fixed): (usize, bool),
        processors: usize,
        deadline: Duration,
    ) -> Option<String> {
        let time = self.time(speed, jobs);
        if time <= deadline {
            return None;
        }
        let fits = |work: &Self, jobs| work.time(speed, jobs).mul_f64(1.05) <= deadline;
        let mut remedies = Vec::new();
        let narrow =
            self.fixtures.iter().max_by_key(|(_, demand)| demand.leased / demand.given.max(1));
        if let Some((parameter, demand)) = narrow {
            let more = (demand.given + 1..=MAX_PROPOSED_FIXTURES).find(|count| {
                let work = self.with_fixtures(parameter, *count);
                let jobs = if is_fixed { jobs } else { work.jobs(speed, processors).count };
                fits(&work, jobs)
            });
            remedies
                .extend(more.map(|count| format!("give {}", counted_fixtures(count, parameter))));
        }
        let more_jobs = (jobs + 1..=256).find(|jobs| fits(self, *jobs)).filter(|_| is_fixed);
        remedies.extend(more_jobs.map(|jobs| format!("use --jobs {jobs}")));
        let longer = rounded_up(time.as_secs_f64() * 1.05);
        if longer <= MAX_DEADLINE_SECONDS {
            remedies.push(format!("use --deadline {longer:.0}"));
        }
        let limit = deadline.as_secs();
        remedies.push(format!("send fewer cases with --budget {limit}s"));
        Some(format!(
            "the run takes about {}, longer than --deadline {limit}; {}",
            describe_duration(time),
            remedies.join(", or ")
        ))
    }

    fn with_fixtures(&self, parameter: &str, count: usize) -> Self {
        let mut work = self.clone();
        if let Some(demand) = work.fixtures.get_mut(parameter) {
            demand.given = count;
        }
        work
    }
}

fn rounded_up(seconds: f64) -> f64 {
    let step = match seconds {
        small if small < 100.0 => 10.0,
        medium if medium < 1000.0 => 50.0,
        _ => 100.0,
    };
    (seconds / step).ceil() * step
}

/// Returns a number of resources that a path parameter names, such as "2 albums" for `albumId`.
fn counted_fixtures(count: usize, parameter: &str) -> String {
    let parameter = parameter.strip_suffix("Id").unwrap_or(parameter);
    let parameter = parameter.trim_end_matches("id").trim_end_matches(['-', '_']);
    let mut word = String::new();
    for letter in parameter.chars() {
        match letter {
            '-' | '_' => word.push(' '),
            upper if upper.is_uppercase() => {
                word.push(' ');
                word.extend(upper.to_lowercase());
            }
            other => word.push(other),
        }
    }
    let word = if word.trim().is_empty() { "fixture" } else { word.trim() };
    match (count, word.strip_suffix('y')) {
        (1, _) => format!("1 {word}"),
        (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{count} {stem}ies"),
        (_, _) => format!("{count} {word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(latency: Duration) -> Speed {
        Speed { latency, spacing: Duration::ZERO }
    }

    fn work(requests: usize, given: usize) -> Workload {
        let demand = Demand { requests, leased: requests, given };
        let fixtures = BTreeMap::from([("berthId".to_owned(), demand)]);
        Workload { requests, fixtures, ..Workload::default() }
    }

    #[test]
    fn time_follows_the_bottleneck() {
        let slow = Duration::from_micros(499_500);
        let table = [
            (work(2420, 2), 1, 1210),
            (work(2420, 2), 2, 605),
            (work(2420, 2), 8, 605),
            (work(2420, 8), 8, 151),
            (Workload { per_second: Some(1.0), ..work(2420, 8) }, 8, 2420),
        ];
        for (work, jobs, seconds) in table {
            assert_eq!(work.time(speed(slow), jobs).as_secs(), seconds, "{jobs} jobs, {work:?}");
        }
    }

    #[test]
    fn jobs_do_not_help_a_server_that_handles_one_request_after_the_other() {
        let latency = Duration::from_millis(10);
        let serial = Speed { latency, spacing: latency };
        assert_eq!(work(4000, 8).time(serial, 8).as_secs(), 40);
        let of_four = Speed { latency, spacing: latency / 4 };
        assert_eq!(work(4000, 8).time(of_four, 8).as_secs(), 10);
    }

    #[test]
    fn jobs_follow_fixtures_and_latency() {
        let table = [
            (work(2420, 2), 500, 2, "more would wait for the 2 berths"),
            (work(2420, 1), 500, 1, "more would wait for the 1 berth"),
            (work(2420, 100), 500, 32, "a response takes 500 ms"),
            (work(2420, 100), 6, 8, "a response takes 6 ms"),
            (work(2420, 100), 0, 2, "a response takes less than 1 ms"),
            (
                Workload { requests: 10, ..Workload::default() },
                0,
                2,
                "a response takes less than 1 ms",
            ),
        ];
        for (work, latency, count, reason) in table {
            let jobs = work.jobs(speed(Duration::from_millis(latency)), 2);
            assert_eq!(jobs, Jobs { count, reason: reason.to_owned() }, "{latency} ms, {work:?}");
        }
    }

    #[test]
    fn exceeded_deadlines_come_with_remedies() {
        let slow = Duration::from_micros(499_500);
        let limited = Workload { per_second: Some(1.0), ..work(2420, 8) };
        let table = [
            (work(1200, 2), (2, false), None),
            (
                work(4840, 2),
                (2, false),
                Some(
                    "the run takes about 20 min 10 s, longer than --deadline 600; give 5 berths, or use \
                     --deadline 1300, or send fewer cases with --budget 600s",
                ),
            ),
            (
                work(4840, 8),
                (2, true),
                Some(
                    "the run takes about 20 min 10 s, longer than --deadline 600; use --jobs 5, or use \
                     --deadline 1300, or send fewer cases with --budget 600s",
                ),
            ),
            (
                limited,
                (8, false),
                Some(
                    "the run takes about 40 min 20 s, longer than --deadline 600; use --deadline 2600, or \
                     send fewer cases with --budget 600s",
                ),
            ),
        ];
        for (work, jobs, expected) in table {
            let exceeded = work.exceeded_deadline(speed(slow), jobs, 2, Duration::from_secs(600));
            assert_eq!(exceeded.as_deref(), expected);
        }
    }

    #[test]
    fn fixtures_are_named_by_their_parameter() {
        let table = [
            ("berthId", "2 berths"),
            ("toolShedId", "2 tool sheds"),
            ("library_id", "2 libraries"),
            ("key", "2 keys"),
            ("id", "2 fixtures"),
        ];
        for (parameter, expected) in table {
            assert_eq!(counted_fixtures(2, parameter), expected);
        }
    }
}
