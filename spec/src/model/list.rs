//! Lists of resources: how each is split into pages, and how it is sorted.

/// How a list is split into pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pagination {
    /// What the parameter counts.
    pub style: PaginationStyle,
    /// The property of the query that selects the page.
    pub parameter: String,
    /// The property of the query that limits the number of resources on a page.
    pub limit: Option<String>,
    /// The property of the response body that holds the cursor of the next page.
    pub next: Option<String>,
    /// The error for a cursor that the service did not issue.
    pub unknown: Option<String>,
    /// Whether a walk returns each resource exactly once, even if other resources are created meanwhile.
    pub stable: bool,
}

/// How a list is sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Always by one property.
    By(Sorting),
    /// As a property of the query selects: each value of its `enum` is a sorting.
    Chosen(String),
}

/// A property that a list is sorted by, and the direction. The position of resources without a value is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorting {
    /// The property of the resource.
    pub property: String,
    /// Which value of the property comes first.
    pub direction: Direction,
}

impl Sorting {
    /// Parses the value of a parameter: the name of a property, after a `-` if the largest value comes first.
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
    /// The smaller value.
    #[default]
    Ascending,
    /// The larger value.
    Descending,
}

impl Direction {
    /// Returns the name of the direction on the pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }
}

/// What the parameter that selects a page counts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PaginationStyle {
    /// Nothing: the previous response has a string that identifies the next page.
    Cursor,
    /// Pages, from 1.
    Page,
    /// Resources to skip, from 0.
    Offset,
}

impl PaginationStyle {
    /// Returns the name of the style on the pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cursor => "cursor",
            Self::Page => "page",
            Self::Offset => "offset",
        }
    }
}
