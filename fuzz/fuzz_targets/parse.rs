//! Whatever the bytes are: `parse` ends without a panic, and what it took is written and read again
//! as it was.
//!
//! The first byte chooses the type, so that one corpus serves all.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use webdata::ParseError;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, json)) = bytes.split_first() else { return };
    match choice % 8 {
        0 => check(json, webdata::monitor::MonitorUpdate::parse),
        1 => check(json, webdata::monitor::MonitorResponse::parse),
        2 => check(json, webdata::scrape::ScrapeOptions::parse),
        3 => check(json, webdata::target::MonitorTarget::parse),
        4 => check(json, webdata::schedule::MonitorSchedule::parse),
        5 => check(json, webdata::action::Action::parse),
        6 => check(json, webdata::format::Format::parse),
        _ => check(json, webdata::error::ErrorBody::parse),
    }
});

fn check<T: Serialize + DeserializeOwned>(json: &[u8], parse: fn(&[u8]) -> Result<T, ParseError>) {
    // Plain reading has a judgement of its own only of what is valid; elsewhere it must just end.
    let plain = serde_json::from_slice::<T>(json);
    let Ok(value) = parse(json) else { return };
    let text = write(&value);
    let again = parse(text.as_bytes());
    let again = again.unwrap_or_else(|error| panic!("written as {text}: {error}"));
    assert_eq!(write(&again), text);
    match plain {
        Ok(plain) => assert_eq!(write(&plain), text),
        Err(error) if error.to_string().contains("is given more than once") => {}
        Err(error) => panic!("valid, but plainly: {error}"),
    }
}

fn write<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("is not written: {error}"))
}
