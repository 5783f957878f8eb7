//! The message of a failing case, for each kind of failure, compared with a golden text.
//!
//! The golden texts do not depend on later edits of the contract: monitors have only the properties that are
//! listed here, and the maximum length of names is replaced. `SNAPSHOTS=overwrite` writes the golden texts
//! anew; CI never sets it.

use std::path::{Path, PathBuf};

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_spec::Spec;
use webdata_spec::model::{ErrorText, Keyword, Operand, Shape};
use webdata_suite::Suite;
use webdata_suite::failure_message;
use webdata_suite::report::Report;

use crate::canned::CannedResponse;
use crate::changed_contract::{
    object, operation, report, schema, shift, type_schema, with_golden_name_limit, with_shape,
};

/// A faulty server, the case that fails against it, and the name of its golden text.
struct Example {
    golden: &'static str,
    case: &'static str,
    server: Server,
}

/// The server that a case runs against.
enum Server {
    /// A reference server with a changed contract.
    ChangedContract(fn(&mut Spec)),
    /// A server that sends the same response to every request.
    OneResponse(CannedResponse),
    /// No server listens.
    NotListening,
}

/// Returns a server whose response has `application/json` as its type.
const fn json_response(status: &'static str, body: &'static str) -> Server {
    let headers = "Content-Type: application/json\r\n";
    Server::OneResponse(CannedResponse { status, headers, body })
}

/// The example that the README shows.
const README_EXAMPLE: &str = "state-in-capitals";

/// The properties of a monitor that an update can set.
const UPDATABLE: [&str; 9] = [
    "name",
    "goal",
    "judgeEnabled",
    "status",
    "schedule",
    "targets",
    "notification",
    "webhook",
    "retentionDays",
];

/// The properties of a monitor that the service sets.
const SERVICE_SET: [&str; 8] = [
    "id",
    "createdAt",
    "updatedAt",
    "lastRunAt",
    "nextRunAt",
    "currentCheckId",
    "estimatedCreditsPerMonth",
    "lastCheckSummary",
];

