//! A response as the judge sees it, and the context in which it is judged.

use serde_json::Value;
use webdata_cases::case::{Case, Step};

use super::json::Json;
use crate::memory::MemoryShare;
use crate::outcome::Observed;

/// The place of a deviation in the status code.
pub const STATUS: &str = "status";

/// The received value if there is none.
pub(crate) const NOTHING: &str = "nothing";

/// A received response, with nothing removed or trusted.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body's bytes.
    pub body: Vec<u8>,
    /// The body as JSON, if it is JSON.
    pub json: Option<Value>,
    /// The place of a property that an object has twice, with different values.
    pub ambiguous: Option<String>,
    /// The memory of the response.
    pub(crate) share: MemoryShare,
}

impl HttpResponse {
    /// Makes a response and parses its body. A body that takes too much memory as JSON is not parsed.
    #[must_use]
    pub fn new(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Self {
        let read = Json::read(&body);
        let (json, ambiguous) =
            read.map_or((None, None), |read| (Some(read.value), read.ambiguous));
        Self { status, headers, body, json, ambiguous, share: MemoryShare::default() }
    }

    /// Returns the first header of this name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    pub(crate) fn at(&self, pointer: &str) -> Option<&Value> {
        self.json.as_ref()?.pointer(pointer)
    }

    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// The context in which the response to a step is judged.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The case.
    pub case: &'c Case,
    /// The step.
    pub step: &'c Step,
    /// The values of path parameters.
    pub parameters: &'c [(String, String)],
    /// The responses to earlier steps.
    pub earlier: &'c [HttpResponse],
}

impl Context<'_> {
    /// Returns the observation of a gap.
    pub(super) fn observation(
        &self,
        gap: &str,
        answer: String,
        reading: Option<String>,
    ) -> Observed {
        Observed { gap: gap.to_owned(), answer, reading, exchange: self.earlier.len() }
    }
}
