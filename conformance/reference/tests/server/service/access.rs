//! Authentication and authorization: which keys are accepted, and for what.

use reqwest::Method;
use webdata_reference::Team;

use crate::served::Served;

const UPDATE: &str = r#"{"name":"A"}"#;
const UNAUTHORIZED: (u16, &str) = (401, "Unauthorized: Invalid token");

#[tokio::test]
async fn each_form_of_a_key_gets_its_response() {
    let served = Served::contract().await;
    let id = served.monitor();
    let keys = served.server.keys().clone();
    let valid = keys.valid.as_str();
    let path = format!("/v2/monitor/{id}");
    let refused = [
        vec![],
        vec![String::new()],
        vec!["Bearer".to_owned()],
        vec!["Bearer ".to_owned()],
        vec![valid.to_owned()],
        vec![format!("Basic {valid}")],
        vec![format!("Bearer{valid}")],
        vec![format!("Bearer {valid} {valid}")],
        vec![format!("Bearer {valid}x")],
        vec![format!("Bearer {}", valid.to_uppercase())],
        vec!["Bearer unknown".to_owned()],
        vec![format!("Bearer {}", keys.revoked)],
        vec![format!("Bearer {valid}"), format!("Bearer {valid}")],
    ];
    for values in refused {
        let headers: Vec<_> = values.iter().map(|v| ("authorization", v.as_str())).collect();
        let response = served.send(Method::PATCH, &path, &headers, UPDATE);
        response.await.assert_error(UNAUTHORIZED.0, UNAUTHORIZED.1);
    }
    assert_eq!(served.stored(&id).await["name"], "Monitor");

    for (value, status) in [
        (format!("Bearer {valid}"), 200),
        (format!("bearer {valid}"), 200),
        (format!("BEARER  {valid}"), 200),
        (format!("Bearer {}", keys.limited), 403),
        (format!("Bearer {}", keys.other_team), 404),
    ] {
        let headers = [("authorization", value.as_str())];
        let response = served.send(Method::PATCH, &path, &headers, UPDATE);
        let response = response.await;
        match status {
            200 => drop(response.monitor()),
            403 => response.assert_error(403, "Forbidden"),
            _ => response.assert_error(404, "Not Found"),
        }
    }
}

#[tokio::test]
async fn a_header_that_is_not_ascii_is_a_malformed_key() {
    let served = Served::contract().await;
    let id = served.monitor();
    let headers = [("authorization", "Bearer \u{e9}")];
    let response = served.send(Method::PATCH, &format!("/v2/monitor/{id}"), &headers, UPDATE).await;
    response.assert_error(UNAUTHORIZED.0, UNAUTHORIZED.1);
}

#[tokio::test]
async fn each_path_gets_its_response() {
    let served = Served::contract().await;
    let id = served.monitor();
    let others = served.server.create("Monitor", Team::OTHER).unwrap();
    let unknown = "00000000-0000-4000-8000-000000000000";
    let hex = format!("%{:02x}{}", id.as_bytes()[0], &id[1..]);
    let table = [
        (Method::PATCH, format!("/v2/monitor/{id}"), 200),
        (Method::PATCH, format!("/v2/monitor/{}", id.to_uppercase()), 200),
        (Method::PATCH, format!("/v2/monitor/{hex}"), 200),
        (Method::PATCH, format!("/v2/monitor/{id}?a=b"), 200),
        (Method::PATCH, format!("/v2/monitor/{unknown}"), 404),
        (Method::PATCH, format!("/v2/monitor/{others}"), 404),
        (Method::PATCH, "/v2/monitor/nonsense".to_owned(), 400),
        (Method::PATCH, "/v2/monitor/%ff%fe".to_owned(), 400),
        (Method::PATCH, format!("/v2/monitor/{}", id.replace('-', "")), 400),
        (Method::PATCH, format!("/v2/monitor/{id}/"), 404),
        (Method::PATCH, format!("/v1/monitor/{id}"), 404),
        (Method::PATCH, format!("/monitor/{id}"), 404),
        (Method::PATCH, format!("/v2/monitors/{id}"), 404),
        (Method::PATCH, "/v2/monitor/".to_owned(), 404),
        (Method::PATCH, "/".to_owned(), 404),
        (Method::GET, format!("/v2/monitor/{id}"), 404),
        (Method::PUT, format!("/v2/monitor/{id}"), 404),
        (Method::DELETE, format!("/v2/monitor/{id}"), 404),
    ];
    let key = format!("Bearer {}", served.server.keys().valid);
    for (method, path, status) in table {
        let response = served.send(method, &path, &[("authorization", &key)], UPDATE).await;
        assert_eq!(response.status, status, "{path}");
        match status {
            200 => drop(response.monitor()),
            404 => response.assert_error(404, "Not Found"),
            _ => response.assert_error(400, "Bad Request"),
        }
    }
    assert_eq!(served.stored(&others).await["name"], "Monitor");
}

#[tokio::test]
async fn an_unknown_monitor_precedes_an_invalid_body_and_an_unauthorized_key_precedes_both() {
    let served = Served::contract().await;
    let unknown = "00000000-0000-4000-8000-000000000000";
    served.patch_bytes(unknown, "{").await.assert_error(404, "Not Found");
    let response = served.send(Method::PATCH, &format!("/v2/monitor/{unknown}"), &[], "{").await;
    response.assert_error(UNAUTHORIZED.0, UNAUTHORIZED.1);
}

#[tokio::test]
async fn the_control_plane_sets_up_monitors() {
    let served = Served::contract().await;
    let path = "/_reference/monitors";
    for (body, status) in [
        ("", 201),
        ("{}", 201),
        (r#"{"team":"home"}"#, 201),
        (r#"{"team":"other"}"#, 201),
        (r#"{"team":"third"}"#, 422),
        (r#"{"temp":"home"}"#, 422),
        ("{", 400),
    ] {
        let response = served.send(Method::POST, path, &[], body).await;
        assert_eq!(response.status, status, "{body}: {response:?}");
        if status == 201 {
            let created = response.json();
            let id = created["id"].as_str().unwrap();
            assert_eq!(served.stored(id).await, created);
            let updated = served.patch_bytes(id, UPDATE).await;
            assert_eq!(updated.status, if body.contains("other") { 404 } else { 200 });
        }
    }
    for path in ["/_reference/nothing", "/_reference/monitors/x"] {
        assert_eq!(served.send(Method::GET, path, &[], "").await.status, 404, "{path}");
    }
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
