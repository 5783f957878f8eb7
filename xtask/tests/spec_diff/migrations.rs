//! `cargo xtask spec-diff` for releases: removals of what was deprecated, and migration pages for clients and servers.

use super::{LIBRARY, LIMIT, check, edited, path, text};

/// A deprecated property of requests that the other contract does not have.
const DEPRECATED: (&str, &str, &str) = (
    "types/book.toml",
    "shelf    = {",
    "shelves  = { type = \"integer\", deprecated = \"Give `shelf`.\" }\nshelf    = {",
);
const NEW_PROPERTY: (&str, &str, &str) =
    ("types/book.toml", "shelf    = {", "colour   = { type = \"string\" }\nshelf    = {");
const BASE_PATH: (&str, &str, &str) = ("service.toml", "\"/v1\"", "\"/v2\"");
const VERSION: (&str, &str, &str) = ("service.toml", "\"v1\"", "\"v2\"");
const BEHAVIOUR: (&str, &str, &str) =
    ("types/search.toml", "Words that sound alike", "Words that look alike");

#[test]
fn removing_a_deprecated_property_is_listed_apart_and_not_denied() {
    let (old, new) = (edited(LIBRARY, &[DEPRECATED]), edited(LIBRARY, &[]));
    let gone = "breaks users of what was deprecated (1)\n  BookUpdate.shelves.type removed: ";
    let summary =
        ": 0 break clients, 0 break servers, 1 breaks what was deprecated, 0 to be read\n";
    check(&[path(&old), path(&new), "--deny", "breaking"], 0, &[gone, summary]);
    check(&[path(&old), path(&new), "--json"], 0, &["\"announced\": true", "\"announced\": 1"]);
    // The removal of a property that was not deprecated is denied.
    let not_deprecated =
        (DEPRECATED.0, DEPRECATED.1, "shelves  = { type = \"integer\" }\nshelf    = {");
    let old = edited(LIBRARY, &[not_deprecated]);
    let both = "1 breaks clients, 1 breaks servers, 0 to be read";
    check(&[path(&old), path(&new), "--deny", "clients"], 1, &[both]);
}

#[test]
fn a_migration_is_a_page_for_clients_and_one_for_servers() {
    let old = edited(LIBRARY, &[DEPRECATED]);
    let deprecated =
        ("types/book.toml", "homepage = { ", "homepage = { deprecated = \"Give `notes`.\", ");
    let edits = [VERSION, BASE_PATH, LIMIT, NEW_PROPERTY, BEHAVIOUR, deprecated];
    let new = edited(LIBRARY, &edits);
    let title = "# Town Library API: from v1 to v2, for ";
    let limit = "- `BookUpdate.title.maxLength`: requests that were accepted are rejected. Was: at most \
                 120 characters. Is: at most 100 characters.";
    let gone = "## Removed after deprecation\n";
    let colour = "- `BookUpdate.colour.type`: a new property of requests. Is: string.";
    let reads = "- `Search.fuzzy.behaviour.spelling`: prose: read it. Was: Words that sound alike";
    let base = "- `service.basePath`: both sides act on it.";
    for (whom, lines) in [
        (
            "clients",
            [
                "## Breaking changes\n",
                "### `BookUpdate`\n",
                limit,
                base,
                gone,
                "- `BookUpdate.shelves.type`: ",
                "## Deprecated\n",
                "- `BookUpdate.homepage.deprecated`: it still works; clients should stop using it. \
                 Is: Deprecated: Give `notes`.",
                "## New\n",
                colour,
                "## Prose to review\n",
                reads,
                "\n1 other change asks nothing of clients.\n",
            ]
            .as_slice(),
        ),
        (
            "servers",
            &[
                "## Required changes\n",
                "### `BookUpdate`\n",
                colour,
                limit,
                base,
                gone,
                "- `BookUpdate.shelves.type`: ",
                "## Prose to review\n",
                reads,
            ],
        ),
    ] {
        let output = check(&[path(&old), path(&new), "--migration", whom], 0, &[]);
        let page = text(&output.stdout);
        let mut rest = page.strip_prefix(&format!("{title}{whom}\n")).expect("the title");
        for line in lines {
            let at = rest.find(line).unwrap_or_else(|| panic!("no {line:?} in order in:\n{page}"));
            rest = &rest[at + line.len()..];
        }
        // Paths below the base path are not listed beside it.
        assert!(!page.contains("operations.updateBook.path"), "{page}");
    }
    check(
        &[path(&old), path(&new), "--migration", "both"],
        2,
        &["possible values: clients, servers"],
    );
    check(&["--migration", "clients"], 2, &["<OLD>"]);
}
