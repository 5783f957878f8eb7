//! Says which parts a request has and what each can express. The values that cases send are unknown here.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{self, Operation, Shape};

use crate::derive::values::places::BodyPlace;

/// The part of a request that cases vary. The other parts stay valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// The body.
    Body,
    /// The query.
    Query,
    /// The headers that the contract describes.
    Headers,
}

impl Input {
    /// Returns the parts of the operation's requests. The body is always among them, even if the operation
    /// takes none.
    pub(crate) fn parts_of(operation: &Operation) -> Vec<Self> {
        let query = operation.query.as_ref().map(|_| Self::Query);
        let headers = operation.headers.as_ref().map(|_| Self::Headers);
        [Some(Self::Body), query, headers].into_iter().flatten().collect()
    }

    /// Returns the word for the part in identities; the body has none.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Body => "",
            Self::Query => "query",
            Self::Headers => "headers",
        }
    }

    /// Returns whether this part of a request can express a value at a place. In a query and in headers every value is a
    /// string: a number is also a string, and there are no empty lists and no `null`.
    pub(super) fn can_express(
        self,
        (spec, operation): (&Spec, &Operation),
        place: &BodyPlace<'_>,
        word: &str,
        value: &Value,
    ) -> bool {
        if self == Input::Body && !operation.is_multipart() {
            return true;
        }
        if place.name.is_empty() {
            return value.is_object();
        }
        if self == Input::Body {
            match spec.parts(operation).and_then(|parts| parts.get(&*place.name).copied()) {
                Some(model::Part::Text) => {}
                Some(model::Part::File(_)) => {
                    let is_byte = |letter: char| u8::try_from(letter).is_ok();
                    return value.as_str().is_some_and(|file| file.chars().all(is_byte));
                }
                // A place that is no part of its own is inside a JSON part.
                Some(model::Part::Json) | None => return true,
            }
        }
        let is_text = |value: &Value| match value {
            Value::Bool(_) | Value::Number(_) => true,
            Value::String(text) => {
                self != Input::Headers || text.bytes().all(|byte| byte.is_ascii_graphic())
            }
            Value::Null | Value::Array(_) | Value::Object(_) => false,
        };
        let is_written = match value {
            Value::Array(items) => !items.is_empty() && items.iter().all(is_text),
            scalar => is_text(scalar),
        };
        if word != "type" {
            return is_written;
        }
        // A string that reads as a number or a boolean cannot be told apart from one.
        let reads_as_one = value.as_str().is_some_and(|text| {
            matches!(serde_json::from_str(text), Ok(Value::Number(_) | Value::Bool(_)))
        });
        // A scalar is the same as a list with one item.
        let is_of_text =
            matches!(place.schema.shape, Shape::String | Shape::Enum(_) | Shape::Array { .. });
        is_written && !is_of_text && !reads_as_one
    }
}
