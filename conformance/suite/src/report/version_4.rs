//! Converts reports of version 4, which had words and command lines where reports now have data.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Chars;

use serde_json::{Map, Value, json};
use webdata_cases::case::{KeyForm, KeyName, Need};
use webdata_cases::profiles::is_within;
use webdata_spec::model::ClauseId;

use super::document::{OffReport, REPORT_VERSION};
use crate::judge::conclude;
use crate::message::continues_name;
use crate::outcome::{
    FixtureCount, Obstacle, Obstacles, Reason, RequestBody, RequestRecord, RunLimit,
};

/// Converts the document of a report. What is not as version 4 wrote it stays, so that it is rejected later.
pub(super) fn convert(document: &mut Value) {
    let Some(properties) = document.as_object_mut() else { return };
    properties.insert("reportVersion".to_owned(), REPORT_VERSION.into());
    let off: Vec<OffReport> = serde_json::from_value(document["off"].clone()).unwrap_or_default();
    let limits = [
        document["budget"]["seconds"].as_f64().map(RunLimit::Budget),
        document["failFast"]
            .as_u64()
            .and_then(|count| count.try_into().ok())
            .map(RunLimit::Findings),
    ];
    for case in entries(document, "cases") {
        let id = case.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        if let Some(reason) = case.get_mut("reason") {
            let words = reason.as_str().unwrap_or_default();
            let mut limits = limits.iter().flatten().copied().map(Reason::Limit);
            let known = limits.find(|limit| limit.to_string() == words).or_else(|| cause(words));
            let known = known.or_else(|| {
                let within = || off.iter().filter(|off| is_within(&id, &off.feature));
                // The words have only the first of several features that are switched off.
                let Obstacles(mut obstacles) = obstacles(words, within())?;
                if obstacles
                    .extract_if(.., |obstacle| matches!(obstacle, Obstacle::Off { .. }))
                    .count()
                    > 0
                {
                    obstacles.splice(..0, within().map(switched_off));
                }
                Some(Reason::Obstacles(Obstacles(obstacles)))
            });
            if let Some(known) = known {
                *reason = json!(known);
            }
        }
        let patience = entries_of(case.get_mut("deviations")).find_map(|deviation| {
            let expected = deviation.get("expected")?.as_str()?;
            expected.strip_prefix("an event within ")?.strip_suffix(" s")?.parse::<f64>().ok()
        });
        if let Some(listener) = case.get_mut("listener") {
            let milliseconds = patience.unwrap_or_default() * 1e3;
            *listener = json!({ "url": listener.take(), "milliseconds": milliseconds });
        }
        for exchange in entries_of(case.get_mut("transcript")) {
            if let Some(line) = exchange.shift_remove("curl") {
                let request = line.as_str().and_then(request);
                exchange.extend(request.map(|request| ("request".to_owned(), json!(request))));
            }
            for failure in entries_of(exchange.get_mut("trouble")) {
                let has_api_error_body = failure.shift_remove("isOfApi");
                failure.extend(has_api_error_body.map(|has| ("hasApiErrorBody".to_owned(), has)));
            }
        }
    }
    for statement in entries(document, "overall") {
        let total = statement.shift_remove("of");
        statement.extend(total.map(|total| ("total".to_owned(), total)));
    }
    for remedy in entries(document, "remedies") {
        convert_obstacles(remedy.get_mut("reason"), &off);
        for together in entries_of(remedy.get_mut("together")) {
            let with = together.get_mut("with").and_then(Value::as_array_mut);
            with.into_iter().flatten().for_each(|reason| convert_obstacles(Some(reason), &off));
        }
    }
}

fn entries<'d>(
    document: &'d mut Value,
    list: &str,
) -> impl Iterator<Item = &'d mut Map<String, Value>> {
    entries_of(document.get_mut(list))
}

fn entries_of(list: Option<&mut Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let list = list.and_then(Value::as_array_mut).into_iter().flatten();
    list.filter_map(Value::as_object_mut)
}

fn convert_obstacles(reason: Option<&mut Value>, off: &[OffReport]) {
    if let Some(reason) = reason
        && let Some(obstacles) = reason.as_str().and_then(|words| obstacles(words, off.iter()))
    {
        *reason = json!(obstacles);
    }
}

/// Parses the reason of a case that a cancelled run interrupted.
fn cause(words: &str) -> Option<Reason> {
    let interrupted = [true, false].map(|sent| Reason::Interrupted { sent });
    interrupted.into_iter().find(|reason| reason.to_string() == words)
}

/// Parses what keeps the target from running a case.
fn obstacles<'o>(words: &str, off: impl Iterator<Item = &'o OffReport>) -> Option<Obstacles> {
    let mut rest = words;
    let mut obstacles = Vec::new();
    for obstacle in off.map(switched_off) {
        if let Some(after) = rest.strip_prefix(&obstacle.to_string()) {
            rest = after.trim_start_matches("; ");
            obstacles.push(obstacle);
        }
    }
    if !rest.is_empty() {
        for words in rest.strip_prefix("the target lacks ")?.split(" and ") {
            obstacles.push(lack(words)?);
        }
    }
    (!obstacles.is_empty()).then_some(Obstacles(obstacles))
}

