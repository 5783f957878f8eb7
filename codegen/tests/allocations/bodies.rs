//! The bodies that are decoded: each valid, with one violation and with many.
//!
//! What is wrong with them are limits and formats, which every decoder tells in full: at a
//! member of the wrong type or a text that is not listed, hand-written types end at the first.

use serde_json::{Map, Value, json};

/// A body and what is wrong with it.
pub(crate) struct Body {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The body with nothing wrong.
    pub(crate) valid: Value,
    /// What is put into it, by JSON Pointer; the first alone is the body with one violation.
    wrong: Vec<(&'static str, Value)>,
}

/// How much is wrong with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Validity {
    Valid,
    /// Valid, with the members that tell what an object is behind all others.
    Late,
    One,
    Many,
}

impl Validity {
    pub(crate) const ALL: [Self; 4] = [Self::Valid, Self::Late, Self::One, Self::Many];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Late => "valid, type last",
            Self::One => "one violation",
            Self::Many => "many violations",
        }
    }
}

impl Body {
    /// As JSON text.
    pub(crate) fn text(&self, validity: Validity) -> String {
        let count = match validity {
            Validity::Valid => 0,
            Validity::Late => return placed(&self.valid, Place::Last).to_string(),
            Validity::One => 1,
            Validity::Many => self.wrong.len(),
        };
        let mut body = self.valid.clone();
        for (pointer, value) in &self.wrong[..count] {
            put(&mut body, pointer, value.clone());
        }
        body.to_string()
    }
}

/// A pointer that leads nowhere changes nothing, and then the decoders are found to disagree
/// with the number of violations that a body is meant to have.
fn put(body: &mut Value, pointer: &str, value: Value) {
    if let Some(place) = body.pointer_mut(pointer) {
        *place = value;
    } else if let Some((parent, name)) = pointer.rsplit_once('/')
        && let Some(members) = body.pointer_mut(parent).and_then(Value::as_object_mut)
    {
        members.insert(name.to_owned(), value);
    }
}

/// Where the discriminators of unions stand among the members.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    First,
    Between,
    Last,
}

/// The same value with every member `type` elsewhere.
pub(crate) fn placed(value: &Value, place: Place) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| placed(item, place)).collect(),
        Value::Object(members) => {
            let mut others: Vec<(String, Value)> = members
                .iter()
                .filter(|(name, _)| *name != "type")
                .map(|(name, value)| (name.clone(), placed(value, place)))
                .collect();
            if let Some(value) = members.get("type") {
                let at = match place {
                    Place::First => 0,
                    Place::Between => others.len().div_ceil(2),
                    Place::Last => others.len(),
                };
                others.insert(at, ("type".to_owned(), value.clone()));
            }
            Value::Object(Map::from_iter(others))
        }
        other => other.clone(),
    }
}

/// A few members of a monitor.
pub(crate) fn small() -> Body {
    Body {
        name: "small PATCH",
        valid: json!({
            "name": "Price watch",
            "goal": "Tell me when a price changes by more than five percent",
            "judgeEnabled": true,
            "status": "active",
            "schedule": { "cron": "30 6 * * 1-5", "timezone": "Europe/Berlin" },
            "retentionDays": 30
        }),
        wrong: vec![
            ("/retentionDays", json!(366)),
            ("/name", json!("n".repeat(257))),
            ("/goal", json!("g".repeat(2001))),
            ("/schedule", json!({ "cron": "* * * * *", "timezone": "Mars/Olympus_Mons" })),
            (
                "/notification",
                json!({ "email": { "recipients": ["ada", "bob@", "@example.com"] } }),
            ),
            ("/webhook", json!({ "url": "example.com/hook" })),
            (
                "/targets",
                json!([
                    { "type": "search", "queries": ["", "q".repeat(257)], "maxResults": 0 },
                    { "type": "scrape", "id": "first", "urls": ["/relative"] }
                ]),
            ),
        ],
    }
}

/// A monitor with as many targets as one may have, of every kind.
pub(crate) fn monitor() -> Body {
    let targets: Vec<Value> = (0..50).map(target).collect();
    Body {
        name: "monitor, 50 targets",
        valid: json!({
            "name": "Competitors",
            "goal": "Tell me about new products and about prices that change",
            "judgeEnabled": true,
            "schedule": { "cron": "0 */2 * * *", "timezone": "UTC" },
            "targets": targets,
            "notification": { "email": {
                "enabled": true,
                "includeDiffs": true,
                "recipients": ["ada@example.com", "bob.smith@mail.example.org"]
            } },
            "webhook": {
                "url": "https://hooks.example.com/monitors?team=7",
                "events": ["monitor.page", "monitor.check.completed"],
                "headers": { "X-Team": "seven", "X-Trace": "on" },
                "metadata": { "environment": "production", "shard": 12 }
            },
            "retentionDays": 90
        }),
        wrong: vec![
            ("/targets/30/urls/1", json!("example.com/relative")),
            ("/targets/0/id", json!("not-a-uuid")),
            ("/targets/3/urls", json!([])),
            ("/targets/6/scrapeOptions/timeout", json!(999)),
            ("/targets/12/scrapeOptions/formats/1/quality", json!(0)),
            ("/targets/13/url", json!("http://exa<mple.com")),
            ("/targets/16/id", json!("6f1c3c1e52a84f0a9d5e0b8a8c6d7e2f")),
            ("/targets/20/maxResults", json!(51)),
            ("/targets/23/queries/0", json!("")),
            ("/targets/26/queries", json!([])),
            ("/targets/49/scrapeOptions/timeout", json!(300_001)),
            ("/notification/email/recipients/1", json!("bob.smith")),
            ("/webhook/url", json!("hooks")),
            ("/schedule/timezone", json!("Europe/Nowhere")),
            ("/retentionDays", json!(0)),
        ],
    }
}

