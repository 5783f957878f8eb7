//! Findings of made records: one sentence for each mistake, and for no other. No server responds here: a rule makes
//! the response to each request of the cases.

use std::sync::LazyLock;

use serde_json::{Value, json};
use webdata_cases::case::{Case, Step};
use webdata_spec::model::{ClauseId, Shape};
use webdata_suite::findings::{
    Concern, Due, Finding, InvalidForm, Judged, SentKey, SentType, Subject, findings, subjects,
};
use webdata_suite::outcome::{Deviation, Exchange, Outcome, OutcomeKind, ResponseRecord};

use crate::SUITE;

/// The response to a request, and how it deviates.
#[derive(Default)]
struct Made {
    status: u16,
    body: Value,
    deviations: Vec<Deviation>,
    /// Whether the case is about something else.
    is_beside: bool,
}

fn deviation(clause: &str, place: &str, received: &str) -> Deviation {
    serde_json::from_value(json!({
        "clause": clause, "place": place, "expected": "another", "received": received,
    }))
    .unwrap()
}

/// Returns a response with a status code that is not due.
fn status(subject: &Subject, status: u16) -> Option<Made> {
    let clause = subject.clause.as_ref()?.as_str();
    let deviations = vec![deviation(clause, "status", &status.to_string())];
    Some(Made { status, deviations, ..Made::default() })
}

/// Returns a success whose body has a null.
fn null(clause: &str, place: &str, is_beside: bool) -> Made {
    let deviations = vec![deviation(clause, place, "null")];
    let mut body = Value::Null;
    for name in place.rsplit('/').filter(|name| !name.is_empty()) {
        body = if name == "0" { json!([body]) } else { json!({ name: body }) };
    }
    Made { status: 200, body, deviations, is_beside }
}

/// For each case of the suite: what each of its steps tests, and the request of each step.
static STEPS: LazyLock<Vec<(Vec<Subject>, Vec<Exchange>)>> = LazyLock::new(|| {
    let exchange = |step: &Step| {
        let body = step.request.body.as_json().map(|body| json!({ "text": body.to_string() }));
        let request = json!({ "method": "PATCH", "url": "/", "headers": [], "body": body });
        serde_json::from_value(json!({ "request": request })).unwrap()
    };
    let steps = |case: &Case| {
        (subjects(&SUITE.spec, case), case.steps.iter().map(exchange).collect::<Vec<_>>())
    };
    SUITE.cases.iter().map(steps).collect()
});

/// Returns the findings about these responses; all others are as they should be.
fn findings_about(rule: impl Fn(&Case, &Subject) -> Option<Made>) -> Vec<Finding> {
    let made = |case: &Case, subjects: &[Subject], exchanges: &[Exchange]| {
        let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
        for (step, (subject, exchange)) in subjects.iter().zip(exchanges).enumerate() {
            let due = match &subject.due {
                Due::Error(error) => SUITE.spec.errors[error].status,
                Due::Success | Due::Open => 200,
            };
            let made = rule(case, subject);
            let Made { status, body, deviations, is_beside } =
                made.unwrap_or_else(|| Made { status: due, ..Made::default() });
            let body = if body.is_null() { String::new() } else { body.to_string() };
            let response = Some(ResponseRecord { status, headers: Vec::new(), body });
            outcome.transcript.push(Exchange { response, ..exchange.clone() });
            let deviations = deviations.into_iter().map(|one| Deviation { step, ..one });
            if is_beside {
                outcome.beside.extend(deviations);
            } else {
                outcome.deviations.extend(deviations);
            }
        }
        if !outcome.deviations.is_empty() {
            outcome.kind = OutcomeKind::Fail;
        }
        outcome
    };
    let cases = SUITE.cases.iter().zip(&*STEPS);
    let outcomes: Vec<Outcome> =
        cases.map(|(case, (subjects, exchanges))| made(case, subjects, exchanges)).collect();
    let cases = SUITE.cases.iter().zip(&*STEPS).zip(&outcomes);
    let judged = cases.map(|((case, (subjects, _)), outcome)| Judged::new(case, subjects, outcome));
    findings(SUITE.judge(), &judged.collect::<Vec<_>>())
}

