//! Tests of the contract's retry rules, of the three timeouts of a call, of waiting for an agent job, and of the spans
//! of calls, as a subscriber writes them.

use std::cell::RefCell;
use std::io::Write;
use std::sync::{Arc, Once};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tracing_subscriber::fmt::format::FmtSpan;
use webdata::agent;
use webdata::client::{Builder, Client, Error, TimeoutKind, Waiting};
use webdata::error_catalogue::ErrorKind;
use webdata::scrape::ScrapeRequest;

use crate::web_data::client::hostile::EndlessPace;
use crate::web_data::client::{ID, KEY, RecordedPace, Reply, ScriptedServer, client, name, run};

#[derive(Debug, Clone, Copy)]
enum Call {
    UpdateMonitor,
    Scrape,
    StartAgent,
    AgentStatus,
}
use Call::{AgentStatus, Scrape, StartAgent, UpdateMonitor};

impl Call {
    async fn send(self, client: &Client) -> Result<(), Error> {
        match self {
            UpdateMonitor => client.update_monitor(ID, &name("n")).await.map(drop),
            Scrape => {
                let request = json!({ "url": "https://example.com/" });
                let request: ScrapeRequest =
                    serde_json::from_value(request).expect("the request is valid");
                client.scrape(&request).await.map(drop)
            }
            StartAgent => client.start_agent(None).await.map(drop),
            AgentStatus => client.agent_status(ID).await.map(drop),
        }
    }
}

#[test]
fn errors_are_retried_as_the_contract_states() {
    let backoff: &[u64] = &[2, 4, 8, 16];
    let sevens: &[u64] = &[7, 7, 7, 7];
    let never: &[u64] = &[];
    let rows = [
        // The contract's column "Retryable" says yes, and a `GET` is idempotent.
        (AgentStatus, 408, "Request Timeout", None, backoff),
        (AgentStatus, 429, "Rate limit exceeded", None, backoff),
        (AgentStatus, 429, "Concurrency limit reached", Some("7"), sevens),
        (AgentStatus, 500, "Internal Server Error", None, backoff),
        (AgentStatus, 502, "Bad Gateway", None, backoff),
        (AgentStatus, 503, "Service Unavailable", Some("7"), sevens),
        (AgentStatus, 504, "Gateway Timeout", None, backoff),
        (AgentStatus, 503, "of a gateway's own", None, backoff),
        // After a timeout of the page or a limit, every request can be repeated.
        (Scrape, 408, "Request Timeout", None, backoff),
        (UpdateMonitor, 429, "Rate limit exceeded", Some("7"), sevens),
        (StartAgent, 429, "Concurrency limit reached", None, backoff),
        // After a 5xx, a request is not repeated if the service may have carried it out.
        (UpdateMonitor, 500, "Internal Server Error", None, never),
        (Scrape, 502, "Bad Gateway", None, never),
        (StartAgent, 503, "Service Unavailable", Some("7"), never),
        (Scrape, 504, "of a gateway's own", None, never),
        // The contract says that this error does nothing.
        (StartAgent, 500, "Failed to passthrough agent request.", None, backoff),
        (Scrape, 500, "Failed to passthrough agent request.", None, never),
        // The column says no, or sometimes.
        (AgentStatus, 401, "Unauthorized: Invalid token", None, never),
        (AgentStatus, 402, "Payment Required: Insufficient credits", None, never),
        (AgentStatus, 404, "Agent job not found", None, never),
        (UpdateMonitor, 409, "Conflict", None, never),
        (Scrape, 422, "Unprocessable Entity", Some("7"), never),
    ];
    for (call, status, text, header, waits) in rows {
        run(async {
            let reply = Reply::new(status, json!({ "success": false, "error": text }));
            let reply = match header {
                Some(seconds) => reply.with("Retry-After", seconds),
                None => reply,
            };
            let (server, pace) = (ScriptedServer::always(reply).await, RecordedPace::default());
            let client = Client::builder(&server.base_url, KEY).pace(pace.clone()).build();
            let error = call
                .send(&client.expect("the configuration is valid"))
                .await
                .expect_err("is rejected");
            // Half of the second of jitter is added.
            let expected: Vec<f64> = waits.iter().map(|wait| *wait as f64 + 0.5).collect();
            assert_eq!(pace.seconds(), expected, "{call:?} {status} {text}");
            assert_eq!(server.requests().len(), waits.len() + 1, "{call:?} {status} {text}");
            let known = !text.starts_with("of a gateway");
            assert_eq!(error.kind().is_some(), known, "{call:?} {status} {text}");
        });
    }
}

/// Returns the kind and the limit of a timeout error.
fn timed_out(error: &Error) -> Option<(TimeoutKind, Duration)> {
    match error {
        Error::Timeout { kind, limit, .. } => Some((*kind, *limit)),
        _ => None,
    }
}

