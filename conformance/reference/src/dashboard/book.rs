//! The book of the contract as it is served: its pages, the search over clauses, and the cases.
//!
//! It must not make the book.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use serde::Deserialize;

use super::context::{DASHBOARD, Dashboard, OPEN_API, REFERENCE};
use super::examples::RESERVED;
use super::html_response::{STYLE, html_response};
use super::reference::{ClauseLine, Page, Reference};
use crate::http::pipeline;
use crate::options::CaseLink;

/// Where clauses are searched, and where cases are.
const SEARCH: &str = "/reference/search";
const CASES: &str = "/reference/cases/";

/// The most clauses that a search shows.
const SHOWN: usize = 200;

#[derive(Template)]
#[template(path = "contract.html")]
struct Contract<'p> {
    title: &'p str,
    /// What the contract is called.
    name: String,
    style: &'static str,
    home: &'static str,
    reference: &'static str,
    open_api: &'static str,
    search: &'static str,
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
#[template(path = "found.html")]
struct Found<'p> {
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

/// What is searched.
#[derive(Debug, Deserialize)]
pub(super) struct Searched {
    #[serde(default)]
    q: String,
}

/// A page of the book, the result of a search, or a case.
pub(super) async fn page(
    State(dashboard): State<Dashboard>,
    Query(searched): Query<Searched>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    // An operation of the contract goes first.
    if !dashboard.has(&path) {
        return pipeline::handle(State(Arc::clone(&dashboard.backend)), request).await;
    }
    let spec = &dashboard.backend.contract.spec;
    let book = dashboard.documents.reference.get_or_init(|| Reference::new(spec, &dashboard.cases));
    let shown = match path.strip_prefix(CASES) {
        Some(id) => case(&dashboard, book, &percent_decode_str(id).decode_utf8_lossy()),
        None if path == SEARCH => Some(("Search".to_owned(), found(book, &searched.q))),
        None => book.page(&path).map(|own| (own.title.clone(), whole(&dashboard, own))),
    };
    let Some((title, content)) = shown else {
        return (StatusCode::NOT_FOUND, "the contract has no such page\n").into_response();
    };
    html_response(content.and_then(|content| {
        let whole = Contract {
            title: &title,
            name: format!("{} {}", spec.service.name, spec.service.version),
            style: STYLE,
            home: DASHBOARD,
            reference: REFERENCE,
            open_api: OPEN_API,
            search: SEARCH,
            query: &searched.q,
            path: &path,
            content,
            book,
        };
        whole.render()
    }))
}

/// A page with the cases that test it.
fn whole(dashboard: &Dashboard, page: &Page) -> askama::Result<String> {
    let cases = page.cases.iter().filter_map(|index| dashboard.cases.get(*index));
    let cases: Vec<_> = cases
        .map(|case| (case, format!("{CASES}{}", utf8_percent_encode(&case.id, RESERVED))))
        .collect();
    let listed = if cases.is_empty() { String::new() } else { CaseList { cases }.render()? };
    Ok(format!("{}{listed}", page.html))
}

/// What a search finds.
fn found(book: &Reference, query: &str) -> askama::Result<String> {
    let clauses = book.search(query);
    let count = clauses.len();
    Found { query, clauses: &clauses[..count.min(SHOWN)], count }.render()
}

/// A case, where there is one of this identity.
fn case(
    dashboard: &Dashboard,
    book: &Reference,
    id: &str,
) -> Option<(String, askama::Result<String>)> {
    let case = dashboard.cases.iter().find(|case| case.id == id)?;
    let clauses = case.clauses.iter().map(|id| (id.as_str(), book.clause(id))).collect();
    Some((case.id.clone(), Case { id: &case.id, clauses }.render()))
}
