//! The pages of the contract: its chapters, the search for clauses, and the cases of the suite.
//!
//! This module does not build the pages; `reference` does.

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

/// The paths of the search and of the cases.
const SEARCH: &str = "/reference/search";
const CASES: &str = "/reference/cases/";

/// The largest number of clauses in a search result.
const MAX_RESULTS: usize = 200;

#[derive(Template)]
#[template(path = "contract.html")]
struct Contract<'p> {
    title: &'p str,
    /// The name and the version of the contract.
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

/// The query of a search.
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
    let book = dashboard.documents.reference.get_or_init(|| Reference::new(spec, &dashboard.cases));
    let shown = match path.strip_prefix(CASES) {
        Some(id) => render_case(&dashboard, book, &percent_decode_str(id).decode_utf8_lossy()),
        None if path == SEARCH => Some(("Search".to_owned(), render_search(book, &search.q))),
        None => book.page(&path).map(|page| (page.title.clone(), render_page(&dashboard, page))),
    };
    let Some((title, content)) = shown else {
        return (StatusCode::NOT_FOUND, "the contract has no such page\n").into_response();
    };
    html_response(content.and_then(|content| {
        let page = Contract {
            title: &title,
            name: format!("{} {}", spec.service.name, spec.service.version),
            style: STYLE,
            home: DASHBOARD,
            reference: REFERENCE,
            open_api: OPEN_API,
            search: SEARCH,
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

/// Returns the HTML of a search result.
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
    let clauses = case.clauses.iter().map(|id| (id.as_str(), book.clause(id))).collect();
    Some((case.id.clone(), Case { id: &case.id, clauses }.render()))
}
