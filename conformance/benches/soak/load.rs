//! The load: requests of every kind that a server receives in a long day, each with its expected outcome. The
//! number of names is bounded, since the server keeps everything that has a name.
//!
//! This module does not watch the server.

use std::net::Ipv4Addr;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::http::StatusCode;
use fastrand::Rng;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use webdata_reference::{Keys, PROVOKE_HEADER};

use super::sender::Expected::{Either, Rejection, Success};
use super::sender::{Expected, Sender, WithJson as _};

/// The number of monitors. The number of agent jobs that are started first is the number that the server
/// keeps.
const MONITORS: usize = 20;
const JOBS: usize = 10_000;
/// The number of started jobs after which the clock is moved, so that the jobs end.
const JOBS_AT_A_TIME: usize = 1000;

/// The key and the team that are created again and again.
const KEY: &str = "soak-key";
const TEAM: &str = "soak-team";
/// The error that is provoked.
const PROVOKED: &str = "rate-limit-exceeded";

/// The pages that are scraped: one that stays the same, and one that always changes.
const SHOP: &str = "https://example.com/";
const PAGE: &str = "https://example.com/soak";

/// The lists of the control plane.
const LISTS: [&str; 8] =
    ["monitors", "agents", "requests", "deliveries", "cache", "pages", "teams", "keys"];

/// The load on a server.
pub(crate) struct ServerLoad {
    pub(crate) sender: Sender,
    monitors: Vec<String>,
}

/// The kinds of load, each with its weight.
const KINDS: [(Kind, u32); 16] = [
    (Kind::ValidPatch, 25),
    (Kind::RefusedPatch, 15),
    (Kind::ReplacedTargets, 5),
    (Kind::Scrape, 10),
    (Kind::TrackedScrape, 5),
    (Kind::Agent, 8),
    (Kind::Check, 4),
    (Kind::Page, 4),
    (Kind::Key, 5),
    (Kind::Team, 5),
    (Kind::UnknownPath, 5),
    (Kind::BadKey, 4),
    (Kind::Provoked, 1),
    (Kind::NoJson, 2),
    (Kind::Reading, 1),
    (Kind::Clock, 1),
];

#[derive(Debug, Clone, Copy)]
enum Kind {
    ValidPatch,
    RefusedPatch,
    ReplacedTargets,
    Scrape,
    TrackedScrape,
    Agent,
    Check,
    Page,
    Key,
    Team,
    UnknownPath,
    BadKey,
    Provoked,
    NoJson,
    Reading,
    Clock,
}

impl ServerLoad {
    /// Sets a server up with monitors that send webhooks to this process.
    pub(crate) async fn set_up(base_url: &str) -> Result<Self> {
        let receiver = receiver().await?;
        let mut load = Self { sender: Sender::new(base_url)?, monitors: Vec::new() };
        for number in 0..MONITORS {
            let events = json!(["monitor.page", "monitor.check.completed"]);
            let email = json!({ "enabled": true, "recipients": ["ada@example.com"] });
            let properties = json!({
                "goal": "prices",
                "judgeEnabled": true,
                "targets": targets(&mut Rng::with_seed(0)),
                "notification": { "email": email },
                "webhook": { "url": format!("{receiver}/{number}"), "events": events },
            });
            let body = json!({ "properties": properties });
            let created = load.control("monitors created", Method::POST, "/monitors", &body).await;
            let id = created.as_ref().and_then(|created| created["id"].as_str());
            let id = id.with_context(|| load.sender.tally.examples().join("\n"));
            load.monitors.push(id?.to_owned());
        }
        Ok(load)
    }

    /// Starts as many jobs as the server keeps.
    pub(crate) async fn fill_up(&self) -> Result<()> {
        for number in 0..JOBS {
            self.start().await;
            if number % JOBS_AT_A_TIME == 0 {
                self.advance(3600).await;
            }
        }
        ensure!(
            self.sender.tally.wrong_responses() == 0,
            "{}",
            self.sender.tally.examples().join("\n")
        );
        Ok(())
    }

