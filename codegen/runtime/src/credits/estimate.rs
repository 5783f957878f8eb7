//! Turns the charges that apply to a value into a smallest and a largest number of credits.

use super::table::{Charge, Table, Unit};
use super::walk::Earned;

/// The expected number of each unit, as far as it is known beforehand.
///
/// An unset number is unknown: it may be 0, and has no upper bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    requests: Option<u64>,
    urls: Option<u64>,
    pages: Option<u64>,
    files: Option<u64>,
    runs: Option<u64>,
}

impl Counts {
    /// Makes counts without any known number. A request is then counted once if the charged value is its own.
    #[must_use]
    pub const fn new() -> Self {
        Self { requests: None, urls: None, pages: None, files: None, runs: None }
    }

    /// Sets the number of times that the request is made, or each of several requests inside the value.
    ///
    /// If unset, the number is 1 for a value that is charged as a whole. It is unknown for charged values
    /// inside another, since the value does not say how often they are requested.
    #[must_use]
    pub const fn requests(self, requests: u64) -> Self {
        Self { requests: Some(requests), ..self }
    }

    /// Sets the number of analysed URLs.
    #[must_use]
    pub const fn urls(self, urls: u64) -> Self {
        Self { urls: Some(urls), ..self }
    }

    /// Sets the total number of pages of the documents.
    #[must_use]
    pub const fn pages(self, pages: u64) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// Sets the number of documents.
    #[must_use]
    pub const fn files(self, files: u64) -> Self {
        Self { files: Some(files), ..self }
    }

    /// Sets the number of runs of the job.
    #[must_use]
    pub const fn runs(self, runs: u64) -> Self {
        Self { runs: Some(runs), ..self }
    }

    /// Returns the number of units of a charge that applies to `values` values; `None` if it is unknown.
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

/// The charges that apply to a value, besides those that the contract does not show.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// A line for each charge that applies, in the contract's order.
    pub lines: Vec<Line>,
}

/// A charge that applies to a value.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// The charge.
    pub charge: &'static Charge,
    /// The number of charged units; `None` if it is unknown.
    pub count: Option<u64>,
}

impl Line {
    /// Returns the credits of this line, or `None` if the count is unknown or the contract shows no price.
    #[must_use]
    pub fn credits(&self) -> Option<u64> {
        match (self.charge.credits?, self.count) {
            // A price of 0 is 0 for any count.
            (0, _) => Some(0),
            (credits, count) => Some(u64::from(credits).saturating_mul(count?)),
        }
    }

    /// Returns the identity of the group of charges that replace each other.
    fn choice(&self) -> &'static str {
        self.charge.instead_of.unwrap_or(self.charge.id)
    }
}

impl Estimate {
    /// Lists the charges that apply.
    pub(super) fn new(table: &'static Table, earned: &Earned, counts: &Counts) -> Self {
        let charges = table.charges.iter().zip(&earned.times).filter(|(_, times)| **times > 0);
        let lines = charges
            .map(|(charge, times)| Line { charge, count: counts.of(charge.per, *times, earned) });
        Self { lines: lines.collect() }
    }

    /// Returns the smallest total, in credits. Unknown counts and prices count as 0; of charges that replace
    /// each other, the smallest counts.
    #[must_use]
    pub fn at_least(&self) -> u64 {
        let minimum_lines = self.choices().map(|lines| {
            let credits = lines.map(|line| line.credits().unwrap_or(0));
            credits.min().unwrap_or(0)
        });
        minimum_lines.fold(0, u64::saturating_add)
    }

    /// Returns the largest total, in credits, or `None` if a count or price is unknown. Of charges that
    /// replace each other, the largest counts.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        self.choices().try_fold(0, |sum: u64, mut lines| {
            let highest =
                lines.try_fold(0, |highest: u64, line| Some(highest.max(line.credits()?)))?;
            Some(sum.saturating_add(highest))
        })
    }

    /// Returns the lines whose price the contract does not show.
    pub fn not_shown(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.charge.credits.is_none())
    }

    /// Returns the lines in groups of charges that replace each other.
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
