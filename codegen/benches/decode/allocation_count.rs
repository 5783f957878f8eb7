//! Counts the allocations of `parse`, and those that the decoded value consists of.
//!
//! A program that uses this module gets the counting allocator. It counts for the whole process, so
//! the allocations of other threads are counted, too: the smallest of several counts
//! is the right one, since nothing makes a count too small.

use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region};
use webdata::monitor::MonitorUpdate;
use webdata::scrape::ScrapeOptions;
use webdata_runtime::decode::{self, Model};

use super::bodies::{self, Place, Validity, placed};
use super::mirror;

/// The allocations of decoding one text.
pub(crate) struct AllocationCount {
    /// What is special about the text.
    pub(crate) name: String,
    /// Allocations of `parse`.
    pub(crate) parse: usize,
    /// Allocations of a copy of the decoded value, which are those that it is made of.
    pub(crate) value: usize,
    /// Allocations of `serde` for the same types as written by hand.
    pub(crate) serde: usize,
    /// How often `parse` and `serde` make something larger that is allocated already.
    pub(crate) growths: [usize; 2],
    /// How many allocations the JSON reader needs of its own: it unescapes texts in a buffer, for
    /// any type and any caller.
    pub(crate) reader: usize,
}

/// Counts for every body, and for other forms of it that mean the same.
pub(crate) fn all() -> Result<Vec<AllocationCount>, String> {
    let mut all = Vec::new();
    for body in [bodies::small(), bodies::monitor()] {
        count_forms::<MonitorUpdate, mirror::MonitorUpdate>(&body, &mut all)?;
    }
    count_forms::<ScrapeOptions, mirror::ScrapeOptions>(&bodies::scrape(), &mut all)?;
    Ok(all)
}

fn count_forms<T, M>(body: &bodies::Body, all: &mut Vec<AllocationCount>) -> Result<(), String>
where
    T: Model + Clone,
    M: DeserializeOwned,
{
    let text = body.text(Validity::Valid);
    let mut add = |form: &str, text: &str, reader: usize| {
        let counted = count_text::<T, M>(text, reader);
        let counted = counted.map_err(|error| format!("{}, {form}: {error}", body.name))?;
        all.push(AllocationCount { name: format!("{}{form}", body.name), ..counted });
        Ok::<(), String>(())
    };
    add("", &text, 0)?;
    if text.contains("\"type\"") {
        for (form, place) in [
            ("; discriminators first", Place::First),
            ("; discriminators in between", Place::Between),
            ("; discriminators last", Place::Last),
        ] {
            add(form, &placed(&body.valid, place).to_string(), 0)?;
        }
    }
    add("; spaces", &format!("{:#}", body.valid), 0)?;
    add("; escapes in texts", &escaped(&body.valid), 1)
}

/// The value as text, with an escape at the start of each text in it.
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

fn count_text<T: Model + Clone, M: DeserializeOwned>(
    text: &str,
    reader: usize,
) -> Result<AllocationCount, String> {
    let value = decode::parse::<T>(text.as_bytes()).map_err(|error| error.to_string())?;
    serde_json::from_str::<M>(text).map_err(|error| error.to_string())?;
    let [parse, grown] = count(|| decode::parse::<T>(text.as_bytes()));
    let [copy, _] = count(|| value.clone());
    let [serde, serde_grown] = count(|| serde_json::from_str::<M>(text));
    Ok(AllocationCount {
        name: String::new(),
        parse,
        value: copy,
        serde,
        growths: [grown, serde_grown],
        reader,
    })
}

/// Returns how often memory is allocated, and how often an allocation grows.
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
