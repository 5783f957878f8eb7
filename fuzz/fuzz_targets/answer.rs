//! Gives bytes of any kind to the reader of the answers of servers.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| webdata_fuzz::answer::check(bytes));
