//! Tests of the client's configuration: which settings are rejected, and what each option does; of hooks: their
//! order, what they see and change, and how they stop a call; and of the blocking client, called from plain
//! threads and from within async code.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;
use webdata::blocking;
use webdata::client::reqwest::header::{AUTHORIZATION, HeaderValue};
use webdata::client::{
    AfterRequest, BeforeRequest, Builder, Client, ConfigError, Error, Hook, HookFuture, Method,
    ParameterFault, Wait,
};
use webdata::error_catalogue::ErrorKind;
use webdata::operations::{AGENT_SNAPSHOT, AGENT_STATUS, AGENT_TRACE};
use webdata_runtime::client as runtime;

use crate::validation::with;
use crate::web_data::client::{
    ID, KEY, RecordedPace, Reply, ScriptedServer, client, monitor, name, run,
};

#[test]
fn base_urls_are_joined_and_validated() {
    let rows = [
        ("", "/v2/agent/"),
        ("/", "/v2/agent/"),
        ("/gateway", "/gateway/v2/agent/"),
        ("/gate/way//", "/gate/way/v2/agent/"),
        ("/v2/gateway", "/v2/gateway/v2/agent/"),
    ];
    for (prefix, path) in rows {
        run(async {
            let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
            let client = Client::new(&format!("{}{prefix}", server.base_url), KEY);
            client.expect("the configuration is valid").agent_status(ID).await.expect("succeeds");
            assert_eq!(server.requests()[0].path, format!("{path}{ID}"));
        });
    }
    let rejected = [
        ("", "the base URL is not a URL (relative URL without a base)"),
        ("example.com", "the base URL is not a URL (relative URL without a base)"),
        ("ftp://example.com", "the base URL is neither http nor https"),
        (
            "https://me:secret@example.com",
            "the base URL contains a name or password, which would be sent in place of the key",
        ),
        (
            "https://example.com/?a=b",
            "the base URL has a query or a fragment, after which no path can follow",
        ),
        (
            "https://example.com/v2/",
            "the base URL ends in `/v2`, with which the paths of the operations begin; leave it out",
        ),
        (
            "https://example.com/gateway/v2",
            "the base URL ends in `/v2`, with which the paths of the operations begin; leave it out",
        ),
    ];
    for (base_url, expected) in rejected {
        let error = Client::new(base_url, KEY).expect_err("is rejected").to_string();
        assert_eq!(error, format!("{expected}; give one such as `https://api.example.com`"));
    }
}

#[test]
fn swapped_arguments_are_rejected() {
    let error = Client::new(KEY, "https://example.com").expect_err("is rejected");
    assert_eq!(error, ConfigError::Swapped);
    assert!(!format!("{error} {error:?}").contains(KEY));
}

#[test]
fn invalid_keys_are_rejected() {
    let rows = [
        ("", "empty"),
        ("wd-secret\n", "`trim`"),
        ("Bearer wd-secret", "the key alone"),
        ("wd-secret\u{7f}", "copy it again"),
        ("wd-sécret", "copy it again"),
    ];
    for (key, expected) in rows {
        let error = Client::new("https://example.com", key).expect_err("is rejected");
        assert!(matches!(error, ConfigError::Key { .. }));
        let shown = format!("{error} {error:?}");
        assert!(shown.contains(expected), "{shown}");
        assert!(!shown.contains("cret"), "{shown}");
    }
}

