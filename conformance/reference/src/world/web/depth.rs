//! Whether the elements of a page stand too deep inside each other.
//!
//! It must not read a page whose tags alone tell so, since that would take long.

use scraper::Html;

/// The most nodes inside each other on a page: more than on any that people write, and few enough for
/// what walks down a page by recursion.
pub(super) const MOST_DEPTH: usize = 256;

/// The most elements that are open at once on a page that is read at all, since reading takes longer
/// for each. Pages that people write leave some open that no end tag closes.
const MOST_OPEN: usize = 2000;

/// The elements that have no content, and need no end.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// The elements whose end tag may be left out.
const ENDS_BY_ITSELF: [&str; 12] =
    ["dd", "dt", "li", "optgroup", "option", "p", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// Whether nothing can be made of a page.
pub(super) fn is_too_deep(html: &str) -> bool {
    opens_many(html) || depth(&Html::parse_document(html)) > MOST_DEPTH
}

/// Whether more elements are open at once than a page may have that is read, as its tags tell. It
/// does not know what a tag means: one in a comment counts as well, so that it can be deceived.
fn opens_many(html: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let (is_end, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        if !tag.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let name = tag.split(|end: char| end.is_ascii_whitespace() || end == '/').next();
        let name = name.unwrap_or_default();
        let is_same = |other: &str| other.eq_ignore_ascii_case(name);
        if is_end {
            let goes_on = |open: &&str| !is_same(open) && is_one_of(&ENDS_BY_ITSELF, open);
            let at = open.iter().rposition(|open| !goes_on(open));
            if let Some(at) = at.filter(|at| is_same(open[*at])) {
                open.truncate(at);
            }
            continue;
        }
        let continues = open.last().is_some_and(|last| is_same(last));
        let has_no_end = is_one_of(&VOID, name)
            || (continues && is_one_of(&ENDS_BY_ITSELF, name))
            // In a drawing or a formula, and only there, a tag may say that it has no content.
            || (tag.ends_with('/') && open.iter().any(|open| is_one_of(&["svg", "math"], open)));
        if !has_no_end {
            open.push(name);
        }
        if open.len() > MOST_OPEN {
            return true;
        }
    }
    false
}

/// Whether an element has one of some names.
fn is_one_of(names: &[&str], element: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(element))
}

/// How deep the nodes of a document stand inside each other.
fn depth(document: &Html) -> usize {
    let mut deepest = 0;
    let mut open = vec![(document.tree.root(), 0)];
    while let Some((node, depth)) = open.pop() {
        deepest = deepest.max(depth);
        open.extend(node.children().map(|child| (child, depth + 1)));
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_checked_before_it_is_read() {
        let many = |text: &str| text.repeat(MOST_OPEN + 1);
        let table = [
            (many("<div>"), true),
            (many("<b><i>"), true),
            (many("<DIV/>"), true),
            (many("<a:b></a>"), true),
            (many("<div></span>"), true),
            (many("<div class=\"a\"><br><img src=a></DIV >"), false),
            (format!("<ul>{}</ul>", many("<li>a")), false),
            (many("<ul><li>a<p>b</ul>"), false),
            (many("<table><tr><td>a<td>b<tr><td>c</table>"), false),
            (format!("<table>{}</table>", many("<tr><td>a</tr>")), false),
            (format!("<svg>{}</svg>", many("<path d=\"a\"/>")), false),
            (many("1 < 2 <!-- a --> <3 </> "), false),
        ];
        for (html, expected) in table {
            assert_eq!(opens_many(&html), expected, "{}", &html[..40]);
        }
    }
}
