//! `report.html` as a document: the page loads nothing, its links have targets, and strings of a server stay
//! text.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use scraper::{ElementRef, Html, Selector};
use sha2::{Digest as _, Sha256};
use webdata_cases::coverage::coverage;
use webdata_suite::findings::{Concern, Finding};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Reach, Report, markdown, page, summary};

use crate::SUITE;
use crate::views::reports;

/// Every element that the page may have.
const ELEMENTS: &str = "html head meta link title style body a header p h1 h2 h3 span strong ul li b dl \
    div dt dd code nav form input label output main section table thead tbody tr th td details summary \
    pre small footer script h4 wbr";

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
    assert!(bytes < 210 * cases, "{bytes} bytes for {cases} cases");
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

/// Findings are grouped, each group has its number, and what does not count is marked. Code is not between backticks.
#[test]
fn findings_are_shown_by_group() {
    let mut report = reports::failing();
    let [finding] = &report.findings[..] else { panic!("{:#?}", report.findings) };
    assert!(finding.says.contains('`'), "{}", finding.says);
    let of = |concern| Finding { concern, ..finding.clone() };
    let waived = Finding { waived: true, ..of(Concern::Softer) };
    report.findings = Concern::ALL.map(of).into_iter().chain([waived]).collect();
    check(&report);
    let html = Html::parse_document(&page(&report).unwrap());
    let text = |element: &ElementRef<'_>| element.text().collect::<String>();
    let texts = |selector: &str| -> Vec<String> { all(&html, selector).iter().map(text).collect() };
    let number = |concern: Concern| if concern == Concern::Softer { 2 } else { 1 };
    let titles = Concern::ALL.map(|concern| format!("{} ({})", concern.title(), number(concern)));
    assert_eq!(texts("#findings h3"), titles);
    let count = "5, and 1 that does not count";
    assert_eq!(texts("#findings-title"), [format!("Findings ({count})")]);
    assert!(markdown(&report).contains(&format!("### Findings ({count})\n")));
    assert!(summary(&report, None).contains(&format!("findings   {count}\n")));
    for title in titles {
        assert!(markdown(&report).contains(&format!("#### {title}\n")), "{title}");
        assert!(summary(&report, None).contains(&format!(" {title}:\n")), "{title}");
    }
    for (item, finding) in all(&html, ".findings > li").iter().zip(&report.findings) {
        let shown = |selector: &str| text(&within(*item, selector));
        assert_eq!(shown("h4"), finding.says.replace('`', ""));
        assert_eq!(shown("h4 code"), finding.clause.as_str());
        let measure = shown(".measure");
        let expected = format!("1 of 1 requests {} {}", finding.level, finding.clause);
        assert!(measure.contains(&expected), "{measure}");
        assert_eq!(measure.contains("does not count"), finding.waived, "{measure}");
        assert!(shown(".example .diff").contains("+ received  200"));
        assert!(shown(".example .curl").starts_with("curl "));
    }
    let is_preformatted = |node: &ElementRef<'_>| node.value().name() == "pre";
    let section = one(&html, "#findings");
    let shown = section.descendants().filter(|node| {
        !node.ancestors().filter_map(ElementRef::wrap).any(|above| is_preformatted(&above))
    });
    let shown: String =
        shown.filter_map(|node| node.value().as_text().map(|text| text.to_string())).collect();
    assert!(!shown.contains('`'), "{shown}");
}

/// Answers that differ only in an identity are one observation.
#[test]
fn answers_that_differ_in_an_identity_are_one() {
    let mut report = reports::failing();
    let observation = report.observations[0].clone();
    let answers = [
        "500, with the id 3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64",
        "500, with the id 9a45cd88-8d59-40d6-8144-5b6a189663f5",
        "accepted 42",
        "accepted 43",
    ];
    report.observations.clear();
    for answer in answers {
        let mut one = observation.clone();
        answer.clone_into(&mut one.observed.answer);
        report.observations.push(one);
    }
    let shown = summary(&report, None);
    let expected = "500, with the id … (2 cases), accepted 42 (1 case), accepted 43 (1 case)\n";
    assert!(shown.contains(expected), "{}", shown.as_str());
    report.observations.remove(1);
    let shown = summary(&report, None);
    assert!(shown.contains("500, with the id 3f1b8a52-"), "{}", shown.as_str());
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

fn within<'h>(element: ElementRef<'h>, selector: &str) -> ElementRef<'h> {
    let selector = Selector::parse(selector).expect("a selector");
    element.select(&selector).next().expect("an element")
}

fn all<'h>(html: &'h Html, selector: &str) -> Vec<ElementRef<'h>> {
    html.select(&Selector::parse(selector).expect("a selector")).collect()
}