#[test]
fn bound_paths_are_validated() {
    let bind = |path: &str| {
        let builder = Client::builder("https://example.com", KEY);
        builder.bind(&AGENT_SNAPSHOT, Method::GET, path).map(drop)
    };
    assert_eq!(bind("/v2/{jobId}/{snapshotId}"), Ok(()));
    let rows = [
        ("/v2/agent/{jobId}", "its path has `{jobId}` and `{snapshotId}`, each once and no other"),
        (
            "/{jobId}/{snapshotId}/{other}",
            "its path has `{jobId}` and `{snapshotId}`, each once and no other",
        ),
        (
            "/{jobId}/{snapshotId}/{jobId}",
            "its path has `{jobId}` and `{snapshotId}`, each once and no other",
        ),
        (
            "/{jobId}/{snapshotId}:now",
            "a `{parameter}` is a whole segment, unlike `{snapshotId}:now`",
        ),
        ("{jobId}/{snapshotId}", "a path starts with `/`"),
        ("/{jobId}/{snapshotId}/a?b", "`?` cannot be part of a path"),
        ("/{jobId}/{snapshotId}/%61", "`%` cannot be part of a path"),
    ];
    for (path, expected) in rows {
        let error = bind(path).expect_err("is rejected").to_string();
        assert_eq!(error, format!("`agentSnapshot` cannot be bound to `{path}`: {expected}"));
    }
    let shown = Client::builder("https://example.com", KEY)
        .bind(&AGENT_STATUS, Method::GET, "/v2/jobs/{jobId}")
        .map(drop);
    let again = Client::builder("https://example.com", KEY)
        .bind(&AGENT_TRACE, Method::GET, "/v2/trace/{jobId}")
        .and_then(|builder| builder.bind(&AGENT_TRACE, Method::GET, "/v2/traces/{jobId}"));
    let expected = "it is bound to `GET /v2/trace/{jobId}` already";
    assert!(again.map(drop).expect_err("is rejected").to_string().ends_with(expected));
    let expected = "the contract shows it as `GET /v2/agent/{jobId}`";
    assert!(shown.expect_err("is rejected").to_string().ends_with(expected));
    run(async {
        let server = ScriptedServer::always(Reply::new(200, "")).await;
        let error =
            client(&server, |builder| builder).agent_trace(ID).await.expect_err("is not bound");
        assert_eq!(
            error.to_string(),
            "agentTrace: the contract does not show its path; give it to the builder by \
             `bind(&operation, method, path)`, with `{jobId}` in the path"
        );
        assert!(matches!(error, Error::Unbound { operation: "agentTrace", .. }));
        assert_eq!((error.status(), server.requests().len()), (None, 0));
    });
}

#[test]
fn invalid_path_parameters_are_not_sent() {
    let rows =
        [("", ParameterFault::Empty), (".", ParameterFault::Dots), ("..", ParameterFault::Dots)];
    for (value, expected) in rows {
        run(async {
            let server = ScriptedServer::always(Reply::new(200, "")).await;
            let error = client(&server, |builder| builder).update_monitor(value, &name("n")).await;
            let Err(Error::Parameter { parameter, fault, .. }) = error else {
                panic!("{value:?}: {error:?}");
            };
            assert_eq!((parameter, fault), ("monitorId", expected));
            assert!(server.requests().is_empty());
        });
    }
}

#[test]
fn configured_headers_and_user_agent_are_sent() {
    run(async {
        let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let setting = |one: Builder| {
            one.user_agent("shop/7").header("X-Tenant", "blue").header("authorization", "Bearer no")
        };
        client(&server, setting).agent_status(ID).await.expect("succeeds");
        client(&server, |builder| builder).agent_status(ID).await.expect("succeeds");
        let requests = server.requests();
        assert_eq!(requests[0].header("user-agent"), Some("shop/7"));
        assert_eq!(requests[0].header("x-tenant"), Some("blue"));
        assert_eq!(requests[0].header("authorization"), Some(format!("Bearer {KEY}").as_str()));
        let version = requests[1].header("user-agent").expect("the client has a user agent");
        assert!(version.starts_with("webdata/"), "{version}");
    });
    let rows = [("X Tenant", "blue", "`X Tenant`"), ("X-Tenant", "a\nb", "line break")];
    for (name, value, expected) in rows {
        let builder = Client::builder("https://example.com", KEY).header(name, value);
        let error = builder.build().expect_err("is rejected").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn strict_clients_validate_responses() {
    let response = json!({ "success": true, "data": monitor() });
    let odd = with(response.clone(), "/data/id", Some(json!("no UUID")));
    let rows = [(200, &response, None), (201, &response, Some(0)), (200, &odd, Some(1))];
    for (status, body, expected) in rows {
        run(async {
            let server = ScriptedServer::always(Reply::new(status, body)).await;
            let lenient = client(&server, |builder| builder).update_monitor(ID, &name("n")).await;
            assert!(lenient.is_ok(), "{lenient:?}");
            let strict = client(&server, Builder::strict).update_monitor(ID, &name("n")).await;
            let outcome = match strict {
                Ok(_) => None,
                Err(Error::BreaksContract { violations, .. }) => Some(violations.len()),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(outcome, expected, "{status} {body}");
        });
    }
}

/// The recorded lines of all hooks, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// A hook that records each call under its name.
struct RecordingHook(&'static str, Log);

impl RecordingHook {
    fn write(&self, line: &str) {
        let mut log = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        log.push(format!("{} {line}", self.0));
    }
}

impl Hook for RecordingHook {
    fn before_request<'a>(&'a self, request: &'a mut BeforeRequest<'_>) -> HookFuture<'a> {
        Box::pin(async move {
            // Yields as a hook does that waits for I/O.
            tokio::task::yield_now().await;
            let attempt = HeaderValue::from(request.attempt);
            request.headers_mut().append("x-attempts", attempt);
            self.write(&format!("before {request:?} {:?}", request.headers()));
            Ok(())
        })
    }

    fn after_request<'a>(&'a self, response: &'a AfterRequest<'_>) -> Wait<'a> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            let known = response.headers.and_then(|headers| headers.get("x-request"));
            let AfterRequest { operation, attempt, status, .. } = response;
            self.write(&format!("after {operation} {attempt} {status:?} {known:?}"));
            assert!(!format!("{response:?}").contains("r-1"), "{response:?}");
        })
    }
}

