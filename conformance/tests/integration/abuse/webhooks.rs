//! Receivers of webhooks that misbehave, and webhooks that address the server itself.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::abuse::check::Abuse;
use crate::abuse::check::Served;

pub(crate) const ALL: [Abuse; 4] = [
    Abuse::acts("webhooks to the control plane", to_the_control_plane),
    Abuse::acts("receivers that fail", receivers_that_fail),
    Abuse::acts("a flood to a receiver that hangs", flood),
    Abuse::acts("checks with long addresses", long_addresses),
];

/// Starts a receiver that handles each connection with `handle`; its thread ends with the test
/// process. Returns the receiver's address.
fn receiver(handle: impl Fn(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    thread::spawn(move || listener.incoming().flatten().for_each(handle));
    url
}

fn receiver_that_sends(response: String) -> String {
    receiver(move |mut stream| {
        // A webhook arrives in one piece or nearly so; its content does not matter here.
        drop(stream.read(&mut [0; 16 * 1024]));
        drop(stream.write_all(response.as_bytes()));
    })
}

fn status(status: &str) -> String {
    receiver_that_sends(format!(
        "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    ))
}

pub(crate) fn hanging() -> String {
    let held = std::sync::Mutex::new(Vec::new());
    receiver(move |stream| held.lock().unwrap().push(stream))
}

/// Closes the connection with the webhook unread, so that the system resets it.
fn resetting() -> String {
    receiver(|stream| drop(stream.peek(&mut [0; 1])))
}

/// Creates a monitor that notifies `url`, and starts a check of one web page; returns the identity
/// of the check.
pub(crate) fn trigger_webhook(served: &Served, url: &str) -> String {
    let webhook = json!({ "url": url, "events": ["monitor.check.completed"] });
    let target = json!({ "type": "scrape", "urls": ["https://example.com/"] });
    let id = served.create("home", &json!({ "webhook": webhook, "targets": [target] }));
    check(served, &id)
}

fn check(served: &Served, monitor: &str) -> String {
    let check = served.control("POST", &format!("monitors/{monitor}/checks"), &Value::Null);
    assert_eq!(check.status, 201, "{check:?}");
    check.json()["id"].as_str().unwrap().to_owned()
}

/// Returns the delivery of the webhook about a check.
fn delivery(deliveries: &[Value], check: &str) -> Value {
    deliveries.iter().find(|delivery| delivery["check-id"] == check).unwrap().clone()
}

fn to_the_control_plane(served: &Served) {
    let port = served.address.port();
    let reset = format!("http://127.0.0.1:{port}/_reference/reset");
    let moved = format!("307 Temporary Redirect\r\nLocation: {reset}");
    let table = [
        (reset.clone(), "its own port"),
        (format!("http://localhost:{port}/_reference/reset"), "its own port"),
        (format!("http://[::1]:{port}/_reference/reset"), "its own port"),
        (format!("http://127.1:{port}/_reference/reset"), "its own port"),
        (format!("http://2130706433:{port}/_reference/reset"), "its own port"),
        (format!("http://0x7f000001:{port}/_reference/reset"), "its own port"),
        (format!("http://0177.0.0.1:{port}/_reference/reset"), "its own port"),
        (format!("http://a:b@127.0.0.1:{port}/_reference/reset"), "its own port"),
        (format!("http://127.8.9.10:{port}/_reference/reset"), "its own port"),
        (format!("http://[::ffff:127.0.0.1]:{port}/_reference/reset"), "only to http addresses"),
        (format!("http://0.0.0.0:{port}/_reference/reset"), "only to http addresses"),
        (format!("http://localhost.:{port}/_reference/reset"), "only to http addresses"),
        (status(&moved), "status 307"),
    ];
    for (url, reason_part) in table {
        let check = trigger_webhook(served, &url);
        let delivery = delivery(&served.listed("deliveries?wait=true"), &check);
        let reason = delivery["outcome"]["not-delivered"].as_str().unwrap_or_default();
        assert!(reason.contains(reason_part), "{url}: {delivery}");
    }
}

fn receivers_that_fail(served: &Served) {
    let garbage = receiver_that_sends("nonsense\r\n\r\n".to_owned());
    // The receiver that hangs comes last, so that all others finish while it hangs.
    let table: [(String, Value, u64); 8] = [
        (status("204 No Content"), json!({ "delivered": 204 }), 1),
        (resetting(), json!({ "not-delivered": BROKEN }), 3),
        (garbage, json!({ "not-delivered": BROKEN }), 3),
        (
            format!("http://{}/", crate::canned::unused_address()),
            json!({ "not-delivered": "the connection to the receiver failed" }),
            3,
        ),
        (
            status("503 Later"),
            json!({ "not-delivered": "the receiver responded with status 503" }),
            3,
        ),
        (
            status("429 Later"),
            json!({ "not-delivered": "the receiver responded with status 429" }),
            3,
        ),
        (
            status("410 Gone"),
            json!({ "not-delivered": "the receiver responded with status 410" }),
            1,
        ),
        (hanging(), json!({ "not-delivered": "the receiver took longer than 5 s" }), 1),
    ];
    let began = Instant::now();
    let checks = table.each_ref().map(|(url, ..)| trigger_webhook(served, url));
    // All other deliveries end while the last one hangs.
    let last_hangs =
        |deliveries: &[Value]| delivery(deliveries, &checks[7])["outcome"] == "under-way";
    loop {
        let deliveries = served.listed("deliveries");
        assert!(last_hangs(&deliveries), "the receiver that hangs delayed the others");
        let under_way = deliveries.iter().filter(|delivery| delivery["outcome"] == "under-way");
        if under_way.count() == 1 {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let deliveries = served.listed("deliveries?wait=true");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    for (check, (url, outcome, attempts)) in checks.iter().zip(table) {
        let delivery = delivery(&deliveries, check);
        assert_eq!(
            (&delivery["outcome"], &delivery["attempts"]),
            (&outcome, &json!(attempts)),
            "{url}"
        );
    }
}

/// The server keeps only the beginning of long addresses.
fn long_addresses(served: &Served) {
    let long = |host: &str| format!("http://{host}/{}", "a".repeat(900_000));
    let webhook = json!({ "url": long("receiver.example"), "events": ["monitor.check.completed"] });
    let target = json!({ "type": "scrape", "urls": [long("target.example")] });
    let id = served.create("home", &json!({ "webhook": webhook, "targets": [target] }));
    // Stored whole, two addresses per check would exceed the memory that the server may take.
    let checks: Vec<String> = (0..80).map(|_| check(served, &id)).collect();
    let delivery = delivery(&served.listed("deliveries"), checks.last().unwrap());
    assert!(delivery["url"].as_str().unwrap().len() < 10_000);
}

const BROKEN: &str = "the connection broke, or the response is not HTTP";

/// A queue for one receiver does not delay the webhook to another one, and its bytes are limited.
fn flood(served: &Served) {
    let webhook = json!({ "url": hanging(), "events": ["monitor.check.completed"],
        "metadata": { "large": "a".repeat(500_000) } });
    let target = json!({ "type": "scrape", "urls": ["https://example.com/"] });
    let id = served.create("home", &json!({ "webhook": webhook, "targets": [target] }));
    let checks: Vec<String> = (0..50).map(|_| check(served, &id)).collect();
    let deliveries = served.listed("deliveries");
    let last = delivery(&deliveries, checks.last().unwrap());
    assert_eq!(
        last["outcome"],
        json!({ "not-delivered": "too many bytes already wait for this receiver" })
    );
    let check = trigger_webhook(served, &status("204 No Content"));
    let began = Instant::now();
    while delivery(&served.listed("deliveries"), &check)["outcome"] == "under-way" {
        assert!(
            began.elapsed() < Duration::from_secs(4),
            "the webhook waited for another receiver"
        );
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(
        delivery(&served.listed("deliveries"), &check)["outcome"],
        json!({ "delivered": 204 })
    );
}
