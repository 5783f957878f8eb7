//! The types of the page `types/book.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::card::Card;

/// A book.
///
/// No other properties (`Book.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
///
/// A book with an audio medium has a website, unless it is an essay.
/// (`Book.rules.audio-has-website`)
///
/// A book that is kept at a desk has no shelf. (`Book.rules.no-shelf-at-a-desk`)
///
/// A book whose reading takes an hour says how many pages it has.
/// (`Book.rules.recorded-has-pages`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Book {
    /// As on its cover.
    ///
    /// At least 1 character (`Book.title.minLength`). At most 40 characters
    /// (`Book.title.maxLength`).
    pub title: String,
    /// Null when nobody knows.
    pub author: Option<String>,
    /// Where it stands.
    ///
    /// Matches `^[A-Z]{2}-[0-9]+$` (`Book.shelf.pattern`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shelf: Option<String>,
    /// The number on the back of a book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isbn: Option<Isbn>,
    /// What it is.
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub genre: runtime::Patch<BookGenre>,
    /// What it is written in.
    ///
    /// `"en"` when left out (`Book.language.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<BookLanguage>,
    /// How many there are.
    ///
    /// `200` when left out (`Book.pages.default`).
    ///
    /// At least 1 (`Book.pages.minimum`). At most 9000 (`Book.pages.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<i64>,
    /// What readers think.
    ///
    /// `2.5` when left out (`Book.rating.default`).
    ///
    /// At least 0.5 (`Book.rating.minimum`). At most 5 (`Book.rating.maximum`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub rating: runtime::Patch<f64>,
    /// In kilograms.
    #[deprecated]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The year, which may be long ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bought: Option<i64>,
    /// More about it.
    ///
    /// Of the format uri (`Book.website.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// The forms that it can be had in.
    ///
    /// At least 1 item (`Book.media.minItems`). At most 3 items (`Book.media.maxItems`).
    pub media: Vec<Medium>,
    /// Remarks by readers.
    ///
    /// Each value: At most 10 characters (`Book.notes.additionalProperties.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<std::collections::BTreeMap<String, String>>,
    /// Whatever the librarian likes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// A book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequel: Option<Box<Book>>,
    /// The card of who reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Where it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<BookPlace>,
}

impl Book {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The value of `language`, or `"en"` when it is left out (`Book.language.default`).
    #[must_use]
    pub fn effective_language(&self) -> &BookLanguage {
        self.language.as_ref().unwrap_or(&BookLanguage::En)
    }

    /// The value of `pages`, or `200` when it is left out (`Book.pages.default`).
    #[must_use]
    pub fn effective_pages(&self) -> i64 {
        self.pages.unwrap_or(200)
    }

    /// The value of `rating`, or `2.5` when it is left out (`Book.rating.default`).
    #[must_use]
    pub fn effective_rating(&self) -> Option<f64> {
        match &self.rating {
            runtime::Patch::Absent => Some(2.5),
            runtime::Patch::Null => None,
            runtime::Patch::Value(value) => Some(*value),
        }
    }
}

