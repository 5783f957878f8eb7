//! The page for people: every clause is on it once, every link leads somewhere, and no text of the contract
//! breaks a table.

use std::collections::{HashMap, HashSet};

use webdata_spec::Spec;
use webdata_spec::model::{
    ErrorText, Keyword, Observation, Operand, Pattern, Schema, Shape, SituationResponse,
};

use crate::support::{allotments, drafts, library, parcels, service};

const NOTE: &str = "Written by a test.";

/// Texts that Markdown or HTML would interpret if they were not escaped.
const NASTY: &[&str] = &[
    "a | b",
    "`a | b`",
    "`a\\|b`",
    "a \\| b\\",
    "`",
    "``",
    "```",
    "` a | b",
    "`x` ` | `y`",
    "\\`|`",
    "<b>|</b> <!-- | --> <a id=\"x\"></a>",
    "two\nlines\r\n| --- |\n\n# three",
    "\t| --- | --- |",
    "# heading",
    "- item",
    "1. item",
    "[a](#nowhere) ![b](#nowhere) [c]: #nowhere",
    "`[a](#nowhere)`",
    "*a* _b_ ~c~ &lt; &#124;",
    "",
];

#[test]
fn the_page_of_the_service_is_complete() {
    check("of the service", &service());
}

#[test]
fn the_page_of_the_library_is_complete() {
    check("of the library", &library());
}

#[test]
fn the_page_of_the_allotments_is_complete() {
    check("of the allotments", &allotments());
}

#[test]
fn the_page_of_the_parcels_is_complete() {
    check("of the parcels", &parcels());
}

#[test]
fn the_page_of_the_drafts_is_complete() {
    check("of the drafts", &drafts());
}

#[test]
fn no_text_of_a_contract_breaks_the_page() {
    for contract in [service(), library(), parcels(), drafts(), allotments()] {
        let with = |text: &str| {
            let mut spec = contract.clone();
            replace_texts(text, &mut spec);
            spec
        };
        let shape = outline(&with("plain").reference_page(NOTE));
        for nasty in NASTY {
            let spec = with(nasty);
            let name = format!("with {nasty:?}");
            check(&name, &spec);
            let written = outline(&spec.reference_page(NOTE));
            // An empty text removes columns and paragraphs.
            if !nasty.is_empty() {
                assert_eq!(written, shape, "{name}");
            }
        }
    }
}

fn check(name: &str, spec: &Spec) {
    let page = spec.reference_page(NOTE);
    assert_eq!(page, spec.reference_page(NOTE), "{name}: rendered twice, with two results");
    let identities = identities(name, &page);
    let clauses = spec.clauses();
    for clause in clauses.values() {
        let count = identities.get(clause.id.as_str()).copied().unwrap_or_default();
        assert_eq!(count, 1, "{name}: how often `{}` is on the page", clause.id);
    }
    assert_eq!(identities.len(), clauses.len(), "{name}: identities without a clause");
    let anchors = anchors(name, &page);
    for link in page.lines().flat_map(links) {
        assert!(anchors.contains(&link), "{name}: a link to `#{link}`, which does not exist");
    }
    assert!(!page.contains("Further clauses"), "{name}: clauses without a section");
}

/// Counts each identity in the columns of clauses, and checks the tables.
fn identities(name: &str, page: &str) -> HashMap<String, usize> {
    let mut identities = HashMap::new();
    for block in page.split("\n\n") {
        let mut rows = block.lines().filter(|line| line.starts_with('|')).map(cells);
        let Some(heads) = rows.next() else { continue };
        assert!(block.lines().all(|line| line.starts_with('|')), "{name}: a broken table: {block}");
        let dashes = rows.next().unwrap_or_default();
        assert!(dashes.iter().all(|dash| dash == "---"), "{name}: not a table: {block}");
        assert_eq!(heads.len(), dashes.len(), "{name}: {heads:?}");
        let column = heads.iter().position(|head| head == "Clause");
        for row in rows {
            assert_eq!(row.len(), heads.len(), "{name}: {row:?} under {heads:?}");
            if let Some(cell) = column.map(|column| &row[column]) {
                let id = cell.trim_start_matches('`').trim_end_matches('`');
                *identities.entry(id.to_owned()).or_default() += 1;
            }
        }
    }
    identities
}

