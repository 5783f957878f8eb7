//! The types [`Book`], [`Isbn`], [`Medium`], [`PrintedMedium`], [`AudioMedium`], from the page
//! `types/book.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;
use super::card::Card;

/// A book.
///
/// No other properties (`Book.additionalProperties`).
///
/// Plain `serde` drops other properties.
///
/// A book with an audio medium has a website, unless it is an essay.
/// (`Book.rules.audio-has-website`)
///
/// A book that is kept at a desk has no shelf. (`Book.rules.no-shelf-at-a-desk`)
///
/// A book whose reading takes an hour says how many pages it has.
/// (`Book.rules.recorded-has-pages`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(closed)]
#[model(
    rule(
        "audio-has-website",
        "A book with an audio medium has a website, unless it is an essay.",
        when = equals(path!("media", [], "form"), Literal::Text("audio")),
        requires = non_empty(path!("website")),
        unless = equals(path!("genre"), Literal::Text("essay"))
    )
)]
#[model(
    rule(
        "no-shelf-at-a-desk",
        "A book that is kept at a desk has no shelf.",
        when = equals(path!("place", "desk"), Literal::Boolean(true)),
        requires = given(path!("shelf"), false)
    )
)]
#[model(
    rule(
        "recorded-has-pages",
        "A book whose reading takes an hour says how many pages it has.",
        when = equals(path!("media", [], "minutes"), Literal::Integer(60)),
        requires = given(path!("pages"), true)
    )
)]
#[non_exhaustive]
pub struct Book {
    /// As on its cover.
    ///
    /// At least one character (`Book.title.minLength`). At most 40 characters
    /// (`Book.title.maxLength`).
    #[model(min_length = 1, max_length = 40)]
    pub title: String,
    /// Null if unknown.
    #[model(nullable)]
    pub author: Option<String>,
    /// Where it stands.
    ///
    /// Matches `^[A-Z]{2}-[0-9]+$` (`Book.shelf.pattern`).
    #[model(pattern = "^[A-Z]{2}-[0-9]+$")]
    pub shelf: Option<String>,
    /// The number on the back of a book.
    pub isbn: Option<Isbn>,
    /// What it is.
    pub genre: runtime::Patch<BookGenre>,
    /// What it is written in.
    ///
    /// Defaults to `"en"` (`Book.language.default`).
    #[model(default = BookLanguage::En)]
    pub language: Option<BookLanguage>,
    /// How many there are.
    ///
    /// Defaults to `200` (`Book.pages.default`).
    ///
    /// At least 1 (`Book.pages.minimum`). At most 9000 (`Book.pages.maximum`).
    #[model(minimum = 1, maximum = 9000, default = 200)]
    pub pages: Option<i64>,
    /// What readers think.
    ///
    /// Defaults to `2.5` (`Book.rating.default`).
    ///
    /// At least 0.5 (`Book.rating.minimum`). At most 5 (`Book.rating.maximum`).
    #[model(minimum = 0.5, maximum = 5.0, default = 2.5)]
    pub rating: runtime::Patch<f64>,
    /// In kilograms.
    #[deprecated]
    pub weight: Option<f64>,
    /// The year, which may be long ago.
    pub bought: Option<i64>,
    /// More about it.
    ///
    /// A URI with a scheme (`Book.website.format`).
    #[model(format = "uri")]
    pub website: Option<String>,
    /// The forms that it can be had in.
    ///
    /// At least one item (`Book.media.minItems`). At most 3 items (`Book.media.maxItems`).
    #[model(min_items = 1, max_items = 3)]
    pub media: Vec<Medium>,
    /// Remarks by readers.
    ///
    /// Each value: At most 10 characters (`Book.notes.additionalProperties.maxLength`).
    #[model(values(max_length = 10))]
    pub notes: Option<std::collections::BTreeMap<String, String>>,
    /// Whatever the librarian likes.
    pub extra: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// A book.
    pub sequel: Option<Box<Book>>,
    /// The card of who reads it.
    pub card: Option<Card>,
    /// Where it is kept.
    pub place: Option<BookPlace>,
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model(
    "Book.genre",
    schema = "{\"description\":\"What it is.\",\"type\":\"string\",\"enum\":[\"novel\",\"poem\",\"essay\"]}"
)]
#[non_exhaustive]
pub enum BookGenre {
    /// `novel`
    #[model("novel")]
    Novel,
    /// `poem`
    #[model("poem")]
    Poem,
    /// `essay`
    #[model("essay")]
    Essay,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What it is written in.
///
/// Defaults to `"en"` (`Book.language.default`).
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Book.language", schema = "/properties/language")]
#[non_exhaustive]
pub enum BookLanguage {
    /// `en`
    #[model("en")]
    En,
    /// `de`
    #[deprecated]
    #[model("de")]
    De,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Where it is kept.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("Book.place", schema = "/properties/place")]
#[non_exhaustive]
pub struct BookPlace {
    /// The property `room`.
    ///
    /// At least 0 (`Book.place.room.minimum`).
    #[model(minimum = 0)]
    pub room: i64,
    /// The property `desk`.
    pub desk: Option<bool>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The number on the back of a book.
///
/// At most 17 characters (`Isbn.maxLength`). Matches `^[0-9-]+$` (`Isbn.pattern`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Isbn(
    /// The value.
    #[model(max_length = 17, pattern = "^[0-9-]+$")]
    pub String,
);

/// A form that a book can be had in.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "form")]
#[non_exhaustive]
pub enum Medium {
    /// `form` is `paper`.
    #[model("paper")]
    Paper(PrintedMedium),
    /// `form` is `large-print`.
    #[model("large-print")]
    LargePrint(PrintedMedium),
    /// `form` is `audio`.
    #[model("audio")]
    Audio(AudioMedium),
    /// An object that the contract does not list. Validation reports it.
    #[model(other)]
    Other(serde_json::Value),
}

/// Printed.
///
/// On its own, it is serialized without `form`; as a variant of `Medium`, it has the property.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("form", "paper", "large-print"))]
#[non_exhaustive]
pub struct PrintedMedium {
    /// What it is bound in.
    ///
    /// Defaults to `"soft"` (`PrintedMedium.cover.default`).
    #[model(default = PrintedMediumCover::Soft)]
    pub cover: Option<PrintedMediumCover>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What it is bound in.
///
/// Defaults to `"soft"` (`PrintedMedium.cover.default`).
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("PrintedMedium.cover", schema = "/properties/cover")]
#[non_exhaustive]
pub enum PrintedMediumCover {
    /// `hard`
    #[model("hard")]
    Hard,
    /// `soft`
    #[deprecated]
    #[model("soft")]
    Soft,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Read aloud.
///
/// At least 2 properties (`AudioMedium.minProperties`). No other properties
/// (`AudioMedium.additionalProperties`).
///
/// Plain `serde` drops other properties.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("form", "audio"), closed, min_properties = 2)]
#[non_exhaustive]
pub struct AudioMedium {
    /// Who reads.
    ///
    /// At most 8 characters (`AudioMedium.reader.maxLength`).
    #[model(max_length = 8)]
    pub reader: Option<String>,
    /// How long it takes.
    ///
    /// At least 1 (`AudioMedium.minutes.minimum`).
    #[model(minimum = 1)]
    pub minutes: Option<i64>,
}