/// A hook that sets the key of each request, or fails without a key.
struct KeyHook(Option<&'static str>);

impl Hook for KeyHook {
    fn before_request<'a>(&'a self, request: &'a mut BeforeRequest<'_>) -> HookFuture<'a> {
        Box::pin(async move {
            let key = self.0.ok_or("no key is available")?;
            request.headers_mut().insert(AUTHORIZATION, HeaderValue::from_static(key));
            Ok(())
        })
    }
}

fn lines(log: &Log) -> Vec<String> {
    log.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[test]
fn hooks_run_around_each_attempt() {
    run(async {
        let server = ScriptedServer::start(|_, before| match before {
            0 => Reply::new(503, "").with("x-request", "r-1"),
            _ => Reply::new(200, json!({ "status": "s" })),
        });
        let (server, log) = (server.await, Log::default());
        let (first, second) =
            (RecordingHook("one", Arc::clone(&log)), RecordingHook("other", Arc::clone(&log)));
        let builder = webdata::client::Client::builder(&server.base_url, KEY)
            .pace(super::RecordedPace::default())
            .hook(first)
            .hook(second);
        let client = builder.build().expect("the configuration is valid");
        client.agent_status(ID).await.expect("succeeds");
        let lines = lines(&log);
        let shown = lines.iter().map(|line| {
            let words: Vec<_> = line.split(' ').take(2).collect();
            words.join(" ")
        });
        let round = ["one before", "other before", "other after", "one after"];
        assert_eq!(shown.collect::<Vec<_>>(), [round, round].concat());
        assert_eq!(lines[2], "other after agentStatus 1 Some(503) Some(\"r-1\")");
        assert_eq!(lines[7], "one after agentStatus 2 Some(200) None");
        for line in &lines {
            assert!(!line.contains(KEY), "{line}");
        }
        assert!(
            lines[0].contains("operation: \"agentStatus\", attempt: 1, method: GET"),
            "{lines:?}"
        );
        // The headers that a hook adds belong to one attempt.
        let sent = server.requests().into_iter().map(|request| {
            let all = request.headers.into_iter().filter(|(name, _)| name == "x-attempts");
            all.map(|(_, value)| value).collect::<Vec<_>>()
        });
        assert_eq!(sent.collect::<Vec<_>>(), [["1", "1"], ["2", "2"]]);
    });
}

#[test]
fn hooks_run_for_requests_without_a_response() {
    run(async {
        let server = ScriptedServer::always(Reply { lost: true, ..Reply::new(200, "") }).await;
        let log = Log::default();
        let hook = |one: Builder| one.hook(RecordingHook("one", Arc::clone(&log)));
        let error = client(&server, hook).agent_status(ID).await.expect_err("the response is lost");
        assert!(matches!(error, Error::Transport { .. }), "{error:?}");
        assert_eq!(lines(&log)[1..], ["one after agentStatus 1 None None"]);
    });
}

#[test]
fn a_hook_replaces_the_key() {
    run(async {
        let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let client = client(&server, |builder| builder.hook(KeyHook(Some("Bearer of-today"))));
        client.agent_status(ID).await.expect("succeeds");
        assert_eq!(server.requests()[0].header("authorization"), Some("Bearer of-today"));
    });
}

#[test]
fn a_hook_stops_a_call() {
    run(async {
        let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let log = Log::default();
        let hooks =
            |one: Builder| one.hook(KeyHook(None)).hook(RecordingHook("one", Arc::clone(&log)));
        let error = client(&server, hooks).agent_status(ID).await.expect_err("is stopped");
        assert_eq!(
            error.to_string(),
            "agentStatus: a hook stopped the request: no key is available"
        );
        assert!(matches!(error, Error::Hook { operation: "agentStatus", .. }));
        assert_eq!((server.requests().len(), lines(&log).len()), (0, 0));
    });
}

/// Runs a server on threads of its own, and the test on this thread.
fn with_server(
    replies: impl Fn(usize) -> Reply + Send + Sync + 'static,
    test: impl FnOnce(&ScriptedServer),
) {
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    let server = runtime.block_on(ScriptedServer::start(move |_, before| replies(before)));
    test(&server);
}

#[test]
fn plain_threads_can_share_a_client() {
    let replies = |_| Reply::new(200, json!({ "success": true, "data": monitor() }));
    with_server(replies, |server| {
        let client =
            blocking::Client::new(&server.base_url, KEY).expect("the configuration is valid");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let client = client.clone();
                    client.update_monitor(ID, &name("n")).expect("succeeds")
                });
            }
        });
        assert_eq!(server.requests().len(), 4);
        assert!(!format!("{client:?}").contains(KEY));
    });
}

