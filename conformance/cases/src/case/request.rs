//! Defines a request as data. Keys, fixtures and values of earlier responses are placeholders here.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use webdata_spec::model::{Authentication, ClauseId, PaginationStyle};

use super::multipart::{self, Part};

/// A request as data. The runner fills in keys, fixtures and values of earlier responses when it sends the
/// request.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The operation that the request calls; `None` for a path that belongs to no operation.
    pub operation: Option<String>,
    /// The method and path; `None` if the contract shows neither, so that the target must state them.
    #[serde(flatten)]
    pub endpoint: Option<Endpoint>,
    /// The value of each path parameter.
    pub parameters: IndexMap<String, Argument>,
    /// The query parameters, by name. A value is a scalar, or a list of scalars, for which the parameter is
    /// repeated.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub query: Map<String, Value>,
    /// The headers that the contract describes, by name. A value is a scalar or a list of scalars.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub headers: Map<String, Value>,
    /// The authentication header.
    pub authorization: Option<Authorization>,
    /// The media type of the body.
    pub media_type: String,
    /// The body.
    pub body: Body,
    /// How each listed property of a JSON body is written; `None` if the body is written as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<IndexMap<String, Part>>,
    /// Places of the body, as JSON Pointers (RFC 6901), that hold the identity of a resource. The runner
    /// fills them in.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub identities: IndexMap<String, Argument>,
    /// Strings of the body that stand for resources that exist, each with a path parameter and the index of a fixture for
    /// it, from 0. The runner sends the identity of the fixture in their place, and reads it in a response as the string.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stand_ins: BTreeMap<String, (String, usize)>,
    /// Headers whose values the runner fills in, by name: the version in an earlier response, or an
    /// idempotency key.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub header_arguments: IndexMap<String, Argument>,
    /// How the runner requests all pages of a list. The runner then joins their resources into one response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Pages>,
    /// The error that the target is asked to provoke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provoke: Option<String>,
    /// The clause of the circumstance that the target must bring about. `operations.<id>`, the clause of the
    /// operation itself, stands for the circumstance in which nothing is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circumstance: Option<ClauseId>,
    /// Whether the target names the request, which makes the server check a resource now. The contract has no
    /// such request.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_trigger: bool,
}

/// How the pages of a list are requested one after the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pages {
    /// What the page parameter counts.
    pub style: PaginationStyle,
    /// The query parameter that selects a page.
    pub parameter: String,
    /// The place of the next page's cursor in a response, as a JSON Pointer (RFC 6901).
    pub next: Option<String>,
    /// The place of the resources in a response, as a JSON Pointer (RFC 6901).
    pub items: String,
    /// The property that holds the identity of a resource.
    pub identity: String,
    /// What happens between two pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<BetweenPages>,
    /// Whether only the first resource of each page is kept, so that a page starts at each resource. This
    /// makes pages small where no parameter limits their size.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_one_by_one: bool,
    /// The only resource that the joined response keeps; `None` for all resources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sought: Option<Argument>,
}

/// What happens between the pages of a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BetweenPages {
    /// This request is sent before each of the first pages after page 1.
    Request(Box<Request>),
    /// The cursor of page 2 is cut to its first half. Only the response to it is judged.
    CutCursor,
}

/// The method and path of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: String,
    /// The path with `{parameters}`, including the base path.
    pub path: String,
}

/// The character between the identities of a resource's parents and its own, in a fixture.
pub const BETWEEN: char = '/';

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_itself(above: &usize) -> bool {
    *above == 0
}

/// A value that the runner puts into the path, the body or a header when it sends the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Argument {
    /// One of the fixtures that the runner leased for the case, or one of its parents.
    Fixture {
        /// The index among the leased fixtures, from 0.
        index: usize,
        /// The number of steps from the fixture up to the named resource: 0 for the fixture itself, 1 for its parent.
        #[serde(skip_serializing_if = "is_itself")]
        above: usize,
        /// How the identity is written.
        #[serde(skip_serializing_if = "IdentityForm::is_whole")]
        form: IdentityForm,
    },
    /// A fixed string.
    Text(String),
    /// A string in the response to an earlier step.
    ResponseValue {
        /// The index of the step, from 0.
        step: usize,
        /// The place of the string, as a JSON Pointer (RFC 6901). `**/name` is the first property called
        /// `name` at any depth.
        pointer: String,
    },
    /// A header of the response to an earlier step.
    ResponseHeader {
        /// The index of the step, from 0.
        step: usize,
        /// The name of the header.
        name: String,
    },
    /// A UUID that differs in every run of the case.
    NewUuid {
        /// A number that requests with the same UUID share; `None` for a UUID of this request alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        shared: Option<usize>,
    },
}

impl Argument {
    /// The first of the leased fixtures.
    pub const FIRST_FIXTURE: Self = Self::fixture(0);

    /// Returns the argument for a parent of a leased fixture, `above` steps up.
    #[must_use]
    pub const fn parent(index: usize, above: usize) -> Self {
        Self::Fixture { index, above, form: IdentityForm::Whole }
    }

    /// Returns the argument for a leased fixture, by its index from 0.
    #[must_use]
    pub const fn fixture(index: usize) -> Self {
        Self::parent(index, 0)
    }

    /// Returns the string for the path, such as one of the `leased` fixtures. A value that is not known yet becomes
    /// the name of a shell variable.
    #[must_use]
    pub fn text(&self, leased: &[String]) -> String {
        match self {
            Self::Fixture { index, above, form } => {
                let path = leased.get(*index).map_or("", String::as_str);
                form.apply(path.rsplit(BETWEEN).nth(*above).unwrap_or_default())
            }
            Self::Text(text) => text.clone(),
            Self::ResponseValue { step, .. } => format!("$FROM_RESPONSE_{}", step + 1),
            Self::ResponseHeader { step, .. } => format!("$FROM_HEADER_{}", step + 1),
            Self::NewUuid { shared: Some(number) } => format!("$NEW_UUID_{}", number + 1),
            Self::NewUuid { shared: None } => "$NEW_UUID".to_owned(),
        }
    }
}

