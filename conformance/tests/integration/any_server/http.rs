//! HTTP as it is: servers and proxies that compress, cut off, speak other protocols or demand authentication, each with
//! a message in its own words.

use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use axum::middleware::map_response;
use axum::response::Response;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

use crate::any_server::NAME_CASES;
use crate::any_server::front::{Front, TargetFolder, serve, transparent_front};
use crate::canned::read_request;

/// A host that does not resolve; only a proxy could reach it.
const UNRESOLVABLE: &str = "server.invalid";

/// Starts a server that sends these bytes to every request, whatever it is, and then closes the connection. Its thread
/// ends with the test's process.
fn always(response: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The client may be gone.
            let _ = read_request(&mut stream).and_then(|_| stream.write_all(&response));
        }
    });
    address
}

/// Returns a response with status code 200, a length, and these further headers.
fn ok(headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("Content-Type: application/json\r\n{headers}Content-Length: {length}");
    [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("memory has no errors");
    encoder.finish().expect("memory has no errors")
}

fn raw_deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("memory has no errors");
    encoder.finish().expect("memory has no errors")
}

/// Runs the binary with variables of the environment; returns the exit code and all output.
fn run(front: &Front, base_url: &str, before: &str, variables: &[(&str, String)]) -> (i32, String) {
    let fixtures = format!("[fixtures]\nmonitorId = ['{}']\n", front.monitor());
    let before = format!("timeout-seconds = 5\n{before}");
    let folder = TargetFolder::new(front, base_url, &before, &fixtures);
    let mut command = folder.command(&[NAME_CASES]);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    folder.output_of(command)
}

