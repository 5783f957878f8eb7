//! Tests of charges, by the contract's text: "lockdown 5 credits on hit and 1 on miss; prompt-injection check
//! +4; threat protection `normal` +2 per analysed URL; PDF parsing 1 credit per page (flat 1 credit when
//! `parsers` is empty)". Proxies and the extras of parsers cost nothing.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::{Value, json};
use webdata::credits::{CHARGES, Charged, Counts, estimate};
use webdata::monitor::MonitorUpdate;
use webdata::scrape::ScrapeOptions;
use webdata::target::MonitorTarget;

/// The charges by identity, and the minimum and maximum credits.
type Charges = (Vec<&'static str>, u64, Option<u64>);

fn charged(value: &impl Charged, counts: Counts) -> Charges {
    let estimate = estimate(value, &counts);
    let lines = estimate.lines.iter().map(|line| line.charge.id).collect();
    (lines, estimate.minimum(), estimate.maximum())
}

#[track_caller]
fn check(options: &Value, counts: Counts, expected: (&[&str], u64, Option<u64>)) {
    let value = ScrapeOptions::check(options).expect("is valid");
    let (lines, minimum, maximum) = charged(&value, counts);
    assert_eq!((lines.as_slice(), minimum, maximum), expected, "{options}");
}

#[test]
fn options_are_charged_as_the_contract_states() {
    let none = Counts::new().pages(0).urls(0).files(0);
    // By default, PDFs are parsed, and the proxy is `auto`.
    check(&json!({}), none, (&["pdf-page", "proxy-auto"], 0, Some(0)));
    check(&json!({}), Counts::new(), (&["pdf-page", "proxy-auto"], 0, None));
    check(&json!({}), none.pages(12), (&["pdf-page", "proxy-auto"], 12, Some(12)));
    let plain = json!({ "parsers": [], "proxy": "basic" });
    check(&plain, none, (&["pdf-file"], 0, Some(0)));
    check(&plain, none.files(2).pages(12), (&["pdf-file"], 2, Some(2)));
    let with = |name: &str, value: Value| {
        let mut options = plain.clone();
        options[name] = value;
        options
    };
    // A hit and a miss exclude each other.
    check(
        &with("lockdown", json!(true)),
        none,
        (&["lockdown-hit", "lockdown-miss", "pdf-file"], 1, Some(5)),
    );
    check(&with("lockdown", json!(false)), none, (&["pdf-file"], 0, Some(0)));
    let checked = json!({ "type": "json", "checkPromptInjection": true });
    let formats = json!(["markdown", checked, checked]);
    check(
        &with("formats", formats.clone()),
        none,
        (&["prompt-injection-check", "pdf-file"], 4, Some(4)),
    );
    check(
        &with("formats", formats),
        none.requests(10),
        (&["prompt-injection-check", "pdf-file"], 40, Some(40)),
    );
    check(&with("formats", json!(["json", { "type": "json" }])), none, (&["pdf-file"], 0, Some(0)));
    let normal = with("threatProtection", json!({ "mode": "normal" }));
    check(&normal, none.urls(3), (&["threat-protection-url", "pdf-file"], 6, Some(6)));
    check(&normal, Counts::new().files(0), (&["threat-protection-url", "pdf-file"], 0, None));
    check(&with("threatProtection", json!({ "mode": "off" })), none, (&["pdf-file"], 0, Some(0)));
    let blocks = with("parsers", json!([{ "type": "pdf", "blocks": true }]));
    check(&blocks, none.pages(2), (&["pdf-page", "parser-blocks"], 2, Some(2)));
}

#[test]
fn targets_are_charged_by_their_options() {
    let quiet = json!({ "parsers": [], "proxy": "basic" });
    let target = |options: Value| json!({ "type": "scrape", "urls": ["https://example.com"], "scrapeOptions": options });
    let locked = json!({ "parsers": [], "proxy": "basic", "lockdown": true });
    let one = MonitorTarget::check(&target(locked.clone())).expect("is valid");
    let lines = vec!["lockdown-hit", "lockdown-miss", "pdf-file"];
    // A target does not say how many pages it fetches.
    let counts = Counts::new().files(0);
    assert_eq!(charged(&one, counts), (lines.clone(), 0, None));
    let counts = counts.requests(1);
    assert_eq!(charged(&one, counts), (lines, 1, Some(5)));
    let targets = json!({ "targets": [target(locked.clone()), target(quiet), target(locked)] });
    let update = MonitorUpdate::check(&targets).expect("is valid");
    assert_eq!(charged(&update, counts).1, 2, "two of the three targets are under lockdown");
    assert_eq!(charged(&update, counts).2, Some(10));
    assert_eq!(charged(&update, counts.requests(30)).2, Some(300));
    // Without options, the contract's defaults apply.
    let plain = MonitorTarget::check(&json!({ "type": "scrape", "urls": ["https://example.com"] }));
    let plain = plain.expect("is valid");
    assert_eq!(charged(&plain, Counts::new()), (vec!["pdf-page", "proxy-auto"], 0, None));
    assert_eq!(charged(&plain, Counts::new().pages(3)).2, Some(3));
    let none = MonitorUpdate::builder().name("n").build().expect("is valid");
    assert_eq!(charged(&none, Counts::new()), (vec![], 0, Some(0)));
}

#[test]
fn only_judging_has_no_amount() {
    let unshown: Vec<_> = CHARGES.iter().filter(|charge| charge.credits.is_none()).collect();
    assert_eq!(unshown.iter().map(|charge| charge.id).collect::<Vec<_>>(), ["judging"]);
    assert_eq!(CHARGES.len(), 13);
}
