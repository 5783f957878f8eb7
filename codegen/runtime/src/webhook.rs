//! Webhooks: reads a request that the service sends to a subscriber, validates it by the subscription, and reads
//! the payloads of generated event types, strictly and leniently. No message repeats a received value.

use std::fmt;
use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::decode::read_received;
use crate::{ClauseName, Message, Violation, Violations};

/// The events of a channel. Generated enums implement it.
pub trait DeliveredEvent: Sized {
    /// The clause of the channel, such as `events.order-webhook`.
    const CLAUSE: &'static str;
    /// The names of the events that the contract lists.
    const NAMES: &'static [&'static str];

    /// Reads and validates an event: its name and its payload.
    ///
    /// # Errors
    /// If the contract does not list the name, or the payload breaks the contract.
    fn read(name: &str, payload: &Value) -> Result<Self, Violations>;

    /// Reads an event of a service that may be newer. Unlisted events and payloads that do not fit are kept
    /// unchanged.
    fn read_leniently(name: &str, payload: Value) -> Self;
}

/// Reads the requests of a channel with the events `E`.
///
/// A contract that does not show payloads says little about them. A receiver validates the rest: the expected
/// headers, the event's name, the data that every payload repeats, and the payload if the contract shows it.
#[derive(Clone)]
#[must_use]
pub struct Receiver<E> {
    headers: Vec<(String, String)>,
    metadata: Map<String, Value>,
    events: Option<Vec<String>>,
    name: EventName,
    strict: bool,
    reads: std::marker::PhantomData<fn() -> E>,
}

impl<E> Default for Receiver<E> {
    fn default() -> Self {
        Self {
            headers: Vec::new(),
            metadata: Map::new(),
            events: None,
            name: EventName::Anywhere,
            strict: false,
            reads: std::marker::PhantomData,
        }
    }
}

impl<E: DeliveredEvent> Receiver<E> {
    /// Makes a receiver that expects any event of the channel.
    pub fn new() -> Self {
        Self::default()
    }

    /// Expects a header with a value, such as a secret of the subscriber: it authenticates the sender if a
    /// contract has no signature. Values are compared in constant time.
    pub fn expect_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Expects data of the subscriber in the payload: an object, at any depth, that has the property with the
    /// value.
    pub fn expect_metadata(mut self, property: &str, value: Value) -> Self {
        self.metadata.insert(property.to_owned(), value);
        self
    }

    /// Expects only these events. By default, every event of the channel is accepted. An event that the contract does
    /// not list is accepted too, unless the receiver is [`strict`](Self::strict).
    pub fn expect_events(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.events = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the place of the event's name in the body, as a JSON Pointer (RFC 6901) such as `/type`.
    ///
    /// Without it, and without [`name_in_header`](Self::name_in_header), the receiver searches for a listed
    /// name: in the properties of the body, then in the headers, then at any depth of the body. This search
    /// can mistake a listed name in another property for the event's name. A request without a listed name is an event
    /// that the contract does not list, with an empty name, unless the receiver is [`strict`](Self::strict). Set the
    /// place as soon as you know it.
    pub fn name_in_body(mut self, pointer: &str) -> Self {
        self.name = EventName::Body(pointer.to_owned());
        self
    }

    /// Sets the header with the event's name.
    pub fn name_in_header(mut self, header: &str) -> Self {
        self.name = EventName::Header(header.to_owned());
        self
    }

    /// Validates events by the contract: unlisted names and invalid payloads are errors. By default, both
    /// become the enum's variant for other events.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Reads a request: its headers, such as a `http::HeaderMap` by reference, and its body. The event has
    /// the whole body. The server that received the request limits its length.
    ///
    /// # Errors
    /// The first mistake. Headers are checked before the body is read.
    pub fn receive<N: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (N, V)>,
        body: &[u8],
    ) -> Result<E, DeliveryError> {
        let headers: Vec<_> = headers.into_iter().collect();
        for (name, expected) in &self.headers {
            let has_name = |given: &&(N, V)| given.0.as_ref().eq_ignore_ascii_case(name);
            let same = |(_, value): &(N, V)| is_same(value.as_ref(), expected.as_bytes());
            if !headers.iter().filter(has_name).any(same) {
                return Err(DeliveryError::Unauthorized { header: name.clone() });
            }
        }
        let payload: Value = read_received(body).map_err(DeliveryError::NotJson)?;
        let name = match self.name.find(E::NAMES, &headers, &payload) {
            // A newer service may send an event that the contract does not list, whose name is not found.
            Err(DeliveryError::NoEventName) if !self.strict && self.name.is_anywhere() => {
                String::new()
            }
            found => found?,
        };
        if let Some(events) = &self.events
            && !events.contains(&name)
            // Unlisted names are checked below.
            && E::NAMES.contains(&name.as_str())
        {
            return Err(DeliveryError::NotSubscribed { name });
        }
        let missing = self.metadata.iter().find(|(name, value)| !holds(&payload, name, value));
        if let Some((property, _)) = missing {
            return Err(DeliveryError::MissingMetadata { property: property.clone() });
        }
        if self.strict {
            E::read(&name, &payload).map_err(DeliveryError::BreaksContract)
        } else {
            Ok(E::read_leniently(&name, payload))
        }
    }
}

