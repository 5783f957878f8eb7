//! Judges one property of a response, with the order of lists and concurrent updates, and interprets responses at
//! gaps.

use std::borrow::Cow;
use std::cmp::Ordering;

use indexmap::{IndexMap, IndexSet};
use jiff::Timestamp;
use serde_json::{Map, Value};
use webdata_cases::case::{
    AnyOrder, Comparison, ConcurrentUpdate, Expected, Identity, Interpretation, ListTest, Matcher,
    Member,
};
use webdata_cases::equality::Meaning;
use webdata_cases::json::has_same_digits;
use webdata_spec::model::{ClauseId, Direction, Equality};

use super::excerpt::{rendered, shown, start};
use super::values::{
    Difference, ListComparison, Sameness, ValueComparison, gap_difference, runs_difference,
};
use super::{Context, HttpResponse, NOTHING, header_place, is_at_or_below};
use crate::outcome::Deviation;

/// How the values of a body are compared.
#[derive(Clone, Copy)]
pub(super) struct BodyComparison<'j> {
    /// The meaning of the whole body.
    pub(super) meaning: Meaning<'j>,
    pub(super) sameness: Sameness,
}

impl<'j> BodyComparison<'j> {
    /// Returns the meaning of the value at a place of a response.
    fn meaning_at(self, response: &HttpResponse, pointer: &str) -> Meaning<'j> {
        self.meaning.at(response.json.as_ref().unwrap_or(&Value::Null), pointer)
    }
}

/// Describes the first value that is returned in another form than the expected one, although it means the same.
pub(super) fn respelling(
    body: BodyComparison<'_>,
    context: Context<'_>,
    response: &HttpResponse,
    members: &[Member],
) -> Option<String> {
    let body = BodyComparison { sameness: Sameness::OfSpelling, ..body };
    let is_of_values = |member: &&Member| {
        let is_value = matches!(
            member.value,
            Expected::Equal(_) | Expected::OneOf(_) | Expected::SameAsStep(_)
        );
        member.header.is_none() && is_value
    };
    let mut members = members.iter().filter(is_of_values);
    let place = members.find_map(|member| member_deviation(body, context, response, member))?.place;
    let value = response.at(&place).unwrap_or(&Value::Null);
    Some(match (value, body.meaning_at(response, &place).equality(value)) {
        (Value::Array(_), _) => "a list in another order".to_owned(),
        (Value::Number(_), _) => "a number in another notation".to_owned(),
        (_, Equality::Characters) => "another form of the same value".to_owned(),
        (_, equality) => format!("a value in another form of the same `{equality}`"),
    })
}

