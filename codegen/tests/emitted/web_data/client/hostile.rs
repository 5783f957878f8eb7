//! Tests with servers that are slow, endless, verbose or gone, and with calls that are dropped.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use webdata::client::{Builder, Client, Error, Pace, TimeoutKind, Wait};
use webdata::error_catalogue::ErrorKind;

use super::{ID, KEY, RecordedPace, Reply, ScriptedServer, client, monitor, name, run};
use crate::validation::with;

#[test]
fn unreadable_bodies_are_errors() {
    for body in ["", "null", "<html>", "{\"status\":", "[]", "{\"status\":1}"] {
        run(async {
            let server = ScriptedServer::always(Reply::new(200, body)).await;
            let error = client(&server, |builder| builder).agent_status(ID).await;
            let Err(Error::Unreadable { status: 200, bytes, .. }) = error else {
                panic!("{body}: {error:?}");
            };
            assert_eq!(bytes[..], *body.as_bytes());
        });
    }
}

#[test]
fn a_login_page_is_named_by_its_media_type() {
    for set_up in [Builder::strict, |builder| builder] {
        run(async {
            let page = Reply::new(200, "<html>log in</html>").with("Content-Type", "text/html");
            let server = ScriptedServer::always(page).await;
            let error = client(&server, set_up).agent_status(ID).await.expect_err("no JSON");
            let expected = "agentStatus: the response with status 200 and the media type text/html, which may be of \
                            another server, such as a gateway or a login page, cannot be read: expected value at \
                            line 1 column 1";
            assert_eq!(error.to_string(), expected);
        });
    }
}

/// A response is not lost because of a text that was cut inside a character, as `JSON.stringify` writes it, a number
/// beyond all floats, or metadata as deep as servers store it.
#[test]
fn whatever_json_is_is_read() {
    run(async {
        let body = r#"{"status":"\ud83d","new":["\ude00 whole", 1e400]}"#;
        for set_up in [Builder::strict, |builder| builder] {
            let server = ScriptedServer::always(Reply::new(200, body)).await;
            let client = client(&server, set_up);
            let status = client.agent_status(ID).await.expect("the response is read");
            assert_eq!(status.status, "\u{fffd}");
            let rest = json!(["\u{fffd} whole", f64::MAX]);
            assert_eq!(status.additional_properties.get("new"), Some(&rest));
        }
        let mut deep = json!(1);
        for _ in 0..200 {
            deep = json!([deep]);
        }
        let mut stored = monitor();
        stored["webhook"] = json!({ "url": "https://example.com/", "metadata": { "deep": deep } });
        let reply = Reply::new(200, json!({ "success": true, "data": stored }));
        let server = ScriptedServer::always(reply).await;
        let response = client(&server, |builder| builder).update_monitor(ID, &name("n")).await;
        let webhook = response.expect("the response is read").data.webhook.expect("is returned");
        let metadata = webhook.metadata.expect("is returned");
        assert_eq!(json!(metadata), stored["webhook"]["metadata"]);
    });
}

#[test]
fn bodies_beyond_the_limit_are_errors() {
    let long = json!({ "status": "x".repeat(5000) });
    let chunked = Reply::new(200, &long);
    for (reply, limit, fits) in [(chunked.clone(), 6000, true), (chunked, 5000, false)] {
        run(async {
            let server = ScriptedServer::always(reply).await;
            let response =
                client(&server, |builder| builder.response_limit(limit)).agent_status(ID).await;
            match response {
                Ok(_) => assert!(fits),
                Err(Error::TooLarge { status, limit: reported, .. }) => {
                    assert_eq!((fits, status, reported), (false, 200, limit));
                }
                Err(error) => panic!("{error}"),
            }
        });
    }
    // A body without a length that never ends.
    run(async {
        let endless =
            ScriptedServer::start(|_, _| Reply { endless: true, ..Reply::new(200, "[0") });
        let server = endless.await;
        let error =
            client(&server, |builder| builder.response_limit(100_000)).agent_status(ID).await;
        assert!(matches!(error, Err(Error::TooLarge { .. })), "{error:?}");
    });
}

