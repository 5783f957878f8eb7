//! Estimates what a request costs, as far as the contract says: the charges and the types that they apply to as
//! data that generated code fills in, the charges that apply to a value, and the smallest and largest number of
//! credits.

use serde_json::Value;

use crate::rule::{AsView, Condition, Members, Segment, View, holds, json, reach};

/// Estimates the charges of a value by a table.
#[must_use]
pub fn estimate<T: Charged>(table: &'static Table, value: &T, counts: &Counts) -> Estimate {
    let earned = earned(table, T::TYPE, value.as_view());
    Estimate::new(table, &earned, counts)
}

/// A charge that the contract states.
#[derive(Debug, Clone, Copy)]
pub struct Charge {
    /// The identity. The clause is `charges.<id>`.
    pub id: &'static str,
    /// The service that is charged for.
    pub doc: &'static str,
    /// The price of one unit in credits, or `None` if the contract does not show it.
    pub credits: Option<u32>,
    /// The unit that is counted.
    pub per: Unit,
    /// The identity of the charge that this one may replace. At most one of the two is charged.
    pub instead_of: Option<&'static str>,
}

impl Charge {
    /// Makes a charge for each request, whose price the contract does not show.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(id: &'static str, doc: &'static str) -> Self {
        Self { id, doc, credits: None, per: Unit::Request, instead_of: None }
    }

    /// Sets the price of one unit in credits.
    #[doc(hidden)]
    #[must_use]
    pub const fn credits(self, credits: u32) -> Self {
        Self { credits: Some(credits), ..self }
    }

    /// Sets the unit that is counted.
    #[doc(hidden)]
    #[must_use]
    pub const fn per(self, per: Unit) -> Self {
        Self { per, ..self }
    }

    /// Sets the charge that this one may replace.
    #[doc(hidden)]
    #[must_use]
    pub const fn instead_of(self, other: &'static str) -> Self {
        Self { instead_of: Some(other), ..self }
    }
}

/// The unit that a charge counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A request.
    Request,
    /// An analysed URL.
    Url,
    /// A page of a document.
    Page,
    /// A document.
    File,
    /// A run of a job.
    Run,
}

/// A type whose values, or values inside them, are charged.
pub trait Charged: AsView {
    /// The name of the type in its [`Table`].
    const TYPE: &'static str;
}

/// Implements [`Charged`] for types by their paths, each with the last name of its path.
#[doc(hidden)]
#[macro_export]
macro_rules! charged {
    ($(super::$module:ident::$name:ident),* $(,)?) => {
        $(impl $crate::credits::Charged for super::$module::$name {
            const TYPE: &'static str = stringify!($name);
        })*
    };
}

/// The charges of a contract, and the types that they apply to.
#[derive(Debug)]
pub struct Table {
    /// The charges.
    pub charges: &'static [Charge],
    /// The types that the charges apply to, directly or by the values inside.
    pub types: &'static [Earner],
}

impl Table {
    /// Returns the type with a name.
    fn earner(&self, name: &str) -> Option<&'static Earner> {
        self.types.iter().find(|earner| earner.name == name)
    }
}

/// A type that charges apply to.
#[derive(Debug)]
pub struct Earner {
    /// The name of the type.
    pub name: &'static str,
    /// The charges that apply to values of the type: the identity of each charge, and its condition.
    pub charges: &'static [(&'static str, Condition)],
    /// The values inside that may be charged.
    pub inside: &'static [Inside],
    /// The defaults of absent properties: names and JSON texts.
    pub defaults: &'static [(&'static str, &'static str)],
}

impl Earner {
    /// Makes a type without charges.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, charges: &[], inside: &[], defaults: &[] }
    }

    /// Sets the charges.
    #[must_use]
    pub const fn charges(self, charges: &'static [(&'static str, Condition)]) -> Self {
        Self { charges, ..self }
    }

    /// Sets the values inside.
    #[must_use]
    pub const fn inside(self, inside: &'static [Inside]) -> Self {
        Self { inside, ..self }
    }

    /// Sets the defaults of absent properties.
    #[must_use]
    pub const fn defaults(self, defaults: &'static [(&'static str, &'static str)]) -> Self {
        Self { defaults, ..self }
    }
}

/// Values inside another value.
#[derive(Debug)]
pub struct Inside {
    /// The path to the values.
    pub path: &'static [Segment],
    /// The condition that a value must meet to be of the type.
    pub when: Option<Condition>,
    /// The name of their type.
    pub of: &'static str,
}

impl Inside {
    /// Selects all values at a path. `of` is the name of their type.
    #[must_use]
    pub const fn new(path: &'static [Segment], of: &'static str) -> Self {
        Self { path, when: None, of }
    }

    /// Selects only values that meet a condition.
    #[must_use]
    pub const fn when(self, when: Condition) -> Self {
        Self { when: Some(when), ..self }
    }
}