/// Returns the deviation of a property, if there is one.
pub(super) fn member_deviation<'a>(
    body: BodyComparison<'a>,
    context: Context<'a>,
    response: &'a HttpResponse,
    member: &Member,
) -> Option<Deviation> {
    let pointer = &member.pointer;
    let succeeded = |step: &usize| context.earlier.get(*step).is_some_and(HttpResponse::is_success);
    if !member.after.is_empty() && !member.after.iter().any(succeeded) {
        return None;
    }
    let value_in = |response: &'a HttpResponse| match &member.header {
        Some(name) => response.header(name).map(|value| Cow::Owned(version(value).into())),
        None => response.at(pointer).map(Cow::Borrowed),
    };
    let place = member.header.as_deref().map(header_place);
    let meaning = match place {
        Some(_) => Meaning::default(),
        None => body.meaning_at(response, pointer),
    };
    let pointer = place.as_ref().unwrap_or(pointer);
    let received = value_in(response);
    let received = received.as_deref();
    let earlier = |step: usize| context.earlier.get(step).and_then(value_in);
    let omissible: Vec<String> =
        member.omissible.iter().map(|rest| format!("{pointer}{rest}")).collect();
    let comparison =
        |lists| ValueComparison { meaning, sameness: body.sameness, omissible: &omissible, lists };
    let compare =
        |expected: &Value, lists| comparison(lists).difference(pointer, expected, received);
    let difference = match &member.value {
        Expected::Equal(value) => {
            let before = context.earlier.last().and_then(value_in);
            let is_kept = |received: &Value| {
                let comparison = comparison(ListComparison::Contain);
                comparison.is_kept(pointer, value, received, before.as_deref())
            };
            compare(value, ListComparison::Contain).filter(|_| !received.is_some_and(is_kept))
        }
        Expected::OneOf(values) => {
            let matches = |value: &Value| compare(value, ListComparison::Contain).is_none();
            let expected: Vec<String> = values.iter().map(Value::to_string).collect();
            let expected = format!("one of {}", expected.join(", "));
            let is_none = !values.iter().any(matches);
            is_none.then(|| Difference::new(pointer, expected, shown(received)))
        }
        Expected::Present => present(pointer, received),
        Expected::Absent => {
            let value = received.filter(|value| !value.is_null());
            value.map(|value| Difference::new(pointer, NOTHING, rendered(value)))
        }
        // A property that an earlier response left out may be left out again.
        Expected::SameAsStep(step) => {
            compare(earlier(*step).as_deref().unwrap_or(&Value::Null), ListComparison::Equal)
                .or_else(|| changed_number(pointer, context.earlier.get(*step)?, response))
        }
        Expected::OtherThanStep(step) => {
            let before = context.earlier.get(*step);
            let is_equal = received.is_none_or(|received| {
                earlier(*step).is_some_and(|earlier| meaning.is_equal(&earlier, received))
            });
            let has_changed_number =
                before.is_some_and(|before| changed_number(pointer, before, response).is_some());
            (is_equal && !has_changed_number)
                .then(|| Difference::new(pointer, "another value than before", shown(received)))
        }
        Expected::KeptSince(step, value) => match earlier(*step).as_deref() {
            Some(before) if meaning.is_equal(value, before) => {
                compare(value, ListComparison::Equal)
            }
            _ => present(pointer, received),
        },
        Expected::AnyOrder(expected) => {
            return order_deviation(body, context, response, (pointer, &member.clause), expected);
        }
        // `somewhere` judges these.
        Expected::BodyContent(_) => None,
        Expected::List(test) => list_difference(meaning, context.earlier, pointer, received, test),
        Expected::Runs(runs) => runs_difference(pointer, *runs, received),
        Expected::RunsApart(minutes) => gap_difference(pointer, *minutes, received),
        Expected::Parameter(name) => {
            let parameter = context.parameters.iter().find(|(parameter, _)| parameter == name);
            let text = parameter.map_or("", |(_, text)| text.as_str());
            let received_text = received.and_then(Value::as_str).unwrap_or_default();
            if received_text.eq_ignore_ascii_case(text) {
                None
            } else {
                compare(&Value::from(text), ListComparison::Equal)
            }
        }
    }?;
    let Difference { place, expected, received } = difference;
    Some(Deviation::new(member.clause.clone(), place, expected, received))
}

/// Returns the first number beyond 64 bits, at or below a place, whose digits were others in an earlier response.
fn changed_number(
    pointer: &str,
    earlier: &HttpResponse,
    response: &HttpResponse,
) -> Option<Difference> {
    let numbers = earlier.long_numbers.iter();
    let mut numbers = numbers.filter(|(place, _)| is_at_or_below(place, pointer));
    numbers.find_map(|(place, expected)| {
        let received = response.long_numbers.get(place)?;
        (!has_same_digits(expected, received)).then(|| Difference::new(place, expected, received))
    })
}

fn present(pointer: &str, received: Option<&Value>) -> Option<Difference> {
    let absent = received.is_none_or(Value::is_null);
    absent.then(|| Difference::new(pointer, "a value", NOTHING))
}

/// Returns an entity tag without the mark of weak tags, which does not identify the version.
fn version(value: &str) -> &str {
    value.strip_prefix("W/").unwrap_or(value)
}

