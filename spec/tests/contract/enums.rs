//! The lists of values, in the contract's order.
//!
//! The one value that a variant's `type` has is compared in `unions`.

use std::collections::{BTreeMap, BTreeSet};

use webdata_spec::Spec;
use webdata_spec::model::{Schema, Shape};

use crate::spec;

/// Where the list stands, and its values.
const ENUMS: &[(&str, &[&str])] = &[
    ("Monitor.status", &["active", "paused", "deleted"]),
    ("MonitorUpdate.status", &["active", "paused"]),
    ("MonitorWebhook.events.items", &["monitor.page", "monitor.check.completed"]),
    ("SearchTarget.searchWindow", &["5m", "15m", "1h", "6h", "24h", "7d"]),
    ("ScrapeOptions.proxy", &["basic", "enhanced", "auto"]),
    (
        "Format.0",
        &[
            "markdown",
            "summary",
            "html",
            "rawHtml",
            "rawBase64",
            "links",
            "images",
            "branding",
            "product",
            "menu",
            "screenshot",
            "json",
            "changeTracking",
            "audio",
            "video",
            "question",
            "highlights",
        ],
    ),
    ("ChangeTrackingFormat.modes.items", &["git-diff", "json"]),
    ("PdfParser.mode", &["fast", "auto", "ocr"]),
    ("RedactPIIOptions.mode", &["accurate", "aggressive", "fast"]),
    ("RedactPIIOptions.replaceStyle", &["tag", "mask", "remove"]),
    (
        "RedactPIIOptions.entities.items",
        &["PERSON", "EMAIL", "PHONE", "LOCATION", "FINANCIAL", "SECRET"],
    ),
    ("ThreatProtectionOverride.mode", &["off", "normal"]),
    ("ThreatProtectionOverride.failurePolicy", &["open", "closed"]),
    ("ScrollAction.direction", &["up", "down"]),
    (
        "PdfAction.format",
        &["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"],
    ),
    (
        "TraceError.code",
        &["cancelled", "credit_limit_reached", "parent_finished", "refused", "internal"],
    ),
];

/// Both ways: no list is missing, and none is made up.
#[test]
fn lists_of_values_are_those_of_the_contract() {
    let spec = spec();
    let mut found = BTreeMap::new();
    for (name, holds) in &spec.types {
        collect(&holds.schema, name, &mut found);
    }
    let discriminators = discriminators(&spec);
    found.retain(|place, _| !discriminators.contains(place));
    let written: BTreeMap<String, Vec<&str>> =
        ENUMS.iter().map(|(place, values)| ((*place).to_owned(), values.to_vec())).collect();
    assert_eq!(found, written);
}

fn collect<'s>(schema: &'s Schema, place: &str, found: &mut BTreeMap<String, Vec<&'s str>>) {
    match &schema.shape {
        Shape::Enum(values) => {
            found.insert(place.to_owned(), values.iter().map(String::as_str).collect());
        }
        Shape::Array { items, .. } => collect(items, &format!("{place}.items"), found),
        Shape::Map(values) => collect(values, &format!("{place}.values"), found),
        Shape::Object(object) => {
            for (name, property) in &object.properties {
                collect(&property.schema, &format!("{place}.{name}"), found);
            }
        }
        Shape::OneOf(alternatives) => {
            for (index, alternative) in alternatives.iter().enumerate() {
                collect(alternative, &format!("{place}.{index}"), found);
            }
        }
        _ => {}
    }
}

fn discriminators(spec: &Spec) -> BTreeSet<String> {
    let unions = spec.types.values().filter_map(|found| match &found.schema.shape {
        Shape::Union(union) => Some(union),
        _ => None,
    });
    let places = unions.flat_map(|union| {
        union.variants.values().map(|variant| format!("{variant}.{}", union.discriminator))
    });
    places.collect()
}
