//! What the server writes down about scrapes: its log, which SIEM events of an organisation are
//! taken from as well.
//!
//! It must not hold a key, nor what the contract says is not logged.

use serde_json::json;

use super::request::ScrapeRequest;
use crate::contract::schema::Properties;
use crate::world::request_log::beginning;

/// Writes down a scrape. Whether an organisation has SIEM logging is not modelled: every one has.
pub(super) fn write(request: &ScrapeRequest<'_>, is_refused: bool) {
    let mut entry = Properties::new();
    entry.insert("team".to_owned(), json!(request.team));
    entry.insert("refused".to_owned(), is_refused.into());
    // Whatever is refused under lockdown is treated as the miss that it almost always is.
    let is_miss = is_refused && request.flag("lockdown");
    if !(is_miss && request.has_clause("lockdown.behaviour.url-not-logged")) {
        entry.insert("url".to_owned(), beginning(request.url).into());
    }
    let audit = request.options.get("auditMetadata");
    if let Some(audit) =
        audit.filter(|_| request.contract().has_clause("AuditMetadata.behaviour.in-siem-events"))
    {
        entry.insert("auditMetadata".to_owned(), audit.clone());
    }
    request.backend.world.scrapes.add(entry.into());
}
