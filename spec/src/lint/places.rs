//! Lint of references to responses: the properties of situations, and the status codes of retry rules.

use super::follow::Types;
use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::model::{Retry, Spec};
use crate::page::SituationPage;
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    retried_statuses(pages, spec, mistakes);
    let Some(page) = &pages.lifecycles else { return };
    let types = Types::new(pages);
    let place = Place::new(&page.document);
    for (type_name, properties) in &page.content {
        for (property, lifecycle) in properties {
            for (index, situation) in lifecycle.situations.iter().enumerate() {
                let place = place.at(type_name).at(property).at("situations").item(index);
                situation_members(pages, &types, situation, &place, mistakes);
                let operation = pages.operations.content.get(&situation.operation);
                let response = operation.and_then(|operation| operation.response.as_ref());
                if response.is_some_and(|response| response.type_name.as_ref() == Some(type_name))
                    && let Some(Value::String(state)) = situation.members.get(property)
                    && !lifecycle.states.contains(state)
                {
                    let known: Vec<&str> = lifecycle.states.iter().map(String::as_str).collect();
                    mistakes.push(place.at("members").at(property).unknown("state", state, &known));
                }
            }
        }
    }
}

/// Checks that the retry rules list status codes of errors, including each error that clients may repeat a
/// request after.
fn retried_statuses(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let Some(retry) = &spec.service.retry else { return };
    let place = Place::new(&pages.service.document).at("retry");
    for (index, status) in retry.statuses.iter().enumerate() {
        if !(400..=599).contains(status) {
            let mistake =
                place.at("statuses").item(index).value("this is not the status code of an error");
            mistakes.push(mistake.with_help("write a status code from 400 to 599"));
        }
    }
    if !retry.statuses.contains(&retry.header_status) {
        let message = format!("the status code {} is not in `statuses`", retry.header_status);
        let help = "name a status code of `statuses`, or add this one there";
        mistakes.push(place.at("headerStatus").value(message).with_help(help));
    }
    for row in spec.errors.values().filter(|row| row.retry == Retry::Backoff) {
        if !retry.statuses.contains(&row.status) {
            let place = Place::new(&pages.errors.document).at(&row.id).at("retry");
            let message = format!("the retry rules do not list the status code {}", row.status);
            let help = "add it to `statuses` under `retry` in `service.toml`";
            mistakes.push(place.value(message).with_help(help));
        }
    }
}

/// Checks that the response of a situation has the properties that the situation names.
fn situation_members(
    pages: &Pages,
    types: &Types<'_>,
    situation: &SituationPage,
    place: &Place<'_>,
    mistakes: &mut Vec<Diagnostic>,
) {
    let operation = pages.operations.content.get(&situation.operation);
    let response = operation.and_then(|operation| operation.response.as_ref());
    let response = response.and_then(|response| types.get(response.type_name.as_ref()?));
    let channels = pages.events.as_ref().map(|page| &page.content);
    let event = situation.event.as_ref().and_then(|event| {
        let carries = channels?.get(&event.channel)?.events.get(&event.name)?.carries.as_ref()?;
        types.get(carries)
    });
    let mut check = |known: &[&str], name: &str, place: Place<'_>, is_key: bool| {
        if !known.contains(&name) {
            mistakes.push(if is_key {
                place.unknown_key("property", name, known)
            } else {
                place.unknown("property", name, known)
            });
        }
    };
    if let Some(response) = response {
        let known = response.place.at("properties").keys();
        for name in situation.members.keys() {
            check(&known, name, place.at("members").at(name), true);
        }
        for name in situation.optional.keys() {
            check(&known, name, place.at("optional").at(name), true);
        }
        for (index, name) in situation.absent.iter().enumerate() {
            check(&known, name, place.at("absent").item(index), false);
        }
    }
    if let (Some(carried), Some(event)) = (event, &situation.event) {
        let known = carried.place.at("properties").keys();
        for name in event.members.keys() {
            check(&known, name, place.at("event").at("members").at(name), true);
        }
    }
}