    /// Sends one request after the other until the load ends.
    pub(crate) async fn keep_sending(self: Arc<Self>, seed: u64, stop: CancellationToken) {
        let mut random = Rng::with_seed(seed);
        while !stop.is_cancelled() {
            let whole: u32 = KINDS.iter().map(|(_, share)| share).sum();
            let mut drawn = random.u32(..whole);
            let kind = KINDS.iter().find(|(_, share)| match drawn.checked_sub(*share) {
                Some(rest) => {
                    drawn = rest;
                    false
                }
                None => true,
            });
            if let Some((kind, _)) = kind {
                self.send_one(*kind, &mut random).await;
            }
        }
    }

    async fn send_one(&self, kind: Kind, random: &mut Rng) {
        let monitor = self.monitors[random.usize(..self.monitors.len())].as_str();
        let key = Keys::default().valid;
        match kind {
            Kind::ValidPatch => {
                let hour = random.u8(0..24);
                let body = json!({
                    "name": "Price watch",
                    "goal": format!("prices, seen at {hour}"),
                    "schedule": { "cron": format!("30 {hour} * * 1-5"), "timezone": "Europe/Berlin" },
                    "retentionDays": random.u8(1..100),
                });
                self.patch("valid PATCHes", monitor, &body, Success).await;
            }
            Kind::RefusedPatch => {
                let wrong = [
                    json!({ "name": "n".repeat(1000) }),
                    json!({ "retentionDays": "many" }),
                    json!({ "schedule": { "cron": "* * * * *" } }),
                    json!({ "targets": [{ "type": "search", "queries": [] }, { "type": "none" }] }),
                    json!({ "webhook": { "url": "no url" } }),
                ];
                let body = &wrong[random.usize(..wrong.len())];
                self.patch("rejected PATCHes", monitor, body, Rejection).await;
            }
            Kind::ReplacedTargets => {
                let body = json!({ "targets": targets(random) });
                self.patch("PATCHes of targets", monitor, &body, Success).await;
            }
            Kind::Scrape => {
                let body = json!({ "url": SHOP, "formats": ["markdown", "links", "html"] });
                self.scrape("scrapes", &key, &body, Success).await;
            }
            Kind::TrackedScrape => {
                // More branches than the server keeps.
                let tag = format!("branch {}", random.u16(..5000));
                let format = json!({ "type": "changeTracking", "modes": ["git-diff"], "tag": tag });
                let body = json!({ "url": PAGE, "formats": ["markdown", format], "maxAge": 0 });
                self.scrape("scrapes that track changes", &key, &body, Success).await;
            }
            Kind::Agent => self.agent().await,
            Kind::Check => {
                let wait = if random.bool() { "?wait=true" } else { "" };
                let path = format!("/monitors/{monitor}/checks{wait}");
                self.control("checks of monitors", Method::POST, &path, &Value::Null).await;
            }
            Kind::Page => {
                let price = random.u32(..);
                let page = json!({ "html": format!("<h1>Soak</h1><p>Price: {price} EUR</p>") });
                let path = format!("/pages?url={PAGE}");
                self.control("pages that change", Method::PUT, &path, &page).await;
            }
            Kind::Key => {
                let key = json!({ "provokes": PROVOKED, "revoked": random.bool() });
                self.control("keys set up", Method::PUT, &format!("/keys/{KEY}"), &key).await;
                let body = json!({ "url": SHOP });
                self.scrape("requests with such keys", KEY, &body, Rejection).await;
            }
            Kind::Team => {
                let plan = json!({ "requests-a-minute": random.u8(..), "credits": random.u16(..) });
                let (path, body) = (format!("/teams/{TEAM}"), json!({ "plan": plan }));
                let set = self.control("teams set up", Method::PUT, &path, &body).await;
                let set = set.unwrap_or_default();
                let key = set["key"].as_str().unwrap_or_default();
                let body = json!({ "url": SHOP });
                self.scrape("requests of such teams", key, &body, Either).await;
            }
            Kind::UnknownPath => {
                let path = "a".repeat(random.usize(1..4000));
                let get = self
                    .sender
                    .authorized_request(Method::GET, &format!("/v2/{path}/{}", random.u32(..)));
                self.sender.send("unknown paths", get, Rejection).await;
            }
            Kind::BadKey => {
                let key = format!("bad-{}", random.u64(..));
                self.scrape("bad keys", &key, &json!({ "url": SHOP }), Rejection).await;
            }
            Kind::Provoked => {
                let path = format!("/v2/monitor/{monitor}");
                let patch = self
                    .sender
                    .authorized_request(Method::PATCH, &path)
                    .header(PROVOKE_HEADER, PROVOKED);
                self.sender.send("provoked errors", patch, Rejection).await;
            }
            Kind::NoJson => {
                let length = random.usize(1..20_000);
                let body = if random.bool() { vec![b'['; length] } else { vec![0xff; length] };
                let patch = self
                    .sender
                    .authorized_request(Method::PATCH, &format!("/v2/monitor/{monitor}"));
                self.sender.send("bodies that are not JSON", patch.body(body), Rejection).await;
            }
            Kind::Reading => {
                let list = LISTS[random.usize(..LISTS.len())];
                for path in [format!("/{list}"), format!("/monitors/{monitor}/checks")] {
                    let kind = "lists of the control plane";
                    self.control(kind, Method::GET, &path, &Value::Null).await;
                }
            }
            Kind::Clock => self.advance(600).await,
        }
    }

