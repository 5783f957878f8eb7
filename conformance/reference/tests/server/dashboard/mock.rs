//! A reference server, a client of it, and its dashboard as a parsed document.
//!
//! This module does not check responses unless a function says so.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderMap;
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
use webdata_reference::{Options, ReferenceServer, Team};
use webdata_spec::Spec;

use crate::served::{extension, install_cryptography};

pub(crate) struct Mock {
    pub(crate) server: ReferenceServer,
    client: reqwest::Client,
}

/// A response of the server.
#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// Returns the contract in `spec/v2`.
pub(crate) fn contract() -> Spec {
    Spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2")).unwrap()
}

impl Mock {
    pub(crate) async fn start() -> Self {
        Self::with(Options::default()).await
    }

    /// Starts a server without a control plane.
    pub(crate) async fn without_control_plane() -> Self {
        Self::with(Options { control_plane: false, ..Options::default() }).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        Self::with_contract(contract(), options).await
    }

    pub(crate) async fn with_contract(spec: Spec, options: Options) -> Self {
        install_cryptography();
        let server = ReferenceServer::start(Arc::new(spec), &extension(), options).await.unwrap();
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20));
        Self { server, client: client.build().unwrap() }
    }

    pub(crate) fn monitor(&self) -> String {
        self.server.create("Monitor", Team::HOME).unwrap()
    }

    /// Builds a request to a path of the server.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.server.base_url()))
    }

    /// Builds a request to any URL.
    pub(crate) fn request_to(&self, method: Method, url: &str) -> reqwest::RequestBuilder {
        self.client.request(method, url)
    }

    pub(crate) async fn get(&self, path: &str) -> HttpResponse {
        response(self.request(Method::GET, path)).await
    }

    /// Sends a request to the control plane.
    pub(crate) async fn control(&self, method: Method, path: &str, body: &Value) -> Value {
        let request = self.request(method, &format!("/_reference/{path}"));
        let request = request.header("Content-Type", "application/json").body(body.to_string());
        let response = response(request).await;
        assert!((200..300).contains(&response.status), "{path}: {response:?}");
        serde_json::from_str(&response.text).unwrap_or_default()
    }

    /// Updates a monitor with the valid key.
    pub(crate) async fn patch(&self, id: &str, body: &Value) -> HttpResponse {
        let request = self.request(Method::PATCH, &format!("/v2/monitor/{id}"));
        let request = request.bearer_auth(&self.server.keys().valid);
        response(request.header("Content-Type", "application/json").body(body.to_string())).await
    }

    /// Returns the dashboard as a document.
    pub(crate) async fn page(&self) -> Html {
        let response = self.get("/").await;
        assert_eq!(response.status, 200, "{response:?}");
        Html::parse_document(&response.text)
    }
}

pub(crate) async fn response(request: reqwest::RequestBuilder) -> HttpResponse {
    let response = request.send().await.unwrap();
    HttpResponse {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        text: response.text().await.unwrap(),
    }
}

/// Returns the elements that a selector matches.
pub(crate) fn all<'h>(html: &'h Html, selector: &str) -> Vec<ElementRef<'h>> {
    html.select(&Selector::parse(selector).expect("a selector")).collect()
}

/// Returns the text of the only element that a selector matches.
pub(crate) fn text(html: &Html, selector: &str) -> String {
    let elements = all(html, selector);
    assert_eq!(elements.len(), 1, "{selector} in {}", html.html());
    words(elements[0])
}

/// Returns the text of an element, with single spaces between the words.
pub(crate) fn words(element: ElementRef<'_>) -> String {
    let text: String = element.text().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the cells of each row of the tables that a selector matches, without their headers.
pub(crate) fn rows(html: &Html, table: &str) -> Vec<Vec<String>> {
    let cells = Selector::parse("th, td").expect("a selector");
    let row = |row: ElementRef<'_>| row.select(&cells).map(words).collect();
    all(html, &format!("{table} tbody tr")).into_iter().map(row).collect()
}
