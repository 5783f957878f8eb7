//! Measures decoders in turns, so that other work of the machine affects all of them alike.
//!
//! criterion and divan measure one function to its end before the next. On a machine with other work, the
//! ratio of two such figures says little. Here each round times a batch of every decoder, and the result is
//! the median of the ratios of all rounds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::decoders::Decoder;

/// The target duration of a batch: much longer than the resolution of the clock, and shorter than a time
/// slice of the scheduler.
const BATCH: Duration = Duration::from_micros(400);

/// The result of a measurement.
pub(crate) struct Result {
    /// The nanoseconds of one decoding by the first decoder, the median of all rounds.
    pub(crate) nanoseconds: f64,
    /// The time of each decoder relative to the first, the median of all rounds.
    pub(crate) ratios: Vec<f64>,
}

/// Measures all decoders on the same JSON in turns, for a number of rounds.
pub(crate) fn measure_interleaved(decoders: &[&Decoder], json: &[u8], rounds: usize) -> Result {
    let count = decoders.len();
    let batches: Vec<u32> = decoders.iter().map(|decoder| batch(decoder, json)).collect();
    let mut taken = vec![Vec::new(); count];
    for round in 0..rounds {
        // The order changes, so that no decoder always follows the same one.
        for turn in 0..count {
            let at = (round + turn) % count;
            let time = time(decoders[at], json, batches[at]);
            taken[at].push(time.as_secs_f64() * 1e9 / f64::from(batches[at]));
        }
    }
    let ratios = taken.iter().map(|times| {
        let beside = times.iter().zip(&taken[0]).map(|(time, first)| time / first);
        median(beside.collect())
    });
    Result { ratios: ratios.collect(), nanoseconds: median(taken[0].clone()) }
}

/// Returns how many decodings make a batch. Finding the number warms the decoder up.
fn batch(decoder: &Decoder, json: &[u8]) -> u32 {
    let mut count = 1;
    while time(decoder, json, count) < BATCH && count < 1 << 20 {
        count *= 2;
    }
    count
}

fn time(decoder: &Decoder, json: &[u8], count: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        let _ = black_box(decoder(black_box(json)));
    }
    start.elapsed()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
