//! The dashboard in headless Chromium: in narrow and wide windows, light and dark, while it is live.
//!
//! Without `chromium`, the tests print a message and check nothing.

use std::io::Write as _;
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use axum::Router;
use axum::extract::Query;
use axum::response::Html;
use axum::routing::{get, post};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{Receiver, channel};
use webdata_reference::Options;

use crate::dashboard::mock::Mock;

/// How long Chromium may take to load a page.
const PATIENCE: Duration = Duration::from_secs(60);

/// The width and height of a window, and whether it is dark.
const WINDOWS: [(u32, u32, bool); 4] =
    [(420, 900, false), (1300, 1000, true), (420, 900, true), (1400, 1000, false)];

/// A page that loads the dashboard in a frame, since Chromium's windows cannot be as narrow as a phone. The
/// page inspects the dashboard once it is ready and live.
const FRAME: &str = r##"<!doctype html><html><head><link rel="icon" href="data:,"></head><body style="margin:0">
<iframe style="border:0;width:WIDTHpx;height:HEIGHTpx" src="PATH"></iframe>
<script>
const frame = document.querySelector("iframe");
const look = () => {
  const { contentWindow: view, contentDocument: page } = frame;
  if (view.location.pathname !== "PATH" || page.readyState !== "complete") return;
  const root = page.documentElement;
  const style = (selector) => view.getComputedStyle(page.querySelector(selector));
  if ("live" in page.body.dataset && root.dataset.live !== "yes") return;
  clearInterval(timer);
  const focusable = [...page.querySelectorAll(":not(a:not([href]))")].filter((own) => own.tabIndex >= 0 && own.checkVisibility());
  const reached = focusable.filter((own) => { own.focus(); return page.activeElement === own; });
  const shown = (own) => { own.focus(); const { outlineStyle, outlineWidth } = view.getComputedStyle(own); return outlineStyle !== "none" && outlineWidth !== "0px"; };
  fetch("/seen", { method: "POST", body: JSON.stringify({
    ready: root.dataset.ready ?? null,
    width: view.innerWidth,
    scroll: root.scrollWidth,
    ground: style("body").backgroundColor,
    ink: style("body").color,
    focusable: [...new Set(focusable.map((own) => own.matches(".wide") ? "region" : own.localName))].sort(),
    reached: reached.length === focusable.length,
    first: focusable[0]?.className,
    outlined: focusable.every(shown),
    copies: page.querySelectorAll(".curl > button").length,
    copiesBase: page.querySelectorAll(".base > button").length,
    cut: view.innerWidth > 1000 ? [...page.querySelectorAll("#requests .wide, #monitors .wide, #jobs .wide")].filter((own) => own.scrollWidth > own.clientWidth).map((own) => own.id) : [],
    curls: page.querySelectorAll(".curl").length,
    pause: page.querySelector("#pause")?.hidden === false,
    state: page.querySelector("#state")?.textContent ?? null,
    requests: [...page.querySelectorAll("#requests .path")].map((own) => own.textContent),
  }) });
};
const timer = setInterval(look, 50);
</script></body></html>"##;

#[derive(Deserialize)]
struct Window {
    width: u32,
    height: u32,
    path: String,
}

/// A proxy of the reference server with a page that frames the server's pages, and a path that receives the
/// results.
struct Framed {
    address: SocketAddr,
    seen: Receiver<String>,
}

impl Framed {
    async fn new(mock: &Mock) -> Self {
        let (sender, seen) = channel(1);
        let frame = async |Query(window): Query<Window>| {
            let frame = FRAME.replace("PATH", &window.path);
            let frame = frame.replace("WIDTH", &window.width.to_string());
            Html(frame.replace("HEIGHT", &window.height.to_string()))
        };
        let tell = async move |body: String| sender.send(body).await.unwrap();
        let router = Router::new().route("/frame", get(frame)).route("/seen", post(tell));
        let router = router.fallback_service(mock.server.router());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, router).into_future());
        Self { address, seen }
    }

    /// Returns the results of inspecting a page in a window.
    async fn inspect(&mut self, path: &str, (width, height, dark): (u32, u32, bool)) -> Value {
        let address = self.address;
        let url = format!("http://{address}/frame?width={width}&height={height}&path={path}");
        let profile = TempDir::new().unwrap();
        let words = [
            format!("--window-size={width},{height}"),
            format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)),
        ];
        let mut browser = open(&profile, &words, &url);
        let seen = tokio::time::timeout(PATIENCE, self.seen.recv()).await;
        browser.kill().await.unwrap();
        let seen =
            seen.expect("chromium loads the page in time").expect("the page reports its results");
        let seen: Value = serde_json::from_str(&seen).unwrap();
        let (ground, ink) = if dark {
            ("rgb(13, 17, 23)", "rgb(230, 237, 243)")
        } else {
            ("rgb(255, 255, 255)", "rgb(27, 31, 36)")
        };
        assert_eq!((&seen["ground"], &seen["ink"]), (&ground.into(), &ink.into()), "{seen}");
        assert_eq!(seen["width"], width, "{seen}");
        let scroll = seen["scroll"].as_u64().unwrap();
        assert!(scroll <= u64::from(width), "{path} scrolls sideways: {seen}");
        assert_eq!(seen["first"], "skip-link", "{seen}");
        assert_eq!((&seen["reached"], &seen["outlined"]), (&true.into(), &true.into()), "{seen}");
        seen
    }
}

