//! Judges the result of updates that were sent together: some order of them must lead to it.

use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Value};
use webdata_cases::case::{AnyOrder, ConcurrentUpdate, Member};
use webdata_spec::model::ClauseId;

use super::excerpt::rendered;
use super::http_response::{Context, HttpResponse};
use super::members::member_deviation;
use crate::outcome::Deviation;

/// Returns a deviation if no order of the successful updates leads to the state of a resource. `resource` has
/// the place of the resource, and the clause that requires the state.
pub(super) fn order_deviation(
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
        members.iter().find_map(|member| member_deviation(seen, response, member))
    };
    let has_succeeded = |update: &&ConcurrentUpdate| {
        context.earlier.get(update.step).is_some_and(HttpResponse::is_success)
    };
    let succeeded: Vec<&ConcurrentUpdate> = updates.iter().filter(has_succeeded).collect();
    let mut names: IndexSet<&str> =
        updates.iter().flat_map(|update| update.sets.keys().map(String::as_str)).collect();
    for name in &names {
        let updates =
            succeeded.iter().filter_map(|update| Some((update.step, update.sets.get(*name)?)));
        let updates: Vec<(usize, &Vec<Member>)> = updates.collect();
        if updates.is_empty() {
            let Some(mut deviation_found) =
                before.get(*name).and_then(|members| deviation(members))
            else {
                continue;
            };
            deviation_found
                .expected
                .push_str(", as it was: each request that gives it was rejected");
            return Some(deviation_found);
        }
        let wrong = updates.iter().map_while(|(step, members)| Some((step, deviation(members)?)));
        let wrong: Vec<(&usize, Deviation)> = wrong.collect();
        if wrong.len() < updates.len() {
            continue;
        }
        let mut values: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (step, deviation) in &wrong {
            values.entry(&deviation.expected).or_default().push(**step);
        }
        let expected = values
            .iter()
            .map(|(value, steps)| format!("{value}, as {} gave it", requests(steps, "or")));
        let expected = expected.collect::<Vec<_>>().join(", or ");
        let (_, first) = wrong.into_iter().next()?;
        return Some(Deviation { expected, ..first });
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
    Some(Deviation {
        clause: clause.clone(),
        place: place.to_owned(),
        expected: format!("what some order of {} leaves", requests(&steps, "and")),
        received: format!("{}, which no order of them leaves", rendered(&Value::Object(received))),
    })
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
