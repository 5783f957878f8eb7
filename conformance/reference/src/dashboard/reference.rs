//! The reference docs of a contract: a page for each operation, type and chapter, the search for clauses, and the
//! cases that test them.
//!
//! The crate of the contract writes the text; this module splits it at its headings, and converts it to HTML. HTML in
//! the texts is escaped, except for line breaks and anchors in Markdown.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use askama::Template;
use askama::filters::{Html, escape};
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use indexmap::IndexMap;
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Deserialize;
use webdata_spec::{Spec, slug};

use crate::dashboard::examples::RESERVED;
use crate::dashboard::{DASHBOARD, Dashboard, OPEN_API, REFERENCE, STYLE, html_response};
use crate::http::pipeline;
use crate::options::CaseLink;

/// The paths of the search and of the cases.
const SEARCH: &str = "/reference/search";
const CASES: &str = "/reference/cases/";

/// The largest number of clauses in a search result.
const MAX_RESULTS: usize = 200;

const NOTE: &str = "Written by the reference server from the contract that it serves.";

/// The chapter on the first page, which lists all others.
const CONTENTS: &str = "Contents";
/// The chapters whose sections are pages of their own, with the heading level of the sections.
const SPLIT_CHAPTERS: [(&str, HeadingLevel); 2] =
    [("Operations", HeadingLevel::H3), ("Types", HeadingLevel::H4)];

#[derive(Template)]
#[template(path = "contract.html")]
struct Contract<'p> {
    title: &'p str,
    /// The name and the version of the contract.
    name: String,
    query: &'p str,
    path: &'p str,
    content: String,
    book: &'p Reference,
}

#[derive(Template)]
#[template(path = "cases.html")]
struct CaseList<'p> {
    cases: Vec<(&'p CaseLink, String)>,
}

#[derive(Template)]
#[template(path = "search_result.html")]
struct SearchResult<'p> {
    query: &'p str,
    clauses: &'p [&'p ClauseLine],
    count: usize,
}

#[derive(Template)]
#[template(path = "case.html")]
struct Case<'p> {
    id: &'p str,
    clauses: Vec<(&'p str, Option<&'p ClauseLine>)>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SearchQuery {
    #[serde(default)]
    q: String,
}

/// Responds with a page of the contract, the result of a search, or a case.
pub(super) async fn page(
    State(dashboard): State<Dashboard>,
    Query(search): Query<SearchQuery>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    // An operation of the contract takes precedence.
    if !dashboard.has(&path) {
        return pipeline::handle(State(Arc::clone(&dashboard.backend)), request).await;
    }
    let spec = &dashboard.backend.contract.spec;
    let book = dashboard.book.get_or_init(|| Reference::new(spec, &dashboard.cases));
    let shown = match path.strip_prefix(CASES) {
        Some(id) => render_case(&dashboard, book, &percent_decode_str(id).decode_utf8_lossy()),
        None if path == SEARCH => Some(("Search".to_owned(), render_search(book, &search.q))),
        None => {
            book.pages.get(&path).map(|page| (page.title.clone(), render_page(&dashboard, page)))
        }
    };
    let Some((title, content)) = shown else {
        return (StatusCode::NOT_FOUND, "the contract has no such page\n").into_response();
    };
    html_response(content.and_then(|content| {
        let page = Contract {
            title: &title,
            name: format!("{} {}", spec.service.name, spec.service.version),
            query: &search.q,
            path: &path,
            content,
            book,
        };
        page.render()
    }))
}

/// Returns the HTML of a page, followed by the cases that test it.
fn render_page(dashboard: &Dashboard, page: &Page) -> askama::Result<String> {
    let cases = page.cases.iter().filter_map(|index| dashboard.cases.get(*index));
    let cases: Vec<_> = cases
        .map(|case| (case, format!("{CASES}{}", utf8_percent_encode(&case.id, RESERVED))))
        .collect();
    let listed = if cases.is_empty() { String::new() } else { CaseList { cases }.render()? };
    Ok(format!("{}{listed}", page.html))
}

