//! Constraints: what a keyword demands of a value. All that differs from keyword to keyword in this
//! crate is said here; whoever walks through constraints names none of them.

use std::fmt;

use serde_json::{Number, Value, json};

use super::{Additional, Schema, Shape};
use crate::json_schema::MINIMUM_INTERVAL;

/// Declares an enum whose variants have a name on the pages.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$own:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$own])* $variant,)* }

        impl $name {
            /// All of them, in the order of the documents.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name on the pages, which is JSON Schema's where that has one.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}

words! {
    /// The keywords that limit values, in the order in which documents list them.
    Keyword {
        /// The one value allowed.
        Const = "const",
        /// The smallest number.
        Minimum = "minimum",
        /// The largest number.
        Maximum = "maximum",
        /// The smallest number of characters.
        MinLength = "minLength",
        /// The largest number of characters.
        MaxLength = "maxLength",
        /// A pattern in the dialect that Rust and ECMAScript share.
        Pattern = "pattern",
        /// A format.
        Format = "format",
        /// The smallest number of seconds between two runs of a cron expression.
        MinimumInterval = "minimumInterval",
        /// The smallest number of items.
        MinItems = "minItems",
        /// The largest number of items.
        MaxItems = "maxItems",
        /// The smallest number of properties.
        MinProperties = "minProperties",
        /// `false`: no property that is not listed.
        AdditionalProperties = "additionalProperties",
        /// Exactly one of these properties is present.
        ExactlyOne = "exactlyOne",
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
        /// A name of the IANA time zone database.
        TimeZone = "time-zone",
        /// A five-field cron expression.
        Cron = "cron",
        /// A schedule in words, such as `every day at 9:00`.
        SchedulePhrase = "schedule-phrase",
    }
}

/// A keyword with what it demands.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// The keyword.
    pub keyword: Keyword,
    /// What it demands.
    pub operand: Operand,
}

/// What a keyword demands.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// The keyword says it all.
    Flag,
    /// A number, or a number of something.
    Number(Number),
    /// A pattern.
    Pattern(String),
    /// A format.
    Format(StringFormat),
    /// A value.
    Value(Value),
    /// The names of properties.
    Names(Vec<String>),
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
                // `5`, and not `5.0`.
                (None, Some(float)) => write!(f, "{float}"),
                _ => write!(f, "{number}"),
            },
            Self::Pattern(pattern) => write!(f, "`{pattern}`"),
            Self::Format(format) => f.write_str(format.name()),
            Self::Value(value) => write!(f, "{value}"),
            Self::Names(names) => write!(f, "`{}`", names.join("`, `")),
        }
    }
}

/// The side of a limit on which values are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// At least the limit.
    Least,
    /// At most the limit.
    Most,
}

impl Keyword {
    /// The side of a limit; none where the keyword sets no limit to a number.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Self::Minimum
            | Self::MinLength
            | Self::MinimumInterval
            | Self::MinItems
            | Self::MinProperties => Some(Side::Least),
            Self::Maximum | Self::MaxLength | Self::MaxItems => Some(Side::Most),
            Self::Const
            | Self::Pattern
            | Self::Format
            | Self::AdditionalProperties
            | Self::ExactlyOne => None,
        }
    }

    /// The keyword that limits the same number on the other side.
    #[must_use]
    pub fn opposite(self) -> Option<Self> {
        match self {
            Self::Minimum => Some(Self::Maximum),
            Self::Maximum => Some(Self::Minimum),
            Self::MinLength => Some(Self::MaxLength),
            Self::MaxLength => Some(Self::MinLength),
            Self::MinItems => Some(Self::MaxItems),
            Self::MaxItems => Some(Self::MinItems),
            Self::Const
            | Self::Pattern
            | Self::Format
            | Self::MinimumInterval
            | Self::MinProperties
            | Self::AdditionalProperties
            | Self::ExactlyOne => None,
        }
    }

    /// What a limit counts; none where it is about the number itself.
    #[must_use]
    pub fn counts(self) -> Option<Counted> {
        match self {
            Self::MinLength | Self::MaxLength => Some(Counted { one: "character" }),
            Self::MinItems | Self::MaxItems => Some(Counted { one: "item" }),
            Self::MinProperties => Some(Counted { one: "property" }),
            Self::Const
            | Self::Minimum
            | Self::Maximum
            | Self::Pattern
            | Self::Format
            | Self::MinimumInterval
            | Self::AdditionalProperties
            | Self::ExactlyOne => None,
        }
    }

    /// The JSON types that it says something about.
    #[must_use]
    pub fn json_types(self) -> &'static [&'static str] {
        match self {
            Self::Const => &["boolean"],
            Self::Minimum | Self::Maximum => &["integer", "number"],
            Self::MinLength
            | Self::MaxLength
            | Self::Pattern
            | Self::Format
            | Self::MinimumInterval => &["string"],
            Self::MinItems | Self::MaxItems => &["array"],
            Self::MinProperties | Self::AdditionalProperties | Self::ExactlyOne => &["object"],
        }
    }
}

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// One of them.
    pub one: &'static str,
}