/// Splits a row into its cells. A bar after a backslash does not end a cell.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut before = '|';
    for letter in row.trim_start_matches('|').chars() {
        match cells.last_mut().filter(|_| letter != '|' || before == '\\') {
            Some(cell) => cell.push(letter),
            None => cells.push(String::new()),
        }
        before = letter;
    }
    // Nothing follows the last bar.
    cells.pop();
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Returns every anchor that links may lead to: headings by GitHub's rule, and anchors in tables.
fn anchors(name: &str, page: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    let mut add = |anchor: String| {
        assert!(anchors.insert(anchor.clone()), "{name}: two anchors `{anchor}`");
    };
    let mut count: HashMap<String, usize> = HashMap::new();
    for heading in page.lines().filter(|line| line.starts_with('#')) {
        let text = heading.trim_start_matches('#').trim().replace('\\', "");
        let kept = text.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        let slug = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let earlier = count.entry(slug.clone()).or_default();
        add(if *earlier == 0 { slug } else { format!("{slug}-{earlier}") });
        *earlier += 1;
    }
    for part in page.split("| <a id=\"").skip(1) {
        add(part.split('"').next().unwrap_or_default().to_owned());
    }
    anchors
}

/// Returns the targets of the links of a line.
fn links(line: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['`', '\\', ']']) {
        let (sign, after) = (&rest[at..=at], &rest[at + 1..]);
        rest = match sign {
            "`" => after.split_once('`').map_or("", |(_, after)| after),
            "\\" => after.get(1..).unwrap_or_default(),
            _ => {
                let target = after.strip_prefix("(#").and_then(|link| link.split_once(')'));
                links.extend(target.map(|(target, _)| target.to_owned()));
                after
            }
        };
    }
    links
}

/// Returns the headings, and the kind of each block of the page, without its texts.
fn outline(page: &str) -> Vec<String> {
    let kind = |block: &str| match block.chars().next() {
        Some('#') => block.to_owned(),
        Some('|') => format!("a table of {} lines", block.lines().count()),
        Some('-') => format!("a list of {} lines", block.lines().count()),
        _ => format!("{} lines of text", block.lines().count()),
    };
    page.split("\n\n").map(kind).collect()
}

/// Replaces every text of a contract.
fn replace_texts(text: &str, spec: &mut Spec) {
    let text = || text.to_owned();
    (spec.service.doc, spec.service.source) = (text(), text());
    spec.service.behaviour.values_mut().for_each(|statement| *statement = text());
    spec.service.team_states.values_mut().for_each(|state| state.doc = text());
    for row in spec.errors.values_mut() {
        (row.cause, row.source, row.code) = (text(), text(), Some(text()));
        row.text = match row.text {
            ErrorText::Exact(_) => ErrorText::Exact(text()),
            ErrorText::Free(_) => ErrorText::Free(text()),
            ErrorText::Described(_) => ErrorText::Described(text()),
            ErrorText::NotShown => ErrorText::NotShown,
        };
    }
    spec.types.values_mut().for_each(|named_type| {
        named_type.schema.for_each_mut(&mut |schema| replace_texts_in_schema(&text(), schema));
    });
    for operation in spec.operations.values_mut() {
        (operation.doc, operation.source) = (text(), text());
        operation.effects.iter_mut().for_each(|effect| effect.doc = text());
        operation.refusals.iter_mut().for_each(|refusal| refusal.doc = text());
        operation.behaviour.values_mut().for_each(|statement| *statement = text());
        for situation in &mut operation.situations {
            situation.doc = text();
            if let SituationResponse::Success(success) = &mut situation.response {
                success.says = Some(text());
                success.words.push(text());
                success.anywhere.insert(text(), text().into());
            }
        }
    }
    for lifecycle in &mut spec.lifecycles {
        lifecycle.transitions.iter_mut().for_each(|step| step.source = text());
        for situation in &mut lifecycle.situations {
            situation.doc = text();
            if let SituationResponse::Success(success) = &mut situation.response {
                success.says = Some(text());
                success.members.insert(text(), text().into());
            }
        }
    }
    spec.limits.values_mut().for_each(|limit| limit.doc = text());
    spec.charges.values_mut().for_each(|charge| charge.doc = text());
    for channel in spec.channels.values_mut() {
        channel.doc = text();
        channel.events.values_mut().for_each(|event| event.doc = text());
    }
    for gap in spec.gaps.values_mut() {
        gap.question = text();
        if let Observation::Unobservable(reason) = &mut gap.observation {
            *reason = text();
        }
    }
}

fn replace_texts_in_schema(text: &str, schema: &mut Schema) {
    (schema.doc, schema.source) = (text.to_owned(), text.to_owned());
    match &mut schema.default_description {
        Some(description) => *description = text.to_owned(),
        None => schema.default = Some(text.into()),
    }
    schema.behaviour.values_mut().for_each(|statement| *statement = text.to_owned());
    match &mut schema.shape {
        Shape::Enum(values) => values.iter_mut().for_each(|value| *value = text.to_owned()),
        Shape::String => {
            schema.set_constraint(Keyword::Pattern, Some(Operand::Pattern(Pattern::new(text))));
        }
        Shape::Object(object) => {
            object.rules.iter_mut().for_each(|rule| rule.doc = text.to_owned());
            object.refusals.iter_mut().for_each(|refusal| refusal.doc = text.to_owned());
        }
        _ => {}
    }
}
