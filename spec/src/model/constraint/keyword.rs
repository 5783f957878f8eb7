//! Keywords and formats: their names, what they are about, and on which side they limit it.

use std::fmt;

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
