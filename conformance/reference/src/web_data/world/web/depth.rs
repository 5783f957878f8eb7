//! Checks how deep the elements of a web page are nested.
//!
//! A page whose tags alone show that it is too deep is not parsed, because parsing would take long.

use scraper::Html;

/// The deepest nesting of nodes in a web page. It is deeper than in any real page, and safe for code that
/// walks a page by recursion.
pub(super) const MAX_DEPTH: usize = 256;

/// The largest number of open elements in a page that is parsed, since each of them slows the parser down.
/// Real pages leave some elements open that no end tag closes.
const MAX_OPEN: usize = 2000;

/// The elements that have neither content nor an end tag.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// The elements whose end tag may be left out.
const OPTIONAL_END_TAG: [&str; 12] =
    ["dd", "dt", "li", "optgroup", "option", "p", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// Returns whether a web page is nested too deep.
pub(super) fn is_too_deep(html: &str) -> bool {
    opens_many(html) || depth(&Html::parse_document(html)) > MAX_DEPTH
}

/// Returns whether the tags of a web page leave more than [`MAX_OPEN`] elements open at once. The scan does not
/// parse HTML: it counts tags in comments, too, and can be deceived.
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
            let goes_on = |open: &&str| !is_same(open) && is_one_of(&OPTIONAL_END_TAG, open);
            let at = open.iter().rposition(|open| !goes_on(open));
            if let Some(at) = at.filter(|at| is_same(open[*at])) {
                open.truncate(at);
            }
            continue;
        }
        let continues = open.last().is_some_and(|last| is_same(last));
        let has_no_end = is_one_of(&VOID, name)
            || (continues && is_one_of(&OPTIONAL_END_TAG, name))
            // Inside SVG and MathML, and only there, a tag may close itself.
            || (tag.ends_with('/') && open.iter().any(|open| is_one_of(&["svg", "math"], open)));
        if !has_no_end {
            open.push(name);
        }
        if open.len() > MAX_OPEN {
            return true;
        }
    }
    false
}

/// Returns whether `names` contains the name of an element, in any letter case.
fn is_one_of(names: &[&str], element: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(element))
}

/// Returns the depth of the deepest node in a document.
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
        let many = |text: &str| text.repeat(MAX_OPEN + 1);
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
