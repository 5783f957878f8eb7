//! The order in which cases notice the most mutants, as an audit of the suite measured it.
//!
//! An audit writes the order, a run sends its cases by it, and a report derives from it how many
//! mutants the cases of the run notice.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use webdata_cases::counts::operation_and_idea;

/// The cases in the measured order, each with the number of mutants that it notices and no earlier case does.
///
/// As text, the first line has the number of mutants, and each further line the count and the identity of a
/// case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasuredOrder {
    /// The number of mutants that a client can tell from a correct server.
    mutants: usize,
    /// The counts, by the identity of the case.
    cases: IndexMap<String, usize>,
}

/// The mistake in the text of an order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line} of the order of cases is not {expected}; an audit of the contract writes another one"
)]
pub struct OrderError {
    line: usize,
    expected: &'static str,
}

/// The word after the number of mutants.
const MUTANTS: &str = "mutants";

impl MeasuredOrder {
    /// Creates an order of cases that notice some of `mutants` mutants.
    #[must_use]
    pub fn new(mutants: usize, cases: IndexMap<String, usize>) -> Self {
        Self { mutants, cases }
    }

    /// Returns the number of mutants.
    #[must_use]
    pub fn mutants(&self) -> usize {
        self.mutants
    }

    /// Returns the identities of the cases, in order.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.cases.keys().map(String::as_str)
    }

    /// Returns how many mutants the first case notices, the first two together, and so on.
    pub fn curve(&self) -> impl Iterator<Item = usize> {
        let sum = |sum: &mut usize, count: &usize| {
            *sum += count;
            Some(*sum)
        };
        self.cases.values().scan(0, sum)
    }

    /// Returns how many mutants these cases notice at least. Each mutant counts for the first case that
    /// notices it, although a later case may notice it, too.
    #[must_use]
    pub fn noticed_mutants<'i>(&self, ids: impl Iterator<Item = &'i str>) -> usize {
        ids.filter_map(|id| self.cases.get(id)).sum()
    }

    /// Returns the indices of cases in sending order: first the cases of the measured order, then the others
    /// by breadth, each operation and idea once before any twice.
    pub(crate) fn sorted_indices<'i>(&self, ids: impl Iterator<Item = &'i str>) -> Vec<usize> {
        let mut rounds: HashMap<(&str, &str), usize> = HashMap::new();
        let key = |id: &'i str| match self.cases.get_index_of(id) {
            Some(place) => SortKey::Known(place),
            None => {
                let round = rounds.entry(operation_and_idea(id)).or_default();
                *round += 1;
                SortKey::Round(*round)
            }
        };
        let keys: Vec<SortKey> = ids.map(key).collect();
        let mut places: Vec<usize> = (0..keys.len()).collect();
        places.sort_by_key(|place| keys.get(*place));
        places
    }
}

/// The position of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    /// The index in the measured order.
    Known(usize),
    /// The round over operations and ideas.
    Round(usize),
}

impl fmt::Display for MeasuredOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {MUTANTS}", self.mutants)?;
        self.cases.iter().try_for_each(|(case, count)| writeln!(f, "{count} {case}"))
    }
}

impl FromStr for MeasuredOrder {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let entry = |line: &str| -> Option<(usize, String)> {
            let (count, rest) = line.split_once(' ')?;
            Some((count.parse().ok()?, rest.to_owned()))
        };
        let mut lines = text.lines().map(entry).zip(1..);
        let first = lines.next().and_then(|(entry, _)| entry);
        let (mutants, _) = first
            .filter(|(_, word)| word == MUTANTS)
            .ok_or(OrderError { line: 1, expected: "the number of mutants" })?;
        let mut cases = IndexMap::new();
        for (entry, line) in lines {
            let expected = "a count and the identity of a case that appears only once";
            let error = OrderError { line, expected };
            let (count, case) = entry.ok_or_else(|| error.clone())?;
            if cases.insert(case, count).is_some() {
                return Err(error);
            }
        }
        Ok(Self { mutants, cases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "9 mutants\n5 b::name::type::number\n3 a::type::empty\n";

    fn order() -> MeasuredOrder {
        TEXT.parse().expect("an order")
    }

    #[test]
    fn an_order_is_read_as_it_was_written() {
        assert_eq!(order().to_string(), TEXT);
        assert_eq!(order().curve().collect::<Vec<_>>(), [5, 8]);
        assert_eq!(order().noticed_mutants(["a::type::empty", "other"].into_iter()), 3);
        for (text, line) in [
            ("", 1),
            ("5 a\n", 1),
            ("x mutants\n", 1),
            ("1 mutants\na\n", 2),
            ("1 mutants\n1 a\n1 a\n", 3),
        ] {
            assert_eq!(text.parse::<MeasuredOrder>().expect_err(text).line, line, "{text}");
        }
    }

    #[test]
    fn unknown_cases_come_by_breadth() {
        let cases = [
            "a::type::empty",
            "a::name::type::number",
            "a::name::type::text",
            "a::goal::type::number",
            "a::name::maxLength::above",
            "a::errors::one",
            "b::name::type::number",
            "b::name::type::text",
            "b::goal::type::text",
            "nowhere",
        ];
        let sorted = |order: &MeasuredOrder| -> Vec<&str> {
            order.sorted_indices(cases.into_iter()).into_iter().map(|place| cases[place]).collect()
        };
        let rounds = [
            &["b::name::type::number", "a::type::empty"][..],
            &["a::name::type::number", "a::name::maxLength::above", "a::errors::one"],
            &["b::name::type::text", "nowhere"],
            &["a::name::type::text", "b::goal::type::text"],
            &["a::goal::type::number"],
        ];
        assert_eq!(sorted(&order()), rounds.concat());
        let first = ["a::type::empty", "a::name::maxLength::above", "a::errors::one"];
        let first = [&first[..], &["b::name::type::number", "nowhere"]].concat();
        assert_eq!(sorted(&MeasuredOrder::default())[..5], first);
    }
}
