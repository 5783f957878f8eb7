//! The outbox: e-mails that were written, none of which is ever sent.
//!
//! It must not hold a key or the headers of a webhook.

use serde::Serialize;

use crate::bounded_log::BoundedLog;

/// An e-mail.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Email {
    pub(crate) at: String,
    pub(crate) monitor_id: String,
    pub(crate) check_id: String,
    pub(crate) recipients: Vec<String>,
    pub(crate) subject: String,
    pub(crate) text: String,
}

/// The newest e-mails.
pub(crate) type Outbox = BoundedLog<Email>;
