//! The data of the Web Data Service beside stored resources: web pages, earlier scrapes, jobs, checks and
//! notifications.

pub(crate) mod cache;
pub(crate) mod checks;
pub(crate) mod deliveries;
pub(crate) mod history;
pub(crate) mod job;
pub(crate) mod jobs;
pub(crate) mod outbox;
pub(crate) mod web;
