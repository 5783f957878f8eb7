//! Strings and numbers that are changed on their way to where they are stored, or that a server
//! fails at.

use std::collections::HashSet;

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, Step};
use webdata_spec::model::{EffectKind, Keyword, Operation, Probe, Schema, Shape};

use super::builder::FaultBuilder;
use super::places::{Place, places};

/// How many characters short columns of databases have.
const SHORT: usize = 255;

/// How many characters are many.
const MANY: usize = 4000;

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let stores = operation.effects.iter().find(|own| own.kind == EffectKind::StoresGiven);
    let schema = operation.request.as_deref().and_then(|name| found.named(name));
    let (Some(stores), Some(schema)) = (stores, schema) else { return };
    if !found.is_update(operation) || !found.has_gap(Probe::OddValue) {
        return;
    }
    let properties = found.spec.stored_properties(operation);
    let failure = failure(found);
    let mut read = HashSet::new();
    for place in &places(found.spec, schema) {
        let Some(Step::Member(property)) = place.path.0.first() else { continue };
        let is_new = read.insert((&place.schema.clause, &place.property.clause));
        if is_refused_when_given(found, place) {
            continue;
        }
        if !is_new || place.is_alternative || !properties.contains(&property.as_str()) {
            continue;
        }
        let clause = stores.clause.child(property);
        let mut add = |way: &str, says: &str, mistake: BodyMistake| {
            let (id, path) = (operation.id.clone(), place.path.clone());
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let says = format!("`{}` {says}", place.name);
            found.add(Some(operation), &clause, &format!("{way}-{}", place.way), says, fault);
        };
        for (way, says, reading) in changed(place) {
            add(way, says, BodyMistake::ReadsAs(reading));
        }
        let Some(row) = &failure else { continue };
        for (way, says, reading) in fatal(place) {
            add(way, says, BodyMistake::FailsOnReading(reading, row.clone()));
        }
    }
}

/// The row by which a server says that it failed.
pub(super) fn failure(found: &FaultBuilder<'_>) -> Option<String> {
    found.spec.errors.values().find(|row| row.status == 500).map(|row| row.id.clone())
}

/// Whether a property may be refused when it is given, which no request can rule out.
pub(super) fn is_refused_when_given(found: &FaultBuilder<'_>, place: &Place<'_>) -> bool {
    let Some((owner, name)) = place.property.clause.as_str().rsplit_once('.') else { return false };
    let Some(Shape::Object(object)) = found.named(owner).map(|own| &own.shape) else {
        return false;
    };
    let mut whens = object.refusals.iter().filter_map(|own| own.when.as_ref());
    whens.any(|when| when.path.root() == name)
}

fn is_free_text(schema: &Schema) -> bool {
    let is_text = schema.shape == Shape::String && schema.constant().is_none();
    is_text && schema.format().is_none() && schema.pattern().is_none()
}

fn changed(place: &Place<'_>) -> Vec<(&'static str, &'static str, Reading)> {
    let has_no_limit = place.schema.number(Keyword::Maximum).is_none();
    if place.schema.shape == Shape::Integer && has_no_limit && place.schema.constant().is_none() {
        let says = "is stored with single precision.";
        return vec![("keeps-single-precision", says, Reading::InSinglePrecision)];
    }
    // A map of strings may hold secrets, which a server does not show.
    if !is_free_text(place.schema) || place.is_entry() {
        return Vec::new();
    }
    let mut all = vec![
        ("trims", "is stored without the blanks around it.", Reading::Trimmed),
        ("composes", "is stored in the composed form of Unicode.", Reading::Composed),
    ];
    if place.path.0.len() == 1 {
        all.extend([
            ("drops-controls", "is stored without control characters.", Reading::WithoutControls),
            ("cuts-at-nul", "is stored up to its first NUL.", Reading::CutAtNul),
            ("drops-marks", "is stored without marks of direction.", Reading::WithoutInvisibles),
            ("joins-blanks", "is stored with single blanks.", Reading::WithSingleSpaces),
            ("makes-line-feeds", "is stored with other ends of lines.", Reading::WithLineFeeds),
        ]);
        if place.schema.count(Keyword::MinLength).unwrap_or(0) == 0 {
            all.push(("empty-is-not-given", "of \"\" is not stored.", Reading::EmptyToAbsent));
        }
    } else {
        all.extend([
            ("lower-cases", "is stored in lower case.", Reading::LowerCase),
            ("escapes", "is stored escaped for HTML.", Reading::Escaped),
            ("loses-emoji", "is stored without emoji.", Reading::WithoutEmoji),
        ]);
    }
    if place.schema.count(Keyword::MaxLength).is_none() {
        all.push(("cuts-short", "is stored cut behind 255 characters.", Reading::Cut(SHORT)));
    }
    all
}

fn fatal(place: &Place<'_>) -> Vec<(&'static str, &'static str, Reading)> {
    let has_no_limit = place.schema.count(Keyword::MaxLength).is_none();
    if is_free_text(place.schema) {
        let many = ("fails-at-many", "of many characters makes it fail.", Reading::Cut(MANY));
        let controls = ("fails-at-nul", "with a NUL makes it fail.", Reading::CutAtNul);
        let emoji = ("fails-at-emoji", "with emoji makes it fail.", Reading::WithoutEmoji);
        let many = has_no_limit.then_some(many);
        return many.into_iter().chain([controls, emoji]).collect();
    }
    let has_no_limit = place.schema.number(Keyword::Maximum).is_none();
    match &place.schema.shape {
        Shape::Integer if has_no_limit => {
            vec![(
                "fails-at-32-bits",
                "beyond 32 bits makes it fail.",
                Reading::TruncatedToBits(31),
            )]
        }
        Shape::Integer => {
            vec![(
                "fails-beyond-32-bits",
                "beyond 32 bits makes it fail.",
                Reading::TruncatedToBits(32),
            )]
        }
        _ => Vec::new(),
    }
}
