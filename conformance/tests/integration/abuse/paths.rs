//! Paths that a proxy may read in another way than the server.
//!
//! None of them reaches the control plane or a monitor of another team.

use serde_json::{Value, json};

use crate::abuse::check::Abuse;
use crate::abuse::served::Served;

pub(crate) const ALL: [Abuse; 3] = [
    Abuse::acts("paths to the control plane", control_plane),
    Abuse::acts("paths to another team's monitor", another_team),
    Abuse::acts("unusual methods and request targets", targets),
];

/// Sends paths that a proxy could normalize to the path of a reset.
fn control_plane(served: &Served) {
    let table: [(&str, u16); 20] = [
        ("/v2/../_reference/reset", 404),
        ("/v2/%2e%2e/_reference/reset", 404),
        ("/v2/.%2E/_reference/reset", 404),
        ("/./_reference/reset", 404),
        ("//_reference/reset", 404),
        ("///_reference/reset", 404),
        ("/_reference//reset", 404),
        ("/_reference/./reset", 404),
        ("/_reference/x/../reset", 404),
        ("/_reference/reset/", 404),
        ("/_reference/reset%00", 404),
        ("/_reference/reset%20", 404),
        ("/_reference%2freset", 404),
        ("/%5freference/reset", 404),
        ("/_REFERENCE/reset", 404),
        ("/_reference\\reset", 404),
        ("\\_reference\\reset", 400),
        ("http://another.example/_reference/reset", 403),
        ("http://localhost@another.example/_reference/reset", 403),
        ("https://another.example:443/_reference/reset", 403),
    ];
    for (path, status) in table {
        let mut raw = served.raw();
        raw.send(&served.request("POST", path, "", b""));
        let response = raw.response().unwrap();
        assert_eq!(response.status, status, "{path}: {response:?}");
    }
}

fn another_team(served: &Served) {
    let other = served.create("other", &json!({ "name": "other" }));
    let own_monitor = &served.monitor;
    let table = [
        other.clone(),
        other.to_uppercase(),
        format!("{own_monitor}/../{other}"),
        format!("{own_monitor}%2f..%2f{other}"),
        format!("../monitor/{other}"),
        format!("{other}/"),
        format!("{other}%00"),
        format!("{other}%20"),
        format!("{other};{own_monitor}"),
        format!("{own_monitor}%00{other}"),
        format!("{own_monitor}\\..\\{other}"),
        format!("{other}%0d%0aX: {own_monitor}"),
    ];
    for id in table {
        let mut raw = served.raw();
        let path = format!("/v2/monitor/{}", id.replace("X: ", "X:"));
        raw.send(&served.request("PATCH", &path, "", br#"{"name":"taken"}"#));
        let status = raw.response().unwrap().status;
        assert!(matches!(status, 400 | 404), "{path}: {status}");
    }
    assert_eq!(served.name_of(&other), "other");
}

fn targets(served: &Served) {
    let authority = served.address.to_string();
    let long = format!("/v2/monitor/{}", "a".repeat(70_000));
    let longer_than_a_buffer = format!("/{}", "a/".repeat(200_000));
    let control = format!("http://{authority}/_reference/");
    let table: [(&str, &str, &[u16]); 12] = [
        ("CONNECT", &authority, &[404]),
        ("CONNECT", "/_reference/reset", &[400, 404, 405]),
        ("OPTIONS", "*", &[404]),
        ("OPTIONS", "/_reference/reset", &[405]),
        ("TRACE", "/v2/monitor", &[404]),
        ("TRACE", "*", &[404]),
        ("GET", "*", &[404]),
        ("GET", "no-slash", &[404]),
        ("GET", &control, &[200]),
        ("PATCH", &long, &[414, 431]),
        ("PATCH", &longer_than_a_buffer, &[414, 431]),
        ("G\u{e9}T", "/", &[400]),
    ];
    for (method, target, status_codes) in table {
        let mut raw = served.raw();
        raw.send(&served.request(method, target, "", b""));
        let response = raw.response().unwrap();
        let shown = target.get(..40).unwrap_or(target);
        assert!(status_codes.contains(&response.status), "{method} {shown}: {response:?}");
        assert!(!response.body.contains(&served.key), "{method} {shown} shows the key");
    }
    // The request log keeps only the beginning of a path.
    let requests = served.listed("requests");
    assert!(Value::from(requests).to_string().len() < 4_000_000);
}
