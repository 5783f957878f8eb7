//! Every page that the kit draws, in headless Chromium at the widths of a phone and of a laptop, light and dark: what is
//! drawn can be read. `layout.js` measures what a reader sees, not the source of the page.
//!
//! Without `chromium`, the test passes, and `browser.rs` prints that it is skipped.

use serde::Deserialize;
use tempfile::TempDir;
use webdata_audit::{Audit, FORMAT, MutantStatus, Row, Score, Subject};
use webdata_spec::model::Level;
use webdata_suite::findings::Finding;
use webdata_suite::order::MeasuredOrder;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, page};
use webdata_suite::run::Runner;

use crate::SUITE;
use crate::reference_server::start;
use crate::views::{browser, reports};

const MEASURE: &str = include_str!("layout.js");

const WIDTHS: [u32; 2] = [390, 1280];

/// What `layout.js` found on a page.
#[derive(Debug, Deserialize)]
struct Measured {
    width: u32,
    /// The number of boxes with text.
    texts: usize,
    faults: Vec<String>,
}

/// A page to open, and the word for the fault that it is due to have, if it is due to have one.
struct Opened {
    name: String,
    html: String,
    due: Option<&'static str>,
}

/// Faults that pages had, or may have: a page, what it has, what it has with the fault, and the word for the fault.
/// In the second one, the cells of the table of monitors have the class of the report's squares.
const FAULTS: [(&str, &str, &str, &str); 7] = [
    ("report", "</main>", "<p style=\"width:200vw\">x</p></main>", "sideways"),
    ("dashboard", "class=\"value\"", "class=\"cell\"", "contrast"),
    ("report", "#features .wide { max-height: none;", "#features .wide {", "clipped"),
    ("report", "minmax(7rem, 14rem)", "minmax(3rem, 6rem)", "broken"),
    (
        "dashboard",
        ".curl { position: relative; padding-right: 6rem; }",
        ".curl { position: relative; }",
        "overlap",
    ),
    (
        "report of a part",
        ".verdict .mark {",
        ".verdict .why { white-space: nowrap; overflow: hidden; } .verdict .mark {",
        "clipped",
    ),
    (
        "report",
        "<dl class=\"facts\">",
        "<p style=\"width:6rem\">A server is conformant to a profile if it passes all cases of the profile, as the \
        row of the profile in this table says.</p><dl class=\"facts\">",
        "narrow",
    ),
];

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn what_pages_show_can_be_read() {
    if !browser::has_chromium() {
        return;
    }
    let conformant = reports::conformant();
    let mut many = reports::failing();
    many.findings = findings(&many);
    let [dashboard, reference] = served_pages();
    let shown = |report: &Report| page(report).unwrap().to_string();
    let pages = [
        ("report", shown(&conformant)),
        ("report of 35 findings", shown(&many)),
        ("report of a part", shown(&reports::partial())),
        ("dashboard", dashboard),
        ("reference", reference),
        ("audit", audit_page(&conformant)),
    ];
    let faulty = FAULTS.map(|(name, text, faulty, due)| {
        let html = &pages.iter().find(|(own, _)| *own == name).unwrap().1;
        assert!(html.contains(text), "the {name} has no {text}");
        Opened {
            name: format!("{name} with {faulty}"),
            html: html.replace(text, faulty),
            due: Some(due),
        }
    });
    let pages = pages.map(|(name, html)| Opened { name: name.to_owned(), html, due: None });
    let opened: Vec<Opened> = pages.into_iter().chain(faulty).collect();
    let dark = &opened[..opened.len() - FAULTS.len()];
    for (is_dark, opened) in [(false, &opened[..]), (true, dark)] {
        let measured = measure(opened, is_dark);
        for (page, seen) in opened.iter().zip(measured.chunks(WIDTHS.len())) {
            for (own, width) in seen.iter().zip(WIDTHS) {
                assert!(own.width == width && own.texts > 30, "{}: {own:#?}", page.name);
            }
            let mut found = seen.iter().flat_map(|own| &own.faults);
            let is_as_due = match page.due {
                None => found.next().is_none(),
                Some(due) => found.any(|fault| fault.starts_with(due)),
            };
            assert!(is_as_due, "{}, dark: {is_dark}: {seen:#?}", page.name);
        }
    }
}