#[test]
fn a_slow_tls_handshake_times_out() {
    run(async {
        // The server accepts the connection, and never starts the TLS handshake.
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let limit = Duration::from_millis(100);
        let builder = Client::builder(&format!("https://{address}"), KEY);
        let client = builder.connect_timeout(limit).build().expect("the configuration is valid");
        let error = client.agent_status(ID).await.expect_err("the server does not speak TLS");
        assert_eq!(timed_out(&error), Some((TimeoutKind::Connect, limit)));
        assert_eq!(error.to_string(), "agentStatus: no connection within 0.1 s");
        drop(listener);
    });
}

/// Pauses the clock once a wait has begun, and never ends. Only the timer of the call is then pending, so the paused
/// clock jumps to it.
async fn pause_clock_after_wait_begins(waits: &Notify) {
    waits.notified().await;
    tokio::time::pause();
    std::future::pending::<()>().await;
}

#[test]
fn the_timeout_of_a_call_ends_its_waits() {
    run(async {
        let reply = Reply::new(429, json!({ "success": false, "error": "Rate limit exceeded" }));
        let server = ScriptedServer::always(reply).await;
        let limit = Duration::from_secs(30);
        let waits = Arc::new(Notify::new());
        let pace = EndlessPace(Arc::clone(&waits));
        let client = Client::builder(&server.base_url, KEY).pace(pace).timeout(limit).build();
        let client = client.expect("the configuration is valid");
        let error = tokio::select! {
            response = client.agent_status(ID) => response.expect_err("the call exceeds its timeout"),
            () = pause_clock_after_wait_begins(&waits) => unreachable!("the future never ends"),
        };
        assert_eq!(timed_out(&error), Some((TimeoutKind::Call, limit)));
        assert_eq!(
            error.to_string(),
            "agentStatus: no success, with every attempt and wait, within 30 s"
        );
        assert_eq!((server.requests().len(), error.is_retryable()), (1, false));
    });
}

#[test]
fn waits_beyond_the_timeout_are_not_started() {
    let rows: [(&str, u64, &[f64]); 3] =
        [("100", 60, &[]), ("0", 60, &[0.5, 0.5, 0.5, 0.5]), ("100", 3600, &[100.5; 4])];
    for (header, limit, waits) in rows {
        run(async {
            let reply =
                Reply::new(503, json!({ "success": false, "error": "Service Unavailable" }));
            let server = ScriptedServer::always(reply.with("Retry-After", header)).await;
            let (pace, limit) = (RecordedPace::default(), Duration::from_secs(limit));
            let set_up = |builder: Builder| builder.pace(pace.clone()).timeout(limit);
            let error = client(&server, set_up).agent_status(ID).await.expect_err("is rejected");
            let response =
                error.error_response().expect("an error response is more useful than the timeout");
            assert_eq!(response.attempts as usize, waits.len() + 1, "{header}");
            assert_eq!(pace.seconds(), waits, "{header}");
        });
    }
}

#[test]
fn an_infinite_timeout_is_allowed() {
    run(async {
        let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let client = client(&server, |builder| builder.timeout(Duration::MAX));
        assert_eq!(client.agent_status(ID).await.expect("succeeds").status, "s");
    });
}

fn state(state: &str) -> Reply {
    Reply::new(200, json!({ "success": true, "status": state }))
}

fn lost_response() -> Reply {
    Reply { lost: true, ..Reply::new(200, "") }
}

