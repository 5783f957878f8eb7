//! Writes the skip reasons of cases, and parses them from reports.

use std::fmt;

use webdata_cases::case::{Case, Need};

use super::{Target, is_within};

/// The start of a reason about something that the target lacks.
const LACK_PREFIX: &str = "the target lacks ";

/// Separates the things that the target lacks.
const LACK_SEPARATOR: &str = " and ";

/// Separates a feature that is switched off from the things that the target lacks.
const OFF_SEPARATOR: &str = "; ";

/// An obstacle to running a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Obstacle<'o> {
    /// A feature is switched off, for a reason.
    Off(&'o str, &'o str),
    /// The target lacks something.
    Lack(&'o Need, Option<FixtureCount>),
}

/// The number of fixtures, if there are too few.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FixtureCount {
    /// The number of given fixtures.
    Given(usize),
    /// The number of fixtures that a recipe creates.
    Created(usize),
}

impl fmt::Display for Obstacle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off(feature, reason) => {
                write!(f, "{feature} is switched off in the target file: {reason}")
            }
            Self::Lack(need, None) => need.fmt(f),
            Self::Lack(need, Some(FixtureCount::Given(count))) => {
                write!(f, "{need} (it has {count})")
            }
            Self::Lack(need, Some(FixtureCount::Created(count))) => {
                write!(f, "{need} (its recipe makes {count})")
            }
        }
    }
}

impl Target {
    /// Returns why a case is skipped, if it is.
    #[must_use]
    pub fn skip_reason(&self, case: &Case) -> Option<String> {
        let lacking = case.needs.iter().filter(|need| !self.offers(need));
        let lacking: Vec<Obstacle<'_>> =
            lacking.map(|need| Obstacle::Lack(need, self.fixture_count(need))).collect();
        let lacking = (!lacking.is_empty()).then(|| describe_lacking(&lacking));
        match (self.switched_off(&case.id), lacking) {
            (Some(off), Some(lacking)) => Some(format!("{off}{OFF_SEPARATOR}{lacking}")),
            (off, lacking) => off.or(lacking),
        }
    }

    fn fixture_count(&self, need: &Need) -> Option<FixtureCount> {
        let Need::Fixture(parameter, _) = need else { return None };
        let fixtures = self.fixtures.get(parameter).map_or(0, Vec::len);
        let recipe = self.provision.get(parameter).filter(|_| fixtures == 0);
        Some(
            recipe.map_or(FixtureCount::Given(fixtures), |recipe| {
                FixtureCount::Created(recipe.count)
            }),
        )
    }
}

/// Returns the things that the target lacks, in words.
pub(crate) fn describe_lacking(lacking: &[Obstacle<'_>]) -> String {
    let words: Vec<String> = lacking.iter().map(Obstacle::to_string).collect();
    format!("{LACK_PREFIX}{}", words.join(LACK_SEPARATOR))
}

/// Parses the obstacles of a case from the reason in a report; returns `None` for a reason that the runner
/// never gives. `off` has the features that are switched off, each with its reason.
pub(crate) fn parse_obstacles<'o>(
    case: &'o Case,
    off: &[(&'o str, &'o str)],
    reason: &str,
) -> Option<Vec<Obstacle<'o>>> {
    let within = off.iter().filter(|(feature, _)| is_within(&case.id, feature));
    let mut obstacles: Vec<_> =
        within.map(|(feature, reason)| Obstacle::Off(feature, reason)).collect();
    let lacking = match obstacles.first() {
        None => reason,
        Some(first) => {
            let rest = reason.strip_prefix(&first.to_string())?;
            if rest.is_empty() {
                return Some(obstacles);
            }
            rest.strip_prefix(OFF_SEPARATOR)?
        }
    };
    for words in lacking.strip_prefix(LACK_PREFIX)?.split(LACK_SEPARATOR) {
        obstacles.push(case.needs.iter().find_map(|need| parse_lack(need, words))?);
    }
    Some(obstacles)
}

/// Parses the words about an unmet need.
fn parse_lack<'o>(need: &'o Need, words: &str) -> Option<Obstacle<'o>> {
    let rest = words.strip_prefix(&need.to_string())?;
    let Need::Fixture(..) = need else {
        return rest.is_empty().then_some(Obstacle::Lack(need, None));
    };
    let number = |before| rest.strip_prefix(before)?.strip_suffix(')')?.parse().ok();
    let from_file = || number(" (it has ").map(FixtureCount::Given);
    let has = number(" (its recipe makes ").map(FixtureCount::Created).or_else(from_file)?;
    Some(Obstacle::Lack(need, Some(has)))
}
