//! Fuzzes the reader of reports.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::report::check(bytes));
