//! Tests of the three timeouts of a call, and of waits that would exceed the timeout of the call.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use webdata::client::{Client, Error, TimeoutKind};

use super::hostile::EndlessPace;
use super::{ID, KEY, RecordedPace, Reply, ScriptedServer, client, run};

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
        let jump = async {
            waits.notified().await;
            // From here on, only the timer of the call is pending, so the paused clock jumps to it.
            tokio::time::pause();
            std::future::pending::<()>().await;
        };
        let error = tokio::select! {
            response = client.agent_status(ID) => response.expect_err("the call exceeds its timeout"),
            () = jump => unreachable!("the future never ends"),
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
            let set_up = |one: webdata::client::Builder| one.pace(pace.clone()).timeout(limit);
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
