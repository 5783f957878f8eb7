//! Reads the mutants that no clause in a language that all contracts share can describe, from the file `mutants.toml`
//! beside the pages of a contract.
//!
//! This module does not know how a server carries out a fault.

use std::collections::HashMap;

use serde::Deserialize;
use webdata_reference::Fault;
use webdata_reference::faults::{JobFault, Mistake};
use webdata_spec::model::ClauseId;
use webdata_spec::{Source, Spec, companion};

use super::mutant::{Change, Mutant};
use crate::differences::{DataError, Mistakes, parse};

const FILE: &str = "mutants.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    mutant: Vec<NamedMutant>,
}

/// A mutant whose operation and clause are named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedMutant {
    operation: String,
    clause: String,
    /// The end of the identity.
    suffix: String,
    description: String,
    fault: NamedFault,
}

/// A fault of the behaviour that the reference server adds to a contract.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum NamedFault {
    /// A job that is cancelled continues.
    CancelDoesNothing,
    /// The operation responds to jobs of other teams with this error row.
    LeaksBy(String),
}

/// Adds the mutants of the file to those of the contract, each after the others of its clause.
///
/// # Errors
/// Every name in the file that the contract does not have, or the first mistake of its syntax.
pub(super) fn add(
    spec: &Spec,
    files: &[Source],
    mutants: &mut Vec<Mutant>,
) -> Result<(), DataError> {
    let Some(text) = companion(files, FILE) else { return Ok(()) };
    let page: Page = parse(FILE, text)?;
    let mut mistakes = Mistakes::new(spec);
    for mutant in &page.mutant {
        let key = &mutant.suffix;
        mistakes.operation(&mutant.operation, &format!("`{key}`, operation"));
        mistakes.clause(&mutant.clause, &format!("`{key}`, clause"));
        if let NamedFault::LeaksBy(row) = &mutant.fault {
            mistakes.row(row, &format!("`{key}`, fault"));
        }
    }
    mistakes.check(FILE)?;
    let places: HashMap<ClauseId, usize> =
        spec.clauses().into_iter().map(|clause| clause.id).zip(0..).collect();
    for NamedMutant { operation, clause, suffix, description, fault } in page.mutant {
        let clause = ClauseId::new(clause);
        let place = places.get(&clause);
        let at = mutants.partition_point(|mutant| places.get(&mutant.clause) <= place);
        let fault = match fault {
            NamedFault::CancelDoesNothing => JobFault::CancelDoesNothing,
            NamedFault::LeaksBy(row) => JobFault::Leaks { operation: operation.clone(), row },
        };
        let change = Change::Server(Fault { operation: None, mistake: Mistake::Job(fault) });
        mutants.insert(at, Mutant::new(&operation, &clause, &suffix, description, change));
    }
    Ok(())
}
