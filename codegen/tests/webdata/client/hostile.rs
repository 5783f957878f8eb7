//! Services that are slow, endless, talkative or gone, and callers that lose patience.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Notify;
use webdata::client::{Client, Error, Pace, Wait};

use super::{ID, KEY, Reply, Served, client, name, run};

#[test]
fn bodies_that_cannot_be_read() {
    for body in ["", "null", "<html>", "{\"status\":", "[]", "{\"status\":1}"] {
        run(async {
            let served = Served::always(Reply::new(200, body)).await;
            let error = client(&served, |one| one).agent_status(ID).await;
            let Err(Error::Unreadable { status: 200, bytes, .. }) = error else {
                panic!("{body}: {error:?}");
            };
            assert_eq!(bytes[..], *body.as_bytes());
        });
    }
}

#[test]
fn bodies_that_are_too_long() {
    let long = json!({ "status": "x".repeat(5000) });
    let chunked = Reply::new(200, &long);
    for (reply, limit, fits) in [(chunked.clone(), 6000, true), (chunked, 5000, false)] {
        run(async {
            let served = Served::always(reply).await;
            let answer = client(&served, |one| one.answer_limit(limit)).agent_status(ID).await;
            match answer {
                Ok(_) => assert!(fits),
                Err(Error::TooLarge { status, limit: told, .. }) => {
                    assert_eq!((fits, status, told), (false, 200, limit));
                }
                Err(error) => panic!("{error}"),
            }
        });
    }
    // One that does not say how long it is, and does not end.
    run(async {
        let endless = Served::start(|_, _| Reply { endless: true, ..Reply::new(200, "[0") });
        let served = endless.await;
        let error = client(&served, |one| one.answer_limit(100_000)).agent_status(ID).await;
        assert!(matches!(error, Err(Error::TooLarge { .. })), "{error:?}");
    });
}

#[test]
fn a_service_that_says_nothing() {
    run(async {
        let served = Served::always(Reply { silent: true, ..Reply::new(200, "") }).await;
        let limit = Duration::from_millis(100);
        let error = client(&served, |one| one.timeout(limit)).agent_status(ID).await;
        let Err(error) = error else { panic!("it said nothing") };
        assert_eq!(error.to_string(), "agentStatus: no complete answer within 0.1 s");
        assert!(matches!(error, Error::Timeout { limit: told, .. } if told == limit));
        assert!(!error.is_retryable());
        assert_eq!(served.asked().len(), 1);
    });
}

#[test]
fn a_service_that_is_gone() {
    run(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        drop(listener);
        let client = Client::new(&format!("http://{address}"), KEY).expect("is a client");
        let error = client.agent_status(ID).await.expect_err("nobody is there");
        assert!(matches!(error, Error::Transport { .. }), "{error:?}");
        let shown = format!("{error} {error:?}");
        assert!(shown.starts_with("agentStatus: no answer: "), "{shown}");
        assert!(!shown.contains(KEY), "{shown}");
    });
}

#[test]
fn redirections_are_not_followed() {
    run(async {
        let elsewhere = Served::always(Reply::new(200, json!({ "status": "s" }))).await;
        let reply = Reply::new(307, "").with("Location", &elsewhere.base_url);
        let served = Served::always(reply).await;
        let error = client(&served, |one| one).agent_status(ID).await.expect_err("is refused");
        assert_eq!(error.status(), Some(307));
        assert_eq!((served.asked().len(), elsewhere.asked().len()), (1, 0));
    });
}

#[test]
fn the_key_is_shown_nowhere() {
    let echo =
        json!({ "success": false, "error": format!("no such key: {KEY}, {KEY}"), "details": KEY });
    let odd = json!({ "status": [KEY] });
    let texts = run(async {
        let served = Served::always(Reply::new(401, &echo)).await;
        let builder = Client::builder(&served.base_url, KEY).header("x-also", KEY);
        let mut texts = vec![format!("{builder:?}")];
        let client = builder.build().expect("is a client");
        texts.push(format!("{client:?}"));
        let error = client.agent_status(ID).await.expect_err("is refused");
        let refusal = error.refusal().expect("is a refusal");
        assert_eq!(refusal.text(), Some("no such key: [key], [key]"));
        texts.push(format!("{error} {error:?} {refusal} {refusal:?} {:?}", refusal.body));
        texts.push(String::from_utf8_lossy(&refusal.bytes).into_owned());
        for reply in [Reply::new(200, odd), Reply::new(200, json!(KEY))] {
            let served = Served::always(reply).await;
            let client = Client::new(&served.base_url, KEY).expect("is a client");
            let error = client.agent_status(ID).await.expect_err("cannot be read");
            texts.push(format!("{error} {error:?}"));
        }
        texts
    });
    for text in texts {
        assert!(!text.contains(KEY), "{text}");
    }
}

/// Waits for ever, and tells that it does.
struct Stopped(Arc<Notify>);

impl Pace for Stopped {
    fn wait(&self, _: Duration) -> Wait<'_> {
        self.0.notify_one();
        Box::pin(std::future::pending())
    }

    fn jitter(&self, _: Duration) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn a_call_that_is_dropped_sends_no_more() {
    run(async {
        let reply = Reply::new(429, json!({ "success": false, "error": "Rate limit exceeded" }));
        let served = Served::always(reply).await;
        let waits = Arc::new(Notify::new());
        let pace = Stopped(Arc::clone(&waits));
        let client = Client::builder(&served.base_url, KEY).pace(pace).build();
        let client = client.expect("is a client");
        let update = name("n");
        tokio::select! {
            answer = client.update_monitor(ID, &update) => panic!("{answer:?}"),
            () = waits.notified() => {}
        }
        assert_eq!(served.asked().len(), 1);
        // Whatever the first call had left behind would come before this one's only request.
        let error = super::client(&served, |one| one.attempts(1)).agent_status(ID).await;
        assert_eq!(error.expect_err("is refused").status(), Some(429));
        let methods: Vec<_> = served.asked().into_iter().map(|asked| asked.method).collect();
        assert_eq!(methods, ["PATCH", "GET"]);
    });
}

#[test]
fn calls_can_be_spawned() {
    fn sends<T: Send>(future: T) -> T {
        future
    }
    run(async {
        let served = Served::always(Reply::new(200, json!({ "status": "s" }))).await;
        let client = client(&served, |one| one);
        let again = client.clone();
        let call = tokio::spawn(sends(async move { again.agent_status(ID).await }));
        assert_eq!(call.await.expect("it ends").expect("is answered").status, "s");
    });
}
