//! The control plane's operations on agent jobs, checks, web pages, scrapes and notifications.

pub(crate) mod agents;
pub(crate) mod cache;
pub(crate) mod checks;
pub(crate) mod outbox;
pub(crate) mod scrapes;
pub(crate) mod web_pages;