/// Returns the only finding about these responses.
fn only(rule: impl Fn(&Case, &Subject) -> Option<Made>) -> Finding {
    let mut told = findings_about(rule);
    assert_eq!(told.len(), 1, "{told:#?}");
    told.remove(0)
}

/// Checks that each finding begins so.
fn check(expected: &[&str], rule: impl Fn(&Case, &Subject) -> Option<Made>) {
    let told: Vec<String> = findings_about(rule).into_iter().map(|finding| finding.says).collect();
    let fits = |(told, expected): (&String, &&str)| told.starts_with(*expected);
    assert!(
        told.len() == expected.len() && told.iter().zip(expected).all(fits),
        "expected {expected:#?}, got {told:#?}"
    );
}

fn is_invalid(subject: &Subject) -> bool {
    matches!(subject.due, Due::Error(_))
}

fn ends(subject: &Subject, names: &[&str]) -> bool {
    let clause = subject.clause.as_ref().map_or("", |clause| clause.as_str());
    names.iter().any(|name| clause.ends_with(name))
}

const HEADERS: &str = "MonitorWebhook.headers.type";
const HEADERS_PLACE: &str = "/data/webhook/headers";

fn takes_null_headers(subject: &Subject) -> Option<Made> {
    let takes = subject.form == Some(InvalidForm::Null) && ends(subject, &[HEADERS]);
    status(subject, 200).filter(|_| takes)
}

#[test]
fn a_null_in_the_response_to_a_valid_request_does_not_follow_from_one_that_was_accepted() {
    check(
        &[
            "values in responses are null: `MonitorWebhook.headers.type`",
            "invalid requests are accepted",
        ],
        |case, subject| {
            let is_valid = case.id == "updateMonitor::webhook.url::maxLength::long"
                || case.id.starts_with("updateMonitor::webhook.events.items::enum::monitor.page");
            takes_null_headers(subject)
                .or_else(|| is_valid.then(|| null(HEADERS, HEADERS_PLACE, false)))
        },
    );
}

#[test]
fn a_null_that_stays_in_the_state_follows_from_the_request_that_was_accepted() {
    check(&["invalid requests are accepted"], |case, subject| {
        let is_later = case.id.starts_with("updateMonitor::name::");
        takes_null_headers(subject).or_else(|| {
            let is_valid = is_later && subject.due == Due::Success;
            is_valid.then(|| null(HEADERS, HEADERS_PLACE, true))
        })
    });
}

#[test]
fn options_that_come_back_as_null_are_one_finding() {
    let places = [
        ("MonitorWebhook.headers.type", "/data/webhook/headers", "updateMonitor::webhook.url::"),
        (
            "ScrapeOptions.minAge.type",
            "/data/targets/0/scrapeOptions/minAge",
            "updateMonitor::targets.items.scrape.scrapeOptions.timeout::",
        ),
        (
            "ThreatProtectionOverride.type",
            "/data/targets/0/scrapeOptions/threatProtection",
            "updateMonitor::targets.items.scrape.scrapeOptions.mobile::",
        ),
    ];
    check(
        &["values in responses are null: optional properties, without a default"],
        |case, subject| {
            let (clause, place, _) = places.iter().find(|(_, _, id)| case.id.starts_with(id))?;
            (subject.due == Due::Success).then(|| null(clause, place, false))
        },
    );
}

#[test]
fn an_object_with_a_null_too_many_has_a_null() {
    let action = "/data/targets/0/scrapeOptions/actions/0";
    check(&["values in responses are null: `WaitAction.selector.type`"], |case, subject| {
        let is_wait = case.id.contains("wait.milliseconds::minimum::at");
        let mut made = null("WaitAction.selector.type", &format!("{action}/selector"), false);
        made.deviations.push(deviation("WaitAction.exactlyOne", action, "both"));
        (is_wait && subject.due == Due::Success).then_some(made)
    });
}

