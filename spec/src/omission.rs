//! What the language leaves out on purpose. `docs/what-the-language-leaves-out.md` has a row for each thing, with the
//! nearest thing that can be said; the linter's messages link to it.

use serde_json::Value;

use crate::diagnostic::Diagnostic;

/// The page, from the root of the repository.
const PAGE: &str = "docs/what-the-language-leaves-out.md";

macro_rules! omissions {
    ($($variant:ident = $anchor:literal,)*) => {
        /// A thing that the language leaves out.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum Omission { $($variant,)* }

        impl Omission {
            /// Every omission that the linter can notice.
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the anchor of the row.
            fn anchor(self) -> &'static str {
                match self { $(Self::$variant => $anchor,)* }
            }
        }
    };
}

omissions! {
    BulkCreation = "bulk-creation",
    Callbacks = "callbacks",
    Cascades = "cascades",
    ClientIdentities = "client-identities",
    Combinations = "combinations",
    CommaLists = "comma-separated-lists",
    EmptyBodies = "empty-bodies",
    ErrorBodies = "error-bodies",
    EventStreams = "event-streams",
    Filters = "filters",
    FormBodies = "form-bodies",
    FurtherItems = "further-items",
    FurtherProperties = "further-properties",
    Gone = "gone",
    Head = "head",
    Identities = "identities",
    KeysElsewhere = "keys-elsewhere",
    LimitsOfOperations = "limits-of-operations",
    LinkHeaders = "link-headers",
    ListsByPost = "lists-by-post",
    MergePatch = "merge-patch",
    NestedEnvelopes = "nested-envelopes",
    NestedRules = "nested-rules",
    OldNames = "old-names",
    OnePerKey = "one-per-key",
    Orders = "orders",
    OtherEnums = "other-enums",
    Parameters = "parameters",
    Parents = "parents",
    RawBytes = "raw-bytes",
    ReadOnly = "read-only",
    ResourceReferences = "resource-references",
    ResponseHeaders = "response-headers",
    SeveralSchemes = "several-schemes",
    SeveralSuccesses = "several-successes",
    Signatures = "signatures",
    StateRules = "state-rules",
    Sunsets = "sunsets",
    TakenNames = "taken-names",
    Totals = "totals",
    Unions = "unions",
}

impl Omission {
    /// Returns the omission that a key is about, for a key that a table with the `known` keys does not have.
    pub(crate) fn of_key(key: &str, known: &[String]) -> Option<Self> {
        let has = |own: &str| known.iter().any(|key| key == own);
        // Each table has a key that no other one has.
        Some(match key {
            "allOf" | "anyOf" | "not" | "if" | "then" | "else" if has("nullable") => {
                Self::Combinations
            }
            "readOnly" | "writeOnly" if has("nullable") => Self::ReadOnly,
            "contentEncoding" | "contentMediaType" | "contentSchema" if has("nullable") => {
                Self::RawBytes
            }
            "additionalItems" | "unevaluatedItems" if has("nullable") => Self::FurtherItems,
            "patternProperties" | "unevaluatedProperties" if has("nullable") => {
                Self::FurtherProperties
            }
            "alias" | "aliases" | "oldNames" | "renamedFrom" if has("nullable") => Self::OldNames,
            "sunset" | "deprecatedSince" if has("nullable") => Self::Sunsets,
            "responses" if has("requestRequired") => Self::SeveralSuccesses,
            "links" if has("requestRequired") => Self::LinkHeaders,
            "callbacks" if has("requestRequired") => Self::Callbacks,
            "limit" | "limits" | "rateLimit" if has("requestRequired") => Self::LimitsOfOperations,
            "operation" | "operations" if has("gap") && has("value") => Self::LimitsOfOperations,
            "headers" | "responseHeaders" if has("basePath") => Self::ResponseHeaders,
            "references" | "refersTo" | "foreignKey" if has("nullable") => Self::ResourceReferences,
            "unique" if has("nullable") => Self::TakenNames,
            "style" | "explode" | "separator" | "collectionFormat" if has("nullable") => {
                Self::CommaLists
            }
            "filter" | "filters" if has("requestRequired") => Self::Filters,
            "total" | "count" if has("limit") && has("next") => Self::Totals,
            "cascade" | "cascades" | "onDelete" if has("identifiedBy") => Self::Cascades,
            "gone" | "deleted" | "afterDeletion" if has("returnedIn") => Self::Gone,
            "secret" | "signature" | "signed" if has("transport") => Self::Signatures,
            "in" | "query" | "cookie" | "name" if has("rejected") => Self::KeysElsewhere,
            _ => return None,
        })
    }

