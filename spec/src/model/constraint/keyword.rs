//! Keywords: their names, the values that they limit, the side of a limit, and their sentences. A new keyword
//! is described here.

use std::fmt;

use crate::model::constraint::Constraint;

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
    Minimum,
    /// Values up to the limit.
    Maximum,
}

/// What a keyword limits.
struct Limit {
    side: Option<Side>,
    opposite: Option<Keyword>,
    counted_unit: Option<CountedUnit>,
    json_types: &'static [&'static str],
}

const SCALARS: &[&str] = &["boolean", "integer", "number", "string"];
const NUMBERS: &[&str] = &["integer", "number"];
const STRINGS: &[&str] = &["string"];
const CHARACTERS: Option<CountedUnit> = Some(CountedUnit { one: "character" });
const ITEMS: Option<CountedUnit> = Some(CountedUnit { one: "item" });
const PROPERTIES: Option<CountedUnit> = Some(CountedUnit { one: "property" });

impl Keyword {
    /// Returns the side of the limit, or `None` for a keyword that sets no limit to a number.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        self.limit().side
    }

    /// Returns the keyword that limits the same number on the other side.
    #[must_use]
    pub fn opposite(self) -> Option<Self> {
        self.limit().opposite
    }

    /// Returns what the limit counts, or `None` for a limit of the number itself.
    #[must_use]
    pub fn counted_unit(self) -> Option<CountedUnit> {
        self.limit().counted_unit
    }

    /// Returns the JSON types whose values the keyword limits. `map` is an object with free property names;
    /// `tuple` is a list with a schema for each item.
    #[must_use]
    pub fn json_types(self) -> &'static [&'static str] {
        self.limit().json_types
    }

    fn limit(self) -> Limit {
        let none =
            |json_types| Limit { side: None, opposite: None, counted_unit: None, json_types };
        let lower = |opposite, counted_unit, json_types| Limit {
            side: Some(Side::Minimum),
            opposite,
            counted_unit,
            json_types,
        };
        let upper = |opposite, counted_unit, json_types| Limit {
            side: Some(Side::Maximum),
            ..lower(opposite, counted_unit, json_types)
        };
        match self {
            Self::Const => none(SCALARS),
            Self::Minimum => lower(Some(Self::Maximum), None, NUMBERS),
            Self::Maximum => upper(Some(Self::Minimum), None, NUMBERS),
            Self::ExclusiveMinimum => lower(Some(Self::ExclusiveMaximum), None, NUMBERS),
            Self::ExclusiveMaximum => upper(Some(Self::ExclusiveMinimum), None, NUMBERS),
            Self::MultipleOf => none(NUMBERS),
            Self::MinLength => lower(Some(Self::MaxLength), CHARACTERS, STRINGS),
            Self::MaxLength => upper(Some(Self::MinLength), CHARACTERS, STRINGS),
            Self::Pattern | Self::Format => none(STRINGS),
            Self::MinimumInterval => lower(None, None, STRINGS),
            Self::MinItems => lower(Some(Self::MaxItems), ITEMS, &["array", "tuple"]),
            Self::MaxItems => upper(Some(Self::MinItems), ITEMS, &["array", "tuple"]),
            Self::UniqueItems | Self::Contains => none(&["array"]),
            Self::MinContains => lower(Some(Self::MaxContains), ITEMS, &["array"]),
            Self::MaxContains => upper(Some(Self::MinContains), ITEMS, &["array"]),
            Self::MinProperties => lower(Some(Self::MaxProperties), PROPERTIES, &["object", "map"]),
            Self::MaxProperties => upper(Some(Self::MinProperties), PROPERTIES, &["object", "map"]),
            Self::PropertyNames => none(&["map"]),
            Self::AdditionalProperties | Self::ExactlyOne | Self::DependentRequired => {
                none(&["object"])
            }
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
        let counted = |number| {
            self.keyword.counted_unit().map_or(String::new(), |unit| unit.with_number(number))
        };
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
