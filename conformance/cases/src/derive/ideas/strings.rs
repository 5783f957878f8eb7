//! Strings: formats and patterns. The server must accept valid strings and reject invalid ones.

use std::collections::HashSet;

use regex::Regex;
use serde_json::{Value, json};
use webdata_spec::model::{Gap, Keyword, Observation, Probe, Schema, StringFormat};

use crate::case::{Case, Sentence};
use crate::derive::context::OperationContext;
use crate::derive::values::format_samples::{
    URI_LENGTH, numbered_uuid, string_of_length, strings, valid_samples,
};
use crate::derive::values::phrases;
use crate::derive::values::places::{BodyPlace, Position, Spread};
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::broken;

/// The length of a long URI. Some databases have columns that are too short for it.
const LONG_URI: usize = 2048;

/// A time zone with an offset of no whole hours from UTC, and without daylight saving time.
const HALF_HOURS_AHEAD: &str = "Asia/Kolkata";

/// A cron expression with a run in an hour that daylight saving time skips once a year, and the time zone.
const LEFT_OUT_HOUR: [&str; 2] = ["30 2 * * *", "America/New_York"];

/// A cron expression with runs at 1:58 and 3:00, and the time zone. The runs are two minutes apart on the day whose
/// clocks skip the hour from 2:00 on.
const CLOSE_ONCE_A_YEAR: [&str; 2] = ["0,58 1,3 * * *", "America/New_York"];

/// Makes cases of formats, of intervals of cron expressions and of phrases in another time zone.
///
/// Valid strings, and the most revealing of the others, are sent to several places. The rest are sent to one place of
/// each operation, because servers parse a format alike everywhere.
pub(super) fn formats(context: &OperationContext<'_>) -> Vec<Case> {
    let (mut cases, mut seen) = (Vec::new(), HashSet::new());
    for (index, place) in context.places.iter().enumerate() {
        let Some(format) = place.schema.format() else { continue };
        let is_first = seen.insert(format);
        cases.extend(at_place(context, place, format, (is_first, index)));
        if let Some(interval) = place.schema.count(Keyword::MinimumInterval) {
            cases.extend(intervals(context, place, interval));
        }
        cases.extend(schedule_with_time_zone(context, place, format));
        cases.extend(close_when_clocks_change(context, place, format));
    }
    cases
}

/// Returns whether a string keeps all keywords but perhaps its format. A string that breaks a limit, too,
/// shows nothing about the format.
fn keeps_other_keywords(schema: &Schema, value: &str) -> bool {
    broken(schema, &json!(value)).is_empty()
}

/// Makes cases with the contract's examples, and with strings of the format: the most revealing ones at each place, all
/// others at the first place.
fn at_place(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    format: StringFormat,
    (is_first, index): (bool, usize),
) -> Vec<Case> {
    let known = strings(format);
    let examples = place.schema.examples.iter().filter_map(Value::as_str);
    // The contract's examples come first. For a format that only this service has, they are the only known
    // valid strings.
    let has_own_examples = format == StringFormat::SchedulePhrase && examples.clone().count() > 0;
    let made_up = known.valid.iter().copied().filter(|_| !has_own_examples);
    let examples = examples.map(|value| (slug(value), value, Sentence::STATED));
    let made_up = made_up.map(|value| (slug(value), value, known.valid_by));
    let usual = examples.chain(made_up);
    let once = known.valid_once.iter().filter(|_| is_first);
    let unusual = known.valid_everywhere.iter().chain(once);
    let unusual = unusual.map(|(name, value, sentence)| ((*name).to_owned(), *value, *sentence));
    let accept = |(name, value, sentence): (String, &str, Sentence)| {
        // Identities are different at each place.
        let sent = match format {
            StringFormat::Uuid if place.property.generated => numbered_uuid(value, index),
            _ => value.to_owned(),
        };
        let is_meant = keeps_other_keywords(place.schema, value);
        let case = context.accept_at(place, "format", &name, &json!(sent)).filter(|_| is_meant)?;
        Some(case.because(sentence))
    };
    let mut cases: Vec<Case> = usual.filter_map(accept).collect();
    // The first invalid string stays invalid with letters appended, which gives it the minimum length.
    let min_length = place.schema.count(Keyword::MinLength).unwrap_or(0) as usize;
    for (at, (name, value, sentence)) in known.invalid.iter().enumerate() {
        let longer = if at == 0 { format!("{value:a<min_length$}") } else { (*value).to_owned() };
        cases.extend(rejected(context, place, (name, &longer, *sentence), Spread::new(at, false)));
    }
    cases.extend(unusual.filter_map(accept));
    let long = string_of_length(format, LONG_URI).filter(|_| format == StringFormat::Uri);
    if let Some(long) = long.filter(|value| keeps_other_keywords(place.schema, value)) {
        let case = context.accept_at(place, "format", "long", &json!(long));
        cases.extend(case.map(|case| case.because(URI_LENGTH)));
    }
    let once = known.invalid_once.iter().filter(|_| is_first);
    for (name, value, sentence) in known.invalid_everywhere.iter().chain(once) {
        cases.extend(rejected(context, place, (name, value, *sentence), Spread::FirstPlace));
    }
    cases
}

