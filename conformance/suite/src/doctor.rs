//! What is found when a target is looked at before a run: checks as data, and what an answer means.
//!
//! Nothing here sends but `preflight`.

mod preflight;

use serde::Serialize;
use webdata_cases::case::{KeyName, Need};
use webdata_spec::Spec;

use crate::plan::{Plan, Planned, Selection};
use crate::remedies::{Remedy, remedies};
use crate::target::{Target, is_of_this_machine};

pub use preflight::doctor;

/// What was found out about a target.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// Each thing that was looked at, in order.
    pub checks: Vec<Check>,
    /// How many cases a run would send.
    pub runs: usize,
    /// How many it would skip.
    pub skips: usize,
    /// What to change in the target file so that they are sent, those of most cases first.
    pub remedies: Vec<Remedy>,
}

impl Diagnosis {
    /// Whether a run can start that is worth its verdict.
    #[must_use]
    pub fn can_run(&self) -> bool {
        self.checks.iter().all(|found| found.state != State::Problem)
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// How it is.
    pub state: State,
    /// What was looked at, in a word or two.
    pub about: String,
    /// What was found, and what to do where that is not well.
    pub says: String,
}

/// How a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// As it should be.
    Ok,
    /// A run can start; its reader should know this.
    Warning,
    /// A run cannot start, or its verdict would say nothing about the server.
    Problem,
}

impl Check {
    fn new(state: State, about: &str, says: impl Into<String>) -> Self {
        Self { state, about: about.to_owned(), says: says.into() }
    }

    fn ok(about: &str, says: impl Into<String>) -> Self {
        Self::new(State::Ok, about, says)
    }

    fn warning(about: &str, says: impl Into<String>) -> Self {
        Self::new(State::Warning, about, says)
    }

    fn problem(about: &str, says: impl Into<String>) -> Self {
        Self::new(State::Problem, about, says)
    }
}

/// What an answer to an update that changes nothing says about the key that it was sent with.
///
/// `said` is the answer as it is shown; `forbidden` the status for a key without permission.
fn of_key(key: KeyName, id: &str, status: u16, said: &str, forbidden: u16) -> Check {
    let about = format!("the {key} key");
    let accepted = (200..300).contains(&status);
    let ok = |says: String| Check::ok(&about, says);
    let problem = |says: String| Check::problem(&about, format!("{says}; it answered {said}"));
    match key {
        KeyName::Valid if accepted => ok(format!("may change {id}")),
        // The update gives no property, for which it may be refused once it has found the resource.
        KeyName::Valid if status == 400 => ok(format!("is accepted for {id}")),
        KeyName::Valid if status == 404 => Check::problem(
            &format!("the fixture {id}"),
            format!("is unknown to the team of the valid key; it answered {said}"),
        ),
        KeyName::Valid if status == 401 => problem("is refused; is it the one meant?".to_owned()),
        KeyName::Valid => problem(format!("cannot change {id}")),
        KeyName::Revoked if status == 401 => ok("is refused, as it should be".to_owned()),
        KeyName::Revoked => problem("should be refused with 401, and is not".to_owned()),
        KeyName::Limited if status == forbidden => ok("lacks permission, as it should".to_owned()),
        KeyName::Limited => {
            problem(format!("should be refused with {forbidden} for lack of permission"))
        }
        KeyName::OtherTeam if status == 400 => Check::warning(
            &about,
            format!("may own {id}, or the server looks at a body first; it answered {said}"),
        ),
        KeyName::OtherTeam if accepted => {
            problem(format!("can change {id}, so its team owns that; name a key of another team"))
        }
        KeyName::OtherTeam if status == 401 => problem("is refused as no key at all".to_owned()),
        KeyName::OtherTeam => ok(format!("cannot change {id}, as it should be")),
    }
}

/// What is seen without a request: how the connection is protected, and what is said of webhooks.
fn of_words(target: &Target) -> Vec<Check> {
    let mut checks = vec![Check::ok("the target", format!("{} reads well", target.name))];
    let transport = &target.transport;
    let is_plain = target.base_url.starts_with("http://");
    if is_plain && !is_of_this_machine(&target.base_url) {
        let says = "keys cross the network unprotected; use https if the server offers it";
        checks.push(Check::warning("TLS", says));
    }
    if transport.accepts_any_certificate {
        let says = "`accept-any-certificate` is set, so whoever answers gets the keys; name the \
                    server's authority with `ca-file`";
        checks.push(Check::warning("TLS", says));
    }
    for (parameter, recipe) in &target.provision {
        let count = recipe.count;
        let says = format!("{count} for {parameter} are created by a run, which alone tries it");
        checks.push(Check::warning("provisioning", says));
    }
    checks
}

/// Whether a plan's requests fit into the time of a run, at the target's rate.
fn of_rate(target: &Target, plan: &Plan) -> Option<Check> {
    let rate = target.rate.requests_per_second?;
    let run = plan.cases.iter().filter(|planned| planned.skip.is_none());
    let requests = |planned: &Planned| {
        let parameters = planned.case.needs.iter().filter_map(|need| match need {
            Need::Fixture(parameter, _) if planned.case.each_fixture => Some(parameter),
            _ => None,
        });
        planned.case.steps.len() * parameters.map(|own| target.promised(own)).next().unwrap_or(1)
    };
    let requests: usize = run.map(requests).sum();
    let seconds = requests as f64 / rate;
    let says = format!("{requests} requests at {rate} a second take {seconds:.0} s");
    Some(match plan.deadline {
        Some(deadline) if seconds > deadline.as_secs_f64() => {
            let deadline = deadline.as_secs();
            let remedy = "give a longer one, or split the run with `--shard`";
            Check::problem("rate", format!("{says}, and `--deadline` is {deadline} s; {remedy}"))
        }
        _ => Check::ok("rate", says),
    })
}

/// How many cases a plan would send, how many it would skip, and what to do about that.
fn of_plan(spec: &Spec, target: &Target, plan: &Plan) -> (usize, usize, Vec<Remedy>) {
    let skipped =
        || plan.cases.iter().filter_map(|planned| Some((&planned.case, planned.skip.as_deref()?)));
    let off = target.off.iter().map(|(feature, reason)| (feature.as_str(), reason.as_str()));
    let off: Vec<(&str, &str)> = off.collect();
    let skips = skipped().count();
    (plan.cases.len() - skips, skips, remedies(spec, &off, skipped()))
}

/// What a diagnosis looks at.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The target.
    pub target: &'q Target,
    /// The cases that a run would have.
    pub selection: &'q Selection,
    /// How long the run may take.
    pub deadline: std::time::Duration,
}
