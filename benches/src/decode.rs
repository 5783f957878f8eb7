//! From bytes to a typed value: the generated code beside what else a Rust user could do.

#[expect(dead_code, reason = "the test of allocations puts discriminators in other places")]
#[path = "../../codegen/tests/allocations/bodies.rs"]
mod bodies;
mod decoders;
mod mirror;

use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use webdata::monitor::MonitorUpdate;
use webdata::scrape::ScrapeOptions;

use crate::measure::{Table, in_turns, median};
use bodies::{Body, Validity};
use decoders::{Decoder, Decoders, NAMES};

/// The number of rounds for each body.
const ROUNDS: usize = 300;
/// The target duration of a batch: much longer than the resolution of the clock, and shorter than a time
/// slice of the scheduler.
const BATCH: Duration = Duration::from_micros(400);
/// The most that ours may take of plain decoding, on valid bodies.
const SERDE: f64 = 1.2;
/// The least that `jsonschema` should take of ours.
const JSON_SCHEMA: f64 = 2.5;
/// The least that `garde` should take of ours.
const GARDE: f64 = 1.0;

/// Returns the bodies with their decoders.
fn contestants() -> Result<[(Body, Decoders); 3]> {
    let spec = webdata_conformance::embedded();
    let spec = spec.map_err(|mistakes| anyhow!("{}", mistakes.render(false)))?;
    let schema = |name: &str| spec.json_schema(name);
    let update = || Decoders::new::<MonitorUpdate, mirror::MonitorUpdate>(&schema("MonitorUpdate"));
    let scrape = Decoders::new::<ScrapeOptions, mirror::ScrapeOptions>(&schema("ScrapeOptions"))?;
    Ok([(bodies::small(), update()?), (bodies::monitor(), update()?), (bodies::scrape(), scrape)])
}

/// Measures every decoder on every body, and fails if they disagree about a body.
pub(crate) fn run() -> Result<String> {
    let all = contestants()?;
    for (body, decoders) in &all {
        for validity in Validity::ALL {
            check_agreement(body, validity, decoders)?;
        }
    }
    let mut table =
        Table::new("<<>>>>>", &["", "", "bytes", "parse", "serde", "jsonschema", "garde"]);
    let mut missed = Vec::new();
    for (body, decoders) in &all {
        for validity in Validity::ALL {
            let text = body.text(validity);
            if validity == Validity::Late && text == body.text(Validity::Valid) {
                continue;
            }
            let (nanoseconds, [_, serde, json_schema, garde]) =
                measure(&decoders.0, text.as_bytes());
            let names = [body.name.to_owned(), validity.name().to_owned(), text.len().to_string()];
            let time = format!("{:.2} us", nanoseconds / 1e3);
            let ratios = [serde, json_schema, garde].map(|ratio| format!("{ratio:.2}"));
            table.row(names.into_iter().chain([time]).chain(ratios));
            let is_valid = matches!(validity, Validity::Valid | Validity::Late);
            let beside = 1.0 / serde;
            for (met, message) in [
                (
                    !is_valid || beside <= SERDE,
                    format!("{beside:.2} times plain serde, at most {SERDE} is aimed at"),
                ),
                (
                    garde >= GARDE,
                    format!("garde takes {garde:.2} times as long, at least {GARDE} is aimed at"),
                ),
                (
                    json_schema >= JSON_SCHEMA,
                    format!(
                        "jsonschema takes {json_schema:.2} times as long, at least {JSON_SCHEMA} is \
                         aimed at"
                    ),
                ),
            ] {
                if !met {
                    let validity = validity.name();
                    missed.push(format!("aim missed: {}, {validity}: {message}", body.name));
                }
            }
        }
    }
    if missed.is_empty() {
        missed.push("every aim is met".to_owned());
    }
    Ok(format!(
        "{ROUNDS} rounds in which all take turns; ratios are of what parse takes, the median\n{table}\
         aims: valid at most {SERDE} times serde (a ratio of {:.2} or more), jsonschema at least \
         {JSON_SCHEMA:.2},\ngarde at least {GARDE:.2}; serde judges nothing\n{}\n",
        1.0 / SERDE,
        missed.join("\n")
    ))
}

/// Checks that all decoders agree on whether a body is valid, and that `garde` finds as many violations as the generated
/// code.
fn check_agreement(body: &Body, validity: Validity, decoders: &Decoders) -> Result<()> {
    let text = body.text(validity);
    let mut counts = [0; 4];
    for (at, decoder) in decoders.0.iter().enumerate() {
        counts[at] = decoder(text.as_bytes())
            .map_err(|error| anyhow!("{} cannot read {}: {error}", NAMES[at], body.name))?;
    }
    let [ours, _, json_schema, garde] = counts;
    let right = match validity {
        Validity::Valid | Validity::Late => ours == 0,
        Validity::One => ours == 1,
        Validity::Many => ours >= 10,
    };
    if right && garde == ours && (json_schema == 0) == (ours == 0) {
        return Ok(());
    }
    bail!(
        "{}, {}: parse finds {ours} violations, garde {garde}, jsonschema {json_schema}",
        body.name,
        validity.name()
    );
}

/// Measures all decoders on the same JSON in turns. Returns the nanoseconds of one decoding by the first, and the
/// time of each relative to the first: the medians of all rounds.
fn measure(decoders: &[Decoder; 4], json: &[u8]) -> (f64, [f64; 4]) {
    struct Contestant<'d> {
        decoder: &'d Decoder,
        /// How many decodings make a batch. Finding the number warms the decoder up.
        batch: u32,
        /// The nanoseconds of one decoding, in each round.
        taken: Vec<f64>,
    }
    let time = |decoder: &Decoder, count: u32| {
        let start = Instant::now();
        for _ in 0..count {
            let _ = black_box(decoder(black_box(json)));
        }
        start.elapsed()
    };
    let mut contestants = decoders.each_ref().map(|decoder| {
        let mut batch = 1;
        while time(decoder, batch) < BATCH && batch < 1 << 20 {
            batch *= 2;
        }
        Contestant { decoder, batch, taken: Vec::new() }
    });
    let Ok(()) = in_turns(&mut contestants, ROUNDS, |contestant| {
        let taken = time(contestant.decoder, contestant.batch);
        contestant.taken.push(taken.as_secs_f64() * 1e9 / f64::from(contestant.batch));
        Ok::<(), Infallible>(())
    });
    let first = &contestants[0].taken;
    let ratios = contestants.each_ref().map(|Contestant { taken, .. }| {
        median(&taken.iter().zip(first).map(|(time, first)| time / first).collect::<Vec<_>>())
    });
    (median(first), ratios)
}
