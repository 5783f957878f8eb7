//! Decoders that take turns: whatever else the machine does, it does to all of them.
//!
//! Neither criterion nor divan does that: they measure one function to its end before the next,
//! and on a machine with other work the ratio of two such figures says little. Here each round
//! times a batch of every contestant, and what is shown is the median of the rounds' ratios.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::decoders::Decoder;

/// How long a batch should take: much longer than the clock is coarse, and shorter than the time
/// that the machine leaves to one process at a stretch.
const BATCH: Duration = Duration::from_micros(400);

/// What a race came to.
pub(crate) struct Result {
    /// The nanoseconds of one decoding by the first, the median of all rounds.
    pub(crate) nanoseconds: f64,
    /// How long each contestant took beside the first, the median of all rounds.
    pub(crate) ratios: Vec<f64>,
}

/// Lets all decode a text, so many rounds long.
pub(crate) fn measure_interleaved(contestants: &[&Decoder], json: &[u8], rounds: usize) -> Result {
    let count = contestants.len();
    let batches: Vec<u32> = contestants.iter().map(|own| batch(own, json)).collect();
    let mut taken = vec![Vec::new(); count];
    for round in 0..rounds {
        // The order changes, so that no contestant always follows the same one.
        for turn in 0..count {
            let at = (round + turn) % count;
            let time = time(contestants[at], json, batches[at]);
            taken[at].push(time.as_secs_f64() * 1e9 / f64::from(batches[at]));
        }
    }
    let ratios = taken.iter().map(|own| {
        let beside = own.iter().zip(&taken[0]).map(|(own, first)| own / first);
        median(beside.collect())
    });
    Result { ratios: ratios.collect(), nanoseconds: median(taken[0].clone()) }
}

/// How many decodings make a batch; finding that out warms the contestant up.
fn batch(contestant: &Decoder, json: &[u8]) -> u32 {
    let mut count = 1;
    while time(contestant, json, count) < BATCH && count < 1 << 20 {
        count *= 2;
    }
    count
}

fn time(contestant: &Decoder, json: &[u8], count: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        let _ = black_box(contestant(black_box(json)));
    }
    start.elapsed()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
