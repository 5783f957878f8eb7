//! Tests of waiting for an agent job: when the job has ended, how often it is polled, and what ends the wait.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use webdata::agent::AgentStatus;
use webdata::client::{Client, Error, Waiting};
use webdata::error_catalogue::ErrorKind;

use super::hostile::EndlessPace;
use super::{ID, KEY, RecordedPace, Reply, ScriptedServer, run};

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
    set_up: impl Fn(Waiting<'_, AgentStatus>) -> Waiting<'_, AgentStatus>,
) -> (Result<AgentStatus, Error>, Vec<f64>, usize) {
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
        wait_for_agent_with(replies(), |settings| settings.until(|now| now.status == "resting"));
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
    ) -> impl Fn(Waiting<'_, AgentStatus>) -> Waiting<'_, AgentStatus> {
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
            let jump = async {
                waits.notified().await;
                tokio::time::pause();
                std::future::pending::<()>().await;
            };
            let error = tokio::select! {
                ended = client.wait_for_agent(ID).limit(limit) => ended.expect_err("the job has not ended"),
                () = jump => unreachable!("the future never ends"),
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
