//! Clients that would keep a server alive that was told to stop.

use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use crate::abuse::served::Served;
use crate::abuse::sockets::unread;
use crate::abuse::webhooks::{hanging, tell};

/// How long the server may take to stop: it gives its clients 5 s.
const LIMIT: Duration = Duration::from_secs(8);

/// What is idle is closed at once, what has begun is answered, and what takes too long is dropped.
#[test]
fn no_client_keeps_the_server_alive() {
    let mut served = Served::start();
    let update = served.patch("", &json!({ "name": "begun" }).to_string().into_bytes());
    let (mut idle, fresh, mut head, mut body) =
        (served.raw(), served.raw(), served.raw(), served.raw());
    idle.send(&update);
    assert_eq!(idle.answer().unwrap().status, 200);
    head.send(&update[..40]);
    body.send(&update[..update.len() - 1]);
    let _unread = unread(&served);
    tell(&served, &hanging());
    let mut waiting = served.raw();
    waiting.send(&served.request("GET", "/_reference/deliveries?wait=true", "", b""));
    // Whatever was sent before this is answered has come to the server.
    served.control("GET", "clock", &Value::Null);

    let began = Instant::now();
    let pid = Pid::from_raw(served.child.id().try_into().unwrap());
    kill(pid, Signal::SIGINT).unwrap();
    for mut idle in [idle, fresh] {
        assert_eq!(idle.answer(), None);
    }
    assert_eq!(waiting.answer().unwrap().status, 200);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    body.send(&update[update.len() - 1..]);
    assert_eq!(body.answer().unwrap().json()["data"]["name"], "begun");
    assert_eq!(head.answer(), None);
    assert!(ended(&mut served, began + LIMIT).success());
}

fn ended(served: &mut Served, limit: Instant) -> ExitStatus {
    loop {
        if let Some(status) = served.child.try_wait().unwrap() {
            return status;
        }
        assert!(Instant::now() < limit, "a client keeps the server alive");
        thread::sleep(Duration::from_millis(20));
    }
}
