//! Set-up of web pages, the clock and monitors through the control plane.
//!
//! This module checks only that the responses are successes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;

/// Two pages of one host.
pub(crate) const A: &str = "https://a.example/";
pub(crate) const B: &str = "https://a.example/b";

/// Returns a check's summary with these counts.
pub(crate) fn counts(new: u64, changed: u64, same: u64, removed: u64, error: u64) -> Value {
    let total = new + changed + same + removed + error;
    json!({ "changed": changed, "error": error, "new": new, "removed": removed, "same": same,
        "totalPages": total })
}

/// Returns the URLs of a check's pages.
pub(crate) fn urls(check: &Value) -> Vec<String> {
    let pages = check["pages"].as_array().unwrap().iter();
    let mut urls: Vec<String> =
        pages.map(|page| page["url"].as_str().unwrap().to_owned()).collect();
    urls.sort();
    urls
}

impl Served {
    async fn control_succeeds(&self, method: Method, path: &str, body: &Value) -> Value {
        let response = self.control(method, path, body).await;
        assert!((200..300).contains(&response.status), "{path}: {response:?}");
        if response.text.is_empty() { Value::Null } else { response.json() }
    }

    /// Adds a page to the server's web.
    pub(crate) async fn put(&self, url: &str, page: &Value) {
        self.control_succeeds(Method::PUT, &format!("pages?url={url}"), page).await;
    }

    pub(crate) async fn page(&self, url: &str, html: &str) {
        self.put(url, &json!({ "html": html })).await;
    }

    pub(crate) async fn take(&self, url: &str) {
        let response =
            self.control(Method::DELETE, &format!("pages?url={url}"), &Value::Null).await;
        assert_eq!(response.status, 204, "{response:?}");
    }

    /// Creates a monitor, and returns its identity. Without a schedule in `properties`, the monitor is not
    /// due within a test.
    pub(crate) async fn create_monitor(&self, properties: &Value) -> String {
        let mut all = json!({ "schedule": { "cron": "0 0 29 2 *" } });
        all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
        let created =
            self.control_succeeds(Method::POST, "monitors", &json!({ "properties": all })).await;
        created["id"].as_str().unwrap().to_owned()
    }

    /// Creates a monitor of two existing pages.
    pub(crate) async fn create_monitor_of_two_pages(&self, properties: &Value) -> String {
        self.page(A, "one\n").await;
        self.page(B, "one\n").await;
        let mut all = json!({ "targets": [{ "type": "scrape", "urls": [A, B] }] });
        all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
        self.create_monitor(&all).await
    }

    /// Checks a monitor now.
    pub(crate) async fn check(&self, id: &str) -> Value {
        self.control_succeeds(Method::POST, &format!("monitors/{id}/checks"), &Value::Null).await
    }

    pub(crate) async fn checks(&self, id: &str) -> Vec<Value> {
        let checks = self
            .control_succeeds(Method::GET, &format!("monitors/{id}/checks"), &Value::Null)
            .await;
        checks.as_array().unwrap().clone()
    }

    pub(crate) async fn now(&self) -> jiff::Timestamp {
        let clock = self.control_succeeds(Method::GET, "clock", &Value::Null).await;
        clock["now"].as_str().unwrap().parse().unwrap()
    }

    /// Moves the clock to a moment, or up to a second beyond.
    pub(crate) async fn move_to(&self, moment: &str) {
        let moment: jiff::Timestamp = moment.parse().unwrap();
        self.advance(moment.as_second() - self.now().await.as_second()).await;
    }

    pub(crate) async fn charged(&self) -> u64 {
        let team = self.control_succeeds(Method::GET, "teams/home", &Value::Null).await;
        team["charged"].as_u64().unwrap()
    }

    /// Returns the deliveries, once none is in progress.
    pub(crate) async fn deliveries(&self) -> Vec<Value> {
        self.listed("deliveries?wait=true").await
    }

    pub(crate) async fn listed(&self, what: &str) -> Vec<Value> {
        let listed = self.control_succeeds(Method::GET, what, &Value::Null).await;
        listed.as_array().unwrap().clone()
    }
}