fn target(number: usize) -> Value {
    let id = format!("6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d{number:04x}");
    match number % 3 {
        0 => json!({
            "type": "scrape",
            "id": id,
            "urls": [
                format!("https://shop{number}.example.com/products?page=1"),
                format!("https://shop{number}.example.com/products/new")
            ],
            "scrapeOptions": {
                "formats": ["markdown", { "type": "screenshot", "fullPage": true, "quality": 80 }],
                "onlyMainContent": true,
                "timeout": 30000
            }
        }),
        1 => json!({
            "type": "crawl",
            "id": id,
            "url": format!("https://blog{number}.example.com/"),
            "crawlOptions": { "limit": 100, "maxDepth": 3, "includePaths": ["/posts/.*"] },
            "scrapeOptions": {
                "formats": [{ "type": "markdown" }, { "type": "links" }],
                "excludeTags": ["nav", "footer"],
                "timeout": 60000
            }
        }),
        _ => json!({
            "type": "search",
            "id": id,
            "queries": [format!("release notes of product {number}"), "security advisories"],
            "includeDomains": ["example.com", "example.org"],
            "maxResults": 20,
            "searchWindow": "7d"
        }),
    }
}

/// Every option that the contract lists.
pub(crate) fn scrape() -> Body {
    Body {
        name: "ScrapeOptions, everything",
        valid: json!({
            "formats": formats(),
            "onlyMainContent": true,
            "onlyCleanContent": false,
            "includeTags": ["main", "article"],
            "excludeTags": ["nav", ".advert"],
            "headers": { "User-Agent": "price-watch/1.0", "Cookie": "a=b" },
            "waitFor": 250,
            "timeout": 45000,
            "mobile": false,
            "blockAds": true,
            "removeBase64Images": true,
            "skipTlsVerification": false,
            "storeInCache": true,
            "maxAge": 3_600_000,
            "minAge": 1000,
            "lockdown": false,
            "proxy": "auto",
            "location": { "country": "DE", "languages": ["de-DE", "en"] },
            "parsers": [{
                "type": "pdf",
                "mode": "auto",
                "maxPages": 40,
                "pages": true,
                "blocks": false,
                "pageMarkers": true
            }],
            "profile": { "name": "shopper", "saveChanges": false },
            "redactPII": {
                "mode": "aggressive",
                "replaceStyle": "mask",
                "entities": ["PERSON", "EMAIL", "PHONE", "LOCATION", "FINANCIAL", "SECRET"]
            },
            "threatProtection": {
                "mode": "normal",
                "riskScoreThreshold": 70,
                "failurePolicy": "closed",
                "blacklist": ["*.bad.example", "worse.example"],
                "whitelist": ["good.example"],
                "blockedTlds": ["zip", "mov"]
            },
            "actions": actions(),
            "auditMetadata": { "username": "ada" }
        }),
        wrong: vec![
            ("/timeout", json!(300_001)),
            ("/formats/10/quality", json!(101)),
            ("/formats/15/question", json!("q".repeat(10_001))),
            ("/formats/16/query", json!("h".repeat(10_001))),
            ("/location/country", json!("Germany")),
            ("/parsers/0/maxPages", json!(10_001)),
            ("/profile/name", json!("")),
            ("/threatProtection/riskScoreThreshold", json!(-1)),
            ("/actions/0/milliseconds", json!(0)),
            ("/actions/1", json!({ "type": "wait", "milliseconds": 5, "selector": "#prices" })),
            ("/actions/2/quality", json!(0)),
            ("/auditMetadata/username", json!("u".repeat(1025))),
        ],
    }
}

fn formats() -> Value {
    json!([
        "markdown",
        "summary",
        { "type": "html" },
        { "type": "rawHtml" },
        "rawBase64",
        "links",
        { "type": "images" },
        "branding",
        "product",
        { "type": "menu" },
        {
            "type": "screenshot",
            "fullPage": false,
            "quality": 75,
            "viewport": { "width": 1280, "height": 800 }
        },
        {
            "type": "json",
            "prompt": "The name and the price of each product",
            "schema": { "type": "object", "properties": { "price": { "type": "number" } } },
            "checkPromptInjection": true
        },
        {
            "type": "changeTracking",
            "modes": ["git-diff", "json"],
            "prompt": "Compare the prices",
            "schema": { "type": "object" },
            "tag": "main"
        },
        "audio",
        { "type": "video" },
        { "type": "question", "question": "What does the cheapest one cost?" },
        { "type": "highlights", "query": "prices and terms of delivery" }
    ])
}

fn actions() -> Value {
    json!([
        { "type": "wait", "milliseconds": 500 },
        { "type": "wait", "selector": "#prices" },
        {
            "type": "screenshot",
            "fullPage": true,
            "quality": 90,
            "viewport": { "width": 800, "height": 600 }
        },
        { "type": "click", "selector": "button.more", "all": true },
        { "type": "write", "text": "garden chairs" },
        { "type": "press", "key": "Enter" },
        { "type": "scroll", "direction": "down", "selector": "#list" },
        { "type": "scrape" },
        { "type": "executeJavascript", "script": "window.scrollTo(0, 0)" },
        { "type": "pdf", "format": "A4", "landscape": false, "scale": 1.5 }
    ])
}