#[test]
fn compressed_bodies_are_read() {
    run(async {
        let long = json!({ "status": "x".repeat(1 << 20) });
        for coding in ["gzip", "deflate"] {
            let reply = Reply::new(200, &long).compressed(coding);
            assert!(reply.body.len() < 10_000);
            let server = ScriptedServer::always(reply).await;
            let read = client(&server, |builder| builder).agent_status(ID).await;
            assert_eq!(json!(read.expect("the body is read").status), long["status"]);
            let accepted =
                server.requests()[0].header("accept-encoding").unwrap_or_default().to_owned();
            assert!(accepted.split(',').any(|accepted| accepted.trim() == coding), "{accepted}");
            // The limit is that of the decompressed body.
            let error =
                client(&server, |builder| builder.response_limit(10_000)).agent_status(ID).await;
            assert!(matches!(error, Err(Error::TooLarge { .. })), "{error:?}");
        }
    });
}

/// Starts a server that sends a raw response to every client, and then closes the connection, or keeps it
/// open if `stays` is set. Returns its base URL.
async fn serve_raw(text: String, stays: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let text = text.clone();
            tokio::spawn(async move {
                let mut request = [0; 4096];
                let read = stream.read(&mut request).await;
                let sent = stream.write_all(text.as_bytes()).await;
                if read.is_ok() && sent.is_ok() && stays {
                    std::future::pending::<()>().await;
                }
            });
        }
    });
    format!("http://{address}")
}

#[test]
fn incomplete_bodies_are_errors_or_truncated() {
    let whole = r#"{"success":false,"error":"Rate limit exceeded"}"#;
    let half = r#"{"success":false,"er"#;
    let kind = Some(ErrorKind::RateLimitExceeded);
    let (breaks_off, stalls) = (false, true);
    let long = "x".repeat(200);
    // The status code, the body, its declared length, how the response ends, and the result: the error, the
    // length of the kept body, and the number of attempts.
    let rows = [
        (429, half, 100, breaks_off, None, 20, 5),
        (429, half, 100, stalls, None, 20, 5),
        (429, whole, 100, breaks_off, kind, 47, 5),
        (429, whole, 100, stalls, kind, 47, 5),
        (503, "", 100, breaks_off, None, 0, 5),
        // Bodies beyond the limit, by their declared length or their actual one.
        (503, "<p>", 1_u64 << 40, breaks_off, None, 3, 5),
        (503, long.as_str(), 200, breaks_off, None, 150, 5),
        (404, half, 100, breaks_off, None, 20, 1),
    ];
    for (status, body, length, stays, kind, kept, sent) in rows {
        run(async {
            let text = format!("HTTP/1.1 {status} No\r\nContent-Length: {length}\r\n\r\n{body}");
            let base_url = serve_raw(text, stays).await;
            let builder = Client::builder(&base_url, KEY).pace(RecordedPace::default());
            let limited = builder.attempt_timeout(Duration::from_millis(200)).response_limit(150);
            let client = limited.build().expect("the configuration is valid");
            let error = client.agent_status(ID).await.expect_err("is rejected");
            let shown = format!("{status} {length} {stays}: {error:?}");
            assert_eq!((error.status(), error.kind()), (Some(status), kind), "{shown}");
            assert_eq!(error.is_retryable(), sent > 1, "{shown}");
            let response = error.error_response().expect("the error is an error response");
            assert_eq!(response.bytes[..], body.as_bytes()[..kept], "{shown}");
            assert_eq!(response.attempts, sent, "{shown}");
        });
    }
    // An incomplete success is an error.
    for stays in [breaks_off, stalls] {
        run(async {
            let text =
                "HTTP/1.1 200 Yes\r\nContent-Length: 100\r\n\r\n{\"status\":\"s\"}".to_owned();
            let base_url = serve_raw(text, stays).await;
            let limited =
                Client::builder(&base_url, KEY).attempt_timeout(Duration::from_millis(200));
            let error = limited.build().expect("the configuration is valid").agent_status(ID).await;
            match error {
                Err(Error::Timeout { .. }) => assert!(stays),
                Err(Error::Transport { .. }) => assert!(!stays),
                response => panic!("{response:?}"),
            }
        });
    }
}

