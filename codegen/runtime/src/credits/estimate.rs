//! From the charges that a value earns to credits, at least and at most.

use super::table::{Charge, Table, Unit};
use super::walk::Earned;

/// How much of each unit a value will come to, as far as it is known beforehand.
///
/// What is not given is taken as not known: it may be none, and it has no upper bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    requests: Option<u64>,
    urls: Option<u64>,
    pages: Option<u64>,
    files: Option<u64>,
    runs: Option<u64>,
}

impl Counts {
    /// One request for a value that is the request's own, and nothing known of the rest.
    #[must_use]
    pub const fn new() -> Self {
        Self { requests: None, urls: None, pages: None, files: None, runs: None }
    }

    /// How often the request is made, or each of several inside the value. When not given, it is 1
    /// for a value that is the request's own, and not known of those inside another: how many pages
    /// these fetch is not said by the value.
    #[must_use]
    pub const fn requests(self, requests: u64) -> Self {
        Self { requests: Some(requests), ..self }
    }

    /// How many URLs are analysed.
    #[must_use]
    pub const fn urls(self, urls: u64) -> Self {
        Self { urls: Some(urls), ..self }
    }

    /// How many pages the documents have.
    #[must_use]
    pub const fn pages(self, pages: u64) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// How many documents there are.
    #[must_use]
    pub const fn files(self, files: u64) -> Self {
        Self { files: Some(files), ..self }
    }

    /// How often the job runs.
    #[must_use]
    pub const fn runs(self, runs: u64) -> Self {
        Self { runs: Some(runs), ..self }
    }

    /// How much is counted for a charge that so many values earn.
    fn of(&self, unit: Unit, values: u64, earned: &Earned) -> Option<u64> {
        match unit {
            Unit::Request => {
                let requests = self.requests.or(earned.by_the_whole.then_some(1));
                requests.map(|requests| requests.saturating_mul(values))
            }
            Unit::Url => self.urls,
            Unit::Page => self.pages,
            Unit::File => self.files,
            Unit::Run => self.runs,
        }
    }
}

/// What a value is charged for, over and above what the contract does not show.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// A line for each charge that the value earns, in the contract's order.
    pub lines: Vec<Line>,
}

/// One charge that a value earns.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// The charge.
    pub charge: &'static Charge,
    /// How much is counted; none where it is not known.
    pub count: Option<u64>,
}

impl Line {
    /// The credits; none where the count is not known or the contract shows no figure.
    #[must_use]
    pub fn credits(&self) -> Option<u64> {
        match (self.charge.credits?, self.count) {
            // What costs nothing does so however often.
            (0, _) => Some(0),
            (credits, count) => Some(u64::from(credits).saturating_mul(count?)),
        }
    }

    /// The identity that it shares with the charges that it is made in place of.
    fn choice(&self) -> &'static str {
        self.charge.instead_of.unwrap_or(self.charge.id)
    }
}

impl Estimate {
    /// Lists the charges that are earned.
    pub(super) fn new(table: &'static Table, earned: &Earned, counts: &Counts) -> Self {
        let charges = table.charges.iter().zip(&earned.times).filter(|(_, times)| **times > 0);
        let lines = charges
            .map(|(charge, times)| Line { charge, count: counts.of(charge.per, *times, earned) });
        Self { lines: lines.collect() }
    }

    /// The least that is charged, in credits. What is not known or not shown may be nothing; of
    /// charges that are made in place of each other, it is the smallest.
    #[must_use]
    pub fn at_least(&self) -> u64 {
        let least = self.choices().map(|lines| {
            let credits = lines.map(|line| line.credits().unwrap_or(0));
            credits.min().unwrap_or(0)
        });
        least.fold(0, u64::saturating_add)
    }

    /// The most that is charged, in credits; none where a count is not known or a figure is not
    /// shown. Of charges that are made in place of each other, it is the largest.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        self.choices().try_fold(0, |sum: u64, mut lines| {
            let most = lines.try_fold(0, |most: u64, line| Some(most.max(line.credits()?)))?;
            Some(sum.saturating_add(most))
        })
    }

    /// The lines whose charge has no figure in the contract.
    pub fn not_shown(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.charge.credits.is_none())
    }

    /// The lines, those together that are made in place of each other.
    fn choices(&self) -> impl Iterator<Item = impl Iterator<Item = &Line>> {
        let first = |at: usize, line: &Line| {
            self.lines.iter().position(|other| other.choice() == line.choice()) == Some(at)
        };
        let firsts = self.lines.iter().enumerate().filter(move |(at, line)| first(*at, line));
        firsts.map(|(_, line)| {
            let choice = line.choice();
            self.lines.iter().filter(move |other| other.choice() == choice)
        })
    }
}
