//! Serialization: the parts of the derived `Serialize` of an object.
//!
//! Absent properties are not written. Properties that the contract does not list come last, as they were
//! received.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::three_state::ThreeState;

/// An object whose properties can be written among others.
pub trait WriteMembers {
    /// Writes the properties, without the discriminator of a variant.
    ///
    /// # Errors
    /// Only those of the serializer.
    fn write_members<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error>;
}

impl<T: WriteMembers> WriteMembers for Box<T> {
    fn write_members<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error> {
        T::write_members(self, members)
    }
}

/// Writes an object, with its discriminator first if it has one.
///
/// # Errors
/// Only those of the serializer.
pub fn object<T: WriteMembers, S: Serializer>(
    value: &T,
    tag: Option<(&'static str, &'static str)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut members = serializer.serialize_map(None)?;
    if let Some((name, value)) = tag {
        members.serialize_entry(name, value)?;
    }
    value.write_members(&mut members)?;
    members.end()
}

/// Writes an optional property.
///
/// # Errors
/// Only those of the serializer.
pub fn given<T: Serialize, M: SerializeMap>(
    members: &mut M,
    name: &'static str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    value.as_ref().map_or(Ok(()), |value| members.serialize_entry(name, value))
}

/// Writes an optional and nullable property.
///
/// # Errors
/// Only those of the serializer.
pub fn three_state<T: ThreeState + Serialize, M: SerializeMap>(
    members: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    if value.is_absent() { Ok(()) } else { members.serialize_entry(name, value) }
}

/// Writes the properties that the contract does not list.
///
/// # Errors
/// Only those of the serializer.
pub fn additional<M: SerializeMap>(
    members: &mut M,
    additional: &Map<String, Value>,
) -> Result<(), M::Error> {
    additional.iter().try_for_each(|(name, value)| members.serialize_entry(name, value))
}
