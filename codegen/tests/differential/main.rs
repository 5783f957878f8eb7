//! Differential test: the generated code, the interpreter of the model, and the `jsonschema` crate with the
//! exported schema validate valid and invalid bodies of every named type of every contract. All must agree on
//! each body: generated code and interpreter on places, clauses and messages, `jsonschema` on places and
//! keywords.
//!
//! The bodies are random. `DIFFERENTIAL_BODIES` is the number of bodies for each type, `DIFFERENTIAL_SEED` the
//! seed, and `DIFFERENTIAL_TYPE` the beginning of the names of the types to test. `cargo xtask fuzz` sets these
//! variables for longer runs. The first disagreement about a type ends the run of that type, and is printed as a
//! line for `regressions.jsonl`. Every run validates the bodies of that file, too.
//!
//! Rules across properties are not in the schemas: generated code and interpreter agree on them here, also on
//! those about what an update would store (`cases.rs`), and `tests/emitted` has tables of them.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

mod cases;
mod compare;
mod generate;
mod mutate;
mod reference;
mod shrink;
mod subjects;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Instant;

use fastrand::Rng;
use serde::Deserialize;
use serde_json::Value;
use webdata_runtime::string_format::StringFormat;
use webdata_test_contracts::{allotments, bakery, cards, drafts, library, odd_names, parcels};

use crate::compare::Subject;
use crate::generate::{Generator, Json};
use crate::mutate::{SchemaFacts, mutate};
use crate::shrink::shrink;
use crate::subjects::{ALL, LIBRARY, WEBDATA};

/// The default number of bodies for each type.
const DEFAULT_BODIES: u64 = 300;

/// The number of bodies from which the share of valid ones is checked.
const MIN_BODIES_FOR_SHARE: u64 = 100;

/// Every format, by its name in a schema.
const FORMATS: [(&str, StringFormat); 15] = [
    ("uuid", StringFormat::Uuid),
    ("uri", StringFormat::Uri),
    ("email", StringFormat::Email),
    ("date-time", StringFormat::DateTime),
    ("date", StringFormat::Date),
    ("time", StringFormat::Time),
    ("duration", StringFormat::Duration),
    ("hostname", StringFormat::Hostname),
    ("ipv4", StringFormat::Ipv4),
    ("ipv6", StringFormat::Ipv6),
    ("json-pointer", StringFormat::JsonPointer),
    ("regex", StringFormat::Regex),
    ("time-zone", StringFormat::TimeZone),
    ("cron", StringFormat::Cron { minimum_interval: None }),
    ("schedule-phrase", StringFormat::SchedulePhrase),
];

/// Strings that the reference accepts against the standard or the contract: a control character, a sign before a
/// year, and leading zeros.
const STRICTER: [(&str, &str); 4] = [
    ("email", "\"a\tb\"@x.com"),
    ("date-time", "-026-02-28T09:00:00Z"),
    ("schedule-phrase", "every 05 minutes"),
    ("schedule-phrase", "every day at 09 am"),
];

/// A body that the validators disagreed about before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Regression {
    contract: String,
    name: String,
    body: String,
    /// The reason of the disagreement.
    why: String,
}

#[test]
fn validators_agree_on_webdata_types() {
    check(WEBDATA);
}

#[test]
fn validators_agree_on_library_types() {
    check(LIBRARY);
}

#[test]
fn validators_agree_on_types_of_small_contracts() {
    let [_webdata, _library, small @ ..] = ALL;
    small.into_iter().for_each(check);
}

#[test]
fn regressions_stay_fixed() {
    let lines = include_str!("regressions.jsonl").lines();
    for line in lines {
        let regression: Regression =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let is_meant = |subject: &&Subject| {
            subject.contract == regression.contract && subject.name == regression.name
        };
        let subject = ALL.into_iter().flatten().find(is_meant);
        let subject = subject.unwrap_or_else(|| panic!("no type {}", regression.name));
        let reference = reference::compile(schema(subject));
        if let Err(difference) = subject.compare(&reference, &regression.body) {
            panic!("{}\n{}\n{difference}", regression.why, regression.body);
        }
    }
}

/// Runtime and reference judge each sample and each near miss alike, as a string of each format.
#[test]
fn formats_agree_on_samples_and_near_misses() {
    let label = |length| "a".repeat(length);
    let labels = |last| [label(63), label(63), label(63), label(last)].join(".");
    let long = [
        label(63),
        label(64),
        labels(61),
        labels(62),
        format!("{}@x.com", label(64)),
        format!("{}@x.com", label(65)),
        format!("a@{}.com", label(63)),
        format!("a@{}.com", label(64)),
        format!("{}@{}.{}.{}", label(64), label(63), label(63), label(61)),
    ];
    for (name, format) in FORMATS {
        let reference = reference::compile(serde_json::json!({ "format": name }));
        for sample in reference::samples(name) {
            assert_eq!(format.check(sample), Ok(()), "{name}: {sample:?}");
        }
        let samples = FORMATS.iter().flat_map(|(name, _)| reference::samples(name));
        let texts = samples.chain(reference::NEAR_MISSES).copied();
        for text in texts.chain(long.iter().map(String::as_str)) {
            let is_stricter = STRICTER.contains(&(name, text));
            let expected = reference.is_valid(&text.into()) && !is_stricter;
            assert_eq!(format.check(text).is_ok(), expected, "{name}: {text:?}");
        }
    }
}

