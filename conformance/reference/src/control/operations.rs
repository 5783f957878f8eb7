//! The table of the control plane's operations, from which its routes and its list are built.
//!
//! This module implements no operation.

use std::sync::Arc;

use axum::Json;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use serde_json::{Value, json};

use super::prefix::PREFIX;
use super::{clock, keys, limits, monitors, requests, reset, stubs, teams};
use crate::service::backend::Backend;
use crate::web_data::control::{agents, cache, checks, outbox, scrapes, web_pages};

/// An operation of the control plane.
pub(super) struct Operation {
    method: &'static str,
    /// The path below the prefix.
    pub(super) path: &'static str,
    /// The query string, as a template.
    query: &'static str,
    /// A sentence that describes the operation.
    description: &'static str,
    /// An example of the request body.
    example: Option<Value>,
    pub(super) route: MethodRouter<Arc<Backend>>,
}

/// Returns every operation.
pub(super) fn all() -> Vec<Operation> {
    let mut all = vec![get("/", "Lists the operations of the control plane.", list)];
    all.extend(teams_and_keys());
    all.extend(resources());
    all.extend(service());
    all
}

/// Responds with the list of all operations.
pub(super) async fn list() -> Json<Vec<Value>> {
    let shown = all().into_iter().map(|operation| {
        let Operation { method, path, query, description, example, .. } = operation;
        let mut shown = json!({
            "method": method, "path": format!("{PREFIX}{path}{query}"), "does": description,
        });
        if let Some(example) = example {
            shown["body"] = example;
        }
        shown
    });
    Json(shown.collect())
}

/// Returns the operations on teams and keys.
fn teams_and_keys() -> Vec<Operation> {
    let subscription = json!({ "requests-a-minute": 60, "browsers": 2, "credits": 1000 });
    vec![
        get(
            "/teams",
            "Lists the teams: their settings, and what each was charged.",
            teams::list,
        ),
        get("/teams/{name}", "Reads the settings of a team, and what it was charged.", teams::read),
        put(
            "/teams/{name}",
            "Replaces the settings of a team, and returns one of its keys.",
            teams::set,
        )
        .with_body(json!({ "states": [], "plan": subscription, "rejects-agent-jobs": false })),
        get("/keys", "Lists the keys and their permissions.", keys::list),
        put(
            "/keys/{key}",
            "Adds a key or changes its permissions; without `operations`, the key allows all of them.",
            keys::set,
        )
        .with_body(json!({ "team": "home", "operations": [], "revoked": false })),
    ]
}

/// Returns the operations on monitors, agent jobs and web pages.
fn resources() -> Vec<Operation> {
    vec![
        get("/monitors", "Lists the monitors of all teams.", monitors::list),
        post("/monitors", "Creates a monitor.", monitors::create)
            .with_body(json!({ "team": "home", "properties": { "name": "Price watch" } })),
        get("/monitors/{id}", "Reads a monitor.", monitors::read),
        delete(
            "/monitors/{id}",
            "Deletes a monitor, which stays in its deleted state.",
            monitors::delete,
        ),
        get(
            "/monitors/{id}/checks",
            "Lists the checks of a monitor, with the outcome of each page.",
            checks::list,
        ),
        post(
            "/monitors/{id}/checks",
            "Checks a monitor now, and returns the check. With `wait=true`, the response waits until \
             all webhooks are sent.",
            checks::run,
        )
        .with_query("?wait={true|false}"),
        get("/agents", "Lists the agent jobs of all teams.", agents::list),
        post(
            "/agents",
            "Starts an agent job with the given generation of the model and the given course.",
            agents::create,
        )
        .with_body(json!({ "generation": 1, "course": { "ends": "refused" }, "max-credits": 5 })),
        get("/agents/{id}", "Reads an agent job.", agents::read),
        put(
            "/agents/{id}",
            "Changes the course of an agent job that has not ended, and the data that it finds.",
            agents::change,
        )
        .with_body(json!({ "ends": "completed", "credits": 3, "data": { "price": "5 EUR" } })),
        get("/pages", "Lists the pages of the server's web, by URL.", web_pages::list),
        put("/pages", "Adds a page to the server's web, or replaces it.", web_pages::put)
            .with_query("?url={url}")
            .with_body(json!({ "html": "<p>Price: 5 EUR</p>", "load-milliseconds": 500 })),
        delete("/pages", "Removes a page from the server's web.", web_pages::remove).with_query("?url={url}"),
        get(
            "/cache",
            "Lists the pages in the cache, with the age of each copy.",
            cache::list,
        ),
    ]
}