fn switched_off(off: &OffReport) -> Obstacle {
    Obstacle::Off { feature: off.feature.clone(), reason: off.reason.clone() }
}

/// Parses the words about an unmet need.
fn lack(words: &str) -> Option<Obstacle> {
    let number = |words: &str, before| words.strip_prefix(before)?.strip_suffix(')')?.parse().ok();
    let (words, count) = match words.split_once(" (") {
        Some((words, rest)) => {
            let given = number(rest, "it has ").map(FixtureCount::Given);
            (words, Some(given.or(number(rest, "its recipe makes ").map(FixtureCount::Created))?))
        }
        None => (words, None),
    };
    let is_named = |need: &Need| need.to_string() == words;
    let keys = KeyName::ALL.into_iter().flat_map(|name| {
        let changed = KeyForm::CHANGED.map(|form| Need::ChangedKey(name, form));
        changed.into_iter().chain([Need::Key(name)])
    });
    let need = keys.chain([Need::Webhooks]).find(is_named).or_else(|| {
        let last = words.rsplit(' ').next()?.to_owned();
        let first = words.split(' ').next()?.parse().unwrap_or(1);
        let operation =
            words.strip_prefix("a way to call ").and_then(|rest| rest.split(' ').next());
        let circumstance = operation
            .map(|operation| Need::Circumstance(operation.to_owned(), ClauseId::new(&last)));
        let needs = [
            Need::Fixture(last.clone(), first),
            Need::Provocation(last.clone()),
            Need::TeamNotIn(last.clone()),
            Need::Binding(last),
        ];
        needs.into_iter().chain(circumstance).find(is_named)
    })?;
    Some(Obstacle::Lack { need, count })
}

/// Parses the request on a command line. A comment instead of a command says that there was none.
fn request(line: &str) -> Option<RequestRecord> {
    let is_cut = conclude::is_cut(line);
    let kept = line.rsplit_once("… (").filter(|_| is_cut).map_or(line, |(kept, _)| kept);
    let (words, variables) = words(kept);
    let mut words = words.into_iter();
    let (mut method, mut url, mut headers, mut body) = (None, None, Vec::new(), None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "#" => return None,
            "|" | "curl" | "-sS" | "-g" | "--data-binary" | "@-" => {}
            "printf" => body = words.next().map(RequestBody::Printf),
            "-X" => (method, url) = (words.next(), words.next()),
            "-H" => headers.extend(words.next().map(|header| match header.split_once(": ") {
                Some((name, value)) => (name.to_owned(), value.to_owned()),
                None => (header.trim_end_matches(';').to_owned(), String::new()),
            })),
            "--data-raw" => body = words.next().map(RequestBody::Text),
            _ => {}
        }
    }
    Some(RequestRecord {
        method: method.unwrap_or_default(),
        url: url.unwrap_or_default(),
        headers,
        body,
        variables: variables.into_iter().collect(),
        is_cut,
    })
}

/// Returns the words of a command line, in which each variable is written as `$NAME`, and the variables.
///
/// A line that was cut within quotes ends there.
fn words(line: &str) -> (Vec<String>, BTreeSet<String>) {
    let (mut words, mut variables) = (Vec::new(), BTreeSet::new());
    let mut word: Option<String> = None;
    let mut rest = line.chars().peekable();
    while let Some(character) = rest.next() {
        if character.is_ascii_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match character {
            '\'' => word.extend(rest.by_ref().take_while(|character| *character != '\'')),
            '"' => in_double_quotes(&mut rest, word, &mut variables),
            '\\' => word.extend(rest.next()),
            '$' => variable(&mut rest, word, &mut variables),
            _ => word.push(character),
        }
    }
    words.extend(word);
    (words, variables)
}

fn in_double_quotes(
    rest: &mut Peekable<Chars<'_>>,
    word: &mut String,
    variables: &mut BTreeSet<String>,
) {
    while let Some(character) = rest.next() {
        match character {
            '"' => return,
            '\\' => match rest.next_if(|next| matches!(next, '"' | '\\' | '`' | '$')) {
                Some(escaped) => word.push(escaped),
                None => word.push('\\'),
            },
            '$' => variable(rest, word, variables),
            _ => word.push(character),
        }
    }
}