    /// Returns the omission that a value of the wrong type is about.
    pub(crate) fn of_value(path: &[String], value: &Value) -> Option<Self> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match (path.as_slice(), value) {
            ([.., "response"] | [.., "response", "status"], Value::Array(_)) => {
                Some(Self::SeveralSuccesses)
            }
            ([.., "order", "by" | "parameter"], Value::Array(_)) => Some(Self::Orders),
            ([.., "authentication"], Value::Array(_)) => Some(Self::SeveralSchemes),
            ([.., "requestMediaType"], Value::String(media_type)) => {
                media_type.contains("form-urlencoded").then_some(Self::FormBodies)
            }
            ([.., "enum", _], _) => Some(Self::OtherEnums),
            ([.., "pagination", "style"], Value::String(style)) if style.contains("link") => {
                Some(Self::LinkHeaders)
            }
            _ => None,
        }
    }

    /// Returns the omission that the media type of all bodies is about, unless it is that of JSON.
    pub(crate) fn of_media_type(media_type: &str) -> Option<Self> {
        let name = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match name.as_str() {
            "text/event-stream" | "application/x-ndjson" | "application/json-seq" => {
                Some(Self::EventStreams)
            }
            "application/merge-patch+json" | "application/json-patch+json" => {
                Some(Self::MergePatch)
            }
            "application/json" => None,
            name if name.ends_with("+json") => None,
            _ => Some(Self::RawBytes),
        }
    }
}

impl Diagnostic {
    /// Adds a link to what the language leaves out, if the mistake is about such a thing. The link has a line of its own,
    /// so that it is not broken.
    pub(crate) fn with_omission(self, omission: impl Into<Option<Omission>>) -> Self {
        let Some(omission) = omission.into() else { return self };
        self.with_line(&format!("left out on purpose: {PAGE}#{}", omission.anchor()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Omission, PAGE};

    /// Rows of the page that the linter cannot notice: nothing on a page of a contract looks like them.
    const UNNOTICED: [&str; 0] = [];

    fn read(path: &str) -> String {
        std::fs::read_to_string(format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))).expect(path)
    }

    #[test]
    fn each_row_of_the_page_is_noticed_and_each_link_has_a_row() {
        let page = read(PAGE);
        let rows = page.split("<a id=\"").skip(1).filter_map(|row| row.split('"').next());
        let mut rows: Vec<&str> = rows.filter(|row| !UNNOTICED.contains(row)).collect();
        let mut linked: Vec<&str> = Omission::ALL.iter().map(|it| it.anchor()).collect();
        rows.sort_unstable();
        linked.sort_unstable();
        assert_eq!(rows, linked);
    }

    #[test]
    fn each_link_is_in_the_message_of_a_seeded_defect() {
        let messages = read("spec/tests/linter/defects.txt");
        let links = Omission::ALL.iter().map(|it| format!("{PAGE}#{}", it.anchor()));
        let is_missing =
            |link: &String| !messages.lines().any(|line| line.ends_with(link.as_str()));
        assert_eq!(links.filter(is_missing).collect::<Vec<_>>(), Vec::<String>::new());
    }
}
