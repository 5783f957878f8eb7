//! The types of the page `types/impl.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::shape::{Mixed, Shape};

/// A failure.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Failure {
    /// What went wrong.
    pub error: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Failure {
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

static FAILURE_ERROR: decode::Property<decode::Text> = decode::Property::new(
    "error",
    "Failure.error",
    decode::Text::new("Failure.error"),
);

impl<'de> serde::Deserialize<'de> for Failure {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Failure {
    const CLAUSE: &'static str = "Failure";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        FAILURE_ERROR.validate(&self.error, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["error"],
            "Failure",
            at,
            found,
        );
    }
}

impl decode::Object for Failure {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut error_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "error" => {
                    FAILURE_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        FAILURE_ERROR.require(&error_slot, at, found);
        let Some(error) = error_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                error,
                additional_properties,
            }),
        )
    }
}

impl Failure {
    /// With `error`, which it needs, and nothing else.
    #[must_use]
    pub fn new(error: impl Into<String>) -> Self {
        Failure {
            error: error.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Failure, "Failure", include_str!("../schemas/Failure.json"));

/// Properties that are keywords, and worse.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Type {
    /// Values that are no identifiers.
    pub r#type: TypeType,
    /// A word that cannot even be raw.
    pub self_: String,
    /// A dash.
    #[serde(rename = "content-type")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The same name, but for the dash.
    #[serde(rename = "contentType")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type2: Option<String>,
    /// A digit first.
    #[serde(rename = "3d")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n3d: Option<bool>,
    /// A sign.
    #[serde(rename = "$ref")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#ref: Option<String>,
    /// A name that emitted code has for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<i64>,
    /// Another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// Another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<i64>,
    /// Another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<i64>,
    /// Another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<i64>,
    /// Another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<i64>,
    /// Capitals at the end.
    ///
    /// `true` when left out (`Type.redactPII.default`).
    #[serde(rename = "redactPII")]
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub redact_pii: runtime::Patch<bool>,
    /// What a builder would call the removal of its neighbour.
    #[serde(rename = "clearRedactPII")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear_redact_pii: Option<bool>,
    /// What a builder would call its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<i64>,
    /// A type that holds itself in every way that there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Type {
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

    /// The value of `redactPII`, or `true` when it is left out (`Type.redactPII.default`).
    #[must_use]
    pub fn effective_redact_pii(&self) -> Option<bool> {
        match &self.redact_pii {
            runtime::Patch::Absent => Some(true),
            runtime::Patch::Null => None,
            runtime::Patch::Value(value) => Some(*value),
        }
    }
}

static TYPE_TYPE: decode::Property<decode::Named<TypeType>> = decode::Property::new(
    "type",
    "Type.type",
    decode::Named::new(),
);
static TYPE_SELF: decode::Property<decode::Text> = decode::Property::new(
    "self",
    "Type.self",
    decode::Text::new("Type.self"),
);
static TYPE_CONTENT_TYPE: decode::Property<decode::Text> = decode::Property::optional(
    "content-type",
    "Type.content-type",
    decode::Text::new("Type.content-type"),
);
static TYPE_CONTENT_TYPE2: decode::Property<decode::Text> = decode::Property::optional(
    "contentType",
    "Type.contentType",
    decode::Text::new("Type.contentType"),
);
static TYPE_3D: decode::Property<decode::Boolean> = decode::Property::optional(
    "3d",
    "Type.3d",
    decode::Boolean::new("Type.3d"),
);
static TYPE_REF: decode::Property<decode::Text> = decode::Property::optional(
    "$ref",
    "Type.$ref",
    decode::Text::new("Type.$ref"),
);
static TYPE_MEMBERS: decode::Property<decode::Integer> = decode::Property::optional(
    "members",
    "Type.members",
    decode::Integer::new("Type.members"),
);
static TYPE_AT: decode::Property<decode::Integer> = decode::Property::optional(
    "at",
    "Type.at",
    decode::Integer::new("Type.at"),
);
static TYPE_FOUND: decode::Property<decode::Integer> = decode::Property::optional(
    "found",
    "Type.found",
    decode::Integer::new("Type.found"),
);
static TYPE_NAME: decode::Property<decode::Integer> = decode::Property::optional(
    "name",
    "Type.name",
    decode::Integer::new("Type.name"),
);
static TYPE_TAG: decode::Property<decode::Integer> = decode::Property::optional(
    "tag",
    "Type.tag",
    decode::Integer::new("Type.tag"),
);
static TYPE_OTHERS: decode::Property<decode::Integer> = decode::Property::optional(
    "others",
    "Type.others",
    decode::Integer::new("Type.others"),
);
static TYPE_REDACT_PII: decode::Property<decode::Nullable<decode::Boolean>> = decode::Property::optional(
    "redactPII",
    "Type.redactPII",
    decode::Nullable(decode::Boolean::new("Type.redactPII")),
);
static TYPE_CLEAR_REDACT_PII: decode::Property<decode::Boolean> = decode::Property::optional(
    "clearRedactPII",
    "Type.clearRedactPII",
    decode::Boolean::new("Type.clearRedactPII"),
);
static TYPE_BUILD: decode::Property<decode::Integer> = decode::Property::optional(
    "build",
    "Type.build",
    decode::Integer::new("Type.build"),
);
static TYPE_TREE: decode::Property<decode::Named<Tree>> = decode::Property::optional(
    "tree",
    "Type.tree",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Type {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Type {
    const CLAUSE: &'static str = "Type";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        TYPE_TYPE.validate(&self.r#type, at, found);
        TYPE_SELF.validate(&self.self_, at, found);
        TYPE_CONTENT_TYPE.validate_given(&self.content_type, at, found);
        TYPE_CONTENT_TYPE2.validate_given(&self.content_type2, at, found);
        TYPE_3D.validate_given(&self.n3d, at, found);
        TYPE_REF.validate_given(&self.r#ref, at, found);
        TYPE_MEMBERS.validate_given(&self.members, at, found);
        TYPE_AT.validate_given(&self.at, at, found);
        TYPE_FOUND.validate_given(&self.found, at, found);
        TYPE_NAME.validate_given(&self.name, at, found);
        TYPE_TAG.validate_given(&self.tag, at, found);
        TYPE_OTHERS.validate_given(&self.others, at, found);
        TYPE_REDACT_PII.validate_patch(&self.redact_pii, at, found);
        TYPE_CLEAR_REDACT_PII.validate_given(&self.clear_redact_pii, at, found);
        TYPE_BUILD.validate_given(&self.build, at, found);
        TYPE_TREE.validate_given(&self.tree, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "type",
                "self",
                "content-type",
                "contentType",
                "3d",
                "$ref",
                "members",
                "at",
                "found",
                "name",
                "tag",
                "others",
                "redactPII",
                "clearRedactPII",
                "build",
                "tree",
            ],
            "Type",
            at,
            found,
        );
    }
}

impl decode::Object for Type {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut type_slot = decode::Slot::Missing;
        let mut self_slot = decode::Slot::Missing;
        let mut content_type_slot = decode::Slot::Missing;
        let mut content_type2_slot = decode::Slot::Missing;
        let mut n3d_slot = decode::Slot::Missing;
        let mut ref_slot = decode::Slot::Missing;
        let mut members_slot = decode::Slot::Missing;
        let mut at_slot = decode::Slot::Missing;
        let mut found_slot = decode::Slot::Missing;
        let mut name_slot = decode::Slot::Missing;
        let mut tag_slot = decode::Slot::Missing;
        let mut others_slot = decode::Slot::Missing;
        let mut redact_pii_slot = decode::Slot::Missing;
        let mut clear_redact_pii_slot = decode::Slot::Missing;
        let mut build_slot = decode::Slot::Missing;
        let mut tree_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    TYPE_TYPE.read(&mut members, &mut type_slot, at, found)?;
                }
                "self" => {
                    TYPE_SELF.read(&mut members, &mut self_slot, at, found)?;
                }
                "content-type" => {
                    TYPE_CONTENT_TYPE
                        .read(&mut members, &mut content_type_slot, at, found)?;
                }
                "contentType" => {
                    TYPE_CONTENT_TYPE2
                        .read(&mut members, &mut content_type2_slot, at, found)?;
                }
                "3d" => {
                    TYPE_3D.read(&mut members, &mut n3d_slot, at, found)?;
                }
                "$ref" => {
                    TYPE_REF.read(&mut members, &mut ref_slot, at, found)?;
                }
                "members" => {
                    TYPE_MEMBERS.read(&mut members, &mut members_slot, at, found)?;
                }
                "at" => {
                    TYPE_AT.read(&mut members, &mut at_slot, at, found)?;
                }
                "found" => {
                    TYPE_FOUND.read(&mut members, &mut found_slot, at, found)?;
                }
                "name" => {
                    TYPE_NAME.read(&mut members, &mut name_slot, at, found)?;
                }
                "tag" => {
                    TYPE_TAG.read(&mut members, &mut tag_slot, at, found)?;
                }
                "others" => {
                    TYPE_OTHERS.read(&mut members, &mut others_slot, at, found)?;
                }
                "redactPII" => {
                    TYPE_REDACT_PII.read(&mut members, &mut redact_pii_slot, at, found)?;
                }
                "clearRedactPII" => {
                    TYPE_CLEAR_REDACT_PII
                        .read(&mut members, &mut clear_redact_pii_slot, at, found)?;
                }
                "build" => {
                    TYPE_BUILD.read(&mut members, &mut build_slot, at, found)?;
                }
                "tree" => {
                    TYPE_TREE.read(&mut members, &mut tree_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        TYPE_TYPE.require(&type_slot, at, found);
        TYPE_SELF.require(&self_slot, at, found);
        let (Some(r#type), Some(self_)) = (type_slot.value(), self_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                r#type,
                self_,
                content_type: content_type_slot.value(),
                content_type2: content_type2_slot.value(),
                n3d: n3d_slot.value(),
                r#ref: ref_slot.value(),
                members: members_slot.value(),
                at: at_slot.value(),
                found: found_slot.value(),
                name: name_slot.value(),
                tag: tag_slot.value(),
                others: others_slot.value(),
                redact_pii: redact_pii_slot.patch(),
                clear_redact_pii: clear_redact_pii_slot.value(),
                build: build_slot.value(),
                tree: tree_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Type {
    /// A builder with what is required: `type`, `self`.
    pub fn builder(
        r#type: impl Into<TypeType>,
        self_: impl Into<String>,
    ) -> TypeBuilder {
        TypeBuilder(Type {
            r#type: r#type.into(),
            self_: self_.into(),
            content_type: None,
            content_type2: None,
            n3d: None,
            r#ref: None,
            members: None,
            at: None,
            found: None,
            name: None,
            tag: None,
            others: None,
            redact_pii: runtime::Patch::Absent,
            clear_redact_pii: None,
            build: None,
            tree: None,
            additional_properties: serde_json::Map::new(),
        })
    }
}

/// Builds a [`Type`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct TypeBuilder(Type);

impl TypeBuilder {
    /// A dash.
    ///
    /// See [`Type::content_type`].
    pub fn content_type(mut self, value: impl Into<String>) -> Self {
        self.0.content_type = Some(value.into());
        self
    }

    /// The same name, but for the dash.
    ///
    /// See [`Type::content_type2`].
    pub fn content_type2(mut self, value: impl Into<String>) -> Self {
        self.0.content_type2 = Some(value.into());
        self
    }

    /// A digit first.
    ///
    /// See [`Type::n3d`].
    pub fn n3d(mut self, value: bool) -> Self {
        self.0.n3d = Some(value);
        self
    }

    /// A sign.
    ///
    /// See [`Type::ref`].
    pub fn r#ref(mut self, value: impl Into<String>) -> Self {
        self.0.r#ref = Some(value.into());
        self
    }

    /// A name that emitted code has for itself.
    ///
    /// See [`Type::members`].
    pub fn members(mut self, value: i64) -> Self {
        self.0.members = Some(value);
        self
    }

    /// Another.
    ///
    /// See [`Type::at`].
    pub fn at(mut self, value: i64) -> Self {
        self.0.at = Some(value);
        self
    }

    /// Another.
    ///
    /// See [`Type::found`].
    pub fn found(mut self, value: i64) -> Self {
        self.0.found = Some(value);
        self
    }

    /// Another.
    ///
    /// See [`Type::name`].
    pub fn name(mut self, value: i64) -> Self {
        self.0.name = Some(value);
        self
    }

    /// Another.
    ///
    /// See [`Type::tag`].
    pub fn tag(mut self, value: i64) -> Self {
        self.0.tag = Some(value);
        self
    }

    /// Another.
    ///
    /// See [`Type::others`].
    pub fn others(mut self, value: i64) -> Self {
        self.0.others = Some(value);
        self
    }

    /// Capitals at the end.
    ///
    /// See [`Type::redact_pii`].
    pub fn redact_pii(mut self, value: bool) -> Self {
        self.0.redact_pii = runtime::Patch::Value(value);
        self
    }

    /// Sets `redactPII` to null.
    pub fn clear_redact_pii2(mut self) -> Self {
        self.0.redact_pii = runtime::Patch::Null;
        self
    }

    /// What a builder would call the removal of its neighbour.
    ///
    /// See [`Type::clear_redact_pii`].
    pub fn clear_redact_pii(mut self, value: bool) -> Self {
        self.0.clear_redact_pii = Some(value);
        self
    }

    /// What a builder would call its end.
    ///
    /// See [`Type::build`].
    pub fn build2(mut self, value: i64) -> Self {
        self.0.build = Some(value);
        self
    }

    /// A type that holds itself in every way that there is.
    ///
    /// See [`Type::tree`].
    pub fn tree(mut self, value: impl Into<Tree>) -> Self {
        self.0.tree = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Type, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(Type, "Type", include_str!("../schemas/Type.json"), "Tree" = Tree);

/// Values that are no identifiers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum TypeType {
    /// `git-diff`
    #[serde(rename = "git-diff")]
    GitDiff,
    /// `gitDiff`
    #[serde(rename = "gitDiff")]
    GitDiff2,
    /// `24h`
    #[serde(rename = "24h")]
    V24h,
    /// `self`
    #[serde(rename = "self")]
    Self_,
    /// ``
    #[serde(rename = "")]
    Empty,
    /// `other`
    #[serde(rename = "other")]
    Other,
    /// `ÉTÉ`
    #[serde(rename = "ÉTÉ")]
    Été,
    /// `a.b`
    #[serde(rename = "a.b")]
    AB,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other2(String),
}

impl TypeType {
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
            Self::GitDiff => "git-diff",
            Self::GitDiff2 => "gitDiff",
            Self::V24h => "24h",
            Self::Self_ => "self",
            Self::Empty => "",
            Self::Other => "other",
            Self::Été => "ÉTÉ",
            Self::AB => "a.b",
            Self::Other2(text) => text,
        }
    }
}

impl std::fmt::Display for TypeType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for TypeType {
    const VALUES: &'static [&'static str] = &[
        "git-diff",
        "gitDiff",
        "24h",
        "self",
        "",
        "other",
        "ÉTÉ",
        "a.b",
    ];

    fn from_text(text: &str) -> Self {
        match text {
            "git-diff" => Self::GitDiff,
            "gitDiff" => Self::GitDiff2,
            "24h" => Self::V24h,
            "self" => Self::Self_,
            "" => Self::Empty,
            "other" => Self::Other,
            "ÉTÉ" => Self::Été,
            "a.b" => Self::AB,
            other => Self::Other2(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for TypeType {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for TypeType {
    const CLAUSE: &'static str = "Type.type";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Type.type"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Type.type"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for TypeType {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    TypeType, "TypeType",
    "{\"description\":\"Values that are no identifiers.\",\"type\":\"string\",\"enum\":[\"git-diff\",\"gitDiff\",\"24h\",\"self\",\"\",\"other\",\"ÉTÉ\",\"a.b\"]}"
);

/// A type that holds itself in every way that there is.
///
/// A tree with something mixed has something on the right. (`Tree.rules.mixed-has-right`)
///
/// A tree with a certain shape has something on the left, unless its names say so.
/// (`Tree.rules.large-has-left`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Tree {
    /// A type that holds itself in every way that there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Box<Tree>>,
    /// A type that holds itself in every way that there is.
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub right: runtime::Patch<Box<Tree>>,
    /// The property `below`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Vec<Tree>>,
    /// The property `named`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<std::collections::BTreeMap<String, Tree>>,
    /// Through another type and back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<Box<Branch>>,
    /// Variants of very different sizes, one of them the union again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Kinds of value whose names are those of emitted code, one of them large, one the list of
    /// itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mixed: Option<Mixed>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Tree {
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

static TREE_LEFT: decode::Property<decode::Boxed<decode::Named<Tree>>> = decode::Property::optional(
    "left",
    "Tree.left",
    decode::Boxed(decode::Named::new()),
);
static TREE_RIGHT: decode::Property<
    decode::Nullable<decode::Boxed<decode::Named<Tree>>>,
> = decode::Property::optional(
    "right",
    "Tree.right",
    decode::Nullable(decode::Boxed(decode::Named::new())),
);
static TREE_BELOW: decode::Property<decode::List<decode::Named<Tree>>> = decode::Property::optional(
    "below",
    "Tree.below",
    decode::List::new("Tree.below", decode::Named::new()),
);
static TREE_NAMED: decode::Property<decode::Dictionary<decode::Named<Tree>>> = decode::Property::optional(
    "named",
    "Tree.named",
    decode::Dictionary::new("Tree.named", decode::Named::new()),
);
static TREE_BRANCH: decode::Property<decode::Boxed<decode::Named<Branch>>> = decode::Property::optional(
    "branch",
    "Tree.branch",
    decode::Boxed(decode::Named::new()),
);
static TREE_SHAPE: decode::Property<decode::Named<Shape>> = decode::Property::optional(
    "shape",
    "Tree.shape",
    decode::Named::new(),
);
static TREE_MIXED: decode::Property<decode::Named<Mixed>> = decode::Property::optional(
    "mixed",
    "Tree.mixed",
    decode::Named::new(),
);
static TREE_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "Tree.rules",
        id: "mixed-has-right",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("mixed")],
            test: runtime::rule::Test::NonEmpty,
        },
        unless: Some(runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("mixed"),
                runtime::rule::Segment::AnyItem,
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("x")),
        }),
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("right")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: A tree with something mixed has something on the right.",
    },
    runtime::rule::Rule {
        clause: "Tree.rules",
        id: "large-has-left",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("shape"),
                runtime::rule::Segment::Property("a"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("x")),
        },
        unless: Some(runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("shape"),
                runtime::rule::Segment::Property("names"),
                runtime::rule::Segment::AnyItem,
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("y")),
        }),
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("left")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: A tree with a certain shape has something on the left, unless its names say so.",
    },
];

