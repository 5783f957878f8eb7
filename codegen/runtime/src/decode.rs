//! Decoding that judges: one pass over any `serde` deserializer that builds the value and notes
//! every violation on the way.
//!
//! ```text
//! bytes (Reader) or any Deserializer ──Model::decode──► Check::decode for each member ──► value + Violations
//! ```
//!
//! A pass is strict or lenient. Plain `serde` reads leniently: only what leaves no value is noted, and it
//! ends the pass with an error. Unless noted, what a comment says holds in both modes.
//!
//! Only JSON that does not parse stops a pass. What is valid costs no allocation beyond the value.

mod choice;
mod dictionary;
mod early;
mod json_path;
mod json_visitor;
mod list;
mod map;
mod name;
mod named;
mod nesting;
mod number;
mod object;
mod one_of;
mod passthrough;
mod reader;
mod scalar;
#[cfg(test)]
mod tests;
mod text;
mod together;
mod tuple;
mod union;
mod violation_sink;

use serde::de::{DeserializeSeed, Deserializer, Error as _};
use serde_json::Value;

use crate::{ParseError, Violations};

use passthrough::{Keep, Skip};
use reader::Reader;

pub use choice::{Choice, Choices, Tag};
pub use dictionary::Dictionary;
pub use json_path::JsonPath;
pub use list::List;
pub use name::Name;
pub use named::{Boxed, Named, Nullable};
pub use number::{Integer, Number};
pub use object::{
    Object, Property, Slot, Unknown, dependent_required, exactly_one, keep, max_properties,
    min_properties, object, unlisted_names,
};
pub use one_of::{Kind, OneOf, one_of, other};
pub use scalar::{Any, Boolean};
pub use text::Text;
pub use together::{Contains, Together, accepts, accepts_name};
pub use tuple::{Items, Tuple, left_out, tuple};
pub use union::{Members, Union, union};
pub use violation_sink::{MOST_KEPT, ViolationSink};

/// How one kind of value is decoded and judged.
pub trait Check {
    /// What is decoded.
    type Value;

    /// Decodes and judges in one pass; `None` when there is no value, which is noted then.
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error>;

    /// Judges a value that was built in Rust or decoded by plain `serde`.
    fn validate(&self, value: &Self::Value, at: &JsonPath<'_>, found: &mut ViolationSink);
}

/// A named type of a contract.
pub trait Model: Sized {
    /// The path that the identities of its clauses start with.
    const CLAUSE: &'static str;

    /// As [`Check::decode`].
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<Self>, D::Error>;

    /// As [`Check::validate`].
    fn validate_at(&self, at: &JsonPath<'_>, found: &mut ViolationSink);
}

/// Decodes JSON text and judges it.
///
/// # Errors
/// When the bytes cannot be read as JSON, or with every violation, up to [`MOST_KEPT`] of them.
pub fn parse<T: Model>(json: &[u8]) -> Result<T, ParseError> {
    // With text the reader need not look at each string again.
    let json = std::str::from_utf8(json).map_err(|error| ParseError::not_text(json, error))?;
    if !map::numbers_are_text() {
        let mut found = ViolationSink::of_text();
        let mut reader = Reader::new(json, 0);
        let decoded = T::decode(&mut reader, &JsonPath::ROOT, &mut found);
        match decoded {
            // What is mostly so, with the value moved once.
            Ok(Some(value)) if found.noted() == 0 && !found.rereads() && reader.is_at_end() => {
                return Ok(value);
            }
            Ok(value) if !found.rereads() && reader.is_at_end() => {
                return Ok(complete(value, found)?);
            }
            Ok(_) if reader.is_at_end() => {}
            _ => well_formed(json)?,
        }
    }
    Ok(check(&value(json)?)?)
}

/// Says what is wrong with a text that is no JSON, without keeping anything of it.
#[cold]
fn well_formed(json: &str) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    Skip(0).deserialize(&mut deserializer)?;
    deserializer.end()
}

/// Reads JSON text into a value, in which the last of several members of one name counts and
/// numbers have all their digits.
#[cold]
fn value(json: &str) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = Keep(0).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Decodes a JSON value and judges it.
///
/// # Errors
/// Every violation, up to [`MOST_KEPT`] of them.
pub fn check<T: Model>(value: &Value) -> Result<T, Violations> {
    let mut found = ViolationSink::strict();
    match T::decode(value, &JsonPath::ROOT, &mut found) {
        Ok(value) => complete(value, found),
        // Only of a value that no JSON text could have.
        Err(error) => {
            JsonPath::ROOT.note(&mut found, T::CLAUSE, "type", format!("has {error}"));
            Err(found.into_violations())
        }
    }
}

/// Reads a value as plain `serde` does: what a contract says beyond JSON types is not judged, and
/// what it does not list is kept where there is a place for it.
///
/// # Errors
/// The deserializer's own, or every value of another JSON type and every member that is missing.
pub fn read<'de, T: Model, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut found = ViolationSink::lenient();
    let value = T::decode(deserializer, &JsonPath::ROOT, &mut found)?;
    complete(value, found).map_err(D::Error::custom)
}

/// Every violation of a JSON value that is meant to be of a type, up to [`MOST_KEPT`] of them.
#[must_use]
pub fn violations<T: Model>(value: &Value) -> Violations {
    check::<T>(value).err().unwrap_or_default()
}

/// Judges a value that was built in Rust or decoded by plain `serde`.
///
/// # Errors
/// Every violation, up to [`MOST_KEPT`] of them.
pub fn validate<T: Model>(value: &T) -> Result<(), Violations> {
    let mut found = ViolationSink::strict();
    value.validate_at(&JsonPath::ROOT, &mut found);
    found.into_violations().or(())
}

/// A value that could not be built always comes with a violation; should a check ever fail to
/// note one, the missing value is noted here rather than passed over.
fn complete<T: Model>(value: Option<T>, found: ViolationSink) -> Result<T, Violations> {
    let violations = found.into_violations();
    match value {
        Some(value) => violations.or(value),
        None if violations.is_empty() => {
            let mut found = ViolationSink::strict();
            JsonPath::ROOT.note(&mut found, T::CLAUSE, "type", "could not be read");
            Err(found.into_violations())
        }
        None => Err(violations),
    }
}

/// A check on its way into a deserializer.
struct Seed<'s, C> {
    check: &'s C,
    at: &'s JsonPath<'s>,
    found: &'s mut ViolationSink,
}

impl<'de, C: Check> DeserializeSeed<'de> for Seed<'_, C> {
    type Value = Option<C::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.check.decode(deserializer, self.at, self.found)
    }
}
