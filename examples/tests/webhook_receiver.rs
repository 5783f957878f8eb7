//! Tests that the receiver accepts a webhook of the reference server, and rejects one of another sender.

#![expect(clippy::expect_used, reason = "a failure here fails the test")]

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{ChildStdout, Command};
use webdata_conformance::reference::{ReferenceServer, Team};

async fn line(lines: &mut Lines<BufReader<ChildStdout>>, starts: &str) -> String {
    while let Some(line) = lines.next_line().await.expect("the example writes UTF-8") {
        if line.starts_with(starts) {
            return line;
        }
    }
    panic!("the example ended without a line that starts with {starts}");
}

#[tokio::test]
async fn a_webhook_of_a_check_is_received() {
    let test = async {
        let server = ReferenceServer::start().await.expect("the server starts");
        let monitor = server.create("Monitor", Team::HOME).expect("the monitor is created");
        let mut child = Command::new(env!("CARGO_BIN_EXE_webhook_receiver"))
            .args(["--base-url", &server.base_url(), "--key", &server.keys().valid])
            .args(["--monitor", &monitor, "--port", "0"])
            .kill_on_drop(true)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let out = child.stdout.take().expect("the standard output is piped");
        let mut lines = BufReader::new(out).lines();
        let listening = line(&mut lines, "listening at ").await;
        let address = listening.trim_start_matches("listening at ");

        // Another sender does not know the secret.
        let mut stream = TcpStream::connect(address).await.expect("the receiver listens");
        let body = r#"{"type":"monitor.page"}"#;
        let request = format!(
            "POST /hook HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("the receiver reads the request");
        let mut response = String::new();
        stream.read_to_string(&mut response).await.expect("the receiver responds");
        assert!(response.starts_with("HTTP/1.1 401"), "{response}");
        let rejected = line(&mut lines, "rejected: ").await;
        assert!(rejected.contains("`X-Webhook-Secret`"), "{rejected}");

        // Every monitor of the server has a check within a day.
        server.advance(24 * 60 * 60);
        let event = line(&mut lines, "a check is completed: ").await;
        assert!(event.contains("berlin"), "{event}");
    };
    tokio::time::timeout(Duration::from_secs(60), test)
        .await
        .expect("the test ends within its time limit");
}
