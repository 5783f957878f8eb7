//! The cost of a scrape, and a team without enough credits.

use serde_json::{Value, json};

use crate::served::{Served, contract};
use crate::service::scrape::{HANDBOOK, HOME, INJECTION, SLOW, document, scrape};

/// The charges in the contract's limits; the scrape itself costs 1.
#[tokio::test]
async fn each_charge_has_its_figure() {
    let served = Served::contract().await;
    let pdf = |options: Value| {
        let mut parser = options;
        parser["type"] = "pdf".into();
        json!({ "parsers": [parser], "maxAge": 0 })
    };
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let threats = json!({ "threatProtection": { "mode": "normal" } });
    let table = [
        (HOME, json!({}), 200, 1),
        (HOME, json!({ "lockdown": true }), 200, 5),
        ("https://example.com/never", json!({ "lockdown": true }), 404, 1),
        (HOME, check.clone(), 200, 5),
        (INJECTION, check, 403, 5),
        (HOME, json!({ "formats": ["json"] }), 200, 1),
        (HOME, threats, 200, 3),
        (HOME, json!({ "threatProtection": { "mode": "off" } }), 200, 1),
        (HANDBOOK, json!({}), 200, 3),
        (HANDBOOK, pdf(json!({ "maxPages": 2 })), 200, 2),
        (HANDBOOK, pdf(json!({ "pages": true })), 200, 3),
        (HANDBOOK, pdf(json!({ "blocks": true })), 200, 3),
        (HANDBOOK, pdf(json!({ "pageMarkers": true })), 200, 3),
        (HANDBOOK, json!({ "parsers": [] }), 200, 1),
        (HOME, json!({ "proxy": "basic", "maxAge": 0 }), 200, 1),
        (HOME, json!({ "proxy": "enhanced", "maxAge": 0 }), 200, 1),
        (HOME, json!({ "proxy": "auto", "maxAge": 0 }), 200, 1),
        (SLOW, json!({}), 408, 0),
        (HOME, json!({ "timeout": 1 }), 400, 0),
    ];
    for (url, options, status, credits) in table {
        let before = served.charged().await;
        let response = scrape(&served, url, options.clone()).await;
        assert_eq!(response.status, status, "{url}, {options}: {response:?}");
        assert_eq!(served.charged().await - before, credits, "{url}, {options}");
        if status == 200 {
            let body = response.json();
            assert_eq!(body["data"]["metadata"]["creditsUsed"], credits, "{url}, {options}");
            assert_eq!(body["creditsUsed"], credits, "{url}, {options}");
        }
    }
}

#[tokio::test]
async fn charges_come_from_the_contract() {
    let pdf = |option: &str| json!({ "parsers": [{ "type": "pdf", option: true }] });
    let threats = json!({ "threatProtection": { "mode": "normal" } });
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let table = [
        ("lockdown-hit", HOME, json!({ "lockdown": true }), 50),
        ("lockdown-miss", "https://example.com/never", json!({ "lockdown": true }), 50),
        ("prompt-injection-check", HOME, check, 51),
        ("threat-protection-url", HOME, threats, 51),
        ("pdf-page", HANDBOOK, json!({}), 150),
        ("pdf-file", HANDBOOK, json!({ "parsers": [] }), 50),
        ("proxy-enhanced", HOME, json!({ "proxy": "enhanced", "maxAge": 0 }), 51),
        ("proxy-auto", HOME, json!({ "maxAge": 0 }), 51),
        ("parser-pages", HANDBOOK, pdf("pages"), 53),
        ("parser-blocks", HANDBOOK, pdf("blocks"), 53),
        ("parser-page-markers", HANDBOOK, pdf("pageMarkers"), 53),
    ];
    for (charge, url, options, credits) in table {
        let mut spec = contract();
        spec.charges[charge].credits = Some(50);
        let served = Served::with_contract(spec).await;
        document(&served, HOME, json!({ "proxy": "basic" })).await;
        let before = served.charged().await;
        scrape(&served, url, options).await;
        assert_eq!(served.charged().await - before, credits, "{charge}");
    }
}

#[tokio::test]
async fn a_team_without_credits_gets_nothing() {
    let served = Served::contract().await;
    document(&served, HOME, json!({})).await;
    let text = "Payment Required: Insufficient credits";
    let threats = json!({ "threatProtection": { "mode": "normal" } });
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let table = [
        (0, json!({}), 402),
        (1, json!({}), 200),
        (2, threats.clone(), 402),
        (3, threats, 200),
        (4, check.clone(), 402),
        (5, check, 200),
        (4, json!({ "lockdown": true }), 402),
        (5, json!({ "lockdown": true }), 200),
    ];
    for (credits, options, status) in table {
        served.team("home", &json!({ "plan": { "credits": credits } })).await;
        let before = served.charged().await;
        let response = scrape(&served, HOME, options.clone()).await;
        assert_eq!(response.status, status, "{credits}, {options}");
        if status == 402 {
            response.assert_error(402, text);
            assert_eq!(served.charged().await, before, "{credits}, {options}");
        }
    }
    let mut spec = contract();
    spec.errors.shift_remove("insufficient-credits");
    let served = Served::with_contract(spec).await;
    served.team("home", &json!({ "plan": { "credits": 0 } })).await;
    document(&served, HOME, json!({})).await;
}

#[tokio::test]
async fn an_estimate_is_what_a_scrape_costs_at_most() {
    let served = Served::contract().await;
    let id = served.monitor();
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let table = [
        json!({ "storeInCache": true }),
        json!({ "lockdown": true }),
        json!({ "lockdown": true, "formats": check["formats"] }),
        json!({ "threatProtection": { "mode": "normal" } }),
        json!({ "threatProtection": { "mode": "off" } }),
        json!({ "proxy": "enhanced" }),
        json!({ "parsers": [] }),
        json!({ "parsers": [{ "type": "pdf", "pages": true }] }),
        check,
    ];
    for options in table {
        let before = served.charged().await;
        document(&served, HOME, options.clone()).await;
        let charged = served.charged().await - before;
        let target = json!({ "type": "scrape", "urls": [HOME], "scrapeOptions": options });
        let daily = json!({ "schedule": { "text": "every day" }, "targets": [target] });
        let monitor = served.patch(&id, &daily).await.monitor();
        assert_eq!(monitor["estimatedCreditsPerMonth"], 30 * charged, "{options}");
    }
}

#[tokio::test]
async fn a_pdf_under_lockdown_costs_what_lockdown_costs() {
    let served = Served::contract().await;
    document(&served, HANDBOOK, json!({})).await;
    let before = served.charged().await;
    document(&served, HANDBOOK, json!({ "lockdown": true })).await;
    assert_eq!(served.charged().await - before, 5);
}
