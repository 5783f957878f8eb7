//! The visitor that all checks share. A check handles the JSON types that it accepts; for all others, the
//! visitor notes a violation. A `serde` map is an object with property names, or a number that `serde_json`
//! passes as a string. Lists and objects nest only to a limit, so that no value overflows the stack. Values that
//! no clause restricts are kept as received, or skipped.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::Message;
use crate::decode::{JsonPath, ViolationSink};

/// Handles a value of each JSON type.
pub(crate) trait JsonVisitor: Sized {
    /// The decoded type.
    type Value;
    /// The expected JSON type, with its article: `a string`.
    const EXPECTED: &'static str;

    /// Returns the path that the identities of the check's clauses begin with.
    fn clause(&self) -> &'static str;

    #[cold]
    fn wrong(
        &self,
        kind: &'static str,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<Self::Value> {
        at.note(sink, self.clause(), "type", Message::wrong_kind(kind, Self::EXPECTED));
        None
    }

    /// Handles null. In lenient mode, null counts as absent if the property may be absent.
    fn null(&self, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        if sink.is_lenient() && at.is_optional() {
            return None;
        }
        self.wrong("null", at, sink)
    }

    fn boolean(&self, _: bool, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a boolean", at, sink)
    }

    fn integer(&self, _: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a number", at, sink)
    }

    /// Handles an unsigned integer, which may exceed `i64`.
    fn unsigned(
        &self,
        value: u64,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<Self::Value> {
        match i64::try_from(value) {
            Ok(value) => self.integer(value, at, sink),
            // The nearest float is precise enough, since only the size of the number matters.
            Err(_) => self.float(value as f64, at, sink),
        }
    }

    fn float(&self, _: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a number", at, sink)
    }

    fn text(&self, _: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<Self::Value> {
        self.wrong("a string", at, sink)
    }

    fn owned_text(
        &self,
        text: String,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<Self::Value> {
        self.text(&text, at, sink)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        items: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, A::Error> {
        let value = self.wrong("an array", at, sink);
        skip_items(items, Skip::inside(at)).map(|()| value)
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, A::Error> {
        let value = self.wrong("an object", at, sink);
        skip_members(members, Skip::inside(at)).map(|()| value)
    }
}

/// Decodes a value of any JSON type with a check.
pub(crate) fn visit<'de, R: JsonVisitor, D: Deserializer<'de>>(
    check: &R,
    deserializer: D,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<Option<R::Value>, D::Error> {
    deserializer.deserialize_any(VisitorAdapter { check, at, sink, input: PhantomData })
}

struct VisitorAdapter<'r, 'de, R> {
    check: &'r R,
    at: &'r JsonPath<'r>,
    sink: &'r mut ViolationSink,
    input: PhantomData<&'de ()>,
}

impl<'de, R: JsonVisitor> Visitor<'de> for VisitorAdapter<'_, 'de, R> {
    type Value = Option<R::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::EXPECTED)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.check.null(self.at, self.sink))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(self.check.boolean(value, self.at, self.sink))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(self.check.integer(value, self.at, self.sink))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(self.check.unsigned(value, self.at, self.sink))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Self::Value, E> {
        // `serde` calls this method only for integers of more than 64 bits, for which the nearest float is
        // precise enough.
        Ok(self.check.float(value as f64, self.at, self.sink))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Self::Value, E> {
        Ok(self.check.float(value as f64, self.at, self.sink))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(self.check.float(value, self.at, self.sink))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.check.text(text, self.at, self.sink))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(self.check.owned_text(text, self.at, self.sink))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        enter(self.at.depth())?;
        self.check.list(items, self.at, self.sink)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        match open(members, self.at.depth())? {
            MapContent::Object(members) => self.check.object(members, self.at, self.sink),
            MapContent::Number(digits) => {
                let float = digits.float::<A::Error>()?;
                Ok(match (digits.integer(), digits.unsigned()) {
                    (Some(value), _) => self.check.integer(value, self.at, self.sink),
                    (None, Some(value)) => self.check.unsigned(value, self.at, self.sink),
                    (None, None) => self.check.float(float, self.at, self.sink),
                })
            }
        }
    }
}

/// The name of the only property of a number that is passed as a string.
pub(crate) const NUMBER: &str = "$serde_json::private::Number";

/// Whether `serde_json` passes numbers as strings. Only then can it read a number that exceeds all floats.
static AS_TEXT: LazyLock<bool> = LazyLock::new(|| "1e999".parse::<Number>().is_ok());

/// Returns whether `serde_json` passes numbers as strings, with all digits.
pub(crate) fn numbers_are_text() -> bool {
    *AS_TEXT
}

/// A `serde` map, by its meaning.
pub(crate) enum MapContent<'de, A> {
    /// A number.
    Number(Digits),
    /// The properties of an object.
    Object(Members<'de, A>),
}

/// The digits of a number, as in the JSON text.
pub(crate) struct Digits(String);

impl Digits {
    /// Returns the number if it is a `u64`.
    fn unsigned(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// Returns the number if it is an `i64`.
    pub(crate) fn integer(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// Returns the nearest float.
    ///
    /// # Errors
    /// If the number exceeds all floats, as without the feature.
    pub(crate) fn float<E: Error>(&self) -> Result<f64, E> {
        let value = self.0.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| E::custom("number out of range"))
    }

    /// Returns the number with all digits that the enabled features can hold.
    ///
    /// # Errors
    /// As [`Digits::float`].
    pub(crate) fn number<E: Error>(&self) -> Result<Number, E> {
        self.float::<E>()?;
        self.0.parse().map_err(|_| E::custom("invalid number"))
    }
}

/// The properties of an object. The first name may have been read already.
pub(crate) struct Members<'de, A> {
    first: Option<Name<'de>>,
    rest: A,
}

/// Finds out whether a map that is nested `depth` levels deep is an object or a number.
///
/// # Errors
/// If the map is an object beyond the deepest allowed level, or those of the deserializer.
fn open<'de, A: MapAccess<'de>>(
    mut members: A,
    depth: usize,
) -> Result<MapContent<'de, A>, A::Error> {
    // Without the feature, every map is an object. Tests cover both cases in one build.
    if !*AS_TEXT && !cfg!(test) {
        enter(depth)?;
        return Ok(MapContent::Object(Members { first: None, rest: members }));
    }
    let first = members.next_key::<Name<'de>>()?;
    if first.as_ref().is_some_and(|name| name.as_str() == NUMBER) {
        // An error of `serde` would repeat the submitted value.
        let text = members.next_value::<Name<'de>>();
        let text = text.map_err(|_| A::Error::custom("invalid number"))?;
        return Ok(MapContent::Number(Digits(text.into_inner().into_owned())));
    }
    enter(depth)?;
    Ok(MapContent::Object(Members { first, rest: members }))
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.first.take().map(Name::into_inner) {
            None => self.rest.next_key_seed(seed),
            Some(Cow::Borrowed(name)) => {
                seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
            }
            Some(Cow::Owned(name)) => seed.deserialize(StringDeserializer::new(name)).map(Some),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

/// A property name, borrowed from the input if possible.
#[derive(Debug, Clone)]
pub struct Name<'de>(Cow<'de, str>);

impl<'de> Name<'de> {
    /// Returns the name as a string slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the borrowed or owned name.
    #[must_use]
    pub fn into_inner(self) -> Cow<'de, str> {
        self.0
    }
}

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Borrowed(name)))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name.to_owned())))
    }

    fn visit_string<E>(self, name: String) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name)))
    }
}

