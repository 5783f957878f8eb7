//! Keywords: their names, the values that they limit, the side of a limit, and their sentences. A new keyword
//! is described here.

use std::fmt;

use crate::model::constraint::{Constraint, words};

words! {
    /// The keywords that limit values, in the order in which documents list them.
    Keyword {
        /// The only value allowed.
        Const = "const",
        /// The smallest number.
        Minimum = "minimum",
        /// The largest number.
        Maximum = "maximum",
        /// A number that is smaller than every number allowed.
        ExclusiveMinimum = "exclusiveMinimum",
        /// A number that is larger than every number allowed.
        ExclusiveMaximum = "exclusiveMaximum",
        /// A number that divides every number allowed.
        MultipleOf = "multipleOf",
        /// The smallest number of characters.
        MinLength = "minLength",
        /// The largest number of characters.
        MaxLength = "maxLength",
        /// A pattern in the dialect that Rust and ECMAScript share.
        Pattern = "pattern",
        /// The format of a string.
        Format = "format",
        /// The smallest number of seconds between two runs of a cron expression.
        MinimumInterval = "minimumInterval",
        /// The smallest number of items.
        MinItems = "minItems",
        /// The largest number of items.
        MaxItems = "maxItems",
        /// No two items are equal.
        UniqueItems = "uniqueItems",
        /// The schema that at least one item matches.
        Contains = "contains",
        /// The smallest number of items that match `contains`.
        MinContains = "minContains",
        /// The largest number of items that match `contains`.
        MaxContains = "maxContains",
        /// The smallest number of properties.
        MinProperties = "minProperties",
        /// The largest number of properties.
        MaxProperties = "maxProperties",
        /// The schema of each property name.
        PropertyNames = "propertyNames",
        /// `false`: properties that are not listed are forbidden.
        AdditionalProperties = "additionalProperties",
        /// The properties of which exactly one is present.
        ExactlyOne = "exactlyOne",
        /// The properties that must be present if another one is.
        DependentRequired = "dependentRequired",
    }
}

/// The side of a limit on which values are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Values from the limit upwards.
    Least,
    /// Values up to the limit.
    Most,
}

impl Keyword {
    /// Returns the side of the limit, or `None` for a keyword that sets no limit to a number.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Self::Minimum
            | Self::ExclusiveMinimum
            | Self::MinLength
            | Self::MinimumInterval
            | Self::MinItems
            | Self::MinContains
            | Self::MinProperties => Some(Side::Least),
            Self::Maximum
            | Self::ExclusiveMaximum
            | Self::MaxLength
            | Self::MaxItems
            | Self::MaxContains
            | Self::MaxProperties => Some(Side::Most),
            Self::Const
            | Self::MultipleOf
            | Self::Pattern
            | Self::Format
            | Self::UniqueItems
            | Self::Contains
            | Self::PropertyNames
            | Self::AdditionalProperties
            | Self::ExactlyOne
            | Self::DependentRequired => None,
        }
    }

    /// Returns the keyword that limits the same number on the other side.
    #[must_use]
    pub fn opposite(self) -> Option<Self> {
        match self {
            Self::Minimum => Some(Self::Maximum),
            Self::Maximum => Some(Self::Minimum),
            Self::MinLength => Some(Self::MaxLength),
            Self::MaxLength => Some(Self::MinLength),
            Self::MinItems => Some(Self::MaxItems),
            Self::MaxItems => Some(Self::MinItems),
            Self::ExclusiveMinimum => Some(Self::ExclusiveMaximum),
            Self::ExclusiveMaximum => Some(Self::ExclusiveMinimum),
            Self::MinContains => Some(Self::MaxContains),
            Self::MaxContains => Some(Self::MinContains),
            Self::MinProperties => Some(Self::MaxProperties),
            Self::MaxProperties => Some(Self::MinProperties),
            Self::Const
            | Self::MultipleOf
            | Self::Pattern
            | Self::Format
            | Self::MinimumInterval
            | Self::UniqueItems
            | Self::Contains
            | Self::PropertyNames
            | Self::AdditionalProperties
            | Self::ExactlyOne
            | Self::DependentRequired => None,
        }
    }

    /// Returns what the limit counts, or `None` for a limit of the number itself.
    #[must_use]
    pub fn counted_unit(self) -> Option<CountedUnit> {
        match self {
            Self::MinLength | Self::MaxLength => Some(CountedUnit { one: "character" }),
            Self::MinItems | Self::MaxItems | Self::MinContains | Self::MaxContains => {
                Some(CountedUnit { one: "item" })
            }
            Self::MinProperties | Self::MaxProperties => Some(CountedUnit { one: "property" }),
            Self::Const
            | Self::Minimum
            | Self::Maximum
            | Self::ExclusiveMinimum
            | Self::ExclusiveMaximum
            | Self::MultipleOf
            | Self::Pattern
            | Self::Format
            | Self::MinimumInterval
            | Self::UniqueItems
            | Self::Contains
            | Self::PropertyNames
            | Self::AdditionalProperties
            | Self::ExactlyOne
            | Self::DependentRequired => None,
        }
    }

    /// Returns the JSON types whose values the keyword limits. `map` is an object with free property names;
    /// `tuple` is a list with a schema for each item.
    #[must_use]
    pub fn json_types(self) -> &'static [&'static str] {
        match self {
            Self::Const => &["boolean", "integer", "number", "string"],
            Self::Minimum
            | Self::Maximum
            | Self::ExclusiveMinimum
            | Self::ExclusiveMaximum
            | Self::MultipleOf => &["integer", "number"],
            Self::MinLength
            | Self::MaxLength
            | Self::Pattern
            | Self::Format
            | Self::MinimumInterval => &["string"],
            Self::MinItems | Self::MaxItems => &["array", "tuple"],
            Self::UniqueItems | Self::Contains | Self::MinContains | Self::MaxContains => {
                &["array"]
            }
            Self::MinProperties | Self::MaxProperties => &["object", "map"],
            Self::PropertyNames => &["map"],
            Self::AdditionalProperties | Self::ExactlyOne | Self::DependentRequired => &["object"],
        }
    }
}

