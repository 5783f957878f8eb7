//! Ctrl-C and SIGTERM: requests that were begun get their responses, and the server does not wait for clients forever.

use std::io::{Read as _, Write as _};

use nix::sys::signal::Signal;

use crate::serve::serving::Serving;

#[test]
fn it_stops_cleanly_on_both_signals() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let serving = Serving::start(&[]);
        // A client that keeps its connection does not keep the server.
        let _idle = serving.connect();
        serving.ask("GET", "/v2/nothing", "", "");
        serving.signal(signal);
        let (log, status) = serving.end();
        assert_eq!(status.code(), Some(0), "{signal}: {log:?}");
        assert!(log[0].contains(" GET /v2/nothing 401 "), "{signal}: {log:?}");
        assert_eq!(log.last().map(String::as_str), Some("stopped"), "{signal}");
    }
}

#[test]
fn it_stops_where_nobody_reads_the_log() {
    let serving = Serving::start(&["-v"]);
    let (key, id) = (serving.variable("VALID_KEY"), serving.variable("FIXTURE_1"));
    let body = format!(r#"{{"name":"{}"}}"#, "n".repeat(100));
    // More than a pipe holds.
    for _ in 0..1500 {
        serving.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
    }
    serving.signal(Signal::SIGTERM);
    assert_eq!(serving.ended().code(), Some(0));
}

#[test]
fn a_request_that_it_has_begun_to_answer_is_answered() {
    let serving = Serving::start(&["--latency", "1s"]);
    let (key, id) = (serving.variable("VALID_KEY"), serving.variable("FIXTURE_1"));
    let mut stream = serving.connect();
    let request = format!(
        "PATCH /v2/monitor/{id} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
         expect: 100-continue\r\ncontent-length: 12\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    // It says so when it begins to read the body.
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(br#"{"name":"A"}"#).unwrap();
    serving.signal(Signal::SIGTERM);
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let (log, status) = serving.end();
    assert_eq!(status.code(), Some(0), "{log:?}");
}
