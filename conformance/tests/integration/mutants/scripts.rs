//! Hand-written requests: `requests.toml`, read and sent.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serde::Deserialize;
use serde_json::Value;
use webdata_reference::{ReferenceServer, Team};
use webdata_spec::model::ClauseId;

use crate::mutants::seen::Answer;
use crate::mutants::{fits, text};

/// Every script.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scripts {
    pub(crate) script: Vec<Script>,
}

/// Requests in a row, and the clauses that they show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    /// Clauses, or what their identities start with when it ends in `*`.
    clauses: Vec<String>,
    /// What `{each}` is, one after the other; the requests are sent for each of them.
    #[serde(default = "once")]
    each: Vec<String>,
    /// `METHOD path`, then a JSON body where there is one; before it `as KEY`, where the key is
    /// another than the usual one. `{id}` is the last `id` that came back, `{snapshotId}` likewise,
    /// `{monitor}` a stored monitor, `{long}` a text of 25000 letters.
    requests: Vec<String>,
    /// What the contract's server answers.
    #[serde(skip)]
    pub(crate) expected: OnceLock<Vec<Answer>>,
}

fn once() -> Vec<String> {
    vec![String::new()]
}

impl Scripts {
    pub(crate) fn read() -> Self {
        toml::from_str(&text("requests.toml")).unwrap()
    }

    /// The scripts that show a clause.
    pub(crate) fn of(&self, clause: &ClauseId) -> Vec<&Script> {
        let shows =
            |script: &&Script| script.clauses.iter().any(|pattern| fits(pattern, clause.as_str()));
        self.script.iter().filter(shows).collect()
    }
}

/// What a server answers to the requests of a script.
pub(crate) async fn play(script: &Script, server: &ReferenceServer) -> Vec<Answer> {
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(10));
    let client = client.build().unwrap();
    let monitor = server.create("Monitor", Team::HOME).unwrap_or_default();
    let long = "a".repeat(25_000);
    let mut known = vec![("{monitor}".to_owned(), monitor), ("{long}".to_owned(), long)];
    let mut answers = Vec::new();
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
            answers.push(Answer { status, headers, body });
        }
    }
    answers
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

/// The first text of a name, wherever it stands.
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