#[test]
fn null_at_most_places_is_one_finding() {
    check(
        &["invalid requests are accepted: null where it is not allowed, optional properties"],
        |_, subject| {
            let schema = subject.schema.as_ref().and_then(|it| SUITE.spec.schema_at(it.as_str()));
            let shape = schema.map(|schema| &SUITE.spec.resolve(schema).shape);
            let is_kept = matches!(shape, Some(Shape::Boolean | Shape::Enum(_)));
            let takes = subject.form == Some(InvalidForm::Null) && !is_kept;
            let is_optional = subject.schema.as_ref().is_some_and(|schema| {
                let (object, name) = schema.as_str().rsplit_once('.').unwrap_or_default();
                let object = SUITE.spec.schema(object).and_then(|schema| schema.object());
                object.and_then(|object| object.properties.get(name)).is_some_and(|it| !it.required)
            });
            status(subject, 200).filter(|_| takes && is_optional)
        },
    );
}

#[test]
fn objects_in_place_of_lists_are_one_finding() {
    let kept =
        ["urls.type", "queries.type", "targets.type", "list.type", "Tlds.type", "modes.type"];
    check(&["invalid requests are accepted: an object sent, a list declared"], |_, subject| {
        let is_object = subject.sent == Some(SentType::Object) && is_invalid(subject);
        let is_list = subject.schema.as_ref().and_then(|it| SUITE.spec.schema_at(it.as_str()));
        let is_list = is_list.is_some_and(|schema| schema.items().is_some());
        let is_type = ends(subject, &[".type"]) && !ends(subject, &kept);
        status(subject, 200).filter(|_| is_object && is_list && is_type)
    });
}

#[test]
fn limits_that_are_not_checked_below_one_place_are_one_finding() {
    let limits =
        ["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"];
    check(
        &["invalid requests are accepted: below `targets[crawl].scrapeOptions`, limits of numbers"],
        |_, subject| {
            let place = subject.variant_place.as_deref().unwrap_or_default();
            let is_below =
                place.starts_with("targets[crawl].scrapeOptions.") && is_invalid(subject);
            status(subject, 200).filter(|_| is_below && ends(subject, &limits))
        },
    );
}

#[test]
fn a_sample_has_one_name_at_each_item_of_a_list() {
    check(&["invalid requests are accepted: in cases named `…::unknown`"], |case, subject| {
        let names = ["::unknown", "::unknown::first-item", "::unknown::last-item"];
        let takes = is_invalid(subject) && names.iter().any(|name| case.id.ends_with(name));
        status(subject, 200).filter(|_| takes)
    });
}

#[test]
fn a_response_without_a_body_has_no_media_type() {
    check(&["responses are not what the contract says"], |case, _| {
        let deviations = vec![
            deviation("service.mediaType", "body", "no body"),
            deviation("service.mediaType", "content-type", "nothing"),
        ];
        let is_other = case.id.ends_with("malformed::method::GET");
        is_other.then(|| Made { status: 405, deviations, ..Made::default() })
    });
}

#[test]
fn another_success_is_no_rejection() {
    let expected = "valid requests get 202 instead of the response that is due: ";
    check(&[expected], |case, subject| {
        let is_meant = case.id.starts_with("updateMonitor::webhook.url::");
        status(subject, 202).filter(|_| is_meant && subject.due == Due::Success)
    });
}

#[test]
fn half_of_a_surrogate_pair_is_a_reason() {
    check(
        &["the server responds to requests with 500: with half of a surrogate pair in a text"],
        |case, subject| status(subject, 500).filter(|_| case.id.contains("lone-surrogate")),
    );
}

