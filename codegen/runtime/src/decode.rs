//! Decoding with validation: one pass over any `serde` deserializer builds the value and collects every
//! violation.
//!
//! ```text
//! bytes (Reader) or any Deserializer ──Model::decode──► Check::decode for each property ──► value + Violations
//! ```
//!
//! A pass is strict or lenient. Plain `serde` reads leniently: only a mistake that leaves no value is noted,
//! and it ends the pass with an error. Unless noted, comments hold in both modes.
//!
//! Only JSON that does not parse stops a pass. Valid input causes no allocation besides those of the value, of strings with
//! escapes, and of objects with more than eight properties before their discriminator.

/// Implements [`Check::decode`] of a check that is a [`JsonVisitor`](json_visitor::JsonVisitor).
macro_rules! decode_by_visitor {
    ($value:ty) => {
        type Value = $value;

        fn decode<'de, D: ::serde::Deserializer<'de>>(
            &self,
            deserializer: D,
            at: &$crate::decode::JsonPath<'_>,
            sink: &mut $crate::decode::ViolationSink,
        ) -> Result<Option<Self::Value>, D::Error> {
            $crate::decode::json_visitor::visit(self, deserializer, at, sink)
        }
    };
}

mod file;
mod json_visitor;
mod list;
mod number;
mod object;
mod reader;
mod scalar;
#[cfg(test)]
mod tests;
mod text;
mod union;
mod violation_sink;

use serde::de::{DeserializeSeed, Deserializer, Error as _};
use serde_json::Value;

use crate::decode::json_visitor::{Keep, Skip};
use crate::decode::reader::Reader;
use crate::{ParseError, Violations};

pub use crate::decode::file::{File, FileBytes};
pub use crate::decode::json_visitor::Name;
pub use crate::decode::list::{
    Contains, Items, List, Tuple, WholeList, accepts, accepts_name, canonical, left_out, tuple,
};
pub use crate::decode::number::{Integer, Number, is_multiple, whole};
pub use crate::decode::object::{
    Dictionary, Object, Property, Slot, Unknown, dependent_required, exactly_one, keep,
    max_properties, min_properties, missing, object, required, unlisted_names,
};
pub use crate::decode::scalar::{Any, Boolean, Boxed, Named, Nullable};
pub use crate::decode::text::{Choice, Choices, Pattern, Tag, Text, Unlisted, listed};
pub use crate::decode::union::{Kind, Members, OneOf, Union, one_of, other, union};
pub use crate::decode::violation_sink::{JsonPath, ViolationSink};
pub use crate::violation::MAX_KEPT;

/// Decodes and validates one kind of value.
pub trait Check {
    /// The decoded type.
    type Value;

    /// Decodes and validates in one pass. Returns `None` after noting a violation that leaves no value.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error>;

    /// Validates a value that was built in Rust or decoded by plain `serde`.
    fn validate(&self, value: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink);
}

/// A named type of a contract.
pub trait Model: Sized {
    /// The beginning of the identities of its clauses.
    const CLAUSE: &'static str;

    /// As [`Check::decode`].
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self>, D::Error>;

    /// As [`Check::validate`].
    fn validate_at(&self, at: &JsonPath<'_>, sink: &mut ViolationSink);

    /// Reads and validates JSON text, for generic code. Each type has a method of that name, too.
    ///
    /// # Errors
    /// As the function [`parse`].
    fn parse(json: &[u8]) -> Result<Self, ParseError> {
        parse(json)
    }

    /// Reads and validates a JSON value, for generic code. Each type has a method of that name, too.
    ///
    /// # Errors
    /// As the function [`check`].
    fn check(value: &Value) -> Result<Self, Violations> {
        check(value)
    }

    /// Validates the value, for generic code. Each type has a method of that name, too.
    ///
    /// # Errors
    /// As the function [`validate`].
    fn validate(&self) -> Result<(), Violations> {
        validate(self)
    }
}

/// Decodes and validates JSON text.
///
/// # Errors
/// If the bytes are not JSON, or with every violation, up to [`MAX_KEPT`] of them.
pub fn parse<T: Model>(json: &[u8]) -> Result<T, ParseError> {
    // The reader relies on valid UTF-8, and does not check each string again.
    let json = std::str::from_utf8(json).map_err(|error| ParseError::not_text(json, error))?;
    if !json_visitor::numbers_are_text() {
        let mut sink = ViolationSink::of_text();
        let mut reader = Reader::new(json, 0);
        let decoded = T::decode(&mut reader, &JsonPath::ROOT, &mut sink);
        match decoded {
            // The common case, in which the value is moved once.
            Ok(Some(value)) if sink.noted() == 0 && !sink.rereads() && reader.is_at_end() => {
                return Ok(value);
            }
            Ok(value) if !sink.rereads() && reader.is_at_end() => {
                return Ok(complete(value, sink)?);
            }
            Ok(_) if reader.is_at_end() => {}
            _ => well_formed(json)?,
        }
    }
    Ok(check(&value(json)?)?)
}

/// Returns the syntax error of a text that is not JSON, without keeping any value.
#[cold]
fn well_formed(json: &str) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    // `Skip` has its own limit.
    deserializer.disable_recursion_limit();
    Skip(0).deserialize(&mut deserializer)?;
    deserializer.end()
}