static BOOK_TITLE: decode::Property<decode::Text> = decode::Property::new(
    "title",
    "Book.title",
    decode::Text::new("Book.title").min_length(1).max_length(40),
);
static BOOK_AUTHOR: decode::Property<decode::Nullable<decode::Text>> = decode::Property::new(
    "author",
    "Book.author",
    decode::Nullable(decode::Text::new("Book.author")),
);
static BOOK_SHELF: decode::Property<decode::Text> = decode::Property::optional(
    "shelf",
    "Book.shelf",
    decode::Text::new("Book.shelf")
        .pattern({
            static PATTERN: runtime::Pattern = runtime::Pattern::new(
                "^[A-Z]{2}-[0-9]+$",
            );
            &PATTERN
        }),
);
static BOOK_ISBN: decode::Property<decode::Named<Isbn>> = decode::Property::optional(
    "isbn",
    "Book.isbn",
    decode::Named::new(),
);
static BOOK_GENRE: decode::Property<decode::Nullable<decode::Named<BookGenre>>> = decode::Property::optional(
    "genre",
    "Book.genre",
    decode::Nullable(decode::Named::new()),
);
static BOOK_LANGUAGE: decode::Property<decode::Named<BookLanguage>> = decode::Property::optional(
    "language",
    "Book.language",
    decode::Named::new(),
);
static BOOK_PAGES: decode::Property<decode::Integer> = decode::Property::optional(
    "pages",
    "Book.pages",
    decode::Integer::new("Book.pages").minimum(1).maximum(9000),
);
static BOOK_RATING: decode::Property<decode::Nullable<decode::Number>> = decode::Property::optional(
    "rating",
    "Book.rating",
    decode::Nullable(decode::Number::new("Book.rating").minimum(0.5).maximum(5.0)),
);
static BOOK_WEIGHT: decode::Property<decode::Number> = decode::Property::optional(
    "weight",
    "Book.weight",
    decode::Number::new("Book.weight"),
);
static BOOK_BOUGHT: decode::Property<decode::Integer> = decode::Property::optional(
    "bought",
    "Book.bought",
    decode::Integer::new("Book.bought"),
);
static BOOK_WEBSITE: decode::Property<decode::Text> = decode::Property::optional(
    "website",
    "Book.website",
    decode::Text::new("Book.website").format(runtime::format::Format::Uri),
);
static BOOK_MEDIA: decode::Property<decode::List<decode::Named<Medium>>> = decode::Property::new(
    "media",
    "Book.media",
    decode::List::new("Book.media", decode::Named::new()).min_items(1).max_items(3),
);
static BOOK_NOTES: decode::Property<decode::Dictionary<decode::Text>> = decode::Property::optional(
    "notes",
    "Book.notes",
    decode::Dictionary::new(
        "Book.notes",
        decode::Text::new("Book.notes.additionalProperties").max_length(10),
    ),
);
static BOOK_EXTRA: decode::Property<decode::Dictionary<decode::Any>> = decode::Property::optional(
    "extra",
    "Book.extra",
    decode::Dictionary::new("Book.extra", decode::Any),
);
static BOOK_SEQUEL: decode::Property<decode::Boxed<decode::Named<Book>>> = decode::Property::optional(
    "sequel",
    "Book.sequel",
    decode::Boxed(decode::Named::new()),
);
static BOOK_CARD: decode::Property<decode::Named<Card>> = decode::Property::optional(
    "card",
    "Book.card",
    decode::Named::new(),
);
static BOOK_PLACE: decode::Property<decode::Named<BookPlace>> = decode::Property::optional(
    "place",
    "Book.place",
    decode::Named::new(),
);
static BOOK_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "Book.rules",
        id: "audio-has-website",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("media"),
                runtime::rule::Segment::AnyItem,
                runtime::rule::Segment::Property("form"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("audio")),
        },
        unless: Some(runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("genre")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("essay")),
        }),
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("website")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: A book with an audio medium has a website, unless it is an essay.",
    },
    runtime::rule::Rule {
        clause: "Book.rules",
        id: "no-shelf-at-a-desk",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("place"),
                runtime::rule::Segment::Property("desk"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("shelf")],
            test: runtime::rule::Test::Given(false),
        },
        message: "breaks a rule: A book that is kept at a desk has no shelf.",
    },
    runtime::rule::Rule {
        clause: "Book.rules",
        id: "recorded-has-pages",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("media"),
                runtime::rule::Segment::AnyItem,
                runtime::rule::Segment::Property("minutes"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Integer(60)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("pages")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A book whose reading takes an hour says how many pages it has.",
    },
];