/// A thing that a limit counts, such as characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedUnit {
    /// The singular.
    pub one: &'static str,
}

impl CountedUnit {
    /// Returns the plural.
    #[must_use]
    pub fn plural(self) -> String {
        match self.one.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{}s", self.one),
        }
    }

    /// Returns a number with the singular or plural, such as `3 items`.
    #[must_use]
    pub fn with_number(self, number: impl fmt::Display) -> String {
        match number.to_string() {
            one if one == "1" => format!("1 {}", self.one),
            number => format!("{number} {}", self.plural()),
        }
    }
}

impl Constraint {
    /// Returns the requirement in a few words that follow a subject.
    #[must_use]
    pub fn sentence(&self) -> String {
        let operand = &self.operand;
        let counted =
            |number| self.keyword.counted_unit().map_or(String::new(), |of| of.with_number(number));
        match self.keyword {
            Keyword::Const => format!("always {operand}"),
            Keyword::Minimum => format!("at least {operand}"),
            Keyword::Maximum => format!("at most {operand}"),
            Keyword::ExclusiveMinimum => format!("more than {operand}"),
            Keyword::ExclusiveMaximum => format!("less than {operand}"),
            Keyword::MultipleOf => format!("a multiple of {operand}"),
            Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => {
                format!("at least {}", counted(operand))
            }
            Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties => {
                format!("at most {}", counted(operand))
            }
            Keyword::UniqueItems => "no two equal items".to_owned(),
            Keyword::Contains => format!("some item is: {operand}"),
            Keyword::MinContains => format!("at least {} of `contains`", counted(operand)),
            Keyword::MaxContains => format!("at most {} of `contains`", counted(operand)),
            Keyword::PropertyNames => format!("each name is: {operand}"),
            Keyword::DependentRequired => operand.to_string(),
            Keyword::Pattern => format!("matches {operand}"),
            Keyword::Format => format!("of the format {operand}"),
            Keyword::MinimumInterval => format!("runs at least {operand} seconds apart"),
            Keyword::AdditionalProperties => "no other properties".to_owned(),
            Keyword::ExactlyOne => format!("exactly one of {operand}"),
        }
    }
}
