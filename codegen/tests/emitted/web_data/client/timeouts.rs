//! Tests of the three timeouts of a call, and of waits that would exceed the timeout of the call.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use webdata::client::{Client, Error, TimeoutKind};

use super::hostile::Stopped;
use super::{ID, KEY, Recorded, Reply, Served, client, run};

/// Returns the kind and the limit of a timeout error.
fn timed_out(error: &Error) -> Option<(TimeoutKind, Duration)> {
    match error {
        Error::Timeout { kind, limit, .. } => Some((*kind, *limit)),
        _ => None,
    }
}

#[test]
fn a_connection_that_never_comes() {
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
fn a_call_that_waits_for_too_long() {
    run(async {
        let reply = Reply::new(429, json!({ "success": false, "error": "Rate limit exceeded" }));
        let served = Served::always(reply).await;
        let limit = Duration::from_secs(30);
        let waits = Arc::new(Notify::new());
        let pace = Stopped(Arc::clone(&waits));
        let client = Client::builder(&served.base_url, KEY).pace(pace).timeout(limit).build();
        let client = client.expect("the configuration is valid");
        let jump = async {
            waits.notified().await;
            // From here on, only the timer of the call is pending, so the paused clock jumps to it.
            tokio::time::pause();
            std::future::pending::<()>().await;
        };
        let error = tokio::select! {
            answer = client.agent_status(ID) => answer.expect_err("the call exceeds its timeout"),
            () = jump => unreachable!("the future never ends"),
        };
        assert_eq!(timed_out(&error), Some((TimeoutKind::Call, limit)));
        assert_eq!(
            error.to_string(),
            "agentStatus: no success, with every attempt and wait, within 30 s"
        );
        assert_eq!((served.asked().len(), error.is_retryable()), (1, false));
    });
}

#[test]
fn a_wait_that_would_outlast_the_call_is_not_begun() {
    let rows: [(&str, u64, &[f64]); 3] =
        [("100", 60, &[]), ("0", 60, &[0.5, 0.5, 0.5, 0.5]), ("100", 3600, &[100.5; 4])];
    for (header, limit, waits) in rows {
        run(async {
            let reply =
                Reply::new(503, json!({ "success": false, "error": "Service Unavailable" }));
            let served = Served::always(reply.with("Retry-After", header)).await;
            let (pace, limit) = (Recorded::default(), Duration::from_secs(limit));
            let set_up = |one: webdata::client::Builder| one.pace(pace.clone()).timeout(limit);
            let error = client(&served, set_up).agent_status(ID).await.expect_err("is rejected");
            let refusal =
                error.refusal().expect("an error response is more useful than the timeout");
            assert_eq!(refusal.attempts as usize, waits.len() + 1, "{header}");
            assert_eq!(pace.seconds(), waits, "{header}");
        });
    }
}

#[test]
fn a_time_beyond_every_clock_is_none() {
    run(async {
        let served = Served::always(Reply::new(200, json!({ "status": "s" }))).await;
        let client = client(&served, |one| one.timeout(Duration::MAX));
        assert_eq!(client.agent_status(ID).await.expect("succeeds").status, "s");
    });
}
