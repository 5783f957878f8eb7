//! Fuzzes the reader of target files.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::target::check(bytes));
