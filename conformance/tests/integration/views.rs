//! The views of a report: what they say, that nothing of a server's words acts in them, that no key
//! stands in them, and that the page works in a browser.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod browser;
mod logs;
mod page;
mod secrets;
mod told;