#[test]
fn errors_and_retries_equal_those_of_the_async_client() {
    let replies = |before| match before {
        0 => Reply::new(404, json!({ "success": false, "error": "Agent job not found" })),
        1 => Reply::new(503, "").with("Retry-After", "7"),
        2 => Reply::new(200, json!({ "status": "processing" })),
        3 => Reply::new(200, json!({ "status": "failed" })),
        _ => Reply::new(200, json!({ "status": "resting" })),
    };
    with_server(replies, |server| {
        let pace = RecordedPace::default();
        let other = Client::builder(&server.base_url, KEY).pace(pace.clone()).build();
        let client = blocking::Client::from_client(other.expect("the configuration is valid"))
            .expect("has a thread");
        let error = client.agent_status(ID).expect_err("is rejected");
        assert_eq!(error.kind(), Some(ErrorKind::AgentJobNotFound));
        assert_eq!(client.wait_for_agent(ID).expect("the job has ended").status, "failed");
        assert_eq!(pace.seconds(), [7.5, 1.125]);
        let resting = client.run(|client| {
            client.wait_for_agent(ID).until(|now| now.status == "resting").into_future()
        });
        assert_eq!(resting.expect("rests").status, "resting");
    });
}

#[test]
fn async_code_can_call_the_blocking_client() {
    let replies = |_| Reply::new(200, json!({ "status": "s" }));
    with_server(replies, |server| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("the runtime starts").block_on(async {
            let client =
                blocking::Client::new(&server.base_url, KEY).expect("the configuration is valid");
            assert_eq!(client.agent_status(ID).expect("succeeds").status, "s");
            // Dropping the client ends its runtime within another one, which must not panic.
            drop(client);
        });
    });
}

#[test]
fn the_docs_state_the_defaults_of_the_runtime() {
    let seconds = |time: Duration| format!("{} s", time.as_secs());
    let page = include_str!("../../../../../generated/src/client.rs");
    for (method, default) in [
        ("connect_timeout", seconds(runtime::CONNECT_TIMEOUT)),
        ("attempt_timeout", seconds(runtime::ATTEMPT_TIMEOUT)),
        ("longest_wait", seconds(runtime::LONGEST_WAIT)),
        ("response_limit", format!("{} MiB", runtime::RESPONSE_LIMIT >> 20)),
    ] {
        let row = format!("//! | [`Builder::{method}`] | ");
        let row = page.lines().find(|line| line.starts_with(&row)).expect("has a row");
        assert!(row.ends_with(&format!(" | {default} |")), "{row}");
    }
}
