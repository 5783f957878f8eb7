//! The Markdown pages: relative links have a file and a heading as their targets, the index lists every page,
//! pages for developers name existing files, and the README quotes figures as measured.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

/// Folders without pages for readers: build output, goldens and seeds.
const EXCLUDED: [&str; 3] = ["target", "golden", "seeds"];

#[test]
fn every_relative_link_has_a_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = Vec::new();
    collect(&root, &mut pages);
    assert!(pages.len() > 15, "only {} pages were found", pages.len());
    let (mut dead, mut known) = (Vec::new(), BTreeMap::new());
    for page in &pages {
        let folder = page.parent().expect("the folder of a page");
        for link in links(&read(page)) {
            if let Err(why) = check(page, folder, &link, &mut known) {
                let page = page.strip_prefix(&root).unwrap_or(page);
                dead.push(format!("{}: `{link}` {why}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// The pages for developers name source files by their paths, or by the ends of their paths.
#[test]
fn pages_for_developers_name_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let listed = Command::new("git").args(["ls-files", "*.rs"]).current_dir(&root).output();
    let listed = String::from_utf8(listed.expect("git starts").stdout).expect("names are text");
    // The pages leave out `src/` between a crate's folder and a file.
    let files: Vec<String> = listed.lines().map(|file| file.replace("/src/", "/")).collect();
    let path = Regex::new(r"`([a-z0-9_./-]+\.rs)`").expect("a regular expression");
    let mut missing = Vec::new();
    for page in ["CONTRIBUTING.md", "docs/architecture.md"] {
        for (_, [name]) in
            path.captures_iter(&read(&root.join(page))).map(|captures| captures.extract())
        {
            let end = format!("/{}", name.replace("/src/", "/"));
            if !files.iter().any(|file| format!("/{file}").ends_with(&end)) {
                missing.push(format!("{page}: there is no file `{name}`"));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

/// The index, from which `.ci/book` makes the table of contents of the book, has every page of `docs/`.
#[test]
fn every_page_of_docs_is_in_the_index() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let entries = fs::read_dir(&docs).expect("the folder").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let pages: BTreeSet<String> =
        names.filter(|name| name.ends_with(".md") && name != "README.md").collect();
    let linked: BTreeSet<String> = links(&read(&docs.join("README.md"))).into_iter().collect();
    let missing: Vec<_> = pages.difference(&linked).collect();
    assert!(missing.is_empty(), "docs/README.md does not link {missing:?}");
}

/// The README quotes rows of the page that `cargo xtask bench --rivals` writes.
#[test]
fn the_readme_quotes_the_measured_comparison() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (readme, page) =
        (read(&root.join("README.md")), read(&root.join("docs/how-it-compares.md")));
    for (quoted, measured) in [
        ("mutants noticed", "mutants noticed"),
        ("false alarms on the correct server", "false alarms on the correct server"),
        ("median seconds for one server", "seconds for one server, the median"),
        ("", ""),
    ] {
        let quoted = cells(&readme, quoted, "schemathesis");
        let measured = cells(&page, measured, "schemathesis");
        assert_eq!(quoted.last(), measured.last());
        if quoted.first().is_some_and(|name| !name.is_empty()) {
            assert_eq!(quoted.get(1), measured.get(1));
        }
    }
}

/// Returns the cells of a named row, in the first table whose header contains a word.
fn cells(text: &str, name: &str, word: &str) -> Vec<String> {
    let rows = text.lines().skip_while(|line| !(line.starts_with('|') && line.contains(word)));
    let mut rows = rows.take_while(|line| line.starts_with('|')).map(|line| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    });
    rows.find(|row| row.first().is_some_and(|cell| cell == name))
        .unwrap_or_else(|| panic!("no row `{name}`"))
}

#[test]
fn headings_have_the_anchors_that_pages_link() {
    let page = "# The `serve` command: a, b & c\n\n## Same\n\n## Same\n\n<a id=\"old\"></a>\n";
    let expected = ["the-serve-command-a-b--c", "same", "same-1", "old"];
    assert_eq!(anchors(page), expected.map(str::to_owned).into());
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            if !name.starts_with('.') && !EXCLUDED.contains(&name.as_str()) {
                collect(&path, pages);
            }
        } else if name.ends_with(".md") {
            pages.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the relative links of a page, including images.
fn links(text: &str) -> Vec<String> {
    let links = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        _ => None,
    });
    links.filter(|link| !link.contains("://") && !link.starts_with("mailto:")).collect()
}

/// The anchors of the files that were checked so far.
type Known = BTreeMap<PathBuf, BTreeSet<String>>;

fn check(page: &Path, folder: &Path, link: &str, known: &mut Known) -> Result<(), &'static str> {
    let (path, anchor) =
        link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let file = if path.is_empty() { page.to_owned() } else { normalize(&folder.join(path)) };
    if !file.exists() {
        return Err("has no file as its target");
    }
    let Some(anchor) = anchor else { return Ok(()) };
    let anchors = known.entry(file).or_insert_with_key(|file| anchors(&read(file)));
    if anchors.contains(anchor) { Ok(()) } else { Err("has no heading as its target") }
}

/// Resolves each `..` without the file system, so that a missing folder is noticed.
fn normalize(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if normalized.file_name().is_some() => {
                normalized.pop();
            }
            part => normalized.push(part),
        }
    }
    normalized
}

/// Returns the anchors of a page: those that GitHub and mdBook make of headings, and the ids in its HTML.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut counts = BTreeMap::<String, usize>::new();
    let mut heading = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let count = counts.entry(slug.clone()).or_default();
                anchors.insert(if *count == 0 { slug } else { format!("{slug}-{count}") });
                *count += 1;
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let ids = html.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next());
                anchors.extend(ids.map(str::to_owned));
            }
            _ => {}
        }
    }
    anchors
}

fn slug(heading: &str) -> String {
    let letters = heading.trim().chars().flat_map(char::to_lowercase);
    let kept = letters.filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
