//! Tests that the example runs against the reference server, and that its errors name the problem.

#![expect(clippy::expect_used, reason = "a failure here fails the test")]

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use webdata_conformance::reference::{CONTROL_PLANE, ReferenceServer, Team};

/// The result of a run of the example.
struct Output {
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

/// Runs the example to its end. `then` is called for each line of its output that starts with `line`.
async fn run(mut command: Command, line: &str, then: impl AsyncFn()) -> Output {
    let mut child = command.spawn().expect("the example starts");
    let out = child.stdout.take().expect("the standard output is piped");
    let (mut lines, mut text) = (BufReader::new(out).lines(), String::new());
    while let Some(next) = lines.next_line().await.expect("the example writes UTF-8") {
        if next.starts_with(line) {
            then().await;
        }
        text.push_str(&next);
        text.push('\n');
    }
    let ended = child.wait_with_output().await.expect("the example ends");
    let err = String::from_utf8_lossy(&ended.stderr).into_owned();
    Output { succeeded: ended.status.success(), out: text, err }
}

async fn move_clock(server: SocketAddr) {
    let body = r#"{"advance-seconds":600}"#;
    let request = format!(
        "POST {CONTROL_PLANE}/clock HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len(),
    );
    let mut stream = TcpStream::connect(server).await.expect("the server listens");
    stream.write_all(request.as_bytes()).await.expect("the server reads the request");
    let mut response = String::new();
    stream.read_to_string(&mut response).await.expect("the server responds");
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
}

async fn limited<T>(test: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), test)
        .await
        .expect("the test ends within its time limit")
}

async fn server() -> ReferenceServer {
    ReferenceServer::start().await.expect("the server starts")
}

#[tokio::test]
async fn the_example_runs_to_its_end() {
    limited(async {
        let server = server().await;
        let monitor = server.create("Monitor", Team::HOME).expect("the monitor is created");
        // The job ends by the server's clock, which the test moves ahead.
        let ahead = || move_clock(server.address());
        let mut command = command(&server.base_url(), &server.keys().valid, &monitor);
        // A small image has no certificates of authorities, and a server without TLS needs none.
        let none = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        command.env("SSL_CERT_FILE", none).env_remove("SSL_CERT_DIR");
        let ran = run(command, "the agent job", ahead).await;
        assert!(ran.succeeded, "{}{}", ran.out, ran.err);
        for line in [
            &format!("monitor {monitor} is now called \"Price watch\", "),
            "expected to be rejected: ",
            "rejected with status 400: ",
            "details: ",
            "the agent job ended: completed",
        ] {
            assert!(ran.out.contains(line), "{line} is not in\n{}", ran.out);
        }
    })
    .await;
}

#[tokio::test]
async fn errors_name_the_problem() {
    let server = server().await;
    let monitor = server.create("Monitor", Team::HOME).expect("the monitor is created");
    let gone = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let unreachable = format!("http://{}", gone.local_addr().expect("the listener has an address"));
    drop(gone);
    let (base_url, valid) = (server.base_url(), server.keys().valid.clone());
    let revoked = server.keys().revoked.clone();
    let rows = [
        (base_url.as_str(), revoked.as_str(), monitor.as_str(), "does not know this key"),
        (&base_url, &valid, "00000000-0000-4000-8000-000000000000", "there is no monitor"),
        (&base_url, "two words", &monitor, "the key cannot be sent"),
        ("example.com", &valid, &monitor, "give one such as `https://api.example.com`"),
        (&unreachable, &valid, &monitor, "updateMonitor: no response: "),
    ];
    for (base_url, key, monitor, message) in rows {
        let ran = limited(run(command(base_url, key, monitor), "-", async || {})).await;
        assert!(!ran.succeeded, "{}", ran.out);
        assert!(ran.err.contains(message), "{message} is not in\n{}", ran.err);
        assert!(!ran.err.contains(key), "{}", ran.err);
    }
    let mut bare = Command::new(env!("CARGO_BIN_EXE_client"));
    for variable in ["BASE_URL", "VALID_KEY", "FIXTURE_1"] {
        bare.env_remove(variable);
    }
    let ran = bare.output().await.expect("the example runs");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(err.contains("--base-url <BASE_URL>"), "{err}");
}
