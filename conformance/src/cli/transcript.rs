//! The transcript of a case, for people: its requests, responses and webhooks.

use std::fmt::Write;

use webdata_cases::case::{Case, Purpose};
use webdata_suite::outcome::Outcome;
use webdata_suite::{Printable, Untrusted};

/// Renders each step with its command line and its whole response: status code, headers, body. The webhooks
/// follow.
pub(super) fn transcript(case: &Case, outcome: &Outcome) -> Printable {
    let mut text = String::new();
    let count = case.steps.len() * if case.each_fixture { outcome.fixtures.len() } else { 1 };
    let steps = case.steps.iter().cycle();
    // Writing into a string never fails.
    for (index, (exchange, step)) in outcome.transcript.iter().zip(steps).enumerate() {
        let purpose = match step.purpose {
            _ if step.with_previous => "sent together with the one before",
            Purpose::Arrange => "set-up",
            Purpose::Act => "the tested request",
            Purpose::Assert => "read back",
        };
        let _ = writeln!(text, "step {} of {count}: {purpose}", index + 1);
        let _ = writeln!(text, "  > {}", exchange.curl());
        for failure in &exchange.trouble {
            let _ = writeln!(
                text,
                "  < attempt without a response of the API: {}",
                Untrusted::from_display(&failure.says)
            );
        }
        let Some(response) = &exchange.response else {
            let _ = writeln!(text, "  < no response");
            continue;
        };
        let _ = writeln!(text, "  < {}", response.status);
        body(&mut text, &response.headers, &response.body);
    }
    for delivery in &outcome.deliveries {
        let _ = writeln!(text, "webhook at address {}", delivery.place);
        body(&mut text, &delivery.headers, &delivery.body);
    }
    Printable::multiline(&text)
}

fn body(text: &mut String, headers: &[(String, String)], body: &str) {
    for (name, value) in headers {
        let _ = writeln!(text, "  < {}", Untrusted::from_display(format_args!("{name}: {value}")));
    }
    if !body.is_empty() {
        let _ = writeln!(text, "  <");
    }
    for line in body.lines() {
        let _ = writeln!(text, "  < {line}");
    }
}