/// Waits with a server that sends these replies, the last one repeatedly. Returns the result, the waits in
/// seconds, and the number of requests.
fn wait_for_agent_with(
    replies: Vec<Reply>,
    set_up: impl Fn(Waiting<'_, agent::AgentStatus>) -> Waiting<'_, agent::AgentStatus>,
) -> (Result<agent::AgentStatus, Error>, Vec<f64>, usize) {
    run(async {
        let last = replies.len() - 1;
        let server =
            ScriptedServer::start(move |_, before| replies[before.min(last)].clone()).await;
        let pace = RecordedPace::default();
        let client = Client::builder(&server.base_url, KEY).pace(pace.clone()).build();
        let client = client.expect("the configuration is valid");
        let ended = set_up(client.wait_for_agent(ID)).await;
        let requests = server.requests();
        let path = format!("/v2/agent/{ID}");
        assert!(
            requests.iter().all(|request| request.method == "GET" && request.path == path),
            "{requests:?}"
        );
        (ended, pace.seconds(), requests.len())
    })
}

#[test]
fn final_states_and_results_end_the_wait() {
    let data = json!({ "status": "completed", "data": { "answer": 42 }, "creditsUsed": 3 });
    let no_data = json!({ "status": "processing", "data": null, "creditsUsed": 3 });
    let rows: [(Vec<Reply>, &str, &[f64]); 4] = [
        // The only final state that the contract lists.
        (vec![state("failed")], "failed", &[]),
        (vec![state("queued"), state("processing"), state("failed")], "failed", &[1.125, 2.25]),
        // A result ends the wait, in any state.
        (vec![state("processing"), Reply::new(200, data)], "completed", &[1.125]),
        (vec![Reply::new(200, no_data), state("failed")], "failed", &[1.125]),
    ];
    for (replies, expected, waits) in rows {
        let sent = replies.len();
        let (ended, seconds, requests) = wait_for_agent_with(replies, |waiting| waiting);
        assert_eq!(ended.expect("the job has ended").status, expected);
        assert_eq!((seconds.as_slice(), requests), (waits, sent));
    }
}

#[test]
fn a_predicate_ends_the_wait() {
    let replies = || vec![state("failed"), state("resting"), state("failed")];
    let (ended, _, requests) =
        wait_for_agent_with(replies(), |waiting| waiting.until(|now| now.status == "resting"));
    assert_eq!((ended.expect("the job has ended").status.as_str(), requests), ("resting", 2));
}

#[test]
fn polling_follows_the_intervals() {
    let busy = |count| {
        let mut replies = vec![state("processing"); count];
        replies.push(state("failed"));
        replies
    };
    // The jitter is at most a quarter of the wait; half of it is added.
    let (_, seconds, _) = wait_for_agent_with(busy(6), |waiting| waiting);
    assert_eq!(seconds, [1.125, 2.25, 4.5, 9.0, 11.25, 11.25]);
    fn every(
        first: u64,
        longest: u64,
    ) -> impl Fn(Waiting<'_, agent::AgentStatus>) -> Waiting<'_, agent::AgentStatus> {
        let [first, longest] = [first, longest].map(Duration::from_secs);
        move |waiting| waiting.poll_every(first, longest)
    }
    assert_eq!(wait_for_agent_with(busy(3), every(8, 20)).1, [9.0, 18.0, 22.5]);
    // The first interval takes precedence over a shorter longest one.
    assert_eq!(wait_for_agent_with(busy(2), every(8, 1)).1, [9.0, 9.0]);
    // A longer wait that the service asks for takes precedence.
    let replies = vec![
        state("processing").with("Retry-After", "60"),
        state("processing").with("Retry-After", "1"),
        state("failed"),
    ];
    assert_eq!(wait_for_agent_with(replies, |waiting| waiting).1, [60.0, 2.25]);
}

#[test]
fn lost_responses_are_tolerated() {
    let replies = vec![
        lost_response(),
        lost_response(),
        state("processing"),
        lost_response(),
        lost_response(),
        state("failed"),
    ];
    let (ended, _, requests) = wait_for_agent_with(replies, |waiting| waiting);
    assert_eq!((ended.expect("the job has ended").status.as_str(), requests), ("failed", 6));
    let (ended, _, requests) =
        wait_for_agent_with(vec![state("processing"), lost_response()], |waiting| waiting);
    assert!(matches!(ended, Err(Error::Transport { .. })), "{ended:?}");
    assert_eq!(requests, 4);
}

#[test]
fn errors_end_the_wait() {
    let gone = json!({ "success": false, "error": "Agent job not found" });
    let (ended, _, requests) =
        wait_for_agent_with(vec![state("s"), Reply::new(404, gone)], |waiting| waiting);
    assert_eq!(ended.expect_err("is rejected").kind(), Some(ErrorKind::AgentJobNotFound));
    assert_eq!(requests, 2);
    let (ended, ..) = wait_for_agent_with(vec![Reply::new(200, "no JSON")], |waiting| waiting);
    assert!(matches!(ended, Err(Error::Unreadable { .. })), "{ended:?}");
}

/// Runs a test with a client that pauses forever between two requests.
fn with_paused_wait(state: &Value, test: impl AsyncFnOnce(Client, Arc<Notify>, &ScriptedServer)) {
    let reply = Reply::new(200, json!({ "status": state }));
    run(async {
        let server = ScriptedServer::always(reply).await;
        let waits = Arc::new(Notify::new());
        let pace = EndlessPace(Arc::clone(&waits));
        let client = Client::builder(&server.base_url, KEY).pace(pace).build();
        test(client.expect("the configuration is valid"), waits, &server).await;
        assert_eq!(server.requests().len(), 1);
    });
}

#[test]
fn the_wait_is_cancelled() {
    with_paused_wait(&json!("processing"), async |client, waits, _| {
        let waiting = client.wait_for_agent(ID).cancelled_by(async move { waits.notified().await });
        let error = waiting.await.expect_err("is cancelled");
        assert!(matches!(error, Error::Cancelled { operation: "agentStatus" }), "{error:?}");
        assert_eq!(error.to_string(), "agentStatus: the waiting was cancelled");
    });
}

#[test]
fn the_wait_is_cancelled_before_any_request() {
    run(async {
        let server = ScriptedServer::always(state("failed")).await;
        let client = Client::new(&server.base_url, KEY).expect("the configuration is valid");
        let error = client.wait_for_agent(ID).cancelled_by(async {}).await;
        assert!(matches!(error, Err(Error::Cancelled { .. })), "{error:?}");
        assert_eq!(server.requests().len(), 0);
    });
}

#[test]
fn the_wait_is_dropped() {
    with_paused_wait(&json!("processing"), async |client, waits, _| {
        tokio::select! {
            ended = client.wait_for_agent(ID) => panic!("{ended:?}"),
            () = waits.notified() => {}
        }
    });
}

#[test]
fn the_wait_exceeds_its_limit() {
    let rows = [
        (json!("processing"), ", in the state `processing`"),
        (json!(format!("a\n{KEY}")), ", in the state `a\\n[key]`"),
    ];
    for (state, suffix) in rows {
        with_paused_wait(&state, async |client, waits, _| {
            let limit = Duration::from_secs(40);
            let error = tokio::select! {
                ended = client.wait_for_agent(ID).limit(limit) => ended.expect_err("the job has not ended"),
                () = pause_clock_after_wait_begins(&waits) => unreachable!("the future never ends"),
            };
            let expected = format!("agentStatus: still going on after 40 s{suffix}");
            assert_eq!(error.to_string(), expected);
            assert!(matches!(error, Error::WaitTimeout { .. }), "{error:?}");
        });
    }
}

#[test]
fn the_wait_can_be_spawned() {
    run(async {
        let server = ScriptedServer::always(state("failed")).await;
        let client = Client::new(&server.base_url, KEY).expect("the configuration is valid");
        let waiting = tokio::spawn(async move { client.wait_for_agent(ID).await });
        assert_eq!(
            waiting.await.expect("the task ends").expect("the job has ended").status,
            "failed"
        );
    });
}

thread_local! {
    /// The output of the subscriber on this thread, which runs one test.
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A writer that separates the output by thread.
struct ThreadWriter;

impl Write for ThreadWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        WRITTEN.with_borrow_mut(|written| written.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns a line for each span that closes during a test, without the subscriber's additions.
///
/// The subscriber is global: `tracing` caches for all threads whether a span is enabled, so the subscriber of
/// a single thread could miss spans that other tests have reached before.
fn spans(test: impl Future<Output = ()>) -> Vec<String> {
    static SUBSCRIBED: Once = Once::new();
    SUBSCRIBED.call_once(|| {
        tracing_subscriber::fmt()
            .with_ansi(false)
            .with_span_events(FmtSpan::CLOSE)
            .with_target(true)
            .without_time()
            .with_writer(|| ThreadWriter)
            .init();
    });
    WRITTEN.take();
    run(test);
    let text = String::from_utf8(WRITTEN.take()).expect("the output is UTF-8");
    let spans = text.lines().filter(|line| line.contains("call{"));
    // The target is a module of the generated crate.
    assert!(spans.clone().all(|line| line.contains("}: webdata::client: ")), "{text}");
    let spans = spans.map(|line| line.split("call").nth(1).unwrap_or_default());
    spans.map(|line| line.split('}').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_call_is_a_span() {
    let closed = json!({ "success": false, "error": "Service Unavailable", "details": KEY });
    let body = closed.to_string();
    let rows: [(u16, &str, &str); 3] = [
        (200, r#"{"status":"s"}"#, r#"{operation="agentStatus" attempts=1 status=200"#),
        (
            503,
            &body,
            r#"{operation="agentStatus" error="service-unavailable" attempts=5 status=503"#,
        ),
        (404, "<html>", r#"{operation="agentStatus" attempts=1 status=404"#),
    ];
    for (status, body, expected) in rows {
        let actual = spans(async {
            let server = ScriptedServer::always(Reply::new(status, body)).await;
            let _ = client(&server, |builder| builder).agent_status(ID).await;
        });
        assert_eq!(actual, [expected]);
    }
    // A call without a response has no status code, and a call that sends nothing has no attempts. No span
    // contains a key or a body.
    let actual = spans(async {
        let server = ScriptedServer::always(lost_response()).await;
        let client = client(&server, Builder::strict);
        let _ = client.update_monitor(ID, &name("a secret name")).await;
        let _ = client.agent_trace(KEY).await;
    });
    let expected =
        [r#"{operation="updateMonitor" attempts=1"#, r#"{operation="agentTrace" attempts=0"#];
    assert_eq!(actual, expected);
}
