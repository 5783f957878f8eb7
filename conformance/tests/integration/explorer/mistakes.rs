//! Servers with a mistake of each class that implementers make, at places where derived cases do not look, apart from
//! a URL without a host and a path near a known one. The explorer finds each with a fixed seed.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::Method;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use regex::{Captures, Regex};
use serde_json::{Value, json};
use webdata_runtime::string_format::StringFormat;

use super::{explore, runtime, target};

/// The seed of every exploration.
const SEED: u64 = 46;

/// The maximum number of requests until a mistake is found. The explorer sends more in a minute.
const MAX_REQUESTS: usize = 30_000;

/// The maximum size of a body, in bytes.
const MAX_BODY_BYTES: usize = 1 << 24;

/// A request on its way to the reference server.
struct Sent {
    path: String,
    body: String,
    /// The body of an update that the server applies before it judges the request.
    early: Option<Value>,
}

impl Sent {
    /// Changes the body, if it is JSON.
    fn change(&mut self, change: impl FnOnce(&mut Value)) {
        if let Ok(mut body) = serde_json::from_str(&self.body) {
            change(&mut body);
            self.body = body.to_string();
        }
    }

    /// Changes each match of a pattern in the body.
    fn replace(&mut self, pattern: &str, change: impl Fn(&Captures<'_>) -> String) {
        self.body = Regex::new(pattern).unwrap().replace_all(&self.body, change).into_owned();
    }
}

/// A class of mistakes, and a server with one of them.
struct Mistake {
    class: &'static str,
    /// A part of the clause, or of the place, of the failure that shows the mistake.
    shown_by: &'static str,
    /// Changes a request.
    before: fn(&mut Sent),
    /// Changes a response, which is JSON.
    after: fn(&Sent, &mut Value),
}

const UNCHANGED: fn(&Sent, &mut Value) = |_, _| {};

/// Calls a function with each value inside a value.
fn visit(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    change(value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| visit(item, change)),
        Value::Object(members) => members.values_mut().for_each(|member| visit(member, change)),
        _ => {}
    }
}

fn is_valid(format: StringFormat, value: &Value) -> bool {
    value.as_str().is_some_and(|text| format.check(text).is_ok())
}

/// Changes the cron expression of an update.
fn change_cron(sent: &mut Sent, change: impl FnOnce(&str) -> Option<String>) {
    sent.change(|body| {
        if let Some(cron) = body.pointer_mut("/schedule/cron")
            && let Some(changed) = cron.as_str().and_then(change)
        {
            *cron = changed.into();
        }
    });
}

