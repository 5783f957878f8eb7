//! Clients that could keep a server alive that is asked to stop.

use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use crate::abuse::check::Served;
use crate::abuse::sockets::unread_responses;
use crate::abuse::webhooks::{hanging, trigger_webhook};

/// The longest time that the server may take to stop. The server gives its clients 5 s.
const LIMIT: Duration = Duration::from_secs(8);

/// Idle connections are closed at once, requests that have begun get a response, and slow clients
/// are disconnected.
#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn no_client_keeps_the_server_alive() {
    let mut served = Served::start();
    let update = served.patch("", &json!({ "name": "begun" }).to_string().into_bytes());
    let (mut idle, fresh, mut head, mut body) =
        (served.raw(), served.raw(), served.raw(), served.raw());
    idle.send(&update);
    assert_eq!(idle.response().unwrap().status, 200);
    head.send(&update[..40]);
    body.send(&update[..update.len() - 1]);
    let _unread = unread_responses(&served);
    trigger_webhook(&served, &hanging());
    let mut waiting = served.raw();
    waiting.send(&served.request("GET", "/_reference/deliveries?wait=true", "", b""));
    // The server handles this request after it has received everything that was sent before.
    served.control("GET", "clock", &Value::Null);

    let began = Instant::now();
    let pid = Pid::from_raw(served.child.id().try_into().unwrap());
    kill(pid, Signal::SIGINT).unwrap();
    for mut idle in [idle, fresh] {
        assert_eq!(idle.response(), None);
    }
    assert_eq!(waiting.response().unwrap().status, 200);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    body.send(&update[update.len() - 1..]);
    assert_eq!(body.response().unwrap().json()["data"]["name"], "begun");
    assert_eq!(head.response(), None);
    assert!(wait_for_exit(&mut served, began + LIMIT).success());
}

fn wait_for_exit(served: &mut Served, limit: Instant) -> ExitStatus {
    loop {
        if let Some(status) = served.child.try_wait().unwrap() {
            return status;
        }
        assert!(Instant::now() < limit, "a client kept the server alive");
        thread::sleep(Duration::from_millis(20));
    }
}
