//! What the server writes down about scrapes: its log, which SIEM events of an organisation are
//! taken from as well.
//!
//! It must not hold a key, nor what the contract says is not logged.

use serde_json::{Value, json};

use super::super::request_log::beginning;
use super::super::ring::Ring;
use super::super::store::Properties;
use super::asked::Asked;

/// The newest entries.
#[derive(Debug, Default)]
pub(in super::super) struct Log(Ring<Value>);

impl Log {
    /// Every entry, the oldest first.
    pub(in super::super) fn entries(&self) -> Vec<Value> {
        self.0.entries()
    }

    /// Forgets every entry.
    pub(in super::super) fn reset(&self) {
        self.0.reset();
    }

    /// Writes down a scrape. Whether an organisation has SIEM logging is not modelled: every one has.
    pub(super) fn write(&self, asked: &Asked<'_>, is_refused: bool) {
        let mut entry = Properties::new();
        entry.insert("team".to_owned(), json!(asked.team));
        entry.insert("refused".to_owned(), is_refused.into());
        // Whatever is refused under lockdown is treated as the miss that it almost always is.
        let is_miss = is_refused && asked.flag("lockdown");
        if !(is_miss && asked.says("lockdown.behaviour.url-not-logged")) {
            entry.insert("url".to_owned(), beginning(asked.url).into());
        }
        let audit = asked.options.get("auditMetadata");
        if let Some(audit) =
            audit.filter(|_| asked.contract().says("AuditMetadata.behaviour.in-siem-events"))
        {
            entry.insert("auditMetadata".to_owned(), audit.clone());
        }
        self.0.add(entry.into());
    }
}
