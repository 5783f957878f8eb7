//! The texts of which neither crate knows the format; the runtime's functions judge them, so that they
//! cost the same here and there.

use std::time::Duration;

use webdata_runtime::string_format::StringFormat;

const CRON: StringFormat = StringFormat::Cron { minimum_interval: Some(Duration::from_secs(300)) };

pub(super) fn is_uuid(text: &str) -> bool {
    StringFormat::Uuid.check(text).is_ok()
}

pub(super) fn is_uri(text: &str) -> bool {
    StringFormat::Uri.check(text).is_ok()
}

pub(super) fn is_email(text: &str) -> bool {
    StringFormat::Email.check(text).is_ok()
}

pub(super) fn is_cron(text: &str) -> bool {
    CRON.check(text).is_ok()
}

pub(super) fn is_phrase(text: &str) -> bool {
    StringFormat::SchedulePhrase.check(text).is_ok()
}

pub(super) fn is_time_zone(text: &str) -> bool {
    StringFormat::TimeZone.check(text).is_ok()
}
