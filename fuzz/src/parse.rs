//! Checks that `parse` ends without a panic for any bytes. A parsed value must be valid and must stay the
//! same when it is written and parsed again. `check` must agree with `parse` on the JSON value.
//!
//! The first byte chooses the type, so that one corpus serves all types. In the seeds it is a printable character.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webdata::{ParseError, Violations};

/// The functions by which a type validates JSON text, a JSON value, and its own values.
struct Judge<T> {
    parse: fn(&[u8]) -> Result<T, ParseError>,
    check: fn(&Value) -> Result<T, Violations>,
    validate: fn(&T) -> Result<(), Violations>,
}

macro_rules! judge {
    ($type:ty, $json:expr) => {
        Judge { parse: <$type>::parse, check: <$type>::check, validate: <$type>::validate }
            .judge($json)
    };
}

/// Parses the bytes as the type that the first byte chooses.
pub fn check(bytes: &[u8]) {
    let Some((choice, json)) = bytes.split_first() else { return };
    match choice % 12 {
        0 => judge!(webdata::monitor::MonitorUpdate, json),
        1 => judge!(webdata::monitor::MonitorResponse, json),
        2 => judge!(webdata::scrape::ScrapeOptions, json),
        3 => judge!(webdata::target::MonitorTarget, json),
        4 => judge!(webdata::schedule::MonitorSchedule, json),
        5 => judge!(webdata::action::Action, json),
        6 => judge!(webdata::scrape_format::Format, json),
        7 => judge!(webdata::error_body::ErrorBody, json),
        8 => judge!(webdata::scrape::ScrapeRequest, json),
        9 => judge!(webdata::agent::AgentRequest, json),
        10 => judge!(webdata::agent::AgentStatus, json),
        _ => judge!(webdata::threat_protection::ThreatProtectionOverride, json),
    }
}

impl<T: Serialize + DeserializeOwned + PartialEq + Debug> Judge<T> {
    fn judge(&self, json: &[u8]) {
        // `serde` alone must agree on valid values only; for others it must just end.
        let plain = serde_json::from_slice::<T>(json);
        let checked = serde_json::from_slice(json).map(|value| (self.check)(&value));
        let (value, checked) = match ((self.parse)(json), checked) {
            (Ok(value), Ok(checked)) => (value, checked),
            (Err(ParseError::Violations(violations)), Ok(checked)) => {
                let checked = checked.err().unwrap_or_default();
                assert_eq!(
                    sorted(&violations),
                    sorted(&checked),
                    "`parse` and `check` report different violations"
                );
                return;
            }
            (Err(ParseError::Json { .. }), Err(_)) => return,
            (parsed, checked) => panic!("`parse` gives {parsed:?}, but `check` gives {checked:?}"),
        };
        assert_eq!(checked.as_ref(), Ok(&value), "`check` and `parse` give different values");
        assert_eq!((self.validate)(&value), Ok(()), "a parsed value is invalid");
        let text = write(&value);
        let again = (self.parse)(text.as_bytes());
        let again = again
            .unwrap_or_else(|error| panic!("{text} was written, but cannot be parsed: {error}"));
        assert_eq!(write(&again), text);
        match plain {
            Ok(plain) => assert_eq!(write(&plain), text),
            Err(error) if error.to_string().contains("is given more than once") => {}
            Err(error) => panic!("a valid value is rejected by `serde` alone: {error}"),
        }
    }
}

/// Sorts the violations, because `parse` and `check` may report them in different orders of the properties.
fn sorted(violations: &Violations) -> Vec<(&str, &str, String)> {
    let mut all: Vec<_> = violations
        .iter()
        .map(|violation| {
            (violation.pointer.as_str(), violation.clause.as_str(), violation.message.to_string())
        })
        .collect();
    all.sort_unstable();
    all
}

fn write<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("cannot be written: {error}"))
}
