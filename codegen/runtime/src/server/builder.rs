//! Builds an `axum` router from routes. The caller binds each operation for which the contract shows no path. A panic
//! in the implementation, or work that exceeds the time limit, fails only its own request.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use ::axum::Router;
use ::axum::extract::rejection::RawPathParamsRejection;
use ::axum::extract::{DefaultBodyLimit, RawPathParams, Request};
use ::axum::http::{HeaderValue, Method, StatusCode, header};
use ::axum::response::{IntoResponse, Response};
use ::axum::routing::any;

use crate::api_error::{ApiError, Catalogue};
use crate::axum::{of_status, respond};
use crate::binding::{BindError, parameter};
use crate::operation::{Endpoint, Operation};
use crate::server::route::{Call, Route, Success};

/// The default limit of a body: 2 MiB, as in `axum`.
const BODY_LIMIT: usize = 2 * 1024 * 1024;

/// A builder of a server.
#[derive(Debug)]
pub struct Builder<S, K: 'static> {
    service: Arc<S>,
    /// Each route with its method and path, once it has them.
    routes: Vec<(Route<S, K>, Option<MethodAndPath>)>,
    body_limit: usize,
    time_limit: Option<Duration>,
}

/// The method and path of an operation.
#[derive(Debug, Clone)]
struct MethodAndPath {
    method: Method,
    path: String,
}

/// The state that the handlers of a path share.
struct Shared<S, K: 'static> {
    service: Arc<S>,
    routes: Vec<(Method, Route<S, K>, Vec<&'static str>)>,
    body_limit: usize,
    time_limit: Option<Duration>,
}

impl<S: Send + Sync + 'static, K: Catalogue> Builder<S, K> {
    /// Makes a builder from the routes of a service; generated code calls it.
    #[doc(hidden)]
    #[must_use]
    pub fn new(service: S, routes: Vec<Route<S, K>>) -> Self {
        let place = |route: Route<S, K>| {
            let place = route.operation.endpoint.and_then(|Endpoint { method, path }| {
                let method = Method::from_bytes(method.as_bytes()).ok()?;
                Some(MethodAndPath { method, path: path.to_owned() })
            });
            (route, place)
        };
        Self {
            service: Arc::new(service),
            routes: routes.into_iter().map(place).collect(),
            body_limit: BODY_LIMIT,
            time_limit: None,
        }
    }

    /// Sets the maximum size of a body, in bytes; 2 MiB by default. A larger body gets the contract's error
    /// for that.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Sets the time limit of an operation, including the transfer of its body; no limit by default. An
    /// operation that takes longer is dropped, and its caller gets the error of a gateway timeout (504).
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// Sets the path of an operation for which the contract shows none. The path has each of its parameters
    /// in braces, as a whole segment. An operation without a path is not offered.
    ///
    /// # Errors
    /// - The contract shows the path, or the operation is bound already.
    /// - The operation is not one of this service.
    /// - The method is not an HTTP method.
    /// - The path is invalid, or does not have each parameter of the operation once and no other.
    /// - Another operation has the same method and path.
    pub fn bind(
        mut self,
        operation: &Operation<K>,
        method: &str,
        path: &str,
    ) -> Result<Self, BindError> {
        let fails = |reason| Err(BindError::new(operation, path, reason));
        let index = self.routes.iter().position(|(route, _)| route.operation.id == operation.id);
        let Some(index) = index else { return fails("it has no route".to_owned()) };
        if let (_, Some(MethodAndPath { method, path })) = &self.routes[index] {
            return fails(format!("it has the path `{method} {path}` already"));
        }
        let Ok(method) = Method::from_bytes(method.as_bytes()) else {
            return fails(format!("`{method}` is not an HTTP method"));
        };
        BindError::check(operation, path)?;
        let same =
            |place: &MethodAndPath| place.method == method && pattern(&place.path) == pattern(path);
        let other = self.routes.iter().find(|(_, place)| place.as_ref().is_some_and(same));
        if let Some((other, _)) = other {
            return fails(format!("`{}` has this path", other.operation.id));
        }
        self.routes[index].1 = Some(MethodAndPath { method, path: path.to_owned() });
        Ok(self)
    }

    /// Builds the router. Unknown paths and methods get the contract's error. Other routers can be merged
    /// into it if they have neither a fallback nor a path of the contract.
    pub fn build(self) -> Router {
        let mut paths: Vec<(String, Shared<S, K>)> = Vec::new();
        for (route, place) in self.routes {
            let Some(MethodAndPath { method, path }) = place else { continue };
            let names = names(&path, route.operation.parameters);
            let (pattern, entry) = (pattern(&path), (method, route, names));
            match paths.iter_mut().find(|(known, _)| *known == pattern) {
                Some((_, shared)) => shared.routes.push(entry),
                None => {
                    let shared = Shared {
                        service: Arc::clone(&self.service),
                        routes: vec![entry],
                        body_limit: self.body_limit,
                        time_limit: self.time_limit,
                    };
                    paths.push((pattern, shared));
                }
            }
        }
        let mut router = Router::new();
        for (pattern, shared) in paths {
            let shared = Arc::new(shared);
            let handler = move |parameters: Result<RawPathParams, RawPathParamsRejection>,
                                request: Request| {
                let shared = Arc::clone(&shared);
                async move { shared.handle(&parameters.ok(), request).await }
            };
            router = router.route(&pattern, any(handler));
        }
        router.fallback(|| async { ApiError::new(K::RESPONSE_RULES.unknown_path) })
    }
}