static EXAMPLES: [Example; 25] = [
    Example {
        golden: README_EXAMPLE,
        case: "updateMonitor::status::enum::other-case",
        server: Server::ChangedContract(|spec| {
            with_shape(spec, "MonitorUpdate", "status", |shape| {
                if let Shape::Enum(values) = shape {
                    values.push("ACTIVE".to_owned());
                }
            });
        }),
    },
    Example {
        golden: "accepted-instead-of-rejected",
        case: "updateMonitor::name::maxLength::above",
        server: Server::ChangedContract(|spec| {
            shift(schema(spec, "MonitorUpdate", "name"), Keyword::MaxLength, 1);
        }),
    },
    Example {
        golden: "rejected-instead-of-accepted",
        case: "updateMonitor::goal::nullable::null",
        server: Server::ChangedContract(|spec| {
            object(spec, "MonitorUpdate").properties["goal"].schema.nullable = false;
        }),
    },
    Example {
        golden: "another-text",
        case: "updateMonitor::authentication::no-header",
        server: Server::ChangedContract(|spec| {
            spec.errors["invalid-token"].text = ErrorText::Exact("No token".to_owned());
        }),
    },
    Example {
        golden: "effect-missing",
        case: "updateMonitor::effects::goal-switches-judging-on::applies",
        server: Server::ChangedContract(|spec| {
            operation(spec).effects.retain(|effect| effect.id != "goal-switches-judging-on");
        }),
    },
    Example {
        golden: "set-up-rejected",
        case: "updateMonitor::lifecycle::status::active-to-paused",
        server: Server::ChangedContract(|spec| {
            let minimum = Some(Operand::from(99));
            type_schema(spec, "MonitorUpdate").set_constraint(Keyword::MinProperties, minimum);
        }),
    },
    Example {
        golden: "another-code",
        case: "updateMonitor::errors::prompt-injection-detected",
        server: Server::ChangedContract(|spec| {
            spec.errors["prompt-injection-detected"].code = Some("PROMPT_INJECTION".to_owned());
        }),
    },
    Example {
        golden: "no-code",
        case: "updateMonitor::errors::prompt-injection-detected",
        server: Server::ChangedContract(|spec| {
            spec.errors["prompt-injection-detected"].code = None;
        }),
    },
    Example {
        golden: "missing-property",
        case: "updateMonitor::response::shape",
        server: Server::ChangedContract(|spec| {
            object(spec, "Monitor").properties.shift_remove("updatedAt");
        }),
    },
    Example {
        golden: "another-type-in-a-list",
        case: "updateMonitor::targets.items.scrape.urls::minItems::at",
        server: json_response("200 OK", include_str!("canned/number-in-a-list.json")),
    },
    Example {
        golden: "not-stored",
        case: "updateMonitor::effects::given-fields-are-stored::name",
        server: Server::ChangedContract(|spec| {
            operation(spec).effects.retain(|effect| effect.id != "given-fields-are-stored");
        }),
    },
    Example {
        golden: "not-kept",
        case: "updateMonitor::effects::left-out-fields-are-kept::name-alone",
        server: Server::ChangedContract(|spec| {
            operation(spec).effects.retain(|effect| effect.id != "left-out-fields-are-kept");
        }),
    },
    Example {
        golden: "rejected-but-changed",
        case: "updateMonitor::effects::refusal-changes-nothing::name",
        server: Server::ChangedContract(|spec| {
            operation(spec).effects.retain(|effect| effect.id != "refusal-changes-nothing");
        }),
    },
    Example {
        golden: "another-default",
        case: "updateMonitor::targets.items.search.maxResults::default::left-out",
        server: json_response("200 OK", include_str!("canned/another-default.json")),
    },
    Example {
        golden: "error-without-success",
        case: "updateMonitor::authentication::no-header",
        server: json_response("401 Unauthorized", r#"{"error":"Unauthorized: Invalid token"}"#),
    },
    Example {
        golden: "no-json",
        case: "updateMonitor::authentication::no-header",
        server: json_response("401 Unauthorized", "<html><h1>401 Unauthorized</h1></html>"),
    },
    Example {
        golden: "another-media-type",
        case: "updateMonitor::authentication::no-header",
        server: Server::OneResponse(CannedResponse {
            status: "401 Unauthorized",
            headers: "Content-Type: text/plain\r\n",
            body: r#"{"success":false,"error":"Unauthorized: Invalid token"}"#,
        }),
    },
    Example {
        golden: "no-number-of-seconds",
        case: "updateMonitor::errors::rate-limit-exceeded",
        server: Server::OneResponse(CannedResponse {
            status: "429 Too Many Requests",
            headers: "Content-Type: application/json\r\nRetry-After: soon\r\n",
            body: r#"{"success":false,"error":"Rate limit exceeded"}"#,
        }),
    },
    Example {
        golden: "unknown-path",
        case: "service::unknown-path",
        server: json_response("400 Bad Request", r#"{"success":false,"error":"Bad Request"}"#),
    },
    Example {
        golden: "revoked-key-accepted",
        case: "updateMonitor::authentication::revoked-key",
        server: json_response("200 OK", include_str!("canned/another-default.json")),
    },
    Example {
        golden: "key-behind-another-scheme",
        case: "updateMonitor::authentication::other-scheme",
        server: json_response("200 OK", include_str!("canned/another-default.json")),
    },
    Example {
        golden: "runs-too-close",
        case: "updateMonitor::schedule.cron::minimumInterval::uneven-steps",
        server: json_response("200 OK", include_str!("canned/another-default.json")),
    },
    Example {
        golden: "another-error-of-the-same-status",
        case: "scrape::url::pattern::ftp",
        server: json_response("400 Bad Request", r#"{"success":false,"error":"Bad Request"}"#),
    },
    Example {
        golden: "status-and-text-of-two-errors",
        case: "updateMonitor::name::type::boolean",
        server: json_response("400 Bad Request", r#"{"success":false,"error":"Not Found"}"#),
    },
    Example {
        golden: "no-response",
        case: "updateMonitor::name::type::boolean",
        server: Server::NotListening,
    },
];

#[test]
fn failure_messages_equal_the_golden_texts() {
    let suite = suite();
    let messages = EXAMPLES.iter().map(|example| message(&suite, example));
    let golden = Data::read_from(&golden(), Some(DataFormat::Text));
    assert_data_eq!(messages.collect::<String>(), golden.raw());
}

/// Returns the suite of the contract, in which monitors have only the properties that are listed here.
fn suite() -> Suite {
    let mut spec = webdata_conformance::suite().expect("the contract is valid").spec;
    for (type_name, more) in [("MonitorUpdate", &[][..]), ("Monitor", &SERVICE_SET)] {
        let properties = &mut object(&mut spec, type_name).properties;
        properties.retain(|name, _| [&UPDATABLE, more].concat().contains(&name.as_str()));
        assert_eq!(
            properties.len(),
            UPDATABLE.len() + more.len(),
            "{type_name} lacks some of the properties"
        );
    }
    Suite::new(spec)
}

#[test]
fn the_readme_shows_a_real_failure() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let golden = std::fs::read_to_string(golden()).unwrap();
    let message = golden.split("=== ").find_map(|section| section.strip_prefix(README_EXAMPLE));
    let message = message.expect("the golden text has the example").trim_start();
    assert!(readme.contains(message.trim_end()), "README.md does not show:\n{message}");
}

/// Returns the message of an example, after a line with the name of the example.
fn message(suite: &Suite, example: &Example) -> String {
    let report = report_of(suite, example);
    let case = suite.cases.iter().find(|case| case.id == example.case).expect("the case exists");
    let outcome = &report.cases[0].outcome;
    let message = failure_message(case, outcome, &suite.clauses).expect("the case fails");
    let message = mask_variable_parts(&message, &report.server.base_url);
    format!("=== {}\n{}", example.golden, with_golden_name_limit(&message, &suite.spec))
}

fn report_of(suite: &Suite, example: &Example) -> Report {
    match &example.server {
        Server::ChangedContract(change) => {
            let mut served = suite.spec.clone();
            change(&mut served);
            report(suite, served, &[example.case])
        }
        Server::OneResponse(canned) => crate::canned::report(suite, &canned.start(), example.case),
        Server::NotListening => {
            crate::canned::report(suite, &crate::canned::unused_address(), example.case)
        }
    }
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/failure-messages.txt")
}

/// Replaces the parts of a message that differ between runs: the port, identities and times. The variable of
/// the key gets its name from `targets/reference.toml`, which the README uses.
fn mask_variable_parts(message: &str, base_url: &str) -> String {
    let message = message.replace(base_url, "http://127.0.0.1:8080");
    let message = message.replace("$REFERENCE_VALID_KEY", "$VALID_KEY");
    let uuid = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    let time = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z";
    let message = regex::Regex::new(uuid)
        .unwrap()
        .replace_all(&message, "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64");
    regex::Regex::new(time).unwrap().replace_all(&message, "2026-01-02T03:04:05Z").into_owned()
}
