//! What is found when a target is looked at before a run: checks as data, and what an answer means.
//!
//! Nothing here sends but `preflight`.

mod estimate;
mod preflight;

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use webdata_cases::case::KeyName;
use webdata_spec::Spec;

use crate::plan::{Plan, Selection};
use crate::remedies::{Remedy, remedies};
use crate::target::{Target, is_of_this_machine};

pub use estimate::{Jobs, Workload};
pub use preflight::{Preflight, doctor, preflight};

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
        can_run(&self.checks)
    }
}

fn can_run(checks: &[Check]) -> bool {
    checks.iter().all(|found| match found.state {
        State::Ok | State::Warning | State::Fault => true,
        State::Problem => false,
    })
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
    /// The server seems to break the contract. A run can start: its cases judge that.
    Fault,
    /// The set-up is wrong. A run cannot start, or its verdict would say nothing about the server.
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

    fn fault(about: &str, says: impl Into<String>) -> Self {
        Self::new(State::Fault, about, says)
    }

    fn problem(about: &str, says: impl Into<String>) -> Self {
        Self::new(State::Problem, about, says)
    }
}

/// The check in one line.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let says = self.says.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(f, "{}: {says}", self.about)
    }
}

/// The status codes of the contract that say something of a key.
#[derive(Debug, Clone, Copy)]
struct KeyStatuses {
    /// The key is missing, malformed or revoked.
    rejected: u16,
    /// The key lacks permission.
    forbidden: u16,
}

/// Returns what the response to an update that changes nothing says about the key that it was sent with.
///
/// `said` is the response as it is shown. A key that the server does not know is a mistake of the set-up,
/// as is a fixture that is not there; whether the server treats a known key well is for cases to judge.
fn of_key(key: KeyName, id: &str, status: u16, said: &str, known: KeyStatuses) -> Check {
    const UNKNOWN: &str = "is rejected as no valid key; look at its variable, it may be the wrong one, or the \
                           key has expired or was rotated";
    let about = format!("the {key} key");
    let accepted = (200..300).contains(&status);
    let is_rejected = status == known.rejected;
    let ok = |says: String| Check::ok(&about, says);
    let with = |says: String| format!("{says}; the server answered {said}");
    let fault = |says: String| Check::fault(&about, with(says));
    let unknown = || Check::problem(&about, with(UNKNOWN.to_owned()));
    // A body without a property may be rejected before the key is looked at.
    let is_early = status == 400;
    if status == 429 {
        return Check::warning(
            &about,
            with("is not looked at while the rate is limited".to_owned()),
        );
    }
    match key {
        KeyName::Valid if accepted => ok(format!("may change {id}")),
        KeyName::Valid if is_early => ok(format!("is accepted for {id}")),
        KeyName::Valid if status == 404 => Check::problem(
            &format!("the fixture {id}"),
            with(
                "is unknown to the team of the valid key; give one of its own, or correct the base URL"
                    .to_owned(),
            ),
        ),
        KeyName::Valid if is_rejected => unknown(),
        KeyName::Valid if status == known.forbidden => Check::problem(
            &about,
            with(format!(
                "may not change {id}; give a key with permission, and a fixture of its team"
            )),
        ),
        KeyName::Valid => fault(format!("finds no way to change {id}")),
        KeyName::Revoked if is_rejected => ok("is rejected, as it should be".to_owned()),
        KeyName::Revoked if is_early => Check::warning(
            &about,
            with("may be valid, or the server looks at a body first".to_owned()),
        ),
        KeyName::Revoked => {
            fault(format!("should be rejected with {}, if it was revoked", known.rejected))
        }
        KeyName::Limited | KeyName::OtherTeam if is_rejected => unknown(),
        KeyName::Limited if status == known.forbidden => {
            ok("lacks permission, as it should".to_owned())
        }
        KeyName::Limited if is_early => Check::warning(
            &about,
            with("may have permission, or the server looks at a body first".to_owned()),
        ),
        KeyName::Limited => {
            fault(format!("should be rejected with {} for lack of permission", known.forbidden))
        }
        KeyName::OtherTeam if is_early => Check::warning(
            &about,
            with(format!("may own {id}, or the server looks at a body first")),
        ),
        KeyName::OtherTeam if accepted => {
            fault(format!("can change {id}; its team should not own that"))
        }
        KeyName::OtherTeam => ok(format!("cannot change {id}, as it should be")),
    }
}

/// What is seen without a request: how the connection is protected, and what is said of webhooks.
fn of_words(target: &Target) -> Vec<Check> {
    let mut checks = vec![Check::ok("the target", format!("{} reads well", target.name))];
    let transport = &target.transport;
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

/// Whether the keys cross a network that others see.
fn of_protection(target: &Target) -> Option<Check> {
    let is_plain = target.base_url.starts_with("http://");
    let says = "keys cross the network unprotected; use https if the server offers it";
    (is_plain && !is_of_this_machine(&target.base_url)).then(|| Check::warning("TLS", says))
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
    pub deadline: Duration,
    /// The time after which a run sends no further case, which then never takes too long.
    pub budget: Option<Duration>,
    /// How many cases run side by side, where somebody said so.
    pub jobs: Option<usize>,
    /// How many processors this machine has.
    pub processors: usize,
}
