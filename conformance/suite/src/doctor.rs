//! Checks a target before a run: the checks as data, and what responses say about keys and fixtures.
//!
//! Only `preflight` and `listener_check` send requests.

mod estimate;
mod listener_check;
mod preflight;

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use webdata_cases::case::KeyName;
use webdata_spec::Spec;

use crate::judge::is_success;
use crate::plan::{Plan, Selection};
use crate::remedies::{Remedy, remedies};
use crate::target::{Target, is_loopback_url};

pub use estimate::{Jobs, Speed, Workload};
pub use preflight::{Preflight, doctor, preflight};

/// The results of the doctor for a target.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// The checks, in order.
    pub checks: Vec<Check>,
    /// The number of cases that a run would send.
    pub runs: usize,
    /// The number of cases that a run would skip.
    pub skips: usize,
    /// How many of these belong to features that the target switches off.
    pub off: usize,
    /// Changes of the target file that would run skipped cases, by the number of cases.
    pub remedies: Vec<Remedy>,
}

impl Diagnosis {
    /// Returns whether a run can start and its verdict would be meaningful.
    #[must_use]
    pub fn can_run(&self) -> bool {
        can_run(&self.checks)
    }
}

fn can_run(checks: &[Check]) -> bool {
    checks.iter().all(|check| match check.state {
        Severity::Ok | Severity::Warning | Severity::Fault => true,
        Severity::Problem => false,
    })
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The severity.
    pub state: Severity,
    /// The subject of the check, in a word or two.
    pub about: String,
    /// The result, and the remedy if something is wrong.
    pub says: String,
}

/// The severity of a check's result, the least severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is wrong.
    Ok,
    /// A run can start, but its reader should know this.
    Warning,
    /// The server seems to break the contract. A run can start, and its cases judge that.
    Fault,
    /// The set-up is wrong. A run cannot start, or its verdict would say nothing about the server.
    Problem,
}

impl Check {
    fn new(state: Severity, about: &str, says: impl Into<String>) -> Self {
        Self { state, about: about.to_owned(), says: says.into() }
    }

    fn ok(about: &str, says: impl Into<String>) -> Self {
        Self::new(Severity::Ok, about, says)
    }

    fn warning(about: &str, says: impl Into<String>) -> Self {
        Self::new(Severity::Warning, about, says)
    }

    fn fault(about: &str, says: impl Into<String>) -> Self {
        Self::new(Severity::Fault, about, says)
    }

    fn problem(about: &str, says: impl Into<String>) -> Self {
        Self::new(Severity::Problem, about, says)
    }

    /// Returns the subject and the result. The result about a key or a fixture is a predicate of the subject,
    /// such as "is accepted"; any other result is a sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        let Self { about, says, .. } = self;
        let subjects = ["the fixture ", "the key of "];
        let is_predicate =
            about.ends_with(" key") || subjects.iter().any(|start| about.starts_with(start));
        format!("{about}{} {says}", if is_predicate { "" } else { ":" })
    }
}

/// Writes the check on one line.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe().split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// The status codes of the contract for rejected keys.
#[derive(Debug, Clone, Copy)]
struct KeyStatuses {
    /// The status code for a key that is missing, malformed or revoked.
    rejected: u16,
    /// The status code for a key without permission, if the contract shows one.
    forbidden: Option<u16>,
}

