//! Scrapes in every circumstance: pages of the server's web, cached copies of pages, options.
//!
//! This module does not decide the responses to these requests.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::Stage;
use crate::service::staging::StagedRequest;
use crate::web_data::scrape::scrape;
use crate::web_data::world::browsers::Browser;
use crate::web_data::world::cache::Copy;
use crate::web_data::world::web::HOME;
use crate::world::teams::Settings;

/// The age of a cached copy that is older than the default maximum age.
const LONG_AGO: TimeDelta = TimeDelta::days(30);

impl Stage<'_, '_> {
    /// Adds scrapes that are rejected, that add content to the response, or that depend on the cache.
    pub(super) fn scrapes(&mut self) {
        let page = |path: &str| format!("{HOME}{path}");
        let with = |kind: &str, schema: Value| json!([{ "type": kind, "schema": schema }]);
        let nonsense = || json!({ "type": "nonsense" });
        let bodies = [
            ("operations.scrape", json!({ "url": HOME })),
            (
                "JsonFormat.refusals.prompt-injection",
                json!({
                    "url": page("circumstances/prompt-injection"),
                    "formats": [{ "type": "json", "checkPromptInjection": true }],
                }),
            ),
            (
                "JsonFormat.refusals.schema-is-no-json-schema",
                json!({ "url": HOME, "formats": with("json", nonsense()) }),
            ),
            (
                "ChangeTrackingFormat.refusals.schema-is-no-json-schema",
                json!({ "url": HOME, "formats": with("changeTracking", nonsense()) }),
            ),
            (
                "JsonFormat.refusals.output-does-not-conform",
                json!({ "url": HOME, "formats": with("json", json!({ "not": {} })) }),
            ),
            (
                "ScrapeOptions.refusals.no-cached-data",
                json!({ "url": page("never-scraped"), "minAge": 1 }),
            ),
            (
                "ScrapeOptions.refusals.lockdown-cache-miss",
                json!({ "url": page("never-scraped"), "lockdown": true }),
            ),
            (
                "ScrapeOptions.refusals.page-slower-than-timeout",
                json!({ "url": page("circumstances/slow"), "timeout": 1000, "maxAge": 0 }),
            ),
        ];
        for (clause, body) in bodies {
            self.add(
                "scrape",
                clause,
                StagedRequest { body: Some(body), ..StagedRequest::default() },
            );
        }
        self.scrapes_with_content();
        self.scrapes_from_cache();
    }

    /// Adds scrapes that add content to the response.
    fn scrapes_with_content(&mut self) {
        let page = |path: &str| format!("{HOME}{path}");
        let with = |url: String, name: &str, list: Value| {
            let mut body = json!({ "url": url });
            body[name] = list;
            body
        };
        let handbook = || page("circumstances/handbook.pdf");
        let parser = |option: &str| {
            let mut parser = json!({ "type": "pdf" });
            parser[option] = true.into();
            with(handbook(), "parsers", json!([parser]))
        };
        let bodies = [
            (
                "QuestionFormat.behaviour.field",
                with(
                    page("pricing"),
                    "formats",
                    json!([{ "type": "question", "question": "What does a kettle cost?" }]),
                ),
            ),
            (
                "HighlightsFormat.behaviour.field",
                with(
                    page("pricing"),
                    "formats",
                    json!([{ "type": "highlights", "query": "kettle" }]),
                ),
            ),
            ("PdfParser.pages.behaviour.field", parser("pages")),
            ("PdfParser.blocks.behaviour.field", parser("blocks")),
            (
                "ScrapeOptions.parsers.behaviour.pdf-as-it-is",
                with(handbook(), "parsers", json!([])),
            ),
            (
                "ScreenshotAction.behaviour.field",
                with(HOME.to_owned(), "actions", json!([{ "type": "screenshot" }])),
            ),
            (
                "PdfAction.behaviour.field",
                with(HOME.to_owned(), "actions", json!([{ "type": "pdf" }])),
            ),
            (
                "JsonFormat.checkPromptInjection.default",
                with(
                    page("circumstances/prompt-injection"),
                    "formats",
                    json!([{ "type": "json", "prompt": "The title" }]),
                ),
            ),
            (
                "ThreatProtectionOverride.whitelist.behaviour.takes-precedence",
                with(
                    HOME.to_owned(),
                    "threatProtection",
                    json!({
                        "mode": "normal", "whitelist": ["example.com"], "blacklist": ["example.com"],
                    }),
                ),
            ),
            (
                "ThreatProtectionOverride.failurePolicy.behaviour.open",
                with(
                    page("circumstances/unclassified"),
                    "threatProtection",
                    json!({ "mode": "normal", "failurePolicy": "open" }),
                ),
            ),
        ];
        for (clause, body) in bodies {
            self.add(
                "scrape",
                clause,
                StagedRequest { body: Some(body), ..StagedRequest::default() },
            );
        }
    }

    /// Stores copies of some pages in the cache, and scrapes other pages with options that do not store a
    /// copy.
    fn scrapes_from_cache(&mut self) {
        let now = self.service.world.clock.now();
        let under_lockdown = |url: &str| StagedRequest {
            body: Some(json!({ "url": url, "lockdown": true })),
            ..StagedRequest::default()
        };
        let copies = [
            (
                "circumstances/interactive",
                "lockdown.behaviour.served-from-cache",
                TimeDelta::zero(),
            ),
            ("circumstances/video", "lockdown.behaviour.max-age", LONG_AGO),
        ];
        for (path, clause, age) in copies {
            let url = format!("{HOME}{path}");
            if let Some(page) = self.service.state.web.page(&url) {
                self.service.state.cache.store(&url, Copy { page, stored: now - age });
            }
            self.add("scrape", &format!("ScrapeOptions.{clause}"), under_lockdown(&url));
        }
        let (team, _) = self.key(Settings::default());
        // No page has a link to these pages, so no check of a monitor visits them.
        let scraped = [
            (
                "circumstances/risky",
                "storeInCache.behaviour.not-stored",
                json!({ "storeInCache": false }),
            ),
            (
                "circumstances/guarded",
                "effects.actions-switch-storing-off",
                json!({ "actions": [{ "type": "wait", "milliseconds": 1 }] }),
            ),
            (
                "circumstances/bad-certificate",
                "effects.headers-switch-storing-off",
                json!({ "headers": { "Accept-Language": "de" } }),
            ),
        ];
        for (path, clause, options) in scraped {
            let url = format!("{HOME}{path}");
            scrape(self.service, &team, &url, &options, &mut Browser::default());
            self.add("scrape", &format!("ScrapeOptions.{clause}"), under_lockdown(&url));
        }
    }
}
