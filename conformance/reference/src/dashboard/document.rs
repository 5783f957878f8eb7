//! The contract, to be read: its reference as a page, and OpenAPI.
//!
//! It must not say anything of the contract by itself: both are views that the contract's own crate
//! makes.

use std::collections::HashSet;

use askama::Template;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use webdata_spec::slug;

use crate::contract::bindings;

use super::context::{DASHBOARD, Dashboard, OPEN_API};
use super::html_response::{STYLE, html_response};

const NOTE: &str = "Written by the reference server from the contract that it serves.";

#[derive(Template)]
#[template(path = "contract.html")]
struct Contract<'p> {
    title: String,
    style: &'static str,
    home: &'static str,
    open_api: &'static str,
    contract: &'p str,
}

pub(super) async fn reference(State(dashboard): State<Dashboard>) -> Response {
    let spec = &dashboard.backend.contract.spec;
    let contract =
        dashboard.documents.reference.get_or_init(|| html_of(&spec.reference_page(NOTE)));
    let (name, version) = (&spec.service.name, &spec.service.version);
    let whole = Contract {
        title: format!("{name} {version}: contract reference"),
        style: STYLE,
        home: DASHBOARD,
        open_api: OPEN_API,
        contract,
    };
    html_response(whole.render())
}

/// Returns the contract as OpenAPI, with this server's address and every operation that it offers.
pub(super) async fn open_api(
    State(dashboard): State<Dashboard>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let spec = &dashboard.backend.contract.spec;
    let address = dashboard.address(&uri, &headers);
    let document = spec.open_api_of_server(&address, &bindings::bound(spec));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, format!("{document:#}\n")).into_response()
}

/// Markdown of ours as HTML: headings are reached as on GitHub, tables scroll by themselves, and all
/// HTML in it is text but what Markdown has no word for.
fn html_of(markdown: &str) -> String {
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
    let mut text = String::new();
    html::push_html(&mut text, events);
    // The head of each column.
    text.replace("<th>", r#"<th scope="col">"#)
}

/// Whether a tag breaks a line or is a place that links lead to.
fn is_own(tag: &str) -> bool {
    let id = tag.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\">"));
    matches!(tag, "<br>" | "</a>") || id.is_some_and(|id| !id.contains(['"', '<', '>']))
}

/// Gives each heading the fragment that it is reached by: of several that are alike, the later ones
/// have a number behind it.
fn identify_headings(events: &mut [Event<'_>]) {
    let mut taken = HashSet::new();
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inside = events[at..].iter();
        let inside = inside.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
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
            assert_eq!(html_of(markdown), expected, "{markdown}");
        }
    }
}
