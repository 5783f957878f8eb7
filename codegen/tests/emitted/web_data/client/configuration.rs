//! Tests of the client's configuration: which settings are rejected, and what each option does.

use serde_json::json;
use webdata::client::{Builder, Client, ConfigError, Error, Method, ParameterFault};
use webdata::operations::{AGENT_SNAPSHOT, AGENT_STATUS, AGENT_TRACE};

use super::{ID, KEY, Reply, ScriptedServer, client, monitor, name, run};
use crate::validation::with;

#[test]
fn base_urls_are_joined_and_validated() {
    let rows = [
        ("", "/v2/agent/"),
        ("/", "/v2/agent/"),
        ("/gateway", "/gateway/v2/agent/"),
        ("/gate/way//", "/gate/way/v2/agent/"),
        ("/v2/gateway", "/v2/gateway/v2/agent/"),
    ];
    for (prefix, path) in rows {
        run(async {
            let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
            let client = Client::new(&format!("{}{prefix}", server.base_url), KEY);
            client.expect("the configuration is valid").agent_status(ID).await.expect("succeeds");
            assert_eq!(server.requests()[0].path, format!("{path}{ID}"));
        });
    }
    let rejected = [
        ("", "the base URL is not a URL (relative URL without a base)"),
        ("example.com", "the base URL is not a URL (relative URL without a base)"),
        ("ftp://example.com", "the base URL is neither http nor https"),
        (
            "https://me:secret@example.com",
            "the base URL contains a name or password, which would be sent in place of the key",
        ),
        (
            "https://example.com/?a=b",
            "the base URL has a query or a fragment, after which no path can follow",
        ),
        (
            "https://example.com/v2/",
            "the base URL ends in `/v2`, with which the paths of the operations begin; leave it out",
        ),
        (
            "https://example.com/gateway/v2",
            "the base URL ends in `/v2`, with which the paths of the operations begin; leave it out",
        ),
    ];
    for (base_url, expected) in rejected {
        let error = Client::new(base_url, KEY).expect_err("is rejected").to_string();
        assert_eq!(error, format!("{expected}; give one such as `https://api.example.com`"));
    }
}

#[test]
fn swapped_arguments_are_rejected() {
    let error = Client::new(KEY, "https://example.com").expect_err("is rejected");
    assert_eq!(error, ConfigError::Swapped);
    assert!(!format!("{error} {error:?}").contains(KEY));
}

#[test]
fn invalid_keys_are_rejected() {
    let rows = [
        ("", "empty"),
        ("wd-secret\n", "`trim`"),
        ("Bearer wd-secret", "the key alone"),
        ("wd-secret\u{7f}", "copy it again"),
        ("wd-sécret", "copy it again"),
    ];
    for (key, expected) in rows {
        let error = Client::new("https://example.com", key).expect_err("is rejected");
        assert!(matches!(error, ConfigError::Key { .. }));
        let shown = format!("{error} {error:?}");
        assert!(shown.contains(expected), "{shown}");
        assert!(!shown.contains("cret"), "{shown}");
    }
}