/// Returns what the response to an update without changes says about the key of the request.
///
/// `shown_response` describes the response, and `leftover` what an env file left in the key. An unknown key is a mistake
/// of the set-up, and so is a missing fixture. Whether the server treats a known key correctly is for cases to judge.
fn key_check(
    key: KeyName,
    id: &str,
    status: u16,
    (shown_response, leftover): (&str, Option<&str>),
    statuses: KeyStatuses,
) -> Check {
    let about = format!("the {key} key");
    let accepted = is_success(status);
    let is_rejected = status == statuses.rejected;
    let ok = |says: String| Check::ok(&about, says);
    let with_response = |state, about: &str, says: &str| {
        Check::new(state, about, format!("{says}; the server responded with {shown_response}"))
    };
    let warning = |says: &str| with_response(Severity::Warning, &about, says);
    let fault = |says: String| with_response(Severity::Fault, &about, &says);
    let unknown = || {
        let reason = leftover.map_or_else(
            || {
                "the variable may be the wrong one, or the key has expired or was rotated"
                    .to_owned()
            },
            |leftover| format!("the value {leftover}"),
        );
        let message = format!("is rejected as an unknown key; check its variable: {reason}");
        with_response(Severity::Problem, &about, &message)
    };
    // A server may reject a body without properties before it checks the key.
    let is_bad_request = status == 400;
    if status == 429 {
        return warning("cannot be checked while the server limits the rate");
    }
    match key {
        KeyName::Valid if accepted => ok(format!("may change {id}")),
        KeyName::Valid if is_bad_request => {
            ok(format!("is accepted; a run shows whether {id} exists"))
        }
        KeyName::Valid if status == 404 => with_response(
            Severity::Problem,
            &format!("the fixture {id}"),
            "is unknown to the team of the valid key; give a fixture of that team, or correct the base URL",
        ),
        KeyName::Valid if is_rejected => unknown(),
        KeyName::Valid if Some(status) == statuses.forbidden => {
            let message = format!(
                "may not change {id}; give a key with permission, and a fixture of its team"
            );
            with_response(Severity::Problem, &about, &message)
        }
        KeyName::Valid => fault(format!("cannot change {id}")),
        KeyName::Revoked if is_rejected => ok("is rejected, as expected".to_owned()),
        KeyName::Revoked if is_bad_request => {
            warning("may be valid, or the server checks the body before the key")
        }
        KeyName::Revoked => {
            fault(format!("should be rejected with {}, if it was revoked", statuses.rejected))
        }
        KeyName::Limited | KeyName::OtherTeam if is_rejected => unknown(),
        KeyName::Limited if Some(status) == statuses.forbidden => {
            ok("lacks permission, as expected".to_owned())
        }
        KeyName::Limited if is_bad_request => {
            warning("may have permission, or the server checks the body before the key")
        }
        KeyName::Limited => match statuses.forbidden {
            Some(forbidden) => {
                fault(format!("should be rejected with {forbidden} for lack of permission"))
            }
            None => warning("is not needed: the contract has no error for a lack of permission"),
        },
        KeyName::OtherTeam if is_bad_request => {
            warning(&format!("may own {id}, or the server checks the body before the key"))
        }
        KeyName::OtherTeam if accepted => {
            fault(format!("can change {id}, which its team should not own"))
        }
        KeyName::OtherTeam => ok(format!("cannot change {id}, as expected")),
    }
}

/// Returns the checks that need no request: the protection of the connection, and the settings of webhooks.
fn target_checks(target: &Target) -> Vec<Check> {
    let mut checks = vec![Check::ok("the target", format!("{} is valid", target.name))];
    let transport = &target.connection.transport;
    if transport.accepts_any_certificate {
        let message = "`accept-any-certificate` is set, so any server gets the keys; name the \
                    server's authority with `ca-file`";
        checks.push(Check::warning("TLS", message));
    }
    let recipes = target.settings.provision.iter().filter_map(|(parameter, recipe)| {
        let count = (recipe.count > 0).then(|| recipe.count.to_string());
        let states: Vec<&str> = recipe.made_states().map(|(name, _)| name.as_str()).collect();
        let states =
            (!states.is_empty()).then(|| format!("those in a state ({})", states.join(", ")));
        let created: Vec<String> = count.into_iter().chain(states).collect();
        (!created.is_empty()).then(|| format!("{} for {parameter}", created.join(" and ")))
    });
    let recipes: Vec<String> = recipes.collect();
    if !recipes.is_empty() {
        let message =
            format!("a run creates {}; the doctor does not try the recipes", recipes.join("; "));
        checks.push(Check::warning("provisioning", message));
    }
    if target.settings.setup.is_some() {
        let message = "a run starts with the command of `setup`, which the doctor does not run, so it does not check \
                       the fixtures that the command prints";
        checks.push(Check::warning("set-up", message));
    }
    checks
}

/// Returns a warning if keys cross a network without encryption.
fn tls_check(target: &Target) -> Option<Check> {
    let is_plain = target.connection.base_url.starts_with("http://");
    let message = "keys cross the network unprotected; use https if the server offers it";
    (is_plain && !is_loopback_url(&target.connection.base_url))
        .then(|| Check::warning("TLS", message))
}

/// Returns the results for a plan.
fn plan_summary(spec: &Spec, plan: &Plan, checks: Vec<Check>) -> Diagnosis {
    let skips = plan.skipped().count();
    Diagnosis {
        checks,
        runs: plan.cases.len() - skips,
        skips,
        off: plan.skipped().filter(|(_, obstacles)| obstacles.off().next().is_some()).count(),
        remedies: remedies(spec, plan.skipped()),
    }
}

/// The input of the doctor.
#[derive(Debug, Clone, Copy)]
pub struct DoctorOptions<'q> {
    /// The target.
    pub target: &'q Target,
    /// The cases that a run would select.
    pub selection: &'q Selection,
    /// The time limit of the run.
    pub deadline: Duration,
    /// The time after which a run sends no further case. A run with a budget never takes too long.
    pub budget: Option<Duration>,
    /// The number of cases that run at the same time, if it was given.
    pub jobs: Option<usize>,
    /// The number of processors of this machine.
    pub processors: usize,
}
