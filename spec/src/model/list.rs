//! Lists of resources: how one is split into pages, and how it is sorted.

/// How a list is split into pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pagination {
    /// What the parameter counts.
    pub style: PaginationStyle,
    /// The property of the query that names the page.
    pub parameter: String,
    /// The property of the query that bounds the number of resources on a page.
    pub limit: Option<String>,
    /// The property of the response body that holds the cursor of the next page.
    pub next: Option<String>,
    /// The error for a cursor that the service has not given out.
    pub unknown: Option<String>,
    /// Whether a walk meets each resource once although others are created meanwhile.
    pub stable: bool,
}

/// How a list is sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Always by one property.
    By(Sorting),
    /// As a property of the query says: each value of its `enum` is a sorting.
    Chosen(String),
}

/// A property by which a list is sorted, and the direction. Resources without a value stand anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorting {
    /// The property of the resource.
    pub property: String,
    /// Which of its values comes first.
    pub direction: Direction,
}

impl Sorting {
    /// Reads the value of a parameter: the name of a property, with a `-` before it where the greatest
    /// value comes first.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        let (property, direction) = match value.strip_prefix('-') {
            Some(property) => (property, Direction::Descending),
            None => (value, Direction::Ascending),
        };
        Self { property: property.to_owned(), direction }
    }
}

/// Which of two values comes first.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The least.
    #[default]
    Ascending,
    /// The greatest.
    Descending,
}

impl Direction {
    /// Returns the word that the pages have for the direction.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }
}

/// What the parameter of a page counts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PaginationStyle {
    /// Nothing: the response before gives a string that names the page.
    Cursor,
    /// Pages, from 1.
    Page,
    /// Resources that are left out, from 0.
    Offset,
}

impl PaginationStyle {
    /// Returns the word that the pages have for the style.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cursor => "cursor",
            Self::Page => "page",
            Self::Offset => "offset",
        }
    }
}