/// Makes cases with a string of a wrong format. If the string also breaks the pattern, both keywords must have the
/// same error: the server may check either first.
fn rejected(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    (name, value, sentence): (&str, &str, Sentence),
    spread: Spread,
) -> Vec<Case> {
    let broken = broken(place.schema, &json!(value));
    let is_alone = broken.is_empty();
    if !is_alone && (broken != [Keyword::Pattern] || place.error.is_none()) {
        return Vec::new();
    }
    let cases = context.reject_at(place, "format", (name, &json!(value)), spread);
    let mut cases: Vec<Case> = cases.into_iter().map(|case| case.because(sentence)).collect();
    if !is_alone {
        cases.iter_mut().for_each(|case| case.breaks = None);
    }
    cases
}

/// Makes a case with a schedule and a time zone. The schedule is a phrase with a time of day, or a cron expression
/// with a run in an hour that clocks skip once a year.
fn schedule_with_time_zone(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    format: StringFormat,
) -> Option<Case> {
    let examples = place.schema.examples.iter().filter_map(Value::as_str);
    let has_time = |text: &&str| phrases::runs(text).is_some_and(|runs| runs.at.is_some());
    let (name, value, zone) = match format {
        StringFormat::SchedulePhrase => {
            ("in-another-time-zone", examples.rev().find(has_time)?, HALF_HOURS_AHEAD)
        }
        StringFormat::Cron => ("in-a-left-out-hour", LEFT_OUT_HOUR[0], LEFT_OUT_HOUR[1]),
        _ => return None,
    };
    let body = with_time_zone(context, place, value, zone)?;
    let parts = [place.name.as_str(), "format", name];
    let case = context.accept(&parts, (place.schema.level, place.clause("format")), body)?;
    Some(case.because(Sentence::STATED))
}

/// Makes the case of a schedule whose runs are too close only when clocks are put forward. A gap leaves open whether
/// the minimum interval applies to such runs.
fn close_when_clocks_change(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    format: StringFormat,
) -> Option<Case> {
    place.schema.count(Keyword::MinimumInterval).filter(|_| format == StringFormat::Cron)?;
    let [value, zone] = CLOSE_ONCE_A_YEAR;
    let is_open = |gap: &&Gap| {
        let probe = Observation::Probe(Probe::OpenValue);
        gap.place == place.schema.clause && gap.observation == probe
    };
    let gap = context.spec.gaps.values().find(is_open)?;
    let body = with_time_zone(context, place, value, zone)?;
    let parts = [place.name.as_str(), "minimumInterval", "when-clocks-change"];
    let clause = place.clause(Keyword::MinimumInterval.name());
    let case = context.accept(&parts, (place.schema.level, clause), body)?;
    Some(case.with_open_rejection(gap))
}

/// Returns a body with a schedule and, beside it, a time zone.
fn with_time_zone(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    value: &str,
    zone: &str,
) -> Option<Value> {
    let mut body = place.body(&json!(value), Position::Only);
    let zones = context.stored_properties().into_iter().find_map(|(name, schema)| {
        let properties = &context.spec.object_of(schema)?.properties;
        properties.values().find(|property| property.schema.clause == place.property.clause)?;
        let is_zone = |schema: &Schema| schema.format() == Some(StringFormat::TimeZone);
        let (zone, property) = properties.iter().find(|(_, property)| is_zone(&property.schema))?;
        Some((name, zone, &property.schema))
    });
    let fits = |(.., schema): &(&str, &String, &Schema)| {
        keeps_other_keywords(schema, zone) && keeps_other_keywords(place.schema, value)
    };
    let (outer, inner, _) = zones.filter(fits)?;
    body[outer][inner] = json!(zone);
    Some(body)
}

