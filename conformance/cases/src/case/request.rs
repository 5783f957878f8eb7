//! Describes a request as data: where it goes, with which key and which body.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use webdata_spec::model::{Authentication, ClauseId, PaginationStyle};

/// A request as data; keys and fixtures are filled in when it is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The operation that the request calls; `None` for a path that no operation has.
    pub operation: Option<String>,
    /// The method and path; `None` where the contract does not show them and the target has to bind
    /// the operation.
    #[serde(flatten)]
    pub endpoint: Option<Endpoint>,
    /// The value of each path parameter.
    pub parameters: IndexMap<String, Argument>,
    /// The query, by name: each value is a scalar, or a list of scalars, which is repeated.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub query: Map<String, Value>,
    /// Headers that the contract describes, by name, each with a scalar or a list of scalars.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub headers: Map<String, Value>,
    /// The authentication header.
    pub authorization: Option<Authorization>,
    /// The media type of the body.
    pub media_type: String,
    /// The body.
    pub body: Body,
    /// Places of the body, as JSON Pointers (RFC 6901), that hold the identity of a resource, which
    /// is put there when the request is sent.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub identities: IndexMap<String, Argument>,
    /// Headers, by name, whose values are put there when the request is sent: a version that an
    /// earlier response has, or a key of the case's own.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub header_arguments: IndexMap<String, Argument>,
    /// How all pages of a list are requested; their resources are put together in one response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Pages>,
    /// The error that the target is asked to provoke.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provoke: Option<String>,
    /// The clause of the circumstance that the target must bring about. The clause of the operation
    /// itself, `operations.<id>`, means that nothing is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circumstance: Option<ClauseId>,
    /// Whether the target makes this request itself, so that the server looks at a resource now.
    /// The contract shows no such request.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_trigger: bool,
}

/// How the pages of a list follow each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pages {
    /// What the parameter counts.
    pub style: PaginationStyle,
    /// The query parameter that names a page.
    pub parameter: String,
    /// Where a response has the cursor of the next page, as a JSON Pointer (RFC 6901).
    pub next: Option<String>,
    /// Where a response has the resources, as a JSON Pointer (RFC 6901).
    pub items: String,
    /// The property that holds the identity of a resource.
    pub identity: String,
    /// What happens between the pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<Between>,
    /// Whether each page counts with its first resource alone, so that a page begins at each
    /// resource. Where no parameter bounds a page, this makes pages small.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_one_by_one: bool,
    /// The one resource that is looked for. The response has no other then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sought: Option<Argument>,
}

/// What happens between the pages of a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Between {
    /// The request is sent before each of the first pages behind the first one.
    Request(Box<Request>),
    /// The cursor of the second page loses its second half. The response to it is the only one that
    /// counts.
    CutCursor,
}

/// The method and path of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: String,
    /// The path with `{parameters}`, the base path included.
    pub path: String,
}

/// A value that stands in a request when it is sent: of a path parameter, a place of the body or a
/// header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Argument {
    /// One of the resources that the case has leased.
    Fixture {
        /// The index of the resource, from 0.
        index: usize,
    },
    /// A fixed string.
    Text(String),
    /// A string in the response to an earlier step.
    Answered {
        /// The step, from 0.
        step: usize,
        /// The place, as a JSON Pointer (RFC 6901); `**/name` is the first member of a name at any
        /// depth.
        pointer: String,
    },
    /// A header of the response to an earlier step.
    AnsweredHeader {
        /// The step, from 0.
        step: usize,
        /// The name of the header.
        name: String,
    },
    /// A UUID that no other run of the case sends.
    Fresh {
        /// The requests with the same number send the same UUID; one without sends its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        shared: Option<usize>,
    },
}

impl Argument {
    /// Returns the text that goes into the path: one of the `leased` resources, or a shell variable for
    /// what an earlier response will have.
    #[must_use]
    pub fn text(&self, leased: &[String]) -> String {
        match self {
            Self::Fixture { index } => leased.get(*index).cloned().unwrap_or_default(),
            Self::Text(text) => text.clone(),
            Self::Answered { step, .. } => format!("$FROM_ANSWER_{}", step + 1),
            Self::AnsweredHeader { step, .. } => format!("$FROM_HEADER_{}", step + 1),
            Self::Fresh { shared: Some(number) } => format!("$NEW_UUID_{}", number + 1),
            Self::Fresh { shared: None } => "$NEW_UUID".to_owned(),
        }
    }
}

