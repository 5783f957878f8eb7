//! Requests that are written by hand: reads and sends those of `requests.toml`.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serde::Deserialize;
use serde_json::Value;
use webdata_reference::{ReferenceServer, Team};
use webdata_spec::model::ClauseId;

use crate::mutants::comparison::Response;
use crate::mutants::{fits, text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scripts {
    pub(crate) script: Vec<Script>,
}

/// A sequence of requests, and the clauses whose change alters a response.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    /// Patterns of clause ids; `*` matches any part.
    clauses: Vec<String>,
    /// The values of `{each}`; the requests are sent once with each.
    #[serde(default = "once")]
    each: Vec<String>,
    /// Each request is `METHOD path`, then a JSON body if there is one. `as KEY` before it names another key
    /// than the valid one. `{id}` and `{snapshotId}` are the last such property of a response, `{monitor}` is
    /// a stored monitor, and `{long}` a string of 25000 letters.
    requests: Vec<String>,
    /// The responses of a server of the unchanged contract.
    #[serde(skip)]
    pub(crate) expected: OnceLock<Vec<Response>>,
}

fn once() -> Vec<String> {
    vec![String::new()]
}

impl Scripts {
    pub(crate) fn read() -> Self {
        toml::from_str(&text("requests.toml")).unwrap()
    }

    /// Returns the scripts for a clause.
    pub(crate) fn for_clause(&self, clause: &ClauseId) -> Vec<&Script> {
        let shows =
            |script: &&Script| script.clauses.iter().any(|pattern| fits(pattern, clause.as_str()));
        self.script.iter().filter(shows).collect()
    }
}

/// Returns a server's responses to the requests of a script.
pub(crate) async fn play(script: &Script, server: &ReferenceServer) -> Vec<Response> {
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10));
    let client = client.build().unwrap();
    let monitor = server.create("Monitor", Team::HOME).unwrap_or_default();
    let long = "a".repeat(25_000);
    let mut known = vec![("{monitor}".to_owned(), monitor), ("{long}".to_owned(), long)];
    let mut responses = Vec::new();
    for each in &script.each {
        for line in &script.requests {
            let line = line.replace("{each}", each);
            let line = known.iter().fold(line, |line, (name, value)| line.replace(name, value));
            let response = send(&client, server, &line).await;
            let status = response.status().as_u16();
            let headers = ["content-type", "retry-after"].into_iter().filter_map(|name| {
                let value = response.headers().get(name)?.to_str().ok()?;
                Some((name.to_owned(), value.to_owned()))
            });
            let headers = headers.collect();
            let body = response.text().await.unwrap();
            remember(&body, &mut known);
            responses.push(Response { status, headers, body });
        }
    }
    responses
}

async fn send(client: &reqwest::Client, server: &ReferenceServer, line: &str) -> reqwest::Response {
    let keys = server.keys();
    let (key, line) = match line.strip_prefix("as ").and_then(|line| line.split_once(' ')) {
        Some(("other-team", line)) => (keys.other_team.as_str(), line),
        Some((key, line)) => (key, line),
        None => (keys.valid.as_str(), line),
    };
    let mut words = line.splitn(3, ' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let request = client
        .request(method.parse::<Method>().unwrap(), format!("{}{path}", server.base_url()))
        .header(AUTHORIZATION, format!("Bearer {key}"))
        .header(CONTENT_TYPE, "application/json")
        .body(words.next().unwrap_or_default().to_owned());
    request.send().await.unwrap()
}

fn remember(body: &str, known: &mut Vec<(String, String)>) {
    let Ok(body) = serde_json::from_str::<Value>(body) else { return };
    for name in ["id", "snapshotId"] {
        if let Some(value) = find(&body, name) {
            let name = format!("{{{name}}}");
            known.retain(|(old, _)| *old != name);
            known.push((name, value.to_owned()));
        }
    }
}

/// Finds the first string property of a name, at any depth.
fn find<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    match value {
        Value::Object(members) => members
            .get(name)
            .and_then(Value::as_str)
            .or_else(|| members.values().find_map(|member| find(member, name))),
        Value::Array(items) => items.iter().find_map(|item| find(item, name)),
        _ => None,
    }
}
