//! Threat protection: which URLs are blocked, by the organisation's policy and a request's override.

use serde_json::{Value, json};

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::scrape::{HOME, scrape};

const RISKY: &str = "https://example.com/circumstances/risky";
const UNCLASSIFIED: &str = "https://example.com/circumstances/unclassified";

/// Returns whether a URL passes. A blocked URL gets the error of a key without permission.
async fn is_allowed(served: &Served, url: &str, policy: &Value) -> bool {
    let options = if policy.is_null() { json!({}) } else { json!({ "threatProtection": policy }) };
    let response = scrape(served, url, options).await;
    if response.status != 200 {
        response.assert_error(403, "Forbidden");
    }
    response.status == 200
}

fn normal_policy(rules: Value) -> Value {
    let mut rules = rules;
    rules["mode"] = "normal".into();
    rules
}

#[tokio::test]
async fn a_url_passes_by_lists_and_by_its_score() {
    let served = Served::contract().await;
    let both = json!({ "blacklist": ["example.com"], "whitelist": ["example.com"] });
    let table = [
        (HOME, json!({}), true, 2),
        (RISKY, json!({ "riskScoreThreshold": 90 }), false, 2),
        (RISKY, json!({ "riskScoreThreshold": 91 }), true, 2),
        (HOME, json!({ "riskScoreThreshold": 0 }), false, 2),
        (UNCLASSIFIED, json!({ "failurePolicy": "closed" }), false, 2),
        (UNCLASSIFIED, json!({ "failurePolicy": "open" }), true, 2),
        (HOME, json!({ "blacklist": ["example.com"] }), false, 0),
        (HOME, json!({ "blacklist": ["*.com"] }), false, 0),
        (HOME, json!({ "blacklist": ["*.example.com"] }), true, 2),
        ("https://www.example.com/", json!({ "blacklist": ["*.example.com"] }), false, 0),
        (HOME, json!({ "blockedTlds": ["com"] }), false, 0),
        (HOME, json!({ "blockedTlds": ["zip"] }), true, 2),
        ("https://example.zip/", json!({ "blockedTlds": ["zip"] }), false, 0),
        (HOME, both, true, 0),
        (RISKY, json!({ "riskScoreThreshold": 1, "whitelist": ["example.com"] }), true, 0),
        (HOME, json!({ "blockedTlds": ["com"], "whitelist": ["*.com"] }), true, 0),
    ];
    for (url, rules, expected, credits) in table {
        let before = served.charged().await;
        let actual = is_allowed(&served, url, &normal_policy(rules.clone())).await;
        assert_eq!(actual, expected, "{url}, {rules}");
        let used = served.charged().await - before;
        assert_eq!(used, credits + u64::from(expected), "{url}, {rules}");
    }
    let off = json!({ "mode": "off", "blacklist": ["example.com"] });
    assert!(is_allowed(&served, HOME, &off).await);
}

#[tokio::test]
async fn a_request_overrides_what_it_gives_and_for_itself_alone() {
    let served = Served::contract().await;
    let policy = json!({ "mode": "normal", "riskScoreThreshold": 50 });
    let settings = json!({ "threat-protection": policy });
    served.team("home", &settings).await;
    let table = [
        (Value::Null, false),
        (json!({ "riskScoreThreshold": 95 }), true),
        (Value::Null, false),
        (json!({ "whitelist": ["other.example"] }), false),
        (json!({ "mode": "off" }), true),
        (Value::Null, false),
    ];
    for (rules, expected) in table {
        assert_eq!(is_allowed(&served, RISKY, &rules).await, expected, "{rules}");
    }
    served.team("home", &json!({ "states": ["threat-protection-enforced"] })).await;
    assert!(!is_allowed(&served, RISKY, &Value::Null).await, "an enforced protection is on");
    let wrong = json!({ "threat-protection": { "riskScoreThreshold": 101 } });
    let response = served.control(reqwest::Method::PUT, "teams/home", &wrong).await;
    assert_eq!(response.status, 422, "{response:?}");
}

#[tokio::test]
async fn the_protection_follows_the_contract() {
    type Change = fn(&mut webdata_spec::Spec);
    const TYPE: &str = "ThreatProtectionOverride";
    let both = json!({ "blacklist": ["example.com"], "whitelist": ["example.com"] });
    let strict = json!({ "riskScoreThreshold": 1 });
    let trusted = json!({ "riskScoreThreshold": 0, "whitelist": ["example.com"] });
    let open = json!({ "failurePolicy": "open" });
    let closed = json!({ "failurePolicy": "closed" });
    let table: [(Change, &str, Value, bool); 7] = [
        (|s| property(s, TYPE, "mode").behaviour.clear(), RISKY, strict, true),
        (
            |s| property(s, TYPE, "riskScoreThreshold").behaviour.clear(),
            RISKY,
            json!({ "riskScoreThreshold": 95 }),
            false,
        ),
        (
            |s| drop(property(s, TYPE, "failurePolicy").behaviour.shift_remove("open")),
            UNCLASSIFIED,
            open,
            false,
        ),
        (
            |s| drop(property(s, TYPE, "failurePolicy").behaviour.shift_remove("closed")),
            UNCLASSIFIED,
            closed,
            true,
        ),
        (
            |s| property(s, TYPE, "blacklist").behaviour.clear(),
            HOME,
            json!({ "blacklist": ["example.com"] }),
            true,
        ),
        (
            |s| drop(property(s, TYPE, "whitelist").behaviour.shift_remove("always-allowed")),
            HOME,
            trusted,
            false,
        ),
        (
            |s| drop(property(s, TYPE, "whitelist").behaviour.shift_remove("takes-precedence")),
            HOME,
            both,
            false,
        ),
    ];
    for (row, (change, url, rules, expected)) in table.into_iter().enumerate() {
        let mut spec = contract();
        change(&mut spec);
        let actual =
            is_allowed(&Served::with_contract(spec).await, url, &normal_policy(rules)).await;
        assert_eq!(actual, expected, "row {row}");
    }
}

#[tokio::test]
async fn overrides_follow_the_contract() {
    const TYPE: &str = "ThreatProtectionOverride";
    let policy = json!({ "threat-protection": { "mode": "normal", "riskScoreThreshold": 50 } });
    for (gone, later) in [("this-request-only", true), ("others-kept", false)] {
        let mut spec = contract();
        spec.types[TYPE].schema.behaviour.shift_remove(gone);
        let served = Served::with_contract(spec).await;
        served.team("home", &policy).await;
        // Without `others-kept`, an override without a mode switches the protection off.
        let risky = is_allowed(&served, RISKY, &json!({ "riskScoreThreshold": 95 })).await;
        assert!(risky, "{gone}");
        assert_eq!(is_allowed(&served, RISKY, &Value::Null).await, later, "{gone}");
        let listed = json!({ "blacklist": ["example.com"] });
        let is_off = gone == "others-kept";
        assert_eq!(is_allowed(&served, HOME, &listed).await, is_off, "{gone}");
    }
}