/// Shows no value of a header, which may be a secret.
impl<E> std::fmt::Debug for Receiver<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let headers: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Receiver")
            .field("headers", &headers)
            .field("events", &self.events)
            .field("name", &self.name)
            .field("strict", &self.strict)
            .finish_non_exhaustive()
    }
}

/// Compares two values in constant time.
fn is_same(given: &[u8], expected: &[u8]) -> bool {
    let differing =
        given.iter().zip(expected).fold(0, |difference, (a, b)| black_box(difference | (a ^ b)));
    given.len() == expected.len() && differing == 0
}

/// Returns whether an object at any depth has a property with a value.
fn holds(value: &Value, property: &str, expected: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.get(property) == Some(expected)
                || members.values().any(|inner| holds(inner, property, expected))
        }
        Value::Array(items) => items.iter().any(|inner| holds(inner, property, expected)),
        _ => false,
    }
}

/// The reason why a request is not a valid delivery of an event of the channel.
#[derive(Debug)]
#[non_exhaustive]
pub enum DeliveryError {
    /// A required header is missing or has another value, so the request may come from another sender.
    Unauthorized {
        /// The name of the header.
        header: String,
    },
    /// The body is not JSON.
    NotJson(serde_json::Error),
    /// The request names no event: the configured place has no name, or a strict receiver finds no listed name
    /// anywhere.
    NoEventName,
    /// The request contains the names of several events, and the receiver has no configured place for the
    /// name.
    Ambiguous {
        /// The names of the events.
        names: Vec<&'static str>,
    },
    /// The receiver is not subscribed to the event.
    NotSubscribed {
        /// The name of the event.
        name: String,
    },
    /// The payload lacks metadata that the subscription attaches to every event.
    MissingMetadata {
        /// The property that is missing or has another value.
        property: String,
    },
    /// The event breaks the contract. Only strict receivers return this error.
    BreaksContract(Violations),
}

impl DeliveryError {
    /// Returns the HTTP status code for the response: 401 if the sender is not authenticated, otherwise 400.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Unauthorized { .. } => 401,
            Self::NotJson(_)
            | Self::NoEventName
            | Self::Ambiguous { .. }
            | Self::NotSubscribed { .. }
            | Self::MissingMetadata { .. }
            | Self::BreaksContract(_) => 400,
        }
    }
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unauthorized { header } => {
                write!(f, "the header `{header}` is missing or has another value")
            }
            Self::NotJson(error) => write!(f, "the body is not JSON: {error}"),
            Self::NoEventName => f.write_str(
                "the request names no event; set `name_in_body` or `name_in_header` on the receiver",
            ),
            Self::Ambiguous { names } => write!(
                f,
                "the request names several events ({}); set `name_in_body` or `name_in_header` on \
                 the receiver to choose one",
                names.join(", ")
            ),
            Self::NotSubscribed { name } => write!(f, "`{name}` was not subscribed to"),
            Self::MissingMetadata { property } => {
                write!(f, "the metadata property `{property}` is missing or has another value")
            }
            Self::BreaksContract(violations) => {
                write!(f, "the event breaks the contract: {violations}")
            }
        }
    }
}

/// The text has the cause, so there is no `source`.
impl std::error::Error for DeliveryError {}

/// The place of the event's name in a request.
#[derive(Debug, Clone)]
pub(crate) enum EventName {
    /// Any place with a listed name.
    Anywhere,
    /// A JSON Pointer into the body.
    Body(String),
    /// The name of a header.
    Header(String),
}

impl EventName {
    const fn is_anywhere(&self) -> bool {
        matches!(self, Self::Anywhere)
    }

    /// Returns the name of the event. `listed` has the names of the contract.
    ///
    /// # Errors
    /// If no name is found, or several listed names are found anywhere.
    pub(crate) fn find<N: AsRef<str>, V: AsRef<[u8]>>(
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

/// Returns the violation of an event that the channel does not list; the clause is the channel's.
#[must_use]
pub fn unlisted(clause: &'static str, names: &'static [&'static str]) -> Violations {
    let message = format!("has a name that {}", Message::none_of_listed(names));
    let (clause, message) = (ClauseName::from(clause), message.into());
    let violation = Violation { pointer: String::new(), clause, message };
    [violation].into_iter().collect()
}

/// Reads a payload leniently; returns `None` if it does not fit the type.
#[must_use]
pub fn lenient<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    // The caller keeps a payload that does not fit, and does not need the reason.
    T::deserialize(payload).ok()
}
