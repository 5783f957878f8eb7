//! Mutants that check a constraint only at some places, such as the first item of a list. Others lose a property if
//! another one is given, or fill in a wrong default.

use std::collections::{HashMap, HashSet};

use webdata_spec::kebab;
use webdata_spec::model::{ClauseId, EffectKind, Keyword, Operation, Schema, Shape, StringFormat};

use super::super::constraints::describe_wrong_value;
use super::super::schemas::other_default;
use super::{DifferenceBuilder, Place, stores_given};
use crate::differences::{BodyMistake, Segment, ValuePath};

struct Constraint {
    clause: ClauseId,
    /// The path to a value that breaks the constraint.
    path: ValuePath,
    /// The keyword of JSON Schema.
    keyword: &'static str,
    /// The description of a value that breaks the constraint.
    wrong: String,
}

pub(super) fn unchecked_places(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let places = builder.request_places(operation);
    let all: Vec<(&Place<'_>, Constraint)> = places
        .iter()
        .flat_map(|place| constraints(place).into_iter().map(move |constraint| (place, constraint)))
        .collect();
    let mut times: HashMap<ClauseId, usize> = HashMap::new();
    for (_, constraint) in &all {
        *times.entry(constraint.clause.clone()).or_default() += 1;
    }
    for place in &places {
        look_ahead(builder, place);
    }
    for (place, Constraint { clause, path, keyword, wrong }) in all {
        // This is the first place. For the others, `MutantBuilder::loosened` has such mutants.
        let several = times.remove(&clause).is_some_and(|times| times > 1);
        let mut add = |suffix: &str, accepted: &str, mistake: BodyMistake| {
            let description = format!("`{}` {wrong} is accepted {accepted}.", place.name);
            builder.body(
                &clause,
                format!("{suffix}-{}", place.suffix),
                description,
                &path,
                mistake,
            );
        };
        if several {
            add("unchecked-in", "at this one place", BodyMistake::IgnoresKeyword(keyword, 0));
        }
        if place.in_list {
            let mistake = BodyMistake::IgnoresKeyword(keyword, 1);
            add("first-only-in", "after the first item of the list around it", mistake);
            if is_at_an_item(place, keyword) && has_room(&places, place) {
                let mistake = BodyMistake::IgnoresKeyword(keyword, 2);
                add("first-two-only-in", "after the second item of the list around it", mistake);
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

/// Returns whether each list on the way to a place may have many items, and equal ones.
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

/// Adds mutants that judge a cron expression by its next runs.
fn look_ahead(builder: &mut DifferenceBuilder<'_>, place: &Place<'_>) {
    let interval = place.schema.count(Keyword::MinimumInterval);
    let Some(seconds) = interval.and_then(|seconds| u32::try_from(seconds).ok()) else { return };
    let clause = place.clause(Keyword::MinimumInterval.name());
    for (runs, suffix) in [(2, ""), (50, "-50-runs")] {
        let suffix = format!("looks-ahead{suffix}-in-{}", place.suffix);
        let description =
            format!("`{}` is accepted if the next {runs} runs are far enough apart.", place.name);
        let mistake = BodyMistake::ChecksNextRunsOnly { seconds, runs };
        builder.body(&clause, suffix, description, &place.path, mistake);
    }
}

/// Returns the constraints of a place, and whether its object requires it.
fn constraints(place: &Place<'_>) -> Vec<Constraint> {
    let schema = place.schema;
    let mut constraints = Vec::new();
    let mut add = |clause: ClauseId, path: ValuePath, keyword: &'static str, wrong: String| {
        constraints.push(Constraint { clause, path, keyword, wrong });
    };
    let here = || place.path.clone();
    if !place.is_alternative && schema.shape != Shape::Any {
        add(place.clause("type"), here(), "type", "of another type".to_owned());
    }
    for constraint in schema.all_constraints() {
        let (clause, keyword) =
            (place.clause(constraint.keyword.name()), constraint.json_schema().0);
        add(clause, here(), keyword, describe_wrong_value(&constraint));
    }
    if schema.words().is_some() {
        add(place.clause("enum"), here(), "enum", "that is not listed".to_owned());
    }
    if place.required == Some(true) {
        let clause = place.property.clause.child("required");
        add(clause, here(), "required", "left out".to_owned());
    }
    if let Some(union) = schema.union() {
        for (keyword, wrong) in [("required", "without"), ("enum", "with an unknown")] {
            let path = place.path.member(&union.discriminator);
            let wrong = format!("{wrong} `{}`", union.discriminator);
            add(place.clause("discriminator"), path, keyword, wrong);
        }
    }
    constraints
}

/// Adds mutants that lose a nested property if its object has another one.
pub(super) fn lost_properties(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let Some(stores) = builder.stored_by_update(operation) else { return };
    let properties = builder.spec.stored_properties(operation);
    let mut read = HashSet::new();
    // `resources::storage` handles the properties of the body itself.
    let all = builder.request_places(operation).into_iter().filter(|place| {
        let is_new = place.path.0.len() > 1 && read.insert(place.property.clause.clone());
        is_new && place.may_lack()
    });
    let all: Vec<Place<'_>> = all.filter(|place| is_free(builder, place)).collect();
    for pair in all.windows(2) {
        let [first, second] = pair else { continue };
        let (Some((Segment::Member(name), outer)), Some((Segment::Member(beside), around))) =
            (first.path.0.split_last(), second.path.0.split_last())
        else {
            continue;
        };
        let Some(root) = first.root() else { continue };
        if outer != around || !properties.contains(&root) {
            continue;
        }
        for (place, beside) in [(first, beside), (second, name)] {
            let description = format!("`{}` is not stored beside `{beside}`.", place.name);
            let suffix = format!("lost-beside-{}-{}", kebab(beside), place.suffix);
            let mistake = BodyMistake::DropsBeside(beside.clone());
            builder.body(&stores.clause.child(root), suffix, description, &place.path, mistake);
        }
    }
}

/// Returns whether a property can be sent together with others and keep any value. Identities, properties
/// that depend on a team, and properties that an effect sets are excluded.
fn is_free(builder: &DifferenceBuilder<'_>, place: &Place<'_>) -> bool {
    let (owner, name) = place.property.clause.split_last();
    let owner = builder.spec.schema(owner);
    let is_set = owner.is_some_and(|owner| {
        let mut effects = owner.object().into_iter().flat_map(|object| &object.effects);
        effects.any(
            |effect| matches!(&effect.kind, EffectKind::Sets { property, .. } if property == name),
        )
    });
    let of_team = |schema: &Schema| {
        let mut refusals = schema.object().into_iter().flat_map(|object| &object.refusals);
        refusals.any(|refusal| refusal.when.is_none() && refusal.team_state.is_some())
    };
    place.schema.format() != Some(StringFormat::Uuid)
        && !is_set
        && !of_team(place.schema)
        && !owner.is_some_and(of_team)
        && !builder.may_be_refused_when_given(place)
}

/// Adds mutants that fill in a wrong default for an omitted property.
pub(super) fn wrong_defaults(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    // Only the response to a stored request shows a default.
    if stores_given(operation).is_none() {
        return;
    }
    for place in builder.request_places(operation) {
        // A property that an update omits keeps its value.
        if place.required != Some(false) || place.path.0.len() < 2 {
            continue;
        }
        let mut stated = [place.property, place.schema].into_iter();
        let Some(schema) = stated.find(|schema| schema.default.is_some()) else { continue };
        let other = schema.default.as_ref().and_then(|default| other_default(schema, default));
        let Some((other, named)) = other else { continue };
        let description = format!("`{}` is filled in as {named} where it is left out.", place.name);
        let suffix = format!("filled-in-as-{named}-{}", place.suffix);
        let mistake = BodyMistake::FillsIn(other);
        builder.body(&schema.clause.child("default"), suffix, description, &place.path, mistake);
    }
}
