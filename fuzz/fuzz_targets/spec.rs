//! Gives bytes of any kind to the reader of the pages of a contract.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::spec::check(bytes));
