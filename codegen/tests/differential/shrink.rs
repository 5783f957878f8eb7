//! Shrinks a body that the validators disagree about.

use crate::generate::Json;

/// The maximum number of tried bodies, which limits the time. A large body may not become as small as possible.
const MAX_TRIES: usize = 20_000;

/// Returns the smallest found body for which `fails` is true, starting from `body`.
pub(crate) fn shrink(mut body: Json, fails: &dyn Fn(&Json) -> bool) -> Json {
    let mut left = MAX_TRIES;
    loop {
        let remaining = left;
        let tried = candidates(&body).take(remaining).inspect(|_| left -= 1);
        let smaller = { tried }.find(|smaller| fails(smaller));
        let Some(smaller) = smaller else { return body };
        body = smaller;
    }
}

/// Returns smaller bodies, each without one part of the body, in depth-first order.
fn candidates(body: &Json) -> impl Iterator<Item = Json> + '_ {
    (0..body.size()).flat_map(move |place| without_parts(body, place))
}

/// Returns smaller bodies, each without one part of the value with the number `place`.
fn without_parts(body: &Json, place: usize) -> Vec<Json> {
    let with = |change: &dyn Fn(&mut Json)| {
        let mut smaller = body.clone();
        smaller.at(place).map(change).map(|()| smaller)
    };
    let mut bodies = Vec::new();
    let mut found_all = |smaller: Option<Json>| bodies.extend(smaller);
    let mut probe = body.clone();
    match probe.at(place) {
        Some(Json::Object(members)) => {
            for index in 0..members.len() {
                found_all(with(&|value| {
                    if let Json::Object(members) = value {
                        members.remove(index);
                    }
                }));
            }
        }
        Some(Json::List(items)) => {
            let count = items.len();
            found_all(with(&|value| halve(value, count / 2)));
            for index in 0..count.min(60) {
                found_all(with(&|value| {
                    if let Json::List(items) = value {
                        items.remove(index);
                    }
                }));
            }
        }
        Some(Json::Text(text)) if text.len() > 20 => {
            let plain = text[1..text.len() - 1].chars().all(|c| c.is_ascii_alphanumeric());
            let half = text.len() / 2;
            found_all(with(&|value| {
                if let Json::Text(text) = value
                    && plain
                {
                    *text = format!("{}\"", &text[..half]);
                }
            }));
        }
        _ => {}
    }
    bodies.retain(|smaller| smaller != body);
    bodies
}

fn halve(value: &mut Json, length: usize) {
    if let Json::List(items) = value {
        items.truncate(length);
    }
}
