//! The reference docs of a contract: one web page, which a browser can search.
//!
//! `webdata-spec` writes them as Markdown, and this module converts them to HTML. HTML in the Markdown is escaped, except
//! for line breaks and anchors.

use std::collections::HashSet;

use askama::Template;
use askama::filters::{Html, escape};
use axum::extract::State;
use axum::response::Response;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use webdata_spec::slug;
use webdata_spec::web_page::breakable;

use crate::dashboard::{DASHBOARD, Dashboard, OPEN_API, STYLE, html_response};

const NOTE: &str = "Written by the reference server from the contract that it serves.";

#[derive(Template)]
#[template(path = "contract.html")]
struct Contract<'p> {
    /// The name and the version of the contract.
    name: String,
    content: &'p str,
}

/// Responds with the reference docs, which are rendered at the first request.
pub(super) async fn page(State(dashboard): State<Dashboard>) -> Response {
    let spec = &dashboard.backend.contract.spec;
    let content = dashboard.reference.get_or_init(|| render(parse(&spec.reference_page(NOTE))));
    let name = format!("{} {}", spec.service.name, spec.service.version);
    html_response(Contract { name, content }.render())
}

fn escape_html(text: &str) -> String {
    // Escaping never fails.
    escape(text, Html).map(|text| text.to_string()).unwrap_or_default()
}

/// Parses Markdown. Headings get anchors as on GitHub. Tables get scroll areas, and cells the heading of their column as a
/// label. HTML other than line breaks and anchors becomes text.
fn parse(markdown: &str) -> Vec<Event<'_>> {
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
    let mut events: Vec<Event<'_>> = events.collect();
    label_cells(&mut events);
    events
}

fn render<'e>(events: impl IntoIterator<Item = Event<'e>>) -> String {
    let events = events.into_iter().map(|event| match event {
        Event::Code(name) => Event::InlineHtml(format!("<code>{}</code>", breakable(name)).into()),
        Event::Text(text) => Event::InlineHtml(breakable(text).into()),
        other => other,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    // Marks the headers of columns for screen readers.
    text.replace("<th>", r#"<th scope="col">"#)
}

/// Returns the identity of an anchor; `None` for any other tag.
fn anchor_id(tag: &str) -> Option<&str> {
    let id = tag.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\">"));
    id.filter(|id| !id.contains(['"', '<', '>']))
}

/// Returns whether a tag is a line break or an anchor.
fn is_own(tag: &str) -> bool {
    matches!(tag, "<br>" | "</a>") || anchor_id(tag).is_some()
}

fn heading_text(events: &[Event<'_>]) -> String {
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

/// Labels each cell of a table, except the first of a row, with the heading of its column.
fn label_cells(events: &mut [Event<'_>]) {
    let (mut headings, mut column, mut start) = (Vec::new(), 0, 0);
    let mut is_head = false;
    for at in 0..events.len() {
        match &events[at] {
            Event::Start(Tag::TableHead) => (is_head, headings) = (true, Vec::new()),
            Event::End(TagEnd::TableHead) => is_head = false,
            Event::Start(Tag::TableRow) => column = 0,
            Event::Start(Tag::TableCell) => start = at,
            Event::End(TagEnd::TableCell) if is_head => {
                headings.push(escape_html(&heading_text(&events[start..at])));
            }
            Event::End(TagEnd::TableCell) => {
                if let Some(label) = headings.get(column).filter(|_| column > 0) {
                    events[start] = Event::Html(format!("<td data-label=\"{label}\">").into());
                    events[at] = Event::Html("</td>".into());
                }
                column += 1;
            }
            _ => {}
        }
    }
}

/// Converts a text to HTML. Backticks in the text enclose code.
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
            (
                "|A|B|\n|-|-|\n|a|`b.c`|",
                "<div class=\"wide\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table><thead>\
                <tr><th scope=\"col\">A</th><th scope=\"col\">B</th></tr></thead><tbody>\n<tr><td>a</td>\
                <td data-label=\"B\"><code>b.<wbr>c</code></td></tr>\n</tbody></table>\n</div>\n",
            ),
            ("a<br>b", "<p>a<br>b</p>\n"),
            ("<a id=\"b--c\"></a>", "<p><a id=\"b--c\"></a></p>\n"),
            ("a <script>b</script>", "<p>a &lt;script&gt;b&lt;/script&gt;</p>\n"),
            ("<a id=\"\" onclick=\"b\">", "&lt;a id=&quot;&quot; onclick=&quot;b&quot;&gt;"),
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
