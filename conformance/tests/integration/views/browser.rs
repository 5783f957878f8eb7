//! `report.html` in headless Chromium, in narrow and wide windows, light and dark.
//!
//! Without `chromium`, the test prints that it is skipped, and passes.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use scraper::{Html, Selector};
use serde_json::Value;
use tempfile::TempDir;
use webdata_suite::report::{Report, page, write};

use crate::views::reports;

/// How long Chromium may take to load a page.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Measures the page, and posts the result to the frame around it.
const PROBE: &str = r#"<script>
addEventListener("load", () => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((own) => !own.closest("[hidden]"));
  parent.postMessage(JSON.stringify({
    ready: document.documentElement.dataset.ready,
    width: innerWidth,
    scroll: document.documentElement.scrollWidth,
    reasons: shown("main h3 + .folded > li").length,
    opened: (document.querySelectorAll("details").forEach((own) => { own.open = true; }), document.documentElement.scrollWidth),
    cases: shown(".chips li").length,
    told: shown(".told").map((own) => own.id),
    clauses: shown(".clauses li").length,
    cells: shown("a.cell").length,
    symbols: ["unselected", "unreachable", "skip", "pass"].map((name) => {
      const cell = document.querySelector(`.cell.${name}`);
      return cell && getComputedStyle(cell, "::before").content;
    }),
    dark: getComputedStyle(document.documentElement).getPropertyValue("--ground").trim(),
  }), "*");
});
</script>"#;

/// A window: its width and height, and whether it is dark.
const WINDOWS: [(u32, u32, bool); 4] =
    [(380, 800, false), (1600, 1000, true), (360, 780, true), (3840, 2160, false)];

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn the_page_works_in_a_browser() {
    if !has_chromium() {
        return;
    }
    let failing = reports::failing();
    // The unchanged page: its policy allows its own script.
    let folder = TempDir::new().unwrap();
    write(&failing, folder.path()).unwrap();
    let document = dump(&folder.path().join("report.html"), WINDOWS[1]);
    assert_eq!(attribute(&document, "data-ready").as_deref(), Some("yes"), "the script failed");
    for (width, height, dark) in WINDOWS {
        let measured = probe(&failing, "", (width, height, dark));
        assert_eq!(measured["cases"], failing.cases.len(), "{width}: {measured}");
        assert_eq!(measured["clauses"], failing.clauses.len(), "{width}: {measured}");
        assert_eq!(measured["dark"], if dark { "#0d1117" } else { "#fff" }, "{width}: {measured}");
    }
    let failed = |id: &str| {
        let index = failing.cases.iter().position(|case| case.id == id).expect("the case");
        format!("case-{index}")
    };
    let id = "updateMonitor::name::maxLength::above";
    let measured = probe(&failing, "#?text=NAME%3A%3AmaxLength&only=fail", WINDOWS[0]);
    assert_eq!(measured["told"], serde_json::json!([failed(id)]), "{measured}");
    assert_eq!(measured["cases"], 1, "{measured}");
    // Readers who do not see colours recognise cells by their symbols.
    let symbols: BTreeSet<&str> =
        measured["symbols"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(symbols.len() == 4 && !symbols.contains("none"), "{measured}");
    // The filters for text and outcome combine, for clauses too.
    let measured = probe(&failing, "#?only=skip", WINDOWS[1]);
    let skipped = failing.cases.iter().filter(|case| case.outcome.kind.to_string() == "skip");
    assert_eq!(measured["cases"], skipped.count(), "{measured}");
    assert_eq!(measured["told"], serde_json::json!([]), "{measured}");
    assert_eq!(measured["clauses"], measured["cells"], "{measured}");
    let measured = probe(&failing, "#?text=no+such+words", WINDOWS[1]);
    assert_eq!((&measured["cases"], &measured["clauses"]), (&0.into(), &0.into()), "{measured}");
    for window in [WINDOWS[0], WINDOWS[3]] {
        probe(&reports::hostile(), "", window);
        probe(&reports::conformant(), "", window);
    }
    let largest = reports::largest();
    for width in [390, 1280] {
        let measured = probe(&largest, "", (width, 800, false));
        // The last one holds the others.
        assert_eq!(measured["reasons"], 21, "{measured}");
    }
}

/// Returns whether there is a browser, and prints a notice if there is none.
#[expect(clippy::disallowed_methods, reason = "the captured output of a passing test is hidden")]
pub(super) fn has_chromium() -> bool {
    let has_chromium =
        Command::new("chromium").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !has_chromium {
        // `eprintln!` would be captured and shown for failing tests only.
        let notice = "SKIPPED: there is no `chromium`, so no page was opened in a browser\n";
        std::io::stderr().write_all(notice.as_bytes()).unwrap();
    }
    has_chromium
}

/// Returns a page without its policy, if it has one, which would block a probe.
pub(super) fn without_policy(html: &str) -> String {
    let Some((before, policy)) = html.split_once("<meta http-equiv") else {
        return html.to_owned();
    };
    let (_, after) = policy.split_once('\n').expect("its end");
    format!("{before}{after}")
}

/// Returns the measurements of the page in a window, opened at a fragment.
///
/// The page is in a frame, since Chromium has
/// no window as narrow as a phone's.
fn probe(report: &Report, hash: &str, (width, height, dark): (u32, u32, bool)) -> Value {
    let folder = TempDir::new().unwrap();
    let html = without_policy(&page(report).unwrap()) + PROBE;
    std::fs::write(folder.path().join("report.html"), html).unwrap();
    let frame = format!(
        "<!doctype html><html><body style='margin:0'><script>onmessage = (event) => \
         {{ document.documentElement.dataset.probe = event.data; }};</script>\
         <iframe src='report.html{hash}' style='border:0;width:{width}px;height:{height}px'></iframe>"
    );
    let framing = folder.path().join("frame.html");
    std::fs::write(&framing, frame.replace('&', "&amp;")).unwrap();
    let measured = attribute(&dump(&framing, (width, height, dark)), "data-probe");
    let measured: Value = serde_json::from_str(&measured.expect("the probe has run")).unwrap();
    assert_eq!(measured["ready"], "yes", "the script failed: {measured}");
    assert_eq!(measured["width"], width, "{measured}");
    for scroll in ["scroll", "opened"] {
        let scroll = measured[scroll].as_u64().unwrap();
        assert!(scroll <= u64::from(width), "the page scrolls sideways: {measured}");
    }
    measured
}

pub(super) fn attribute(document: &Html, name: &str) -> Option<String> {
    let root = document.select(&Selector::parse("html").unwrap()).next()?;
    root.attr(name).map(str::to_owned)
}

/// Returns the DOM that Chromium builds of a page.
pub(super) fn dump(file: &Path, (width, height, dark): (u32, u32, bool)) -> Html {
    let profile = TempDir::new().unwrap();
    let mut command = Command::new("chromium");
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run"])
        .args(["--virtual-time-budget=2000", "--hide-scrollbars", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
        .arg(format!("file://{}", file.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("chromium starts");
    let mut output = child.stdout.take().expect("a pipe");
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.read_to_string(&mut text);
        // The test may have stopped waiting.
        drop(sender.send(read.map(|_| text)));
    });
    let text = receiver.recv_timeout(TIMEOUT);
    // The process has printed everything, or is too late.
    drop(child.kill());
    drop(child.wait());
    Html::parse_document(&text.expect("chromium loads the page in time").expect("UTF-8"))
}