/// Returns where a list is not as required.
fn list_difference(
    meaning: Meaning<'_>,
    earlier: &[HttpResponse],
    pointer: &str,
    received: Option<&Value>,
    test: &ListTest,
) -> Option<Difference> {
    let differs =
        |expected: String, received: String| Some(Difference::new(pointer, expected, received));
    let Some((list, items)) = received.and_then(|list| Some((list, list.as_array()?))) else {
        return differs("a list".to_owned(), shown(received));
    };
    let property_of_item = |index: usize, property: &str| {
        meaning.part(list, &index.to_string()).part(&items[index], property)
    };
    let matching = |identity: &Identity| {
        let Identity { property, step, pointer } = identity;
        let wanted = earlier.get(*step)?.at(pointer)?;
        let same = |item: &&Value| item.get(property) == Some(wanted);
        Some((wanted, items.iter().filter(same).count()))
    };
    match test {
        ListTest::Has { identity, properties } => {
            let (wanted, count) = matching(identity)?;
            if count != 1 {
                let expected = format!("one item whose `{}` is {wanted}", identity.property);
                return differs(expected, format!("{count} of them"));
            }
            let index =
                items.iter().position(|item| item.get(&identity.property) == Some(wanted))?;
            properties.iter().find_map(|(name, value)| {
                let place = format!("{pointer}/{index}/{name}");
                let meaning = property_of_item(index, name);
                let (sameness, lists) = (Sameness::OfMeaning, ListComparison::Contain);
                let comparison = ValueComparison { meaning, sameness, omissible: &[], lists };
                comparison.difference(&place, value, items[index].get(name))
            })
        }
        ListTest::Lacks(identity) => {
            let (wanted, count) = matching(identity)?;
            let expected = format!("no item whose `{}` is {wanted}", identity.property);
            if count == 0 { None } else { differs(expected, format!("{count} of them")) }
        }
        ListTest::Distinct(property) => {
            let values: Vec<&Value> = items.iter().filter_map(|item| item.get(property)).collect();
            let duplicate =
                values.iter().enumerate().find(|(at, value)| values[..*at].contains(value));
            let (_, duplicate) = duplicate?;
            let expected = format!("items with distinct values of `{property}`");
            differs(expected, format!("{duplicate} more than once"))
        }
        ListTest::AtMost(limit) => {
            let count = items.len() as u64;
            let expected = format!("at most {limit} items");
            if count <= *limit { None } else { differs(expected, format!("{count} items")) }
        }
        ListTest::Sorted { property, direction, comparison } => {
            first_unsorted_pair(items, property, *direction, *comparison).and_then(
                |(before, after)| {
                    let expected = format!("items sorted by `{property}`, {}", direction.name());
                    differs(expected, format!("{before} before {after}"))
                },
            )
        }
        ListTest::Each { property, value } => {
            // If the property is a list, it must contain each value.
            let has = |(index, item): (usize, &Value)| {
                let meaning = property_of_item(index, property);
                match (item.get(property), value) {
                    (Some(list @ Value::Array(received)), Value::Array(all)) => {
                        let meaning = meaning.part(list, "0");
                        let is_there =
                            |wanted| received.iter().any(|it| meaning.is_equal(wanted, it));
                        all.iter().all(is_there)
                    }
                    (received, value) => received.is_some_and(|it| meaning.is_equal(value, it)),
                }
            };
            let (_, other) = items.iter().enumerate().find(|item| !has(*item))?;
            let received = other.get(property).map_or(NOTHING.to_owned(), Value::to_string);
            let expected = format!("items whose `{property}` is {value}");
            differs(expected, format!("one whose `{property}` is {received}"))
        }
    }
}

/// Returns the first interpretation that fits a response.
pub(super) fn interpretation<'i>(
    body: BodyComparison<'_>,
    response: &HttpResponse,
    earlier: &[HttpResponse],
    interpretations: &'i [Interpretation],
) -> Option<&'i Interpretation> {
    interpretations
        .iter()
        .find(|interpretation| matches(body, &interpretation.matcher, response, earlier))
}

fn matches(
    body: BodyComparison<'_>,
    matcher: &Matcher,
    response: &HttpResponse,
    earlier: &[HttpResponse],
) -> bool {
    let is_there = |pointer: &String| response.at(pointer).is_some_and(|value| !value.is_null());
    match matcher {
        Matcher::Status(status) => response.status == *status,
        Matcher::Success => response.is_success(),
        Matcher::Present(pointer) => response.is_success() && is_there(pointer),
        Matcher::Lacks(pointer) => response.is_success() && !is_there(pointer),
        Matcher::Value(pointer, value) => {
            let meaning = body.meaning_at(response, pointer);
            response.is_success()
                && response.at(pointer).is_some_and(|received| meaning.is_equal(value, received))
        }
        Matcher::List(pointer, tests) => {
            let (received, meaning) = (response.at(pointer), body.meaning_at(response, pointer));
            let matches = |test: &ListTest| {
                list_difference(meaning, earlier, pointer, received, test).is_none()
            };
            response.is_success() && tests.iter().all(matches)
        }
        Matcher::SameAsStep(pointer, step) => {
            let received = response.at(pointer);
            let before = earlier.get(*step).and_then(|response| response.at(pointer));
            let meaning = body.meaning_at(response, pointer);
            let both = received.zip(before);
            response.is_success()
                && both.is_some_and(|(received, before)| meaning.is_equal(before, received))
        }
        Matcher::Earlier(step, matcher) => {
            let is_match = |response| matches(body, matcher, response, &earlier[..*step]);
            earlier.get(*step).is_some_and(is_match)
        }
        Matcher::All(matchers) => {
            matchers.iter().all(|matcher| matches(body, matcher, response, earlier))
        }
    }
}

