//! Writes the skip reasons of cases, and parses them from reports.

use std::fmt;

use webdata_cases::case::{Case, Need};

use super::{Target, is_within};

/// The start of a reason about something that the target lacks.
const LACKS: &str = "the target lacks ";

/// Separates the things that the target lacks.
const AND: &str = " and ";

/// Separates a feature that is switched off from the things that the target lacks.
const BESIDES: &str = "; ";

/// An obstacle to running a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Obstacle<'o> {
    /// A feature is switched off, for a reason.
    Off(&'o str, &'o str),
    /// The target lacks something.
    Lack(&'o Need, Option<Has>),
}

/// The number of fixtures, if there are too few.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Has {
    /// The number of given fixtures.
    Given(usize),
    /// The number of fixtures that a recipe creates.
    Made(usize),
}

impl fmt::Display for Obstacle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off(feature, reason) => {
                write!(f, "{feature} is switched off in the target file: {reason}")
            }
            Self::Lack(need, None) => need.fmt(f),
            Self::Lack(need, Some(Has::Given(count))) => write!(f, "{need} (it has {count})"),
            Self::Lack(need, Some(Has::Made(count))) => {
                write!(f, "{need} (its recipe makes {count})")
            }
        }
    }
}

impl Target {
    /// Returns why a case is skipped, if it is.
    #[must_use]
    pub fn skips(&self, case: &Case) -> Option<String> {
        let lacking = case.needs.iter().filter(|need| !self.offers(need));
        let lacking: Vec<Obstacle<'_>> =
            lacking.map(|need| Obstacle::Lack(need, self.has(need))).collect();
        let lacking = (!lacking.is_empty()).then(|| listed(&lacking));
        match (self.switched_off(&case.id), lacking) {
            (Some(off), Some(lacking)) => Some(format!("{off}{BESIDES}{lacking}")),
            (off, lacking) => off.or(lacking),
        }
    }

    fn has(&self, need: &Need) -> Option<Has> {
        let Need::Fixture(parameter, _) = need else { return None };
        let given = self.fixtures.get(parameter).map_or(0, Vec::len);
        let recipe = self.provision.get(parameter).filter(|_| given == 0);
        Some(recipe.map_or(Has::Given(given), |own| Has::Made(own.count)))
    }
}

/// Returns the things that the target lacks, in words.
pub(crate) fn listed(lacking: &[Obstacle<'_>]) -> String {
    let words: Vec<String> = lacking.iter().map(Obstacle::to_string).collect();
    format!("{LACKS}{}", words.join(AND))
}

/// Parses the obstacles of a case from the reason in a report; returns `None` for a reason that the runner
/// never gives. `off` has the features that are switched off, each with its reason.
pub(crate) fn obstacles<'o>(
    case: &'o Case,
    off: &[(&'o str, &'o str)],
    reason: &str,
) -> Option<Vec<Obstacle<'o>>> {
    let within = off.iter().filter(|(feature, _)| is_within(&case.id, feature));
    let mut found: Vec<_> =
        within.map(|(feature, reason)| Obstacle::Off(feature, reason)).collect();
    let lacking = match found.first() {
        None => reason,
        Some(first) => {
            let rest = reason.strip_prefix(&first.to_string())?;
            if rest.is_empty() {
                return Some(found);
            }
            rest.strip_prefix(BESIDES)?
        }
    };
    for words in lacking.strip_prefix(LACKS)?.split(AND) {
        found.push(case.needs.iter().find_map(|need| lack(need, words))?);
    }
    Some(found)
}

/// Parses the words about an unmet need.
fn lack<'o>(need: &'o Need, words: &str) -> Option<Obstacle<'o>> {
    let rest = words.strip_prefix(&need.to_string())?;
    let Need::Fixture(..) = need else {
        return rest.is_empty().then_some(Obstacle::Lack(need, None));
    };
    let number = |before| rest.strip_prefix(before)?.strip_suffix(')')?.parse().ok();
    let given = || number(" (it has ").map(Has::Given);
    let has = number(" (its recipe makes ").map(Has::Made).or_else(given)?;
    Some(Obstacle::Lack(need, Some(has)))
}
