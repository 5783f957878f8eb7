//! Violations as the `details` of an error response: a list with a place for each.
//!
//! Submitted values are never repeated, since they may be secrets.

use serde_json::{Value, json};

use crate::{ParseError, Violations};

impl Violations {
    /// Returns the violations as a list of `{ "pointer", "clause", "message" }`, in the order of the input.
    /// If some were not kept, a last `{ "message" }` says how many.
    ///
    /// `pointer` is a JSON Pointer (RFC 6901) into the body, empty for the whole body and for path
    /// parameters; `clause` names the broken clause; `message` is for people.
    #[must_use]
    pub fn details(&self) -> Value {
        let entry = |violation: &crate::Violation| {
            json!({
                "pointer": violation.pointer,
                "clause": violation.clause,
                "message": violation.message,
            })
        };
        let more = (self.left_out() > 0)
            .then(|| json!({ "message": format!("there are {} more", self.left_out()) }));
        self.iter().map(entry).chain(more).collect()
    }
}

impl ParseError {
    /// As [`Violations::details`]; for bytes that are not JSON, a list of one `{ "line", "column", "message"
    /// }`. Both numbers start at 1, and the column counts bytes.
    #[must_use]
    pub fn details(&self) -> Value {
        match self {
            Self::Json { line, column, message } => {
                json!([{ "line": line, "column": column, "message": message }])
            }
            Self::Violations(violations) => violations.details(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{ParseError, Violation, Violations};

    #[test]
    fn details_have_a_place_for_each_violation() {
        let violation = |pointer: &str| Violation {
            pointer: pointer.to_owned(),
            clause: "Book.title.minLength".into(),
            message: "has 0 characters".into(),
        };
        let violations: Violations = [violation("/title"), violation("")].into_iter().collect();
        let clause = "Book.title.minLength";
        let expected = json!([
            { "pointer": "/title", "clause": clause, "message": "has 0 characters" },
            { "pointer": "", "clause": clause, "message": "has 0 characters" },
        ]);
        assert_eq!(violations.details(), expected);
        assert_eq!(ParseError::from(violations).details(), expected);
        let more = Violations::from_kept(vec![violation("")], 12);
        let expected = json!([
            { "pointer": "", "clause": clause, "message": "has 0 characters" },
            { "message": "there are 12 more" },
        ]);
        assert_eq!(more.details(), expected);
        let shown = "the value has 0 characters (Book.title.minLength); and 12 more";
        assert_eq!(more.to_string(), shown);
        let unread = ParseError::Json { line: 2, column: 7, message: "expected value".to_owned() };
        let expected = json!([{ "line": 2, "column": 7, "message": "expected value" }]);
        assert_eq!(unread.details(), expected);
    }
}
