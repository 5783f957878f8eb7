//! A reference server and a client of it, for one test.
//!
//! This module does not check responses unless a function says so.

#![expect(clippy::unwrap_used, reason = "a failure here fails the calling test")]

use std::path::Path;
use std::sync::{Arc, LazyLock, Once};
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use serde_json::Value;
use webdata_reference::{Extension, Options, ReferenceServer, Team};
use webdata_spec::Spec;

/// Returns the contract in `spec/v2`.
pub(crate) fn contract() -> Spec {
    static CONTRACT: LazyLock<Spec> = LazyLock::new(|| {
        Spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2")).unwrap()
    });
    CONTRACT.clone()
}

/// Returns the extension of the contract in `spec/v2`.
pub(crate) fn extension() -> Extension {
    static EXTENSION: LazyLock<Extension> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
        Extension::read(&contract(), &webdata_spec::companions(&folder).unwrap()).unwrap()
    });
    EXTENSION.clone()
}

/// Installs ring as the cryptography provider of clients, once per process.
pub(crate) fn install_cryptography() {
    static CRYPTOGRAPHY: Once = Once::new();
    CRYPTOGRAPHY.call_once(|| {
        // A server that sends webhooks may have installed the provider already.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

pub(crate) struct Served {
    pub(crate) server: ReferenceServer,
    client: reqwest::Client,
}

/// A response of the server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) media_type: String,
    pub(crate) retry_after: Option<String>,
    pub(crate) text: String,
}

impl HttpResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns the monitor in a success response.
    pub(crate) fn monitor(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        let body = self.json();
        assert_eq!(body["success"], true, "{self:?}");
        assert_eq!(self.media_type, "application/json");
        body["data"].clone()
    }

    /// Asserts the status code and the text of an error.
    #[track_caller]
    pub(crate) fn assert_error(&self, status: u16, text: &str) {
        let body = self.json();
        assert_eq!((self.status, body["error"].as_str()), (status, Some(text)), "{self:?}");
        assert_eq!(body["success"], false, "{self:?}");
        assert_eq!(self.media_type, "application/json");
    }
}

impl Served {
    pub(crate) async fn contract() -> Self {
        Self::with_contract(contract()).await
    }

    pub(crate) async fn with_contract(spec: Spec) -> Self {
        Self::with(spec, Options::default()).await
    }

    pub(crate) async fn with(spec: Spec, options: Options) -> Self {
        Self::extended(spec, &extension(), options).await
    }

    /// Starts a server of a contract with its extension.
    pub(crate) async fn extended(spec: Spec, extension: &Extension, options: Options) -> Self {
        install_cryptography();
        let server = ReferenceServer::start(Arc::new(spec), extension, options).await.unwrap();
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(60));
        Self { server, client: client.build().unwrap() }
    }

    pub(crate) fn monitor(&self) -> String {
        self.server.create("Monitor", Team::HOME).unwrap()
    }

    /// Sends a request with the given headers.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Vec<u8>>,
    ) -> HttpResponse {
        // A server that listens on all addresses is reachable at this one.
        let url = format!("http://127.0.0.1:{}{path}", self.server.address().port());
        let mut request = self.client.request(method, url).body(body.into());
        request = request.header(CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.unwrap();
        let header = |name| {
            let value = response.headers().get(name).map(|value| value.to_str().unwrap());
            value.map(str::to_owned)
        };
        HttpResponse {
            status: response.status().as_u16(),
            media_type: header(CONTENT_TYPE).unwrap_or_default(),
            retry_after: header(RETRY_AFTER),
            text: response.text().await.unwrap(),
        }
    }

    /// Sends a request with a key.
    pub(crate) async fn call(
        &self,
        key: &str,
        method: Method,
        path: &str,
        body: impl Into<Vec<u8>>,
    ) -> HttpResponse {
        self.send(method, path, &[(AUTHORIZATION.as_str(), &format!("Bearer {key}"))], body).await
    }

    /// Sends a request to the control plane.
    pub(crate) async fn control(&self, method: Method, path: &str, body: &Value) -> HttpResponse {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, &format!("/_reference/{path}"), &[], body).await
    }

    /// Moves the server's clock ahead.
    pub(crate) async fn advance(&self, seconds: i64) {
        let body = serde_json::json!({ "advance-seconds": seconds });
        let response = self.control(Method::POST, "clock", &body).await;
        assert_eq!(response.status, 200, "{response:?}");
    }

    /// Sets the settings of a team, and returns one of its keys.
    pub(crate) async fn team(&self, team: &str, settings: &Value) -> String {
        let response = self.control(Method::PUT, &format!("teams/{team}"), settings).await;
        assert_eq!(response.status, 200, "{response:?}");
        response.json()["key"].as_str().unwrap().to_owned()
    }

    /// Sends an update as in the contract's example, with the valid key.
    pub(crate) async fn patch(&self, id: &str, body: &Value) -> HttpResponse {
        self.patch_bytes(id, body.to_string()).await
    }

    pub(crate) async fn patch_bytes(&self, id: &str, body: impl Into<Vec<u8>>) -> HttpResponse {
        let key = format!("Bearer {}", self.server.keys().valid);
        let path = format!("/v2/monitor/{id}");
        self.send(Method::PATCH, &path, &[(AUTHORIZATION.as_str(), &key)], body).await
    }

    /// Returns a monitor as it is stored.
    pub(crate) async fn stored(&self, id: &str) -> Value {
        let path = format!("/_reference/monitors/{id}");
        let response = self.send(Method::GET, &path, &[], "").await;
        assert_eq!(response.status, 200, "{response:?}");
        response.json()
    }
}
