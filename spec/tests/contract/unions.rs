//! What is one of several: objects told apart by `type`, values told apart by their JSON type.

use webdata_spec::model::Shape;

use crate::described::described;
use crate::{none, object, spec};

/// Each type that is one of several objects, with the `type` of each and its table of fields.
const UNIONS: &[(&str, &[(&str, &str)])] = &[
    (
        "MonitorTarget",
        &[("scrape", "ScrapeTarget"), ("crawl", "CrawlTarget"), ("search", "SearchTarget")],
    ),
    (
        "FormatObject",
        &[
            ("markdown", "PlainFormat"),
            ("summary", "PlainFormat"),
            ("html", "PlainFormat"),
            ("rawHtml", "PlainFormat"),
            ("rawBase64", "PlainFormat"),
            ("links", "PlainFormat"),
            ("images", "PlainFormat"),
            ("branding", "PlainFormat"),
            ("product", "PlainFormat"),
            ("menu", "PlainFormat"),
            ("screenshot", "ScreenshotFormat"),
            ("json", "JsonFormat"),
            ("changeTracking", "ChangeTrackingFormat"),
            ("audio", "PlainFormat"),
            ("video", "PlainFormat"),
            ("question", "QuestionFormat"),
            ("highlights", "HighlightsFormat"),
        ],
    ),
    ("Parser", &[("pdf", "PdfParser")]),
    (
        "Action",
        &[
            ("wait", "WaitAction"),
            ("screenshot", "ScreenshotAction"),
            ("click", "ClickAction"),
            ("write", "WriteAction"),
            ("press", "PressAction"),
            ("scroll", "ScrollAction"),
            ("scrape", "ScrapeAction"),
            ("executeJavascript", "ExecuteJavascriptAction"),
            ("pdf", "PdfAction"),
        ],
    ),
];

/// Each type that is one of several kinds of value.
const KINDS_OF_VALUE: &[(&str, &str)] = &[
    // "items are format objects, or plain strings naming the type"
    ("Format", "enum / FormatObject"),
    // "boolean or RedactPIIOptions"
    ("Redaction", "boolean / RedactPIIOptions"),
];

/// The types that have no fields of their own.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    UNIONS.iter().map(|(name, _)| *name).chain(KINDS_OF_VALUE.iter().map(|(name, _)| *name))
}

#[test]
fn objects_are_told_apart_as_the_contract_says() {
    let spec = spec();
    let mut differences = Vec::new();
    for (name, variants) in UNIONS {
        let Some(Shape::Union(union)) = spec.types.get(*name).map(|found| &found.schema.shape)
        else {
            differences.push(format!("{name} is no union of the spec"));
            continue;
        };
        let found: Vec<(&str, &str)> = union.variants.iter().map(|(v, t)| (&**v, &**t)).collect();
        if union.discriminator != "type" || found != *variants {
            differences.push(format!("{name}: {found:?} by {}", union.discriminator));
        }
        for (value, variant) in *variants {
            let told = object(&spec, variant).and_then(|object| object.properties.get("type"));
            let alike = variants.iter().filter(|(_, other)| other == variant);
            let values = Shape::Enum(alike.map(|(value, _)| (*value).to_owned()).collect());
            if told.is_none_or(|told| !told.required || told.schema.shape != values) {
                differences.push(format!("{variant}.type does not tell `{value}`"));
            }
        }
    }
    none(&differences);
}

#[test]
fn kinds_of_value_are_told_apart_as_the_contract_says() {
    let spec = spec();
    let check = |(name, written): &(&str, &str)| {
        let found = spec.types.get(*name).map(|found| described(&found.schema));
        let differs = found.as_deref() != Some(*written);
        differs.then(|| format!("{name}: {found:?}, and the contract: {written}"))
    };
    none(&KINDS_OF_VALUE.iter().filter_map(check).collect::<Vec<_>>());
}