impl<'de> serde::Deserialize<'de> for Book {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Book {
    const CLAUSE: &'static str = "Book";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        BOOK_TITLE.validate(&self.title, at, found);
        BOOK_AUTHOR.validate(&self.author, at, found);
        BOOK_SHELF.validate_given(&self.shelf, at, found);
        BOOK_ISBN.validate_given(&self.isbn, at, found);
        BOOK_GENRE.validate_patch(&self.genre, at, found);
        BOOK_LANGUAGE.validate_given(&self.language, at, found);
        BOOK_PAGES.validate_given(&self.pages, at, found);
        BOOK_RATING.validate_patch(&self.rating, at, found);
        #[expect(deprecated, reason = "still in the contract")]
        BOOK_WEIGHT.validate_given(&self.weight, at, found);
        BOOK_BOUGHT.validate_given(&self.bought, at, found);
        BOOK_WEBSITE.validate_given(&self.website, at, found);
        BOOK_MEDIA.validate(&self.media, at, found);
        BOOK_NOTES.validate_given(&self.notes, at, found);
        BOOK_EXTRA.validate_given(&self.extra, at, found);
        BOOK_SEQUEL.validate_given(&self.sequel, at, found);
        BOOK_CARD.validate_given(&self.card, at, found);
        BOOK_PLACE.validate_given(&self.place, at, found);
        runtime::rule::judge(BOOK_RULES, self, at, found);
    }
}

impl decode::Object for Book {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut title_slot = decode::Slot::Missing;
        let mut author_slot = decode::Slot::Missing;
        let mut shelf_slot = decode::Slot::Missing;
        let mut isbn_slot = decode::Slot::Missing;
        let mut genre_slot = decode::Slot::Missing;
        let mut language_slot = decode::Slot::Missing;
        let mut pages_slot = decode::Slot::Missing;
        let mut rating_slot = decode::Slot::Missing;
        let mut weight_slot = decode::Slot::Missing;
        let mut bought_slot = decode::Slot::Missing;
        let mut website_slot = decode::Slot::Missing;
        let mut media_slot = decode::Slot::Missing;
        let mut notes_slot = decode::Slot::Missing;
        let mut extra_slot = decode::Slot::Missing;
        let mut sequel_slot = decode::Slot::Missing;
        let mut card_slot = decode::Slot::Missing;
        let mut place_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "title" => {
                    BOOK_TITLE.read(&mut members, &mut title_slot, at, found)?;
                }
                "author" => {
                    BOOK_AUTHOR.read(&mut members, &mut author_slot, at, found)?;
                }
                "shelf" => {
                    BOOK_SHELF.read(&mut members, &mut shelf_slot, at, found)?;
                }
                "isbn" => {
                    BOOK_ISBN.read(&mut members, &mut isbn_slot, at, found)?;
                }
                "genre" => {
                    BOOK_GENRE.read(&mut members, &mut genre_slot, at, found)?;
                }
                "language" => {
                    BOOK_LANGUAGE.read(&mut members, &mut language_slot, at, found)?;
                }
                "pages" => {
                    BOOK_PAGES.read(&mut members, &mut pages_slot, at, found)?;
                }
                "rating" => {
                    BOOK_RATING.read(&mut members, &mut rating_slot, at, found)?;
                }
                "weight" => {
                    BOOK_WEIGHT.read(&mut members, &mut weight_slot, at, found)?;
                }
                "bought" => {
                    BOOK_BOUGHT.read(&mut members, &mut bought_slot, at, found)?;
                }
                "website" => {
                    BOOK_WEBSITE.read(&mut members, &mut website_slot, at, found)?;
                }
                "media" => {
                    BOOK_MEDIA.read(&mut members, &mut media_slot, at, found)?;
                }
                "notes" => {
                    BOOK_NOTES.read(&mut members, &mut notes_slot, at, found)?;
                }
                "extra" => {
                    BOOK_EXTRA.read(&mut members, &mut extra_slot, at, found)?;
                }
                "sequel" => {
                    BOOK_SEQUEL.read(&mut members, &mut sequel_slot, at, found)?;
                }
                "card" => {
                    BOOK_CARD.read(&mut members, &mut card_slot, at, found)?;
                }
                "place" => {
                    BOOK_PLACE.read(&mut members, &mut place_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "Book", at, found)?;
                }
            }
        }
        BOOK_TITLE.require(&title_slot, at, found);
        BOOK_AUTHOR.require(&author_slot, at, found);
        BOOK_MEDIA.require(&media_slot, at, found);
        runtime::rule::judge_members(
            BOOK_RULES,
            |name| match name {
                "shelf" => shelf_slot.view(runtime::rule::Look::look),
                "genre" => genre_slot.view(runtime::rule::Look::look),
                "pages" => pages_slot.view(runtime::rule::Look::look),
                "website" => website_slot.view(runtime::rule::Look::look),
                "media" => media_slot.view(runtime::rule::Look::look),
                "place" => place_slot.view(runtime::rule::Look::look),
                _ => runtime::rule::View::Absent,
            },
            at,
            found,
        );
        let (Some(title), Some(author), Some(media)) = (
            title_slot.value(),
            author_slot.value(),
            media_slot.value(),
        ) else { return Ok(None) };
        Ok(
            Some(Self {
                title,
                author,
                shelf: shelf_slot.value(),
                isbn: isbn_slot.value(),
                genre: genre_slot.patch(),
                language: language_slot.value(),
                pages: pages_slot.value(),
                rating: rating_slot.patch(),
                #[expect(deprecated, reason = "still in the contract")]
                weight: weight_slot.value(),
                bought: bought_slot.value(),
                website: website_slot.value(),
                media,
                notes: notes_slot.value(),
                extra: extra_slot.value(),
                sequel: sequel_slot.value(),
                card: card_slot.value(),
                place: place_slot.value(),
            }),
        )
    }
}

