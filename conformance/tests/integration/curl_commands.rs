//! A printed curl command can be pasted into a shell, and sends the same request as the runner.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request as Received;
use axum::http::header::ACCEPT_ENCODING;
use serde_json::{Value, json};
use webdata_cases::case::{
    Argument, Authorization, Body, Case, Endpoint, Expect, KeyForm, KeyName, Purpose, Request, Step,
};
use webdata_spec::model::Level;
use webdata_suite::plan::Selection;
use webdata_suite::run::{RawSender, Runner};
use webdata_suite::target::{Secret, Target, Text};
use webdata_suite::{Printable, curl};

use crate::SUITE;
use crate::canned::read_request;

/// The valid key, with characters that a shell treats specially.
const KEY: &str = r#"k'e"y$1`!\-long"#;

/// A request as a server receives it: the method, the URL, the headers, the body.
type SentRequest = (String, String, Vec<(String, String)>, Vec<u8>);

/// A shell function in place of `curl` that prints its arguments, and its standard input if curl would read
/// it.
const FAKE_CURL: &str = "curl() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; \
                        if [ \"$word\" = @- ]; then cat; fi; }";

/// Shells, and the line that switches on the history expansion of an interactive shell.
const SHELLS: [(&str, &str); 2] = [("sh", ""), ("bash", "set -o history -o histexpand\n")];

#[test]
fn the_command_of_a_run_sends_what_the_runner_sends() {
    let check = |change: &dyn Fn(&mut Request, &mut Target)| {
        let (mut request, mut target) = simple_request();
        change(&mut request, &mut target);
        let command = curl(&target, &request, &fixtures());
        assert!(!command.contains("long"), "a key is in {command}");
        let variables = [("VALID_KEY", KEY), ("OTHER", "https://hook.example")];
        check_pasted(&command, &variables, &sent_by_runner(request, target));
    };
    check(&|_, _| {});
    let odd = [
        "", "x", "_", "9", "-", "é", "\"", "'", "`", "$", "\\", "!", "!!", "!x", "$HOME", "${",
        "x\ty", "\u{feff}", "\u{202e}", "a\nb", "::x", "a ::b", "##[x]", ":::", "%s",
    ];
    for text in odd {
        // Headers carry visible ASCII, and tabs between its characters.
        let fits_header = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b'\t');
        // Each place of a request has the text once, and each form of a key and of a body is in one request.
        check(&|request, target| {
            if fits_header {
                set_key(request, "Bearer ", text);
                request.headers.insert("X-Own".to_owned(), text.into());
                target.settings.headers.insert("X-Plain".to_owned(), Text::Plain(text.into()));
            }
            request.body = Body::Json(json!({ text: [text, "a\nb", "x"] }));
            request.query.insert("q".to_owned(), format!("{text} &").into());
            // A path has no number sign, which begins a fragment.
            let argument = Argument::Text(format!("{}/[0]{{a}} ?", text.replace('#', "")));
            request.parameters.insert("id".to_owned(), argument);
        });
        check(&|request, _| {
            if fits_header {
                set_key(request, &format!("{text}Bearer "), "x");
            }
            request.body = Body::Text(text.to_owned());
        });
        check(&|request, _| {
            if fits_header {
                set_header_without_key(request, text);
            }
            request.body = Body::Text(format!("{text}\0"));
        });
        check(&|request, _| {
            request.body =
                Body::Bytes([text.as_bytes(), b"\xff\0\n7%s\\n", KEY.as_bytes()].concat());
        });
    }
    check(&|request, _| request.body = Body::Bytes((0..=255).collect()));
    check(&|request, _| request.body = Body::Bytes(b"\xff\xfe{\0}\0".to_vec()));
    check(&|request, _| set_key(request, "", ""));
    for form in [KeyForm::Cut, KeyForm::OtherCase] {
        check(&|request, _| request.authorization.as_mut().unwrap().form = form);
    }
    check(&|request, _| set_key(request, "BEARER ", ""));
    check(&|request, _| set_header_without_key(request, "Bearer"));
    check(&|request, _| request.authorization = None);
    check(&|request, _| "PURGE'ALL".clone_into(&mut request.endpoint.as_mut().unwrap().method));
    check(&|_, target| {
        let secret = Secret::new("OTHER", "https://hook.example");
        target.settings.headers.insert("X-Other".to_owned(), Text::Secret(secret));
    });
    // Secrets as parts of other values: that of a target's header in a body, and the valid key in a header.
    check(&|request, target| {
        let secret = Secret::new("OTHER", "https://hook.example");
        target.settings.headers.insert("X-Other".to_owned(), Text::Secret(secret));
        request.body = Body::Json(json!({ "url": "https://hook.example/3", "b": "$OTHER" }));
        request.headers.insert("X-Echo".to_owned(), format!("W/\"{KEY}\"x").into());
    });
}

