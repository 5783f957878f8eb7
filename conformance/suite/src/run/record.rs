//! Decides what a run records of responses, and limits the size of all of them together, so that the report
//! can be read.
//!
//! This module does not judge. Its callers redact keys.

use std::sync::atomic::{AtomicUsize, Ordering};

use webdata_cases::json;

use crate::judge::HttpResponse;
use crate::judge::excerpt::{NOT_KEPT, first_bytes};
use crate::outcome::{Deviation, Outcome, Reason, ResponseRecord};

/// Header fields whose values are credentials.
const SECRET_HEADERS: [&str; 4] = ["set-cookie", "cookie", "authorization", "proxy-authorization"];

/// Replaces the values of such fields in a record.
const HIDDEN_VALUE: &str = "(not kept)";

/// The maximum size of all cases' texts as JSON, in bytes; those of a correct server take a tenth of it.
const MAX_RECORD_BYTES: usize = 48 << 20;

/// The maximum number of deviations of a case once the record is full.
const MAX_DEVIATIONS_WHEN_FULL: usize = 5;

/// The maximum length of a text once the record is full, in bytes.
const MAX_TEXT_BYTES_WHEN_FULL: usize = 300;

/// Returns the record of a response, before it is redacted.
pub(super) fn record(response: &HttpResponse) -> ResponseRecord {
    let body = String::from_utf8_lossy(first_bytes(&response.body)).into_owned();
    let mut headers = response.headers.clone();
    for (name, value) in &mut headers {
        if SECRET_HEADERS.iter().any(|secret| name.eq_ignore_ascii_case(secret)) {
            HIDDEN_VALUE.clone_into(value);
        }
    }
    ResponseRecord { status: response.status, headers, body }
}

/// The space that is left in the record of a run.
pub(super) struct RecordSpace(AtomicUsize);

impl Default for RecordSpace {
    fn default() -> Self {
        Self(AtomicUsize::new(MAX_RECORD_BYTES))
    }
}

impl RecordSpace {
    /// Takes the space of an outcome. If there is too little, responses are left out and the other texts are
    /// cut.
    pub(super) fn reserve(&self, outcome: &mut Outcome) {
        let mut length = 0;
        let mut add = |text: &mut String| length += json::length_of(text);
        outcome.for_each_received_text(&mut add);
        outcome.for_each_sent_text(&mut add);
        let take = |left: usize| left.checked_sub(length);
        if self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
            shorten(outcome);
        }
    }
}

fn shorten(outcome: &mut Outcome) {
    let Outcome { reason, deviations, beside, observed, transcript, deliveries, .. } = outcome;
    if let Reason::Words(words) = reason {
        cut(words);
    }
    for list in [deviations, beside] {
        list.truncate(MAX_DEVIATIONS_WHEN_FULL);
        list.shrink_to_fit();
        for Deviation { place, expected, received, .. } in list {
            [place, expected, received].into_iter().for_each(cut);
        }
    }
    if let Some(observed) = observed {
        cut(&mut observed.answer);
        observed.reading.iter_mut().for_each(cut);
    }
    let responses = transcript.iter_mut().filter_map(|exchange| exchange.response.as_mut());
    let responses = responses.map(|response| (&mut response.headers, &mut response.body));
    let webhooks =
        deliveries.iter_mut().map(|delivery| (&mut delivery.headers, &mut delivery.body));
    for (headers, body) in responses.chain(webhooks) {
        *headers = Vec::new();
        *body = NOT_KEPT.to_owned();
    }
}

fn cut(text: &mut String) {
    if text.len() > MAX_TEXT_BYTES_WHEN_FULL {
        text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES_WHEN_FULL));
        text.push('…');
        text.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Exchange, OutcomeKind};

    fn outcome(body: &str) -> Outcome {
        let response = ResponseRecord {
            status: 200,
            headers: vec![("a".to_owned(), body.to_owned())],
            body: body.to_owned(),
        };
        let (with_previous, trouble, response) = (false, Vec::new(), Some(response));
        let exchange = Exchange { request: None, with_previous, trouble, response };
        let transcript = vec![exchange];
        Outcome { transcript, ..Outcome::without_run(OutcomeKind::Pass, body) }
    }

    #[test]
    fn a_full_record_keeps_only_status_codes() {
        let space = RecordSpace(AtomicUsize::new(90));
        let kept = |body: &str| {
            let mut outcome = outcome(body);
            space.reserve(&mut outcome);
            outcome.transcript.remove(0).response.expect("a response")
        };
        assert_eq!(kept(&"a".repeat(20)).body.len(), 20);
        let rest = kept("\u{1}\u{1}");
        assert_eq!((rest.status, rest.headers.len(), rest.body.as_str()), (200, 0, NOT_KEPT));
        assert_eq!(kept("b").body, "b", "what is small still fits");
    }
}
