//! Threat protection: whether a URL may be scraped, by the organisation's policy and the request's overrides.
//!
//! This module does not decide whether a request may override the policy; that is done before.

use regex::Regex;
use serde_json::Value;
use url::Url;

use crate::contract::errors::RequestError;
use crate::web_data::scrape::price::{ANALYSIS, Bill};
use crate::web_data::{WebData, settings};
use crate::world::teams::Team;

/// The state of a team for which protection is always on, regardless of its organisation's policy.
const ENFORCED: &str = "threat-protection-enforced";

/// The risk score from which a URL is blocked if neither the policy nor the request sets a threshold. The
/// contract shows no figure.
const DEFAULT_THRESHOLD: u64 = 75;

/// The effective policy of a request.
pub(super) struct Policy<'s> {
    service: &'s WebData,
    rules: Value,
}

impl<'s> Policy<'s> {
    /// Combines the policy of a team's organisation with the request's overrides.
    pub(super) fn new(service: &'s WebData, team: &Team, options: &Value) -> Self {
        let mut rules = settings::threat_protection(service, team);
        if service.world.teams.states(team).contains(ENFORCED) {
            rules.insert("mode".to_owned(), "normal".into());
        }
        let given = options.get(settings::THREAT_PROTECTION).and_then(Value::as_object);
        rules.extend(given.cloned().unwrap_or_default());
        Self { service, rules: Value::Object(rules) }
    }

    /// Returns the rules by which URLs are analysed, if protection is on.
    pub(super) fn rules(&self) -> Option<&Value> {
        self.is_on().then_some(&self.rules)
    }

    /// Rejects a URL that the policy blocks. The contract does not show the error of a blocked URL. Here it
    /// is the row for forbidden operations.
    ///
    /// # Errors
    /// The error of a blocked URL.
    pub(super) fn check(&self, url: &str, bill: &mut Bill<'_>) -> Result<(), RequestError> {
        const FORBIDDEN: &str = "forbidden";
        let contract = &self.service.contract;
        if self.is_on() && self.blocks(url, bill) && contract.catalogue.find(FORBIDDEN).is_some() {
            return Err(contract.request_error(FORBIDDEN));
        }
        Ok(())
    }

    fn is_on(&self) -> bool {
        self.rules.get("mode").is_some_and(|mode| mode == "normal")
    }

    /// Returns whether the policy blocks a URL. A URL that a list decides is not analysed.
    fn blocks(&self, url: &str, bill: &mut Bill<'_>) -> bool {
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_lowercase));
        let host = host.unwrap_or_default();
        let allowed = self.lists("whitelist", &host);
        if allowed && self.has_clause("whitelist.behaviour.takes-precedence") {
            return false;
        }
        if self.lists("blacklist", &host) {
            return true;
        }
        let last = host.rsplit('.').next().unwrap_or_default();
        if self.texts("blockedTlds").any(|blocked| blocked == last) {
            return true;
        }
        !allowed && self.classifier_blocks(url, bill)
    }

    /// Returns whether the classifier blocks a URL, and charges the analysis.
    fn classifier_blocks(&self, url: &str, bill: &mut Bill<'_>) -> bool {
        bill.charge(ANALYSIS, &self.rules, 1);
        let page = self.service.state.web.page(url).unwrap_or_default();
        if page.classifier_unreachable {
            // Without a failure policy the URL is allowed; the contract leaves this open.
            let policy = self.rules.get("failurePolicy").and_then(Value::as_str);
            return match policy {
                Some("closed") => true,
                Some("open") => !self.has_clause("failurePolicy.behaviour.open"),
                _ => false,
            };
        }
        let threshold = self.rules.get("riskScoreThreshold").and_then(Value::as_u64);
        u64::from(page.risk_score) >= threshold.unwrap_or(DEFAULT_THRESHOLD)
    }

    fn lists(&self, list: &str, host: &str) -> bool {
        self.texts(list).any(|pattern| matches(pattern, host))
    }

    fn texts(&self, list: &str) -> impl Iterator<Item = &str> {
        let items = self.rules.get(list).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(Value::as_str)
    }

    fn has_clause(&self, clause: &str) -> bool {
        self.service.contract.has_clause(&format!("ThreatProtectionOverride.{clause}"))
    }
}

/// Returns whether a host matches a domain pattern, in which an asterisk matches any characters.
fn matches(pattern: &str, host: &str) -> bool {
    let pattern = regex::escape(&pattern.to_lowercase()).replace(r"\*", ".*");
    Regex::new(&format!("^{pattern}$")).is_ok_and(|pattern| pattern.is_match(host))
}