/// What distinguishes requests for their command lines: the endpoint, the header with the key, the further headers, the
/// path, and the body.
fn kind(request: &Request) -> String {
    let body = match &request.body {
        Body::None => "none".to_owned(),
        Body::Json(value) => format!("{}", value.to_string().is_ascii()),
        Body::Text(text) => {
            let other = |letter: &char| !letter.is_ascii_graphic() && *letter != ' ';
            let odd: HashSet<char> = text.chars().filter(other).collect();
            format!("{} {}", text.is_empty(), odd.into_iter().collect::<String>())
        }
        Body::Bytes(bytes) => format!("{bytes:?}"),
    };
    let authorization = request.authorization.as_ref();
    let key = authorization.map(|it| (&it.prefix, it.key, it.form, &it.suffix));
    let Request { headers, header_arguments, media_type, parameters, query, .. } = request;
    format!("{key:?} {headers:?} {header_arguments:?} {media_type} {parameters:?} {query:?} {body}")
}

/// Starts a server that rejects every request, and notes the bytes of each.
fn noting_server() -> (SocketAddr, Arc<Mutex<Vec<Vec<u8>>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let (address, noted) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<Vec<u8>>>>::default());
    let notes = Arc::clone(&noted);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let request = read_request(&mut stream).expect("a whole request");
            notes.lock().unwrap().push(request);
            let body = r#"{"success":false,"error":"Bad Request"}"#;
            let head =
                "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close";
            let response = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            stream.write_all(response.as_bytes()).expect("the client waits");
        }
    });
    (address, noted)
}