/// Returns the operations on the server itself and its logs.
fn service() -> Vec<Operation> {
    vec![
        get("/clock", "Reads the server's clock.", clock::read),
        post(
            "/clock",
            "Moves the server's clock ahead, and runs every check that becomes due.",
            clock::advance,
        )
        .with_body(json!({ "advance-seconds": 3600 })),
        get("/limits", "Reads the limits of requests.", limits::read),
        put("/limits", "Lowers limits that are hard to exceed otherwise.", limits::set)
            .with_body(json!({ "body-bytes": 1000 })),
        get(
            "/requests",
            "Lists the last requests with their responses, headers and bodies, without secrets. The query \
             filters by operation, team, method, path or status.",
            requests::list,
        )
        .with_query("?operation={operation}"),
        post(
            "/requests/verify",
            "Returns how many requests matched the given one, and how the nearest others differ. \
             `body` ignores further properties, `exact-body` does not.",
            requests::verify,
        )
        .with_body(json!({
            "request": { "operation": "updateMonitor", "body": { "name": "Price watch" } },
        })),
        delete("/requests", "Clears the request log.", requests::clear),
        get(
            "/answers",
            "Lists the stubbed responses, and how often each was sent.",
            stubs::list,
        ),
        put(
            "/answers/{operation}",
            "Sets the next response of an operation: a row of the error catalogue by `error`, or \
             `status`, `headers` and `body`, or `delay-milliseconds` alone. `times` or `always` sets \
             how many requests it applies to, `when` which ones. A list is tried in order.",
            stubs::set,
        )
        .with_body(json!({
            "error": "rate-limit-exceeded",
            "headers": { "Retry-After": "2" },
            "when": { "body": { "name": "Price watch" } },
        })),
        delete(
            "/answers/{operation}",
            "Removes the stubbed responses of an operation.",
            stubs::remove,
        ),
        get("/scrapes", "Reads the log of the last scrapes.", scrapes::list),
        get(
            "/deliveries",
            "Lists the last webhooks and their outcomes. With `wait=true`, the response waits until none \
             is in progress.",
            outbox::deliveries,
        )
        .with_query("?wait={true|false}"),
        get("/outbox", "Lists the last e-mails. None of them is ever sent.", outbox::emails),
        post("/reset", "Resets the server to its state at the start.", reset::reset),
    ]
}

impl Operation {
    /// Adds an example of the request body.
    fn with_body(self, example: Value) -> Self {
        Self { example: Some(example), ..self }
    }

    /// Adds the template of the query string.
    fn with_query(self, query: &'static str) -> Self {
        Self { query, ..self }
    }
}

fn get<H, T>(path: &'static str, description: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::get(handler);
    Operation { method: "GET", path, query: "", description, example: None, route }
}

fn put<H, T>(path: &'static str, description: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::put(handler);
    Operation { method: "PUT", path, query: "", description, example: None, route }
}

fn post<H, T>(path: &'static str, description: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::post(handler);
    Operation { method: "POST", path, query: "", description, example: None, route }
}

fn delete<H, T>(path: &'static str, description: &'static str, handler: H) -> Operation
where
    H: Handler<T, Arc<Backend>>,
    T: 'static,
{
    let route = routing::delete(handler);
    Operation { method: "DELETE", path, query: "", description, example: None, route }
}