/// Describes a response without an interpretation: its status code, and its error or its properties.
pub(super) fn describe_response(response: &HttpResponse) -> String {
    let members = response.json.as_ref().and_then(Value::as_object);
    match (response.at("/error").and_then(Value::as_str), members) {
        (Some(text), _) => format!("{} `{}`", response.status, start(text)),
        (None, Some(members)) if !members.is_empty() => {
            let names: Vec<&str> = members.keys().map(String::as_str).collect();
            format!("{} with `{}`", response.status, start(&names.join("`, `")))
        }
        (None, _) => format!("status {}", response.status),
    }
}

/// A value by which a list is sorted.
#[derive(PartialEq, PartialOrd)]
enum Key<'v> {
    Number(f64),
    Moment(Timestamp),
    Word(&'v str),
}

/// Returns two neighbouring values in the wrong order.
fn first_unsorted_pair<'v>(
    items: &'v [Value],
    property: &str,
    direction: Direction,
    comparison: Comparison,
) -> Option<(&'v Value, &'v Value)> {
    let values = items.iter().filter_map(|item| item.get(property));
    let keys = values.filter_map(|value| Some((value, key(value, comparison)?)));
    let keys: Vec<(&Value, Key<'_>)> = keys.collect();
    let wrong = match direction {
        Direction::Ascending => Ordering::Greater,
        Direction::Descending => Ordering::Less,
    };
    let mut pairs = keys.windows(2).filter_map(|pair| match pair {
        [(before, first), (after, second)] => {
            (first.partial_cmp(second) == Some(wrong)).then_some((*before, *after))
        }
        _ => None,
    });
    pairs.next()
}

fn key(value: &Value, comparison: Comparison) -> Option<Key<'_>> {
    match comparison {
        Comparison::Numbers => value.as_f64().map(Key::Number),
        Comparison::Times => {
            let text = value.as_str()?;
            let date = || format!("{text}T00:00:00Z").parse().ok();
            text.parse().ok().or_else(date).map(Key::Moment)
        }
        Comparison::Words => {
            let is_plain = |text: &&str| text.bytes().all(|byte| byte.is_ascii_lowercase());
            value.as_str().filter(is_plain).map(Key::Word)
        }
    }
}

/// Returns a deviation if no order of the successful updates leads to the state of a resource. `resource` has
/// the place of the resource, and the clause that requires the state.
fn order_deviation(
    body: BodyComparison<'_>,
    context: Context<'_>,
    response: &HttpResponse,
    resource: (&str, &ClauseId),
    expected: &AnyOrder,
) -> Option<Deviation> {
    let AnyOrder { before, updates } = expected;
    // A server that merges lists may keep items of the other updates, so lists are compared as if those items
    // had been there before.
    let mut earlier = context.earlier.to_vec();
    earlier.push(response.clone());
    let seen = Context { earlier: &earlier, ..context };
    let deviation = |members: &[Member]| {
        members.iter().find_map(|member| member_deviation(body, seen, response, member))
    };
    let has_succeeded = |update: &&ConcurrentUpdate| {
        context.earlier.get(update.step).is_some_and(HttpResponse::is_success)
    };
    let succeeded: Vec<&ConcurrentUpdate> = updates.iter().filter(has_succeeded).collect();
    let mut names: IndexSet<&str> =
        updates.iter().flat_map(|update| update.sets.keys().map(String::as_str)).collect();
    let wrong = |name: &&str| wrong_property(name, before, &succeeded, &deviation);
    if let Some(wrong) = names.iter().find_map(wrong) {
        return Some(wrong);
    }
    let fitting: Vec<IndexMap<&str, bool>> = succeeded
        .iter()
        .map(|update| {
            let sets = update.sets.iter();
            sets.map(|(name, members)| (name.as_str(), deviation(members).is_none())).collect()
        })
        .collect();
    let fitting: Vec<&IndexMap<&str, bool>> = fitting.iter().collect();
    if is_left_by(&fitting, &names) {
        return None;
    }
    // Reduces the properties to the fewest that contradict each other.
    for name in names.clone() {
        let mut fewer = names.clone();
        fewer.shift_remove(name);
        if !is_left_by(&fitting, &fewer) {
            names = fewer;
        }
    }
    let (place, clause) = resource;
    let sets_any =
        |update: &&&ConcurrentUpdate| names.iter().any(|name| update.sets.contains_key(*name));
    let steps: Vec<usize> = succeeded.iter().filter(sets_any).map(|update| update.step).collect();
    let resource_value = response.at(place);
    let received = names.iter().map(|name| {
        (
            (*name).to_owned(),
            resource_value.and_then(|value| value.get(name)).cloned().unwrap_or_default(),
        )
    });
    let received: Map<String, Value> = received.collect();
    Some(Deviation::new(
        clause.clone(),
        place,
        format!("what some order of {} leaves", requests(&steps, "and")),
        format!("{}, which no order of them leaves", rendered(&Value::Object(received))),
    ))
}

