//! The contract as a book: a page for each operation, type and chapter, with the clauses that can be
//! searched and the cases that test them.
//!
//! It must not say anything of the contract by itself: its text is the reference that the contract's
//! own crate writes, taken apart at its headings.

use std::collections::{BTreeSet, HashMap};

use askama::filters::{Html, escape};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Tag, TagEnd};
use webdata_spec::{Spec, slug};

use super::context::REFERENCE;
use super::markdown::{events_of, html_of, place_of, text_of};
use crate::options::CaseLink;

const NOTE: &str = "Written by the reference server from the contract that it serves.";

/// The chapter that lists all others, which stands on the first page.
const CONTENTS: &str = "Contents";
/// The chapters whose sections are pages, with the level of the headings of these.
const TAKEN_APART: [(&str, HeadingLevel); 2] =
    [("Operations", HeadingLevel::H3), ("Types", HeadingLevel::H4)];

/// The book.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) pages: Vec<Page>,
    pub(super) clauses: Vec<ClauseLine>,
    by_path: HashMap<String, usize>,
    by_clause: HashMap<String, usize>,
}

/// A page of the book.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) path: String,
    pub(super) title: String,
    /// The chapter that it is a section of.
    pub(super) chapter: Option<&'static str>,
    pub(super) html: String,
    /// The cases that test its clauses, by their places in the list of all.
    pub(super) cases: Vec<usize>,
}

/// A clause, as a search finds it.
#[derive(Debug)]
pub(super) struct ClauseLine {
    pub(super) id: String,
    pub(super) says: String,
    pub(super) href: String,
    page: usize,
}

impl Reference {
    /// Makes the book of a contract.
    pub(super) fn new(spec: &Spec, cases: &[CaseLink]) -> Self {
        let markdown = spec.reference_page(NOTE);
        let known: BTreeSet<String> =
            spec.clauses().into_iter().map(|clause| clause.id.as_str().to_owned()).collect();
        let mut parts = split(&events_of(&markdown));
        let places = places(&parts);
        let mut clauses = Vec::new();
        let mut pages = Vec::new();
        for (index, part) in parts.iter_mut().enumerate() {
            lead(&mut part.events, &places);
            clauses.extend(mark_clauses(part, index, &known));
            raise_headings(&mut part.events);
            pages.push(Page {
                path: part.path.clone(),
                title: part.title.clone(),
                chapter: part.chapter,
                html: html_of(part.events.drain(..)),
                cases: Vec::new(),
            });
        }
        let by_path = pages.iter().enumerate().map(|(index, page)| (page.path.clone(), index));
        let by_path = by_path.collect();
        let by_clause = clauses.iter().enumerate();
        let by_clause =
            by_clause.map(|(index, line): (_, &ClauseLine)| (line.id.clone(), index)).collect();
        let mut book = Self { pages, clauses, by_path, by_clause };
        for (index, case) in cases.iter().enumerate() {
            let tested: BTreeSet<usize> =
                case.clauses.iter().filter_map(|id| Some(book.clause(id)?.page)).collect();
            let operation = case.id.split("::").next().unwrap_or_default();
            let operation = book.by_path.get(&path_of("Operations", operation)).copied();
            for page in tested.into_iter().chain(operation).collect::<BTreeSet<usize>>() {
                book.pages[page].cases.push(index);
            }
        }
        book
    }

    /// The page of a path.
    pub(super) fn page(&self, path: &str) -> Option<&Page> {
        self.by_path.get(path).and_then(|index| self.pages.get(*index))
    }

    /// The line of a clause.
    pub(super) fn clause(&self, id: &str) -> Option<&ClauseLine> {
        self.by_clause.get(id).and_then(|index| self.clauses.get(*index))
    }

    /// The clauses whose identity or text has all words.
    pub(super) fn search(&self, query: &str) -> Vec<&ClauseLine> {
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let has_all = |line: &&ClauseLine| {
            let text = format!("{} {}", line.id, line.says).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.clauses.iter().filter(has_all).collect()
    }
}

/// A page while it is made.
struct Part<'e> {
    path: String,
    title: String,
    chapter: Option<&'static str>,
    events: Vec<Event<'e>>,
}

