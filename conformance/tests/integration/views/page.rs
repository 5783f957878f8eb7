//! `report.html` as a document: the page loads nothing, its links have targets, and strings of a server stay
//! text.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use scraper::{ElementRef, Html, Selector};
use sha2::{Digest as _, Sha256};
use webdata_cases::coverage::coverage;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Reach, Report, page};

use crate::SUITE;
use crate::views::reports;

/// Every element that the page may have.
const ELEMENTS: &str = "html head meta link title style body a header p h1 h2 h3 span strong ul li b dl \
    div dt dd code nav form input label output main section table thead tbody tr th td details summary \
    pre small footer script";

#[test]
fn strings_of_a_server_are_text() {
    let report = reports::hostile();
    for kind in OutcomeKind::ALL {
        assert!(report.count(kind) > 0, "no case is {kind}: {:?}", report.outcomes);
    }
    check(&report);
    let html = page(&report).unwrap();
    for hidden in ['\0', '\u{1b}', '\u{202e}', '\u{ffff}'] {
        assert!(!html.contains(hidden), "the page has {hidden:?}");
    }
    assert!(
        html.contains("\\u{202e}turned\\u{1b}[31mred \\u{0}"),
        "hidden characters are not shown escaped"
    );
}

#[test]
fn the_page_shows_each_failure() {
    let report = reports::failing();
    check(&report);
    let html = Html::parse_document(&page(&report).unwrap());
    let failing = report.cases.iter().enumerate();
    let failing = failing.filter(|(_, case)| case.outcome.kind == OutcomeKind::Fail);
    let mut checked = 0;
    for (index, case) in failing {
        let section = one(&html, &format!("#case-{index}"));
        let text: String = section.text().collect();
        assert!(
            text.contains(&case.id) && text.contains(&case.outcome.reason.to_string()),
            "{text}"
        );
        assert!(text.contains(&case.outcome.transcript[0].curl()), "{text}");
        for deviation in &case.outcome.deviations {
            assert!(text.contains(&format!("- expected  {}", deviation.expected)), "{text}");
            assert!(text.contains(&format!("+ received  {}", deviation.received)), "{text}");
            let clause =
                report.clauses.iter().find(|clause| clause.id == deviation.clause).unwrap();
            assert!(text.contains(&clause.says) && text.contains(&clause.source), "{text}");
        }
        checked += 1;
    }
    assert!(checked > 0, "no case fails");
}

#[test]
fn the_page_of_a_whole_run_is_small() {
    let report = reports::conformant();
    check(&report);
    assert_eq!(report.overall, []);
    let html = page(&report).unwrap();
    let (bytes, cases) = (html.len(), report.cases.len());
    assert!(bytes < 200 * cases, "{bytes} bytes for {cases} cases");
}

/// Clauses that cannot be reached look different from clauses that were not reached, in the map and in the
/// list.
#[test]
fn clauses_that_were_not_reached_are_marked() {
    let report = reports::failing();
    let html = Html::parse_document(&page(&report).unwrap());
    let exempt = webdata_conformance::Contract::embedded().unreached().unwrap();
    let coverage = coverage(&SUITE.spec, &SUITE.cases, &exempt);
    let mut classes_on_page = BTreeSet::new();
    for (index, (clause, clause_coverage)) in report.clauses.iter().zip(coverage).enumerate() {
        assert_eq!(clause.id, clause_coverage.clause.id);
        let cell = one(&html, &format!(r##"a.cell[href="#clause-{index}"]"##));
        let item = one(&html, &format!("#clause-{index}"));
        let (class, words): (&str, &str) = match (clause.reach, clause.outcomes.is_empty()) {
            (Reach::Unreachable, _) => ("unreachable", "cannot be reached: "),
            (Reach::NotReached, true) => {
                ("unselected", "not reached: none of its cases was selected")
            }
            (Reach::NotReached, false) => ("skip", "not reached: "),
            (Reach::Reached, _) => ("", ""),
        };
        assert_eq!(clause.reach == Reach::Unreachable, clause_coverage.cases == 0, "{}", clause.id);
        let classes: Vec<&str> = cell.value().classes().collect();
        assert_eq!(classes.contains(&class), !class.is_empty(), "{}", cell.html());
        assert!(cell.attr("title").unwrap().contains(words), "{}", cell.html());
        assert!(item.text().collect::<String>().contains(words), "{}", item.html());
        classes_on_page.insert(class);
    }
    assert_eq!(
        classes_on_page.into_iter().collect::<Vec<_>>(),
        ["", "skip", "unreachable", "unselected"]
    );
    for class in ["unreachable", "unselected", "skip"] {
        assert_eq!(all(&html, &format!(".legend .cell.{class}")).len(), 1, "{class}");
    }
}

fn check(report: &Report) {
    let text = page(report).unwrap();
    let html = Html::parse_document(&text);
    let known: BTreeSet<&str> = ELEMENTS.split_whitespace().collect();
    let mut ids = BTreeSet::new();
    let mut links = Vec::new();
    for element in all(&html, "*") {
        let name = element.value().name();
        assert!(known.contains(name), "unknown element {name}: {}", element.html());
        for (attribute, value) in element.value().attrs() {
            assert!(!attribute.starts_with("on"), "{name} has {attribute}");
            assert!(!matches!(attribute, "src" | "srcset" | "data" | "action"), "{attribute}");
            match (name, attribute) {
                (_, "id") => assert!(ids.insert(value.to_owned()), "the id {value} is used twice"),
                ("a", "href") => links.push(value.to_owned()),
                ("link", "href") => assert_eq!(value, "data:,"),
                (_, "href") => panic!("{name} has the address {value}"),
                _ => {}
            }
        }
    }
    for link in links {
        let place =
            link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leads out of the page"));
        assert!(ids.contains(place), "{link} has no target");
    }
    let style: String = one(&html, "style").text().collect();
    assert!(!style.contains("url(") && !style.contains("@import"), "the style loads something");
    let script: String = one(&html, "script").text().collect();
    let hash = BASE64_STANDARD.encode(Sha256::digest(&script));
    assert!(text.contains(&format!("script-src 'sha256-{hash}'")), "the script may not run");
    headings(&html);
    for cell in all(&html, "th") {
        assert!(cell.attr("scope").is_some(), "a header cell without a scope: {}", cell.html());
    }
    assert_eq!(all(&html, ".chips li").len(), report.cases.len());
    assert_eq!(all(&html, "a.cell").len(), report.clauses.len());
    assert_eq!(all(&html, "#features tbody tr").len(), report.features.len());
}

/// Checks that there is one `h1`, and that no level of headings is left out.
fn headings(html: &Html) {
    let mut before = 0;
    for heading in all(html, "h1, h2, h3, h4, h5, h6") {
        let level: u8 = heading.value().name()[1..].parse().unwrap();
        assert!(level <= before + 1, "{} follows a heading of level {before}", heading.html());
        before = level;
    }
    assert_eq!(all(html, "h1").len(), 1);
}

fn one<'h>(html: &'h Html, selector: &str) -> ElementRef<'h> {
    let elements = all(html, selector);
    assert_eq!(elements.len(), 1, "{selector}");
    elements[0]
}

fn all<'h>(html: &'h Html, selector: &str) -> Vec<ElementRef<'h>> {
    html.select(&Selector::parse(selector).expect("a selector")).collect()
}
