//! Mutants of string formats and patterns: not checked, or checked only superficially.

use webdata_spec::model::{Keyword, Operand, Pattern, StringFormat};

use super::builder::MutantBuilder;
use super::subject;

/// The number of seconds by which a minimum interval is wrong.
const MINUTE: u64 = 60;

impl MutantBuilder<'_> {
    pub(super) fn mutate_format(&mut self, path: &str, format: StringFormat) {
        let subject = subject::describe(path);
        let description = format!("{subject} is not checked for the format {}.", format.name());
        self.loosened(path, "unchecked", &description, |schema| {
            schema.set_constraint(Keyword::Format, None);
            schema.set_constraint(Keyword::MinimumInterval, None);
            Some(())
        });
        let (pattern, seems) = lookalike(format);
        let description =
            format!("{subject} counts as of the format {} if it {seems}.", format.name());
        self.loosened(path, "accepts-lookalikes", &description, move |schema| {
            schema.set_constraint(Keyword::Format, None);
            schema.set_constraint(Keyword::MinimumInterval, None);
            schema.set_constraint(Keyword::Pattern, Some(Operand::Pattern(Pattern::new(pattern))));
            Some(())
        });
    }

    pub(super) fn mutate_interval(&mut self, path: &str, limit: u64) {
        let subject = subject::describe(path);
        let mut changed = |suffix: &str, description: &str, interval: Option<u64>| {
            self.loosened(path, suffix, &format!("{subject} {description}."), move |schema| {
                schema.set_constraint(Keyword::MinimumInterval, interval.map(Operand::from));
                Some(())
            });
        };
        changed("unlimited", "may run at any interval", None);
        let shorter = limit.saturating_sub(MINUTE);
        let description = format!("may run every {shorter} seconds");
        changed("accepts-a-minute-less", &description, Some(shorter));
        let description = format!("may not run every {limit} seconds");
        changed("refuses-the-shortest", &description, Some(limit + MINUTE));
    }

    pub(super) fn mutate_pattern(&mut self, path: &str, pattern: &str) {
        let subject = subject::describe(path);
        let description = format!("{subject} is not checked against its pattern.");
        self.loosened(path, "unchecked", &description, |schema| {
            schema.set_constraint(Keyword::Pattern, None);
            Some(())
        });
        let mut other = |suffix: &str, description: &str, other: Option<String>| {
            let Some(other) = other.filter(|other| other != pattern) else { return };
            self.loosened(path, suffix, &format!("{subject} {description}."), move |schema| {
                schema.set_constraint(
                    Keyword::Pattern,
                    Some(Operand::Pattern(Pattern::new(other.clone()))),
                );
                Some(())
            });
        };
        let start = pattern.strip_prefix('^').map(str::to_owned);
        other(
            "unanchored-at-the-start",
            "may have anything before the match of its pattern",
            start,
        );
        let end = pattern.strip_suffix('$').map(str::to_owned);
        other("unanchored-at-the-end", "may have anything after the match of its pattern", end);
        let either = pattern.replace("[A-Z]", "[A-Za-z]");
        other("accepts-lower-case", "may be in lower case", Some(either));
    }
}

/// Returns a pattern that is easily confused with a format, and its description.
fn lookalike(format: StringFormat) -> (&'static str, &'static str) {
    match format {
        StringFormat::Uuid => ("^[0-9A-Za-z-]{36}$", "has 36 letters, digits and hyphens"),
        StringFormat::Uri => ("^[A-Za-z]+:", "starts with a scheme"),
        StringFormat::Email => ("@", "contains an at sign"),
        StringFormat::DateTime => ("^[0-9]{4}-", "starts with a year"),
        StringFormat::Date => ("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "has the digits of a date"),
        StringFormat::Time => ("^[0-9]{2}:", "starts with an hour"),
        StringFormat::Duration => ("^P", "starts with a P"),
        StringFormat::Hostname => ("^[^ /]+$", "has no space and no slash"),
        StringFormat::Ipv4 => (r"^[0-9]+(\.[0-9]+){3}$", "has four numbers"),
        StringFormat::Ipv6 => ("^[0-9a-f:.]+$", "has digits and colons"),
        StringFormat::JsonPointer => ("^/", "starts with a slash"),
        StringFormat::Regex => ("[a-z]", "has a letter"),
        StringFormat::TimeZone => ("^[A-Za-z_]+(/[A-Za-z_]+)*$", "consists of words and slashes"),
        StringFormat::Cron => (r"^[^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+$", "has five fields"),
        StringFormat::SchedulePhrase => ("^every ", "starts with `every`"),
    }
}
