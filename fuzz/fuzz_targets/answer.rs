//! Fuzzes the judge of HTTP responses.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::answer::check(bytes));
