//! Values that come back in another form: where the form is that of a standard, the value counts as stored and the form
//! is observed; elsewhere, every character counts.
//!
//! The pairs of each form are in `webdata_cases::equality`; the servers are in `variant_servers`.

use serde_json::{Value, json};
use webdata_cases::case::{Body, Case, Expect, Expected, Member, Purpose};
use webdata_cases::equality::Meaning;
use webdata_spec::model::ClauseId;
use webdata_suite::judge::{Context, HttpResponse, Judge};

use crate::SUITE;

/// A case of the operation whose responses are judged.
const CASE: &str = "updateMonitor::effects::given-fields-are-stored::name";

/// How a returned value is judged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    /// The value counts as stored, and this is observed.
    Observed(&'static str),
    Fails,
}

/// Judges a response that returns a property of the monitor in another form than it was sent.
fn check(property: &str, sent: Value, returned: &Value, expected: Outcome) {
    let case = SUITE.cases.iter().find(|case| case.id == CASE).expect("the case");
    let mut step = case.steps.last().expect("a step").clone();
    let clause = ClauseId::new("operations.updateMonitor.effects.given-fields-are-stored");
    let member = Member::new(format!("/data/{property}"), Expected::Equal(sent), clause.clone());
    step.expect = Expect::Success { status: None, members: vec![member], rejection: None };
    let body = json!({ "success": true, "data": { property: returned } }).to_string();
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    let response = HttpResponse::new(200, headers, body.into_bytes());
    let context = Context { case, step: &step, parameters: &[], earlier: &[] };
    let judgement = Judge { spec: &SUITE.spec }.judge(context, &response);
    let fails = judgement.deviations.iter().any(|deviation| deviation.clause == clause);
    let observed = judgement.observed.map(|observed| (observed.gap, observed.answer));
    let answer = observed.as_ref().map(|(_, answer)| answer.as_str());
    match expected {
        Outcome::Fails => assert!(fails && observed.is_none(), "{returned}: {observed:?}"),
        Outcome::Observed(form) => {
            assert!(!fails, "{returned}: {:?}", judgement.deviations);
            let form = match form {
                "number" => "a number in another notation".to_owned(),
                "list" => "a list in another order".to_owned(),
                form => format!("a value in another form of the same `{form}`"),
            };
            assert_eq!(answer, Some(form.as_str()), "{returned}");
        }
    }
}

fn scrape(options: &Value) -> Value {
    json!([{ "type": "scrape", "urls": ["https://example.com/"], "scrapeOptions": options }])
}

fn search(property: &str, list: &Value) -> Value {
    json!([{ "type": "search", "queries": ["prices"], property: list }])
}