#[test]
fn bound_paths_are_validated() {
    let bind = |path: &str| {
        let builder = Client::builder("https://example.com", KEY);
        builder.bind(&AGENT_SNAPSHOT, Method::GET, path).map(drop)
    };
    assert_eq!(bind("/v2/{jobId}/{snapshotId}"), Ok(()));
    let rows = [
        ("/v2/agent/{jobId}", "its path has `{jobId}` and `{snapshotId}`, each once and no other"),
        (
            "/{jobId}/{snapshotId}/{other}",
            "its path has `{jobId}` and `{snapshotId}`, each once and no other",
        ),
        (
            "/{jobId}/{snapshotId}/{jobId}",
            "its path has `{jobId}` and `{snapshotId}`, each once and no other",
        ),
        (
            "/{jobId}/{snapshotId}:now",
            "a `{parameter}` is a whole segment, unlike `{snapshotId}:now`",
        ),
        ("{jobId}/{snapshotId}", "a path starts with `/`"),
        ("/{jobId}/{snapshotId}/a?b", "`?` cannot be part of a path"),
        ("/{jobId}/{snapshotId}/%61", "`%` cannot be part of a path"),
    ];
    for (path, expected) in rows {
        let error = bind(path).expect_err("is rejected").to_string();
        assert_eq!(error, format!("`agentSnapshot` cannot be bound to `{path}`: {expected}"));
    }
    let shown = Client::builder("https://example.com", KEY)
        .bind(&AGENT_STATUS, Method::GET, "/v2/jobs/{jobId}")
        .map(drop);
    let again = Client::builder("https://example.com", KEY)
        .bind(&AGENT_TRACE, Method::GET, "/v2/trace/{jobId}")
        .and_then(|builder| builder.bind(&AGENT_TRACE, Method::GET, "/v2/traces/{jobId}"));
    let expected = "it is bound to `GET /v2/trace/{jobId}` already";
    assert!(again.map(drop).expect_err("is rejected").to_string().ends_with(expected));
    let expected = "the contract shows it as `GET /v2/agent/{jobId}`";
    assert!(shown.expect_err("is rejected").to_string().ends_with(expected));
    run(async {
        let server = ScriptedServer::always(Reply::new(200, "")).await;
        let error =
            client(&server, |builder| builder).agent_trace(ID).await.expect_err("is not bound");
        assert_eq!(
            error.to_string(),
            "agentTrace: the contract does not show its path; give it to the builder by \
             `bind(&operation, method, path)`, with `{jobId}` in the path"
        );
        assert!(matches!(error, Error::Unbound { operation: "agentTrace", .. }));
        assert_eq!((error.status(), server.requests().len()), (None, 0));
    });
}

#[test]
fn invalid_path_parameters_are_not_sent() {
    let rows =
        [("", ParameterFault::Empty), (".", ParameterFault::Dots), ("..", ParameterFault::Dots)];
    for (value, expected) in rows {
        run(async {
            let server = ScriptedServer::always(Reply::new(200, "")).await;
            let error = client(&server, |builder| builder).update_monitor(value, &name("n")).await;
            let Err(Error::Parameter { parameter, fault, .. }) = error else {
                panic!("{value:?}: {error:?}");
            };
            assert_eq!((parameter, fault), ("monitorId", expected));
            assert!(server.requests().is_empty());
        });
    }
}

#[test]
fn configured_headers_and_user_agent_are_sent() {
    run(async {
        let server = ScriptedServer::always(Reply::new(200, json!({ "status": "s" }))).await;
        let setting = |one: Builder| {
            one.user_agent("shop/7").header("X-Tenant", "blue").header("authorization", "Bearer no")
        };
        client(&server, setting).agent_status(ID).await.expect("succeeds");
        client(&server, |builder| builder).agent_status(ID).await.expect("succeeds");
        let requests = server.requests();
        assert_eq!(requests[0].header("user-agent"), Some("shop/7"));
        assert_eq!(requests[0].header("x-tenant"), Some("blue"));
        assert_eq!(requests[0].header("authorization"), Some(format!("Bearer {KEY}").as_str()));
        let version = requests[1].header("user-agent").expect("the client has a user agent");
        assert!(version.starts_with("webdata/"), "{version}");
    });
    let rows = [("X Tenant", "blue", "`X Tenant`"), ("X-Tenant", "a\nb", "line break")];
    for (name, value, expected) in rows {
        let builder = Client::builder("https://example.com", KEY).header(name, value);
        let error = builder.build().expect_err("is rejected").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn strict_clients_validate_responses() {
    let response = json!({ "success": true, "data": monitor() });
    let odd = with(response.clone(), "/data/id", Some(json!("no UUID")));
    let rows = [(200, &response, None), (201, &response, Some(0)), (200, &odd, Some(1))];
    for (status, body, expected) in rows {
        run(async {
            let server = ScriptedServer::always(Reply::new(status, body)).await;
            let lenient = client(&server, |builder| builder).update_monitor(ID, &name("n")).await;
            assert!(lenient.is_ok(), "{lenient:?}");
            let strict = client(&server, Builder::strict).update_monitor(ID, &name("n")).await;
            let outcome = match strict {
                Ok(_) => None,
                Err(Error::BreaksContract { violations, .. }) => Some(violations.len()),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(outcome, expected, "{status} {body}");
        });
    }
}
