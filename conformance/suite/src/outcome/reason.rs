//! The reason of an outcome: data that other modules look at, or a sentence that only people read.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::{Case, Need};
use webdata_cases::marker::Marker;
use webdata_cases::profiles::is_within;

use crate::quantities::{describe_seconds, pluralize};

/// The reason of an outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Reason {
    /// The target cannot run the case.
    Obstacles(Obstacles),
    /// The run ended before the case was sent.
    Limit(RunLimit),
    /// The run was cancelled.
    Interrupted {
        /// Whether the case had begun.
        sent: bool,
    },
    /// The server limits the rate, and accepted requests one after the other that were sent together.
    Separated {
        /// The number of requests.
        requests: usize,
    },
    /// Another run of the suite changed a resource of the case during the run.
    Interference {
        /// The identity of the resource.
        fixture: String,
        /// The marker of the other run.
        #[schemars(with = "String")]
        run: Marker,
    },
    /// The server responded to no request for a time.
    #[serde(rename_all = "camelCase")]
    Silent {
        /// The case with the first request without a response.
        after: String,
        /// How long the server was silent, in seconds, as far as the run waited.
        seconds: f64,
        /// Whether the server responded again.
        is_over: bool,
    },
    /// The server rejects the surroundings of the wrong value, so its rejection of the whole shows nothing.
    Control {
        /// The case that shows it.
        case: String,
    },
    /// Another reason, on one line.
    #[serde(untagged)]
    Words(String),
}

/// What keeps a target from running a case: the features that it switches off, then what it lacks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Obstacles(pub Vec<Obstacle>);

/// An obstacle to running a case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Obstacle {
    /// The target file switches a feature off.
    Off {
        /// The beginning of the identities of the feature's cases.
        feature: String,
        /// The reason in the target file.
        reason: String,
    },
    /// The target lacks something.
    Lack(Lack),
}

/// Something that the target lacks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lack {
    /// The unmet need.
    pub need: Need,
    /// The number of fixtures, if there are too few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<FixtureCount>,
}

/// What the target lacks, at least one thing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Lacks(pub Vec<Lack>);

/// The number of fixtures of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FixtureCount {
    /// The number of given fixtures.
    Given(usize),
    /// The number of fixtures that a recipe creates.
    Created(usize),
}

/// A limit that ends a run before all of its cases are sent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RunLimit {
    /// The budget of time, in seconds.
    Budget(f64),
    /// The number of findings.
    Findings(usize),
}

impl Reason {
    /// Returns whether there is nothing to explain.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Words(words) if words.is_empty())
    }

    /// Returns the case with the first request without a response, and for how long the server was silent, in seconds, if
    /// that is the reason.
    pub(crate) fn silence(&self) -> Option<(&str, f64)> {
        match self {
            Self::Silent { after, seconds, .. } => Some((after, *seconds)),
            Self::Obstacles(_)
            | Self::Limit(_)
            | Self::Interrupted { .. }
            | Self::Separated { .. }
            | Self::Interference { .. }
            | Self::Control { .. }
            | Self::Words(_) => None,
        }
    }

    /// Returns what keeps the target from running the case, if that is the reason.
    pub(crate) fn obstacles(&self) -> Option<&Obstacles> {
        match self {
            Self::Obstacles(obstacles) => Some(obstacles),
            Self::Limit(_)
            | Self::Interrupted { .. }
            | Self::Separated { .. }
            | Self::Interference { .. }
            | Self::Silent { .. }
            | Self::Control { .. }
            | Self::Words(_) => None,
        }
    }
}

impl Default for Reason {
    fn default() -> Self {
        Self::Words(String::new())
    }
}

impl From<String> for Reason {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for Reason {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Obstacles(obstacles) => obstacles.fmt(f),
            Self::Limit(RunLimit::Budget(seconds)) => write!(f, "beyond the budget of {seconds} s"),
            Self::Limit(RunLimit::Findings(count)) => {
                write!(f, "--fail-fast ended the run at {}", pluralize(*count, "finding"))
            }
            Self::Interrupted { sent: true } => f.write_str("interrupted"),
            Self::Interrupted { sent: false } => f.write_str("not sent: interrupted"),
            Self::Separated { requests } => write!(
                f,
                "the server limits the rate: {requests} requests that were to be sent together were accepted \
                 one after the other, so the case cannot show how they affect each other; raise the limit \
                 for the run"
            ),
            Self::Interference { fixture, run } => write!(
                f,
                "another run of the suite changed {fixture} at the same time, and left its marker `{run}`; give \
                 each run fixtures of its own, or run one after the other"
            ),
            Self::Silent { after, seconds, is_over } => {
                let time = describe_seconds(*seconds);
                match is_over {
                    true => write!(
                        f,
                        "not sent: the server was silent for {time} after a request about the same clause, in {after}"
                    ),
                    false => write!(
                        f,
                        "not sent: no request got a response for {time}, first in {after}"
                    ),
                }
            }
            Self::Control { case } => {
                write!(
                    f,
                    "not judged: the server also rejects the same body without the wrong value, in {case}"
                )
            }
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl Obstacles {
    /// Returns what keeps a target from running a case, if anything does. `off` has all features that the target switches
    /// off, each with the reason.
    pub(crate) fn new<'o>(
        case: &Case,
        off: impl Iterator<Item = (&'o str, &'o str)>,
        lacking: impl Iterator<Item = Lack>,
    ) -> Option<Self> {
        let off =
            off.filter(|(feature, _)| is_within(&case.id, feature)).map(|(feature, reason)| {
                Obstacle::Off { feature: feature.to_owned(), reason: reason.to_owned() }
            });
        let obstacles: Vec<Obstacle> = off.chain(lacking.map(Obstacle::Lack)).collect();
        (!obstacles.is_empty()).then_some(Self(obstacles))
    }

    /// Returns the features that the target switches off, each with the reason.
    pub(crate) fn off(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|obstacle| match obstacle {
            Obstacle::Off { feature, reason } => Some((feature.as_str(), reason.as_str())),
            Obstacle::Lack(_) => None,
        })
    }

    /// Returns what the target lacks.
    pub(crate) fn lacks(&self) -> impl Iterator<Item = &Lack> {
        self.0.iter().filter_map(|obstacle| match obstacle {
            Obstacle::Off { .. } => None,
            Obstacle::Lack(lack) => Some(lack),
        })
    }
}

impl fmt::Display for Obstacles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let off = self.off();
        let off = off.map(|(feature, reason)| {
            format!("{feature} is switched off in the target file: {reason}")
        });
        let lacks = Lacks(self.lacks().cloned().collect());
        let lacks = (!lacks.0.is_empty()).then(|| lacks.to_string());
        f.write_str(&off.chain(lacks).collect::<Vec<_>>().join("; "))
    }
}

impl fmt::Display for Lacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lacks: Vec<String> = self.0.iter().map(Lack::to_string).collect();
        write!(f, "the target lacks {}", lacks.join(" and "))
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { need, count } = self;
        match count {
            None => need.fmt(f),
            Some(FixtureCount::Given(count)) => write!(f, "{need} (it has {count})"),
            Some(FixtureCount::Created(count)) => write!(f, "{need} (its recipe makes {count})"),
        }
    }
}