fn render_search(book: &Reference, query: &str) -> askama::Result<String> {
    let clauses = book.search(query);
    let count = clauses.len();
    SearchResult { query, clauses: &clauses[..count.min(MAX_RESULTS)], count }.render()
}

/// Returns the title and the HTML of a case, if it exists.
fn render_case(
    dashboard: &Dashboard,
    book: &Reference,
    id: &str,
) -> Option<(String, askama::Result<String>)> {
    let case = dashboard.cases.iter().find(|case| case.id == id)?;
    let clauses = case.clauses.iter().map(|id| (id.as_str(), book.clauses.get(id))).collect();
    Some((case.id.clone(), Case { id: &case.id, clauses }.render()))
}

/// The reference docs of a contract, split into browser pages.
#[derive(Debug)]
pub(super) struct Reference {
    /// The pages, by path.
    pub(super) pages: IndexMap<String, Page>,
    /// The clauses, by identity.
    clauses: IndexMap<String, ClauseLine>,
}

#[derive(Debug)]
pub(super) struct Page {
    pub(super) path: String,
    pub(super) title: String,
    /// The chapter, if the page is a section.
    pub(super) chapter: Option<&'static str>,
    pub(super) html: String,
    /// The cases that test the page's clauses, as indices into the list of all cases.
    pub(super) cases: Vec<usize>,
}

/// A clause in a search result.
#[derive(Debug)]
pub(super) struct ClauseLine {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) href: String,
    /// The index of the clause's page.
    page: usize,
}

impl Reference {
    /// Builds the reference docs of a contract.
    pub(super) fn new(spec: &Spec, cases: &[CaseLink]) -> Self {
        let markdown = spec.reference_page(NOTE);
        let known: BTreeSet<String> =
            spec.clauses().into_iter().map(|clause| clause.id.as_str().to_owned()).collect();
        let mut parts = split(&parse(&markdown));
        let paths = anchor_paths(&parts);
        let (mut clauses, mut pages) = (IndexMap::new(), IndexMap::new());
        for (index, part) in parts.iter_mut().enumerate() {
            rewrite_links(&mut part.events, &paths);
            let lines = mark_clauses(part, index, &known).into_iter();
            clauses.extend(lines.map(|line| (line.id.clone(), line)));
            raise_headings(&mut part.events);
            let page = Page {
                path: part.path.clone(),
                title: part.title.clone(),
                chapter: part.chapter,
                html: render(part.events.drain(..)),
                cases: Vec::new(),
            };
            pages.insert(part.path.clone(), page);
        }
        let mut reference = Self { pages, clauses };
        for (index, case) in cases.iter().enumerate() {
            let tested: BTreeSet<usize> = case
                .clauses
                .iter()
                .filter_map(|id| Some(reference.clauses.get(id)?.page))
                .collect();
            let operation = case.id.split("::").next().unwrap_or_default();
            let operation = reference.pages.get_index_of(&path_of("Operations", operation));
            for page in tested.into_iter().chain(operation).collect::<BTreeSet<usize>>() {
                reference.pages[page].cases.push(index);
            }
        }
        reference
    }

    /// Returns the clauses whose identity or text contains all words of a query.
    pub(super) fn search(&self, query: &str) -> Vec<&ClauseLine> {
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let has_all = |line: &&ClauseLine| {
            let text = format!("{} {}", line.id, line.text).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.clauses.values().filter(has_all).collect()
    }
}

/// A page under construction.
struct PageDraft<'e> {
    path: String,
    title: String,
    chapter: Option<&'static str>,
    events: Vec<Event<'e>>,
}

impl PageDraft<'_> {
    fn new(path: String, title: String, chapter: Option<&'static str>) -> Self {
        Self { path, title, chapter, events: Vec::new() }
    }
}

/// Returns the path of a section's page.
fn path_of(chapter: &str, title: &str) -> String {
    format!("{REFERENCE}/{}/{title}", slug(chapter))
}

