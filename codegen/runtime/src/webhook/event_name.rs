//! The place of the event's name in a request.

use serde_json::Value;

use super::DeliveryError;

/// The place of the event's name in a request.
#[derive(Debug, Clone)]
pub(super) enum EventName {
    /// Any place with a listed name.
    Anywhere,
    /// A JSON Pointer into the body.
    Body(String),
    /// The name of a header.
    Header(String),
}

impl EventName {
    /// Returns the name of the event. `listed` has the names of the contract.
    ///
    /// # Errors
    /// If no name is found, or several listed names are found anywhere.
    pub(super) fn find<N: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        listed: &'static [&'static str],
        headers: &[(N, V)],
        payload: &Value,
    ) -> Result<String, DeliveryError> {
        let in_headers = || {
            headers.iter().filter_map(|(name, value)| {
                Some((name.as_ref(), std::str::from_utf8(value.as_ref()).ok()?.trim()))
            })
        };
        let name = match self {
            Self::Body(pointer) => payload.pointer(pointer).and_then(Value::as_str),
            Self::Header(header) => in_headers()
                .find(|(name, _)| name.eq_ignore_ascii_case(header))
                .map(|(_, value)| value),
            Self::Anywhere => {
                let members = payload.as_object().into_iter().flat_map(|members| members.values());
                let members: Vec<&str> = members.filter_map(Value::as_str).collect();
                let headers: Vec<&str> = in_headers().map(|(_, value)| value).collect();
                let mut anywhere = Vec::new();
                strings(payload, &mut anywhere);
                let places = [members, headers, anywhere].into_iter();
                let mut names = places.map(|texts| named(listed, &texts));
                let names = names.find(|names| !names.is_empty()).unwrap_or_default();
                match names.as_slice() {
                    [] => None,
                    [name] => Some(*name),
                    _ => return Err(DeliveryError::Ambiguous { names }),
                }
            }
        };
        name.map(str::to_owned).ok_or(DeliveryError::NoEventName)
    }
}

/// Returns the listed names that are among some strings, each once.
fn named(listed: &'static [&'static str], texts: &[&str]) -> Vec<&'static str> {
    listed.iter().copied().filter(|name| texts.contains(name)).collect()
}

/// Collects the strings at any depth of a value.
fn strings<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, texts)),
        Value::Object(members) => members.values().for_each(|member| strings(member, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
