//! The actions that a scrape performs on a page before it reads the content.

use serde_json::{Value, json};

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::scrape::document;

const INTERACTIVE: &str = "https://example.com/circumstances/interactive";

#[tokio::test]
async fn actions_are_performed_before_the_content_is_fetched() {
    let served = Served::contract().await;
    let click = |all: bool| json!({ "type": "click", "selector": ".more", "all": all });
    let table = [
        (json!([]), [false, false, false]),
        (json!([click(false)]), [true, false, false]),
        (json!([{ "type": "click", "selector": ".more" }]), [true, false, false]),
        (json!([click(true)]), [true, true, false]),
        (json!([{ "type": "scroll" }]), [false, false, true]),
        (json!([{ "type": "scroll", "direction": "up" }]), [false, false, false]),
        (json!([{ "type": "scroll", "selector": "#list" }]), [false, false, true]),
    ];
    for (actions, shown) in table {
        let made = document(&served, INTERACTIVE, json!({ "actions": actions })).await;
        let text = made["markdown"].as_str().unwrap_or_default();
        let actual = ["The first secret.", "The second secret.", "The end of the list."]
            .map(|part| text.contains(part));
        assert_eq!(actual, shown, "{actions}: {text}");
    }
    let mut spec = contract();
    property(&mut spec, "ScrapeOptions", "actions").behaviour.clear();
    let served = Served::with_contract(spec).await;
    let made = document(&served, INTERACTIVE, json!({ "actions": [click(true)] })).await;
    assert!(!made["markdown"].as_str().unwrap_or_default().contains("secret"), "{made}");
}

#[tokio::test]
async fn results_of_actions_are_in_the_response() {
    let served = Served::contract().await;
    let focus = json!({ "type": "click", "selector": "#wish" });
    let write = json!({ "type": "write", "text": "a kettle" });
    let actions = json!([
        { "type": "screenshot", "viewport": { "width": 300, "height": 200 } },
        { "type": "screenshot", "fullPage": true, "viewport": { "width": 300, "height": 200 } },
        { "type": "pdf" },
        { "type": "pdf", "format": "A4", "landscape": true, "scale": 0.5 },
        { "type": "executeJavascript", "script": "1" },
        focus, write, { "type": "press", "key": "s" },
        { "type": "scrape" },
    ]);
    let made = document(&served, INTERACTIVE, json!({ "actions": actions })).await;
    let kept = &made["actions"];
    let contains =
        |value: &Value, part: &str| value.as_str().is_some_and(|text| text.contains(part));
    let table = [
        (&kept["screenshots"][0], "fullPage=false", true),
        (&kept["screenshots"][0], "viewport=", false),
        (&kept["screenshots"][0], "width=300&height=200", true),
        (&kept["screenshots"][0], "signature=", true),
        (&kept["screenshots"][1], "height", false),
        (&kept["pdfs"][0], "format=Letter&landscape=false&scale=1&", true),
        (&kept["pdfs"][1], "format=A4&landscape=true&scale=0.5&", true),
        (&kept["scrapes"][0]["html"], "a kettles", true),
        (&kept["scrapes"][0]["url"], INTERACTIVE, true),
    ];
    for (value, part, expected) in table {
        assert_eq!(contains(value, part), expected, "{part}: {kept}");
    }
    assert!(made.get("warning").is_none(), "{made}");
    let table = [
        (json!([write]), true),
        (json!([focus, write]), false),
        (json!([{ "type": "click", "selector": ".none" }]), true),
        (json!([{ "type": "click", "selector": ".none", "all": true }]), false),
    ];
    for (actions, warns) in table {
        let made = document(&served, INTERACTIVE, json!({ "actions": actions })).await;
        assert_eq!(made.get("warning").is_some(), warns, "{actions}");
    }
    for (name, list) in
        [("ScreenshotAction", "screenshots"), ("PdfAction", "pdfs"), ("ScrapeAction", "scrapes")]
    {
        let mut spec = contract();
        spec.types[name].schema.behaviour.clear();
        let served = Served::with_contract(spec).await;
        let made = document(&served, INTERACTIVE, json!({ "actions": actions })).await;
        assert!(made["actions"].get(list).is_none(), "{list}");
    }
}