fn variable(rest: &mut Peekable<Chars<'_>>, word: &mut String, variables: &mut BTreeSet<String>) {
    let has_braces = rest.next_if_eq(&'{').is_some();
    let mut name = String::from('$');
    while let Some(character) = rest.next_if(|character| continues_name(*character)) {
        name.push(character);
    }
    if has_braces {
        rest.next_if_eq(&'}');
    }
    word.push_str(&name);
    if name.len() > 1 {
        variables.insert(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_by_a_shell() {
        let check = |line: &str, expected: &[&str], variables: &[&str]| {
            let (words, variables_used) = words(line);
            assert_eq!(words, expected, "{line}");
            assert_eq!(variables_used.into_iter().collect::<Vec<_>>(), variables, "{line}");
        };
        check(r"curl -sS -X GET", &["curl", "-sS", "-X", "GET"], &[]);
        check(r"'it'\''s' '' $A", &["it's", "", "$A"], &["$A"]);
        check(r#""a ${KEY}x \$Z \" \x"'!'"b""#, &[r#"a $KEYx $Z " \x!b"#], &["$KEY"]);
        check(
            r#"'{"a":"'"$FROM_RESPONSE_1"'"}'"#,
            &[r#"{"a":"$FROM_RESPONSE_1"}"#],
            &["$FROM_RESPONSE_1"],
        );
        // Cut within a word.
        check(r#"-H "a $KE"#, &["-H", "a $KE"], &["$KE"]);
        check(r"-d 'a'\", &["-d", "a"], &[]);
    }

    #[test]
    fn needs_are_parsed_from_their_words() {
        let check = |need: Need, count: Option<FixtureCount>| {
            let obstacle = Obstacle::Lack { need, count };
            assert_eq!(lack(&obstacle.to_string()), Some(obstacle));
        };
        check(Need::Key(KeyName::OtherTeam), None);
        check(Need::ChangedKey(KeyName::Valid, KeyForm::OtherCase), None);
        check(Need::Fixture("id".to_owned(), 1), Some(FixtureCount::Given(0)));
        check(Need::Fixture("id".to_owned(), 3), Some(FixtureCount::Created(2)));
        check(Need::Provocation("bad-gateway".to_owned()), None);
        check(Need::TeamNotIn("zero-data-retention".to_owned()), None);
        check(Need::Binding("operation".to_owned()), None);
        check(Need::Circumstance("scrape".to_owned(), ClauseId::new("a.b")), None);
        check(Need::Webhooks, None);
        assert_eq!(lack("luck"), None);
    }

    #[test]
    fn words_of_a_report_become_data() {
        let line = r#"printf '\377%%' | curl -sS -g -X PUT "http://h/[a]" -H "Auth: Key ${K}x" -H 'A;' --data-binary @-"#;
        let mut document = json!({
            "reportVersion": 4,
            "off": [
                { "feature": "a", "reason": "no a" },
                { "feature": "a::b", "reason": "no b" },
            ],
            "budget": { "seconds": 0.5 },
            "cases": [
                { "id": "a::b::c", "reason": "a is switched off in the target file: no a; the target lacks the limited key" },
                { "id": "b", "reason": "beyond the budget of 0.5 s" },
                { "id": "c", "reason": "not sent: interrupted" },
                {
                    "id": "d",
                    "reason": "webhook: expected an event within 1.5 s, got nothing",
                    "deviations": [{ "expected": "an event within 1.5 s" }],
                    "listener": "http://l",
                    "transcript": [{ "curl": line, "trouble": [{ "isOfApi": true }] }, { "curl": "# the target" }],
                },
            ],
            "remedies": [{ "reason": "the target lacks the limited key", "together": [{ "with": ["a is switched off in the target file: no a"] }] }],
        });
        convert(&mut document);
        let lack = json!({ "lack": { "need": { "key": "limited" } } });
        let off = |feature: &str, reason: &str| json!({ "off": { "feature": feature, "reason": reason } });
        let request = json!({
            "method": "PUT",
            "url": "http://h/[a]",
            "headers": [["Auth", "Key $Kx"], ["A", ""]],
            "body": { "printf": r"\377%%" },
            "variables": ["$K"],
        });
        let expected = json!({
            "reportVersion": REPORT_VERSION,
            "off": document["off"],
            "budget": { "seconds": 0.5 },
            "cases": [
                { "id": "a::b::c", "reason": { "obstacles": [off("a", "no a"), off("a::b", "no b"), lack] } },
                { "id": "b", "reason": { "limit": { "budget": 0.5 } } },
                { "id": "c", "reason": { "interrupted": { "sent": false } } },
                {
                    "id": "d",
                    "reason": "webhook: expected an event within 1.5 s, got nothing",
                    "deviations": [{ "expected": "an event within 1.5 s" }],
                    "listener": { "url": "http://l", "milliseconds": 1500.0 },
                    "transcript": [{ "trouble": [{ "hasApiErrorBody": true }], "request": request }, {}],
                },
            ],
            "remedies": [{ "reason": [lack], "together": [{ "with": [[off("a", "no a")]] }] }],
        });
        assert_eq!(document, expected);
        let record: RequestRecord = serde_json::from_value(request).expect("a request");
        assert_eq!(record.curl(), line);
    }
}
