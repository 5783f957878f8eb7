//! The markdown of a web page: headings, paragraphs, lists, quotes, code, tables, links, images and emphasis. Of the
//! characters that mean something in markdown, only `|` in tables is escaped.

use scraper::node::Node;
use scraper::{ElementRef, Html};

/// Elements that belong to the line of the text around them.
const INLINE: &str = "a abbr b bdi bdo br button cite code data del dfn em i img input ins kbd label mark q s samp \
                      small span strong sub sup time u var wbr";
/// Elements that are not shown.
const HIDDEN: &str = "head script style noscript template";
/// A line break within a line of text. The parser of HTML leaves no such character in a text.
const BREAK: char = '\0';

/// Returns the markdown of a document. `excludeTags` may have removed any element, even the root.
pub(super) fn render(document: &Html) -> String {
    let elements = document.tree.root().children().filter_map(ElementRef::wrap);
    elements.flat_map(blocks).collect::<Vec<_>>().join("\n\n")
}

/// Returns the blocks of an element: paragraphs, lists and the like.
fn blocks(element: ElementRef<'_>) -> Vec<String> {
    let (mut blocks, mut line) = (Vec::new(), String::new());
    for node in element.children() {
        match (node.value(), ElementRef::wrap(node)) {
            (Node::Text(text), _) => line.push_str(text),
            (_, Some(child)) if is_one_of(child, HIDDEN) => {}
            (_, Some(child)) if is_one_of(child, INLINE) => line.push_str(&inline(child)),
            (_, Some(child)) => {
                blocks.push(collapsed(&std::mem::take(&mut line)));
                blocks.extend(block(child));
            }
            (_, None) => {}
        }
    }
    blocks.push(collapsed(&line));
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// Returns the blocks of an element that is not part of a line.
fn block(element: ElementRef<'_>) -> Vec<String> {
    let name = element.value().name();
    match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            let level = name.bytes().last().map_or(1, |digit| usize::from(digit - b'0'));
            vec![format!("{} {}", "#".repeat(level), text(element))]
        }
        "ul" | "ol" => {
            let items = element.child_elements().filter(|child| child.value().name() == "li");
            let numbered = (1..).zip(items);
            let items = numbered.map(|(number, item)| {
                let marker = if name == "ol" { format!("{number}. ") } else { "- ".to_owned() };
                let lines = blocks(item).join("\n");
                marker.clone() + &lines.replace('\n', &format!("\n{}", " ".repeat(marker.len())))
            });
            vec![items.collect::<Vec<_>>().join("\n")]
        }
        "blockquote" => {
            let quoted = blocks(element).join("\n\n");
            vec![quoted.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")]
        }
        "pre" => vec![format!("```\n{}\n```", element.text().collect::<String>().trim_end())],
        "hr" => vec!["---".to_owned()],
        "table" => vec![table(element)],
        _ => blocks(element),
    }
}

fn table(element: ElementRef<'_>) -> String {
    let rows = element.descendent_elements().filter(|row| row.value().name() == "tr");
    let rows = rows.map(|row| {
        let cells = row.child_elements().map(|cell| text(cell).replace('|', "\\|"));
        cells.collect::<Vec<_>>()
    });
    let mut lines = Vec::new();
    for row in rows {
        lines.push(format!("| {} |", row.join(" | ")));
        if lines.len() == 1 {
            lines.push(format!("|{}", " --- |".repeat(row.len())));
        }
    }
    lines.join("\n")
}

/// Returns the markdown of an inline element and its content.
fn inline(element: ElementRef<'_>) -> String {
    let inner = || {
        let parts = element.children().map(|node| match (node.value(), ElementRef::wrap(node)) {
            (Node::Text(text), _) => text.to_string(),
            (_, Some(child)) if !is_one_of(child, HIDDEN) => inline(child),
            _ => String::new(),
        });
        parts.collect::<String>()
    };
    // Marks such as `**` enclose the text without the white space around it.
    let marked = |before: &str, after: &str| {
        let inner = inner();
        match inner.trim() {
            "" => inner,
            trimmed => inner.replacen(trimmed, &format!("{before}{trimmed}{after}"), 1),
        }
    };
    let attribute = |name| element.attr(name).unwrap_or_default();
    match element.value().name() {
        "b" | "strong" => marked("**", "**"),
        "i" | "em" => marked("*", "*"),
        "code" => marked("`", "`"),
        "a" if !attribute("href").is_empty() => marked("[", &format!("]({})", attribute("href"))),
        "img" => format!("![{}]({})", attribute("alt"), attribute("src")),
        "br" => BREAK.to_string(),
        _ => inner(),
    }
}

/// Returns the text of an element as one line.
fn text(element: ElementRef<'_>) -> String {
    blocks(element).join(" ").replace('\n', " ")
}

fn is_one_of(element: ElementRef<'_>, names: &str) -> bool {
    names.split(' ').any(|name| name == element.value().name())
}

/// Returns text with one space in place of any white space, as browsers show it, and a new line for each [`BREAK`].
fn collapsed(line: &str) -> String {
    let lines = line.split(BREAK).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