impl<S: Send + Sync + 'static, K: Catalogue> Shared<S, K> {
    /// Responds to a request for this path. `given` has the path parameters in order; `None` if one is not UTF-8.
    async fn handle(&self, given: &Option<RawPathParams>, mut request: Request) -> Response {
        let method = request.method().clone();
        let find = |wanted: &Method| self.routes.iter().find(|(method, ..)| method == wanted);
        // A route for GET also serves HEAD; the HTTP library leaves the body out.
        let route = find(&method).or_else(|| match method {
            Method::HEAD => find(&Method::GET),
            _ => None,
        });
        let Some((_, route, names)) = route else {
            return ApiError::new(K::RESPONSE_RULES.unknown_path).into_response();
        };
        let parameters = match given {
            Some(given) => {
                let texts = given.iter().map(|(_, text)| text.to_owned());
                names.iter().copied().zip(texts).collect()
            }
            // The value is not UTF-8, so it is no identity that the service gave out.
            None => names.iter().map(|name| (*name, '\u{fffd}'.to_string())).collect(),
        };
        DefaultBodyLimit::max(self.body_limit).apply(&mut request);
        let call = Call { request, parameters };
        // The handler itself runs within the guard, too, since it may panic before its first await.
        let work = async { (route.handle)(Arc::clone(&self.service), call).await };
        let outcome = guarded(work, self.time_limit).await.unwrap_or_else(|stopped| {
            Err(of_status(match stopped {
                Stopped::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
                Stopped::TooLong => StatusCode::GATEWAY_TIMEOUT,
            }))
        });
        match outcome {
            Ok(Success { status, headers, body: None }) => (status, headers).into_response(),
            Ok(Success { status, headers, body: Some(body) }) => {
                let media_type = HeaderValue::from_static(K::RESPONSE_RULES.media_type);
                let media_type = [(header::CONTENT_TYPE, media_type)];
                (status, media_type, headers, body).into_response()
            }
            Err(error) => {
                let mut response = respond(&error, &route.error_body);
                // A scheme with a header of its own has no name that HTTP knows.
                if let Some(scheme) = route.scheme.filter(|scheme| !scheme.word.is_empty())
                    && response.status() == StatusCode::UNAUTHORIZED
                {
                    // HTTP requires every 401 to name the scheme.
                    let challenge = HeaderValue::from_static(scheme.word);
                    response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
                }
                response
            }
        }
    }
}

/// Returns the path with numbered parameters, so that paths that differ only in parameter names are equal.
fn pattern(path: &str) -> String {
    let segments = path.split('/').enumerate().map(|(index, segment)| {
        parameter(segment).map_or_else(|| segment.to_owned(), |_| format!("{{p{index}}}"))
    });
    segments.collect::<Vec<_>>().join("/")
}

/// Returns the operation's names of the parameters, in the order of the path.
fn names(path: &str, parameters: &'static [&'static str]) -> Vec<&'static str> {
    let mut names: Vec<_> = parameters
        .iter()
        .filter_map(|name| Some((path.find(&format!("{{{name}}}"))?, *name)))
        .collect();
    names.sort_unstable();
    names.into_iter().map(|(_, name)| name).collect()
}

/// The reason why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stopped {
    /// The work panicked.
    Panicked,
    /// The work exceeded its time limit.
    TooLong,
}

/// Returns the result of work, unless it panics or exceeds its time limit; then it is dropped.
async fn guarded<T>(work: impl Future<Output = T>, limit: Option<Duration>) -> Result<T, Stopped> {
    let mut work = pin!(work);
    // After a panic, the work is dropped and never polled again. What it shares with other work is the service's concern.
    let caught =
        poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(_) => Poll::Ready(Err(Stopped::Panicked)),
        });
    match limit {
        None => caught.await,
        Some(limit) => match tokio::time::timeout(limit, caught).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Stopped::TooLong),
        },
    }
}