impl Counted {
    /// Several of them.
    #[must_use]
    pub fn many(self) -> String {
        match self.one.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{}s", self.one),
        }
    }

    /// So many of them.
    #[must_use]
    pub fn number(self, number: impl fmt::Display) -> String {
        match number.to_string() {
            one if one == "1" => format!("1 {}", self.one),
            number => format!("{number} {}", self.many()),
        }
    }
}

impl Constraint {
    /// What it demands, in a few words that follow a subject.
    #[must_use]
    pub fn sentence(&self) -> String {
        let operand = &self.operand;
        let counted = |number| self.keyword.counts().map_or(String::new(), |of| of.number(number));
        match self.keyword {
            Keyword::Const => format!("always {operand}"),
            Keyword::Minimum => format!("at least {operand}"),
            Keyword::Maximum => format!("at most {operand}"),
            Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => {
                format!("at least {}", counted(operand))
            }
            Keyword::MaxLength | Keyword::MaxItems => format!("at most {}", counted(operand)),
            Keyword::Pattern => format!("matches {operand}"),
            Keyword::Format => format!("of the format {operand}"),
            Keyword::MinimumInterval => format!("runs at least {operand} seconds apart"),
            Keyword::AdditionalProperties => "no other properties".to_owned(),
            Keyword::ExactlyOne => format!("exactly one of {operand}"),
        }
    }

    /// How JSON Schema says it.
    #[must_use]
    pub fn json_schema(&self) -> (&'static str, Value) {
        let operand = match &self.operand {
            Operand::Flag => json!(true),
            Operand::Number(number) => json!(number),
            Operand::Pattern(pattern) => json!(pattern),
            Operand::Format(format) => json!(format.name()),
            Operand::Value(value) => value.clone(),
            Operand::Names(names) => json!(names),
        };
        match (self.keyword, &self.operand) {
            (Keyword::MinimumInterval, _) => (MINIMUM_INTERVAL, operand),
            (Keyword::AdditionalProperties, _) => (self.keyword.name(), json!(false)),
            (Keyword::ExactlyOne, Operand::Names(names)) => {
                let one = names.iter().map(|name| json!({ "required": [name] }));
                ("oneOf", one.collect())
            }
            (keyword, _) => (keyword.name(), operand),
        }
    }

    /// The number that it sets a limit to.
    #[must_use]
    pub fn number(&self) -> Option<&Number> {
        match &self.operand {
            Operand::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl Schema {
    /// Every constraint, in the order of [`Keyword::ALL`].
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

    /// What a keyword demands here.
    #[must_use]
    pub fn operand(&self, keyword: Keyword) -> Option<&Operand> {
        let mut constraints = self.constraints.iter();
        constraints.find(|own| own.keyword == keyword).map(|own| &own.operand)
    }

    /// Lets a keyword demand something else, or nothing.
    pub fn constrain(&mut self, keyword: Keyword, operand: Option<Operand>) {
        self.constraints.retain(|own| own.keyword != keyword);
        self.constraints.extend(operand.map(|operand| Constraint { keyword, operand }));
        self.constraints.sort_by_key(|constraint| constraint.keyword);
    }

    /// The number that a keyword sets a limit to.
    #[must_use]
    pub fn number(&self, keyword: Keyword) -> Option<f64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_f64(),
            _ => None,
        }
    }

    /// The whole number, not below zero, that a keyword sets a limit to.
    #[must_use]
    pub fn count(&self, keyword: Keyword) -> Option<u64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_u64(),
            _ => None,
        }
    }

    /// The whole number that a keyword sets a limit to.
    #[must_use]
    pub fn integer(&self, keyword: Keyword) -> Option<i64> {
        match self.operand(keyword)? {
            Operand::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// The one value allowed.
    #[must_use]
    pub fn constant(&self) -> Option<&Value> {
        match self.operand(Keyword::Const)? {
            Operand::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The pattern of a string.
    #[must_use]
    pub fn pattern(&self) -> Option<&str> {
        match self.operand(Keyword::Pattern)? {
            Operand::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The format of a string.
    #[must_use]
    pub fn format(&self) -> Option<StringFormat> {
        match self.operand(Keyword::Format)? {
            Operand::Format(format) => Some(*format),
            _ => None,
        }
    }

    /// The properties of which exactly one is present; empty where there is no such rule.
    #[must_use]
    pub fn exactly_one(&self) -> &[String] {
        match self.operand(Keyword::ExactlyOne) {
            Some(Operand::Names(names)) => names,
            _ => &[],
        }
    }
}
