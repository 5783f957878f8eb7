//! Mutants that check a constraint only somewhere: only for the first item of a list, or not at one of the
//! places of its type. Intervals are checked only for the next runs.

use std::collections::HashMap;

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Segment, ValuePath};
use webdata_spec::model::{ClauseId, Keyword, Operation, Shape};

use super::super::keywords;
use super::builder::FaultBuilder;
use super::places::{Place, places};

/// A constraint at a place.
struct Constraint {
    clause: ClauseId,
    /// The path to a value that breaks the constraint.
    path: ValuePath,
    /// The keyword of JSON Schema.
    keyword: &'static str,
    /// The description of a value that breaks the constraint.
    wrong: String,
}

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(schema) = operation.request.as_deref().and_then(|name| faults.spec.schema(name))
    else {
        return;
    };
    let places = places(faults.spec, schema);
    let all: Vec<(&Place<'_>, Constraint)> = places
        .iter()
        .flat_map(|place| constraints(place).map(move |constraint| (place, constraint)))
        .collect();
    let mut times: HashMap<ClauseId, usize> = HashMap::new();
    for (_, constraint) in &all {
        *times.entry(constraint.clause.clone()).or_default() += 1;
    }
    for place in &places {
        look_ahead(faults, operation, place);
    }
    for (place, constraint) in all {
        let Constraint { clause, path, keyword, wrong } = constraint;
        // Mutants that do not check another place than the first are changes of the contract.
        let several = times.remove(&clause).is_some_and(|times| times > 1);
        let fault = |mistake| {
            let (operation, path) = (operation.id.clone(), path.clone());
            Fault::Body(BodyFault { operation, path, mistake })
        };
        let at = &place.suffix;
        if several {
            let suffix = format!("unchecked-in-{at}");
            let description = format!("`{}` {wrong} is accepted at this one place.", place.name);
            faults.add(
                Some(operation),
                &clause,
                &suffix,
                description,
                fault(BodyMistake::IgnoresKeyword(keyword)),
            );
        }
        if place.in_list {
            let suffix = format!("first-only-in-{at}");
            let description = format!(
                "`{}` {wrong} is accepted after the first item of the list around it.",
                place.name
            );
            let mistake = BodyMistake::IgnoresKeywordAfterFirst(keyword);
            faults.add(Some(operation), &clause, &suffix, description, fault(mistake));
            if is_at_an_item(place, keyword) && has_room(&places, place) {
                let suffix = format!("first-two-only-in-{at}");
                let description = format!(
                    "`{}` {wrong} is accepted after the second item of the list around it.",
                    place.name
                );
                let mistake = BodyMistake::IgnoresKeywordAfter(keyword, 2);
                faults.add(Some(operation), &clause, &suffix, description, fault(mistake));
            }
        }
    }
}

/// Returns whether a keyword is about an item of a list, or about a required property of an item.
fn is_at_an_item(place: &Place<'_>, keyword: &str) -> bool {
    // The entries of a map have no order.
    if place.is_entry {
        return false;
    }
    let mut steps = place.path.0.iter().rev().filter(|step| !matches!(step, Segment::Where(..)));
    let is_union = place.schema.union().is_some();
    match keyword {
        "type" => matches!(steps.next(), Some(Segment::Each)),
        "required" if is_union => matches!(steps.next(), Some(Segment::Each)),
        "required" => matches!(steps.nth(1), Some(Segment::Each)),
        _ => false,
    }
}

/// Returns whether each list on the way to a place may have many items, which need not differ.
fn has_room(places: &[Place<'_>], place: &Place<'_>) -> bool {
    const MANY: u64 = 10;
    let steps = &place.path.0;
    let mut lists = (0..steps.len()).filter(|at| steps[*at] == Segment::Each);
    lists.all(|at| {
        let mut lists = places.iter().filter(|place| place.path.0 == steps[..at]);
        lists.all(|list| {
            let is_demanding = list.schema.constraints.iter().any(|constraint| {
                matches!(constraint.keyword, Keyword::UniqueItems | Keyword::Contains)
            });
            !is_demanding && list.schema.count(Keyword::MaxItems).unwrap_or(u64::MAX) >= MANY
        })
    })
}

/// Adds a mutant that judges a cron expression by its next two runs.
fn look_ahead(faults: &mut FaultBuilder<'_>, operation: &Operation, place: &Place<'_>) {
    let interval = place.schema.count(Keyword::MinimumInterval);
    let Some(seconds) = interval.and_then(|seconds| u32::try_from(seconds).ok()) else { return };
    let (clause, path) = (place.clause(Keyword::MinimumInterval.name()), place.path.clone());
    let mistake = BodyMistake::ChecksNextRunsOnly(seconds);
    let fault = Fault::Body(BodyFault { operation: operation.id.clone(), path, mistake });
    let suffix = format!("looks-ahead-in-{}", place.suffix);
    let description =
        format!("`{}` is accepted if the next two runs are far enough apart.", place.name);
    faults.add(Some(operation), &clause, &suffix, description, fault);
}

/// Returns the constraints of a place, and whether its object requires it.
fn constraints(place: &Place<'_>) -> impl Iterator<Item = Constraint> {
    let schema = place.schema;
    let mut constraints = Vec::new();
    let mut add = |word: &str, keyword: &'static str, wrong: String| {
        let (clause, path) = (place.clause(word), place.path.clone());
        constraints.push(Constraint { clause, path, keyword, wrong });
    };
    if !place.is_alternative && schema.shape != Shape::Any {
        add("type", "type", "of another type".to_owned());
    }
    for constraint in schema.all_constraints() {
        add(
            constraint.keyword.name(),
            constraint.json_schema().0,
            keywords::describe_wrong_value(&constraint),
        );
    }
    if schema.words().is_some() {
        add("enum", "enum", "that is not listed".to_owned());
    }
    if place.required == Some(true) {
        let clause = place.property.clause.child("required");
        let (path, wrong) = (place.path.clone(), "left out".to_owned());
        constraints.push(Constraint { clause, path, keyword: "required", wrong });
    }
    if let Some(union) = schema.union() {
        for (keyword, wrong) in [("required", "without"), ("enum", "with an unknown")] {
            let path = place.path.member(&union.discriminator);
            let wrong = format!("{wrong} `{}`", union.discriminator);
            constraints.push(Constraint {
                clause: place.clause("discriminator"),
                path,
                keyword,
                wrong,
            });
        }
    }
    constraints.into_iter()
}