impl Part<'_> {
    fn new(path: String, title: String, chapter: Option<&'static str>) -> Self {
        Self { path, title, chapter, events: Vec::new() }
    }
}

/// Where a section of a chapter is.
fn path_of(chapter: &str, title: &str) -> String {
    format!("{REFERENCE}/{}/{title}", slug(chapter))
}

/// Takes the text apart at the headings that begin a page.
fn split<'e>(events: &[Event<'e>]) -> Vec<Part<'e>> {
    let mut parts = vec![Part::new(REFERENCE.to_owned(), CONTENTS.to_owned(), None)];
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
        let end = events[at..].iter().position(|own| matches!(own, Event::End(TagEnd::Heading(_))));
        let title = text_of(&events[at..at + end.unwrap_or_default()]);
        let apart = TAKEN_APART.iter().find(|(name, _)| *name == parts[chapter].title);
        match (level, apart) {
            (HeadingLevel::H1, _) => {}
            (HeadingLevel::H2, _) if title == CONTENTS => {}
            (HeadingLevel::H2, _) => {
                let path = format!("{REFERENCE}/{}", slug(&title));
                parts.push(Part::new(path, title, None));
                chapter = parts.len() - 1;
                current = chapter;
            }
            (level, Some((name, own))) if level == *own => {
                let path = path_of(name, &title);
                let link = format!("<p><a href=\"{}\">{}</a></p>\n", html(&path), html(&title));
                parts[chapter].events.push(Event::Html(link.into()));
                parts.push(Part::new(path, title, Some(name)));
                current = parts.len() - 1;
            }
            (HeadingLevel::H3, Some(_)) => current = chapter,
            _ => {}
        }
        parts[current].events.push(event);
    }
    parts
}

/// The path of the page that each fragment is on.
fn places(parts: &[Part<'_>]) -> HashMap<String, String> {
    let mut places = HashMap::new();
    for part in parts {
        for event in &part.events {
            let id = match event {
                Event::Start(Tag::Heading { id: Some(id), .. }) => Some(id.as_ref()),
                Event::InlineHtml(tag) => place_of(tag),
                _ => None,
            };
            places.extend(id.map(|id| (id.to_owned(), part.path.clone())));
        }
    }
    places
}

/// Has links lead to the pages that their fragments are on now.
fn lead(events: &mut [Event<'_>], places: &HashMap<String, String>) {
    for event in events {
        if let Event::Start(Tag::Link { dest_url, .. }) = event
            && let Some(id) = dest_url.strip_prefix('#')
            && let Some(path) = places.get(id)
        {
            *dest_url = CowStr::from(format!("{path}#{id}"));
        }
    }
}

/// Makes a place of each clause in the tables of a page, and returns their lines.
fn mark_clauses(part: &mut Part<'_>, page: usize, known: &BTreeSet<String>) -> Vec<ClauseLine> {
    let mut lines: Vec<ClauseLine> = Vec::new();
    let mut marked = Vec::with_capacity(part.events.len());
    let mut row = Vec::new();
    let mut found: Option<String> = None;
    let mut is_cell_start = false;
    for event in part.events.drain(..) {
        match &event {
            Event::Start(Tag::TableRow) => (row, found) = (Vec::new(), None),
            Event::Start(Tag::TableCell) => row.push(String::new()),
            Event::Code(id) if is_cell_start && found.is_none() && known.contains(id.as_ref()) => {
                found = Some(id.to_string());
                let place = format!("<a id=\"clause--{}\"></a>", html(id));
                marked.push(Event::InlineHtml(place.into()));
                row.pop();
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(cell) = row.last_mut() {
                    cell.push_str(text);
                }
            }
            Event::End(TagEnd::TableRow) => {
                if let Some(id) = found.take() {
                    let says = row.iter().filter(|cell| !cell.is_empty()).cloned();
                    let says = says.collect::<Vec<_>>().join(": ");
                    let href = format!("{}#clause--{id}", part.path);
                    lines.push(ClauseLine { id, says, href, page });
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

/// Has the first heading of a page be of the first level, and those below it follow.
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

/// A text as HTML.
fn html(text: &str) -> String {
    // Escaping a text never fails.
    escape(text, Html).map(|text| text.to_string()).unwrap_or_default()
}
