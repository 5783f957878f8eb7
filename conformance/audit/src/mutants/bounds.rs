//! Limits of numbers, texts, lists and objects: dropped, and off by one each way.

use webdata_spec::model::{Schema, Shape};

use super::builder::MutantBuilder;
use super::subject;

impl MutantBuilder<'_> {
    pub(super) fn mutate_bound(&mut self, schema: &Schema, path: &str, word: &str) {
        let Some(limit) = limit(schema, word) else { return };
        let is_lower = word.starts_with("min");
        // A count that may be zero has no lower bound at all.
        let counts = !matches!(word, "minimum" | "maximum");
        let (looser, tighter) =
            if is_lower { (limit - 1, limit + 1) } else { (limit + 1, limit - 1) };
        let subject = subject::describe(path);
        let (bound, direction) = if is_lower { ("lower", "less") } else { ("upper", "more") };
        let says = format!("{subject} has no {bound} bound: any number {direction} is accepted.");
        let own = word.to_owned();
        self.loosened(path, "unlimited", &says, move |schema| set(schema, &own, None));
        if !(counts && is_lower && looser == 0) {
            let says = format!("{subject} is accepted with {}.", counted(word, looser));
            let own = word.to_owned();
            self.loosened(path, &format!("accepts-{}", named(looser)), &says, move |schema| {
                set(schema, &own, Some(looser))
            });
        }
        if !(counts && tighter < 0) {
            let says = format!("{subject} is refused with {}.", counted(word, limit));
            let own = word.to_owned();
            self.schema(path, &format!("refuses-{}", named(limit)), says, move |schema| {
                set(schema, &own, Some(tighter))
            });
        }
    }
}

/// A number in an identity.
fn named(number: i64) -> String {
    if number < 0 { format!("minus-{}", number.unsigned_abs()) } else { number.to_string() }
}

fn counted(word: &str, number: i64) -> String {
    let of = match word {
        "minItems" | "maxItems" => "item",
        "minLength" | "maxLength" => "character",
        "minProperties" => "property",
        _ => return format!("the value {number}"),
    };
    match (of, number) {
        (of, 1) => format!("1 {of}"),
        ("property", number) => format!("{number} properties"),
        (of, number) => format!("{number} {of}s"),
    }
}

/// The limit that a word sets.
fn limit(schema: &Schema, word: &str) -> Option<i64> {
    let count = |limit: Option<u64>| limit.and_then(|limit| i64::try_from(limit).ok());
    match (&schema.shape, word) {
        (Shape::Integer { minimum, .. }, "minimum") => *minimum,
        (Shape::Integer { maximum, .. }, "maximum") => *maximum,
        (Shape::Array { min_items, .. }, "minItems") => count(*min_items),
        (Shape::Array { max_items, .. }, "maxItems") => count(*max_items),
        (Shape::String(text), "minLength") => count(text.min_length),
        (Shape::String(text), "maxLength") => count(text.max_length),
        (Shape::Object(object), "minProperties") => count(object.min_properties),
        _ => None,
    }
}

fn set(schema: &mut Schema, word: &str, limit: Option<i64>) -> Option<()> {
    let count = limit.and_then(|limit| u64::try_from(limit).ok());
    match (&mut schema.shape, word) {
        (Shape::Integer { minimum, .. }, "minimum") => *minimum = limit,
        (Shape::Integer { maximum, .. }, "maximum") => *maximum = limit,
        (Shape::Array { min_items, .. }, "minItems") => *min_items = count,
        (Shape::Array { max_items, .. }, "maxItems") => *max_items = count,
        (Shape::String(text), "minLength") => text.min_length = count,
        (Shape::String(text), "maxLength") => text.max_length = count,
        (Shape::Object(object), "minProperties") => object.min_properties = count,
        _ => return None,
    }
    Some(())
}
