//! What `serve` prints when it is ready: where it is and how to use it.
//!
//! Its last line says that the server is ready, for scripts that wait for it.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use webdata_audit::variations::Variation;
use webdata_cases::case::KeyName;
use webdata_reference::{CONTROL_PLANE, Keys, ReferenceServer};
use webdata_suite::Suite;

use super::super::list::{command_lines, variable};

/// What is served.
pub(super) struct Greeting<'g> {
    pub(super) suite: &'g Suite,
    pub(super) server: &'g ReferenceServer,
    /// The monitors that are there from the start.
    pub(super) fixtures: &'g [String],
    pub(super) control_plane: bool,
    /// What a mutant gets wrong.
    pub(super) mutant: Option<&'g str>,
    /// What it does in another way than the reference server.
    pub(super) variations: &'g [&'static Variation],
}

impl Greeting<'_> {
    /// Lines for a shell, and the one that says that it is ready: those that are no comments set the
    /// variables that `show CASE --curl` uses.
    pub(super) fn text(&self) -> String {
        let (suite, url) = (self.suite, self.server.base_url());
        let mut text = String::new();
        // Writing into a string never fails.
        if let Some(says) = self.mutant {
            let _ = writeln!(text, "# a mutant, wrong on purpose: {says}");
        }
        for variation in self.variations {
            let _ = writeln!(text, "# a variation: {}", variation.name);
        }
        let _ = writeln!(text, "# serving {} at {url}", suite.spec.service.name);
        let _ = writeln!(text, "# in a browser: {url}/");
        let _ = writeln!(text, "export BASE_URL={url}");
        if self.control_plane {
            let _ = writeln!(text, "# set it up: curl {url}{CONTROL_PLANE}/");
        }
        // Other servers offer these elsewhere, if at all.
        for (operation, endpoint) in self.server.bindings() {
            let _ = writeln!(text, "# {operation}: {} {}", endpoint.method, endpoint.path);
        }
        for (name, key) in keys(self.server.keys()) {
            let _ = writeln!(text, "export {name}={key}");
        }
        for (index, id) in self.fixtures.iter().enumerate() {
            let _ = writeln!(text, "export FIXTURE_{}={id}", index + 1);
        }
        let example = suite.cases.iter().find(|case| case.id.ends_with("response::shape"));
        for line in example.map(command_lines).unwrap_or_default().lines() {
            let _ = writeln!(text, "# try it: {line}");
        }
        let _ = writeln!(text, "ready: {url}");
        text
    }

    /// The same as a JSON object in one line.
    pub(super) fn json(&self) -> Value {
        let url = self.server.base_url();
        let keys: Map<String, Value> =
            keys(self.server.keys()).into_iter().map(|(name, key)| (name, key.into())).collect();
        let mut event = json!({
            "event": "ready",
            "service": self.suite.spec.service.name,
            "base-url": url,
            "keys": keys,
            "fixtures": self.fixtures,
        });
        if self.control_plane {
            event["control-plane"] = format!("{url}{CONTROL_PLANE}/").into();
        }
        if !self.variations.is_empty() {
            event["variations"] = self.variations.iter().map(|own| own.id()).collect();
        }
        if let Some(says) = self.mutant {
            event["mutant"] = says.into();
        }
        event
    }
}

/// The keys by the variables that stand for them. They open nothing but this server.
fn keys(keys: &Keys) -> [(String, String); 4] {
    [
        (KeyName::Valid, &keys.valid),
        (KeyName::Revoked, &keys.revoked),
        (KeyName::Limited, &keys.limited),
        (KeyName::OtherTeam, &keys.other_team),
    ]
    .map(|(name, key)| (variable(name).to_owned(), key.clone()))
}
