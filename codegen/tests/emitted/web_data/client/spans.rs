//! Tests of the spans of calls, as a subscriber writes them.

use std::cell::RefCell;
use std::io::Write;
use std::sync::Once;

use serde_json::json;
use tracing_subscriber::fmt::format::FmtSpan;
use webdata::client::Builder;

use super::{ID, KEY, Reply, ScriptedServer, client, name, run};

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
        let server = ScriptedServer::always(Reply { lost: true, ..Reply::new(200, "") }).await;
        let client = client(&server, Builder::strict);
        let _ = client.update_monitor(ID, &name("a secret name")).await;
        let _ = client.agent_trace(KEY).await;
    });
    let expected =
        [r#"{operation="updateMonitor" attempts=1"#, r#"{operation="agentTrace" attempts=0"#];
    assert_eq!(actual, expected);
}
