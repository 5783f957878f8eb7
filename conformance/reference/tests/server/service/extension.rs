//! Contracts with an extension, contracts without one, and contracts that cannot be served.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use webdata_reference::{Extension, Options, ReferenceServer, Team};
use webdata_spec::{Source, Spec};

use crate::served::{Served, contract, extension};

/// A make-believe ice rink, whose names are also those of another service.
const PAGES: [(&str, &str); 5] = [
    (
        "gaps.toml",
        r#"
[hidden-path]
question     = "What is the path?"
place        = "operations.cancelAgent"
unobservable = "A target states it."
"#,
    ),
    (
        "service.toml",
        r#"
name              = "Ice Rink API"
version           = "v1"
doc               = "An ice rink with a scoreboard."
basePath          = "/v1"
mediaType         = "application/json"
errorBody         = "Failure"
unknownPath       = "not-here"
validationFailure = "bad-request"
"#,
    ),
    (
        "errors.toml",
        r#"
[bad-request]
status = 400
error  = "Bad Request"
retry  = "never"
cause  = "The request breaks a constraint."

[not-here]
status = 404
error  = "Not Here"
retry  = "never"
cause  = "There is no such thing."
"#,
    ),
    (
        "operations.toml",
        r#"
[scrape]
doc      = "Smooths the ice."
method   = "POST"
path     = "/ice"
response = { status = 200, type = "Smoothed" }

[startAgent]
doc      = "Sends a cleaner."
method   = "POST"
path     = "/agent"
response = { status = 200, type = "Smoothed" }

[cancelAgent]
doc        = "Calls the cleaner back."
gap        = "hidden-path"
response   = { status = 200, type = "Smoothed" }
parameters = { cleaner = { type = "string", doc = "The cleaner." } }

[addMonitor]
doc      = "Hangs up a screen."
method   = "POST"
path     = "/screens"
request  = "NewMonitor"
response = { status = 201, type = "Monitor" }
resource = { type = "Monitor", effect = "creates", identity = "number" }

[readMonitor]
doc        = "Shows a screen."
method     = "GET"
path       = "/screens/{number}"
response   = { status = 200, type = "Monitor" }
resource   = { type = "Monitor", effect = "reads", identifiedBy = "number", identity = "number", unknown = "not-here" }
parameters = { number = { type = "string", doc = "The screen." } }

[addKey]
doc      = "Adds a key of a locker."
method   = "POST"
path     = "/keys"
request  = "NewKey"
response = { status = 201, type = "Key" }
resource = { type = "Key", effect = "creates", identity = "locker" }
"#,
    ),
    (
        "types/rink.toml",
        r#"
[Failure]
doc        = "Why a request was rejected."
required   = ["error"]
properties = { error = { type = "string", doc = "What is wrong." } }

[Smoothed]
doc        = "Smooth ice."
properties = { seconds = { type = "integer", doc = "How long it took." } }

[Monitor]
doc        = "A screen."
required   = ["number", "status"]
properties = {
  number = { type = "string", doc = "Identifies the screen." },
  status = { type = "string", doc = "What is on the screen." },
}

[NewMonitor]
doc        = "A new screen."
required   = ["status"]
properties = { status = { type = "string", doc = "What is on the screen." } }

[Key]
doc        = "The key of a locker."
required   = ["locker"]
properties = { locker = { type = "string", doc = "Identifies the key." } }

[NewKey]
doc        = "A new key of a locker."
properties = { colour = { type = "string", doc = "The colour of the key." } }
"#,
    ),
];

fn ice_rink() -> Spec {
    ice_rink_with("Key")
}

/// Returns the contract with another name for the type of keys.
fn ice_rink_with(type_name: &str) -> Spec {
    let pages = PAGES.map(|(name, text)| {
        let text = text.replace("\"Key\"", &format!("\"{type_name}\""));
        let text = text.replace("[Key", &format!("[{type_name}"));
        Source { name: name.to_owned(), text }
    });
    Spec::read(&pages).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)))
}

fn read(spec: &Spec, text: &str) -> Result<Extension, String> {
    let file = Source { name: "reference.toml".to_owned(), text: text.to_owned() };
    Extension::read(spec, &[file]).map_err(|mistakes| mistakes.to_string())
}

