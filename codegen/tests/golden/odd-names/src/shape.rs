//! The types of the page `types/shape.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::r#impl::{Names, Words};

/// Variants of very different sizes, one of them the union again.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "kind")]
pub enum Shape {
    /// `kind` is `small`.
    #[serde(rename = "small")]
    Small(Small),
    /// `kind` is `large`.
    #[serde(rename = "large")]
    Large(Box<Large>),
    /// An object that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(serde_json::Value),
}

impl Shape {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The value of `kind`; empty when there is none.
    #[must_use]
    pub fn discriminator(&self) -> &str {
        match self {
            Self::Small(_) => "small",
            Self::Large(_) => "large",
            Self::Other(value) => {
                value.get("kind").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl<'de> serde::Deserialize<'de> for Shape {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        match value.get("kind").and_then(serde_json::Value::as_str) {
            Some("small") => serde::Deserialize::deserialize(value).map(Self::Small),
            Some("large") => serde::Deserialize::deserialize(value).map(Self::Large),
            _ => Ok(Self::Other(value)),
        }
            .map_err(serde::de::Error::custom)
    }
}

impl decode::Model for Shape {
    const CLAUSE: &'static str = "Shape";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut runtime::Violations) {
        match self {
            Self::Small(value) => {
                <Small as decode::Model>::validate_at(value, at, found);
            }
            Self::Large(value) => {
                <Large as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(_) => {
                decode::unlisted::<Self>(at, found);
            }
        }
    }
}

impl decode::Union for Shape {
    const DISCRIMINATOR: &'static str = "kind";
    const VARIANTS: &'static [&'static str] = &["small", "large"];

    fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
        value: &str,
        members: decode::Members<'de, A>,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, A::Error> {
        Ok(
            match value {
                "small" => {
                    <Small as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Small)
                }
                "large" => {
                    <Large as decode::Object>::decode_members(members, at, found)?
                        .map(Box::new)
                        .map(Self::Large)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Members for Shape {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "kind" => runtime::rule::View::Text(self.discriminator()),
            _ => {
                match self {
                    Self::Small(value) => runtime::rule::Members::member(value, name),
                    Self::Large(value) => runtime::rule::Members::member(&**value, name),
                    Self::Other(value) => runtime::rule::Members::member(value, name),
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Shape {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

/// Nothing else.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Small {}

impl Small {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static SMALL_KIND: decode::Property<decode::Tag> = decode::Property::new(
    "kind",
    "Small.kind",
    decode::Tag::new("Small.kind", &["small"]),
);

impl decode::Model for Small {
    const CLAUSE: &'static str = "Small";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, _: &decode::At<'_>, _: &mut runtime::Violations) {}
}

impl decode::Object for Small {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    SMALL_KIND.read(&mut members, &mut tag, at, found)?;
                }
                _ => {
                    decode::skip(&mut members)?;
                }
            }
        }
        SMALL_KIND.require(&tag, at, found);
        Ok(Some(Self {}))
    }
}

impl runtime::rule::Members for Small {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Small {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

/// A lot.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Large {
    /// The property `a`.
    pub a: String,
    /// The property `b`.
    pub b: String,
    /// The property `c`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<String>,
    /// The property `d`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub d: Option<String>,
    /// The property `e`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e: Option<String>,
    /// The property `f`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f: Option<String>,
    /// The property `g`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<String>,
    /// The property `h`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<String>,
    /// See [`Shape`].
    pub inner: Box<Shape>,
    /// See [`Names`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
    /// See [`Words`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
}

impl Large {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static LARGE_KIND: decode::Property<decode::Tag> = decode::Property::new(
    "kind",
    "Large.kind",
    decode::Tag::new("Large.kind", &["large"]),
);
static LARGE_A: decode::Property<decode::Text> = decode::Property::new(
    "a",
    "Large.a",
    decode::Text::new("Large.a"),
);
static LARGE_B: decode::Property<decode::Text> = decode::Property::new(
    "b",
    "Large.b",
    decode::Text::new("Large.b"),
);
static LARGE_C: decode::Property<decode::Text> = decode::Property::new(
    "c",
    "Large.c",
    decode::Text::new("Large.c"),
);
static LARGE_D: decode::Property<decode::Text> = decode::Property::new(
    "d",
    "Large.d",
    decode::Text::new("Large.d"),
);
static LARGE_E: decode::Property<decode::Text> = decode::Property::new(
    "e",
    "Large.e",
    decode::Text::new("Large.e"),
);
static LARGE_F: decode::Property<decode::Text> = decode::Property::new(
    "f",
    "Large.f",
    decode::Text::new("Large.f"),
);
static LARGE_G: decode::Property<decode::Text> = decode::Property::new(
    "g",
    "Large.g",
    decode::Text::new("Large.g"),
);
static LARGE_H: decode::Property<decode::Text> = decode::Property::new(
    "h",
    "Large.h",
    decode::Text::new("Large.h"),
);
static LARGE_INNER: decode::Property<decode::Boxed<decode::Named<Shape>>> = decode::Property::new(
    "inner",
    "Large.inner",
    decode::Boxed(decode::Named::new()),
);
static LARGE_NAMES: decode::Property<decode::Named<Names>> = decode::Property::new(
    "names",
    "Large.names",
    decode::Named::new(),
);
static LARGE_WORDS: decode::Property<decode::Named<Words>> = decode::Property::new(
    "words",
    "Large.words",
    decode::Named::new(),
);

impl decode::Model for Large {
    const CLAUSE: &'static str = "Large";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut runtime::Violations) {
        LARGE_A.validate(&self.a, at, found);
        LARGE_B.validate(&self.b, at, found);
        LARGE_C.validate_given(&self.c, at, found);
        LARGE_D.validate_given(&self.d, at, found);
        LARGE_E.validate_given(&self.e, at, found);
        LARGE_F.validate_given(&self.f, at, found);
        LARGE_G.validate_given(&self.g, at, found);
        LARGE_H.validate_given(&self.h, at, found);
        LARGE_INNER.validate(&self.inner, at, found);
        LARGE_NAMES.validate_given(&self.names, at, found);
        LARGE_WORDS.validate_given(&self.words, at, found);
    }
}

impl decode::Object for Large {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut a_slot = decode::Slot::Missing;
        let mut b_slot = decode::Slot::Missing;
        let mut c_slot = decode::Slot::Missing;
        let mut d_slot = decode::Slot::Missing;
        let mut e_slot = decode::Slot::Missing;
        let mut f_slot = decode::Slot::Missing;
        let mut g_slot = decode::Slot::Missing;
        let mut h_slot = decode::Slot::Missing;
        let mut inner_slot = decode::Slot::Missing;
        let mut names_slot = decode::Slot::Missing;
        let mut words_slot = decode::Slot::Missing;
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    LARGE_KIND.read(&mut members, &mut tag, at, found)?;
                }
                "a" => {
                    LARGE_A.read(&mut members, &mut a_slot, at, found)?;
                }
                "b" => {
                    LARGE_B.read(&mut members, &mut b_slot, at, found)?;
                }
                "c" => {
                    LARGE_C.read(&mut members, &mut c_slot, at, found)?;
                }
                "d" => {
                    LARGE_D.read(&mut members, &mut d_slot, at, found)?;
                }
                "e" => {
                    LARGE_E.read(&mut members, &mut e_slot, at, found)?;
                }
                "f" => {
                    LARGE_F.read(&mut members, &mut f_slot, at, found)?;
                }
                "g" => {
                    LARGE_G.read(&mut members, &mut g_slot, at, found)?;
                }
                "h" => {
                    LARGE_H.read(&mut members, &mut h_slot, at, found)?;
                }
                "inner" => {
                    LARGE_INNER.read(&mut members, &mut inner_slot, at, found)?;
                }
                "names" => {
                    LARGE_NAMES.read(&mut members, &mut names_slot, at, found)?;
                }
                "words" => {
                    LARGE_WORDS.read(&mut members, &mut words_slot, at, found)?;
                }
                _ => {
                    decode::skip(&mut members)?;
                }
            }
        }
        LARGE_KIND.require(&tag, at, found);
        LARGE_A.require(&a_slot, at, found);
        LARGE_B.require(&b_slot, at, found);
        LARGE_INNER.require(&inner_slot, at, found);
        let (Some(a), Some(b), Some(inner)) = (
            a_slot.value(),
            b_slot.value(),
            inner_slot.value(),
        ) else { return Ok(None) };
        Ok(
            Some(Self {
                a,
                b,
                c: c_slot.value(),
                d: d_slot.value(),
                e: e_slot.value(),
                f: f_slot.value(),
                g: g_slot.value(),
                h: h_slot.value(),
                inner,
                names: names_slot.value(),
                words: words_slot.value(),
            }),
        )
    }
}

impl runtime::rule::Members for Large {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "a" => runtime::rule::Look::look(&self.a),
            "names" => runtime::rule::given(&self.names),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Large {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}
