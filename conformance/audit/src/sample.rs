//! A sample of the mutants that count, the same each time and chosen by nobody.
//!
//! It must not know who tries itself on them.

use sha2::{Digest, Sha256};

use super::AuditExemptions;
use crate::mutants::Mutant;

/// So many of the mutants that count: those whose identities have the smallest SHA-256. What is added
/// to a contract displaces few of them.
#[must_use]
pub fn sample(mutants: Vec<Mutant>, exemptions: &AuditExemptions, size: usize) -> Vec<Mutant> {
    let mut counted: Vec<Mutant> =
        mutants.into_iter().filter(|mutant| counts(mutant, exemptions)).collect();
    counted.sort_by_cached_key(|mutant| -> [u8; 32] { Sha256::digest(&mutant.id).into() });
    counted.truncate(size);
    counted
}

/// Whether a client could tell it from a correct server.
fn counts(mutant: &Mutant, exemptions: &AuditExemptions) -> bool {
    exemptions.beyond_reach(&mutant.clause).is_none() && exemptions.equivalent(&mutant.id).is_none()
}