static MISTAKES: [Mistake; 12] = [
    Mistake {
        class: "gaps between the runs of weekdays are not checked",
        shown_by: "MonitorSchedule.cron.minimumInterval",
        before: |sent| {
            change_cron(sent, |cron| {
                let is_valid =
                    |minimum_interval| StringFormat::Cron { minimum_interval }.check(cron).is_ok();
                let is_close = is_valid(None) && !is_valid(Some(Duration::from_secs(300)));
                (is_close && !cron.ends_with('*')).then(|| "0 9 * * *".to_owned())
            });
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "numbers of a cron expression are read as those of a programming language",
        shown_by: "MonitorSchedule.cron.format",
        before: |sent| {
            change_cron(sent, |cron| {
                let (minute, rest) = cron.split_once(' ')?;
                let read = rest.replace("0x9", "9").replace("1e1", "10");
                (read != rest).then(|| format!("{minute} {read}"))
            });
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "time zones of the system are accepted",
        shown_by: "MonitorSchedule.timezone.format",
        before: |sent| sent.replace(r#""posix/([^"]+)""#, |found| format!("\"{}\"", &found[1])),
        after: UNCHANGED,
    },
    Mistake {
        class: "null beside a valid alternative counts as left out",
        shown_by: "WaitAction",
        before: |sent| {
            sent.change(|body| {
                visit(body, &mut |value| {
                    if value["type"] == "wait"
                        && let Value::Object(members) = value
                        && members.len() > 2
                    {
                        members.retain(|_, member| !member.is_null());
                    }
                });
            });
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "null in a union counts as left out beside another property",
        shown_by: "Redaction.type",
        before: |sent| {
            sent.change(|body| {
                if body.as_object().is_some_and(|members| members.len() > 1) {
                    visit(body, &mut |value| {
                        if let Value::Object(members) = value {
                            members.retain(|name, member| name != "redactPII" || !member.is_null());
                        }
                    });
                }
            });
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "JSON that is none is read: numbers with zeros before them",
        shown_by: "updateMonitor.request",
        before: |sent| {
            // Cases have such a number in free data.
            sent.replace(r#""(\w+)":0+(\d+)"#, |found| match &found[1] {
                "sample" => found[0].to_owned(),
                name => format!("\"{name}\":{}", &found[2]),
            });
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "JSON that is none is read: a comma after the last property of the last item",
        shown_by: "updateMonitor.request",
        before: |sent| sent.replace(r",\}\]", |_| "}]".to_owned()),
        after: UNCHANGED,
    },
    Mistake {
        class: "a limit is not checked beside another property",
        shown_by: "MonitorUpdate.goal.maxLength",
        before: |sent| {
            sent.change(|body| {
                let is_beside = body.get("judgeEnabled").is_some();
                if let Some(Value::String(goal)) = body.get_mut("goal").filter(|_| is_beside) {
                    *goal = goal.chars().take(2000).collect();
                }
            });
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "a rejected update changes something, because a check comes late",
        shown_by: "/data/retentionDays",
        before: |sent| {
            let body: Value = serde_json::from_str(&sent.body).unwrap_or_default();
            let zone = body.pointer("/schedule/timezone");
            let is_late = zone.is_some_and(|zone| !is_valid(StringFormat::TimeZone, zone));
            sent.early = body
                .get("retentionDays")
                .filter(|_| is_late)
                .map(|days| json!({ "retentionDays": days }));
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "an estimate is a fraction",
        shown_by: "/data/estimatedCreditsPerMonth",
        before: |_| {},
        after: |sent, response| {
            let estimate = response.pointer_mut("/data/estimatedCreditsPerMonth");
            if let Some(estimate) = estimate.filter(|_| sent.body.matches("\"search\"").count() > 1)
            {
                *estimate = json!(12.5);
            }
        },
    },
    Mistake {
        class: "a URL without a host is scraped",
        shown_by: "no-host",
        before: |sent| {
            if sent.path.ends_with("/scrape") {
                sent.replace(r#""http://""#, |_| "\"http://example.com\"".to_owned());
            }
        },
        after: UNCHANGED,
    },
    Mistake {
        class: "a path near a known one has an error of another form",
        shown_by: "error",
        before: |_| {},
        after: |sent, response| {
            if sent.path.ends_with("/deeper") {
                *response = json!({ "detail": "Not Found" });
            }
        },
    },
];

/// Puts a server with a mistake before `router`.
fn with(mistake: &'static Mistake, router: Router) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| async move {
        let (mut parts, body) = request.into_parts();
        let bytes = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
        let is_readable = str::from_utf8(&bytes).is_ok();
        let mut sent = Sent {
            path: parts.uri.path().to_owned(),
            body: String::from_utf8_lossy(&bytes).into_owned(),
            early: None,
        };
        (mistake.before)(&mut sent);
        parts.headers.remove(CONTENT_LENGTH);
        if let Some(early) = sent.early.take().filter(|_| parts.method == Method::PATCH) {
            let early = Request::from_parts(parts.clone(), Body::from(early.to_string()));
            next.clone().run(early).await;
        }
        let body = if is_readable { Body::from(sent.body.clone()) } else { Body::from(bytes) };
        let (mut parts, body) = next.run(Request::from_parts(parts, body)).await.into_parts();
        let bytes = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
        let Ok(mut response) = serde_json::from_slice(&bytes) else {
            return Response::from_parts(parts, Body::from(bytes));
        };
        (mistake.after)(&sent, &mut response);
        parts.headers.remove(CONTENT_LENGTH);
        Response::from_parts(parts, Body::from(response.to_string()))
    }))
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn each_class_of_mistakes_is_found() {
    let runtime = runtime();
    let mut missed = Vec::new();
    for mistake in MISTAKES.iter() {
        let (_server, target) = target(&runtime, |router| with(mistake, router));
        let explored = explore(target, &[], SEED, (MAX_REQUESTS, 1), &runtime);
        println!("{:>6}  {}", explored.statistics.requests, mistake.class);
        let shown = super::render(&explored);
        if !shown.contains(mistake.shown_by) {
            missed.push((mistake.class, shown));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
