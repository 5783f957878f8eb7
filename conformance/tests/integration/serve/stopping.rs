//! Ctrl-C and SIGTERM: requests that the server has begun to read get their responses, and the server does
//! not wait for idle clients.

use std::io::{Read as _, Write as _};

use nix::sys::signal::Signal;

use crate::serve::server_process::ServerProcess;

#[test]
fn the_server_stops_cleanly_on_both_signals() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let server = ServerProcess::start(&[]);
        // An idle connection does not keep the server running.
        let _idle = server.connect();
        server.ask("GET", "/v2/nothing", "", "");
        server.signal(signal);
        let (log, status) = server.wait_with_log();
        assert_eq!(status.code(), Some(0), "{signal}: {log:?}");
        assert!(log[0].contains(" GET /v2/nothing 401 "), "{signal}: {log:?}");
        assert_eq!(log.last().map(String::as_str), Some("stopped"), "{signal}");
    }
}

#[test]
fn the_server_stops_when_its_log_is_not_read() {
    let server = ServerProcess::start(&["-v"]);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    let body = format!(r#"{{"name":"{}"}}"#, "n".repeat(100));
    // More than a pipe holds.
    for _ in 0..1500 {
        server.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
    }
    server.signal(Signal::SIGTERM);
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn a_request_in_flight_gets_its_response() {
    let server = ServerProcess::start(&["--latency", "1s"]);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    let mut stream = server.connect();
    let request = format!(
        "PATCH /v2/monitor/{id} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
         expect: 100-continue\r\ncontent-length: 12\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    // The server sends `100 Continue` when it begins to read the body.
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(br#"{"name":"A"}"#).unwrap();
    server.signal(Signal::SIGTERM);
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    let (log, status) = server.wait_with_log();
    assert_eq!(status.code(), Some(0), "{log:?}");
}