/// The largest number of nested lists and objects: about twice as many as most servers accept in a request, since
/// responses wrap what they store.
const LEVELS: usize = 255;

/// Checks that a list or object may begin inside `depth` others.
///
/// # Errors
/// If `depth` is the largest allowed number of levels.
pub(crate) fn enter<E: Error>(depth: usize) -> Result<(), E> {
    if depth < LEVELS {
        return Ok(());
    }
    Err(E::custom(format_args!("more than {LEVELS} lists and objects in each other")))
}

/// Stores a value that is nested this many levels deep.
pub(crate) struct Keep(pub(crate) usize);

impl Keep {
    /// Stores the value at a place.
    pub(crate) const fn at(at: &JsonPath<'_>) -> Self {
        Self(at.depth())
    }
}

impl<'de> DeserializeSeed<'de> for Keep {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keep {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        enter(self.0)?;
        let mut values = Vec::new();
        while let Some(item) = items.next_element_seed(Self(self.0 + 1))? {
            values.push(item);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Value, A::Error> {
        let mut members = match open(members, self.0)? {
            MapContent::Object(members) => members,
            MapContent::Number(digits) => return digits.number().map(Value::Number),
        };
        let mut values = Map::new();
        while let Some(name) = members.next_key::<Name<'de>>()? {
            let value = members.next_value_seed(Self(self.0 + 1))?;
            values.insert(name.into_inner().into_owned(), value);
        }
        Ok(Value::Object(values))
    }
}

/// Skips a value that is nested this many levels deep.
#[derive(Clone, Copy)]
pub(crate) struct Skip(pub(crate) usize);

impl Skip {
    /// Skips the value of a property or item at a place.
    pub(crate) const fn inside(at: &JsonPath<'_>) -> Self {
        Self(at.depth() + 1)
    }
}

impl<'de> DeserializeSeed<'de> for Skip {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skip {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        enter(self.0)?;
        skip_items(items, Self(self.0 + 1))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        match open(members, self.0)? {
            MapContent::Object(members) => skip_members(members, Self(self.0 + 1)),
            MapContent::Number(digits) => digits.float().map(|_| ()),
        }
    }
}

/// Skips the items of a list.
pub(crate) fn skip_items<'de, A: SeqAccess<'de>>(mut items: A, skip: Skip) -> Result<(), A::Error> {
    while items.next_element_seed(skip)?.is_some() {}
    Ok(())
}

/// Skips the members of an object.
pub(crate) fn skip_members<'de, A: MapAccess<'de>>(
    mut members: A,
    skip: Skip,
) -> Result<(), A::Error> {
    // `skip` also fits the names, which are strings.
    while members.next_entry_seed(skip, skip)?.is_some() {}
    Ok(())
}
