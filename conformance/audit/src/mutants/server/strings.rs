//! Mutants that store strings and numbers wrongly, or fail at them.

use std::collections::HashSet;

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, Segment};
use webdata_spec::model::{EffectKind, Keyword, Operation, Probe, Schema, Shape};

use super::builder::FaultBuilder;
use super::places::{Place, places};

/// The number of characters that short columns of databases have.
const SHORT_COLUMN: usize = 255;

/// The number of characters of a very long string.
const MANY: usize = 4000;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let stores = operation.effects.iter().find(|effect| effect.kind == EffectKind::StoresGiven);
    let schema = operation.request.as_deref().and_then(|name| faults.spec.schema(name));
    let (Some(stores), Some(schema)) = (stores, schema) else { return };
    if !faults.is_update(operation) || !faults.has_gap(Probe::OddValue) {
        return;
    }
    let properties = faults.spec.stored_properties(operation);
    let failure = failure(faults);
    let mut read = HashSet::new();
    for place in &places(faults.spec, schema) {
        let Some(Segment::Member(property)) = place.path.0.first() else { continue };
        let is_new = read.insert((&place.schema.clause, &place.property.clause));
        if may_be_refused_when_given(faults, place) {
            continue;
        }
        if !is_new || place.is_alternative || !properties.contains(&property.as_str()) {
            continue;
        }
        let clause = stores.clause.child(property);
        let mut add = |suffix: &str, description: &str, mistake: BodyMistake| {
            let (id, path) = (operation.id.clone(), place.path.clone());
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let description = format!("`{}` {description}", place.name);
            faults.add(
                Some(operation),
                &clause,
                &format!("{suffix}-{}", place.suffix),
                description,
                fault,
            );
        };
        for (suffix, description, reading) in changed(place) {
            add(suffix, description, BodyMistake::ReadsAs(reading));
        }
        let Some(row) = &failure else { continue };
        for (suffix, description, reading) in total_failures(place) {
            add(suffix, description, BodyMistake::FailsOnReading(reading, row.clone()));
        }
    }
}

/// Returns the error row of a failed server.
pub(super) fn failure(faults: &FaultBuilder<'_>) -> Option<String> {
    faults.spec.errors.values().find(|row| row.status == 500).map(|row| row.id.clone())
}

/// Returns whether a server may refuse a property when it is given, which no request can rule out.
pub(super) fn may_be_refused_when_given(faults: &FaultBuilder<'_>, place: &Place<'_>) -> bool {
    let Some((owner, name)) = place.property.clause.as_str().rsplit_once('.') else { return false };
    let Some(object) = faults.spec.object(owner) else { return false };
    let mut whens = object.refusals.iter().filter_map(|refusal| refusal.when.as_ref());
    whens.any(|when| when.path.root() == name)
}

/// Returns whether a schema is a string of any characters, and no constant.
pub(super) fn is_plain_text(schema: &Schema) -> bool {
    schema.is_free_text() && schema.constant().is_none()
}

fn changed(place: &Place<'_>) -> Vec<(&'static str, &'static str, Reading)> {
    let has_no_limit = place.schema.number(Keyword::Maximum).is_none();
    if place.schema.shape == Shape::Integer && has_no_limit && place.schema.constant().is_none() {
        let description = "is stored with single precision.";
        return vec![("keeps-single-precision", description, Reading::InSinglePrecision)];
    }
    // A map of strings may contain secrets, which a server does not return.
    if !is_plain_text(place.schema) || place.is_entry {
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
            (
                "drops-marks",
                "is stored without marks of text direction.",
                Reading::WithoutInvisibles,
            ),
            ("joins-blanks", "is stored with single blanks.", Reading::WithSingleSpaces),
            ("makes-line-feeds", "is stored with other line ends.", Reading::WithLineFeeds),
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
        all.push((
            "cuts-short",
            "is stored truncated to 255 characters.",
            Reading::Cut(SHORT_COLUMN),
        ));
    }
    all
}

fn total_failures(place: &Place<'_>) -> Vec<(&'static str, &'static str, Reading)> {
    let has_no_limit = place.schema.count(Keyword::MaxLength).is_none();
    if is_plain_text(place.schema) {
        let many =
            ("fails-at-many", "of many characters makes the server fail.", Reading::Cut(MANY));
        let controls = ("fails-at-nul", "with a NUL makes the server fail.", Reading::CutAtNul);
        let emoji = ("fails-at-emoji", "with emoji makes the server fail.", Reading::WithoutEmoji);
        let many = has_no_limit.then_some(many);
        return many.into_iter().chain([controls, emoji]).collect();
    }
    let has_no_limit = place.schema.number(Keyword::Maximum).is_none();
    match &place.schema.shape {
        Shape::Integer if has_no_limit => {
            vec![(
                "fails-at-32-bits",
                "beyond 32 bits makes the server fail.",
                Reading::TruncatedToBits(31),
            )]
        }
        Shape::Integer => {
            vec![(
                "fails-beyond-32-bits",
                "beyond 32 bits makes the server fail.",
                Reading::TruncatedToBits(32),
            )]
        }
        _ => Vec::new(),
    }
}
