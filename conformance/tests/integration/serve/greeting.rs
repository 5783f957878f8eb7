//! The output at the start of the server, and that it is true.

use webdata::limits::MONITOR_UPDATE_NAME_MAX_LENGTH as MOST;

use crate::serve::server_process::ServerProcess;

#[test]
fn the_last_line_says_that_the_server_is_ready() {
    let server = ServerProcess::start(&[]);
    let expected = format!("ready: http://127.0.0.1:{}", server.port);
    assert_eq!(server.greeting.last(), Some(&expected));
    assert_eq!(server.variable("BASE_URL"), format!("http://127.0.0.1:{}", server.port));
}

#[test]
fn the_control_plane_is_served_beyond_localhost_only_on_request() {
    for (words, is_offered) in [
        (&[][..], true),
        (&["--host", "127.0.0.1"], true),
        (&["--host", "0.0.0.0"], false),
        (&["--host", "0.0.0.0", "--control-plane"], true),
    ] {
        let server = ServerProcess::start(words);
        let prints = |start: &str| server.greeting.iter().any(|line| line.starts_with(start));
        assert!(
            prints(
                "# cancelAgent, whose path the contract does not show: DELETE /v2/agent/{jobId}"
            ),
            "{words:?}"
        );
        assert_eq!(
            prints("# keys, clock, stubs and other settings of the server: curl http://"),
            is_offered,
            "{words:?}"
        );
        let response = server.ask("GET", "/_reference/clock", "", "");
        let status = if is_offered { "HTTP/1.1 200 " } else { "HTTP/1.1 401 " };
        assert!(response.starts_with(status), "{words:?}: {response}");
    }
}

#[test]
fn a_mutant_is_named_at_the_start() {
    let mutant = format!("update-monitor/MonitorUpdate.name.maxLength/accepts-{}", MOST + 1);
    let server = ServerProcess::start(&["--mutant", &mutant]);
    let first = &server.greeting[0];
    assert!(first.starts_with("# a mutant, wrong on purpose: "), "{first}");
    assert!(server.greeting[1].starts_with("# serving "), "{:?}", server.greeting);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    for (length, status) in [(MOST + 1, "HTTP/1.1 200 "), (MOST + 2, "HTTP/1.1 400 ")] {
        let body = format!(r#"{{"name":"{}"}}"#, "n".repeat(length));
        let response = server.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
        assert!(response.starts_with(status), "{length}: {response}");
    }
}