/// Returns noted requests in an order of their own, each with its headers in order. What each HTTP client sends on its
/// own is left out.
fn arrived(noted: &Mutex<Vec<Vec<u8>>>) -> Vec<(String, Vec<String>, Vec<u8>)> {
    let is_of_client = |line: &str| {
        let line = line.to_lowercase();
        ["user-agent:", "host:", "content-length:", "accept: */*"]
            .iter()
            .any(|own| line.starts_with(own))
            || line == "accept-encoding: identity, gzip, br, deflate"
    };
    let requests = std::mem::take(&mut *noted.lock().unwrap());
    let arrived = requests.iter().map(|request| {
        let end = request.windows(4).position(|part| part == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(request[..end].to_vec()).expect("ASCII");
        let (line, headers) = head.split_once("\r\n").expect("a header");
        let headers = headers.split("\r\n").filter(|line| !is_of_client(line)).map(|line| {
            let (name, value) = line.split_once(':').expect("a header");
            format!("{}:{}", name.to_lowercase(), value.trim())
        });
        let mut headers: Vec<String> = headers.collect();
        headers.sort_unstable();
        (line.to_owned(), headers, request[end + 4..].to_vec())
    });
    let mut arrived: Vec<_> = arrived.collect();
    arrived.sort_unstable();
    arrived
}

#[test]
fn the_printed_commands_of_a_report_send_what_the_run_sent() {
    if Command::new("curl").arg("--version").output().is_err() {
        return;
    }
    let (runtime, _reference, mut target) = crate::reference_server::start(&SUITE, 1);
    let (address, noted) = noting_server();
    target.connection.base_url = format!("http://{address}");
    let mut kinds = HashSet::new();
    // The keys of the reference server's circumstances share one variable.
    let requests = SUITE.cases.iter().map(|case| (case, &case.steps[0].request));
    let requests = requests.filter(|(_, request)| request.circumstance.is_none());
    let of_new_kind = requests.filter(|(_, request)| kinds.insert(kind(request)));
    let filters: Vec<String> = of_new_kind.map(|(case, _)| case.id.clone()).collect();
    let selection = Selection { filters, exact: true, ..Selection::default() };
    let plan = SUITE.plan(&target, &selection).unwrap();
    let keys: Vec<Secret> = target.settings.keys.values().cloned().collect();
    let report =
        SUITE.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap();
    let sent = arrived(&noted);
    for case in &report.cases {
        for exchange in &case.outcome.transcript {
            let command = exchange.curl();
            let printed = Printable::line(&command).to_string();
            let variables = keys.iter().map(|key| (key.variable(), key.reveal()));
            let output =
                Command::new("sh").args(["-c", &printed]).envs(variables).output().unwrap();
            assert!(output.status.success(), "{}: {printed}: {output:?}", case.id);
        }
    }
    let pasted = arrived(&noted);
    let missing: Vec<_> = sent.iter().filter(|request| !pasted.contains(request)).collect();
    let other: Vec<_> = pasted.iter().filter(|request| !sent.contains(request)).collect();
    assert!(missing.is_empty() && other.is_empty(), "{missing:#?} {other:#?}");
    assert_eq!(sent.len(), pasted.len());
    assert!(sent.len() > 100, "{}", sent.len());
}

/// Returns either the argument, whose value is known only in a run, or that value.
type Choice = fn(Argument, &str) -> Argument;

#[test]
fn the_command_of_a_case_has_variables_for_values_of_the_run() {
    let check = |change: &dyn Fn(&mut Request, Choice)| {
        let (mut shown, mut known) = (simple_request().0, simple_request().0);
        change(&mut shown, |open, _| open);
        change(&mut known, |_, text| Argument::Text(text.to_owned()));
        let keys = HashMap::from([(KeyName::Valid, Secret::new("VALID_KEY", ""))]);
        let mut example = Target::from_base_url("$BASE_URL");
        example.settings.keys = keys;
        let command = curl(&example, &shown, &["$FIXTURE_1".to_owned()]);
        let variables = [
            ("VALID_KEY", KEY),
            ("BASE_URL", "http://server.example"),
            ("FIXTURE_1", "f-1"),
            ("FROM_RESPONSE_1", "a-1"),
            ("FROM_HEADER_1", "\"v1\""),
            ("NEW_UUID", "u-0"),
            ("NEW_UUID_1", "u-1"),
        ];
        check_pasted(&command, &variables, &sent_by_runner(known, simple_request().1));
    };
    let from_response = || Argument::ResponseValue { step: 0, pointer: "/id".to_owned() };
    let etag = || Argument::ResponseHeader { step: 0, name: "ETag".to_owned() };
    check(&|_, _| {});
    for form in [KeyForm::Cut, KeyForm::OtherCase] {
        check(&|request, _| request.authorization.as_mut().unwrap().form = form);
    }
    check(&|request, choose| {
        drop(request.parameters.insert("id".to_owned(), choose(from_response(), "a-1")));
    });
    check(&|request, choose| {
        request.body = Body::Json(json!({ "own": "\u{feff}", "id": null }));
        request.identities.insert("/id".to_owned(), choose(from_response(), "a-1"));
    });
    check(&|request, choose| {
        request.body = Body::Json(json!({ "own": "it's $FROM_RESPONSE_2", "id": null }));
        request.identities.insert("/id".to_owned(), choose(from_response(), "a-1"));
    });
    check(&|request, choose| {
        for (name, open, text) in [
            ("If-Match", etag(), "\"v1\""),
            ("Idempotency-Key", Argument::NewUuid { shared: Some(0) }, "u-1"),
            ("X-Fresh", Argument::NewUuid { shared: None }, "u-0"),
        ] {
            request.headers.insert(name.to_owned(), Value::Null);
            request.header_arguments.insert(name.to_owned(), choose(open, text));
        }
    });
}

/// Returns a small request, and a target for it.
fn simple_request() -> (Request, Target) {
    let endpoint =
        Endpoint { method: "PATCH".to_owned(), path: "/v2/monitor/{monitorId}/{id}".to_owned() };
    let fixed = [
        ("monitorId".to_owned(), Argument::FIRST_FIXTURE),
        ("id".to_owned(), Argument::Text("one".to_owned())),
    ];
    let mut request = Request {
        endpoint: Some(endpoint),
        parameters: fixed.into_iter().collect(),
        media_type: "application/json".to_owned(),
        body: Body::Json(json!({ "name": "a name" })),
        ..Request::default()
    };
    set_key(&mut request, "Bearer ", "");
    let keys = HashMap::from([(KeyName::Valid, Secret::new("VALID_KEY", KEY))]);
    let fixtures = HashMap::from([("monitorId".to_owned(), fixtures())]);
    let mut target = Target::from_base_url("http://server.example");
    (target.settings.keys, target.settings.fixtures) = (keys, fixtures);
    (request, target)
}

fn fixtures() -> Vec<String> {
    vec!["f-1".to_owned()]
}

/// Sets the authentication header: the valid key between a prefix and a suffix.
fn set_key(request: &mut Request, prefix: &str, suffix: &str) {
    let (prefix, suffix) = (prefix.to_owned(), suffix.to_owned());
    let key = Some(KeyName::Valid);
    let header = "Authorization".to_owned();
    request.authorization =
        Some(Authorization { header, prefix, key, form: KeyForm::Whole, suffix });
}

/// Sets an authentication header without a key of the target.
fn set_header_without_key(request: &mut Request, value: &str) {
    set_key(request, value, "");
    request.authorization.as_mut().unwrap().key = None;
}

/// Returns the request that the runner sends, without the codings that it can decode: curl asks for none.
fn sent_by_runner(request: Request, mut target: Target) -> SentRequest {
    let received_request: Arc<Mutex<Option<SentRequest>>> = Arc::default();
    let slot = Arc::clone(&received_request);
    target.connection.in_process = Some(Router::new().fallback(async move |received: Received| {
        let (parts, body) = received.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let headers = parts.headers.iter().filter(|(name, _)| *name != ACCEPT_ENCODING);
        let headers = headers.map(|(name, value)| (name.to_string(), text(value.as_bytes())));
        let request =
            (parts.method.to_string(), parts.uri.to_string(), headers.collect(), body.to_vec());
        *slot.lock().unwrap() = Some(request);
    }));
    let step = Step::new(
        Purpose::Act,
        request,
        Expect::Success { status: None, members: Vec::new(), rejection: None },
    );
    let case = Case {
        each_fixture: false,
        whole_responses: false,
        id: "curl".to_owned(),
        level: Level::Must,
        clauses: Vec::new(),
        needs: Vec::new(),
        steps: vec![step],
        breaks: None,
        around: None,
        sentence: None,
    };
    let sender = RawSender::new(&[case], &target).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(runtime.block_on(sender.send(0)));
    let request = received_request.lock().unwrap().take();
    request.expect("the request was sent")
}

/// Pastes a command into each shell, and checks the request that the shell passes to curl.
fn check_pasted(command: &str, variables: &[(&str, &str)], sent: &SentRequest) {
    for (shell, before) in SHELLS {
        if Command::new(shell).arg("-c").arg(":").status().is_err() {
            continue;
        }
        let mut child = Command::new(shell)
            .env_clear()
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let script = format!("{FAKE_CURL}\n{before}{command}\n");
        child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && !stderr.contains("not found"),
            "{shell}: {command}: {stderr}"
        );
        assert_eq!(parse_printed(&output.stdout), *sent, "{shell}: {command}");
    }
}

/// Reads the output of [`FAKE_CURL`]: the arguments, each with a NUL at its end, and then the standard input.
fn parse_printed(printed: &[u8]) -> SentRequest {
    let mut sent = SentRequest::default();
    let mut rest = printed;
    let mut words = std::iter::from_fn(|| {
        let end = rest.iter().position(|byte| *byte == 0)?;
        let word = std::str::from_utf8(&rest[..end]).unwrap();
        rest = &rest[end + 1..];
        Some(word)
    });
    while let Some(word) = words.next() {
        match word {
            "-sS" | "-g" => {}
            "-X" => sent.0 = words.next().unwrap().to_owned(),
            "-H" => {
                let header = words.next().unwrap();
                let pair = header.split_once(": ");
                let (name, value) = pair.unwrap_or_else(|| (header.trim_end_matches(';'), ""));
                sent.2.push((name.to_lowercase(), value.to_owned()));
            }
            "--data-raw" => sent.3 = words.next().unwrap().into(),
            "--data-binary" => {
                assert_eq!(words.next(), Some("@-"));
                break;
            }
            url => sent.1 = url.to_owned(),
        }
    }
    sent.3.extend(rest);
    sent
}