/// Returns a deviation if a property has none of the values that successful updates set. If no update set the property,
/// it must have the value from before.
fn wrong_property(
    name: &str,
    before: &IndexMap<String, Vec<Member>>,
    succeeded: &[&ConcurrentUpdate],
    deviation: &dyn Fn(&[Member]) -> Option<Deviation>,
) -> Option<Deviation> {
    let mut updates = succeeded
        .iter()
        .filter_map(|update| Some((update.step, update.sets.get(name)?)))
        .peekable();
    if updates.peek().is_none() {
        let mut wrong = deviation(before.get(name)?)?;
        wrong.expected.push_str(", as it was: each request that gives it was rejected");
        return Some(wrong);
    }
    let wrong = updates.map(|(step, members)| Some((step, deviation(members)?)));
    let wrong: Vec<(usize, Deviation)> = wrong.collect::<Option<_>>()?;
    let mut values: IndexMap<&str, Vec<usize>> = IndexMap::new();
    for (step, deviation) in &wrong {
        values.entry(&deviation.expected).or_default().push(*step);
    }
    let expected = values
        .iter()
        .map(|(value, steps)| format!("{value}, as {} gave it", requests(steps, "or")));
    let expected = expected.collect::<Vec<_>>().join(", or ");
    let (_, first) = wrong.into_iter().next()?;
    Some(Deviation { expected, ..first })
}

/// Returns the numbers of steps in words, from 1.
fn requests(steps: &[usize], conjunction: &str) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
    match numbers.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("the requests {} {conjunction} {last}", others.join(", "))
        }
        _ => format!("request {}", numbers.concat()),
    }
}

/// Returns whether some order of updates leads to the state of the properties. Each update says which of its
/// properties have the value that it set.
fn is_left_by(updates: &[&IndexMap<&str, bool>], names: &IndexSet<&str>) -> bool {
    updates.is_empty()
        || updates.iter().enumerate().any(|(at, last)| {
            if names.iter().any(|name| last.get(name) == Some(&false)) {
                return false;
            }
            let others = [&updates[..at], &updates[at + 1..]].concat();
            let names = names.iter().filter(|name| !last.contains_key(*name)).copied().collect();
            is_left_by(&others, &names)
        })
}

#[cfg(test)]
mod tests {
    use super::super::Judgement;
    use super::*;

    fn response(body: &str) -> HttpResponse {
        HttpResponse::new(200, Vec::new(), body.as_bytes().to_vec())
    }

    /// Floats are too imprecise for these numbers.
    #[test]
    fn long_numbers_of_two_responses_are_compared_by_their_digits() {
        let check = |pointer: &str, earlier: &str, later: &str, place: Option<&str>| {
            let difference = changed_number(pointer, &response(earlier), &response(later));
            let found = difference.as_ref().map(|difference| difference.place.as_str());
            assert_eq!(found, place, "{earlier} {later}");
        };
        let numbers =
            |last: u8| format!(r#"{{"a": [1e400, {}{last}], "ab": 1e401}}"#, "7".repeat(400));
        check("/a", &numbers(1), &numbers(1), None);
        check("/a", &numbers(1), &numbers(2), Some("/a/1"));
        check("", &numbers(1), &numbers(2), Some("/a/1"));
        check("/ab", &numbers(1), &numbers(2), None);
        check("", r#"{"a": 1e400}"#, r#"{"a": 10E399}"#, None);
    }

    #[test]
    fn a_deviation_shows_a_long_number_as_it_is_written() {
        let response = response(r#"{"a": -1e400}"#);
        let received = response.at("/a").map(rendered).unwrap_or_default();
        let deviation = Deviation::new(
            ClauseId::new("A.a.minimum"),
            "/a",
            "at least 0",
            format!("{received}, which is below 0"),
        );
        let judgement = Judgement { deviations: vec![deviation], ..Judgement::default() };
        let judgement = judgement.with_written_numbers(&response);
        assert_eq!(judgement.deviations[0].received, "-1e400, which is below 0");
    }
}
