//! Decoding that judges: one pass over any `serde` deserializer that builds the value and notes
//! every violation on the way.
//!
//! ```text
//! bytes (Reader) or any Deserializer ──Model::decode──► Check::decode for each member ──► value + Violations
//! ```
//!
//! A pass is strict, or lenient as plain `serde` reading is: then only what leaves no value is noted,
//! and ends it in an error. What is said of neither is said of both.
//!
//! Only JSON that does not parse stops a pass. What is valid costs no allocation beyond the value.

mod at;
mod choice;
mod dictionary;
mod early;
mod found;
mod kept;
mod list;
mod map;
mod name;
mod named;
mod nesting;
mod number;
mod object;
mod one_of;
mod reader;
mod receive;
mod scalar;
#[cfg(test)]
mod tests;
mod text;
mod together;
mod tuple;
mod union;

use serde::de::{DeserializeSeed, Deserializer, Error as _};
use serde_json::Value;

use crate::{ParseError, Violations};

use kept::{Keep, Skip};
use reader::Reader;

pub use at::At;
pub(crate) use choice::none_of;
pub use choice::{Choice, Choices, Tag};
pub use dictionary::Dictionary;
pub use found::{Found, MOST_KEPT};
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
pub use union::{Members, Union, tagged, union};

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
        at: &At<'_>,
        found: &mut Found,
    ) -> Result<Option<Self::Value>, D::Error>;

    /// Judges a value that was built in Rust or decoded by plain `serde`.
    fn validate(&self, value: &Self::Value, at: &At<'_>, found: &mut Found);
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
        at: &At<'_>,
        found: &mut Found,
    ) -> Result<Option<Self>, D::Error>;

    /// As [`Check::validate`].
    fn validate_at(&self, at: &At<'_>, found: &mut Found);
}

/// Decodes JSON text and judges it.
///
/// # Errors
/// When the bytes cannot be read as JSON, or with every violation, up to [`MOST_KEPT`] of them.
pub fn parse<T: Model>(json: &[u8]) -> Result<T, ParseError> {
    // With text the reader need not look at each string again.
    let json = std::str::from_utf8(json).map_err(|error| ParseError::not_text(json, error))?;
    if !map::numbers_are_text() {
        let mut found = Found::of_text();
        let mut reader = Reader::new(json, 0);
        let decoded = T::decode(&mut reader, &At::ROOT, &mut found);
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
    let mut found = Found::strict();
    match T::decode(value, &At::ROOT, &mut found) {
        Ok(value) => complete(value, found),
        // Only of a value that no JSON text could have.
        Err(error) => {
            At::ROOT.note(&mut found, T::CLAUSE, "type", format!("has {error}"));
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
    let mut found = Found::lenient();
    let value = T::decode(deserializer, &At::ROOT, &mut found)?;
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
    let mut found = Found::strict();
    value.validate_at(&At::ROOT, &mut found);
    found.into_violations().or(())
}

/// A value that could not be built always comes with a violation; should a check ever fail to
/// note one, the missing value is noted here rather than passed over.
fn complete<T: Model>(value: Option<T>, found: Found) -> Result<T, Violations> {
    let violations = found.into_violations();
    match value {
        Some(value) => violations.or(value),
        None if violations.is_empty() => {
            let mut found = Found::strict();
            At::ROOT.note(&mut found, T::CLAUSE, "type", "could not be read");
            Err(found.into_violations())
        }
        None => Err(violations),
    }
}

/// A check on its way into a deserializer.
struct Seed<'s, C> {
    check: &'s C,
    at: &'s At<'s>,
    found: &'s mut Found,
}

impl<'de, C: Check> DeserializeSeed<'de> for Seed<'_, C> {
    type Value = Option<C::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.check.decode(deserializer, self.at, self.found)
    }
}
