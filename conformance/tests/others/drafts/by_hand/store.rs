//! The drafts that a server has, and the keys that made them.

use serde_json::{Value, json};

use super::request::Asked;
use super::{Members, Refusal, UNKNOWN};

/// A draft.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) id: String,
    pub(super) team: &'static str,
    pub(super) version: u64,
    members: Members,
}

impl Draft {
    pub(super) fn shown(&self) -> Value {
        let mut shown = self.members.clone();
        shown.insert("id".to_owned(), json!(self.id));
        shown.into()
    }

    pub(super) fn change(&mut self, change: Members) {
        self.members.extend(change);
        self.version += 1;
    }

    pub(super) fn replace(&mut self, content: Members) {
        self.members = whole(content);
        self.version += 1;
    }
}

/// All of them.
#[derive(Default)]
pub(super) struct Store {
    pub(super) drafts: Vec<Draft>,
    /// The team, the key, the body and the draft that was answered.
    pub(super) keys: Vec<(&'static str, String, Value, Draft)>,
    next: u64,
}

impl Store {
    pub(super) fn create(&mut self, team: &'static str, members: Members) -> Draft {
        self.next += 1;
        let id = format!("{:08x}-ab12-4cd3-8ef4-{:012x}", self.next * 0x9e37, self.next);
        let draft = Draft { id, team, version: 1, members: whole(members) };
        self.drafts.push(draft.clone());
        draft
    }

    /// The body and the draft that a key was sent with.
    pub(super) fn made_with(
        &self,
        key: &str,
        is_same: impl Fn(&str) -> bool,
    ) -> Option<(&Value, &Draft)> {
        let found = self.keys.iter().find(|(team, own, ..)| is_same(team) && own == key);
        found.map(|(.., body, draft)| (body, draft))
    }

    pub(super) fn find(&self, asked: &Asked, id: &str) -> Result<&Draft, Refusal> {
        let team = asked.team()?;
        let is_meant = |own: &&Draft| own.id.eq_ignore_ascii_case(id) && own.team == team;
        self.drafts.iter().find(is_meant).ok_or(UNKNOWN)
    }

    pub(super) fn find_mut(&mut self, asked: &Asked, id: &str) -> Result<&mut Draft, Refusal> {
        let team = asked.team()?;
        let is_meant = |own: &&mut Draft| own.id.eq_ignore_ascii_case(id) && own.team == team;
        self.drafts.iter_mut().find(is_meant).ok_or(UNKNOWN)
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.drafts.retain(|own| !own.id.eq_ignore_ascii_case(id));
    }
}

/// What is stored of a draft that may have been sent without a text.
fn whole(mut content: Members) -> Members {
    content.entry("text").or_insert(json!("(empty)"));
    content
}
