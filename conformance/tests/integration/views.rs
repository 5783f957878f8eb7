//! The views of a report: what they say, that nothing of a server's words acts in them, that no key
//! stands in them, and that the page works in a browser.

mod browser;
mod logs;
mod page;
mod reports;
mod secrets;