#[test]
fn every_type_with_a_schema_is_tested() {
    for subjects in ALL {
        let contract = subjects[0].contract;
        let types: BTreeSet<&str> =
            subjects::spec(contract).types.keys().map(String::as_str).collect();
        let tested: BTreeSet<&str> = subjects.iter().map(|subject| subject.name).collect();
        assert_eq!(tested, types, "{contract}");
    }
}

/// Compares the validators on random bodies of each type, and reports all disagreements at the end.
#[track_caller]
fn check(subjects: &[Subject]) {
    let bodies = env_number("DIFFERENTIAL_BODIES").unwrap_or(DEFAULT_BODIES);
    let seed = env_number("DIFFERENTIAL_SEED").unwrap_or(0);
    let only = std::env::var("DIFFERENTIAL_TYPE").unwrap_or_default();
    let mut failures = Vec::new();
    for subject in types_with_prefix(subjects, &only) {
        let start = Instant::now();
        let disagreement = run(subject, bodies, seed);
        let took = start.elapsed().as_secs_f64();
        let result = disagreement.as_deref().unwrap_or("agreed");
        println!(
            "{}::{}: {bodies} bodies in {took:.1} s, {result}",
            subject.contract, subject.name
        );
        failures.extend(disagreement);
    }
    assert!(failures.is_empty(), "seed {seed}\n\n{}", failures.join("\n\n"));
}

/// Returns the number in an environment variable.
#[track_caller]
fn env_number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{name}: {error}: {text:?}")))
}

/// Returns the types whose names begin with `start`. At least one contract must have such a type.
#[track_caller]
fn types_with_prefix<'s>(subjects: &'s [Subject], start: &str) -> Vec<&'s Subject> {
    let begins = |subject: &&Subject| subject.name.starts_with(start);
    if !ALL.into_iter().flatten().any(|subject| begins(&subject)) {
        let names: BTreeSet<&str> = ALL.into_iter().flatten().map(|subject| subject.name).collect();
        panic!("no type begins with `{start}`; there are {names:?}");
    }
    subjects.iter().filter(begins).collect()
}

#[test]
#[should_panic(expected = "no type begins with `Montior`")]
fn an_unknown_type_prefix_panics() {
    types_with_prefix(WEBDATA, "Montior");
}

fn run(subject: &Subject, bodies: u64, seed: u64) -> Option<String> {
    let schema = schema(subject);
    let reference = reference::compile(schema.clone());
    let (generator, facts) = (Generator::new(&schema), SchemaFacts::new(&schema));
    let mut hasher = DefaultHasher::new();
    (subject.contract, subject.name, seed).hash(&mut hasher);
    let mut rng = Rng::with_seed(hasher.finish());
    let mut accepted = 0;
    for number in 0..bodies {
        let mut body = generator.body(&mut rng);
        let mutations = rng.usize(..4);
        for _ in 0..mutations {
            mutate(&mut body, &facts, &mut rng);
        }
        let text = body.to_string();
        if let Err(difference) = subject.compare(&reference, &text) {
            let fails = |body: &Json| subject.compare(&reference, &body.to_string()).is_err();
            let text = shrink(body, &fails).to_string();
            let difference = subject.compare(&reference, &text).err().unwrap_or(difference);
            let line = serde_json::json!({
                "contract": subject.contract, "name": subject.name, "body": text, "why": "",
            });
            return Some(format!(
                "DISAGREEMENT about body {number} of {}; later bodies were not compared.\n{text}\n\
                 {difference}\nAfter the fix, or a decision that both are right, add this line to \
                 codegen/tests/differential/regressions.jsonl, with the reason as `why`:\n{line}",
                subject.name
            ));
        }
        let is_valid = serde_json::from_str::<Value>(&text);
        accepted += u64::from(is_valid.is_ok_and(|value| reference.is_valid(&value)));
    }
    // Only invalid, or only valid, bodies test nothing. In a small run that may be chance.
    let sound = bodies < MIN_BODIES_FOR_SHARE || (bodies / 20..bodies).contains(&accepted);
    (!sound).then(|| format!("{}: {accepted} of {bodies} bodies are valid", subject.name))
}

fn schema(subject: &Subject) -> Value {
    read_schema(subject.contract, subject.name)
}

/// Returns the exported schema of a type.
fn read_schema(contract: &str, type_name: &str) -> Value {
    subjects::spec(contract).json_schema(type_name)
}