impl runtime::rule::Members for Book {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "shelf" => runtime::rule::given(&self.shelf),
            "genre" => runtime::rule::Look::look(&self.genre),
            "pages" => runtime::rule::given(&self.pages),
            "website" => runtime::rule::given(&self.website),
            "media" => runtime::rule::Look::look(&self.media),
            "place" => runtime::rule::given(&self.place),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Book {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Book {
    /// A builder with what is required: `title`, `author`, `media`.
    pub fn builder(
        title: impl Into<String>,
        author: impl Into<Option<String>>,
        media: impl IntoIterator<Item = impl Into<Medium>>,
    ) -> BookBuilder {
        BookBuilder(Book {
            title: title.into(),
            author: author.into(),
            media: media.into_iter().map(Into::into).collect(),
            shelf: None,
            isbn: None,
            genre: runtime::Patch::Absent,
            language: None,
            pages: None,
            rating: runtime::Patch::Absent,
            #[expect(deprecated, reason = "still in the contract")]
            weight: None,
            bought: None,
            website: None,
            notes: None,
            extra: None,
            sequel: None,
            card: None,
            place: None,
        })
    }
}

/// Builds a [`Book`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct BookBuilder(Book);

impl BookBuilder {
    /// Where it stands.
    ///
    /// Matches `^[A-Z]{2}-[0-9]+$` (`Book.shelf.pattern`).
    ///
    /// See [`Book::shelf`].
    pub fn shelf(mut self, value: impl Into<String>) -> Self {
        self.0.shelf = Some(value.into());
        self
    }

    /// The number on the back of a book.
    ///
    /// See [`Book::isbn`].
    pub fn isbn(mut self, value: impl Into<Isbn>) -> Self {
        self.0.isbn = Some(value.into());
        self
    }

    /// What it is.
    ///
    /// See [`Book::genre`].
    pub fn genre(mut self, value: impl Into<BookGenre>) -> Self {
        self.0.genre = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `genre` to null.
    pub fn clear_genre(mut self) -> Self {
        self.0.genre = runtime::Patch::Null;
        self
    }

    /// What it is written in.
    ///
    /// See [`Book::language`].
    pub fn language(mut self, value: impl Into<BookLanguage>) -> Self {
        self.0.language = Some(value.into());
        self
    }

    /// How many there are.
    ///
    /// At least 1 (`Book.pages.minimum`). At most 9000 (`Book.pages.maximum`).
    ///
    /// See [`Book::pages`].
    pub fn pages(mut self, value: i64) -> Self {
        self.0.pages = Some(value);
        self
    }

    /// What readers think.
    ///
    /// At least 0.5 (`Book.rating.minimum`). At most 5 (`Book.rating.maximum`).
    ///
    /// See [`Book::rating`].
    pub fn rating(mut self, value: impl Into<f64>) -> Self {
        self.0.rating = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `rating` to null.
    pub fn clear_rating(mut self) -> Self {
        self.0.rating = runtime::Patch::Null;
        self
    }

    /// In kilograms.
    ///
    /// See [`Book::weight`].
    #[deprecated]
    #[expect(deprecated, reason = "still in the contract")]
    pub fn weight(mut self, value: impl Into<f64>) -> Self {
        self.0.weight = Some(value.into());
        self
    }

    /// The year, which may be long ago.
    ///
    /// See [`Book::bought`].
    pub fn bought(mut self, value: i64) -> Self {
        self.0.bought = Some(value);
        self
    }

    /// More about it.
    ///
    /// Of the format uri (`Book.website.format`).
    ///
    /// See [`Book::website`].
    pub fn website(mut self, value: impl Into<String>) -> Self {
        self.0.website = Some(value.into());
        self
    }

    /// Remarks by readers.
    ///
    /// Each value: At most 10 characters (`Book.notes.additionalProperties.maxLength`).
    ///
    /// See [`Book::notes`].
    pub fn notes(
        mut self,
        value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
    ) -> Self {
        self.0.notes = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// Whatever the librarian likes.
    ///
    /// See [`Book::extra`].
    pub fn extra(
        mut self,
        value: impl IntoIterator<
            Item = (impl Into<String>, impl Into<serde_json::Value>),
        >,
    ) -> Self {
        self.0.extra = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// A book.
    ///
    /// See [`Book::sequel`].
    pub fn sequel(mut self, value: impl Into<Box<Book>>) -> Self {
        self.0.sequel = Some(value.into());
        self
    }

    /// The card of who reads it.
    ///
    /// See [`Book::card`].
    pub fn card(mut self, value: impl Into<Card>) -> Self {
        self.0.card = Some(value.into());
        self
    }

    /// Where it is kept.
    ///
    /// See [`Book::place`].
    pub fn place(mut self, value: impl Into<BookPlace>) -> Self {
        self.0.place = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Book, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    Book, "Book", include_str!("../schemas/Book.json"), "Isbn" = Isbn, "Medium" = Medium,
    "Book" = Book, "Card" = Card
);

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum BookGenre {
    /// `novel`
    #[serde(rename = "novel")]
    Novel,
    /// `poem`
    #[serde(rename = "poem")]
    Poem,
    /// `essay`
    #[serde(rename = "essay")]
    Essay,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl BookGenre {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Novel => "novel",
            Self::Poem => "poem",
            Self::Essay => "essay",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for BookGenre {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for BookGenre {
    const VALUES: &'static [&'static str] = &["novel", "poem", "essay"];

    fn from_text(text: &str) -> Self {
        match text {
            "novel" => Self::Novel,
            "poem" => Self::Poem,
            "essay" => Self::Essay,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for BookGenre {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for BookGenre {
    const CLAUSE: &'static str = "Book.genre";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Book.genre"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Book.genre"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for BookGenre {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for BookGenre {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    BookGenre, "BookGenre",
    "{\"description\":\"What it is.\",\"type\":\"string\",\"enum\":[\"novel\",\"poem\",\"essay\"]}"
);

/// What it is written in.
///
/// `"en"` when left out (`Book.language.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum BookLanguage {
    /// `en`
    #[serde(rename = "en")]
    En,
    /// `de`
    #[deprecated]
    #[serde(rename = "de")]
    De,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl BookLanguage {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::En => "en",
            #[expect(deprecated, reason = "still in the contract")]
            Self::De => "de",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for BookLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for BookLanguage {
    const VALUES: &'static [&'static str] = &["en", "de"];

    fn from_text(text: &str) -> Self {
        match text {
            "en" => Self::En,
            #[expect(deprecated, reason = "still in the contract")]
            "de" => Self::De,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for BookLanguage {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for BookLanguage {
    const CLAUSE: &'static str = "Book.language";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Book.language"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Book.language"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for BookLanguage {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    BookLanguage, "BookLanguage",
    "{\"description\":\"What it is written in. Deprecated: `de`.\",\"type\":\"string\",\"enum\":[\"en\",\"de\"],\"x-deprecatedValues\":[\"de\"]}"
);

/// Where it is kept.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BookPlace {
    /// The property `room`.
    ///
    /// At least 0 (`Book.place.room.minimum`).
    pub room: i64,
    /// The property `desk`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desk: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl BookPlace {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static BOOK_PLACE_ROOM: decode::Property<decode::Integer> = decode::Property::new(
    "room",
    "Book.place.room",
    decode::Integer::new("Book.place.room").minimum(0),
);
static BOOK_PLACE_DESK: decode::Property<decode::Boolean> = decode::Property::optional(
    "desk",
    "Book.place.desk",
    decode::Boolean::new("Book.place.desk"),
);

impl<'de> serde::Deserialize<'de> for BookPlace {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for BookPlace {
    const CLAUSE: &'static str = "Book.place";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        BOOK_PLACE_ROOM.validate(&self.room, at, found);
        BOOK_PLACE_DESK.validate_given(&self.desk, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["room", "desk"],
            "Book.place",
            at,
            found,
        );
    }
}

impl decode::Object for BookPlace {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut room_slot = decode::Slot::Missing;
        let mut desk_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "room" => {
                    BOOK_PLACE_ROOM.read(&mut members, &mut room_slot, at, found)?;
                }
                "desk" => {
                    BOOK_PLACE_DESK.read(&mut members, &mut desk_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        BOOK_PLACE_ROOM.require(&room_slot, at, found);
        let Some(room) = room_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                room,
                desk: desk_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for BookPlace {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "desk" => runtime::rule::given(&self.desk),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for BookPlace {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl BookPlace {
    /// With `room`, which it needs, and nothing else.
    #[must_use]
    pub fn new(room: i64) -> Self {
        BookPlace {
            room,
            desk: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    BookPlace, "BookPlace",
    "{\"description\":\"Where it is kept.\",\"type\":\"object\",\"properties\":{\"room\":{\"type\":\"integer\",\"minimum\":0},\"desk\":{\"type\":\"boolean\"}},\"required\":[\"room\"]}"
);

/// The number on the back of a book.
///
/// At most 17 characters (`Isbn.maxLength`). Matches `^[0-9-]+$` (`Isbn.pattern`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Isbn(
    /// The value.
    pub String,
);

impl Isbn {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static ISBN: decode::Text = decode::Text::new("Isbn")
    .max_length(17)
    .pattern({
        static PATTERN: runtime::Pattern = runtime::Pattern::new("^[0-9-]+$");
        &PATTERN
    });

impl<'de> serde::Deserialize<'de> for Isbn {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Isbn {
    const CLAUSE: &'static str = "Isbn";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&ISBN, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&ISBN, &self.0, at, found);
    }
}

runtime::json_schema!(Isbn, "Isbn", include_str!("../schemas/Isbn.json"));

/// A form that a book can be had in.
#[derive(Debug, Clone, PartialEq)]
pub enum Medium {
    /// `form` is `paper`.
    Paper(PrintedMedium),
    /// `form` is `large-print`.
    LargePrint(PrintedMedium),
    /// `form` is `audio`.
    Audio(AudioMedium),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Medium {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The value of `form`; empty when there is none.
    #[must_use]
    pub fn discriminator(&self) -> &str {
        match self {
            Self::Paper(_) => "paper",
            Self::LargePrint(_) => "large-print",
            Self::Audio(_) => "audio",
            Self::Other(value) => {
                value.get("form").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl serde::Serialize for Medium {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Paper(variant) => decode::tagged("form", "paper", variant, serializer),
            Self::LargePrint(variant) => {
                decode::tagged("form", "large-print", variant, serializer)
            }
            Self::Audio(variant) => variant.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Medium {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Medium {
    const CLAUSE: &'static str = "Medium";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Paper(value) => {
                <PrintedMedium as decode::Model>::validate_at(value, at, found);
            }
            Self::LargePrint(value) => {
                <PrintedMedium as decode::Model>::validate_at(value, at, found);
            }
            Self::Audio(value) => {
                <AudioMedium as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for Medium {
    const DISCRIMINATOR: &'static str = "form";
    const VARIANTS: &'static [&'static str] = &["paper", "large-print", "audio"];

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
        value: &str,
        members: decode::Members<'_, 'de, A>,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        Ok(
            match value {
                "paper" => {
                    <PrintedMedium as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::Paper)
                }
                "large-print" => {
                    <PrintedMedium as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::LargePrint)
                }
                "audio" => {
                    <AudioMedium as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Audio)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Members for Medium {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "form" => runtime::rule::View::Text(self.discriminator()),
            _ => {
                match self {
                    Self::Paper(value) => runtime::rule::Members::member(value, name),
                    Self::LargePrint(value) => {
                        runtime::rule::Members::member(value, name)
                    }
                    Self::Audio(value) => runtime::rule::Members::member(value, name),
                    Self::Other(value) => runtime::rule::Members::member(value, name),
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Medium {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl From<AudioMedium> for Medium {
    fn from(value: AudioMedium) -> Self {
        Self::Audio(value)
    }
}

runtime::json_schema!(
    Medium, "Medium", include_str!("../schemas/Medium.json"), "PrintedMedium" =
    PrintedMedium, "AudioMedium" = AudioMedium
);

/// Printed.
///
/// Written alone it has no `form`; as a part of `Medium` it has.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct PrintedMedium {
    /// What it is bound in.
    ///
    /// `"soft"` when left out (`PrintedMedium.cover.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<PrintedMediumCover>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PrintedMedium {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The value of `cover`, or `"soft"` when it is left out (`PrintedMedium.cover.default`).
    #[expect(deprecated, reason = "still in the contract")]
    #[must_use]
    pub fn effective_cover(&self) -> &PrintedMediumCover {
        self.cover.as_ref().unwrap_or(&PrintedMediumCover::Soft)
    }
}

static PRINTED_MEDIUM_FORM: decode::Property<decode::Tag> = decode::Property::optional(
    "form",
    "PrintedMedium.form",
    decode::Tag::new("PrintedMedium.form", &["paper", "large-print"]),
);
static PRINTED_MEDIUM_COVER: decode::Property<decode::Named<PrintedMediumCover>> = decode::Property::optional(
    "cover",
    "PrintedMedium.cover",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for PrintedMedium {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PrintedMedium {
    const CLAUSE: &'static str = "PrintedMedium";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PRINTED_MEDIUM_COVER.validate_given(&self.cover, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["form", "cover"],
            "PrintedMedium",
            at,
            found,
        );
    }
}

impl decode::Object for PrintedMedium {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut cover_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "form" => {
                    PRINTED_MEDIUM_FORM.read(&mut members, &mut tag, at, found)?;
                }
                "cover" => {
                    PRINTED_MEDIUM_COVER.read(&mut members, &mut cover_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PRINTED_MEDIUM_FORM.require(&tag, at, found);
        Ok(
            Some(Self {
                cover: cover_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for PrintedMedium {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for PrintedMedium {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    PrintedMedium, "PrintedMedium", include_str!("../schemas/PrintedMedium.json")
);

/// What it is bound in.
///
/// `"soft"` when left out (`PrintedMedium.cover.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum PrintedMediumCover {
    /// `hard`
    #[serde(rename = "hard")]
    Hard,
    /// `soft`
    #[deprecated]
    #[serde(rename = "soft")]
    Soft,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl PrintedMediumCover {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Hard => "hard",
            #[expect(deprecated, reason = "still in the contract")]
            Self::Soft => "soft",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for PrintedMediumCover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for PrintedMediumCover {
    const VALUES: &'static [&'static str] = &["hard", "soft"];

    fn from_text(text: &str) -> Self {
        match text {
            "hard" => Self::Hard,
            #[expect(deprecated, reason = "still in the contract")]
            "soft" => Self::Soft,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for PrintedMediumCover {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PrintedMediumCover {
    const CLAUSE: &'static str = "PrintedMedium.cover";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("PrintedMedium.cover"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("PrintedMedium.cover"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for PrintedMediumCover {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    PrintedMediumCover, "PrintedMediumCover",
    "{\"description\":\"What it is bound in. Deprecated: `soft`.\",\"type\":\"string\",\"enum\":[\"hard\",\"soft\"],\"x-deprecatedValues\":[\"soft\"]}"
);

/// Read aloud.
///
/// At least 2 properties (`AudioMedium.minProperties`). No other properties
/// (`AudioMedium.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "form", rename = "audio")]
pub struct AudioMedium {
    /// Who reads.
    ///
    /// At most 8 characters (`AudioMedium.reader.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// How long it takes.
    ///
    /// At least 1 (`AudioMedium.minutes.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<i64>,
}

impl AudioMedium {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static AUDIO_MEDIUM_FORM: decode::Property<decode::Tag> = decode::Property::new(
    "form",
    "AudioMedium.form",
    decode::Tag::new("AudioMedium.form", &["audio"]),
);
static AUDIO_MEDIUM_READER: decode::Property<decode::Text> = decode::Property::optional(
    "reader",
    "AudioMedium.reader",
    decode::Text::new("AudioMedium.reader").max_length(8),
);
static AUDIO_MEDIUM_MINUTES: decode::Property<decode::Integer> = decode::Property::optional(
    "minutes",
    "AudioMedium.minutes",
    decode::Integer::new("AudioMedium.minutes").minimum(1),
);

impl<'de> serde::Deserialize<'de> for AudioMedium {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for AudioMedium {
    const CLAUSE: &'static str = "AudioMedium";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        AUDIO_MEDIUM_READER.validate_given(&self.reader, at, found);
        AUDIO_MEDIUM_MINUTES.validate_given(&self.minutes, at, found);
        decode::min_properties(
            &[true, self.reader.is_some(), self.minutes.is_some()],
            0,
            2,
            "AudioMedium",
            at,
            found,
        );
    }
}

impl decode::Object for AudioMedium {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut reader_slot = decode::Slot::Missing;
        let mut minutes_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "form" => {
                    AUDIO_MEDIUM_FORM.read(&mut members, &mut tag, at, found)?;
                }
                "reader" => {
                    AUDIO_MEDIUM_READER.read(&mut members, &mut reader_slot, at, found)?;
                }
                "minutes" => {
                    AUDIO_MEDIUM_MINUTES
                        .read(&mut members, &mut minutes_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "AudioMedium", at, found)?;
                }
            }
        }
        AUDIO_MEDIUM_FORM.require(&tag, at, found);
        decode::min_properties(
            &[tag.is_given(), reader_slot.is_given(), minutes_slot.is_given()],
            others.len(),
            2,
            "AudioMedium",
            at,
            found,
        );
        Ok(
            Some(Self {
                reader: reader_slot.value(),
                minutes: minutes_slot.value(),
            }),
        )
    }
}

impl runtime::rule::Members for AudioMedium {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "minutes" => runtime::rule::given(&self.minutes),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for AudioMedium {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    AudioMedium, "AudioMedium", include_str!("../schemas/AudioMedium.json")
);
