//! Estimates the memory of parsed JSON without parsing it into values.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The size of a value in a list that grows by doubling.
const VALUE_BYTES: usize = 176;

/// The size of an object with its first properties, or of a list with its first items.
const CONTAINER_BYTES: usize = 480;

/// The size of a property besides its name and its value.
const PROPERTY_BYTES: usize = 64;

/// The size of a string besides its bytes.
const STRING_BYTES: usize = 24;

/// The reason why a text has no estimate.
#[derive(Debug)]
pub(crate) enum CostError {
    /// The text is not JSON.
    NotJson(serde_json::Error),
    /// The value takes more memory than allowed.
    TooMuch,
}

/// Estimates the memory of a text as parsed JSON, in bytes.
///
/// # Errors
/// If the text is not JSON, or takes more than `limit` bytes.
pub(crate) fn cost(text: &[u8], limit: usize) -> Result<usize, CostError> {
    let mut left = Some(limit);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = CostCounter(&mut left).deserialize(&mut reader).and_then(|()| reader.end());
    match (read, left) {
        (_, None) => Err(CostError::TooMuch),
        (Err(error), Some(_)) => Err(CostError::NotJson(error)),
        (Ok(()), Some(left)) => Ok(limit - left),
    }
}

/// Counts down the remaining memory; `None` once it is exceeded.
struct CostCounter<'c>(&'c mut Option<usize>);

impl CostCounter<'_> {
    fn take<E: Error>(&mut self, bytes: usize) -> Result<(), E> {
        *self.0 = self.0.and_then(|left| left.checked_sub(bytes));
        match self.0 {
            Some(_) => Ok(()),
            None => Err(E::custom("it takes too much memory")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for CostCounter<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CostCounter<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(mut self) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_bool<E: Error>(mut self, _: bool) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_i64<E: Error>(mut self, _: i64) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_u64<E: Error>(mut self, _: u64) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_f64<E: Error>(mut self, _: f64) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_str<E: Error>(mut self, text: &str) -> Result<(), E> {
        self.take(VALUE_BYTES + STRING_BYTES + text.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.take(VALUE_BYTES)?;
        let mut first = CONTAINER_BYTES;
        while list.next_element_seed(CostCounter(&mut *self.0))?.is_some() {
            self.take(std::mem::take(&mut first))?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        self.take(VALUE_BYTES)?;
        let mut first = CONTAINER_BYTES;
        // A property name counts as a string.
        while object.next_key_seed(CostCounter(&mut *self.0))?.is_some() {
            self.take(PROPERTY_BYTES + std::mem::take(&mut first))?;
            object.next_value_seed(CostCounter(&mut *self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CostError, cost};

    #[test]
    fn cost_grows_with_width_depth_and_length() {
        let check = |text: &str, limit: usize, fits: bool| {
            let cost_of_text = cost(text.as_bytes(), limit);
            assert_eq!(cost_of_text.is_ok(), fits, "{} of {limit}: {cost_of_text:?}", text.len());
            assert!(fits || matches!(cost_of_text, Err(CostError::TooMuch)));
        };
        check("[]", 1000, true);
        check(&format!("[{}0]", "0,".repeat(999)), 100_000, false);
        check(&format!("[{}0]", "0,".repeat(999)), 200_000, true);
        check(&format!("[{}{{}}]", r#"{"":0},"#.repeat(999)), 900_000, false);
        check(&format!("\"{}\"", "a".repeat(1000)), 1000, false);
        check(&format!("\"{}\"", "a".repeat(1000)), 1200, true);
        check(&format!("{}{}", "[".repeat(100), "]".repeat(100)), 50_000, false);
    }

    #[test]
    fn invalid_json_has_no_cost() {
        for text in ["", "{", "[1,]", "{} {}", "{\"a\":}", "\"\\ud800\""] {
            assert!(matches!(cost(text.as_bytes(), 1 << 20), Err(CostError::NotJson(_))), "{text}");
        }
    }
}
