//! The operations that this service adds to the control plane: on checks, agent jobs, web pages, scrapes and
//! notifications.

mod agents;
mod cache;
mod checks;
mod outbox;
mod scrapes;
mod web_pages;

use std::sync::Arc;

use serde_json::json;
use webdata_spec::Spec;
use webdata_spec::model::Endpoint;

use super::monitors;
use super::service::WebData;
use crate::control::operations::{delete, get, post, put};
use crate::control::{Operation, PREFIX};
use crate::service::resource_types::ResourceType;

/// The names of the operations' paths and of the table of jobs.
pub(super) const NAMES: [&str; 7] =
    ["agents", "cache", "deliveries", "jobs", "outbox", "pages", "scrapes"];

/// Returns the operations, for a service that they share.
pub(super) fn operations(service: &Arc<WebData>) -> Vec<Operation> {
    let types = ResourceType::all(&service.contract.spec, &NAMES);
    let monitors = types.iter().find(|known| known.type_name == monitors::TYPE);
    let operations = monitors.map(|known| on_checks(&known.path)).unwrap_or_default();
    let operations = operations.into_iter().chain(others());
    operations.map(|operation| operation.with_state(Arc::clone(service))).collect()
}

/// Returns the endpoint that has a monitor checked. It responds after the webhooks are sent, so that a webhook
/// that should not come arrives before those that should.
pub(super) fn trigger(spec: &Spec) -> Option<Endpoint> {
    let types = ResourceType::all(spec, &NAMES);
    let known = types.iter().find(|known| known.type_name == monitors::TYPE)?;
    let mut resources =
        spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let parameter = resources.find_map(|resource| {
        resource.identified_by.as_ref().filter(|_| resource.type_name == monitors::TYPE)
    })?;
    let path = format!("{PREFIX}/{}/{{{parameter}}}/checks?wait=true", known.path);
    Some(Endpoint { method: "POST".to_owned(), path })
}

/// Returns the operations on the checks of monitors.
fn on_checks(monitors: &str) -> Vec<Operation<Arc<WebData>>> {
    let path = format!("/{monitors}/{{id}}/checks");
    vec![
        get(&path, "Lists the checks of a monitor, with the outcome of each page.", checks::list),
        post(
            &path,
            "Checks a monitor now, and returns the check. With `wait=true`, the response waits until \
             all webhooks are sent.",
            checks::run,
        )
        .with_query("?wait={true|false}"),
    ]
}

/// Returns the operations on agent jobs, web pages, scrapes and notifications.
fn others() -> Vec<Operation<Arc<WebData>>> {
    vec![
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
        delete("/pages", "Removes a page from the server's web.", web_pages::remove)
            .with_query("?url={url}"),
        get("/cache", "Lists the pages in the cache, with the age of each copy.", cache::list),
        get("/scrapes", "Reads the log of the last scrapes.", scrapes::list),
        get(
            "/deliveries",
            "Lists the last webhooks and their outcomes. With `wait=true`, the response waits until none \
             is in progress.",
            outbox::deliveries,
        )
        .with_query("?wait={true|false}"),
        get("/outbox", "Lists the last e-mails. None of them is ever sent.", outbox::emails),
    ]
}