#[test]
fn what_is_missing_at_one_place_is_one_finding() {
    const TARGETS: &str = "operations.updateMonitor.effects.given-fields-are-stored.targets";
    check(&["what an operation returns is missing: with `Redaction.object`"], |case, subject| {
        let sends = |text: &str| {
            let bodies = case.steps.iter().filter_map(|step| step.request.body.as_json());
            bodies.map(Value::to_string).any(|body| body.contains(text))
        };
        let is_lost = ["\"entities\":", "\"fast\"", "\"remove\""].into_iter().any(sends);
        let is_about = |clause: &ClauseId| clause.as_str() == TARGETS;
        let is_stored = subject.due == Due::Success && case.clauses.iter().any(is_about);
        let place = "/data/targets/0/scrapeOptions/redactPII";
        let deviations = vec![deviation(TARGETS, place, "nothing")];
        let body = json!({ "data": { "targets": [{ "scrapeOptions": {} }] } });
        let made = Made { status: 200, body, deviations, is_beside: false };
        (is_lost && is_stored && sends("redactPII")).then_some(made)
    });
}

#[test]
fn a_page_in_place_of_json_is_one_response() {
    let page = |case: &Case, _: &Subject| {
        let deviations = vec![
            deviation("service.mediaType", "body", "<html>"),
            deviation("service.mediaType", "content-type", "text/html"),
        ];
        let is_page = case.id.contains("::malformed::method::");
        is_page.then(|| Made { status: 405, body: json!("<html>"), deviations, is_beside: false })
    };
    let finding = only(page);
    assert_eq!(finding.shown, finding.cases.len(), "{finding:#?}");
}

#[test]
fn nothing_is_said_of_few_requests() {
    let takes = |_: &Case, subject: &Subject| {
        let is_accepted = is_invalid(subject) && ends(subject, &["MonitorUpdate.name.maxLength"]);
        status(subject, 200).filter(|_| is_accepted)
    };
    let finding = only(takes);
    assert!(finding.says.starts_with("invalid requests are accepted: "), "{}", finding.says);
}

#[test]
fn each_sent_thing_is_named_for_what_it_is() {
    let forms = [
        (InvalidForm::NotFinite, "NaN or Infinity in the body"),
        (InvalidForm::Deep, "a body that is hundreds of levels deep"),
        (InvalidForm::ByteOrderMark, "a byte order mark before the body"),
        (InvalidForm::NotUtf8, "a body that is not UTF-8"),
        (InvalidForm::NoBody, "without a body"),
    ];
    for (form, words) in forms {
        let finding =
            only(|_, subject| status(subject, 500).filter(|_| subject.form == Some(form)));
        assert!(finding.says.contains(words), "{}", finding.says);
    }
}

#[test]
fn a_key_with_text_after_it_gets_in_first() {
    let key = Some(SentKey::TextAfter);
    let told = findings_about(|case, subject| {
        let is_long = case.id.starts_with("updateMonitor::name::maxLength::above");
        let is_let_in = is_invalid(subject) && subject.key == key;
        status(subject, 200).filter(|_| is_let_in || (is_long && is_invalid(subject)))
    });
    let [first, second] = told.as_slice() else { panic!("{told:#?}") };
    assert!(first.says.contains("with text after the key"), "{}", first.says);
    assert_eq!((first.concern, second.concern), (Concern::Access, Concern::Unchecked));
}

#[test]
fn a_request_that_is_due_an_error_for_its_key_is_not_invalid() {
    let error = Due::Error("insufficient-credits".to_owned());
    let finding = only(|case, subject| {
        let is_due = subject.due == error && case.id.contains("::errors::");
        status(subject, 200).filter(|_| is_due)
    });
    assert!(
        finding.says.starts_with("requests are accepted that should not be"),
        "{}",
        finding.says
    );
}

#[test]
fn what_breaks_the_most_valid_requests_comes_first() {
    let (names, webhooks) = ("updateMonitor::name::", "updateMonitor::webhook");
    let told = findings_about(|case, subject| {
        let is_meant = case.id.starts_with(names) || case.id.starts_with(webhooks);
        status(subject, if case.id.starts_with(names) { 404 } else { 409 })
            .filter(|_| is_meant && subject.due == Due::Success)
    });
    let shown: Vec<usize> = told.iter().map(|finding| finding.shown).collect();
    assert!(shown.len() > 1 && shown.is_sorted_by(|more, fewer| more >= fewer), "{told:#?}");
}
