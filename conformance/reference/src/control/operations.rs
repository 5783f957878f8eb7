//! The table of the control plane's operations, from which its routes and its list are built.
//!
//! This module implements no operation.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use serde_json::{Value, json};
use webdata_spec::model;

use crate::contract::schema::{Properties, into_properties};
use crate::control::resources::{self, OfType};
use crate::control::{PREFIX, requests, settings};
use crate::service::backend::Backend;
use crate::service::resource_types::ResourceType;
use crate::world::teams::{Settings, Subscription};

/// An operation of the control plane, whose handler has a state.
pub(crate) struct Operation<S = Arc<Backend>> {
    method: &'static str,
    /// The path below the prefix.
    pub(super) path: String,
    /// The query string, as a template.
    query: &'static str,
    /// A sentence that describes the operation.
    description: String,
    /// An example of the request body.
    example: Option<Value>,
    pub(super) route: MethodRouter<S>,
}

/// Returns every operation: those on every server, those on the resource types of the contract, and those of
/// the behaviour.
pub(super) fn all(backend: &Arc<Backend>, of_behaviour: Vec<Operation>) -> Vec<Operation> {
    let mut all = teams_and_keys(backend);
    all.extend(backend.resource_types.iter().flat_map(|known| resources(backend, known)));
    all.extend(of_behaviour);
    all.extend(service(backend));
    all
}

/// Describes operations in a list, which begins with the list itself.
pub(super) fn describe(operations: &[Operation]) -> Vec<Value> {
    let list = json!({
        "method": "GET", "path": format!("{PREFIX}/"),
        "does": "Lists the operations of the control plane.",
    });
    let shown = operations.iter().map(|operation| {
        let Operation { method, path, query, description, example, .. } = operation;
        let mut shown = json!({
            "method": method, "path": format!("{PREFIX}{path}{query}"), "does": description,
        });
        if let Some(example) = example {
            shown["body"] = example.clone();
        }
        shown
    });
    std::iter::once(list).chain(shown).collect()
}

fn teams_and_keys(backend: &Backend) -> Vec<Operation> {
    let subscription = Subscription { requests_a_minute: Some(60), credits: Some(1000) };
    let settings = Settings { subscription, ..Settings::default() };
    let settings = backend.behaviour.complete_settings(settings).unwrap_or_default();
    vec![
        get(
            "/teams",
            "Lists the teams: their settings, and what each was charged.",
            settings::list_teams,
        ),
        get("/teams/{name}", "Reads the settings of a team, and what it was charged.", settings::read_team),
        put(
            "/teams/{name}",
            "Replaces the settings of a team, and returns one of its keys.",
            settings::set_team,
        )
        .with_body(json!(settings)),
        get("/keys", "Lists the keys and their permissions.", settings::list_keys),
        put(
            "/keys/{key}",
            "Adds a key or changes its permissions; without `operations`, the key allows all of them.",
            settings::set_key,
        )
        .with_body(json!({ "team": "home", "operations": [], "revoked": false })),
    ]
}

fn resources(backend: &Arc<Backend>, known: &Arc<ResourceType>) -> Vec<Operation> {
    let ResourceType { plural, path, .. } = &**known;
    let (all, one) = (format!("/{path}"), format!("/{path}/{{id}}"));
    let a_resource = known.with_article();
    let properties = example_properties(backend, |operation| {
        operation.resource.as_ref().is_some_and(|of| of.type_name == known.type_name)
    });
    let operations = vec![
        get(&all, &format!("Lists the {plural} of all teams."), resources::list),
        post(&all, &format!("Creates {a_resource}."), resources::create)
            .with_body(json!({ "team": "home", "properties": properties })),
        get(&one, &format!("Reads {a_resource}."), resources::read),
        delete(&one, &format!("Deletes {a_resource}."), resources::delete),
    ];
    let state = OfType { backend: Arc::clone(backend), known: Arc::clone(known) };
    operations.into_iter().map(|operation| operation.with_state(state.clone())).collect()
}

/// Returns one property of an example body, from the first operation that `is_meant` selects and that takes a body.
fn example_properties(
    backend: &Backend,
    is_meant: impl Fn(&model::Operation) -> bool,
) -> Properties {
    let spec = &backend.contract.spec;
    let mut operations = spec.operations.values().filter(|operation| is_meant(operation));
    let sample = operations.find_map(|operation| spec.sample(operation.request.as_ref()?));
    into_properties(sample.unwrap_or_default()).into_iter().take(1).collect()
}

/// Returns the operations on the server itself and its logs.
fn service(backend: &Backend) -> Vec<Operation> {
    let spec = &backend.contract.spec;
    let operation = spec.operations.values().find(|operation| operation.request.is_some());
    let operation = operation.or_else(|| spec.operations.values().next());
    let operation = operation.map(|operation| operation.id.as_str()).unwrap_or_default();
    let properties = example_properties(backend, |known| known.id == operation);
    vec![
        get("/clock", "Reads the server's clock.", settings::read_clock),
        post(
            "/clock",
            "Moves the server's clock ahead, and does everything that becomes due.",
            settings::advance_clock,
        )
        .with_body(json!({ "advance-seconds": 3600 })),
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
            "request": { "operation": operation, "body": properties },
        })),
        delete("/requests", "Clears the request log.", requests::clear),
        get(
            "/answers",
            "Lists the stubbed responses, and how often each was sent.",
            requests::list_stubs,
        ),
        put(
            "/answers/{operation}",
            "Sets the next response of an operation: a row of the error catalogue by `error`, or \
             `status`, `headers` and `body`, or `delay-milliseconds` alone. `times` or `always` sets \
             how many requests it applies to, `when` which ones. A list is tried in order.",
            requests::set_stubs,
        )
        .with_body(json!({
            "error": backend.contract.example_error().map(|row| &row.id),
            "headers": { "Retry-After": "2" },
            "when": { "body": properties },
        })),
        delete(
            "/answers/{operation}",
            "Removes the stubbed responses of an operation.",
            requests::remove_stubs,
        ),
        post("/reset", "Resets the server to its state at the start.", settings::reset),
    ]
}

impl<S: Clone + Send + Sync + 'static> Operation<S> {
    pub(crate) fn with_body(self, example: Value) -> Self {
        Self { example: Some(example), ..self }
    }

    /// Adds the template of the query string.
    pub(crate) fn with_query(self, query: &'static str) -> Self {
        Self { query, ..self }
    }

    /// Gives the handler its state.
    pub(crate) fn with_state(self, state: S) -> Operation {
        let Self { method, path, query, description, example, route } = self;
        let route = route.with_state(state);
        Operation { method, path, query, description, example, route }
    }

    fn new(method: &'static str, path: &str, description: &str, route: MethodRouter<S>) -> Self {
        let (path, description) = (path.to_owned(), description.to_owned());
        Self { method, path, query: "", description, example: None, route }
    }
}

/// Generates the constructors of operations, each named after its method.
macro_rules! constructors {
    ($($name:ident: $method:literal,)*) => {$(
        #[doc = concat!("Creates an operation with the method ", $method, ".")]
        pub(crate) fn $name<S, H, T>(path: &str, description: &str, handler: H) -> Operation<S>
        where
            S: Clone + Send + Sync + 'static,
            H: Handler<T, S>,
            T: 'static,
        {
            Operation::new($method, path, description, routing::$name(handler))
        }
    )*};
}

constructors! {
    get: "GET",
    put: "PUT",
    post: "POST",
    delete: "DELETE",
}
