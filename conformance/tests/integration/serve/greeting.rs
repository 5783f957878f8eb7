//! What is printed when the server is there, and that it holds.

use webdata::limits::MONITOR_UPDATE_NAME_MAX_LENGTH as MOST;

use crate::serve::serving::Serving;

#[test]
fn the_last_line_says_that_it_is_ready() {
    let serving = Serving::start(&[]);
    let expected = format!("ready: http://127.0.0.1:{}", serving.port);
    assert_eq!(serving.greeting.last(), Some(&expected));
    assert_eq!(serving.variable("BASE_URL"), format!("http://127.0.0.1:{}", serving.port));
}

#[test]
fn the_control_plane_is_served_to_others_only_when_asked_for() {
    for (words, is_offered) in [
        (&[][..], true),
        (&["--host", "127.0.0.1"], true),
        (&["--host", "0.0.0.0"], false),
        (&["--host", "0.0.0.0", "--control-plane"], true),
    ] {
        let serving = Serving::start(words);
        let says = |start: &str| serving.greeting.iter().any(|line| line.starts_with(start));
        assert!(says("# cancelAgent: DELETE /v2/agent/{jobId}"), "{words:?}");
        assert_eq!(says("# set it up: curl http://"), is_offered, "{words:?}");
        let answer = serving.ask("GET", "/_reference/clock", "", "");
        let status = if is_offered { "HTTP/1.1 200 " } else { "HTTP/1.1 401 " };
        assert!(answer.starts_with(status), "{words:?}: {answer}");
    }
}

#[test]
fn a_mutant_says_that_it_is_one() {
    let mutant = format!("update-monitor/MonitorUpdate.name.maxLength/accepts-{}", MOST + 1);
    let serving = Serving::start(&["--mutant", &mutant]);
    let first = &serving.greeting[0];
    assert!(first.starts_with("# a mutant, wrong on purpose: "), "{first}");
    assert!(serving.greeting[1].starts_with("# serving "), "{:?}", serving.greeting);
    let (key, id) = (serving.variable("VALID_KEY"), serving.variable("FIXTURE_1"));
    for (length, status) in [(MOST + 1, "HTTP/1.1 200 "), (MOST + 2, "HTTP/1.1 400 ")] {
        let body = format!(r#"{{"name":"{}"}}"#, "n".repeat(length));
        let answer = serving.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
        assert!(answer.starts_with(status), "{length}: {answer}");
    }
}
