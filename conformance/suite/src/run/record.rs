//! What a run keeps of responses, and how much of all of them together, so that its report can be read.
//!
//! It must not judge. Keys are taken out by whoever puts a text into the record.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::judge::HttpResponse;
use crate::judge::conclude::NOT_KEPT;
use crate::judge::excerpt::first_bytes;
use crate::outcome::{Deviation, Outcome, ResponseRecord};

/// Header fields in which a server sends what opens it to whoever has it.
const SECRET_HEADERS: [&str; 4] = ["set-cookie", "cookie", "authorization", "proxy-authorization"];

/// What stands in a record for the value of such a field.
const SECRET: &str = "(not kept)";

/// The most bytes of JSON that the texts of all cases have together; those of a sound server have a tenth.
const ROOM: usize = 48 << 20;

/// The most deviations of a case that are kept where there is no room.
const FEW: usize = 5;

/// The longest text of a case that is kept where there is no room, in bytes.
const SHORT: usize = 300;

/// Returns a response as a record has it, before keys are taken out of it.
pub(super) fn record(response: &HttpResponse) -> ResponseRecord {
    let body = String::from_utf8_lossy(first_bytes(&response.body)).into_owned();
    let mut headers = response.headers.clone();
    for (name, value) in &mut headers {
        if SECRET_HEADERS.iter().any(|secret| name.eq_ignore_ascii_case(secret)) {
            SECRET.clone_into(value);
        }
    }
    ResponseRecord { status: response.status, headers, body }
}

/// The room that is left in the record of a run.
pub(super) struct Room(AtomicUsize);

impl Default for Room {
    fn default() -> Self {
        Self(AtomicUsize::new(ROOM))
    }
}

impl Room {
    /// Gives an outcome its room. Where there is too little, responses are left out and the rest is cut.
    pub(super) fn keep(&self, outcome: &mut Outcome) {
        let mut length = 0;
        outcome.each_text(|text| length += length_as_json(text));
        let less = |left: usize| left.checked_sub(length);
        if self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_err() {
            shorten(outcome);
        }
    }
}

fn shorten(outcome: &mut Outcome) {
    let Outcome { reason, deviations, beside, observed, transcript, deliveries, .. } = outcome;
    cut(reason);
    for list in [deviations, beside] {
        list.truncate(FEW);
        list.shrink_to_fit();
        for Deviation { place, expected, received, .. } in list {
            [place, expected, received].into_iter().for_each(cut);
        }
    }
    if let Some(observed) = observed {
        cut(&mut observed.answer);
        observed.reading.iter_mut().for_each(cut);
    }
    let responses = transcript.iter_mut().filter_map(|own| own.response.as_mut());
    let responses = responses.map(|own| (&mut own.headers, &mut own.body));
    let webhooks = deliveries.iter_mut().map(|own| (&mut own.headers, &mut own.body));
    for (headers, body) in responses.chain(webhooks) {
        *headers = Vec::new();
        *body = NOT_KEPT.to_owned();
    }
}

fn cut(text: &mut String) {
    if text.len() > SHORT {
        text.truncate(text.floor_char_boundary(SHORT));
        text.push('…');
        text.shrink_to_fit();
    }
}

/// How many bytes a text has in JSON.
fn length_as_json(text: &str) -> usize {
    let length = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 2,
        0..=0x1f => 6,
        _ => 1,
    };
    text.bytes().map(length).sum()
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
        let curl = "curl".to_owned();
        let (with_previous, trouble, response) = (false, Vec::new(), Some(response));
        let exchange = Exchange { curl, with_previous, trouble, response };
        let transcript = vec![exchange];
        Outcome { transcript, ..Outcome::without_run(OutcomeKind::Pass, body) }
    }

    #[test]
    fn what_has_no_room_any_more_keeps_its_statuses_alone() {
        let room = Room(AtomicUsize::new(100));
        let kept = |body: &str| {
            let mut outcome = outcome(body);
            room.keep(&mut outcome);
            outcome.transcript.remove(0).response.expect("a response")
        };
        assert_eq!(kept(&"a".repeat(20)).body.len(), 20);
        let rest = kept("\u{1}\u{1}");
        assert_eq!((rest.status, rest.headers.len(), rest.body.as_str()), (200, 0, NOT_KEPT));
        assert_eq!(kept("b").body, "b", "what is small still fits");
    }

    #[test]
    fn the_room_is_that_of_the_text_in_json() {
        let check = |text: &str| {
            let json = serde_json::to_string(text).expect("JSON");
            assert_eq!(length_as_json(text), json.len() - 2, "{text:?}");
        };
        ["", "a", "ü", "\"", "\\", "\n\r\t", "\u{1}\u{1f}"].into_iter().for_each(check);
    }
}
