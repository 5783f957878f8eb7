//! Faults in the options of targets, each with the cases that must fail, written by hand.

use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Schema, Shape};

use crate::changed_contract::{schema, shift, with_shape};
use crate::faults::Fault;

/// The faults, each with every case that must fail.
pub(crate) const FAULTS: [Fault; 6] = [
    Fault {
        name: "a format that is a string accepts an unlisted name",
        change: |spec| {
            if let Shape::Enum(values) = alternative(spec, "Format", 0) {
                values.push("no-such-value".to_owned());
            }
        },
        fails: &[
            (
                "targets.items.scrape.scrapeOptions.formats.items.string::enum",
                &["unknown", "unknown::first-item", "unknown::second-item"],
            ),
            (
                "targets.items.crawl.scrapeOptions.formats.items.string::enum",
                &["unknown", "unknown::first-item", "unknown::second-item"],
            ),
        ],
        fails_many: &[],
    },
    Fault {
        name: "`redactPII` accepts only an object",
        change: |spec| {
            alternatives(spec, "Redaction").retain(|schema| matches!(schema.shape, Shape::Ref(_)));
        },
        fails: &[
            ("targets.items.scrape.scrapeOptions.redactPII::type", &["true", "false"]),
            ("targets.items.crawl.scrapeOptions.redactPII::type", &["true", "false"]),
        ],
        fails_many: &[],
    },
    Fault {
        name: "formats can only be strings",
        change: |spec| alternatives(spec, "Format").truncate(1),
        fails: &[
            ("effects::given-fields-are-stored", &["targets-scrape", "targets-crawl"]),
            ("targets.items::discriminator", &["scrape-full", "crawl-full"]),
            ("targets::type", &["several-items"]),
        ],
        fails_many: &[
            ("updateMonitor::effects::given-fields-are-stored", "together-within-", 11),
            ("updateMonitor::targets.items.scrape.scrapeOptions.formats.items", "", 45),
            ("updateMonitor::targets.items.crawl.scrapeOptions.formats.items", "", 45),
            ("scrape::refusals::", "Format::", 4),
            ("scrape::situations::", "-selected", 1),
            ("scrape::situations::", "-answered", 1),
            ("scrape::situations::", "injection-", 1),
        ],
    },
    Fault {
        name: "the mode of a PDF parser can be any string",
        change: |spec| {
            with_shape(spec, "PdfParser", "mode", |shape| *shape = Shape::String);
        },
        fails: &[
            (
                "targets.items.scrape.scrapeOptions.parsers.items.ParserObject.pdf.mode::enum",
                &[
                    "blanks-around",
                    "digit",
                    "empty",
                    "unknown",
                    "unknown::first-item",
                    "unknown::second-item",
                    "other-case",
                    "other-case::first-item",
                    "other-case::second-item",
                ],
            ),
            (
                "targets.items.crawl.scrapeOptions.parsers.items.ParserObject.pdf.mode::enum",
                &[
                    "unknown",
                    "unknown::first-item",
                    "unknown::second-item",
                    "other-case",
                    "other-case::first-item",
                    "other-case::second-item",
                ],
            ),
        ],
        fails_many: &[],
    },
    Fault {
        name: "a threat protection list may have one entry more",
        change: |spec| {
            shift(schema(spec, "ThreatProtectionOverride", "blacklist"), Keyword::MaxItems, 1);
        },
        fails: &[
            (
                "targets.items.scrape.scrapeOptions.threatProtection.blacklist::maxItems",
                &["above", "above::first-item", "above::second-item"],
            ),
            (
                "targets.items.crawl.scrapeOptions.threatProtection.blacklist::maxItems",
                &["above", "above::first-item", "above::second-item"],
            ),
        ],
        fails_many: &[],
    },
    Fault {
        name: "a country can be any string",
        change: |spec| schema(spec, "Location", "country").set_constraint(Keyword::Pattern, None),
        fails: &[],
        fails_many: &[
            ("updateMonitor::targets.items.scrape.scrapeOptions.location.country::pattern", "", 18),
            ("updateMonitor::targets.items.crawl.scrapeOptions.location.country::pattern", "", 18),
        ],
    },
];

/// Returns the alternatives of a type that can be of several JSON types.
fn alternatives<'s>(spec: &'s mut Spec, name: &str) -> &'s mut Vec<Schema> {
    match &mut spec.types.get_mut(name).expect("the type").schema.shape {
        Shape::OneOf(alternatives) => alternatives,
        other => panic!("{name} is {other:?}"),
    }
}

fn alternative<'s>(spec: &'s mut Spec, name: &str, index: usize) -> &'s mut Shape {
    &mut alternatives(spec, name).get_mut(index).expect("the alternative").shape
}
