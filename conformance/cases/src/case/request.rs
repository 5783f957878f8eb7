//! A request as data: where it goes, as whom, with which body.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::model::{Authentication, ClauseId};

/// A request as data; keys and fixtures are filled in when it is sent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The operation that it calls; none for a path that no operation has.
    pub operation: Option<String>,
    /// Where it goes; none where the contract does not show it and the target has to bind the
    /// operation.
    #[serde(flatten)]
    pub endpoint: Option<Endpoint>,
    /// What stands for each path parameter.
    pub parameters: IndexMap<String, Argument>,
    /// The authentication header.
    pub authorization: Option<Authorization>,
    /// The media type of the body.
    pub media_type: String,
    /// The body.
    pub body: Body,
    /// The error that the target is asked to answer with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provoke: Option<String>,
    /// The clause of the circumstance that the request meets, or the operation's own path,
    /// `operations.<id>`, where all is well; the target knows how to meet it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circumstance: Option<ClauseId>,
    /// Whether it is the target's own request that has the server look at a resource now, of which
    /// the contract shows none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_trigger: bool,
}

/// Where a request goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: String,
    /// The path with `{parameters}`, the base path included.
    pub path: String,
}

/// What stands for a path parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Argument {
    /// One of the resources that the case has leased.
    Fixture {
        /// Which of them, from 0.
        index: usize,
    },
    /// A text.
    Text(String),
    /// The text that an earlier step's answer has somewhere.
    Answered {
        /// The step, from 0.
        step: usize,
        /// Where, by RFC 6901.
        pointer: String,
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
        }
    }
}

/// An authentication header: `prefix`, then the key, then `suffix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Authorization {
    /// The header's name.
    pub header: String,
    /// What stands before the key.
    pub prefix: String,
    /// The key, if any.
    pub key: Option<KeyName>,
    /// What stands behind the key.
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
            suffix: String::new(),
        }
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

/// A request body.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// None at all.
    None,
    /// A JSON value.
    Json(Value),
    /// Bytes that need not be JSON.
    Text(String),
}