/// Makes cases with runs that are too close: within an hour, across an hour and across midnight. Other cases
/// have runs that are just far enough apart.
///
/// The runs of `every-minute` and `steps` are always too close. Most other expressions have only two runs a
/// year that are too close, with other runs before them. A server that evaluates only the next runs therefore
/// accepts them at any time of the day. The two runs are in July or in January, so one of these months is
/// always far away.
fn intervals(context: &OperationContext<'_>, place: &BodyPlace<'_>, interval: u64) -> Vec<Case> {
    const HOUR: u64 = 60;
    let minutes = interval / 60;
    // The five fields of cron have minutes as their smallest unit, and the expressions below stay within an
    // hour.
    if !interval.is_multiple_of(60) || !(2..=HOUR / 2).contains(&minutes) {
        return Vec::new();
    }
    let close = minutes - 1;
    let many = HOUR - 2 * minutes;
    let dense = |days: &str| format!("0-{many}/{minutes},{} 0-20/2,23 {days}", HOUR - close);
    let too_close = [
        ("within-the-hour", format!("0,30,{} 0 1 1 *", 30 + close)),
        ("at-the-end-of-the-hour", format!("0,{},59 0 1 1 *", 59 - close)),
        ("across-the-hour", format!("0,{} 0,1 1 1 *", HOUR - close)),
        ("across-every-hour", format!("0,{} * * * *", HOUR - 1)),
        ("across-midnight", format!("0,{} 0,23 1,2 1 *", HOUR - close)),
        ("across-the-month", format!("0,{} 0,23 1,31 7,8 *", HOUR - close)),
        // Hundreds of runs come before those that are too close.
        ("dense-across-the-month", dense("1,31 7,8 *")),
        ("dense-across-midnight", dense("1-5 1 *")),
        ("every-minute", "* * * * *".to_owned()),
        ("steps", format!("*/{close} * * * *")),
    ];
    let far_enough = [
        ("at-within-the-hour", format!("0,{minutes} * * * *")),
        ("at-across-the-hour", format!("0,{} * * * *", HOUR - minutes)),
        ("at-across-midnight", format!("0,{} 0,23 * * *", HOUR - minutes)),
        ("hours-apart", format!("0,{} 0,12 * * *", HOUR - close)),
        ("days-apart", format!("0,{} 0,23 1 * *", HOUR - close)),
    ];
    let uneven = (minutes..HOUR).find(|step| !HOUR.is_multiple_of(*step) && HOUR % step < minutes);
    let uneven = uneven.map(|step| ("uneven-steps", format!("*/{step} 0,1 1 1 *")));
    let mut cases = Vec::new();
    for (index, (name, value)) in too_close.into_iter().chain(uneven).enumerate() {
        let value = (name, &json!(value));
        cases.extend(context.reject_at(place, "minimumInterval", value, Spread::new(index, false)));
    }
    for (name, value) in far_enough {
        cases.extend(context.accept_at(place, "minimumInterval", name, &json!(value)));
    }
    cases
}

/// Converts a value to a part of an identity: letters, digits and hyphens.
fn slug(value: &str) -> String {
    let spelled = value.replace('*', "any").replace(',', " and ").replace('/', " per ");
    let words = spelled.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Valid URLs of several schemes, and a URL without a host.
const OTHERS: [(&str, &str); 8] = [
    ("ftp", "ftp://example.com/page"),
    ("file", "file:///etc/hosts"),
    ("mailto", "mailto:ada@example.com"),
    ("javascript", "javascript:void(0)"),
    ("data", "data:text/plain,hello"),
    ("one-slash", "http:/example.com"),
    ("no-host", "http://"),
    ("port-alone", "https://:443/"),
];

/// Makes cases of patterns: a matching string, and strings that almost match.
pub(super) fn patterns(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        if place.schema.format() == Some(StringFormat::Uri) {
            cases.extend(other_urls(context, place));
            continue;
        }
        cases.extend(other_samples_of_format(context, place));
        let Some(breaks) = breaks_only_the_pattern(place.schema) else { continue };
        let good = context.samples.value(place.schema, Extent::Minimal);
        cases.extend(context.accept_at(place, "pattern", "good", &good));
        let others = almost_matching(good.as_str().unwrap_or_default(), breaks);
        cases.extend(rejected_by_pattern(context, place, others));
    }
    cases.into_iter().map(|case| case.because(Sentence::STATED)).collect()
}

