//! The option that names the contract of a command, and the contract of a report.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use webdata_conformance::Contract;
use webdata_suite::Suite;

/// The contract of a command.
#[derive(Debug, Clone, Args)]
pub(super) struct ContractArguments {
    /// The folder of the contract's pages [default: the pages that are embedded in this program].
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
}

impl ContractArguments {
    /// Reads the files of the contract.
    pub(super) fn load(&self) -> Result<Contract> {
        Ok(match &self.spec {
            Some(folder) => Contract::load(folder)?,
            None => Contract::embedded(),
        })
    }

    /// Returns the suite of the contract.
    pub(super) fn suite(&self) -> Result<Suite> {
        Ok(self.load()?.suite()?)
    }
}

/// The contracts that reports may be of.
#[derive(Debug, Args)]
pub(super) struct ReportedContracts {
    /// The folder of the pages of a report's contract; may be given several times [default: the pages that
    /// are embedded in this program].
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,
}

impl ReportedContracts {
    /// Returns the suite of the contract with this hash, or `None` if the contract is neither one of
    /// `--spec` nor the embedded one.
    pub(super) fn suite(&self, hash: &str) -> Result<Option<Suite>> {
        let named = self.spec.iter().map(|folder| Contract::load(folder));
        for contract in named.chain([Ok(Contract::embedded())]) {
            let contract = contract?;
            // A suite costs the derivation of its cases, and only one is needed.
            if contract.spec()?.hash == hash {
                return Ok(Some(contract.suite()?));
            }
        }
        Ok(None)
    }
}