/// A server, or a proxy before it, that compresses whatever a request accepts.
#[test]
fn a_server_that_compresses_everything_is_judged() {
    let front = transparent_front();
    let compress = async |response: Response| {
        let (mut parts, body) = response.into_parts();
        let body = to_bytes(body, 1 << 20).await.expect("the body is complete");
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.insert(CONTENT_ENCODING, "gzip".parse().expect("a value"));
        Response::from_parts(parts, Body::from(gzip(&body)))
    };
    let router = front.server.router().layer(map_response(compress));
    let base_url = front.runtime.block_on(serve(router));
    let (code, text) = run(&front, &base_url, "", &[]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn each_odd_response_has_a_message_of_its_own() {
    let front = transparent_front();
    let settings = b"\0\0\0\x04\0\0\0\0\0";
    let body = br#"{"success":true,"data":{}}"#;
    let table = [
        ("HTTP/2 without TLS", settings.to_vec(), 2, "if it speaks only HTTP/2, have it"),
        (
            "a header whose name has a space",
            ok("X Bad: 1\r\n", body),
            2,
            "parsed; the name of its header `X Bad` has a form that RFC 9110, section 5, forbids",
        ),
        (
            "a body that ends before its length",
            b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"success\":".to_vec(),
            2,
            "the body was cut off after 11 bytes: ",
        ),
        (
            "a body that ends in the middle of JSON",
            ok("", &body[..11]),
            1,
            "gets 200 with JSON that ends in the middle, after 11 bytes",
        ),
        (
            "a second JSON value",
            ok("", &[&body[..], b" {}"].concat()),
            1,
            "gets 200 with bytes after the JSON value, which ends at byte 26; RFC 8259, section 2, allows one",
        ),
        (
            "JSON with an error",
            ok("", b"{'success':true}"),
            1,
            "gets 200 with JSON that cannot be read: key must be a string at line 1 column 2",
        ),
        (
            "a byte order mark",
            ok("", &[b"\xef\xbb\xbf", &body[..]].concat()),
            1,
            "gets JSON after a byte order mark, which RFC 8259, section 8.1, forbids",
        ),
        (
            "a body that is not in its coding",
            ok("Content-Encoding: gzip\r\n", body),
            1,
            "gets 200 with `Content-Encoding: gzip`, and the body is not in this coding",
        ),
        (
            "raw deflate",
            ok("Content-Encoding: deflate\r\n", &raw_deflate(body)),
            1,
            "gets 200 with `Content-Encoding: deflate`, and the body is raw deflate, where `deflate` names",
        ),
        (
            "a body in no coding, whose header says deflate",
            ok("Content-Encoding: deflate\r\n", body),
            1,
            "gets 200 with `Content-Encoding: deflate`, and the body is not in this coding",
        ),
        (
            "a coding that no request accepts",
            ok("Content-Encoding: zstd\r\n", body),
            2,
            "the body has the content coding `zstd`, which no request accepts; have the server",
        ),
    ];
    for (name, response, expected, message) in table {
        let base_url = format!("http://{}", always(response));
        let (code, text) = run(&front, &base_url, "", &[]);
        assert_eq!(code, expected, "{name}: {text}");
        assert!(text.contains(message), "{name}: {text}");
        assert!(!text.contains("start the server") && !text.contains("login page"), "{text}");
    }
}

#[test]
fn a_scheme_that_the_port_does_not_speak_is_named() {
    let front = transparent_front();
    let (code, text) = run(&front, &front.base_url.replace("http://", "https://"), "", &[]);
    assert_eq!(code, 2, "{text}");
    let message =
        "something responds there, but not with TLS (InvalidContentType); write `http://` in place";
    assert!(text.contains(message), "{text}");
    // An alert of TLS, with which a server rejects a request without TLS.
    let tls = always(b"\x15\x03\x03\x00\x02\x02\x46".to_vec());
    let (code, text) = run(&front, &format!("http://{tls}"), "", &[]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("if it expects TLS, write `https://`; if it speaks only HTTP/2"),
        "{text}"
    );
}

#[test]
fn the_proxy_and_its_variable_are_named() {
    let front = transparent_front();
    let demands =
        always(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n".to_vec());
    let fails = always(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n".to_vec());
    let (plain, tls) = ("http", "https");
    let demands = format!("http://user:proxy-secret@{demands}");
    let fails = format!("http://{fails}");
    let host = |url: &str| url.rsplit('@').next().unwrap().replace("http://", "");
    let named = |url: &str, by: &str| format!("the proxy http://{}/, which {by} names", host(url));
    let closed = "http://127.0.0.1:1".to_owned();
    let table = [
        (
            plain,
            "HTTP_PROXY",
            demands.clone(),
            format!("{}, demands authentication (407)", named(&demands, "`HTTP_PROXY`")),
        ),
        (
            tls,
            "HTTPS_PROXY",
            demands.clone(),
            format!(
                "{}, opens no connection to the server: tunnel error: proxy authorization required",
                named(&demands, "`HTTPS_PROXY`")
            ),
        ),
        (
            tls,
            "ALL_PROXY",
            fails.clone(),
            "it responds to CONNECT with `502 Bad Gateway`, so look into its rules and its log".to_owned(),
        ),
        (
            plain,
            "http_proxy",
            closed.clone(),
            format!("{}, opens no connection to the", named(&closed, "`http_proxy`")),
        ),
        (
            plain,
            "HTTP_PROXY",
            "http://user:proxy-secret@proxy-secret@127.0.0.1:1".to_owned(),
            format!("{}, opens no connection to the", named(&closed, "`HTTP_PROXY`")),
        ),
        (
            tls,
            "ALL_PROXY",
            "http://user:12/proxy-secret@127.0.0.1:1".to_owned(),
            "connection: `ALL_PROXY` has a `/`, `?` or `#` before an `@`; write them as".to_owned(),
        ),
        (
            tls,
            "ALL_PROXY",
            "socks5://127.0.0.1:1".to_owned(),
            "connection: `ALL_PROXY` names a proxy of the protocol socks5, which is not supported; unset".to_owned(),
        ),
        (
            plain,
            "HTTP_PROXY",
            format!("\"{fails}\""),
            "connection: `HTTP_PROXY` is in quotation marks; unset it, name an HTTP proxy".to_owned(),
        ),
        (
            plain,
            "HTTP_PROXY",
            "proxy example".to_owned(),
            "connection: `HTTP_PROXY` is not the URL of a proxy; unset it".to_owned(),
        ),
    ];
    for (scheme, variable, value, message) in table {
        let base_url = format!("{scheme}://{UNRESOLVABLE}");
        let (code, text) = run(&front, &base_url, "", &[(variable, value)]);
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(&message), "{message}: {text}");
        assert!(!text.contains("start the server") && !text.contains("proxy-secret"), "{text}");
    }
    let unmatched = [("HTTP_PROXY", closed.clone()), ("NO_PROXY", "*rver.invalid".to_owned())];
    let (code, text) = run(&front, &format!("http://{UNRESOLVABLE}"), "", &unmatched);
    assert_eq!(code, 2, "{text}");
    let warning = format!(
        "warning: the proxy: requests go through {}, since no program understands `*rver.invalid` in `NO_PROXY`",
        named(&closed, "`HTTP_PROXY`")
    );
    assert!(text.contains(&warning), "{text}");
    let proxy = format!("proxy = '{fails}'");
    let (code, text) = run(&front, &format!("https://{UNRESOLVABLE}"), &proxy, &[]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains(&named(&fails, "`proxy` of the target file")), "{text}");
}

/// The client sends the password up to the last `@`, and no report has a part of it.
#[test]
fn the_password_of_a_proxy_is_in_no_report() {
    let front = transparent_front();
    let fixtures = format!("[fixtures]\nmonitorId = ['{}']\n", front.monitor());
    let folder = TargetFolder::new(&front, &format!("http://{UNRESOLVABLE}"), "", &fixtures)
        .with_variable("HTTP_PROXY", "http://user:part-1@part-2@127.0.0.1:1");
    let (code, text) = folder.run(&[NAME_CASES, "--no-preflight"]);
    assert_eq!(code, 3, "{text}");
    let reports = std::fs::read_dir(folder.dir.path().join("target/conformance")).expect("reports");
    let reports = reports.map(|file| std::fs::read_to_string(file.expect("a file").path()));
    let reports: Vec<String> = reports.collect::<Result<_, _>>().expect("each is text");
    for shown in [&[text], &reports[..]].concat() {
        assert!(!shown.contains("part-") && !shown.contains("user:"), "{shown}");
    }
    assert!(reports.len() >= 4 && reports.concat().contains("the proxy http://127.0.0.1:1/"));
}