/// Opens all pages at all widths at once, each in a frame, and returns what they measured, by page and width.
fn measure(pages: &[Opened], is_dark: bool) -> Vec<Measured> {
    let folder = TempDir::new().unwrap();
    let mut frames = String::new();
    for (index, Opened { html, .. }) in pages.iter().enumerate() {
        for width in WIDTHS {
            let name = format!("{index}-{width}");
            let place = frames.matches("<iframe").count();
            let probe = format!(
                "<script>addEventListener('load', () => parent.postMessage([{place}, {MEASURE}], '*'));</script>"
            );
            let html = browser::without_policy(html) + &probe;
            std::fs::write(folder.path().join(format!("{name}.html")), html).unwrap();
            frames.push_str(&format!(
                "<iframe src='{name}.html' style='border:0;width:{width}px;height:900px'></iframe>"
            ));
        }
    }
    let html = format!(
        "<!doctype html><html><body style='margin:0'><script>const all = []; onmessage = ({{ data }}) => \
         {{ all[data[0]] = data[1]; document.documentElement.dataset.probe = JSON.stringify(all); }};</script>{frames}"
    );
    let file = folder.path().join("frames.html");
    std::fs::write(&file, html).unwrap();
    let document = browser::dump(&file, (1400, 1000, is_dark));
    let measured = browser::attribute(&document, "data-probe").expect("a page is measured");
    let measured: Vec<Measured> = serde_json::from_str(&measured).expect("all pages are measured");
    assert_eq!(measured.len(), pages.len() * WIDTHS.len());
    measured
}

/// Returns 35 findings, each about a clause with a long identity.
fn findings(report: &Report) -> Vec<Finding> {
    let [finding] = &report.findings[..] else { panic!("{:#?}", report.findings) };
    let mut clauses: Vec<_> = report.clauses.iter().collect();
    clauses.sort_by_key(|clause| std::cmp::Reverse(clause.id.as_str().len()));
    let findings = clauses.iter().take(35).map(|clause| Finding {
        clause: clause.id.clone(),
        says: format!("an operation does not do what is due: `{}` ({})", clause.id, clause.says),
        ..finding.clone()
    });
    findings.collect()
}

/// Returns the dashboard of a server with monitors, requests and jobs, and the reference docs.
fn served_pages() -> [String; 2] {
    let (runtime, server, target) = start(&SUITE, 2);
    let filters = vec!["updateMonitor::name".to_owned(), "startAgent".to_owned()];
    let plan = SUITE.plan(&target, &Selection { filters, ..Selection::default() }).unwrap();
    SUITE.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let pages = ["/", "/reference"].map(|path| {
        let request = client.get(server.base_url() + path);
        runtime.block_on(async { request.send().await.unwrap().text().await.unwrap() })
    });
    assert!(!pages[0].contains("None yet"), "a table of the dashboard is empty");
    pages
}

/// Returns the page of an audit with every result, and with clauses that many mutants break.
fn audit_page(report: &Report) -> String {
    let because = || "the contract does not say how a client sees the difference".to_owned();
    let statuses = [
        MutantStatus::Noticed,
        MutantStatus::Survived,
        MutantStatus::Equivalent(because()),
        MutantStatus::BeyondReach(because()),
        MutantStatus::NotImplemented(because()),
        MutantStatus::LeftOut,
        MutantStatus::Unservable(because()),
    ];
    let clauses = report.clauses.iter().step_by(10).enumerate();
    let rows = clauses.flat_map(|(index, clause)| {
        let statuses = &statuses;
        (0..=index).map(move |mutant| Row {
            id: format!("update-monitor/{}/{mutant}", clause.id),
            clause: clause.id.clone(),
            description: "the server accepts a value that is one too long".to_owned(),
            family: "constraints".to_owned(),
            habit: None,
            status: statuses[mutant % statuses.len()].clone(),
            named_by: 1,
            noticed_by: Vec::new(),
        })
    });
    let rows: Vec<Row> = rows.collect();
    let [contract, companions, suite, mutants, program] = Default::default();
    let audit = Audit {
        format: FORMAT,
        subject: Subject { contract, companions, suite, mutants, program },
        filters: Vec::new(),
        score: Score::new(&rows),
        rows,
        further: 0,
        correct_runs: 1,
        alarms: Vec::new(),
        sampled: 0,
        disagreements: Vec::new(),
        diagnoses: Vec::new(),
        idle: Vec::new(),
        order: MeasuredOrder::default(),
        stale: Vec::new(),
    };
    let folder = TempDir::new().unwrap();
    webdata_audit::write(&audit, folder.path()).unwrap();
    std::fs::read_to_string(folder.path().join("audit.html")).unwrap()
}
