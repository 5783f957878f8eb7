//! The behaviour of the Web Data Service, which no contract can state: scraping, agent jobs, monitors and their
//! checks, deliveries of webhooks, e-mails.

pub(crate) mod agents;
mod charging;
pub(crate) mod checks;
pub(crate) mod control;
pub(crate) mod deliveries;
mod emails;
pub(crate) mod monitors;
pub(crate) mod operations;
pub(crate) mod scrape;
mod staging;
pub(crate) mod world;
