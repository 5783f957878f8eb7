//! The generated validators, by operation.

use serde_json::Value;
use webdata::operations::{ALL, Operation};
use webdata_spec::model::ClauseId;

use crate::outcome::Deviation;

/// Judges bodies with the code that is generated from the contract.
#[derive(Debug, Clone, Copy)]
pub struct Validators {
    operations: &'static [&'static Operation],
}
