//! `serve` as those use it who keep a mock running: what it prints, its log, and how it stops.
mod greeting;
mod log;
mod options;
mod serving;
mod stopping;
