//! Fuzzes the reader of contracts.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::spec::check(bytes));
