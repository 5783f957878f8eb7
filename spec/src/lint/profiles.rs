//! Lint of profiles: they name operations of the contract, and each case belongs to one profile.
//!
//! The module knows no cases. The derivation of cases checks whether a feature within an operation has cases.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::model::{ProfileNeed, SERVICE_FEATURE};
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.profiles else { return };
    let operations = pages.operations.document.keys(&[]);
    let known: Vec<&str> = operations.into_iter().chain([SERVICE_FEATURE]).collect();
    let top = Place::new(&page.document);
    let mut features: HashMap<&str, &str> = HashMap::new();
    let mut needs: HashMap<ProfileNeed, &str> = HashMap::new();
    for (id, profile) in &page.content {
        let place = top.at(id);
        if profile.features.is_empty() && profile.needs.is_empty() && !place.is_incomplete() {
            let mistake = place.entry(format!("no case can belong to the profile `{id}`"));
            mistakes.push(mistake.with_help("add operations to `features`"));
        }
        for (index, feature) in profile.features.iter().enumerate() {
            let place = place.at("features").item(index);
            let operation = feature.split("::").next().unwrap_or(feature);
            if !known.contains(&operation) {
                mistakes.push(place.unknown("operation", operation, &known));
            } else if feature.split("::").any(str::is_empty) {
                let mistake =
                    place.value(format!("`{feature}` is not the beginning of a case identity"));
                let help = "write whole segments, with `::` between them";
                mistakes.push(mistake.with_help(help));
            } else if let Some(other) = features.insert(feature, id) {
                mistakes.push(already_in_profile(&place, feature, other));
            }
        }
        for (index, need) in profile.needs.iter().enumerate() {
            if let Some(other) = needs.insert(*need, id) {
                mistakes.push(already_in_profile(
                    &place.at("needs").item(index),
                    &need.to_string(),
                    other,
                ));
            }
        }
    }
    // An entry that was removed because of a mistake may have named the operation.
    let is_whole =
        !top.is_incomplete() && page.content.keys().all(|id| !top.at(id).is_incomplete());
    for operation in known.into_iter().filter(|id| is_whole && !features.contains_key(id)) {
        let mistake = top.entry(match operation {
            SERVICE_FEATURE => {
                "no profile has the feature `service`, the cases without an operation".to_owned()
            }
            operation => format!("no profile has the operation `{operation}`"),
        });
        let help = format!("add `{operation}` to the `features` of a profile");
        mistakes.push(mistake.with_help(help));
    }
}

fn already_in_profile(place: &Place<'_>, what: &str, other: &str) -> Diagnostic {
    let mistake = place.value(format!("the profile `{other}` already has `{what}`"));
    mistake.with_help("remove it here: each case belongs to one profile")
}
