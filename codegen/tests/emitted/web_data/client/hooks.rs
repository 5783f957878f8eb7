//! Tests of hooks: their order, what they see and change, and how they stop a call.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use webdata::client::reqwest::header::{AUTHORIZATION, HeaderValue};
use webdata::client::{AfterRequest, BeforeRequest, Builder, Error, Hook, HookFuture, Wait};

use super::{ID, KEY, Reply, ScriptedServer, client, run};

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
