//! The outbox: e-mails that services write. None of them is ever sent.
//!
//! E-mails hold neither keys nor the headers of webhooks.

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
