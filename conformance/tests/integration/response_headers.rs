//! Tests of response headers that come twice, or that announce a body where HTTP allows none.

use webdata_cases::case::{Case, Expect, Purpose, Request, Step};
use webdata_suite::judge::{Context, HttpResponse};

use crate::SUITE;

/// Returns the place and the value of each deviation of a response to the first step of a case.
fn deviations(case: &Case, status: u16, headers: &[(&str, &str)], body: &str) -> Vec<String> {
    let context = Context { case, step: &case.steps[0], parameters: &[], earlier: &[] };
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let response = HttpResponse::new(status, headers.collect(), body.as_bytes().to_vec());
    let judgement = SUITE.judge().judge(context, &response);
    assert_eq!(judgement.unjudged, None);
    let shown = judgement.deviations.iter().map(|it| format!("{}: {}", it.place, it.received));
    shown.collect()
}

fn case(id: &str) -> &'static Case {
    SUITE.cases.iter().find(|case| case.id == id).expect("the case exists")
}

#[test]
fn lines_of_one_header_are_judged_together() {
    let (json, html) = ("application/json", "text/html");
    let rejected = case("updateMonitor::authentication::no-header");
    let body = r#"{"success":false,"error":"Unauthorized: Invalid token"}"#;
    for (values, expected) in [
        (vec![json], None),
        (vec![json, json], None),
        (vec!["application/json, application/json"], None),
        (vec![json, "Application/JSON; charset=utf-8"], None),
        (vec!["application/json; profile=\"a,b\""], None),
        (vec![json, html], Some("content-type: application/json, text/html")),
        (vec![html, json], Some("content-type: text/html, application/json")),
        (vec!["application/json, text/html"], Some("content-type: application/json, text/html")),
        (vec![], Some("content-type: nothing")),
    ] {
        let headers: Vec<_> = values.iter().map(|value| ("content-type", *value)).collect();
        assert_eq!(
            deviations(rejected, 401, &headers, body),
            Vec::from_iter(expected),
            "{values:?}"
        );
    }
    let limited = case("updateMonitor::errors::rate-limit-exceeded");
    let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
    for (values, expected) in [
        (vec!["2"], None),
        (vec!["2", "2"], None),
        (vec!["2", "3"], Some("retry-after: 2, 3")),
        (vec!["2", "soon"], Some("retry-after: 2, soon")),
    ] {
        let lines = values.iter().map(|value| ("retry-after", *value));
        let headers: Vec<_> = [("content-type", json)].into_iter().chain(lines).collect();
        assert_eq!(
            deviations(limited, 429, &headers, body),
            Vec::from_iter(expected),
            "{values:?}"
        );
    }
    let coded = [("content-type", json), ("content-encoding", "identity, identity")];
    assert_eq!(deviations(limited, 429, &coded, body), Vec::<String>::new());
}

#[test]
fn a_204_that_announces_a_body_deviates() {
    // The contract shows no response of this operation, so a 204 is allowed.
    let request = Request { operation: Some("cancelAgent".to_owned()), ..Request::default() };
    let expect = Expect::Success { status: None, members: Vec::new(), rejection: None };
    let steps = vec![Step::new(Purpose::Act, request, expect)];
    let open = Case { steps, ..case("updateMonitor::authentication::no-header").clone() };
    for (headers, expected) in [
        (vec![], None),
        (vec![("content-length", "0")], None),
        (vec![("content-length", "16")], Some("body: `Content-Length: 16`")),
        (vec![("transfer-encoding", "chunked")], Some("body: `Transfer-Encoding: chunked`")),
    ] {
        assert_eq!(deviations(&open, 204, &headers, ""), Vec::from_iter(expected), "{headers:?}");
    }
}