#[test]
fn the_form_of_a_value_is_observed_where_a_standard_says_what_is_equal() {
    use Outcome::{Fails, Observed};

    check("name", json!("Caf\u{e9}"), &json!("Cafe\u{301}"), Observed("text"));
    check("name", json!("Ada"), &json!("ada"), Fails);
    check("name", json!("Ada "), &json!("Ada"), Fails);
    check("retentionDays", json!(30), &json!(30.0), Observed("number"));
    check("retentionDays", json!(30), &json!("30"), Fails);

    let url = |url: &str| json!({ "url": url });
    check("webhook", url("https://example.com"), &url("https://example.com/"), Observed("uri"));
    check("webhook", url("https://example.com/a"), &url("https://example.com/A"), Fails);
    let hook = "https://example.com/hook";
    let headers = |name: &str, value: &str| json!({ "url": hook, "headers": { name: value } });
    let (sent, header_value) = (headers("X-Key", "a secret"), Observed("header-value"));
    check("webhook", sent.clone(), &headers("x-key", "a secret"), header_value);
    check("webhook", sent.clone(), &headers("X-Key", " a secret "), header_value);
    check("webhook", sent.clone(), &headers("X-Key", "********"), header_value);
    check("webhook", sent.clone(), &headers("X-Key", "another"), Fails);
    check("webhook", sent, &headers("X-Other", "a secret"), Fails);
    let metadata = |value: &Value| json!({ "url": hook, "metadata": { "value": value } });
    let uuid = "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64";
    for (value, other) in [
        (json!("https://example.com"), json!("https://example.com/")),
        (json!(uuid), json!(uuid.to_uppercase())),
        (json!("Caf\u{e9}"), json!("Cafe\u{301}")),
        (json!("UTC"), json!("Etc/UTC")),
    ] {
        check("webhook", metadata(&value), &metadata(&other), Fails);
    }

    let cron = |cron: &str| json!({ "cron": cron });
    check("schedule", cron("0 9 * * 1-5"), &cron("00 9 * * MON-FRI"), Observed("cron"));
    check("schedule", cron("0 9 * * 1-5"), &cron("0 9 * * 1-6"), Fails);
    let zone = |zone: &str| json!({ "cron": "0 9 * * *", "timezone": zone });
    check("schedule", zone("Asia/Calcutta"), &zone("Asia/Kolkata"), Observed("time-zone"));
    check("schedule", zone("Asia/Calcutta"), &zone("Asia/Colombo"), Fails);

    let recipients = |list: &[&str]| json!({ "email": { "recipients": list } });
    let sent = recipients(&["Ada@Example.com", "bob@example.com"]);
    let lower = recipients(&["Ada@example.com", "bob@example.com"]);
    check("notification", sent.clone(), &lower, Observed("email"));
    check("notification", sent, &recipients(&["ada@example.com", "bob@example.com"]), Fails);

    let sent = recipients(&["ada@example.com", "bob@example.com", "ada@example.com"]);
    let other_order = recipients(&["bob@example.com", "ada@example.com", "ada@example.com"]);
    let other_count = recipients(&["bob@example.com", "bob@example.com", "ada@example.com"]);
    check("notification", sent.clone(), &other_order, Observed("list"));
    check("notification", sent, &other_count, Fails);
    let formats = |list: &[&str]| scrape(&json!({ "formats": list }));
    check("targets", formats(&["html", "links"]), &formats(&["links", "html"]), Observed("list"));

    for name in ["includeDomains", "excludeDomains"] {
        let sent = search(name, &json!(["Example.com", "b\u{fc}cher.example"]));
        let returned = search(name, &json!(["example.com", "xn--bcher-kva.example"]));
        check("targets", sent.clone(), &returned, Observed("domain"));
        check("targets", sent, &search(name, &json!(["example.com", "example.org"])), Fails);
    }
    let id = |id: &str| json!([{ "type": "crawl", "url": "https://example.com/", "id": id }]);
    check("targets", id(uuid), &id(&uuid.to_uppercase()), Observed("uuid"));

    let languages = |list: &[&str]| scrape(&json!({ "location": { "languages": list } }));
    let sent = languages(&["de-DE", "fr"]);
    check("targets", sent.clone(), &languages(&["de-de", "fr"]), Observed("language-tag"));
    check("targets", sent, &languages(&["fr", "de-DE"]), Fails);
    let click =
        |selector: &str| scrape(&json!({ "actions": [{ "type": "click", "selector": selector }] }));
    check("targets", click("#caf\u{e9}"), &click("#cafe\u{301}"), Fails);
    let actions = |keys: [&str; 2]| {
        scrape(&json!({ "actions": keys.map(|key| json!({ "type": "press", "key": key })) }))
    };
    check("targets", actions(["Tab", "Enter"]), &actions(["Enter", "Tab"]), Fails);
    let schema =
        |id: &str| scrape(&json!({ "formats": [{ "type": "json", "schema": { "$id": id } }] }));
    check("targets", schema("https://example.com"), &schema("https://example.com/"), Fails);
}

/// Returns the properties that a case changes to an equal value in another form, and compares.
fn respelt(case: &Case) -> Vec<String> {
    let sent = |purpose: Purpose| {
        let mut steps = case.steps.iter().filter(move |step| step.purpose == purpose);
        steps.find_map(|step| match &step.request.body {
            Body::Json(body) => Some((step, body.as_object()?)),
            _ => None,
        })
    };
    let (Some((_, before)), Some((step, after))) = (sent(Purpose::Arrange), sent(Purpose::Act))
    else {
        return Vec::new();
    };
    let operation = step.request.operation.as_ref().and_then(|id| SUITE.spec.operations.get(id));
    let schema = operation.and_then(|operation| SUITE.spec.schema(operation.request.as_ref()?));
    let Some(schema) = schema else { return Vec::new() };
    let body = Meaning::new(&SUITE.spec, schema);
    let changed = after.iter().filter(|(name, value)| {
        before.get(*name).is_some_and(|stored| {
            stored != *value && body.part(&Value::Null, name).is_equal(stored, value)
        })
    });
    let is_compared = |name: &str| {
        compared_places(&step.expect).iter().any(|place| place.ends_with(&format!("/{name}")))
    };
    let changed = changed.filter(|(name, _)| is_compared(name));
    changed.map(|(name, _)| format!("{}: {name}", case.id)).collect()
}

fn compared_places(expect: &Expect) -> Vec<&str> {
    match expect {
        Expect::Success { members, .. } => {
            members.iter().map(|member| member.pointer.as_str()).collect()
        }
        Expect::AnyOf { responses, .. } => {
            responses.iter().flat_map(|response| compared_places(&response.expect)).collect()
        }
        Expect::Error { .. } | Expect::Deliveries(_) | Expect::Observation { .. } => Vec::new(),
    }
}

#[test]
fn no_case_changes_a_value_to_an_equal_one() {
    let respelt: Vec<String> = SUITE.cases.iter().flat_map(respelt).collect();
    assert!(respelt.is_empty(), "{respelt:#?}");
}
