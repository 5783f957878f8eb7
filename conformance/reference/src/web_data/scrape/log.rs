//! The log of scrapes, which also provides the SIEM events of an organisation.
//!
//! The log contains no key and nothing that the contract forbids to log.

use serde_json::json;

use super::request::ScrapeRequest;
use crate::contract::schema::Properties;
use crate::world::request_log::truncated;

/// Logs a scrape. SIEM logging is not modelled as a setting; every organisation has it.
pub(super) fn write(request: &ScrapeRequest<'_>, is_rejected: bool) {
    let mut entry = Properties::new();
    entry.insert("team".to_owned(), json!(request.team));
    entry.insert("refused".to_owned(), is_rejected.into());
    // Every rejection under lockdown counts as a cache miss, which it almost always is.
    let is_miss = is_rejected && request.flag("lockdown");
    if !(is_miss && request.has_clause("lockdown.behaviour.url-not-logged")) {
        entry.insert("url".to_owned(), truncated(request.url).into());
    }
    let audit = request.options.get("auditMetadata");
    if let Some(audit) =
        audit.filter(|_| request.contract().has_clause("AuditMetadata.behaviour.in-siem-events"))
    {
        entry.insert("auditMetadata".to_owned(), audit.clone());
    }
    request.service.state.scrapes.add(entry.into());
}