/// The charges that apply to a value.
pub(crate) struct Earned {
    /// For each charge, the number of values that it applies to.
    ///
    /// A charged value and all values inside it count once for each charge: they are the options of one
    /// request, however many of them cause the same charge.
    pub(crate) times: Vec<u64>,
    /// Whether the charges apply to the value as a whole, rather than to values inside it.
    by_the_whole: bool,
}

/// Returns the charges that apply to a value of the type with the name `of`.
pub(crate) fn earned(table: &'static Table, of: &str, view: View<'_>) -> Earned {
    let mut earned = Earned { times: vec![0; table.charges.len()], by_the_whole: true };
    outside(table, of, view, &mut earned);
    earned
}

/// Adds the charges of a value that is not inside a charged one.
fn outside(table: &'static Table, of: &str, view: View<'_>, all: &mut Earned) {
    let Some(earner) = table.earner(of) else { return };
    if earner.charges.is_empty() {
        each_inside(earner, view, &mut |inside, view| {
            // An empty path leads to the value itself, as another type.
            all.by_the_whole &= inside.path.is_empty();
            outside(table, inside.of, view, all);
        });
        return;
    }
    let mut earned = vec![false; all.times.len()];
    within(table, earner, view, &mut earned);
    for (times, _) in all.times.iter_mut().zip(earned).filter(|(_, earned)| *earned) {
        *times += 1;
    }
}

fn within(table: &'static Table, earner: &Earner, view: View<'_>, earned: &mut [bool]) {
    if let View::Object(object) = view {
        let object = Effective::new(object, earner);
        for (id, when) in earner.charges {
            if holds(when, &object) == Some(true) {
                for (_, earned) in
                    table.charges.iter().zip(&mut *earned).filter(|(charge, _)| charge.id == *id)
                {
                    *earned = true;
                }
            }
        }
    }
    each_inside(earner, view, &mut |inside, view| {
        if let Some(earner) = table.earner(inside.of) {
            within(table, earner, view, earned);
        }
    });
}

/// Calls `visit` with each value inside that is of the expected type.
fn each_inside(earner: &Earner, view: View<'_>, visit: &mut dyn FnMut(&Inside, View<'_>)) {
    let object = match view {
        View::Object(object) => Some(Effective::new(object, earner)),
        _ => None,
    };
    let view = object.as_ref().map_or(view, |object| View::Object(object));
    for inside in earner.inside {
        reach(view, inside.path, &mut |value| {
            let is_of_the_type = match (&inside.when, value) {
                (None, _) => true,
                (Some(when), View::Object(object)) => holds(when, object) == Some(true),
                (Some(_), _) => false,
            };
            if is_of_the_type {
                visit(inside, value);
            }
            // `false` continues with the next value.
            false
        });
    }
}

/// An object with the defaults of its absent properties.
struct Effective<'e> {
    object: &'e dyn Members,
    defaults: Vec<(&'static str, Value)>,
}

impl<'e> Effective<'e> {
    fn new(object: &'e dyn Members, earner: &Earner) -> Self {
        let defaults = earner.defaults.iter();
        // Generated defaults are valid JSON, so this never falls back to null.
        let defaults =
            defaults.map(|(name, text)| (*name, serde_json::from_str(text).unwrap_or_default()));
        Self { object, defaults: defaults.collect() }
    }
}

impl Members for Effective<'_> {
    fn member(&self, name: &str) -> View<'_> {
        match self.object.member(name) {
            View::Absent => {
                let default = self.defaults.iter().find(|(property, _)| *property == name);
                default.map_or(View::Absent, |(_, default)| json(default))
            }
            given => given,
        }
    }

    fn is_empty(&self) -> bool {
        self.object.is_empty()
    }
}

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

    /// Sets how often the request is sent. If the value contains several requests, each is sent so often.
    ///
    /// Without this number, a value that is charged as a whole is sent once. For charged values inside another
    /// value, the number is unknown, since the outer value does not say how often they are sent.
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

/// The charges of the contract that apply to a value.
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
    pub(crate) fn new(table: &'static Table, earned: &Earned, counts: &Counts) -> Self {
        let charges = table.charges.iter().zip(&earned.times).filter(|(_, times)| **times > 0);
        let lines = charges
            .map(|(charge, times)| Line { charge, count: counts.of(charge.per, *times, earned) });
        Self { lines: lines.collect() }
    }

    /// Returns the smallest total, in credits. Unknown counts and prices count as 0; of charges that replace
    /// each other, the smallest counts.
    #[must_use]
    pub fn minimum(&self) -> u64 {
        let minimum_lines = self.choices().map(|lines| {
            let credits = lines.map(|line| line.credits().unwrap_or(0));
            credits.min().unwrap_or(0)
        });
        minimum_lines.fold(0, u64::saturating_add)
    }

    /// Returns the largest total, in credits, or `None` if a count or price is unknown. Of charges that
    /// replace each other, the largest counts.
    #[must_use]
    pub fn maximum(&self) -> Option<u64> {
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
