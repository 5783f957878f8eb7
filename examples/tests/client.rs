//! The example runs whole against the reference server, and says what is wrong when it cannot.

#![expect(clippy::expect_used, reason = "what fails here fails the test")]

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use webdata_conformance::reference::{CONTROL_PLANE, ReferenceServer, Team};

/// What came of a run of the example.
struct Ran {
    succeeded: bool,
    out: String,
    err: String,
}

fn command(base_url: &str, key: &str, monitor: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_client"));
    command
        .args(["--base-url", base_url, "--key", key, "--monitor", monitor])
        .kill_on_drop(true)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs it to its end; whenever a line starts with `line`, `then` is done.
async fn run(mut command: Command, line: &str, then: impl AsyncFn()) -> Ran {
    let mut child = command.spawn().expect("it starts");
    let out = child.stdout.take().expect("it has an output");
    let (mut lines, mut text) = (BufReader::new(out).lines(), String::new());
    while let Some(next) = lines.next_line().await.expect("it writes text") {
        if next.starts_with(line) {
            then().await;
        }
        text.push_str(&next);
        text.push('\n');
    }
    let ended = child.wait_with_output().await.expect("it ends");
    let err = String::from_utf8_lossy(&ended.stderr).into_owned();
    Ran { succeeded: ended.status.success(), out: text, err }
}

async fn move_clock(server: SocketAddr) {
    let body = r#"{"advance-seconds":600}"#;
    let request = format!(
        "POST {CONTROL_PLANE}/clock HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len(),
    );
    let mut stream = TcpStream::connect(server).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("it takes the request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

async fn limited<T>(test: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), test).await.expect("the test ends in time")
}

async fn server() -> ReferenceServer {
    ReferenceServer::start().await.expect("it starts")
}

#[tokio::test]
async fn the_example_runs_whole() {
    limited(async {
        let server = server().await;
        let monitor = server.create("Monitor", Team::HOME).expect("it is made");
        // The job takes its time by the server's clock, which the test moves on.
        let ahead = || move_clock(server.address());
        let command = command(&server.base_url(), &server.keys().valid, &monitor);
        let ran = run(command, "the agent job", ahead).await;
        assert!(ran.succeeded, "{}{}", ran.out, ran.err);
        for line in [
            &format!("monitor {monitor} is now called \"Price watch\", "),
            "expected to be refused: ",
            "refused with status 400: ",
            "details: ",
            "the agent job ended: completed",
        ] {
            assert!(ran.out.contains(line), "{line} is not in\n{}", ran.out);
        }
    })
    .await;
}

#[tokio::test]
async fn it_says_what_is_wrong() {
    let server = server().await;
    let monitor = server.create("Monitor", Team::HOME).expect("it is made");
    let gone = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let nobody = format!("http://{}", gone.local_addr().expect("it has an address"));
    drop(gone);
    let (base_url, valid) = (server.base_url(), server.keys().valid.clone());
    let revoked = server.keys().revoked.clone();
    let rows = [
        (base_url.as_str(), revoked.as_str(), monitor.as_str(), "does not know this key"),
        (&base_url, &valid, "00000000-0000-4000-8000-000000000000", "there is no monitor"),
        (&base_url, "two words", &monitor, "the key cannot be sent"),
        ("example.com", &valid, &monitor, "give one such as `https://api.example.com`"),
        (&nobody, &valid, &monitor, "updateMonitor: no answer: "),
    ];
    for (base_url, key, monitor, says) in rows {
        let ran = limited(run(command(base_url, key, monitor), "-", async || {})).await;
        assert!(!ran.succeeded, "{}", ran.out);
        assert!(ran.err.contains(says), "{says} is not in\n{}", ran.err);
        assert!(!ran.err.contains(key), "{}", ran.err);
    }
    let mut bare = Command::new(env!("CARGO_BIN_EXE_client"));
    for variable in ["BASE_URL", "VALID_KEY", "FIXTURE_1"] {
        bare.env_remove(variable);
    }
    let ran = bare.output().await.expect("it runs");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(err.contains("--base-url <BASE_URL>"), "{err}");
}
