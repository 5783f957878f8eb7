//! Constraints: a keyword and its operand, and their lookup in a schema. Code that walks through constraints
//! names no keyword.

mod keyword;

use std::fmt;
use std::sync::OnceLock;

use indexmap::IndexMap;
use regex::Regex;
use serde_json::{Number, Value};

use crate::model::{Additional, ClauseId, Equality, JsonType, Schema, Shape, Spec};

pub use self::keyword::{CountedUnit, Keyword, Side};

/// A keyword and its operand.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// The keyword.
    pub keyword: Keyword,
    /// The operand, which says what the keyword demands.
    pub operand: Operand,
}

/// The operand of a keyword.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// No operand: the keyword alone is the requirement.
    Flag,
    /// A limit of a number or of a count.
    Number(Number),
    /// A pattern.
    Pattern(Pattern),
    /// A format.
    Format(StringFormat),
    /// A value.
    Value(Value),
    /// The names of properties.
    Names(Vec<String>),
    /// The names of properties, by the name of the property that demands them.
    Dependents(IndexMap<String, Vec<String>>),
    /// The schema of a part of the value: a plain value, without a clause of its own.
    Schema(Box<Schema>),
}

impl Operand {
    /// Returns the number that the operand is, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl From<u64> for Operand {
    fn from(count: u64) -> Self {
        Self::Number(count.into())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => Ok(()),
            Self::Number(number) => match (number.as_i64(), number.as_f64()) {
                // Writes `5`, not `5.0`.
                (None, Some(float)) => write!(f, "{float}"),
                _ => write!(f, "{number}"),
            },
            Self::Pattern(pattern) => write!(f, "`{pattern}`"),
            Self::Format(format) => f.write_str(format.name()),
            Self::Value(value) => write!(f, "{value}"),
            Self::Names(names) => write!(f, "`{}`", names.join("`, `")),
            Self::Dependents(all) => {
                let each = all
                    .iter()
                    .map(|(name, needed)| format!("`{name}` needs `{}`", needed.join("`, `")));
                f.write_str(&each.collect::<Vec<_>>().join("; "))
            }
            Self::Schema(schema) => f.write_str(&phrase(schema)),
        }
    }
}

/// Describes a plain value in a few words.
fn phrase(schema: &Schema) -> String {
    let kind = match &schema.shape {
        Shape::Enum(values) => format!("one of `{}`", values.join("`, `")),
        shape => shape.json_type().map_or("", JsonType::name).to_owned(),
    };
    let limits = schema.constraints.iter().map(Constraint::sentence);
    std::iter::once(kind).chain(limits).collect::<Vec<_>>().join(", ")
}

impl Constraint {
    /// Returns the number that the operand is, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&Number> {
        self.operand.number()
    }
}

words! {
    /// The formats of strings.
    StringFormat {
        /// RFC 9562, in its hyphenated form.
        Uuid = "uuid",
        /// RFC 3986, with a scheme.
        Uri = "uri",
        /// RFC 5321, a mailbox.
        Email = "email",
        /// RFC 3339.
        DateTime = "date-time",
        /// RFC 3339, `full-date`.
        Date = "date",
        /// RFC 3339, `full-time`.
        Time = "time",
        /// RFC 3339, appendix A.
        Duration = "duration",
        /// RFC 1123, with labels of internationalised names by RFC 5891.
        Hostname = "hostname",
        /// RFC 2673, four decimal numbers.
        Ipv4 = "ipv4",
        /// RFC 4291.
        Ipv6 = "ipv6",
        /// RFC 6901.
        JsonPointer = "json-pointer",
        /// ECMA-262, a regular expression.
        Regex = "regex",
        /// A name of the IANA time zone database.
        TimeZone = "time-zone",
        /// A five-field cron expression.
        Cron = "cron",
        /// A schedule in words, such as `every day at 9:00`.
        SchedulePhrase = "schedule-phrase",
    }
}

impl StringFormat {
    /// Returns whether the format belongs to the spec language alone; tools for JSON Schema do not know it.
    #[must_use]
    pub fn is_own(self) -> bool {
        matches!(self, Self::TimeZone | Self::Cron | Self::SchedulePhrase)
    }

    /// Returns what decides whether two strings of the format mean the same.
    pub(super) fn equality(self) -> Equality {
        match self {
            Self::Uuid => Equality::Uuid,
            Self::Uri => Equality::Uri,
            Self::Email => Equality::Email,
            Self::DateTime => Equality::DateTime,
            Self::Hostname => Equality::Domain,
            Self::Ipv6 => Equality::Ipv6,
            Self::TimeZone => Equality::TimeZone,
            Self::Cron => Equality::Cron,
            Self::SchedulePhrase => Equality::Text,
            Self::Date
            | Self::Time
            | Self::Duration
            | Self::Ipv4
            | Self::JsonPointer
            | Self::Regex => Equality::Characters,
        }
    }
}

/// A regular expression in the dialect that Rust and ECMAScript share. Patterns with the same source are equal.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Creates a pattern from its source.
    #[must_use]
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), compiled: OnceLock::new() }
    }

    /// Returns the source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns whether some part of a string matches. A source that does not compile matches nothing; the linter
    /// rejects it.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| Regex::new(&self.source).ok());
        compiled.as_ref().is_some_and(|compiled| compiled.is_match(text))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

