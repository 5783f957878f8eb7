//! The views of a report: their contents, that no string of a server becomes markup or a command, that no key
//! is shown, and that the page works in a browser.

mod browser;
mod ci_formats;
mod layout;
mod page;
mod reports;
mod secrets;
