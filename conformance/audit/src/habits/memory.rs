//! What a server stores that its response does not say, or says that it does not store.
//!
//! It must not know why.

use std::collections::HashMap;

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
    /// The first success of a GET is returned in place of later ones.
    CachedGet,
    /// The first 401 of a GET is returned for good, whatever the key.
    CachedRefusal,
}

/// The properties that an update with stale columns writes back.
const COLUMNS: [&str; 4] = ["name", "retentionDays", "status", "goal"];

/// The properties that responses show as they were before, by name.
pub(super) type Old = Map<String, Value>;

impl Memory {
    /// Keeps a response, or returns the one that is kept, by the URL.
    pub(super) fn cache(
        self,
        sent: &Sent,
        answer: &mut Answer,
        cached: &mut HashMap<String, Answer>,
    ) {
        let (keeps, returns) = match self {
            Self::CachedGet => (answer.status.is_success(), answer.status.is_success()),
            Self::CachedRefusal => (answer.status == 401, true),
            _ => return,
        };
        let url = sent.uri.to_string();
        match cached.get(&url) {
            Some(first) if returns && sent.method == "GET" => *answer = first.clone(),
            None if keeps && sent.method == "GET" => drop(cached.insert(url, answer.clone())),
            _ => {}
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

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Method, StatusCode, Uri};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_success_is_returned_in_place_of_later_ones() {
        let uri = Uri::from_static("/v2/agent/1");
        let (method, headers) = (Method::GET, HeaderMap::new());
        let sent = Sent { method, uri, headers, text: Vec::new(), body: Value::Null };
        let answered = |status: StatusCode, body: Value| Answer {
            status,
            headers: HeaderMap::new(),
            body,
            text: None,
        };
        let mut cached = HashMap::new();
        for (status, body, expected) in [
            (StatusCode::UNAUTHORIZED, json!(0), json!(0)),
            (StatusCode::OK, json!("running"), json!("running")),
            (StatusCode::OK, json!("failed"), json!("running")),
            (StatusCode::UNAUTHORIZED, json!(0), json!(0)),
        ] {
            let mut answer = answered(status, body);
            Memory::CachedGet.cache(&sent, &mut answer, &mut cached);
            assert_eq!(answer.body, expected);
        }
    }
}
