//! Access to the dashboard: for everyone who may use the control plane. Without a control plane, everyone
//! sees the dashboard without the control plane's data. Operations of the contract take precedence over its
//! paths.

use std::net::Ipv4Addr;

use reqwest::Method;
use serde_json::json;
use webdata_reference::Options;
use webdata_spec::model::Endpoint;

use crate::dashboard::mock::{Mock, all, contract, response, rows, text};

const PATHS: [&str; 3] = ["/", "/reference", "/openapi.json"];

#[tokio::test]
async fn no_page_of_another_origin_sees_the_dashboard() {
    let mock = Mock::start().await;
    let address = mock.server.address();
    let own_origin = format!("http://{address}");
    let port = address.port();
    // The host and the origin of a request, and the status code of its response.
    let table = [
        (address.to_string(), None, 200),
        (format!("localhost:{port}"), None, 200),
        (address.to_string(), Some(own_origin.as_str()), 200),
        (address.to_string(), Some("https://page.example"), 403),
        (address.to_string(), Some("null"), 403),
        (format!("rebound.example:{port}"), None, 403),
        // Not a valid host (RFC 9112, section 3.2).
        ("\"><script>".to_owned(), None, 400),
    ];
    for (host, origin, expected) in &table {
        for path in PATHS {
            let mut request = mock.request(Method::GET, path).header("Host", host);
            if let Some(origin) = origin {
                request = request.header("Origin", *origin);
            }
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), *expected, "{path}, {host}, {origin:?}");
        }
    }
}

#[tokio::test]
async fn the_base_url_has_the_host_of_the_request() {
    let mock = Mock::start().await;
    mock.monitor();
    let port = mock.server.address().port();
    for host in [format!("localhost:{port}"), format!("[::1]:{port}"), "127.0.0.2".to_owned()] {
        let page = response(mock.request(Method::GET, "/").header("Host", &host)).await;
        let page = scraper::Html::parse_document(&page.text);
        assert_eq!(text(&page, "#base"), format!("http://{host}"));
        let command: String = all(&page, "#operations pre")[0].text().collect();
        assert!(command.contains(&format!("'http://{host}/v2/")), "{command}");
    }
}

#[tokio::test]
async fn without_the_control_plane_its_data_is_not_shown() {
    let options = Options {
        listen: (Ipv4Addr::UNSPECIFIED, 0).into(),
        control_plane: false,
        ..Options::default()
    };
    let mock = Mock::with(options).await;
    let port = mock.server.address().port();
    let monitor = mock.monitor();
    let get = |path: &str, host: &str| {
        let url = format!("http://127.0.0.1:{port}{path}");
        response(mock.request_to(Method::GET, &url).header("Host", host.to_owned()))
    };
    // The host of the request, as the page repeats it; an invalid host is not repeated.
    let table = [
        ("mock.example:8080".to_owned(), "mock.example:8080".to_owned()),
        ("$(x).example".to_owned(), format!("127.0.0.1:{port}")),
        ("user@mock.example".to_owned(), format!("127.0.0.1:{port}")),
    ];
    for (host, shown) in table {
        let whole = get("/", &host).await;
        assert_eq!(whole.status, 200);
        let page = scraper::Html::parse_document(&whole.text);
        assert_eq!(text(&page, "#base"), format!("http://{shown}"));
        assert!(text(&page, "#keys").contains("--control-plane"), "the page says why");
        assert_eq!(all(&page, "#requests, #monitors, #jobs, [data-live]").len(), 0);
        assert_eq!(rows(&page, "#keys").len(), 0);
        for secret in ["reference-valid-key", "reference-limited-key", &monitor] {
            assert!(!whole.text.contains(secret), "{secret} is shown");
        }
        let command: String = all(&page, "#operations pre")[0].text().collect();
        for variable in ["${VALID_KEY}", "${FIXTURE_1}"] {
            assert!(command.contains(variable), "{command}");
        }
    }
    for path in ["/reference", "/openapi.json"] {
        assert_eq!(get(path, "mock.example").await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn an_operation_of_the_contract_takes_precedence() {
    // The path of an operation, and the paths that still belong to the dashboard then.
    let table = [
        ("/thing/{jobId}", [true, true, true]),
        ("/", [false, true, true]),
        ("/{jobId}", [true, false, false]),
        ("/openapi.json", [true, true, false]),
    ];
    for (path, expected) in table {
        let mut spec = contract();
        spec.service.base_path = String::new();
        let operation = spec.operations.get_mut("agentStatus").unwrap();
        operation.endpoint = Some(Endpoint { method: "GET".to_owned(), path: path.to_owned() });
        let mock = Mock::with_contract(spec, Options::default()).await;
        for (url, is_page) in PATHS.into_iter().zip(expected) {
            let response = mock.get(url).await;
            assert_eq!(response.status == 200, is_page, "{path}: {url}: {response:?}");
        }
    }
}

#[tokio::test]
async fn other_methods_are_left_to_the_contract() {
    let mock = Mock::start().await;
    for path in ["/", "/reference", "/openapi.json"] {
        let request = mock.request(Method::POST, path).bearer_auth(&mock.server.keys().valid);
        let actual = response(request.header("Origin", "https://page.example")).await;
        let nothing = mock.request(Method::POST, "/nothing").bearer_auth(&mock.server.keys().valid);
        let unknown = response(nothing).await;
        assert_eq!((actual.status, &actual.text), (unknown.status, &unknown.text), "{path}");
    }
    let nothing = json!({});
    assert_eq!(mock.patch("no-monitor", &nothing).await.status, 400);
}
