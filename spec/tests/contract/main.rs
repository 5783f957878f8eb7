//! Double entry: facts of the contract, copied by hand from its text, against `spec/v2`.
//!
//! Nothing here is read off `spec/v2` or derived from it. Where the two differ, look at the text.

mod described;
mod tables;

use std::collections::BTreeSet;
use std::path::Path;

use webdata_spec::Spec;
use webdata_spec::model::{
    EffectKind, Judged, Object, Observation, Property, Retry, Shape, Test, Wording,
};

use described::{described, facts};
use tables::{DEFAULTS, ERRORS, Field, LIMITS, Null, Presence, TYPES};

#[test]
fn fields_are_those_of_the_contract() {
    let spec = spec();
    for (type_name, fields) in TYPES {
        let object = object(&spec, type_name);
        let written: BTreeSet<&str> = fields.iter().map(|field| field.0).collect();
        let found: BTreeSet<&str> = object.properties.keys().map(String::as_str).collect();
        assert_eq!(found, written, "the fields of {type_name}");
        for Field(name, kind, null, presence) in *fields {
            let place = format!("{type_name}.{name}");
            let Property { schema, required } = &object.properties[*name];
            assert_eq!(described(schema), *kind, "{place}");
            assert_eq!(schema.nullable, *null == Null::Yes, "{place} and null");
            if *presence != Presence::Unsaid {
                assert_eq!(*required, *presence == Presence::Required, "{place} is required");
            }
        }
    }
}

#[test]
fn targets_are_told_apart_by_their_type() {
    let spec = spec();
    let Shape::Union(union) = &spec.types["MonitorTarget"].schema.shape else {
        panic!("MonitorTarget is no union");
    };
    assert_eq!(union.discriminator, "type");
    let variants: Vec<(&str, &str)> =
        union.variants.iter().map(|(value, name)| (value.as_str(), name.as_str())).collect();
    let written =
        [("scrape", "ScrapeTarget"), ("crawl", "CrawlTarget"), ("search", "SearchTarget")];
    assert_eq!(variants, written);
}

/// Both ways: no limit of the contract is missing, and none is made up.
#[test]
fn limits_and_defaults_are_those_of_the_contract() {
    let spec = spec();
    let (mut limits, mut defaults) = (BTreeSet::new(), BTreeSet::new());
    for (type_name, _) in TYPES {
        facts(&spec.types[*type_name].schema, type_name, &mut limits, &mut defaults);
    }
    let owned = |list: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        list.iter().map(|(place, text)| ((*place).to_owned(), (*text).to_owned())).collect()
    };
    assert_eq!(limits, owned(LIMITS));
    assert_eq!(defaults, owned(DEFAULTS));
}

#[test]
fn errors_are_the_rows_of_the_general_table() {
    let spec = spec();
    let rows: Vec<(u16, &str, Wording, Retry)> = spec
        .errors
        .values()
        .map(|row| (row.status, row.text.as_str(), row.wording, row.retry))
        .collect();
    assert_eq!(rows, ERRORS);
    assert!(spec.errors.values().all(|row| row.code.is_none()), "no row of the table has a code");
}

#[test]
fn errors_are_answered_where_the_contract_says() {
    let spec = spec();
    let text = |id: &str| (spec.errors[id].status, spec.errors[id].text.as_str());
    assert_eq!(text(&spec.service.unknown_path), (404, "Not Found"));
    assert_eq!(text(&spec.service.validation_failure), (400, "Bad Request"));
    let bearer = &spec.service.authentication["bearer"];
    assert_eq!((bearer.scheme.as_str(), bearer.header.as_str()), ("Bearer", "Authorization"));
    assert_eq!(text(&bearer.rejected), (401, "Unauthorized: Invalid token"));
    assert_eq!(text(&bearer.forbidden), (403, "Forbidden"));
    let resource = spec.operations["updateMonitor"].resource.as_ref().expect("a monitor");
    assert_eq!(text(&resource.unknown), (404, "Not Found"));
    assert_eq!(text(&spec.limits["rate"].error), (429, "Rate limit exceeded"));
    assert_eq!(text(&spec.limits["concurrency"].error), (429, "Concurrency limit reached"));
    assert_eq!(text(&spec.limits["body-size"].error), (413, "Payload Too Large"));
    assert!(spec.limits.values().all(|limit| limit.value.is_none()), "no figure is shown");
}