impl ClauseId {
    /// Returns the keyword of the constraint that the clause states, if it states one.
    #[must_use]
    pub fn keyword(&self) -> Option<Keyword> {
        Keyword::from_name(self.word())
    }
}

impl Keyword {
    /// Returns the keyword that the language writes as `name`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|keyword| keyword.name() == name)
    }
}

impl Schema {
    /// Returns every constraint, in the order of [`Keyword::ALL`].
    #[must_use]
    pub fn all_constraints(&self) -> Vec<Constraint> {
        let mut all = self.constraints.clone();
        if let Shape::Object(object) = &self.shape
            && object.additional == Additional::Forbidden
        {
            let keyword = Keyword::AdditionalProperties;
            all.push(Constraint { keyword, operand: Operand::Flag });
            all.sort_by_key(|constraint| constraint.keyword);
        }
        all
    }

    /// Returns the operand of a keyword, if the schema has the keyword.
    #[must_use]
    pub fn operand(&self, keyword: Keyword) -> Option<&Operand> {
        let mut constraints = self.constraints.iter();
        constraints
            .find(|constraint| constraint.keyword == keyword)
            .map(|constraint| &constraint.operand)
    }

    /// Sets the operand of a keyword, or removes the keyword.
    pub fn set_constraint(&mut self, keyword: Keyword, operand: Option<Operand>) {
        self.constraints.retain(|constraint| constraint.keyword != keyword);
        self.constraints.extend(operand.map(|operand| Constraint { keyword, operand }));
        self.constraints.sort_by_key(|constraint| constraint.keyword);
    }

    /// Returns the smallest number that the limits allow, or `minimum` if there is no lower limit.
    #[must_use]
    pub fn minimum_or(&self, minimum: f64) -> f64 {
        let limit = |keyword| self.number(keyword);
        // An exclusive limit itself is not allowed. The next number is a whole number, a half or a step away.
        let step = limit(Keyword::MultipleOf);
        let gap = if self.shape == Shape::Integer { 1.0 } else { 0.5 };
        let above = limit(Keyword::ExclusiveMinimum).map(|limit| limit + step.unwrap_or(gap));
        let below = limit(Keyword::ExclusiveMaximum).map(|limit| limit - step.unwrap_or(gap));
        let lower = limit(Keyword::Minimum).or(above);
        let upper = limit(Keyword::Maximum).or(below);
        let number = lower.unwrap_or_else(|| upper.map_or(minimum, |upper| upper.min(minimum)));
        let up = |step: f64| (number / step).ceil() * step;
        step.map_or(number, |step| match upper {
            Some(upper) if up(step) > upper => (upper / step).floor() * step,
            _ => up(step),
        })
    }

    /// Returns the operand of a keyword as a number.
    #[must_use]
    pub fn number(&self, keyword: Keyword) -> Option<f64> {
        self.operand(keyword)?.number()?.as_f64()
    }

    /// Returns the operand of a keyword as a whole number that is not negative.
    #[must_use]
    pub fn count(&self, keyword: Keyword) -> Option<u64> {
        self.operand(keyword)?.number()?.as_u64()
    }

    /// Returns the operand of a keyword as a whole number.
    #[must_use]
    pub fn integer(&self, keyword: Keyword) -> Option<i64> {
        self.operand(keyword)?.number()?.as_i64()
    }

    /// Returns the only value allowed.
    #[must_use]
    pub fn constant(&self) -> Option<&Value> {
        match self.operand(Keyword::Const)? {
            Operand::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the pattern of a string.
    #[must_use]
    pub fn pattern(&self) -> Option<&str> {
        match self.operand(Keyword::Pattern)? {
            Operand::Pattern(pattern) => Some(pattern.source()),
            _ => None,
        }
    }

    /// Returns the format of a string.
    #[must_use]
    pub fn format(&self) -> Option<StringFormat> {
        match self.operand(Keyword::Format)? {
            Operand::Format(format) => Some(*format),
            _ => None,
        }
    }

    /// Returns the schema that a keyword sets for a part of the value.
    #[must_use]
    pub fn subschema(&self, keyword: Keyword) -> Option<&Self> {
        match self.operand(keyword)? {
            Operand::Schema(schema) => Some(schema),
            _ => None,
        }
    }

    /// Returns the properties that must be present if another one is, by the name of the other one.
    pub fn dependents(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        let dependents = match self.operand(Keyword::DependentRequired) {
            Some(Operand::Dependents(all)) => Some(all),
            _ => None,
        };
        dependents.into_iter().flatten()
    }

    /// Returns the properties of which exactly one is present; empty without such a rule.
    #[must_use]
    pub fn exactly_one(&self) -> &[String] {
        match self.operand(Keyword::ExactlyOne) {
            Some(Operand::Names(names)) => names,
            _ => &[],
        }
    }
}

impl Spec {
    /// Returns the limit that a clause of a type states, such as `AlbumUpdate.name.maxLength`.
    ///
    /// Returns `None` if there is no such clause, if the clause states no limit, and if the limit is not a
    /// whole number from zero. A `minimumInterval` is in seconds. Tests use this function, so that their
    /// values follow the pages.
    #[must_use]
    pub fn limit(&self, clause: &str) -> Option<u64> {
        let clause = ClauseId::new(clause);
        self.schema_at(clause.around())?.count(clause.keyword()?)
    }
}