    async fn patch(&self, says: &'static str, monitor: &str, body: &Value, expected: Expected) {
        let patch =
            self.sender.authorized_request(Method::PATCH, &format!("/v2/monitor/{monitor}"));
        self.sender.send(says, patch.with_json(body), expected).await;
    }

    async fn scrape(&self, says: &'static str, key: &str, body: &Value, expected: Expected) {
        let scrape = self.sender.request(Method::POST, "/v2/scrape").bearer_auth(key);
        self.sender.send(says, scrape.with_json(body), expected).await;
    }

    /// Sends a request to the control plane; null stands for no body.
    async fn control(
        &self,
        says: &'static str,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Option<Value> {
        let request = self.sender.control(method, path);
        let request = if body.is_null() { request } else { request.with_json(body) };
        self.sender.send(says, request, Success).await
    }

    /// Starts a job, and returns its path.
    async fn start(&self) -> Option<String> {
        let start = self
            .sender
            .authorized_request(Method::POST, "/v2/agent")
            .with_json(&json!({ "prompt": "prices" }));
        let started = self.sender.send("agents started", start, Success).await?;
        Some(format!("/v2/agent/{}", started["id"].as_str()?))
    }

    /// Starts a job, reads its status, and cancels it.
    async fn agent(&self) {
        let Some(path) = self.start().await else { return };
        let status = self.sender.authorized_request(Method::GET, &path);
        self.sender.send("agents asked", status, Success).await;
        let cancel = self.sender.authorized_request(Method::DELETE, &path);
        // The job may have ended already, since the clock is moved.
        self.sender.send("agents cancelled", cancel, Either).await;
    }

    async fn advance(&self, seconds: u32) {
        let body = json!({ "advance-seconds": seconds });
        self.control("clock moved", Method::POST, "/clock", &body).await;
    }
}

/// Returns targets without identities, so that each update creates new ones.
fn targets(random: &mut Rng) -> Value {
    let urls: Vec<String> = (0..random.usize(1..4)).map(|_| PAGE.to_owned()).collect();
    json!([
        { "type": "scrape", "urls": urls },
        { "type": "crawl", "url": SHOP, "crawlOptions": { "limit": 5 } },
    ])
}

/// Starts a receiver of webhooks, and returns its address.
async fn receiver() -> Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    let router = Router::new().fallback(async || StatusCode::NO_CONTENT);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(format!("http://{address}"))
}
