//! Judges what holds for every response, whatever its case tests: the media type, the shape of errors, the
//! pairing of status code and text, and the form of the header that says when to retry.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Level, NOT_MODIFIED};

use super::json::{CostError, cost};
use super::{BODY, HttpResponse, Judge, STATUS};
use crate::memory::{Excess, MAX_JSON_BYTES};
use crate::outcome::Deviation;

impl Judge<'_> {
    pub(super) fn general_deviations(
        &self,
        operation: Option<&str>,
        response: &HttpResponse,
    ) -> Vec<Deviation> {
        let mut deviations = Vec::new();
        if let Some(clause) = operation.and_then(|id| self.bodiless(id, response)) {
            deviations.extend((!response.body.is_empty()).then(|| Deviation {
                clause,
                place: BODY.to_owned(),
                expected: "no body".to_owned(),
                received: format!("{} bytes", response.body.len()),
            }));
            return deviations;
        }
        deviations.extend(self.media_type(response));
        match &response.json {
            None => deviations.push(Deviation {
                clause: ClauseId::new("service.mediaType"),
                place: BODY.to_owned(),
                expected: "JSON".to_owned(),
                received: not_json(response),
            }),
            Some(body) if !response.is_success() => {
                deviations.extend(self.error_deviations(operation, body));
                deviations.extend(self.pairing(response));
            }
            Some(_) => {}
        }
        deviations.extend(response.ambiguous.as_ref().map(|place| Deviation {
            clause: ClauseId::new("service.mediaType"),
            place: place.clone(),
            expected: "one value".to_owned(),
            received: "two properties of this name with different values".to_owned(),
        }));
        deviations.extend(self.retry_header(response));
        deviations
    }

    /// Returns the clause that says that a response has no body, if there is one.
    fn bodiless(&self, operation: &str, response: &HttpResponse) -> Option<ClauseId> {
        let operation = self.spec.operations.get(operation)?;
        if response.status == NOT_MODIFIED && operation.condition.is_some() {
            return Some(operation.clause().child("condition"));
        }
        let response = operation.response.as_ref().filter(|_| response.is_success())?;
        response.type_name.is_none().then(|| operation.clause().child("response"))
    }

    fn media_type(&self, response: &HttpResponse) -> Option<Deviation> {
        let expected = &self.spec.service.media_type;
        let header = response.header("content-type");
        // Parameters such as the charset are not part of the media type, which is case-insensitive.
        let received = header.and_then(|value| value.split(';').next()).map(str::trim);
        let same = received.is_some_and(|received| received.eq_ignore_ascii_case(expected));
        (!same).then(|| Deviation {
            clause: ClauseId::new("service.mediaType"),
            place: "content-type".to_owned(),
            expected: expected.clone(),
            received: header.unwrap_or("nothing").to_owned(),
        })
    }

    /// Returns a deviation if a text of the catalogue comes with a status code that the catalogue does not
    /// give it.
    fn pairing(&self, response: &HttpResponse) -> Option<Deviation> {
        let text = response.at("/error").and_then(Value::as_str)?;
        let rows: Vec<_> = self
            .spec
            .errors
            .values()
            .filter(|row| row.text.shown() == Some(text) && row.level == Level::Must)
            .collect();
        let row = rows.first()?;
        let paired = rows.iter().any(|row| row.status == response.status);
        (!paired).then(|| Deviation {
            clause: row.clause("status"),
            place: STATUS.to_owned(),
            expected: format!("{}, the status of the error `{text}`", row.status),
            received: format!("{} with that error", response.status),
        })
    }

    fn retry_header(&self, response: &HttpResponse) -> Option<Deviation> {
        let retry = self.spec.service.retry.as_ref()?;
        if response.status != retry.header_status {
            return None;
        }
        let value = response.header(&retry.header)?;
        let seconds = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        (!seconds).then(|| Deviation {
            clause: ClauseId::new("service.retry.header"),
            place: retry.header.to_lowercase(),
            expected: "a whole number of seconds".to_owned(),
            received: value.to_owned(),
        })
    }
}

fn not_json(response: &HttpResponse) -> String {
    if response.body.is_empty() {
        return "no body".to_owned();
    }
    match cost(&response.body, MAX_JSON_BYTES) {
        // Unreachable: a body that has a cost is parsed.
        Ok(_) => "a body that is not parsed".to_owned(),
        Err(CostError::NotJson(error)) => format!("a body that is not JSON: {error}"),
        Err(CostError::TooMuch) => Excess::Values.to_string(),
    }
}
