//! Contestants that take turns: whatever else the machine does, it does to all of them.
//!
//! Neither criterion nor divan does that: they measure one function to its end before the next,
//! and on a machine with other work the ratio of two such figures says little. Here each round
//! times a batch of every contestant, and what is shown is the median of the rounds' ratios.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::contestants::Contestants;

/// How long a batch should take: much longer than the clock is coarse, and shorter than the time
/// that the machine leaves to one process at a stretch.
const BATCH: Duration = Duration::from_micros(400);

/// What a race came to.
pub(crate) struct Result {
    /// The nanoseconds of one decoding, for each contestant the median of all rounds.
    pub(crate) nanoseconds: [f64; 4],
    /// How long each contestant took beside the first, the median of all rounds.
    pub(crate) ratios: [f64; 4],
}

/// Lets all decode a text, so many rounds long.
pub(crate) fn race(contestants: &Contestants, json: &[u8], rounds: usize) -> Result {
    let batches = [0, 1, 2, 3].map(|at| batch(contestants, at, json));
    let mut taken: [Vec<f64>; 4] = [const { Vec::new() }; 4];
    for round in 0..rounds {
        // Nobody is always the one who comes after the same other.
        for turn in 0..4 {
            let at = (round + turn) % 4;
            let time = time(contestants, at, json, batches[at]);
            taken[at].push(time.as_secs_f64() * 1e9 / f64::from(batches[at]));
        }
    }
    let ratios = [0, 1, 2, 3].map(|at| {
        let beside = taken[at].iter().zip(&taken[0]).map(|(own, first)| own / first);
        median(beside.collect())
    });
    Result { nanoseconds: taken.map(median), ratios }
}

/// How many decodings make a batch; finding that out warms the contestant up.
fn batch(contestants: &Contestants, at: usize, json: &[u8]) -> u32 {
    let mut count = 1;
    while time(contestants, at, json, count) < BATCH && count < 1 << 20 {
        count *= 2;
    }
    count
}

fn time(contestants: &Contestants, at: usize, json: &[u8], count: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        let _ = black_box((contestants.0[at])(black_box(json)));
    }
    start.elapsed()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
