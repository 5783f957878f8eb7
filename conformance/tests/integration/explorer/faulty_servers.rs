//! Servers with faults that no derived case reaches, apart from a URL without a host and a path near a known one, and
//! the shortest sequence that the explorer finds on each: faults of state and of combinations, and a mistake of each class
//! that implementers make.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use indexmap::IndexMap;
use regex::{Captures, Regex};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;
use tokio::task::yield_now;
use webdata_cases::derive::sequences::Action;
use webdata_runtime::string_format::StringFormat;

use super::{explore, render, target};

/// The maximum number of requests until a fault is found. The explorer sends more in a minute.
const MAX_REQUESTS: usize = 30_000;

/// The maximum size of a body, in bytes.
const MAX_BODY_BYTES: usize = 1 << 24;

/// How often an update yields to the other tasks, so that the updates of its group arrive.
const YIELDS: usize = 8;

/// The clause that a lost value breaks, as a failure shows it.
const STORED: &str = "clause    operations.updateMonitor.effects.given-fields-are-stored";

/// The properties that an update gives.
type Given = Map<String, Value>;

/// A request on its way to the reference server.
struct Sent {
    method: Method,
    path: String,
    headers: HeaderMap,
    body: String,
    /// The updates of the resource that came at the same time, in the order of their arrival; empty for other requests.
    group: Vec<Given>,
    /// The index of this update in the group.
    index: usize,
    /// The resource as the last response showed it.
    shown: Value,
    /// The body of an update that the server applies before it judges the request.
    early: Option<Value>,
    /// Whether the server fails.
    fails: bool,
}

/// The memory of a server, by paths of resources.
#[derive(Default)]
struct State {
    /// The group of the waiting updates of each resource.
    waiting: HashMap<String, Arc<Mutex<Vec<Given>>>>,
    /// The resources as the last responses showed them.
    shown: HashMap<String, Value>,
    /// How many updates of an order each resource got.
    reached: HashMap<String, usize>,
    /// How often each run was polled before it was cancelled.
    polled_before: HashMap<String, usize>,
    /// How often each run was polled since it was cancelled.
    polled_since: HashMap<String, usize>,
    /// The run that was cancelled last.
    last_cancelled: String,
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

/// When a server is explored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// With `--long`.
    Long,
}

/// A server with a fault.
pub(super) struct FaultyServer {
    does: &'static str,
    when: When,
    seed: u64,
    /// Parts of the clause or of the place of the failure that shows the fault.
    shown_by: &'static [&'static str],
    /// Returns whether these actions are the fewest that show the fault.
    are_fewest: fn(&[Action]) -> bool,
    /// Changes a request.
    before: fn(&mut State, &mut Sent),
    /// Changes a response, which is JSON.
    after: fn(&mut State, &Sent, &mut StatusCode, &mut Value),
}

/// A server without a fault, with the settings of faults of state.
const FAULT: FaultyServer = FaultyServer {
    does: "",
    when: When::Long,
    seed: 7,
    shown_by: &[],
    are_fewest: |_| true,
    before: |_, _| {},
    after: |_, _, _, _| {},
};

/// A server without a fault, with the settings of mistakes.
const MISTAKE: FaultyServer = FaultyServer { seed: 46, ..FAULT };

/// Loses an update of `goal` that comes right after updates of `retentionDays` and of `status`, in this order.
pub(super) const THIRD_UPDATE_IS_LOST: FaultyServer = FaultyServer {
    does: "loses the third update of an order",
    when: When::Always,
    shown_by: &[STORED, "/data/goal"],
    are_fewest: |actions| actions.len() <= 3,
    before: |state, sent| {
        let order = ["retentionDays", "status", "goal"];
        let Some(given) = sent.group.get(sent.index) else { return };
        let at = state.reached.entry(sent.path.clone()).or_default();
        *at = match () {
            () if order.iter().all(|name| given.contains_key(*name)) => 0,
            () if given.contains_key(order[*at]) => *at + 1,
            () => usize::from(given.contains_key(order[0])),
        };
        if *at == order.len() {
            *at = 0;
            sent.change(|body| drop(body.as_object_mut().and_then(|it| it.shift_remove("goal"))));
        }
    },
    ..FAULT
};

