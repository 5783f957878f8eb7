//! What is said across fields: rules, what one field does to another, the moves of a monitor, the
//! forms of a schedule in words.

use webdata_spec::model::{Effect, EffectKind, Judged, Shape, Test};

use crate::{at, object, spec};

/// "A monitor with a `search` target needs a non-empty top-level `goal` unless `judgeEnabled` is
/// `false`."
#[test]
fn rules_of_the_update_are_those_of_the_contract() {
    let spec = spec();
    let update = object(&spec, "MonitorUpdate").expect("the body of the update is an object");
    let [rule] = update.rules.as_slice() else { panic!("not one rule") };
    assert_eq!(rule.when.to_string(), "`targets[].type` is \"search\"");
    let unless = rule.unless.as_ref().expect("judging that is off");
    assert_eq!(unless.to_string(), "`judgeEnabled` is false");
    assert_eq!(rule.requires.path.to_string(), "goal");
    assert_eq!(rule.requires.test, Test::NonEmpty);
    assert_eq!(rule.judged, Judged::AfterUpdate);
}

/// What sets a field: when, unless, the field and its value.
const SETS: &[(&str, &str, &str, &str, &str)] = &[
    // "When `goal` is provided and `judgeEnabled` is omitted, judging is switched on"
    ("updateMonitor", "`goal` is given", "`judgeEnabled` is given", "judgeEnabled", "true"),
    // "using actions or headers forces it to false"
    ("ScrapeOptions", "`actions` is not empty", "", "storeInCache", "false"),
    ("ScrapeOptions", "`headers` is not empty", "", "storeInCache", "false"),
    // "default `maxAge` becomes 2 years"
    ("ScrapeOptions", "`lockdown` is true", "`maxAge` is given", "maxAge", "63072000000"),
];

/// Both ways: no such effect is missing, and none is made up.
#[test]
fn fields_set_others_as_the_contract_says() {
    let spec = spec();
    let types = spec.types.iter().filter_map(|(name, found)| match &found.schema.shape {
        Shape::Object(object) => Some((name.as_str(), &object.effects)),
        _ => None,
    });
    let operations = spec.operations.iter().map(|(id, found)| (id.as_str(), &found.effects));
    let found: Vec<_> = operations
        .chain(types)
        .flat_map(|(of, effects)| effects.iter().filter_map(move |effect| sets(of, effect)))
        .collect();
    let written: Vec<[String; 5]> =
        SETS.iter().map(|row| [row.0, row.1, row.2, row.3, row.4].map(str::to_owned)).collect();
    assert_eq!(found, written);
}

fn sets(of: &str, effect: &Effect) -> Option<[String; 5]> {
    let EffectKind::Sets { when, unless, property, value } = &effect.kind else { return None };
    let unless = unless.as_ref().map_or(String::new(), ToString::to_string);
    Some([of.to_owned(), when.to_string(), unless, property.clone(), value.to_string()])
}

/// The table "Monitor `status`"; "the update operation cannot set `deleted`".
#[test]
fn states_and_moves_are_those_of_the_contract() {
    let spec = spec();
    let found = spec.lifecycles.iter().find(|found| found.type_name == "Monitor");
    let status = found.expect("a monitor has states");
    assert_eq!(status.property, "status");
    assert_eq!(status.states, ["active", "paused", "deleted"]);
    let moves: Vec<(&str, &str, usize)> = status
        .moves
        .iter()
        .map(|step| (step.to.as_str(), step.operation.as_str(), step.from.len()))
        .collect();
    // "any existing monitor"; whether a deleted one is that is not shown.
    assert_eq!(moves, [("active", "updateMonitor", 2), ("paused", "updateMonitor", 2)]);
    assert!(status.situations.is_empty(), "no other answer is shown");
}

#[test]
fn forms_of_the_schedule_in_words_are_all_examples() {
    let spec = spec();
    let text = at(&spec, "MonitorSchedule.text").expect("a schedule has text");
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
