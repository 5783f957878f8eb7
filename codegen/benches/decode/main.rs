//! From bytes to a typed value: the generated code beside what else a Rust user could do, in one
//! run. It prints figures and never fails for being slow, only when the decoders disagree.
//!
//! `cargo bench -p webdata-codegen --bench decode -- [--rounds N]`; with `--alone CONTESTANT BODY
//! VALIDITY COUNT` one decoder decodes one body so many times, which is made for profilers.

#[expect(dead_code, reason = "members in other orders are for those who count allocations")]
mod bodies;
mod decoders;
mod interleaved;
mod mirror;
mod rivals;
mod seeded_violations;

use std::process::ExitCode;

use bodies::{Body, Validity};
use decoders::{Decoders, NAMES};
use webdata::monitor::MonitorUpdate;
use webdata::scrape::ScrapeOptions;

/// The default number of rounds for each body.
const ROUNDS: usize = 300;
/// The most that ours may take of plain decoding, on valid bodies.
const SERDE: f64 = 1.2;
/// The least that `jsonschema` should take of ours.
const JSON_SCHEMA: f64 = 2.5;
/// The least that `garde` should take of ours.
const GARDE: f64 = 1.0;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => compare(ROUNDS),
        ["--rounds", rounds] => rounds.parse().map_err(|_| usage()).and_then(compare),
        ["--alone", name, body, validity, count] => alone(name, body, validity, count),
        _ => Err(usage()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    "expected --rounds N, or --alone CONTESTANT BODY VALIDITY COUNT".to_owned()
}

/// The bodies, with who decodes them.
fn all() -> Result<[(Body, Decoders); 3], String> {
    const UPDATE: &str = include_str!("../../../generated/schemas/MonitorUpdate.json");
    const SCRAPE: &str = include_str!("../../../generated/schemas/ScrapeOptions.json");
    let update = Decoders::new::<MonitorUpdate, mirror::MonitorUpdate>;
    Ok([
        (bodies::small(), update(UPDATE)?),
        (bodies::monitor(), update(UPDATE)?),
        (bodies::scrape(), Decoders::new::<ScrapeOptions, mirror::ScrapeOptions>(SCRAPE)?),
    ])
}

fn compare(rounds: usize) -> Result<(), String> {
    let all = all()?;
    for (body, decoders) in &all {
        for validity in Validity::ALL {
            agree(body, validity, decoders)?;
        }
    }
    println!("{rounds} rounds in which all take turns; ratios are of what parse takes, the median");
    println!(
        "{:26}{:17}{:>7}{:>12}{:>8}{:>12}{:>7}",
        "", "", "bytes", "parse", "serde", "jsonschema", "garde"
    );
    let mut missed = Vec::new();
    for (body, decoders) in &all {
        for validity in Validity::ALL {
            let text = body.text(validity);
            if validity == Validity::Late && text == body.text(Validity::Valid) {
                continue;
            }
            let all: Vec<_> = decoders.0.iter().collect();
            let result = interleaved::measure_interleaved(&all, text.as_bytes(), rounds);
            let [_, serde, json_schema, garde] = result.ratios[..] else { continue };
            println!(
                "{:26}{:17}{:>7}{:>9.2} us{serde:>8.2}{json_schema:>12.2}{garde:>7.2}",
                body.name,
                validity.name(),
                text.len(),
                result.nanoseconds / 1e3,
            );
            let mut aim = |met: bool, says: String| {
                if !met {
                    missed.push(format!("aim missed: {}, {}: {says}", body.name, validity.name()));
                }
            };
            if matches!(validity, Validity::Valid | Validity::Late) {
                let beside = 1.0 / serde;
                let message = format!("{beside:.2} times plain serde, at most {SERDE} is aimed at");
                aim(beside <= SERDE, message);
            }
            let message =
                format!("garde takes {garde:.2} times as long, at least {GARDE} is aimed at");
            aim(garde >= GARDE, message);
            let message = format!(
                "jsonschema takes {json_schema:.2} times as long, at least {JSON_SCHEMA} is aimed at"
            );
            aim(json_schema >= JSON_SCHEMA, message);
        }
    }
    println!(
        "aims: valid at most {SERDE} times serde (a ratio of {:.2} or more), jsonschema at least \
         {JSON_SCHEMA:.2},\ngarde at least {GARDE:.2}; serde judges nothing",
        1.0 / SERDE
    );
    if missed.is_empty() {
        missed.push("every aim is met".to_owned());
    }
    println!("{}", missed.join("\n"));
    compare_rivals(&all[0], rounds)
}

/// What others would pick, on the small body alone, and what each finds.
fn compare_rivals((body, decoders): &(Body, Decoders), rounds: usize) -> Result<(), String> {
    let rivals = rivals::all();
    let names = rivals.iter().map(|(name, _)| format!("{name:>13}"));
    println!("\n{:26}{:17}{}", "", "", names.collect::<String>());
    for validity in [Validity::Valid, Validity::One, Validity::Many] {
        let text = body.text(validity);
        for (name, rival) in &rivals {
            let count = rival(text.as_bytes());
            if count.as_ref().map_or(0, |count| *count) == 0 && validity != Validity::Valid
                || count != Ok(0) && validity == Validity::Valid
            {
                return Err(format!("{}, {}: {name} says {count:?}", body.name, validity.name()));
            }
        }
        let all = std::iter::once(&decoders.0[0]).chain(rivals.iter().map(|(_, decoder)| decoder));
        let result =
            interleaved::measure_interleaved(&all.collect::<Vec<_>>(), text.as_bytes(), rounds);
        let ratios = result.ratios.iter().skip(1).map(|ratio| format!("{ratio:>13.2}"));
        println!("{:26}{:17}{}", body.name, validity.name(), ratios.collect::<String>());
    }
    println!();
    let ours = NAMES.into_iter().zip(&decoders.0);
    seeded_violations::print(ours.chain(rivals.iter().map(|(name, decoder)| (*name, decoder))))
}

/// All decoders agree on whether a body is valid, and `garde` exactly as many
/// violations as we do.
fn agree(body: &Body, validity: Validity, decoders: &Decoders) -> Result<(), String> {
    let text = body.text(validity);
    let mut counts = [0; 4];
    for (at, decoder) in decoders.0.iter().enumerate() {
        counts[at] = decoder(text.as_bytes())
            .map_err(|error| format!("{} cannot read {}: {error}", NAMES[at], body.name))?;
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
    Err(format!(
        "{}, {}: parse finds {ours} violations, garde {garde}, jsonschema {json_schema}",
        body.name,
        validity.name()
    ))
}

/// One decoder, one body; the first letters of a name are enough.
fn alone(name: &str, body: &str, validity: &str, count: &str) -> Result<(), String> {
    let at = NAMES.iter().position(|known| *known == name).ok_or_else(usage)?;
    let count: usize = count.parse().map_err(|_| usage())?;
    let all = all()?;
    let body_decoders = all.iter().find(|(decoder, _)| decoder.name.starts_with(body));
    let (body, decoders) = body_decoders.ok_or_else(usage)?;
    let mut validities = Validity::ALL.into_iter();
    let validity = validities.find(|known| known.name().starts_with(validity)).ok_or_else(usage)?;
    let text = body.text(validity);
    for _ in 0..count {
        decoders.0[at](text.as_bytes())?;
    }
    Ok(())
}