/// Splits the text at the headings that start a page.
fn split<'e>(events: &[Event<'e>]) -> Vec<PageDraft<'e>> {
    let mut parts = vec![PageDraft::new(REFERENCE.to_owned(), CONTENTS.to_owned(), None)];
    let (mut current, mut chapter) = (0, 0);
    for at in 0..events.len() {
        let event = events[at].clone();
        let level = match &event {
            Event::Start(Tag::Heading { level, .. }) => *level,
            _ => {
                parts[current].events.push(event);
                continue;
            }
        };
        let end =
            events[at..].iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let title = heading_text(&events[at..at + end.unwrap_or_default()]);
        let apart = SPLIT_CHAPTERS.iter().find(|(name, _)| *name == parts[chapter].title);
        match (level, apart) {
            (HeadingLevel::H1, _) => {}
            (HeadingLevel::H2, _) if title == CONTENTS => {}
            (HeadingLevel::H2, _) => {
                let path = format!("{REFERENCE}/{}", slug(&title));
                parts.push(PageDraft::new(path, title, None));
                chapter = parts.len() - 1;
                current = chapter;
            }
            (level, Some((name, heading_level))) if level == *heading_level => {
                let path = path_of(name, &title);
                let link = format!(
                    "<p><a href=\"{}\">{}</a></p>\n",
                    escape_html(&path),
                    escape_html(&title)
                );
                parts[chapter].events.push(Event::Html(link.into()));
                parts.push(PageDraft::new(path, title, Some(name)));
                current = parts.len() - 1;
            }
            (HeadingLevel::H3, Some(_)) => current = chapter,
            _ => {}
        }
        parts[current].events.push(event);
    }
    parts
}

/// Returns the path of each anchor's page.
fn anchor_paths(parts: &[PageDraft<'_>]) -> HashMap<String, String> {
    let mut paths = HashMap::new();
    for part in parts {
        for event in &part.events {
            let id = match event {
                Event::Start(Tag::Heading { id: Some(id), .. }) => Some(id.as_ref()),
                Event::InlineHtml(tag) => anchor_id(tag),
                _ => None,
            };
            paths.extend(id.map(|id| (id.to_owned(), part.path.clone())));
        }
    }
    paths
}

/// Rewrites links to anchors, so that they lead to the anchors' pages.
fn rewrite_links(events: &mut [Event<'_>], paths: &HashMap<String, String>) {
    for event in events {
        if let Event::Start(Tag::Link { dest_url, .. }) = event
            && let Some(id) = dest_url.strip_prefix('#')
            && let Some(path) = paths.get(id)
        {
            *dest_url = CowStr::from(format!("{path}#{id}"));
        }
    }
}

/// Adds an anchor to each clause in the tables of a page, and returns the lines of the clauses.
fn mark_clauses(
    part: &mut PageDraft<'_>,
    page: usize,
    known: &BTreeSet<String>,
) -> Vec<ClauseLine> {
    let mut lines: Vec<ClauseLine> = Vec::new();
    let mut marked = Vec::with_capacity(part.events.len());
    let mut row = Vec::new();
    let mut first_code: Option<String> = None;
    let mut is_cell_start = false;
    for event in part.events.drain(..) {
        match &event {
            Event::Start(Tag::TableRow) => (row, first_code) = (Vec::new(), None),
            Event::Start(Tag::TableCell) => row.push(String::new()),
            Event::Code(id)
                if is_cell_start && first_code.is_none() && known.contains(id.as_ref()) =>
            {
                first_code = Some(id.to_string());
                let place = format!("<a id=\"clause--{}\"></a>", escape_html(id));
                marked.push(Event::InlineHtml(place.into()));
                row.pop();
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(cell) = row.last_mut() {
                    cell.push_str(text);
                }
            }
            Event::End(TagEnd::TableRow) => {
                if let Some(id) = first_code.take() {
                    let text = row.iter().filter(|cell| !cell.is_empty()).cloned();
                    let text = text.collect::<Vec<_>>().join(": ");
                    let href = format!("{}#clause--{id}", part.path);
                    lines.push(ClauseLine { id, text, href, page });
                }
            }
            _ => {}
        }
        is_cell_start = matches!(event, Event::Start(Tag::TableCell));
        marked.push(event);
    }
    part.events = marked;
    lines
}

/// Raises the headings of a page, so that its first heading has the first level.
fn raise_headings(events: &mut [Event<'_>]) {
    let first = events.iter().find_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => Some(*level as usize - 1),
        _ => None,
    });
    let raised = |level: HeadingLevel| {
        let level = (level as usize).saturating_sub(first.unwrap_or_default()).max(1);
        HeadingLevel::try_from(level).unwrap_or(HeadingLevel::H6)
    };
    for event in events {
        match event {
            Event::Start(Tag::Heading { level, .. }) | Event::End(TagEnd::Heading(level)) => {
                *level = raised(*level);
            }
            _ => {}
        }
    }
}

fn escape_html(text: &str) -> String {
    // Escaping never fails.
    escape(text, Html).map(|text| text.to_string()).unwrap_or_default()
}

/// Parses Markdown. Headings get anchors as on GitHub, tables get scroll areas, and HTML other than line
/// breaks and anchors becomes text.
pub(super) fn parse(markdown: &str) -> Vec<Event<'_>> {
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    identify_headings(&mut events);
    let events = events.into_iter().flat_map(|event| match event {
        Event::InlineHtml(tag) if is_own(&tag) => vec![Event::InlineHtml(tag)],
        Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
        Event::Start(Tag::Table(_)) => {
            let region = r#"<div class="wide" role="region" aria-label="Table" tabindex="0">"#;
            vec![Event::Html(region.into()), event]
        }
        Event::End(TagEnd::Table) => vec![event, Event::Html("</div>\n".into())],
        other => vec![other],
    });
    events.collect()
}

