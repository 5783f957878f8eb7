//! Writing: what the derived `Serialize` of an object is made of.
//!
//! What may be left out is not written when it is, and properties that the contract does not list come
//! last, as they were received.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::three_state::ThreeState;

/// An object whose members can be written among others.
pub trait WriteMembers {
    /// Writes the members, without the discriminator of a variant.
    ///
    /// # Errors
    /// Only the serializer's own.
    fn write_members<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error>;
}

impl<T: WriteMembers> WriteMembers for Box<T> {
    fn write_members<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error> {
        T::write_members(self, members)
    }
}

/// Writes an object, its discriminator first where it has one.
///
/// # Errors
/// Only the serializer's own.
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

/// Writes a member that may be left out.
///
/// # Errors
/// Only the serializer's own.
pub fn given<T: Serialize, M: SerializeMap>(
    members: &mut M,
    name: &'static str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    value.as_ref().map_or(Ok(()), |value| members.serialize_entry(name, value))
}

/// Writes a member that may be left out and may be null.
///
/// # Errors
/// Only the serializer's own.
pub fn three_state<T: ThreeState + Serialize, M: SerializeMap>(
    members: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    if value.is_absent() { Ok(()) } else { members.serialize_entry(name, value) }
}

/// Writes the members that the contract does not list.
///
/// # Errors
/// Only the serializer's own.
pub fn additional<M: SerializeMap>(
    members: &mut M,
    additional: &Map<String, Value>,
) -> Result<(), M::Error> {
    additional.iter().try_for_each(|(name, value)| members.serialize_entry(name, value))
}