#[test]
fn retries_are_as_the_retry_rules_say() {
    let retry = spec().service.retry.expect("the contract has retry rules");
    assert_eq!(retry.statuses, [408, 429, 500, 502, 503, 504]);
    assert_eq!((retry.header.as_str(), retry.header_status), ("Retry-After", 429));
    assert_eq!((retry.base_seconds, retry.cap_seconds, retry.jitter_seconds), (2, 30, 1));
    assert_eq!(retry.attempts, 5);
}

#[test]
fn the_update_is_called_as_the_contract_says() {
    let spec = spec();
    let service = &spec.service;
    assert_eq!((service.version.as_str(), service.base_path.as_str()), ("v2", "/v2"));
    assert_eq!(service.media_type, "application/json");
    assert_eq!(spec.operations.keys().collect::<Vec<_>>(), ["updateMonitor"]);
    let update = &spec.operations["updateMonitor"];
    assert_eq!((update.method.as_str(), update.path.as_str()), ("PATCH", "/monitor/{monitorId}"));
    assert_eq!(update.authentication.as_deref(), Some("bearer"));
    assert_eq!(update.request.as_deref(), Some("MonitorUpdate"));
    assert_eq!(update.response.status, 200);
    assert_eq!(update.response.type_name, "MonitorResponse");
    assert_eq!(described(&update.parameters["monitorId"].schema), "string uuid");
    assert_eq!(update.parameters.len(), 1);
}

#[test]
fn rules_of_the_update_are_those_of_the_contract() {
    let spec = spec();
    let update = object(&spec, "MonitorUpdate");
    let [rule] = update.rules.as_slice() else { panic!("not one rule") };
    assert_eq!(rule.when.to_string(), "`targets[].type` is \"search\"");
    let unless = rule.unless.as_ref().expect("judging that is off");
    assert_eq!(unless.to_string(), "`judgeEnabled` is false");
    assert_eq!(rule.requires.path.to_string(), "goal");
    assert_eq!(rule.requires.test, Test::NonEmpty);
    assert_eq!(rule.judged, Judged::AfterUpdate);
    let sets = spec.operations["updateMonitor"].effects.iter().find_map(|e| match &e.kind {
        EffectKind::Sets { when, unless, property, value } => Some((when, unless, property, value)),
        _ => None,
    });
    let (when, unless, property, value) = sets.expect("a goal switches judging on");
    assert_eq!(when.to_string(), "`goal` is given");
    let unless = unless.as_ref().expect("judging that is given");
    assert_eq!(unless.to_string(), "`judgeEnabled` is given");
    assert_eq!((property.as_str(), value), ("judgeEnabled", &true.into()));
}

#[test]
fn states_and_moves_are_those_of_the_contract() {
    let spec = spec();
    let [status] = spec.lifecycles.as_slice() else { panic!("not one lifecycle") };
    assert_eq!((status.type_name.as_str(), status.property.as_str()), ("Monitor", "status"));
    assert_eq!(status.states, ["active", "paused", "deleted"]);
    let moves: Vec<(&str, &str)> =
        status.moves.iter().map(|step| (step.to.as_str(), step.operation.as_str())).collect();
    assert_eq!(moves, [("active", "updateMonitor"), ("paused", "updateMonitor")]);
}

#[test]
fn forms_of_the_schedule_in_words_are_all_examples() {
    let spec = spec();
    let text = &object(&spec, "MonitorSchedule").properties["text"].schema;
    for form in [
        "every 30 minutes",
        "every 15 minutes starting at :07",
        "every hour",
        "every 2 hours",
        "every day",
        "every day at 9:00",
        "every day at 9 am",
        "every day at 17:30",
        "every week",
    ] {
        assert!(text.examples.contains(&form.into()), "{form}");
    }
}

/// What the monitor part marks "not shown" is a gap.
#[test]
fn what_is_not_shown_is_a_gap() {
    let spec = spec();
    for (gap, observable) in [
        ("nested-update", true),
        ("monitor-creation", false),
        ("monitor-deletion", false),
        ("next-run-after-status-change", false),
        ("plan-figures", false),
        ("body-size-figure", false),
    ] {
        let found = &spec.gaps[gap].observation;
        assert_eq!(matches!(found, Observation::Probe(_)), observable, "{gap}");
    }
}

fn spec() -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("v2");
    Spec::load(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn object<'s>(spec: &'s Spec, type_name: &str) -> &'s Object {
    match spec.types.get(type_name).map(|found| &found.schema.shape) {
        Some(Shape::Object(object)) => object,
        _ => panic!("{type_name} is no object of the spec"),
    }
}
