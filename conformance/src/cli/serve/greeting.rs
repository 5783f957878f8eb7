//! Renders what `serve` prints when it is ready: its address, and how to use it.
//!
//! The last line says that the server is ready, for scripts that wait for it.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use webdata_audit::variations::Variation;
use webdata_cases::case::KeyName;
use webdata_reference::{CONTROL_PLANE, Keys, ReferenceServer};
use webdata_suite::Suite;

use super::super::list::{command_lines, variable};

/// The facts about a running server that are printed.
pub(super) struct Greeting<'g> {
    pub(super) suite: &'g Suite,
    pub(super) server: &'g ReferenceServer,
    /// The identities of the initial resources.
    pub(super) fixtures: &'g [String],
    pub(super) control_plane: bool,
    /// The description of the mutant, if the server is one.
    pub(super) mutant: Option<&'g str>,
    /// The variations of the server.
    pub(super) variations: &'g [Arc<Variation>],
}

impl Greeting<'_> {
    /// Renders lines for a shell, and a last line which says that the server is ready. Lines that are not
    /// comments set the variables that `show CASE --curl` uses.
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
            let _ = writeln!(
                text,
                "# keys, clock, stubs and other settings of the server: curl {url}{CONTROL_PLANE}/"
            );
        }
        // Other servers may offer these operations at other paths, or not at all.
        for (operation, endpoint) in self.server.bindings() {
            let (method, path) = (&endpoint.method, &endpoint.path);
            let _ = writeln!(
                text,
                "# {operation}, whose path the contract does not show: {method} {path}"
            );
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

    /// Renders the same facts as a JSON object in one line.
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
            event["variations"] = self.variations.iter().map(|variation| variation.id()).collect();
        }
        if let Some(says) = self.mutant {
            event["mutant"] = says.into();
        }
        event
    }
}

/// Returns the keys by their variables. These keys are valid only on this server.
fn keys(keys: &Keys) -> [(String, String); 4] {
    [
        (KeyName::Valid, &keys.valid),
        (KeyName::Revoked, &keys.revoked),
        (KeyName::Limited, &keys.limited),
        (KeyName::OtherTeam, &keys.other_team),
    ]
    .map(|(name, key)| (variable(name).to_owned(), key.clone()))
}
