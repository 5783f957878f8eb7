//! A response as the judge sees it, and what is known while it is judged.

use serde_json::Value;
use webdata_cases::case::{Case, Step};

use super::json::Json;
use crate::memory::Share;
use crate::outcome::Observed;

/// The place of a deviation in the status.
pub const STATUS: &str = "status";

/// What is received where nothing stands.
pub(crate) const NOTHING: &str = "nothing";

/// An answer as it came: nothing in it is trusted.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body's bytes.
    pub body: Vec<u8>,
    /// The body as JSON, where it is JSON.
    pub json: Option<Value>,
    /// The place of a member that stands twice in its object, with different values.
    pub ambiguous: Option<String>,
    /// The memory that it takes.
    pub(crate) share: Share,
}

impl HttpResponse {
    /// Takes an answer apart. A body that takes too much memory as JSON has none.
    #[must_use]
    pub fn new(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Self {
        let read = Json::read(&body);
        let (json, ambiguous) =
            read.map_or((None, None), |read| (Some(read.value), read.ambiguous));
        Self { status, headers, body, json, ambiguous, share: Share::default() }
    }

    /// The first header of this name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn at(&self, pointer: &str) -> Option<&Value> {
        self.json.as_ref()?.pointer(pointer)
    }

    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// What is known while a step's answer is judged.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The case.
    pub case: &'c Case,
    /// The step.
    pub step: &'c Step,
    /// The texts that stood for path parameters.
    pub parameters: &'c [(String, String)],
    /// The answers to the steps before.
    pub earlier: &'c [HttpResponse],
}

impl Context<'_> {
    /// What the answer shows of a gap.
    pub(super) fn observed(&self, gap: &str, answer: String, reading: Option<String>) -> Observed {
        Observed { gap: gap.to_owned(), answer, reading, exchange: self.earlier.len() }
    }
}
