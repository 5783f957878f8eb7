//! Makes a body that the judges disagree about as small as it gets.

use crate::json::Json;

/// How many smaller bodies are tried: a large one is reported in bounded time, if not in its
/// smallest form.
const TRIED: usize = 20_000;

/// The smallest body found of those that `fails` is true of, beginning with one of them.
pub(crate) fn shrink(mut body: Json, fails: &dyn Fn(&Json) -> bool) -> Json {
    let mut left = TRIED;
    loop {
        let most = left;
        let tried = candidates(&body).take(most).inspect(|_| left -= 1);
        let smaller = { tried }.find(|smaller| fails(smaller));
        let Some(smaller) = smaller else { return body };
        body = smaller;
    }
}

/// The body with one thing less, the large things first.
fn candidates(body: &Json) -> impl Iterator<Item = Json> + '_ {
    (0..body.size()).flat_map(move |place| less(body, place))
}

fn less(body: &Json, place: usize) -> Vec<Json> {
    let with = |change: &dyn Fn(&mut Json)| {
        let mut smaller = body.clone();
        smaller.at(place).map(change).map(|()| smaller)
    };
    let mut found = Vec::new();
    let mut found_all = |smaller: Option<Json>| found.extend(smaller);
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
    found.retain(|smaller| smaller != body);
    found
}

fn halve(value: &mut Json, length: usize) {
    if let Json::List(items) = value {
        items.truncate(length);
    }
}
