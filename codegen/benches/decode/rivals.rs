//! What others would pick, for the update of a monitor: hand-written types with `validator` or
//! `serde_valid`.
//!
//! How a page is scraped is a JSON value here, which no body that these types decode has. `typify` cannot
//! take part: it knows no `if` and `then`, which tell the variants of unions apart in the exported schema.

#![expect(dead_code, reason = "what is decoded is not read; decoding it is what is measured")]

#[expect(clippy::ptr_arg, reason = "the derive hands over fields as they are")]
mod serde_valid;
#[expect(clippy::ptr_arg, reason = "the derive hands over fields as they are")]
mod validator;

use std::hint::black_box;
use std::time::Duration;

use webdata_runtime::string_format::StringFormat;

use super::decoders::Decoder;

/// All of them, each with its name.
pub(crate) fn all() -> [(&'static str, Decoder); 2] {
    [("validator", Box::new(by_validator)), ("serde_valid", Box::new(by_serde_valid))]
}

fn by_validator(json: &[u8]) -> Result<usize, String> {
    use ::validator::Validate as _;
    let value: validator::MonitorUpdate =
        serde_json::from_slice(json).map_err(|error| error.to_string())?;
    match black_box(value).validate() {
        Ok(()) => Ok(0),
        Err(errors) => Ok(validator::count(&black_box(errors))),
    }
}

fn by_serde_valid(json: &[u8]) -> Result<usize, String> {
    use ::serde_valid::Validate as _;
    let value: serde_valid::MonitorUpdate =
        serde_json::from_slice(json).map_err(|error| error.to_string())?;
    match black_box(value).validate() {
        Ok(()) => Ok(0),
        Err(errors) => Ok(serde_valid::count(&black_box(errors))),
    }
}

// The formats that neither crate knows. The runtime's functions judge them, so that they cost the same here and
// there.
const CRON: StringFormat = StringFormat::Cron { minimum_interval: Some(Duration::from_secs(300)) };

fn is_uuid(text: &str) -> bool {
    StringFormat::Uuid.check(text).is_ok()
}

fn is_uri(text: &str) -> bool {
    StringFormat::Uri.check(text).is_ok()
}

fn is_email(text: &str) -> bool {
    StringFormat::Email.check(text).is_ok()
}

fn is_cron(text: &str) -> bool {
    CRON.check(text).is_ok()
}

fn is_phrase(text: &str) -> bool {
    StringFormat::SchedulePhrase.check(text).is_ok()
}

fn is_time_zone(text: &str) -> bool {
    StringFormat::TimeZone.check(text).is_ok()
}