/// Reads JSON text into a value. Of several properties with one name, the last one counts, and numbers keep
/// all digits.
#[cold]
fn value(json: &str) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    // `Keep` has its own limit.
    deserializer.disable_recursion_limit();
    let value = Keep(0).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Reads JSON that another program sent, without validation. An unpaired surrogate, which `JSON.stringify` writes for a
/// text that was cut inside a character, is read as U+FFFD, and a number beyond all floats as the largest float.
///
/// # Errors
/// Those of `serde_json`, if the bytes are not JSON, are no value of the type, or have more than 255 nested lists
/// and objects.
pub(crate) fn read_received<T: serde::de::DeserializeOwned>(
    json: &[u8],
) -> Result<T, serde_json::Error> {
    serde_json::from_slice(json).or_else(|error| {
        let mut reader = Reader::lossy(std::str::from_utf8(json).unwrap_or_default(), 0);
        let value = T::deserialize(&mut reader).ok().filter(|_| reader.is_at_end());
        value.ok_or(error)
    })
}

/// Decodes and validates a JSON value.
///
/// # Errors
/// Every violation, up to [`MAX_KEPT`] of them.
pub fn check<T: Model>(value: &Value) -> Result<T, Violations> {
    let mut sink = ViolationSink::strict();
    match T::decode(value, &JsonPath::ROOT, &mut sink) {
        Ok(value) => complete(value, sink),
        // Only a value that no JSON text can express fails here.
        Err(error) => {
            JsonPath::ROOT.note(&mut sink, T::CLAUSE, "type", format!("has {error}"));
            Err(sink.into_violations())
        }
    }
}

/// Reads a value as plain `serde` does: only JSON types are validated, and unlisted properties are kept if
/// the type has a place for them.
///
/// # Errors
/// Those of the deserializer, or every value of another JSON type and every missing property.
pub fn read<'de, T: Model, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut sink = ViolationSink::lenient();
    let value = T::decode(deserializer, &JsonPath::ROOT, &mut sink)?;
    complete(value, sink).map_err(D::Error::custom)
}

/// Returns every violation of a JSON value as a value of a type, up to [`MAX_KEPT`] of them.
#[must_use]
pub fn violations<T: Model>(value: &Value) -> Violations {
    check::<T>(value).err().unwrap_or_default()
}

/// Validates a value that was built in Rust or decoded by plain `serde`.
///
/// # Errors
/// Every violation, up to [`MAX_KEPT`] of them.
pub fn validate<T: Model>(value: &T) -> Result<(), Violations> {
    let mut sink = ViolationSink::strict();
    value.validate_at(&JsonPath::ROOT, &mut sink);
    sink.into_violations().or(())
}

/// Returns the value or its violations. A missing value always comes with a violation; if a check ever failed
/// to note one, the missing value would be noted here.
fn complete<T: Model>(value: Option<T>, sink: ViolationSink) -> Result<T, Violations> {
    let violations = sink.into_violations();
    match value {
        Some(value) => violations.or(value),
        None if violations.is_empty() => {
            let mut sink = ViolationSink::strict();
            JsonPath::ROOT.note(&mut sink, T::CLAUSE, "type", "could not be read");
            Err(sink.into_violations())
        }
        None => Err(violations),
    }
}

/// A check as a `DeserializeSeed`.
struct Seed<'s, C> {
    check: &'s C,
    at: &'s JsonPath<'s>,
    sink: &'s mut ViolationSink,
}

impl<'de, C: Check> DeserializeSeed<'de> for Seed<'_, C> {
    type Value = Option<C::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.check.decode(deserializer, self.at, self.sink)
    }
}