/// Opens a page in a browser with an empty profile.
fn open(profile: &TempDir, words: &[String], url: &str) -> Child {
    let mut browser = Command::new("chromium");
    browser
        .args(["--headless", "--no-sandbox", "--disable-gpu"])
        .args(["--disable-background-networking", "--disable-component-update"])
        .args(["--disable-sync", "--no-first-run"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(words)
        .arg(url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    browser.spawn().expect("it starts")
}

/// Returns whether there is a browser; prints a message if there is none.
#[expect(clippy::disallowed_methods, reason = "the test harness would hide captured output")]
async fn has_browser() -> bool {
    let status = Command::new("chromium").arg("--version").stdout(Stdio::null()).status().await;
    if status.is_err() {
        // Written past the test harness, which shows captured output only for failing tests.
        let message = "SKIPPED: there is no `chromium`, so no page was opened in a browser\n";
        std::io::stderr().write_all(message.as_bytes()).unwrap();
    }
    status.is_ok()
}

/// A page of another origin that calls operations, and then the control plane.
const CALLER: &str = r##"<!doctype html><html><head><link rel="icon" href="data:,"></head><body>
<script>
const call = (method, path) =>
  fetch(`BASE${path}`, { method, headers: { Authorization: "Bearer KEY", "Content-Type": "application/json" }, body: method === "GET" ? undefined : "{\"name\":\"Page\"}" })
    .then(async (response) => `${response.status} ${(await response.json()).data?.name}`, () => "blocked");
const calls = [["PATCH", "/v2/monitor/MONITOR"], ["PATCH", "/v2/monitor/none"], ["GET", "/_reference/keys"], ["POST", "/_reference/reset"]];
(async () => {
  const seen = [];
  for (const [method, path] of calls) seen.push(await call(method, path));
  fetch("/seen", { method: "POST", body: JSON.stringify(seen) });
})();
</script></body></html>"##;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_an_allowed_origin_calls_operations() {
    if !has_browser().await {
        return;
    }
    let blocked = ["blocked"; 4];
    // Whether the origin of the page is allowed, and the results of its calls.
    let table = [(true, ["200 Page", "400 undefined", "blocked", "blocked"]), (false, blocked)];
    for (is_allowed, expected) in table {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let allowed = if is_allowed { &origin } else { "https://page.example" };
        let cors = vec![allowed.parse().unwrap()];
        let mock = Mock::with(Options { cors, ..Options::default() }).await;
        let page = CALLER.replace("BASE", &mock.server.base_url());
        let page = page.replace("KEY", &mock.server.keys().valid);
        let page = page.replace("MONITOR", &mock.monitor());
        let (sender, mut seen) = channel(1);
        let tell = async move |body: String| sender.send(body).await.unwrap();
        let router = Router::new().route("/", get(async move || Html(page)));
        let router = router.route("/seen", post(tell));
        tokio::spawn(axum::serve(listener, router).into_future());
        let profile = TempDir::new().unwrap();
        let mut browser = open(&profile, &[], &origin);
        let reported = tokio::time::timeout(PATIENCE, seen.recv()).await;
        browser.kill().await.unwrap();
        let reported = reported
            .expect("chromium loads the page in time")
            .expect("the page reports its results");
        let reported: Vec<String> = serde_json::from_str(&reported).unwrap();
        assert_eq!(reported, expected, "allowed: {is_allowed}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_works_in_a_browser() {
    if !has_browser().await {
        return;
    }
    let mock = Mock::start().await;
    let monitor = mock.monitor();
    mock.patch(&monitor, &json!({ "name": "W".repeat(120) })).await;
    mock.patch(&"x".repeat(300), &json!({ "name": 1 })).await;
    mock.control(Method::POST, "agents", &json!({})).await;
    let mut framed = Framed::new(&mock).await;
    for window in WINDOWS {
        let seen = framed.inspect("/", window).await;
        assert_eq!((&seen["ready"], &seen["state"]), (&"yes".into(), &"Live".into()), "{seen}");
        assert_eq!(seen["pause"], true, "{seen}");
        assert_eq!(seen["curls"], 7, "{seen}");
        assert_eq!(seen["copies"], seen["curls"], "{seen}");
        assert_eq!(seen["copiesBase"], 1, "{seen}");
        assert_eq!(seen["cut"], json!([]), "a table is cut off: {seen}");
        assert_eq!(seen["focusable"], json!(["a", "button", "region"]), "{seen}");
        assert_eq!(seen["requests"][1], format!("/v2/monitor/{monitor}"), "{seen}");
    }
    for window in [WINDOWS[0], WINDOWS[1]] {
        let seen = framed.inspect("/reference", window).await;
        assert_eq!(seen["focusable"], json!(["a", "region"]), "{seen}");
    }
    let mock = Mock::without_control_plane().await;
    let mut framed = Framed::new(&mock).await;
    let seen = framed.inspect("/", WINDOWS[0]).await;
    assert_eq!(seen["state"], Value::Null, "{seen}");
    assert_eq!(seen["copies"], 7, "{seen}");
}
