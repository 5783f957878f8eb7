//! Tests of the blocking client, called from plain threads and from within async code.

use std::thread;

use serde_json::json;
use webdata::blocking::Client;
use webdata::client;
use webdata::error_catalogue::ErrorKind;

use super::{ID, KEY, RecordedPace, Reply, ScriptedServer, monitor, name};

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
fn calls_from_plain_threads() {
    let replies = |_| Reply::new(200, json!({ "success": true, "data": monitor() }));
    with_server(replies, |server| {
        let client = Client::new(&server.base_url, KEY).expect("the configuration is valid");
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
        let other = client::Client::builder(&server.base_url, KEY).pace(pace.clone()).build();
        let client =
            Client::from_client(other.expect("the configuration is valid")).expect("has a thread");
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
fn calls_from_within_async_code() {
    let replies = |_| Reply::new(200, json!({ "status": "s" }));
    with_server(replies, |server| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("the runtime starts").block_on(async {
            let client = Client::new(&server.base_url, KEY).expect("the configuration is valid");
            assert_eq!(client.agent_status(ID).expect("succeeds").status, "s");
            // Dropping the client ends its runtime within another one, which must not panic.
            drop(client);
        });
    });
}