#[tokio::test]
async fn names_of_a_contract_open_no_behaviour() {
    let served = Served::extended(ice_rink(), &Extension::default(), Options::default()).await;
    // An action without a behaviour responds with an example of the type that the contract shows.
    for path in ["/v1/ice", "/v1/agent"] {
        let response = served.send(Method::POST, path, &[], "").await;
        assert_eq!((response.status, response.text.as_str()), (200, r#"{"seconds":1}"#), "{path}");
    }
    assert!(served.server.bindings().is_empty());

    // A monitor has only the properties that the contract gives it.
    let created = served.send(Method::POST, "/v1/screens", &[], r#"{"status":"active"}"#).await;
    assert_eq!(created.status, 201, "{created:?}");
    let created = created.json();
    let names: Vec<&str> = created.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, ["number", "status"]);
    assert_eq!(served.listed("monitors").await, [json!({ "team": "home", "monitor": created })]);

    let offered = served.listed("").await;
    let offered = offered.iter().map(|operation| operation["path"].as_str().unwrap());
    let offered: Vec<&str> = offered.map(|path| path.split('/').nth(2).unwrap()).collect();
    assert!(offered.contains(&"monitors") && offered.contains(&"stored-keys"), "{offered:?}");
    for other in ["agents", "pages", "cache", "deliveries"] {
        assert!(!offered.contains(&other), "{other}: {offered:?}");
    }
    let page = served.send(Method::GET, "/", &[], "").await.text;
    assert!(page.contains("id=\"stored-keys\""), "{page}");
    assert!(page.contains("id=\"monitors\"") && !page.contains("Agent jobs"), "{page}");

    let settings = json!({ "plan": { "requests-a-minute": null, "credits": null }, "states": [] });
    let team = served.control(Method::GET, "teams/home", &Value::Null).await;
    assert_eq!(team.json()["settings"], settings);
    for settings in [json!({ "rejects-agent-jobs": true }), json!({ "plan": { "browsers": 1 } })] {
        let response = served.control(Method::PUT, "teams/home", &settings).await;
        assert_eq!(response.status, 422, "{settings}: {response:?}");
        assert!(response.text.contains("unknown field"), "{response:?}");
    }
}

#[tokio::test]
async fn resources_of_any_contract_are_set_up_by_the_control_plane() {
    let served = Served::extended(ice_rink(), &Extension::default(), Options::default()).await;
    let table = [
        (json!({ "properties": { "color": 1 } }), 422, "a monitor has no property `color`"),
        (json!({ "properties": { "status": 1 } }), 422, "`status`"),
        (json!({ "team": "other", "properties": { "status": "3:2", "number": "A" } }), 201, "3:2"),
    ];
    for (body, status, text) in table {
        let response = served.control(Method::POST, "monitors", &body).await;
        assert_eq!((response.status, response.text.contains(text)), (status, true), "{response:?}");
    }
    let fixture = served.server.create("Monitor", Team::HOME).unwrap();
    served.control(Method::POST, "reset", &Value::Null).await;
    let listed = served.listed("monitors").await;
    assert_eq!((listed.len(), &listed[0]["monitor"]["number"]), (1, &json!(fixture)));
    let path = format!("monitors/{fixture}");
    let read = served.control(Method::GET, &path, &Value::Null).await;
    assert_eq!(read.json()["number"], json!(fixture));
    for (method, status) in [(Method::DELETE, 204), (Method::DELETE, 404), (Method::GET, 404)] {
        let response = served.control(method, &path, &Value::Null).await;
        assert_eq!(response.status, status, "{response:?}");
    }
    let gone = served.control(Method::GET, &path, &Value::Null).await;
    assert_eq!(gone.text.trim(), "there is no such monitor");
    let moved = served.control(Method::POST, "clock", &json!({ "advance-seconds": 60 })).await;
    assert_eq!(moved.status, 200, "{moved:?}");
}

#[tokio::test]
async fn no_resource_type_takes_a_name_of_the_control_plane_or_the_dashboard() {
    let (none, web_data) = ("", "behaviour = 'web-data'");
    let table = [
        (none, "Answer", "stored-answers"),
        (none, "Key", "stored-keys"),
        (none, "Operation", "stored-operations"),
        (none, "Request", "stored-requests"),
        (none, "Team", "stored-teams"),
        (none, "Agent", "agents"),
        (none, "City", "cities"),
        (none, "WineBox", "wine-boxes"),
        (web_data, "Agent", "stored-agents"),
        (web_data, "Job", "stored-jobs"),
        (web_data, "Page", "stored-pages"),
        (web_data, "IceRink", "ice-rinks"),
    ];
    for (text, type_name, path) in table {
        let spec = ice_rink_with(type_name);
        let extension = read(&spec, text).unwrap();
        let served = Served::extended(spec, &extension, Options::default()).await;
        let created = served.control(Method::POST, path, &json!({})).await;
        assert_eq!(created.status, 201, "{type_name}: {created:?}");
        assert_eq!(served.listed(path).await.len(), 1, "{type_name}");
        let page = served.send(Method::GET, "/", &[], "").await.text;
        let places = page.matches(&format!("id=\"{path}\"")).count();
        assert_eq!(places, 1, "{type_name}: {page}");
    }
}

#[tokio::test]
async fn a_contract_without_a_path_takes_it_from_its_extension() {
    let paths = r#"paths.cancelAgent = { method = "DELETE", path = "/agent/{cleaner}" }"#;
    let extension = read(&ice_rink(), paths).unwrap();
    let server = ReferenceServer::start(Arc::new(ice_rink()), &extension, Options::default());
    let bindings = server.await.unwrap().bindings();
    assert_eq!(bindings["cancelAgent"].path, "/v1/agent/{cleaner}");
    // A contract without the file has no extension.
    assert_eq!(Extension::read(&ice_rink(), &[]), Ok(Extension::default()));
    assert_ne!(extension, Extension::default());
    assert_ne!(self::extension(), Extension::default());
}

#[test]
fn mistakes_name_the_place_and_the_remedy() {
    let table = [
        ("behavior = 'web-data'", "unknown field `behavior`, expected one of `behaviour`, `paths`"),
        (
            "[circumstance.skate]\n'operations.skate' = {}",
            "circumstance.skate: the contract has no operation or type `skate`",
        ),
        ("behaviour = 'web'", "unknown variant `web`, expected `web-data`"),
        ("[paths]\ncancelAgent = { path = '/a' }", "missing field `method`"),
        ("[paths]\ncancelAgent = { method = 'get', path = '/' }", "unknown variant `get`"),
        (
            "[paths]\nstopAgent = { method = 'GET', path = '/a' }",
            "paths.stopAgent: the contract has no operation `stopAgent`; it shows no path for cancelAgent",
        ),
        (
            "[paths]\nscrape = { method = 'GET', path = '/a' }",
            "paths.scrape: the contract shows `POST /ice` for this operation; remove the line",
        ),
        (
            "[paths]\ncancelAgent = { method = 'GET', path = 'a' }",
            "paths.cancelAgent.path: `a` does not begin with `/`",
        ),
        (
            "[paths]\ncancelAgent = { method = 'GET', path = '/{agent}' }",
            "paths.cancelAgent.path: the operation has no parameter `agent`; it has cleaner",
        ),
        (
            "[paths]\ncancelAgent = { method = 'GET', path = '/a' }",
            "paths.cancelAgent.path: the parameter `{cleaner}` is missing",
        ),
    ];
    for (text, expected) in table {
        let message = read(&ice_rink(), text).unwrap_err();
        assert!(message.starts_with("reference.toml: "), "{message}");
        assert!(message.contains(expected), "{text}: {message}");
    }
    let two = "[paths]\na = { method = 'GET', path = '/a' }\nb = { method = 'GET', path = '/b' }";
    let message = read(&contract(), two).unwrap_err();
    assert!(message.contains("paths.a: ") && message.contains("paths.b: "), "{message}");
}

#[tokio::test]
async fn a_server_does_not_start_if_it_cannot_set_a_circumstance_up() {
    // The settings of the team and what happened before, and the mistake.
    let table = [
        ("team = { state = [] }", "unknown field `state`"),
        ("set-up = { job = { end = 'refused' } }", "unknown field `end`"),
    ];
    for (given, expected) in table {
        let text = format!(
            "behaviour = 'web-data'\ncircumstance.scrape.'operations.scrape' = {{ {given} }}"
        );
        let extension = read(&contract(), &text).unwrap();
        let starting = ReferenceServer::start(Arc::new(contract()), &extension, Options::default());
        let message = starting.await.unwrap_err().to_string();
        let place = "reference.toml: circumstance.scrape.\"operations.scrape\": ";
        assert!(message.starts_with(place) && message.contains(expected), "{message}");
    }
}

#[tokio::test]
async fn an_operation_without_a_request_reads_no_body() {
    let mut spec = contract();
    spec.operations["updateMonitor"].request = None;
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    let before = served.stored(&id).await;
    assert_eq!(served.patch_bytes(&id, "{").await.monitor(), before);
    let mut spec = contract();
    spec.operations["updateMonitor"].resource = None;
    let served = Served::with_contract(spec).await;
    // Without a resource, the contract does not say what the operation does, so the response is an example.
    assert_eq!(served.patch(&id, &json!({ "name": "a" })).await.status, 200);
    served.patch(&id, &json!({})).await.assert_error(400, "Bad Request");
}

#[tokio::test]
async fn a_contract_with_dangling_names_is_not_served() {
    use std::sync::Arc;
    use webdata_reference::{Options, ReferenceServer};

    type Change = fn(&mut Spec);
    let table: [(Change, &str); 5] = [
        (
            |spec| spec.service.unknown_path = "gone".to_owned(),
            "service.unknownPath: there is no error `gone`",
        ),
        (
            |spec| spec.operations["updateMonitor"].request = Some("Gone".to_owned()),
            "operations.updateMonitor.request: there is no type `Gone`",
        ),
        (
            |spec| spec.operations["updateMonitor"].authentication = Some("gone".to_owned()),
            "operations.updateMonitor: there is no authentication scheme `gone`",
        ),
        (
            |spec| spec.errors["conflict"].status = 7,
            "errors.conflict.status: 7 is not an HTTP status code",
        ),
        (
            |spec| spec.service.authentication["bearer"].header = "a b".to_owned(),
            "authentication.bearer: `a b` is not valid in an HTTP header",
        ),
    ];
    for (change, message) in table {
        let mut spec = contract();
        change(&mut spec);
        let started =
            ReferenceServer::start(Arc::new(spec), &extension(), Options::default()).await;
        assert_eq!(started.err().map(|error| error.to_string()).as_deref(), Some(message));
    }
}

#[tokio::test]
async fn an_error_names_the_place_and_examples() {
    let served = Served::contract().await;
    let id = served.monitor();
    // The monitor, the body of an update, the path in the error, and parts of the message.
    let table = [
        ("no-uuid", json!({}), "/monitorId", vec!["uuid"]),
        (
            &id,
            json!({ "schedule": { "text": "sometimes" } }),
            "/schedule/text",
            vec!["`every 30 minutes`", "`every day at 9:00`", "`every week`"],
        ),
        (&id, json!({ "schedule": { "cron": "9" } }), "/schedule/cron", vec!["`*/5 * * * *`"]),
    ];
    for (id, body, path, says) in table {
        let response = served.patch(id, &body).await;
        let detail = response.json()["details"][0].clone();
        assert_eq!((response.status, &detail["path"]), (400, &json!(path)), "{response:?}");
        for part in says {
            assert!(detail["message"].as_str().unwrap().contains(part), "{part}: {detail}");
        }
    }
}

#[tokio::test]
async fn an_unknown_page_says_how_to_add_it() {
    let served = Served::contract().await;
    let key = served.server.keys().valid.clone();
    let body = json!({ "url": "https://unknown.example/", "formats": ["markdown"] }).to_string();
    let response = served.call(&key, Method::POST, "/v2/scrape", body).await;
    assert!(response.text.contains("PUT /_reference/pages?url="), "{response:?}");
}

#[tokio::test]
async fn fixtures_have_the_same_identities_at_each_start() {
    let (first_server, second_server) = (Served::contract().await, Served::contract().await);
    let first = first_server.monitor();
    assert_eq!(first, second_server.monitor());
    let second = first_server.monitor();
    assert_ne!(first, second);
    let theirs = second_server.server.create("Monitor", Team::named("other".to_owned())).unwrap();
    assert_eq!(second, theirs, "whichever team owns the fixture");
    first_server.control(Method::POST, "reset", &json!(null)).await;
    assert_eq!(first_server.stored(&first).await["id"], first);
}

#[tokio::test]
async fn the_server_runs_until_it_is_stopped() {
    let served = Served::contract().await;
    let address = served.server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(served.server.serve_until(stopped));
    assert!(tokio::net::TcpStream::connect(address).await.is_ok());
    drop(stop);
    serving.await.unwrap().unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());

    let served = Served::contract().await;
    let address = served.server.address();
    drop(served);
    for _ in 0..100 {
        if tokio::net::TcpStream::connect(address).await.is_err() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("a server that was dropped still listens");
}
