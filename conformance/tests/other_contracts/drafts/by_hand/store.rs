//! The stored drafts, and the idempotency keys of their creations.

use serde_json::{Value, json};

use super::request::ParsedRequest;
use super::{Properties, Rejection, UNKNOWN};

#[derive(Clone)]
pub(super) struct Draft {
    pub(super) id: String,
    pub(super) team: &'static str,
    pub(super) version: u64,
    properties: Properties,
}

impl Draft {
    pub(super) fn to_json(&self) -> Value {
        let mut shown = self.properties.clone();
        shown.insert("id".to_owned(), json!(self.id));
        shown.into()
    }

    pub(super) fn change(&mut self, change: Properties) {
        self.properties.extend(change);
        self.version += 1;
    }

    pub(super) fn replace(&mut self, content: Properties) {
        self.properties = with_defaults(content);
        self.version += 1;
    }
}

/// The drafts of all teams.
#[derive(Default)]
pub(super) struct Store {
    pub(super) drafts: Vec<Draft>,
    /// Team, idempotency key, body, and the draft of the response.
    pub(super) keys: Vec<(&'static str, String, Value, Draft)>,
    next: u64,
}

impl Store {
    pub(super) fn create(&mut self, team: &'static str, properties: Properties) -> Draft {
        self.next += 1;
        let id = format!("{:08x}-ab12-4cd3-8ef4-{:012x}", self.next * 0x9e37, self.next);
        let draft = Draft { id, team, version: 1, properties: with_defaults(properties) };
        self.drafts.push(draft.clone());
        draft
    }

    /// Returns the body that was sent with a key, and the draft of the response.
    pub(super) fn created_with(
        &self,
        key: &str,
        is_same: impl Fn(&str) -> bool,
    ) -> Option<(&Value, &Draft)> {
        let known_key = self.keys.iter().find(|(team, known, ..)| is_same(team) && known == key);
        known_key.map(|(.., body, draft)| (body, draft))
    }

    pub(super) fn find(&self, request: &ParsedRequest, id: &str) -> Result<&Draft, Rejection> {
        let team = request.team()?;
        let is_meant = |draft: &&Draft| draft.id.eq_ignore_ascii_case(id) && draft.team == team;
        self.drafts.iter().find(is_meant).ok_or(UNKNOWN)
    }

    pub(super) fn find_mut(
        &mut self,
        request: &ParsedRequest,
        id: &str,
    ) -> Result<&mut Draft, Rejection> {
        let team = request.team()?;
        let is_meant = |draft: &&mut Draft| draft.id.eq_ignore_ascii_case(id) && draft.team == team;
        self.drafts.iter_mut().find(is_meant).ok_or(UNKNOWN)
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.drafts.retain(|draft| !draft.id.eq_ignore_ascii_case(id));
    }
}

/// Fills in the default of a missing text.
fn with_defaults(mut content: Properties) -> Properties {
    content.entry("text").or_insert(json!("(empty)"));
    content
}
