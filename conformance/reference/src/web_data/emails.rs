//! E-mail: the summaries of checks, put into an outbox. No e-mail is ever sent.
//!
//! An e-mail contains no key and no header of a webhook.

use std::fmt::Write;

use serde_json::Value;

use crate::contract::schema::{self, Properties};
use crate::web_data::service::WebData;
use crate::web_data::world::checks::Check;
use crate::web_data::world::outbox::Email;
use crate::world::clock::moment;

/// The type that configures e-mail, and the clauses that describe its effect.
const TYPE: &str = "EmailNotification";
const SUMMARIES: &str = "events.monitor-email.behaviour.summaries";
const INCLUDE_DIFFS: &str = "events.monitor-email.behaviour.include-diffs";

/// Puts an e-mail to the recipients of a monitor into the outbox, if e-mail is switched on and has
/// recipients.
pub(crate) fn announce(service: &WebData, monitor: &Properties, check: &Check) {
    let contract = &service.contract;
    let email = monitor.get("notification").and_then(|notification| notification.get("email"));
    let Some(email) = email.filter(|_| contract.has_clause(SUMMARIES)) else {
        return;
    };
    let setting = |name| schema::effective_value(&contract.spec, TYPE, email, name);
    let is_on = |name| setting(name).is_some_and(|value| value == true);
    let recipients = setting("recipients").and_then(Value::as_array).into_iter().flatten();
    let recipients: Vec<String> = recipients.filter_map(Value::as_str).map(str::to_owned).collect();
    if !is_on("enabled") || recipients.is_empty() {
        return;
    }
    let counts = check.summary.iter().map(|(name, count)| format!("{name}: {count}"));
    let counts: Vec<String> = counts.collect();
    let mut text = counts.join("\n") + "\n";
    if is_on("includeDiffs") && contract.has_clause(INCLUDE_DIFFS) {
        for page in &check.pages {
            if let Some(diff) = &page.diff {
                // Writing to a string cannot fail.
                let _ = write!(text, "\n{}\n{diff}", page.url);
            }
        }
    }
    let name = monitor.get("name").and_then(Value::as_str).unwrap_or_default();
    service.state.outbox.add(Email {
        at: moment(service.world.clock.now()),
        monitor_id: check.monitor_id.clone(),
        check_id: check.id.clone(),
        recipients,
        subject: format!("{name} was checked"),
        text,
    });
}
