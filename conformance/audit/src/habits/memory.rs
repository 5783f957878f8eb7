//! What a server stores that its response does not say, or says that it does not store.
//!
//! It must not know why.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::front::exchange::{Answer, Known, Sent};

/// How what is stored and what is returned fall apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Memory {
    /// A response shows the resource as it was before the update.
    OldResponse,
    /// A response shows the update, and later ones the resource as it was before.
    AfterResponse,
    /// An update writes back what it has read before, so that one of two at a time is lost.
    StaleColumns,
    /// The first success of a GET is returned for good.
    CachedGet,
    /// The first 401 of a GET is returned for good, whatever the key.
    CachedRefusal,
}

/// The properties that an update with stale columns writes back.
const COLUMNS: [&str; 4] = ["name", "retentionDays", "status", "goal"];

/// The properties that responses show as they were before, by name.
pub(super) type Old = Map<String, Value>;

impl Memory {
    /// Returns whether a response is returned for good.
    pub(super) fn caches(self, sent: &Sent, answer: &Answer) -> bool {
        sent.method == "GET"
            && match self {
                Self::CachedGet => answer.status.is_success(),
                Self::CachedRefusal => answer.status == 401,
                _ => false,
            }
    }

    /// Changes the body of an update.
    pub(super) fn write_back(self, known: &Known<'_>, body: &mut Value) {
        if let (Self::StaleColumns, Value::Object(members)) = (self, body)
            && !members.is_empty()
        {
            let has_goal = members.contains_key("goal");
            for name in COLUMNS {
                if let Some(old) = known.before.get(name).filter(|_| !members.contains_key(name)) {
                    members.insert(name.to_owned(), old.clone());
                }
            }
            let judges = known.before.get("judgeEnabled");
            if let (Some(judges), false) =
                (judges, has_goal || members.contains_key("judgeEnabled"))
            {
                members.insert("judgeEnabled".to_owned(), judges.clone());
            }
        }
    }

    /// Changes a response to an update.
    pub(super) fn misremember(
        self,
        known: &Known<'_>,
        sent: &Sent,
        answer: &mut Answer,
        old: &mut Old,
    ) {
        let Some(data) = answer.data() else { return };
        match self {
            Self::OldResponse if known.before.is_object() => {
                if let Value::Object(before) = known.before {
                    *data = before.clone();
                }
            }
            Self::AfterResponse => {
                let given = |name: &String| sent.body.get(name).is_some();
                old.retain(|name, _| !given(name));
                for (name, value) in old.iter() {
                    data.insert(name.clone(), value.clone());
                }
                if let Value::Object(before) = known.before {
                    let lost = before.iter().filter(|(name, _)| given(name));
                    old.extend(lost.map(|(name, value)| (name.clone(), value.clone())));
                }
            }
            _ => {}
        }
    }
}
