//! The conformance suite.

pub mod case;
pub mod derive;