impl<'de> serde::Deserialize<'de> for Tree {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Tree {
    const CLAUSE: &'static str = "Tree";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        TREE_LEFT.validate_given(&self.left, at, found);
        TREE_RIGHT.validate_patch(&self.right, at, found);
        TREE_BELOW.validate_given(&self.below, at, found);
        TREE_NAMED.validate_given(&self.named, at, found);
        TREE_BRANCH.validate_given(&self.branch, at, found);
        TREE_SHAPE.validate_given(&self.shape, at, found);
        TREE_MIXED.validate_given(&self.mixed, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["left", "right", "below", "named", "branch", "shape", "mixed"],
            "Tree",
            at,
            found,
        );
        runtime::rule::judge(TREE_RULES, self, at, found);
    }
}

impl decode::Object for Tree {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut left_slot = decode::Slot::Missing;
        let mut right_slot = decode::Slot::Missing;
        let mut below_slot = decode::Slot::Missing;
        let mut named_slot = decode::Slot::Missing;
        let mut branch_slot = decode::Slot::Missing;
        let mut shape_slot = decode::Slot::Missing;
        let mut mixed_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "left" => {
                    TREE_LEFT.read(&mut members, &mut left_slot, at, found)?;
                }
                "right" => {
                    TREE_RIGHT.read(&mut members, &mut right_slot, at, found)?;
                }
                "below" => {
                    TREE_BELOW.read(&mut members, &mut below_slot, at, found)?;
                }
                "named" => {
                    TREE_NAMED.read(&mut members, &mut named_slot, at, found)?;
                }
                "branch" => {
                    TREE_BRANCH.read(&mut members, &mut branch_slot, at, found)?;
                }
                "shape" => {
                    TREE_SHAPE.read(&mut members, &mut shape_slot, at, found)?;
                }
                "mixed" => {
                    TREE_MIXED.read(&mut members, &mut mixed_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        runtime::rule::judge_members(
            TREE_RULES,
            |name| match name {
                "left" => left_slot.view(runtime::rule::Look::look),
                "right" => right_slot.view(runtime::rule::Look::look),
                "shape" => shape_slot.view(runtime::rule::Look::look),
                "mixed" => mixed_slot.view(runtime::rule::Look::look),
                _ => runtime::rule::View::Absent,
            },
            at,
            found,
        );
        Ok(
            Some(Self {
                left: left_slot.value(),
                right: right_slot.patch(),
                below: below_slot.value(),
                named: named_slot.value(),
                branch: branch_slot.value(),
                shape: shape_slot.value(),
                mixed: mixed_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Tree {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "left" => runtime::rule::given(&self.left),
            "right" => runtime::rule::Look::look(&self.right),
            "shape" => runtime::rule::given(&self.shape),
            "mixed" => runtime::rule::given(&self.mixed),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        self.left.is_none() && self.right.is_absent() && self.below.is_none()
            && self.named.is_none() && self.branch.is_none() && self.shape.is_none()
            && self.mixed.is_none() && self.additional_properties.is_empty()
    }
}

impl runtime::rule::Look for Tree {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Tree {
    /// A builder with nothing given.
    pub fn builder() -> TreeBuilder {
        TreeBuilder(Tree::default())
    }
}

/// Builds a [`Tree`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct TreeBuilder(Tree);

impl TreeBuilder {
    /// A type that holds itself in every way that there is.
    ///
    /// See [`Tree::left`].
    pub fn left(mut self, value: impl Into<Box<Tree>>) -> Self {
        self.0.left = Some(value.into());
        self
    }

    /// A type that holds itself in every way that there is.
    ///
    /// See [`Tree::right`].
    pub fn right(mut self, value: impl Into<Box<Tree>>) -> Self {
        self.0.right = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `right` to null.
    pub fn clear_right(mut self) -> Self {
        self.0.right = runtime::Patch::Null;
        self
    }

    /// The property `below`.
    ///
    /// See [`Tree::below`].
    pub fn below(mut self, value: impl IntoIterator<Item = impl Into<Tree>>) -> Self {
        self.0.below = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// The property `named`.
    ///
    /// See [`Tree::named`].
    pub fn named(
        mut self,
        value: impl IntoIterator<Item = (impl Into<String>, impl Into<Tree>)>,
    ) -> Self {
        self.0.named = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// Through another type and back.
    ///
    /// See [`Tree::branch`].
    pub fn branch(mut self, value: impl Into<Box<Branch>>) -> Self {
        self.0.branch = Some(value.into());
        self
    }

    /// Variants of very different sizes, one of them the union again.
    ///
    /// See [`Tree::shape`].
    pub fn shape(mut self, value: impl Into<Shape>) -> Self {
        self.0.shape = Some(value.into());
        self
    }

    /// Kinds of value whose names are those of emitted code, one of them large, one the list of
    /// itself.
    ///
    /// See [`Tree::mixed`].
    pub fn mixed(mut self, value: impl Into<Mixed>) -> Self {
        self.0.mixed = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Tree, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    Tree, "Tree", include_str!("../schemas/Tree.json"), "Tree" = Tree, "Branch" = Branch,
    "Shape" = Shape, "Mixed" = Mixed
);

/// Through another type and back.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Branch {
    /// A type that holds itself in every way that there is.
    pub tree: Box<Tree>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Branch {
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

static BRANCH_TREE: decode::Property<decode::Boxed<decode::Named<Tree>>> = decode::Property::new(
    "tree",
    "Branch.tree",
    decode::Boxed(decode::Named::new()),
);

impl<'de> serde::Deserialize<'de> for Branch {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Branch {
    const CLAUSE: &'static str = "Branch";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        BRANCH_TREE.validate(&self.tree, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["tree"],
            "Branch",
            at,
            found,
        );
    }
}

impl decode::Object for Branch {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tree_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "tree" => {
                    BRANCH_TREE.read(&mut members, &mut tree_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        BRANCH_TREE.require(&tree_slot, at, found);
        let Some(tree) = tree_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                tree,
                additional_properties,
            }),
        )
    }
}

impl Branch {
    /// With `tree`, which it needs, and nothing else.
    #[must_use]
    pub fn new(tree: impl Into<Box<Tree>>) -> Self {
        Branch {
            tree: tree.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    Branch, "Branch", include_str!("../schemas/Branch.json"), "Tree" = Tree
);

/// A name beside those that types without a name get.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum TreeLeft {
    /// `a`
    #[serde(rename = "a")]
    A,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl TreeLeft {
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
            Self::A => "a",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for TreeLeft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for TreeLeft {
    const VALUES: &'static [&'static str] = &["a"];

    fn from_text(text: &str) -> Self {
        match text {
            "a" => Self::A,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for TreeLeft {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for TreeLeft {
    const CLAUSE: &'static str = "TreeLeft";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("TreeLeft"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("TreeLeft"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for TreeLeft {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(TreeLeft, "TreeLeft", include_str!("../schemas/TreeLeft.json"));

/// A list with a name.
///
/// At least 1 item (`Names.minItems`). Each item: At least 1 character
/// (`Names.items.minLength`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Names(
    /// The value.
    pub Vec<Option<String>>,
);

impl Names {
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

static NAMES: decode::List<decode::Nullable<decode::Text>> = decode::List::new(
        "Names",
        decode::Nullable(decode::Text::new("Names.items").min_length(1)),
    )
    .min_items(1);

impl<'de> serde::Deserialize<'de> for Names {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Names {
    const CLAUSE: &'static str = "Names";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&NAMES, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&NAMES, &self.0, at, found);
    }
}

impl runtime::rule::Look for Names {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::Look::look(&self.0)
    }
}

runtime::json_schema!(Names, "Names", include_str!("../schemas/Names.json"));

/// A map with a name.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Words(
    /// The value.
    pub std::collections::BTreeMap<String, WordsValue>,
);

impl Words {
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

static WORDS: decode::Dictionary<decode::Named<WordsValue>> = decode::Dictionary::new(
    "Words",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Words {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Words {
    const CLAUSE: &'static str = "Words";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&WORDS, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&WORDS, &self.0, at, found);
    }
}

runtime::json_schema!(Words, "Words", include_str!("../schemas/Words.json"));

/// One of the texts of `Words.additionalProperties`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum WordsValue {
    /// `yes`
    #[serde(rename = "yes")]
    Yes,
    /// `no`
    #[serde(rename = "no")]
    No,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl WordsValue {
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
            Self::Yes => "yes",
            Self::No => "no",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for WordsValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for WordsValue {
    const VALUES: &'static [&'static str] = &["yes", "no"];

    fn from_text(text: &str) -> Self {
        match text {
            "yes" => Self::Yes,
            "no" => Self::No,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for WordsValue {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for WordsValue {
    const CLAUSE: &'static str = "Words.additionalProperties";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Words.additionalProperties"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Words.additionalProperties"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for WordsValue {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    WordsValue, "WordsValue", "{\"type\":\"string\",\"enum\":[\"yes\",\"no\"]}"
);

/// Parameters whose names are hard to write.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OddQuery {
    /// Signs that a query is made of.
    #[serde(rename = "a[]&b=")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_b: Option<Vec<TreeLeft>>,
    /// A keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<OddQueryType>,
    /// A number with a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_: Option<OddNumber>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl OddQuery {
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

static ODD_QUERY_A_B: decode::Property<decode::List<decode::Named<TreeLeft>>> = decode::Property::optional(
    "a[]&b=",
    "OddQuery.a[]&b=",
    decode::List::new("OddQuery.a[]&b=", decode::Named::new()),
);
static ODD_QUERY_TYPE: decode::Property<decode::Named<OddQueryType>> = decode::Property::optional(
    "type",
    "OddQuery.type",
    decode::Named::new(),
);
static ODD_QUERY_SELF: decode::Property<decode::Named<OddNumber>> = decode::Property::optional(
    "self",
    "OddQuery.self",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for OddQuery {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OddQuery {
    const CLAUSE: &'static str = "OddQuery";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ODD_QUERY_A_B.validate_given(&self.a_b, at, found);
        ODD_QUERY_TYPE.validate_given(&self.r#type, at, found);
        ODD_QUERY_SELF.validate_given(&self.self_, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["a[]&b=", "type", "self"],
            "OddQuery",
            at,
            found,
        );
    }
}

impl decode::Object for OddQuery {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut a_b_slot = decode::Slot::Missing;
        let mut type_slot = decode::Slot::Missing;
        let mut self_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "a[]&b=" => {
                    ODD_QUERY_A_B.read(&mut members, &mut a_b_slot, at, found)?;
                }
                "type" => {
                    ODD_QUERY_TYPE.read(&mut members, &mut type_slot, at, found)?;
                }
                "self" => {
                    ODD_QUERY_SELF.read(&mut members, &mut self_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                a_b: a_b_slot.value(),
                r#type: type_slot.value(),
                self_: self_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    OddQuery, "OddQuery", include_str!("../schemas/OddQuery.json"), "TreeLeft" =
    TreeLeft, "OddNumber" = OddNumber
);

/// A keyword.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum OddQueryType {
    /// `a`
    #[serde(rename = "a")]
    A,
    /// `b&c`
    #[serde(rename = "b&c")]
    BC,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl OddQueryType {
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
            Self::A => "a",
            Self::BC => "b&c",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for OddQueryType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for OddQueryType {
    const VALUES: &'static [&'static str] = &["a", "b&c"];

    fn from_text(text: &str) -> Self {
        match text {
            "a" => Self::A,
            "b&c" => Self::BC,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for OddQueryType {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OddQueryType {
    const CLAUSE: &'static str = "OddQuery.type";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("OddQuery.type"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("OddQuery.type"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for OddQueryType {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    OddQueryType, "OddQueryType",
    "{\"description\":\"A keyword.\",\"type\":\"string\",\"enum\":[\"a\",\"b&c\"]}"
);

/// A number with a name.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct OddNumber(
    /// The value.
    pub f64,
);

impl OddNumber {
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

static ODD_NUMBER: decode::Number = decode::Number::new("OddNumber");

impl<'de> serde::Deserialize<'de> for OddNumber {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OddNumber {
    const CLAUSE: &'static str = "OddNumber";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&ODD_NUMBER, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&ODD_NUMBER, &self.0, at, found);
    }
}

runtime::json_schema!(OddNumber, "OddNumber", include_str!("../schemas/OddNumber.json"));

/// Headers whose names are hard to write.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OddHeaders {
    /// A number with a name.
    #[serde(rename = "x-self")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_self: Option<OddNumber>,
    /// A keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// Signs that the name of a header may have.
    #[serde(rename = "$~!x")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<Vec<bool>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl OddHeaders {
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

static ODD_HEADERS_X_SELF: decode::Property<decode::Named<OddNumber>> = decode::Property::optional(
    "x-self",
    "OddHeaders.x-self",
    decode::Named::new(),
);
static ODD_HEADERS_TYPE: decode::Property<decode::Text> = decode::Property::optional(
    "type",
    "OddHeaders.type",
    decode::Text::new("OddHeaders.type"),
);
static ODD_HEADERS_X: decode::Property<decode::List<decode::Boolean>> = decode::Property::optional(
    "$~!x",
    "OddHeaders.$~!x",
    decode::List::new("OddHeaders.$~!x", decode::Boolean::new("OddHeaders.$~!x.items")),
);

impl<'de> serde::Deserialize<'de> for OddHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OddHeaders {
    const CLAUSE: &'static str = "OddHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ODD_HEADERS_X_SELF.validate_given(&self.x_self, at, found);
        ODD_HEADERS_TYPE.validate_given(&self.r#type, at, found);
        ODD_HEADERS_X.validate_given(&self.x, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["x-self", "type", "$~!x"],
            "OddHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for OddHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut x_self_slot = decode::Slot::Missing;
        let mut type_slot = decode::Slot::Missing;
        let mut x_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "x-self" => {
                    ODD_HEADERS_X_SELF.read(&mut members, &mut x_self_slot, at, found)?;
                }
                "type" => {
                    ODD_HEADERS_TYPE.read(&mut members, &mut type_slot, at, found)?;
                }
                "$~!x" => {
                    ODD_HEADERS_X.read(&mut members, &mut x_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                x_self: x_self_slot.value(),
                r#type: type_slot.value(),
                x: x_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    OddHeaders, "OddHeaders", include_str!("../schemas/OddHeaders.json"), "OddNumber" =
    OddNumber
);