#[test]
fn a_server_that_never_responds_times_out() {
    run(async {
        let server = ScriptedServer::always(Reply { silent: true, ..Reply::new(200, "") }).await;
        let limit = Duration::from_millis(100);
        let error =
            client(&server, |builder| builder.attempt_timeout(limit)).agent_status(ID).await;
        let Err(error) = error else { panic!("the server never responds") };
        assert_eq!(error.to_string(), "agentStatus: no complete response within 0.1 s");
        let Error::Timeout { kind, limit: reported, .. } = &error else { panic!("{error:?}") };
        assert_eq!((*kind, *reported), (TimeoutKind::Attempt, limit));
        assert!(!error.is_retryable());
        assert_eq!(server.requests().len(), 1);
    });
}

#[test]
fn a_refused_connection_is_an_error() {
    run(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        drop(listener);
        let client =
            Client::new(&format!("http://{address}"), KEY).expect("the configuration is valid");
        let error = client.agent_status(ID).await.expect_err("no server listens");
        assert!(matches!(error, Error::Transport { .. }), "{error:?}");
        let shown = format!("{error} {error:?}");
        assert!(shown.starts_with("agentStatus: no response: "), "{shown}");
        assert!(!shown.contains(KEY), "{shown}");
    });
}

#[test]
fn redirects_are_not_followed() {
    run(async {
        let elsewhere = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let reply = Reply::new(307, "").with("Location", &elsewhere.base_url);
        let server = ScriptedServer::always(reply).await;
        let error =
            client(&server, |builder| builder).agent_status(ID).await.expect_err("is rejected");
        assert_eq!(error.status(), Some(307));
        assert_eq!((server.requests().len(), elsewhere.requests().len()), (1, 0));
    });
}

#[test]
fn keys_are_never_shown() {
    let echo =
        json!({ "success": false, "error": format!("no such key: {KEY}, {KEY}"), "details": KEY });
    let odd = json!({ "status": [KEY] });
    let texts = run(async {
        let server = ScriptedServer::always(Reply::new(401, &echo)).await;
        let builder = Client::builder(&server.base_url, KEY).header("x-also", KEY);
        let mut texts = vec![format!("{builder:?}")];
        let client = builder.build().expect("the configuration is valid");
        texts.push(format!("{client:?}"));
        let error = client.agent_status(ID).await.expect_err("is rejected");
        let response = error.error_response().expect("the error is an error response");
        assert_eq!(response.text(), Some("no such key: [key], [key]"));
        texts.push(format!("{error} {error:?} {response} {response:?} {:?}", response.body));
        texts.push(String::from_utf8_lossy(&response.bytes).into_owned());
        for reply in [Reply::new(200, odd), Reply::new(200, json!(KEY))] {
            let server = ScriptedServer::always(reply).await;
            let client = Client::new(&server.base_url, KEY).expect("the configuration is valid");
            let error = client.agent_status(ID).await.expect_err("cannot be read");
            texts.push(format!("{error} {error:?}"));
        }
        texts
    });
    for text in texts {
        assert!(!text.contains(KEY), "{text}");
    }
}

