//! Picks a fixed sample of the mutants that count, by their hashes.
//!
//! This module does not know which tools are tried on the sample.

use sha2::{Digest, Sha256};

use crate::exemptions::AuditExemptions;
use crate::mutants::Mutant;

/// Returns `size` of the mutants that count: those whose identities have the smallest SHA-256. So an addition
/// to the contract replaces few mutants of the sample.
#[must_use]
pub fn sample(mutants: Vec<Mutant>, exemptions: &AuditExemptions, size: usize) -> Vec<Mutant> {
    let mut counted: Vec<Mutant> =
        mutants.into_iter().filter(|mutant| is_observable(mutant, exemptions)).collect();
    counted.sort_by_cached_key(|mutant| -> [u8; 32] { Sha256::digest(&mutant.id).into() });
    counted.truncate(size);
    counted
}

/// Returns whether a client can tell the mutant from a correct server, and `serve` can run the mutant.
/// `serve` cannot run a habit, which is a proxy before the server.
fn is_observable(mutant: &Mutant, exemptions: &AuditExemptions) -> bool {
    mutant.habit().is_none()
        && exemptions.uncovered_reason(&mutant.clause).is_none()
        && exemptions.equivalent(&mutant.id).is_none()
}