/// How the identity of a fixture is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdentityForm {
    /// As the target states it.
    #[default]
    Whole,
    /// In capitals.
    Capitals,
    /// Without its hyphens.
    WithoutHyphens,
}

impl IdentityForm {
    fn is_whole(&self) -> bool {
        *self == Self::Whole
    }

    /// Returns the identity in this form. The name of a shell variable becomes that of another variable.
    fn apply(self, identity: &str) -> String {
        match self {
            Self::Whole => identity.to_owned(),
            Self::Capitals if identity.starts_with('$') => format!("{identity}_IN_CAPITALS"),
            Self::WithoutHyphens if identity.starts_with('$') => {
                format!("{identity}_WITHOUT_HYPHENS")
            }
            Self::Capitals => identity.to_ascii_uppercase(),
            Self::WithoutHyphens => identity.replace('-', ""),
        }
    }
}

/// An authentication header. Its value is `prefix`, the key and `suffix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Authorization {
    /// The name of the header.
    pub header: String,
    /// The string before the key.
    pub prefix: String,
    /// The key; `None` for a header without one.
    pub key: Option<KeyName>,
    /// How the runner changes the key before it sends it.
    #[serde(skip_serializing_if = "KeyForm::is_whole")]
    pub form: KeyForm,
    /// The string after the key.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub suffix: String,
}

impl Authorization {
    /// Returns the header that the authentication scheme requires, with a key.
    #[must_use]
    pub fn with_key(scheme: &Authentication, key: KeyName) -> Self {
        Self {
            header: scheme.header.clone(),
            prefix: scheme.prefix(),
            key: Some(key),
            form: KeyForm::Whole,
            suffix: String::new(),
        }
    }
}

/// How the runner changes a key before it sends it.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum KeyForm {
    /// The key is not changed.
    #[default]
    Whole,
    /// The last character is removed.
    Cut,
    /// Upper-case letters become lower-case and the reverse.
    OtherCase,
}

impl KeyForm {
    /// The forms that differ from the key itself.
    pub const CHANGED: [Self; 2] = [Self::Cut, Self::OtherCase];

    /// Returns whether the key is sent unchanged.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

impl std::fmt::Display for KeyForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Whole => "when it is unchanged",
            Self::Cut => "when its last character is removed",
            Self::OtherCase => "when the case of its letters is swapped",
        })
    }
}

/// The API keys that cases use.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum KeyName {
    /// A key with all permissions.
    Valid,
    /// A key that was valid and has been revoked.
    Revoked,
    /// A valid key without permission for the operation.
    Limited,
    /// A valid key of a team that does not own the fixtures.
    OtherTeam,
}

impl KeyName {
    /// All keys.
    pub const ALL: [Self; 4] = [Self::Valid, Self::Revoked, Self::Limited, Self::OtherTeam];
}

impl std::fmt::Display for KeyName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

impl Request {
    /// Returns the arguments of the path, the body and the headers, and the resource that a list is searched
    /// for.
    pub fn arguments(&self) -> impl Iterator<Item = &Argument> {
        let sent = self.parameters.values().chain(self.identities.values());
        let sought = self.pages.iter().filter_map(|pages| pages.sought.as_ref());
        sent.chain(self.header_arguments.values()).chain(sought)
    }

    /// Returns the same arguments as `arguments`, mutably.
    pub fn arguments_mut(&mut self) -> impl Iterator<Item = &mut Argument> {
        let sent = self.parameters.values_mut().chain(self.identities.values_mut());
        let sought = self.pages.iter_mut().filter_map(|pages| pages.sought.as_mut());
        sent.chain(self.header_arguments.values_mut()).chain(sought)
    }

    /// Returns the body with the `leased` fixtures filled in, if the body is JSON.
    #[must_use]
    pub fn json(&self, leased: &[String]) -> Option<Value> {
        let mut body = self.body.as_json()?.clone();
        for (pointer, argument) in &self.identities {
            if let Some(place) = body.pointer_mut(pointer) {
                *place = argument.text(leased).into();
            }
        }
        Some(body)
    }

    /// Returns the bytes of a JSON value as a body of the request: as JSON, or as parts.
    #[must_use]
    pub fn written(&self, body: &Value) -> Vec<u8> {
        match &self.parts {
            Some(parts) => multipart::written(body, parts),
            None => body.to_string().into_bytes(),
        }
    }

    /// Returns the bytes of the body with the `leased` fixtures filled in; `None` for no body.
    #[must_use]
    pub fn bytes(&self, leased: &[String]) -> Option<Vec<u8>> {
        match &self.body {
            Body::None => None,
            Body::Json(_) => self.json(leased).map(|body| self.written(&body)),
            Body::Text(text) => Some(text.clone().into_bytes()),
            Body::Bytes(bytes) => Some(bytes.clone()),
        }
    }
}

/// The body of a request.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// No body.
    #[default]
    None,
    /// A JSON value.
    Json(Value),
    /// A string that need not be JSON.
    Text(String),
    /// Bytes that need not be UTF-8.
    Bytes(Vec<u8>),
}

impl Body {
    /// Returns the JSON value, if the body was made from one.
    #[must_use]
    pub fn as_json(&self) -> Option<&Value> {
        match self {
            Self::Json(value) => Some(value),
            Self::None | Self::Text(_) | Self::Bytes(_) => None,
        }
    }
}
