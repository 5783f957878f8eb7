//! Parsing valid input allocates only the decoded value, wherever discriminators are among the first nine properties, and
//! only lists grow. Strings with escapes need a buffer.
//!
//! The test counts allocations and measures no times, so that a slow machine changes nothing.

#[expect(dead_code, reason = "only the benchmark uses invalid bodies")]
mod bodies;

use std::alloc::System;
use std::hint::black_box;

use bodies::{Body, Place, placed};
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use webdata::monitor::MonitorUpdate;
use webdata::scrape::ScrapeOptions;
use webdata_runtime::decode::{self, Model};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The allocations of the buffer in which the JSON reader unescapes strings, and how often it grows.
const BUFFER: [usize; 2] = [1, 2];

#[test]
fn parse_allocates_only_the_value() {
    let wrong = [
        check::<MonitorUpdate>(&bodies::small(), 0),
        check::<MonitorUpdate>(&bodies::monitor(), 4),
        check::<ScrapeOptions>(&bodies::scrape(), 6),
    ];
    assert_eq!(wrong.concat(), Vec::<String>::new());
}

/// Parses each form of a body, and returns those for which too much is allocated. `growths` is how often the lists of the
/// body grow: one with more than four items doubles its memory until all items fit.
fn check<T: Model + Clone>(body: &Body, growths: usize) -> Vec<String> {
    let forms = [
        ("compact", body.valid.to_string(), [0, 0]),
        ("spaces", format!("{:#}", body.valid), [0, 0]),
        ("discriminators first", placed(&body.valid, Place::First).to_string(), [0, 0]),
        ("discriminators in between", placed(&body.valid, Place::Between).to_string(), [0, 0]),
        ("discriminators last", placed(&body.valid, Place::Last).to_string(), [0, 0]),
        ("escapes in strings", escaped(&body.valid), BUFFER),
    ];
    let wrong = forms.into_iter().filter_map(|(form, text, [buffer, buffer_growths])| {
        let parse = || decode::parse::<T>(text.as_bytes());
        let value = parse().unwrap_or_else(|error| panic!("{}, {form}: {error}", body.name));
        let [copied, _] = count(|| value.clone());
        let [parsed, grown] = count(parse);
        assert!(copied > 0, "nothing is counted");
        let is_right = parsed == copied + buffer && grown <= growths + buffer_growths;
        (!is_right).then(|| {
            format!("{}, {form}: {parsed} allocations, value {copied}, growths {grown}", body.name)
        })
    });
    wrong.collect()
}

/// Returns a value as JSON, with an escape at the start of each string in it.
fn escaped(value: &Value) -> String {
    const MARK: char = '\u{e000}';
    fn with_marks(value: &Value) -> Value {
        match value {
            Value::String(text) => json!(format!("{MARK}{text}")),
            Value::Array(items) => items.iter().map(with_marks).collect(),
            Value::Object(members) => {
                members.iter().map(|(name, value)| (name.clone(), with_marks(value))).collect()
            }
            other => other.clone(),
        }
    }
    let text = with_marks(value).to_string();
    let mut parts = text.split(MARK);
    let mut escaped = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut rest = part.chars();
        if let Some(first) = rest.next() {
            escaped.push_str(&format!("\\u{:04x}", u32::from(first)));
        }
        escaped.push_str(rest.as_str());
    }
    escaped
}

/// Returns how often memory is allocated, and how often an allocation grows. The allocator also counts for other threads,
/// so the smallest of several counts is the right one.
fn count<T>(make: impl Fn() -> T) -> [usize; 2] {
    let counts = std::array::from_fn::<_, 5, _>(|_| {
        let region = Region::new(&INSTRUMENTED_SYSTEM);
        let made = black_box(make());
        let change = region.change();
        drop(made);
        [change.allocations, change.reallocations]
    });
    counts.into_iter().min().unwrap_or_default()
}
