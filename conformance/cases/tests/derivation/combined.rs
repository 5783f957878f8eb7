//! Tests keywords that stand next to each other: each clause has a case, or a reason why it has none.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use webdata_cases::case::Body;
use webdata_cases::coverage::{UncoveredReason, coverage};
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;
use webdata_spec::model::Keyword;

/// Returns the contract of cards with these further properties of an update.
fn contract(properties: &str) -> Spec {
    let mut pages = crate::pages("codegen/tests/contracts/cards");
    let page = pages.iter_mut().find(|page| page.name == "types/card.toml").expect("the page");
    let heading = "[CardUpdate.properties]\n";
    assert!(page.text.contains(heading));
    page.text = page.text.replacen(heading, &format!("{heading}{properties}"), 1);
    crate::read(&pages)
}

/// Keywords for a type of values, none of which excludes another.
const KINDS: [(&str, &[&str]); 4] = [
    (
        "type = \"string\"",
        &[
            "minLength = 24",
            "maxLength = 40",
            "pattern = \"^[a-z][a-z0-9:/.@-]*$\"",
            "format = \"uri\"",
            "format = \"email\"",
            "format = \"hostname\"",
        ],
    ),
    (
        "type = \"string\"",
        &[
            "minLength = 3",
            "maxLength = 60",
            "format = \"uuid\"",
            "format = \"date\"",
            "format = \"ipv6\"",
            "format = \"time\"",
            "format = \"json-pointer\"",
            "format = \"duration\"",
            "format = \"regex\"",
        ],
    ),
    (
        "type = \"integer\"",
        &[
            "minimum = 5",
            "maximum = 50",
            "exclusiveMinimum = 4",
            "exclusiveMaximum = 51",
            "multipleOf = 5",
        ],
    ),
    (
        "type = \"array\", items = { type = \"integer\", minimum = 1 }",
        &[
            "minItems = 2",
            "maxItems = 5",
            "uniqueItems = true",
            "contains = { type = \"integer\", minimum = 10 }",
        ],
    ),
];

/// Keywords of which a schema has one at most.
const ONE_OF: [[&str; 2]; 3] =
    [["format", "format"], ["minimum", "exclusiveMinimum"], ["maximum", "exclusiveMaximum"]];

#[test]
fn each_keyword_of_a_pair_has_a_case_or_a_reason() {
    let mut properties = String::new();
    let name = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    for (kind, keywords) in KINDS {
        for (index, one) in keywords.iter().enumerate() {
            for other in &keywords[index + 1..] {
                if !ONE_OF.contains(&[&name(one), &name(other)]) {
                    let number = properties.lines().count();
                    writeln!(properties, "pair{number} = {{ {kind}, {one}, {other} }}")
                        .expect("strings can be written");
                }
            }
        }
    }
    let spec = contract(&properties);
    let all_coverage = coverage(&spec, &derive(&spec), &Exemptions::default());
    let missing = all_coverage.iter().filter(|coverage| coverage.is_missing());
    let missing: Vec<String> = missing
        .filter_map(|coverage| {
            let path = coverage.clause.id.as_str().strip_prefix("CardUpdate.")?;
            let line = properties.lines().find(|line| path.starts_with(&(name(line) + ".")))?;
            Some(format!("{path}: {line}"))
        })
        .collect();
    assert!(missing.is_empty(), "neither a case nor a reason:\n{}", missing.join("\n"));
}

/// A server may read null as absent. Even then, the request breaks no second clause.
#[test]
fn null_stands_beside_as_many_properties_as_the_object_must_have() {
    let text = "{ type = \"string\" }";
    let spec = contract(&format!(
        "bag = {{ required = [\"a\"], minProperties = 2, properties = {{ a = {text}, b = {text}, c = {text} }} }}\n"
    ));
    let cases = derive(&spec);
    let bodies =
        cases.iter().flat_map(|case| &case.steps).filter_map(|step| match &step.request.body {
            Body::Json(body) => body.get("bag"),
            _ => None,
        });
    let with_null: Vec<&Map<String, Value>> = bodies
        .filter_map(Value::as_object)
        .filter(|bag| bag.get("b").is_some_and(Value::is_null))
        .collect();
    assert!(!with_null.is_empty());
    for bag in with_null {
        assert!(bag.contains_key("a") && bag.len() >= 3, "{bag:?}");
    }
}

/// A pattern, its two length limits, and for each limit the sides that cases test, or the reason why there
/// are no cases.
const LENGTHS: [(&str, u64, u64, &str, &str); 6] = [
    ("^[a-z][a-z0-9-]*$", 3, 63, "above at below", "above at below"),
    ("^[A-Z]{2}-[0-9]+$", 5, 9, "above at below", "above at below"),
    ("^(ab|cde)+$", 4, 7, "above at below", "above at below"),
    ("^[A-Z]{2}-[0-9]+$", 4, 20, "kept by the pattern", "above at below"),
    ("^[A-Z]{2}$", 1, 4, "kept by the pattern", "kept by the pattern"),
    ("^(abcd)+$", 3, 9, "kept by the pattern", "above below"),
];

#[test]
fn lengths_beside_a_pattern_have_cases_where_the_pattern_has_strings() {
    for (pattern, minimum, maximum, of_least, of_most) in LENGTHS {
        let limits = format!("minLength = {minimum}, maxLength = {maximum}");
        let spec = contract(&format!(
            "text = {{ type = \"string\", pattern = \"{pattern}\", {limits} }}\n"
        ));
        let cases = derive(&spec);
        let all_coverage = coverage(&spec, &cases, &Exemptions::default());
        for (keyword, expected) in [(Keyword::MinLength, of_least), (Keyword::MaxLength, of_most)] {
            let word = keyword.name();
            let clause = format!("CardUpdate.text.{word}");
            let coverage =
                all_coverage.iter().find(|coverage| coverage.clause.id.as_str() == clause);
            let prefix = format!("updateCard::text::{word}::");
            let ids = cases.iter().filter_map(|case| case.id.as_str().strip_prefix(&prefix));
            // The only wrong value has a second case in a crowd.
            let mut sides: Vec<&str> = ids.filter(|side| !side.contains("::")).collect();
            sides.sort_unstable();
            let actual = match coverage.and_then(|coverage| coverage.uncovered.as_ref()) {
                Some(UncoveredReason::KeptByPattern) => "kept by the pattern".to_owned(),
                _ => sides.join(" "),
            };
            assert_eq!(actual, expected, "{pattern} {limits}: {word}");
        }
    }
}
