//! Fuzzes the parsers of the types of `webdata`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::parse::check(bytes));