/// An authentication header: `prefix`, then the key, then `suffix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Authorization {
    /// The header's name.
    pub header: String,
    /// The string before the key.
    pub prefix: String,
    /// The key, if any.
    pub key: Option<KeyName>,
    /// How the key is changed before it is sent.
    #[serde(skip_serializing_if = "KeyForm::is_whole")]
    pub form: KeyForm,
    /// The string behind the key.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub suffix: String,
}

impl Authorization {
    /// Returns the header that the scheme asks for, with a key.
    #[must_use]
    pub fn with_key(scheme: &Authentication, key: KeyName) -> Self {
        Self {
            header: scheme.header.clone(),
            prefix: format!("{} ", scheme.scheme),
            key: Some(key),
            form: KeyForm::Whole,
            suffix: String::new(),
        }
    }
}

/// How a key is changed before it is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyForm {
    /// Not at all.
    #[default]
    Whole,
    /// Its last character is missing.
    Cut,
    /// Each letter is in the other case.
    OtherCase,
}

impl KeyForm {
    /// Every form in which a key is another one.
    pub const CHANGED: [Self; 2] = [Self::Cut, Self::OtherCase];

    /// Returns whether the key is sent as it is.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

impl std::fmt::Display for KeyForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Whole => "as it is",
            Self::Cut => "without its last character",
            Self::OtherCase => "in the other letter case",
        })
    }
}

/// The keys that cases use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyName {
    /// May do everything.
    Valid,
    /// Was valid once.
    Revoked,
    /// Is valid and lacks permission.
    Limited,
    /// Is valid, for a team that does not own the fixtures.
    OtherTeam,
}

impl KeyName {
    /// Every key.
    pub const ALL: [Self; 4] = [Self::Valid, Self::Revoked, Self::Limited, Self::OtherTeam];
}

impl std::fmt::Display for KeyName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

impl Request {
    /// Returns everything that is put into the path, the body and the headers when the request is sent, or
    /// is looked for in a list.
    pub fn arguments(&self) -> impl Iterator<Item = &Argument> {
        let sent = self.parameters.values().chain(self.identities.values());
        let sought = self.pages.iter().filter_map(|pages| pages.sought.as_ref());
        sent.chain(self.header_arguments.values()).chain(sought)
    }

    /// Returns everything that is put into the request when it is sent, to be changed.
    pub fn arguments_mut(&mut self) -> impl Iterator<Item = &mut Argument> {
        let sent = self.parameters.values_mut().chain(self.identities.values_mut());
        let sought = self.pages.iter_mut().filter_map(|pages| pages.sought.as_mut());
        sent.chain(self.header_arguments.values_mut()).chain(sought)
    }

    /// Returns the body as JSON, if it is, with the `leased` resources in their places.
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

    /// Returns the body as it is sent, with the `leased` resources in their places.
    #[must_use]
    pub fn bytes(&self, leased: &[String]) -> Option<Vec<u8>> {
        match &self.body {
            Body::None => None,
            Body::Json(_) => self.json(leased).map(|body| body.to_string().into_bytes()),
            Body::Text(text) => Some(text.clone().into_bytes()),
            Body::Bytes(bytes) => Some(bytes.clone()),
        }
    }
}

/// A request body.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// None at all.
    #[default]
    None,
    /// A JSON value.
    Json(Value),
    /// Text that need not be JSON.
    Text(String),
    /// Bytes that need not be text.
    Bytes(Vec<u8>),
}

impl Body {
    /// Returns the value of a body that was made as JSON.
    #[must_use]
    pub fn as_json(&self) -> Option<&Value> {
        match self {
            Self::Json(value) => Some(value),
            Self::None | Self::Text(_) | Self::Bytes(_) => None,
        }
    }
}
