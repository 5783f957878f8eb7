//! The conformance suite: this page holds its reference server.

pub mod reference;
