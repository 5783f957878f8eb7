//! The receiver is told of a check by the reference server, and rejects what somebody else sends.

#![expect(clippy::expect_used, reason = "what fails here fails the test")]

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{ChildStdout, Command};
use webdata_conformance::reference::{ReferenceServer, Team};

async fn line(lines: &mut Lines<BufReader<ChildStdout>>, starts: &str) -> String {
    while let Some(line) = lines.next_line().await.expect("it writes text") {
        if line.starts_with(starts) {
            return line;
        }
    }
    panic!("it ended without a line that starts with {starts}");
}

#[tokio::test]
async fn a_check_is_told_of() {
    let test = async {
        let server = ReferenceServer::start().await.expect("it starts");
        let monitor = server.create("Monitor", Team::HOME).expect("it is made");
        let mut child = Command::new(env!("CARGO_BIN_EXE_webhook_receiver"))
            .args(["--base-url", &server.base_url(), "--key", &server.keys().valid])
            .args(["--monitor", &monitor, "--port", "0"])
            .kill_on_drop(true)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let out = child.stdout.take().expect("it has an output");
        let mut lines = BufReader::new(out).lines();
        let listening = line(&mut lines, "listening at ").await;
        let address = listening.trim_start_matches("listening at ");

        // Somebody else does not know the secret.
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let body = r#"{"type":"monitor.page"}"#;
        let request = format!(
            "POST /hook HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("it takes the request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
        let rejected = line(&mut lines, "rejected: ").await;
        assert!(rejected.contains("`X-Webhook-Secret`"), "{rejected}");

        // A day is time enough for the schedule of any monitor of the server's.
        server.advance(24 * 60 * 60);
        let told = line(&mut lines, "a check is completed: ").await;
        assert!(told.contains("berlin"), "{told}");
    };
    tokio::time::timeout(Duration::from_secs(60), test).await.expect("the test ends in time");
}
