//! The texts of which neither crate knows the format; the runtime's functions judge them, so that they
//! cost the same here and there.

use std::time::Duration;

use webdata_runtime::format::Format;

const CRON: Format = Format::Cron { minimum_interval: Some(Duration::from_secs(300)) };

pub(super) fn is_uuid(text: &str) -> bool {
    Format::Uuid.check(text).is_ok()
}

pub(super) fn is_uri(text: &str) -> bool {
    Format::Uri.check(text).is_ok()
}

pub(super) fn is_email(text: &str) -> bool {
    Format::Email.check(text).is_ok()
}

pub(super) fn is_cron(text: &str) -> bool {
    CRON.check(text).is_ok()
}

pub(super) fn is_phrase(text: &str) -> bool {
    Format::SchedulePhrase.check(text).is_ok()
}

pub(super) fn is_time_zone(text: &str) -> bool {
    Format::TimeZone.check(text).is_ok()
}
