//! Formats and patterns of texts: unchecked, or only looked at.

use std::time::Duration;

use webdata_spec::model::{Schema, Shape, StringFormat, Text};

use super::builder::MutantBuilder;
use super::subject;

/// How far a smallest interval is off.
const MINUTE: Duration = Duration::from_secs(60);

impl MutantBuilder<'_> {
    pub(super) fn mutate_text(&mut self, schema: &Schema, path: &str, word: &str) {
        let Shape::String(text) = &schema.shape else { return };
        let subject = subject::describe(path);
        match (word, text.format, &text.pattern) {
            ("format", Some(format), _) => {
                let says = format!("{subject} is not held against the format {}.", format.name());
                self.loosened(path, "unchecked", &says, |own| {
                    text_of(own).map(|t| t.format = None)
                });
                let (pattern, seems) = lookalike(format);
                let says =
                    format!("{subject} passes for the format {} once it {seems}.", format.name());
                self.loosened(path, "accepts-lookalikes", &says, move |own| {
                    let text = text_of(own)?;
                    text.format = None;
                    text.pattern = Some(pattern.to_owned());
                    Some(())
                });
            }
            ("minimumInterval", Some(StringFormat::Cron { minimum_interval: Some(limit) }), _) => {
                let mut changed = |way: &str, says: &str, minimum_interval: Option<Duration>| {
                    self.loosened(path, way, &format!("{subject} {says}."), move |own| {
                        text_of(own)?.format = Some(StringFormat::Cron { minimum_interval });
                        Some(())
                    });
                };
                changed("unlimited", "may run at any interval", None);
                let shorter = limit.saturating_sub(MINUTE);
                let says = format!("may run every {} seconds", shorter.as_secs());
                changed("accepts-a-minute-less", &says, Some(shorter));
                let says = format!("may not run every {} seconds", limit.as_secs());
                changed("refuses-the-shortest", &says, Some(limit + MINUTE));
            }
            ("pattern", _, Some(pattern)) => self.mutate_pattern(path, pattern),
            _ => {}
        }
    }

    fn mutate_pattern(&mut self, path: &str, pattern: &str) {
        let subject = subject::describe(path);
        let says = format!("{subject} is not held against its pattern.");
        self.loosened(path, "unchecked", &says, |own| text_of(own).map(|text| text.pattern = None));
        let mut other = |way: &str, says: &str, other: Option<String>| {
            let Some(other) = other.filter(|other| other != pattern) else { return };
            self.loosened(path, way, &format!("{subject} {says}."), move |own| {
                text_of(own)?.pattern = Some(other.clone());
                Some(())
            });
        };
        let start = pattern.strip_prefix('^').map(str::to_owned);
        other(
            "unanchored-at-the-start",
            "may have anything before what its pattern asks for",
            start,
        );
        let end = pattern.strip_suffix('$').map(str::to_owned);
        other("unanchored-at-the-end", "may have anything after what its pattern asks for", end);
        let either = pattern.replace("[A-Z]", "[A-Za-z]");
        other("accepts-lower-case", "may be in lower case", Some(either));
    }
}

fn text_of(schema: &mut Schema) -> Option<&mut Text> {
    match &mut schema.shape {
        Shape::String(text) => Some(text),
        _ => None,
    }
}

/// What is easily taken for a format: a pattern, and what it asks for.
fn lookalike(format: StringFormat) -> (&'static str, &'static str) {
    match format {
        StringFormat::Uuid => ("^[0-9A-Za-z-]{36}$", "has 36 letters, digits and hyphens"),
        StringFormat::Uri => ("^[A-Za-z]+:", "starts with a scheme"),
        StringFormat::Email => ("@", "holds an at sign"),
        StringFormat::DateTime => ("^[0-9]{4}-", "starts with a year"),
        StringFormat::TimeZone => ("^[A-Za-z_]+(/[A-Za-z_]+)*$", "is made of words and slashes"),
        StringFormat::Cron { .. } => (r"^[^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+$", "has five fields"),
        StringFormat::SchedulePhrase => ("^every ", "starts with `every`"),
    }
}
