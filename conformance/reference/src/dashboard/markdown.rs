//! Markdown of ours as HTML.
//!
//! It must not let anything through as HTML that Markdown has a word for.

use std::collections::HashSet;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use webdata_spec::slug;

/// Reads Markdown: headings are reached as on GitHub, tables scroll by themselves, and all HTML in it
/// is text but what Markdown has no word for.
pub(super) fn events_of(markdown: &str) -> Vec<Event<'_>> {
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

/// Writes what was read as HTML.
pub(super) fn html_of<'e>(events: impl IntoIterator<Item = Event<'e>>) -> String {
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    // The head of each column.
    text.replace("<th>", r#"<th scope="col">"#)
}

/// The fragment that an element is reached by, where a tag is one that makes a place.
pub(super) fn place_of(tag: &str) -> Option<&str> {
    let id = tag.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\">"));
    id.filter(|id| !id.contains(['"', '<', '>']))
}

/// Whether a tag breaks a line or is a place that links lead to.
fn is_own(tag: &str) -> bool {
    matches!(tag, "<br>" | "</a>") || place_of(tag).is_some()
}

/// The text in a heading, or in anything else that begins there.
pub(super) fn text_of(events: &[Event<'_>]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect()
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
        let end = at + inside.count();
        let title = text_of(&events[at..end]);
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
            assert_eq!(html_of(events_of(markdown)), expected, "{markdown}");
        }
    }
}