#[test]
fn keys_are_never_shown_in_any_encoding() {
    let (key, header) = ("ab/cd+ef==", "Token se/cret+of/the=header");
    let written = r"ab\/cd+ef\u003d\u003d, se\/cret\u002bof/the\u003dheader";
    let rows = [
        format!(
            r#"{{"success":false,"error":"{written}","details":{{"{written}":["{written}"]}}}}"#
        ),
        format!(r#"{{"success":false,"error":"no","details":"{header}","error":"{key}"}}"#),
        format!("<html>{written}, ab%2Fcd%2Bef%3D%3D, ab&#x2F;cd+ef==, {header}</html>"),
        format!(r#"{{"success":false,"error":"{written}"#),
        format!(r#"{{"status":"s","{written}":[1,{{"error":"{written}"}}]}}"#),
        format!(r#"{{"status":["{written}"]}}"#),
        format!(r#""{written}""#),
    ];
    let kept = ["ab/cd", r"ab\/cd", "ab%2Fcd", "ab&#x2F;", "se/cret", r"se\/cret"];
    for (status, body) in rows.iter().flat_map(|body| [(401, body), (200, body)]) {
        run(async {
            let server = ScriptedServer::always(Reply::new(status, body)).await;
            let builder = Client::builder(&server.base_url, key).header("X-Also", header);
            let client = builder.build().expect("the configuration is valid");
            let Err(error) = client.agent_status(ID).await else { return };
            let mut shown = format!("{error} {error:?}");
            let bytes = match &error {
                Error::ErrorResponse(response) => {
                    shown += &format!(" {:?} {:?}", response.json, response.body);
                    &response.bytes
                }
                Error::Unreadable { bytes, .. } => bytes,
                error => panic!("{error}"),
            };
            shown += &String::from_utf8_lossy(bytes);
            assert!(
                shown.contains("[key]") && !kept.iter().any(|text| shown.contains(text)),
                "{shown}"
            );
            let was_json = serde_json::from_str::<serde_json::Value>(body).is_ok();
            let is_json = serde_json::from_slice::<serde_json::Value>(bytes).is_ok();
            assert_eq!(is_json, was_json, "{shown}");
        });
    }
    // The pointers of violations contain property names.
    let webhook = json!({ "url": "https://example.com/", "headers": { key: 5, header: [key] } });
    let odd = with(monitor(), "/webhook", Some(webhook));
    let body = json!({ "success": true, "data": odd }).to_string().replace('/', r"\/");
    run(async {
        let server = ScriptedServer::always(Reply::new(200, body)).await;
        let builder = Client::builder(&server.base_url, key).header("X-Also", header);
        let client = Builder::strict(builder).build().expect("the configuration is valid");
        let error =
            client.update_monitor(ID, &name("n")).await.expect_err("the value breaks the contract");
        let shown = format!("{error} {error:?}");
        assert!(shown.contains("/headers/[key]") && shown.contains("/headers/[header]"), "{shown}");
        assert!(!shown.contains("cd+ef") && !shown.contains("cret"), "{shown}");
    });
}

/// A pace that waits forever, and notifies the test of each wait.
pub(super) struct EndlessPace(pub(super) Arc<Notify>);

impl Pace for EndlessPace {
    fn wait(&self, _: Duration) -> Wait<'_> {
        self.0.notify_one();
        Box::pin(std::future::pending())
    }

    fn jitter(&self, _: Duration) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn a_dropped_call_sends_no_more_requests() {
    run(async {
        let reply = Reply::new(429, json!({ "success": false, "error": "Rate limit exceeded" }));
        let server = ScriptedServer::always(reply).await;
        let waits = Arc::new(Notify::new());
        let pace = EndlessPace(Arc::clone(&waits));
        let client = Client::builder(&server.base_url, KEY).pace(pace).build();
        let client = client.expect("the configuration is valid");
        let update = name("n");
        tokio::select! {
            response = client.update_monitor(ID, &update) => panic!("{response:?}"),
            () = waits.notified() => {}
        }
        assert_eq!(server.requests().len(), 1);
        // A request that the dropped call still sends would arrive before this one.
        let error = super::client(&server, |builder| builder.attempts(1)).agent_status(ID).await;
        assert_eq!(error.expect_err("is rejected").status(), Some(429));
        let methods: Vec<_> = server.requests().into_iter().map(|request| request.method).collect();
        assert_eq!(methods, ["PATCH", "GET"]);
    });
}

#[test]
fn calls_can_be_spawned() {
    fn sends<T: Send>(future: T) -> T {
        future
    }
    run(async {
        let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let client = client(&server, |builder| builder);
        let again = client.clone();
        let call = tokio::spawn(sends(async move { again.agent_status(ID).await }));
        assert_eq!(call.await.expect("the task ends").expect("succeeds").status, "s");
    });
}