pub(super) fn render<'e>(events: impl IntoIterator<Item = Event<'e>>) -> String {
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    // Marks the headers of columns for screen readers.
    text.replace("<th>", r#"<th scope="col">"#)
}

/// Returns the identity of an anchor; `None` for any other tag.
pub(super) fn anchor_id(tag: &str) -> Option<&str> {
    let id = tag.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\">"));
    id.filter(|id| !id.contains(['"', '<', '>']))
}

/// Returns whether a tag is a line break or an anchor.
fn is_own(tag: &str) -> bool {
    matches!(tag, "<br>" | "</a>") || anchor_id(tag).is_some()
}

pub(super) fn heading_text(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect()
}

/// Gives each heading an anchor. Repeated headings get a number.
fn identify_headings(events: &mut [Event<'_>]) {
    let mut taken = HashSet::new();
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inside = events[at..].iter();
        let inside = inside.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let end = at + inside.count();
        let title = heading_text(&events[at..end]);
        let slug = slug(&title);
        let numbered = (1..).map(|number| format!("{slug}-{number}"));
        let free = std::iter::once(slug.clone()).chain(numbered).find(|id| !taken.contains(id));
        let free = free.unwrap_or(slug);
        taken.insert(free.clone());
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(free.into());
        }
    }
}

/// Converts a text, in which backticks enclose code.
pub(super) fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let part = escape_html(part);
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html() {
        let table = [
            ("# A b\n\n## A b", "<h1 id=\"a-b\">A b</h1>\n<h2 id=\"a-b-1\">A b</h2>\n"),
            ("a<br>b", "<p>a<br>b</p>\n"),
            ("<a id=\"b--c\"></a>", "<p><a id=\"b--c\"></a></p>\n"),
            ("a <script>b</script>", "<p>a &lt;script&gt;b&lt;/script&gt;</p>\n"),
            ("<a id=\"\" onclick=\"b\">", "&lt;a id=\"\" onclick=\"b\"&gt;"),
            ("<script>b</script>", "&lt;script&gt;b&lt;/script&gt;"),
        ];
        for (markdown, expected) in table {
            assert_eq!(render(parse(markdown)), expected, "{markdown}");
        }
    }

    #[test]
    fn code_is_set_apart_and_everything_is_escaped() {
        let table = [
            ("plain", "plain"),
            ("the `url` and `a<b`", "the <code>url</code> and <code>a&#60;b</code>"),
            ("<b>&", "&#60;b&#62;&#38;"),
            ("one ` too many", "one <code> too many</code>"),
        ];
        for (text, expected) in table {
            assert_eq!(prose(text), expected);
        }
    }
}
