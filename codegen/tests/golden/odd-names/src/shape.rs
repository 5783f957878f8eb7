//! The types of the page `types/shape.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::r#impl::{Names, Words};

/// Variants of very different sizes, one of them the union again.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Shape {
    /// `kind` is `small`.
    Small(Small),
    /// `kind` is `large`.
    Large(Box<Large>),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Shape {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
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
        decode::read(deserializer)
    }
}

impl decode::Model for Shape {
    const CLAUSE: &'static str = "Shape";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Small(value) => {
                <Small as decode::Model>::validate_at(value, at, found);
            }
            Self::Large(value) => {
                <Large as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for Shape {
    const DISCRIMINATOR: &'static str = "kind";
    const VARIANTS: &'static [&'static str] = &["small", "large"];

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
        value: &str,
        members: decode::Members<'_, 'de, A>,
        at: &decode::At<'_>,
        found: &mut decode::Found,
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

impl From<Small> for Shape {
    fn from(value: Small) -> Self {
        Self::Small(value)
    }
}

impl From<Large> for Shape {
    fn from(value: Large) -> Self {
        Self::Large(Box::new(value))
    }
}

runtime::json_schema!(
    Shape, "Shape", include_str!("../schemas/Shape.json"), "Small" = Small, "Large" =
    Large
);

/// Nothing else.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename = "small")]
pub struct Small {
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Small {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static SMALL_KIND: decode::Property<decode::Tag> = decode::Property::new(
    "kind",
    "Small.kind",
    decode::Tag::new("Small.kind", &["small"]),
);

impl<'de> serde::Deserialize<'de> for Small {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Small {
    const CLAUSE: &'static str = "Small";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::unlisted_names(
            &self.additional_properties,
            &["kind"],
            "Small",
            at,
            found,
        );
    }
}

impl decode::Object for Small {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    SMALL_KIND.read(&mut members, &mut tag, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SMALL_KIND.require(&tag, at, found);
        Ok(Some(Self { additional_properties }))
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

runtime::json_schema!(Small, "Small", include_str!("../schemas/Small.json"));

/// A lot.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename = "large")]
pub struct Large {
    /// The property `a`.
    pub a: String,
    /// The property `b`.
    #[deprecated]
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
    /// Variants of very different sizes, one of them the union again.
    pub inner: Box<Shape>,
    /// A list with a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
    /// A map with a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Large {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
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
static LARGE_C: decode::Property<decode::Text> = decode::Property::optional(
    "c",
    "Large.c",
    decode::Text::new("Large.c"),
);
static LARGE_D: decode::Property<decode::Text> = decode::Property::optional(
    "d",
    "Large.d",
    decode::Text::new("Large.d"),
);
static LARGE_E: decode::Property<decode::Text> = decode::Property::optional(
    "e",
    "Large.e",
    decode::Text::new("Large.e"),
);
static LARGE_F: decode::Property<decode::Text> = decode::Property::optional(
    "f",
    "Large.f",
    decode::Text::new("Large.f"),
);
static LARGE_G: decode::Property<decode::Text> = decode::Property::optional(
    "g",
    "Large.g",
    decode::Text::new("Large.g"),
);
static LARGE_H: decode::Property<decode::Text> = decode::Property::optional(
    "h",
    "Large.h",
    decode::Text::new("Large.h"),
);
static LARGE_INNER: decode::Property<decode::Boxed<decode::Named<Shape>>> = decode::Property::new(
    "inner",
    "Large.inner",
    decode::Boxed(decode::Named::new()),
);
static LARGE_NAMES: decode::Property<decode::Named<Names>> = decode::Property::optional(
    "names",
    "Large.names",
    decode::Named::new(),
);
static LARGE_WORDS: decode::Property<decode::Named<Words>> = decode::Property::optional(
    "words",
    "Large.words",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Large {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Large {
    const CLAUSE: &'static str = "Large";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LARGE_A.validate(&self.a, at, found);
        #[expect(deprecated, reason = "still in the contract")]
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
        decode::unlisted_names(
            &self.additional_properties,
            &["kind", "a", "b", "c", "d", "e", "f", "g", "h", "inner", "names", "words"],
            "Large",
            at,
            found,
        );
    }
}

impl decode::Object for Large {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
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
        let mut additional_properties = serde_json::Map::new();
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
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
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
                #[expect(deprecated, reason = "still in the contract")]
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
                additional_properties,
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

impl Large {
    /// A builder with what is required: `a`, `b`, `inner`.
    pub fn builder(
        a: impl Into<String>,
        b: impl Into<String>,
        inner: impl Into<Box<Shape>>,
    ) -> LargeBuilder {
        LargeBuilder(Large {
            a: a.into(),
            #[expect(deprecated, reason = "still in the contract")]
            b: b.into(),
            inner: inner.into(),
            c: None,
            d: None,
            e: None,
            f: None,
            g: None,
            h: None,
            names: None,
            words: None,
            additional_properties: serde_json::Map::new(),
        })
    }
}

/// Builds a [`Large`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct LargeBuilder(Large);

impl LargeBuilder {
    /// The property `c`.
    ///
    /// See [`Large::c`].
    pub fn c(mut self, value: impl Into<String>) -> Self {
        self.0.c = Some(value.into());
        self
    }

    /// The property `d`.
    ///
    /// See [`Large::d`].
    pub fn d(mut self, value: impl Into<String>) -> Self {
        self.0.d = Some(value.into());
        self
    }

    /// The property `e`.
    ///
    /// See [`Large::e`].
    pub fn e(mut self, value: impl Into<String>) -> Self {
        self.0.e = Some(value.into());
        self
    }

    /// The property `f`.
    ///
    /// See [`Large::f`].
    pub fn f(mut self, value: impl Into<String>) -> Self {
        self.0.f = Some(value.into());
        self
    }

    /// The property `g`.
    ///
    /// See [`Large::g`].
    pub fn g(mut self, value: impl Into<String>) -> Self {
        self.0.g = Some(value.into());
        self
    }

    /// The property `h`.
    ///
    /// See [`Large::h`].
    pub fn h(mut self, value: impl Into<String>) -> Self {
        self.0.h = Some(value.into());
        self
    }

    /// A list with a name.
    ///
    /// See [`Large::names`].
    pub fn names(mut self, value: impl Into<Names>) -> Self {
        self.0.names = Some(value.into());
        self
    }

    /// A map with a name.
    ///
    /// See [`Large::words`].
    pub fn words(mut self, value: impl Into<Words>) -> Self {
        self.0.words = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Large, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    Large, "Large", include_str!("../schemas/Large.json"), "Shape" = Shape, "Names" =
    Names, "Words" = Words
);

/// Kinds of value whose names are those of emitted code, one of them large, one the list of
/// itself.
///
/// Either a number, a string, an array or an object (`Mixed.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Mixed {
    /// A number.
    Number(f64),
    /// A string.
    Text(Text),
    /// An array.
    Nested(Nested),
    /// An object.
    Large(Box<Large>),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Mixed {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<f64> for Mixed {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<Text> for Mixed {
    fn from(value: Text) -> Self {
        Self::Text(value)
    }
}

impl From<Nested> for Mixed {
    fn from(value: Nested) -> Self {
        Self::Nested(value)
    }
}

impl From<Large> for Mixed {
    fn from(value: Large) -> Self {
        Self::Large(Box::new(value))
    }
}

static MIXED_NUMBER: decode::Number = decode::Number::new("Mixed.number");
static MIXED_TEXT: decode::Named<Text> = decode::Named::new();
static MIXED_NESTED: decode::Named<Nested> = decode::Named::new();
static MIXED_LARGE: decode::Boxed<decode::Named<Large>> = decode::Boxed(
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Mixed {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Mixed {
    const CLAUSE: &'static str = "Mixed";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Number(value) => {
                decode::Check::validate(&MIXED_NUMBER, value, at, found);
            }
            Self::Text(value) => {
                decode::Check::validate(&MIXED_TEXT, value, at, found);
            }
            Self::Nested(value) => {
                decode::Check::validate(&MIXED_NESTED, value, at, found);
            }
            Self::Large(value) => {
                decode::Check::validate(&MIXED_LARGE, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Mixed {
    const KINDS: &'static [decode::Kind] = &[
        decode::Kind::Number,
        decode::Kind::String,
        decode::Kind::Array,
        decode::Kind::Object,
    ];
    const EXPECTED: &'static str = "a number, a string, an array or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::Number => {
                    decode::Check::decode(&MIXED_NUMBER, deserializer, at, found)?
                        .map(Self::Number)
                }
                decode::Kind::String => {
                    decode::Check::decode(&MIXED_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Array => {
                    decode::Check::decode(&MIXED_NESTED, deserializer, at, found)?
                        .map(Self::Nested)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&MIXED_LARGE, deserializer, at, found)?
                        .map(Self::Large)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Look for Mixed {
    fn look(&self) -> runtime::rule::View<'_> {
        match self {
            Self::Number(value) => runtime::rule::Look::look(value),
            Self::Text(value) => runtime::rule::Look::look(value),
            Self::Nested(value) => runtime::rule::Look::look(value),
            Self::Large(value) => runtime::rule::Look::look(value),
            Self::Other(value) => runtime::rule::Look::look(value),
        }
    }
}

runtime::json_schema!(
    Mixed, "Mixed", include_str!("../schemas/Mixed.json"), "Text" = Text, "Nested" =
    Nested, "Large" = Large
);

/// A list of what it stands in.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Nested(
    /// The value.
    pub Vec<Mixed>,
);

impl Nested {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static NESTED: decode::List<decode::Named<Mixed>> = decode::List::new(
    "Nested",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Nested {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Nested {
    const CLAUSE: &'static str = "Nested";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&NESTED, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&NESTED, &self.0, at, found);
    }
}

impl runtime::rule::Look for Nested {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::Look::look(&self.0)
    }
}

runtime::json_schema!(
    Nested, "Nested", include_str!("../schemas/Nested.json"), "Mixed" = Mixed
);

/// A text with the name that a text without one gets.
///
/// At most 3 characters (`Text.maxLength`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Text(
    /// The value.
    pub String,
);

impl Text {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static TEXT: decode::Text = decode::Text::new("Text").max_length(3);

impl<'de> serde::Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Text {
    const CLAUSE: &'static str = "Text";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&TEXT, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&TEXT, &self.0, at, found);
    }
}

impl runtime::rule::Look for Text {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::Look::look(&self.0)
    }
}

runtime::json_schema!(Text, "Text", include_str!("../schemas/Text.json"));

/// A type with the name that what is not listed gets.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Other {
    /// The property `self`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_: Option<Box<OtherSelf_>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Other {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static OTHER_SELF: decode::Property<decode::Boxed<decode::Named<OtherSelf_>>> = decode::Property::optional(
    "self",
    "Other.self",
    decode::Boxed(decode::Named::new()),
);

impl<'de> serde::Deserialize<'de> for Other {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Other {
    const CLAUSE: &'static str = "Other";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        OTHER_SELF.validate_given(&self.self_, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["self"],
            "Other",
            at,
            found,
        );
    }
}

impl decode::Object for Other {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut self_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "self" => {
                    OTHER_SELF.read(&mut members, &mut self_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                self_: self_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    Other, "Other", include_str!("../schemas/Other.json"), "Text" = Text, "Other" = Other
);

/// The values of `Other.self`.
///
/// Either an integer, a string or an object (`Other.self.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum OtherSelf_ {
    /// An integer.
    Integer(i64),
    /// A string.
    Text(Text),
    /// An object.
    Other(Other),
    /// A value of a type that the contract does not list; judging reports it.
    Other2(serde_json::Value),
}

impl OtherSelf_ {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<i64> for OtherSelf_ {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<Text> for OtherSelf_ {
    fn from(value: Text) -> Self {
        Self::Text(value)
    }
}

impl From<Other> for OtherSelf_ {
    fn from(value: Other) -> Self {
        Self::Other(value)
    }
}

static OTHER_SELF_INTEGER: decode::Integer = decode::Integer::new("Other.self.integer");
static OTHER_SELF_TEXT: decode::Named<Text> = decode::Named::new();
static OTHER_SELF_OTHER: decode::Named<Other> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for OtherSelf_ {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OtherSelf_ {
    const CLAUSE: &'static str = "Other.self";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Integer(value) => {
                decode::Check::validate(&OTHER_SELF_INTEGER, value, at, found);
            }
            Self::Text(value) => {
                decode::Check::validate(&OTHER_SELF_TEXT, value, at, found);
            }
            Self::Other(value) => {
                decode::Check::validate(&OTHER_SELF_OTHER, value, at, found);
            }
            Self::Other2(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for OtherSelf_ {
    const KINDS: &'static [decode::Kind] = &[
        decode::Kind::Integer,
        decode::Kind::String,
        decode::Kind::Object,
    ];
    const EXPECTED: &'static str = "an integer, a string or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other2(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::Integer => {
                    decode::Check::decode(&OTHER_SELF_INTEGER, deserializer, at, found)?
                        .map(Self::Integer)
                }
                decode::Kind::String => {
                    decode::Check::decode(&OTHER_SELF_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&OTHER_SELF_OTHER, deserializer, at, found)?
                        .map(Self::Other)
                }
                _ => None,
            },
        )
    }
}

runtime::json_schema!(
    OtherSelf_, "OtherSelf_",
    "{\"oneOf\":[{\"type\":\"integer\"},{\"$ref\":\"#/$defs/Text\"},{\"$ref\":\"#/$defs/Other\"}]}",
    "Text" = Text, "Other" = Other
);

/// What is not listed gets another name here.
///
/// Either a string or an object (`Either.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Either {
    /// A string.
    Text(EitherText),
    /// An object.
    Other(Other),
    /// A value of a type that the contract does not list; judging reports it.
    Other2(serde_json::Value),
}

impl Either {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<EitherText> for Either {
    fn from(value: EitherText) -> Self {
        Self::Text(value)
    }
}

impl From<Other> for Either {
    fn from(value: Other) -> Self {
        Self::Other(value)
    }
}

static EITHER_TEXT: decode::Named<EitherText> = decode::Named::new();
static EITHER_OTHER: decode::Named<Other> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Either {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Either {
    const CLAUSE: &'static str = "Either";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Text(value) => {
                decode::Check::validate(&EITHER_TEXT, value, at, found);
            }
            Self::Other(value) => {
                decode::Check::validate(&EITHER_OTHER, value, at, found);
            }
            Self::Other2(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Either {
    const KINDS: &'static [decode::Kind] = &[decode::Kind::String, decode::Kind::Object];
    const EXPECTED: &'static str = "a string or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other2(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::String => {
                    decode::Check::decode(&EITHER_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&EITHER_OTHER, deserializer, at, found)?
                        .map(Self::Other)
                }
                _ => None,
            },
        )
    }
}

impl From<&str> for Either {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

runtime::json_schema!(
    Either, "Either", include_str!("../schemas/Either.json"), "Other" = Other
);

/// One of the texts of `Either.string`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum EitherText {
    /// `other`
    #[serde(rename = "other")]
    Other,
    /// `self`
    #[serde(rename = "self")]
    Self_,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other2(String),
}

impl EitherText {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Other => "other",
            Self::Self_ => "self",
            Self::Other2(text) => text,
        }
    }
}

impl std::fmt::Display for EitherText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for EitherText {
    const VALUES: &'static [&'static str] = &["other", "self"];

    fn from_text(text: &str) -> Self {
        match text {
            "other" => Self::Other,
            "self" => Self::Self_,
            other => Self::Other2(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for EitherText {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for EitherText {
    const CLAUSE: &'static str = "Either.string";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Either.string"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Either.string"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for EitherText {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    EitherText, "EitherText", "{\"type\":\"string\",\"enum\":[\"other\",\"self\"]}"
);
