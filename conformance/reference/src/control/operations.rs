//! What the control plane offers: one table, which its routes and the list for people are made of.
//!
//! It must not do any of it.

use std::sync::Arc;

use axum::Json;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use serde_json::{Value, json};

use super::prefix::PREFIX;
use super::{
    agents, answers, cache, checks, clock, keys, limits, monitors, outbox, requests, reset,
    scrapes, teams, web_pages,
};
use crate::service::backend::Backend;

/// An operation of the control plane.
pub(super) struct Operation {
    method: &'static str,
    /// The path below the prefix.
    pub(super) path: &'static str,
    /// The query that it takes.
    query: &'static str,
    /// What it does, in a sentence.
    does: &'static str,
    /// A body as it takes one.
    example: Option<Value>,
    pub(super) route: MethodRouter<Arc<Backend>>,
}

/// Every operation.
pub(super) fn all() -> Vec<Operation> {
    let mut all = vec![get("/", "Lists what the control plane offers.", list)];
    all.extend(senders());
    all.extend(resources());
    all.extend(service());
    all
}

/// The list of all operations.
pub(super) async fn list() -> Json<Vec<Value>> {
    let shown = all().into_iter().map(|operation| {
        let Operation { method, path, query, does, example, .. } = operation;
        let mut shown = json!({
            "method": method, "path": format!("{PREFIX}{path}{query}"), "does": does,
        });
        if let Some(example) = example {
            shown["body"] = example;
        }
        shown
    });
    Json(shown.collect())
}

/// Whoever sends requests.
fn senders() -> Vec<Operation> {
    let subscription = json!({ "requests-a-minute": 60, "browsers": 2, "credits": 1000 });
    vec![
        get(
            "/teams",
            "Lists the teams: how they are set up, and what each was charged.",
            teams::list,
        ),
        get("/teams/{name}", "Tells how a team is set up, and what it was charged.", teams::read),
        put(
            "/teams/{name}",
            "Sets a team up, in place of what it was, and answers with a key of it.",
            teams::set,
        )
        .taking(json!({ "states": [], "plan": subscription, "rejects-agent-jobs": false })),
        get("/keys", "Lists the keys, and what each allows.", keys::list),
        put(
            "/keys/{key}",
            "Adds a key or changes what it allows; one without `operations` may use all of them.",
            keys::set,
        )
        .taking(json!({ "team": "home", "operations": [], "revoked": false })),
    ]
}

/// What requests are about.
fn resources() -> Vec<Operation> {
    vec![
        get("/monitors", "Lists the monitors of all teams.", monitors::list),
        post("/monitors", "Creates a monitor.", monitors::create)
            .taking(json!({ "team": "home", "properties": { "name": "Price watch" } })),
        get("/monitors/{id}", "Reads a monitor.", monitors::read),
        delete(
            "/monitors/{id}",
            "Deletes a monitor, which then stays as a deleted one.",
            monitors::delete,
        ),
        get(
            "/monitors/{id}/checks",
            "Lists the checks of a monitor, with what became of each page.",
            checks::list,
        ),
        post(
            "/monitors/{id}/checks",
            "Checks a monitor now, and answers with the check when it has ended, once no webhook is \
             under way if you wait.",
            checks::run,
        )
        .asking("?wait={true|false}"),
        get("/agents", "Lists the agent jobs of all teams.", agents::list),
        post(
            "/agents",
            "Starts an agent job on a generation, and with a course, of your choice.",
            agents::create,
        )
        .taking(json!({ "generation": 1, "course": { "ends": "refused" }, "max-credits": 5 })),
        get("/agents/{id}", "Reads an agent job.", agents::read),
        put(
            "/agents/{id}",
            "Changes how the run of an agent job will go that has not ended, and what it finds.",
            agents::change,
        )
        .taking(json!({ "ends": "completed", "credits": 3, "data": { "price": "5 EUR" } })),
        get("/pages", "Lists the pages of the server's web, by URL.", web_pages::list),
        put("/pages", "Puts a page into the server's web.", web_pages::put)
            .asking("?url={url}")
            .taking(json!({ "html": "<p>Price: 5 EUR</p>", "load-milliseconds": 500 })),
        delete("/pages", "Takes a page off the web.", web_pages::remove).asking("?url={url}"),
        get(
            "/cache",
            "Lists the pages of which the cache holds a copy, with its age.",
            cache::list,
        ),
    ]
}

/// The server itself, and what it noted.
fn service() -> Vec<Operation> {
    vec![
        get("/clock", "Tells the server's time.", clock::read),
        post(
            "/clock",
            "Moves the server's clock ahead, and carries out every check that is due by then.",
            clock::advance,
        )
        .taking(json!({ "advance-seconds": 3600 })),
        get("/limits", "Tells the limits that requests are held to.", limits::read),
        put("/limits", "Lowers limits that would be hard to reach.", limits::set)
            .taking(json!({ "body-bytes": 1000 })),
        get(
            "/requests",
            "Lists the last requests and how they were answered, with headers and bodies but no \
             secrets; of one operation, team, method, path or status where the query says so.",
            requests::list,
        )
        .asking("?operation={operation}"),
        post(
            "/requests/verify",
            "Answers how many requests were like this one, and how those differ that come near. \
             `body` may have further members, `exact-body` none.",
            requests::verify,
        )
        .taking(json!({
            "request": { "operation": "updateMonitor", "body": { "name": "Price watch" } },
        })),
        delete("/requests", "Forgets the requests.", requests::clear),
        get(
            "/answers",
            "Lists the answers that were set, and how often each was sent.",
            answers::list,
        ),
        put(
            "/answers/{operation}",
            "Sets the next answer of an operation: a row of the error catalogue by `error`, or \
             `status`, `headers` and `body`, or `delay-milliseconds` alone. `times` or `always` says \
             how many requests it is for, `when` which ones. A list is tried in its order.",
            answers::set,
        )
        .taking(json!({
            "error": "rate-limit-exceeded",
            "headers": { "Retry-After": "2" },
            "when": { "body": { "name": "Price watch" } },
        })),
        delete(
            "/answers/{operation}",
            "Has an operation answer by itself again.",
            answers::remove,
        ),
        get("/scrapes", "Shows the log of the last scrapes.", scrapes::list),
        get(
            "/deliveries",
            "Lists the last webhooks and what came of them, once none is under way if you wait.",
            outbox::deliveries,
        )
        .asking("?wait={true|false}"),
        get("/outbox", "Lists the last e-mails, of which none is ever sent.", outbox::emails),
        post("/reset", "Puts everything back as it was when the server started.", reset::reset),
    ]
}

impl Operation {
    /// The operation, with a body as it takes one.
    fn taking(self, example: Value) -> Self {
        Self { example: Some(example), ..self }
    }

    /// The operation, with the query that it takes.
    fn asking(self, query: &'static str) -> Self {
        Self { query, ..self }
    }
}

fn get<H, T>(path: &'static str, does: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::get(handler);
    Operation { method: "GET", path, query: "", does, example: None, route }
}

fn put<H, T>(path: &'static str, does: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::put(handler);
    Operation { method: "PUT", path, query: "", does, example: None, route }
}

fn post<H, T>(path: &'static str, does: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::post(handler);
    Operation { method: "POST", path, query: "", does, example: None, route }
}

fn delete<H, T>(path: &'static str, does: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::delete(handler);
    Operation { method: "DELETE", path, query: "", does, example: None, route }
}