static SERVERS: [FaultyServer; 19] = [
    THIRD_UPDATE_IS_LOST,
    FaultyServer {
        does: "loses the options of the 40th target",
        when: When::Long,
        // How many targets keep their options depends on the time for shrinking.
        are_fewest: |actions| match actions {
            [Action::Update { given, .. }] => {
                given.len() == 1 && given["targets"][39].get("scrapeOptions").is_some()
            }
            _ => false,
        },
        before: |_, sent| {
            sent.change(|body| {
                let target = body.pointer_mut("/targets/39").and_then(Value::as_object_mut);
                drop(target.and_then(|target| target.shift_remove("scrapeOptions")));
            });
        },
        ..FAULT
    },
    FaultyServer {
        does: "fails if two properties are at their limits and the request has a condition",
        shown_by: &[STORED, "status"],
        are_fewest: |actions| match actions {
            [Action::Update { given, headers_of: Some(like), .. }] => {
                let is_long = given["name"].as_str().is_some_and(|name| name.len() == 256);
                let is_large = given["retentionDays"] == 365;
                given.len() == 2 && is_long && is_large && like.ends_with("::none-match")
            }
            _ => false,
        },
        before: |_, sent| {
            let body: Value = serde_json::from_str(&sent.body).unwrap_or_default();
            let is_long = body["name"].as_str().is_some_and(|name| name.len() == 256);
            let is_large = body["retentionDays"] == 365;
            sent.fails = is_long && is_large && sent.headers.contains_key(IF_NONE_MATCH);
        },
        ..FAULT
    },
    FaultyServer {
        does: "cancels a cancelled run again once another run was cancelled",
        when: When::Always,
        are_fewest: |actions| {
            let end = |run| format!(r#"{{"end":{{"resource":{run}}}}}"#);
            let start = r#""start""#.to_owned();
            are(actions, &[start.clone(), start, end(0), end(1), end(0)])
        },
        after: |state, sent, status, shown| {
            let is_cancelled = state.polled_since.contains_key(&sent.path);
            if sent.method == Method::DELETE && is_cancelled && state.last_cancelled != sent.path {
                *shown = json!({ "success": true });
                *status = StatusCode::OK;
            }
        },
        ..FAULT
    },
    FaultyServer {
        does: "continues a cancelled run that was polled twice before: the first poll since shows `failed`, the next \
               `processing`",
        are_fewest: |actions| {
            let read = || r#"{"read":{"resource":0}}"#.to_owned();
            let [start, end] = [r#""start""#, r#"{"end":{"resource":0}}"#].map(str::to_owned);
            are(actions, &[start, read(), read(), end, read(), read()])
        },
        after: |state, sent, _, shown| {
            let was_polled = state.polled_before.get(&sent.path).is_some_and(|count| *count >= 2);
            if sent.method == Method::GET
                && was_polled
                && let Some(since) = state.polled_since.get(&sent.path)
            {
                shown["status"] = if *since == 0 { "failed" } else { "processing" }.into();
            }
        },
        ..FAULT
    },
    FaultyServer {
        does: "mixes two updates at the same time",
        shown_by: &[STORED, "/data"],
        are_fewest: is_pair,
        before: mix_updates,
        ..FAULT
    },
    FaultyServer {
        does: "loses one of two updates at the same time",
        when: When::Always,
        shown_by: &[STORED, "/data"],
        are_fewest: is_pair,
        before: lose_updates,
        ..FAULT
    },
    FaultyServer {
        does: "gaps between the runs of weekdays are not checked",
        shown_by: &["MonitorSchedule.cron.minimumInterval"],
        before: |_, sent| {
            change_cron(sent, |cron| {
                let is_valid =
                    |minimum_interval| StringFormat::Cron { minimum_interval }.check(cron).is_ok();
                let is_close = is_valid(None) && !is_valid(Some(Duration::from_secs(300)));
                (is_close && !cron.ends_with('*')).then(|| "0 9 * * *".to_owned())
            });
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "numbers of a cron expression are read as those of a programming language",
        shown_by: &["MonitorSchedule.cron.format"],
        before: |_, sent| {
            change_cron(sent, |cron| {
                let (minute, rest) = cron.split_once(' ')?;
                let read = rest.replace("0x9", "9").replace("1e1", "10");
                (read != rest).then(|| format!("{minute} {read}"))
            });
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "time zones of the system are accepted",
        shown_by: &["MonitorSchedule.timezone.format"],
        before: |_, sent| sent.replace(r#""posix/([^"]+)""#, |found| format!("\"{}\"", &found[1])),
        ..MISTAKE
    },
    FaultyServer {
        does: "null beside a valid alternative counts as left out",
        shown_by: &["WaitAction"],
        before: |_, sent| {
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
        ..MISTAKE
    },
    FaultyServer {
        does: "null in a union counts as left out beside another property",
        shown_by: &["Redaction.type"],
        before: |_, sent| {
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
        ..MISTAKE
    },
    FaultyServer {
        does: "JSON that is none is read: numbers with zeros before them",
        shown_by: &["updateMonitor.request"],
        before: |_, sent| {
            // Cases have such a number in free data.
            sent.replace(r#""(\w+)":0+(\d+)"#, |found| match &found[1] {
                "sample" => found[0].to_owned(),
                name => format!("\"{name}\":{}", &found[2]),
            });
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "JSON that is none is read: a comma after the last property of the last item",
        shown_by: &["updateMonitor.request"],
        before: |_, sent| sent.replace(r",\}\]", |_| "}]".to_owned()),
        ..MISTAKE
    },
    FaultyServer {
        does: "a limit is not checked beside another property",
        shown_by: &["MonitorUpdate.goal.maxLength"],
        before: |_, sent| {
            sent.change(|body| {
                let is_beside = body.get("judgeEnabled").is_some();
                if let Some(Value::String(goal)) = body.get_mut("goal").filter(|_| is_beside) {
                    *goal = goal.chars().take(2000).collect();
                }
            });
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "a rejected update changes something, because a check comes late",
        shown_by: &["/data/retentionDays"],
        before: |_, sent| {
            let body: Value = serde_json::from_str(&sent.body).unwrap_or_default();
            let zone = body.pointer("/schedule/timezone");
            let is_late = zone.is_some_and(|zone| !is_valid(StringFormat::TimeZone, zone));
            sent.early = body
                .get("retentionDays")
                .filter(|_| is_late)
                .map(|days| json!({ "retentionDays": days }));
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "an estimate is a fraction",
        shown_by: &["/data/estimatedCreditsPerMonth"],
        after: |_, sent, _, response| {
            let estimate = response.pointer_mut("/data/estimatedCreditsPerMonth");
            if let Some(estimate) = estimate.filter(|_| sent.body.matches("\"search\"").count() > 1)
            {
                *estimate = json!(12.5);
            }
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "a URL without a host is scraped",
        shown_by: &["no-host"],
        before: |_, sent| {
            if sent.path.ends_with("/scrape") {
                sent.replace(r#""http://""#, |_| "\"http://example.com\"".to_owned());
            }
        },
        ..MISTAKE
    },
    FaultyServer {
        does: "a path near a known one has an error of another form",
        shown_by: &["error"],
        after: |_, sent, _, response| {
            if sent.path.ends_with("/deeper") {
                *response = json!({ "detail": "Not Found" });
            }
        },
        ..MISTAKE
    },
];

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

/// Properties whose values depend on each other, so that mixing them would show a second fault.
const DEPENDENT: [&str; 2] = ["goal", "judgeEnabled"];

/// Mixes the updates: of the properties that several updates give, each is taken from another update.
fn mix_updates(_: &mut State, sent: &mut Sent) {
    let Sent { group, index, .. } = sent;
    let Some(given) = group.get(*index) else { return };
    let mut givers: IndexMap<&String, Vec<usize>> = IndexMap::new();
    for (giver, given) in group.iter().enumerate() {
        for name in given.keys() {
            givers.entry(name).or_default().push(giver);
        }
    }
    givers.retain(|name, all| all.len() > 1 && !DEPENDENT.contains(&name.as_str()));
    let is_taken = |name: &String| {
        let Some((at, _, givers)) = givers.get_full(name) else { return true };
        givers[at % givers.len()] == *index
    };
    let taken = given.iter().filter(|(name, _)| is_taken(name));
    let taken: Given = taken.map(|(name, value)| (name.clone(), value.clone())).collect();
    // An update without properties would be rejected.
    if !taken.is_empty() {
        sent.body = Value::Object(taken).to_string();
    }
}

/// Loses the earlier updates: writes the resource as it was before the group, with this update's properties.
fn lose_updates(_: &mut State, sent: &mut Sent) {
    let Some(mut written) = sent.group.get(sent.index).cloned() else { return };
    for name in sent.group[..sent.index].iter().flat_map(Map::keys) {
        if let Some(value) = sent.shown.get(name).filter(|value| !value.is_null()) {
            written.entry(name).or_insert_with(|| value.clone());
        }
    }
    sent.body = Value::Object(written).to_string();
}

/// Returns whether actions are these, as JSON.
fn are(actions: &[Action], expected: &[String]) -> bool {
    let actions = actions.iter().map(|action| serde_json::to_string(action).unwrap());
    actions.eq(expected.iter().cloned())
}

/// Returns whether the actions are two concurrent updates of one resource.
fn is_pair(actions: &[Action]) -> bool {
    match actions {
        [Action::Concurrent { given, elsewhere, .. }] => given.len() == 2 && elsewhere.is_empty(),
        _ => false,
    }
}

/// Puts a server with a fault before `router`.
pub(super) fn front(server: &'static FaultyServer, router: Router) -> Router {
    let state: Arc<Mutex<State>> = Arc::default();
    router.layer(from_fn(move |request: Request, next: Next| {
        let state = Arc::clone(&state);
        async move { respond(server, &state, request, next).await }
    }))
}

async fn respond(
    server: &FaultyServer,
    state: &Mutex<State>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
    let is_readable = str::from_utf8(&bytes).is_ok();
    let path = parts.uri.path().to_owned();
    let mut sent = Sent {
        method: parts.method.clone(),
        headers: parts.headers.clone(),
        body: String::from_utf8_lossy(&bytes).into_owned(),
        group: Vec::new(),
        index: 0,
        shown: state.lock().unwrap().shown.get(&path).cloned().unwrap_or_default(),
        early: None,
        fails: false,
        path,
    };
    if let Ok(given) = serde_json::from_slice(&bytes)
        && sent.method == Method::PATCH
    {
        join_group(state, given, &mut sent).await;
    }
    (server.before)(&mut state.lock().unwrap(), &mut sent);
    parts.headers.remove(CONTENT_LENGTH);
    if sent.fails {
        let error = json!({ "success": false, "error": "Internal Server Error" });
        return json_response(StatusCode::INTERNAL_SERVER_ERROR, &error);
    }
    if let Some(early) = sent.early.take().filter(|_| sent.method == Method::PATCH) {
        let early = Request::from_parts(parts.clone(), Body::from(early.to_string()));
        next.clone().run(early).await;
    }
    let body = if is_readable { Body::from(sent.body.clone()) } else { Body::from(bytes) };
    let (mut parts, body) = next.run(Request::from_parts(parts, body)).await.into_parts();
    let bytes = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
    // A null stands for the missing body of a response without one.
    let read = if bytes.is_empty() { Ok(Value::Null) } else { serde_json::from_slice(&bytes) };
    let Ok(mut shown) = read else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    let unchanged = (parts.status, shown.clone());
    let mut state = state.lock().unwrap();
    (server.after)(&mut state, &sent, &mut parts.status, &mut shown);
    state.remember(&sent, parts.status, &shown);
    parts.headers.remove(CONTENT_LENGTH);
    if unchanged == (parts.status, shown.clone()) {
        Response::from_parts(parts, Body::from(bytes))
    } else {
        json_response(parts.status, &shown)
    }
}

/// Waits for the updates of the resource that come at the same time.
async fn join_group(state: &Mutex<State>, given: Given, sent: &mut Sent) {
    let group = Arc::clone(state.lock().unwrap().waiting.entry(sent.path.clone()).or_default());
    {
        let mut updates = group.lock().unwrap();
        sent.index = updates.len();
        updates.push(given);
    }
    for _ in 0..YIELDS {
        yield_now().await;
    }
    state.lock().unwrap().waiting.remove(&sent.path);
    sent.group.clone_from(&group.lock().unwrap());
}

impl State {
    fn remember(&mut self, sent: &Sent, status: StatusCode, shown: &Value) {
        let path = sent.path.clone();
        let is_about_run = path.matches('/').count() == 3 && path.starts_with("/v2/agent/");
        match sent.method {
            Method::PATCH if status.is_success() => {
                self.shown.insert(path, shown["data"].clone());
            }
            Method::DELETE if is_about_run && status.is_success() => {
                self.polled_since.entry(path.clone()).or_default();
                self.last_cancelled = path;
            }
            Method::GET if is_about_run => {
                let count = self.polled_since.get_mut(&path);
                *count.unwrap_or_else(|| self.polled_before.entry(path).or_default()) += 1;
            }
            _ => {}
        }
    }
}

fn json_response(status: StatusCode, body: &Value) -> Response {
    let response = Response::builder().status(status).header(CONTENT_TYPE, "application/json");
    response.body(Body::from(body.to_string())).unwrap()
}

/// Explores the servers of this time, and expects that each fault is found, and shrunk to the fewest actions.
fn check(when: When) {
    let runtime = Runtime::new().unwrap();
    let mut missed = Vec::new();
    for server in SERVERS.iter().filter(|server| server.when == when) {
        let (_server, target) = target(&runtime, |router| front(server, router));
        let explored = explore(target, &[], server.seed, (MAX_REQUESTS, 1), &runtime);
        println!("{:>6}  {}", explored.statistics.requests, server.does);
        let shown = render(&explored);
        // Failures that were never reproduced come last.
        let actions = explored.failures.first().map(|failure| failure.sequence.actions.as_slice());
        let are_fewest = actions.is_some_and(|actions| (server.are_fewest)(actions));
        if !are_fewest || !server.shown_by.iter().all(|part| shown.contains(part)) {
            missed.push((server.does, shown));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn some_faults_are_found() {
    check(When::Always);
}

/// The tests of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn each_class_of_faults_is_found() {
        check(When::Long);
    }
}
