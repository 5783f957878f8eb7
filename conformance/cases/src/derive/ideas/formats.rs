//! String formats: valid strings are accepted and invalid ones rejected; intervals of cron
//! expressions.

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, StringFormat};

use crate::case::Case;
use crate::derive::context::OperationContext;
use crate::derive::values::format_samples::{bad, good};
use crate::derive::values::places::Place;
use crate::derive::values::verdict::broken;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for (index, place) in context.places().iter().enumerate() {
        let Some(format) = place.schema.format() else { continue };
        let examples = place.schema.examples.iter().filter_map(Value::as_str);
        // The contract's own examples come first. Where a format is the service's own and has
        // examples, they are the only valid strings.
        let own = matches!(format, StringFormat::SchedulePhrase) && examples.clone().count() > 0;
        let made_up = good(format).iter().copied().filter(|_| !own);
        // A string that breaks the pattern or a limit, too, shows nothing of the format.
        let fits = |value: &str| broken(place.schema, &json!(value)).is_empty();
        for value in examples.chain(made_up).filter(|value| fits(value)) {
            let sent = match format {
                StringFormat::Uuid if place.property.generated => identity(value, index),
                _ => value.to_owned(),
            };
            found.extend(context.accept_at(place, "format", &slug(value), &json!(sent)));
        }
        // With letters behind it, the first one is bad still.
        let least = place.schema.count(Keyword::MinLength).unwrap_or(0) as usize;
        let longer = bad(format).first().map(|(name, value)| (*name, format!("{value:a<least$}")));
        let others = bad(format).iter().skip(1).map(|(name, value)| (*name, (*value).to_owned()));
        for (name, value) in longer.into_iter().chain(others).filter(|(_, value)| fits(value)) {
            found.extend(context.refuse_at(place, "format", name, &json!(value)));
        }
        if let Some(interval) = place.schema.count(Keyword::MinimumInterval) {
            found.extend(intervals(context, place, interval));
        }
    }
    found
}

/// Makes cases for runs that are too close within the hour, across the hour and across midnight,
/// and for runs that are just far enough apart.
///
/// The runs of `every-minute` and `steps` are always too close. Each other expression has two runs a
/// year that are, and others before them, so that a server which judges by the next runs accepts it
/// at any time of the day. The two runs are in July or in January: one of them is always far away.
fn intervals(context: &OperationContext<'_>, place: &Place<'_>, interval: u64) -> Vec<Case> {
    const HOUR: u64 = 60;
    let least = interval / 60;
    // Minutes are all that five fields can say, and the expressions below stay within an hour.
    if !interval.is_multiple_of(60) || !(2..=HOUR / 2).contains(&least) {
        return Vec::new();
    }
    let close = least - 1;
    let too_close = [
        ("within-the-hour", format!("0,30,{} 0 1 1 *", 30 + close)),
        ("at-the-end-of-the-hour", format!("0,{},59 0 1 1 *", 59 - close)),
        ("across-the-hour", format!("0,{} 0,1 1 1 *", HOUR - close)),
        ("across-midnight", format!("0,{} 0,23 1,2 1 *", HOUR - close)),
        ("across-the-month", format!("0,{} 0,23 1,31 7,8 *", HOUR - close)),
        ("every-minute", "* * * * *".to_owned()),
        ("steps", format!("*/{close} * * * *")),
    ];
    let far_enough = [
        ("at-within-the-hour", format!("0,{least} * * * *")),
        ("at-across-the-hour", format!("0,{} * * * *", HOUR - least)),
        ("at-across-midnight", format!("0,{} 0,23 * * *", HOUR - least)),
        ("hours-apart", format!("0,{} 0,12 * * *", HOUR - close)),
        ("days-apart", format!("0,{} 0,23 1 * *", HOUR - close)),
    ];
    let uneven = (least..HOUR).find(|step| !HOUR.is_multiple_of(*step) && HOUR % step < least);
    let uneven = uneven.map(|step| ("uneven-steps", format!("*/{step} 0,1 1 1 *")));
    let mut found = Vec::new();
    for (name, value) in too_close.into_iter().chain(uneven) {
        found.extend(context.refuse_at(place, "minimumInterval", name, &json!(value)));
    }
    for (name, value) in far_enough {
        found.extend(context.accept_at(place, "minimumInterval", name, &json!(value)));
    }
    found
}

/// Returns another UUID for each place: an item that a server knows by it may not become one of
/// another variant.
fn identity(uuid: &str, index: usize) -> String {
    let kept: String = uuid.chars().take(uuid.len().saturating_sub(4)).collect();
    format!("{kept}{index:04x}")
}

/// Spells a value as a part of an identity: letters, digits and hyphens.
fn slug(value: &str) -> String {
    let spelled = value.replace('*', "any").replace(',', " and ").replace('/', " per ");
    let words = spelled.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