/// Makes cases with other strings of the format, which the pattern does not allow: samples, and samples in
/// capitals if the format allows capitals.
fn other_samples_of_format(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Vec<Case> {
    let schema = place.schema;
    let Some(format) = schema.format().filter(|_| schema.pattern().is_some()) else {
        return Vec::new();
    };
    let has_capitals = match format {
        StringFormat::Uuid
        | StringFormat::Email
        | StringFormat::Hostname
        | StringFormat::Ipv6
        | StringFormat::JsonPointer
        | StringFormat::Regex => true,
        StringFormat::Uri
        | StringFormat::DateTime
        | StringFormat::Date
        | StringFormat::Time
        | StringFormat::Duration
        | StringFormat::Ipv4
        | StringFormat::TimeZone
        | StringFormat::Cron
        | StringFormat::SchedulePhrase => false,
    };
    let known =
        valid_samples(format).iter().map(|sample| ("other-of-the-format", (*sample).to_owned()));
    let capitals = valid_samples(format).iter().filter(|_| has_capitals);
    let capitals = capitals.map(|capitals| ("in-capitals", capitals.to_uppercase()));
    let mut names = HashSet::new();
    let others = known.chain(capitals);
    let others = others.filter(|(_, text)| broken(schema, &json!(text)) == [Keyword::Pattern]);
    rejected_by_pattern(context, place, others.filter(|(name, _)| names.insert(*name)))
}

/// Makes cases with strings that break the pattern of a place.
fn rejected_by_pattern<'n>(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    strings: impl IntoIterator<Item = (&'n str, String)>,
) -> Vec<Case> {
    let rejected = |(index, (name, text)): (usize, (&str, String))| {
        context.reject_at(place, "pattern", (name, &json!(text)), Spread::new(index, false))
    };
    strings.into_iter().enumerate().flat_map(rejected).collect()
}

/// Makes cases with URLs that the pattern does not allow.
fn other_urls(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Vec<Case> {
    let Some(matches) = pattern(place.schema) else { return Vec::new() };
    let others = OTHERS.iter().filter(|(_, url)| !matches.is_match(url));
    // An allowed URL as the query of a disallowed URL.
    let good = context.samples.value(place.schema, Extent::Minimal);
    let before =
        others.clone().next().zip(good.as_str()).map(|((_, url), good)| format!("{url}?{good}"));
    let before = before.filter(|value| !matches.is_match(value));
    let others = others.map(|(name, url)| (*name, (*url).to_owned()));
    let all = others.chain(before.map(|value| ("something-before", value)));
    rejected_by_pattern(context, place, all)
}

/// Returns a function that tests whether a string breaks the pattern and keeps the length limits. Returns `None` for
/// a schema without a pattern, or with a format, which `formats` tests.
fn breaks_only_the_pattern(schema: &Schema) -> Option<impl Fn(&str) -> bool> {
    let matches = pattern(schema).filter(|_| schema.format().is_none())?;
    let min_length = schema.count(Keyword::MinLength).unwrap_or(0);
    let max_length = schema.count(Keyword::MaxLength).unwrap_or(u64::MAX);
    Some(move |value: &str| {
        let length = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
        (min_length..=max_length).contains(&length) && !matches.is_match(value)
    })
}

/// Compiles the pattern, if there is one.
fn pattern(schema: &Schema) -> Option<Regex> {
    Regex::new(schema.pattern()?).ok()
}

/// Returns strings that differ a little from a valid one, and that break the pattern.
fn almost_matching(good: &str, breaks: impl Fn(&str) -> bool) -> Vec<(&'static str, String)> {
    let mut shorter = good.to_owned();
    let last = shorter.pop().unwrap_or('x');
    let other_case =
        if good.to_lowercase() == good { good.to_uppercase() } else { good.to_lowercase() };
    let before = [" ", ".", "https://"].map(|sign| format!("{sign}{good}"));
    let behind = [" ", "/path", ":443"].map(|sign| format!("{good}{sign}"));
    let first = |all: [String; 3]| all.into_iter().find(|value| breaks(value));
    let others = [
        ("empty", Some(String::new())),
        ("shorter", Some(shorter)),
        ("longer", Some(format!("{good}{last}"))),
        ("other-case", Some(other_case)),
        ("something-before", first(before)),
        ("something-behind", first(behind)),
        ("line-break-behind", Some(format!("{good}\n"))),
    ];
    let others = others.into_iter().filter_map(|(name, value)| Some((name, value?)));
    others.filter(|(_, value)| breaks(value)).collect()
}
