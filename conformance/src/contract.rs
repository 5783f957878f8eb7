//! The contracts that are embedded in the binary, each bound to the crate that is generated from it.

use std::fmt;
use std::str::FromStr;

use include_dir::{Dir, include_dir};
use webdata_audit::AuditExemptions;
use webdata_cases::exemptions::{Exemptions, ReadError};
use webdata_contracts::ALL;
use webdata_reference::{Extension, ExtensionError};
use webdata_spec::{Diagnostics, Source, Spec};
use webdata_suite::Suite;
use webdata_suite::order::OrderError;

/// The orders of cases, one for each version that was audited.
static ORDERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/order");

/// The pages of exemptions. The pages of only one version are in a folder of that name.
static EXEMPTIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/exemptions");

/// What the reference server adds to the default contract.
const REFERENCE: &str = include_str!("../../spec/v2/conformance/reference.toml");

/// An embedded contract.
#[derive(Debug, Clone, Copy)]
pub struct Contract(&'static webdata_contracts::Contract);

/// The reason why there is no suite for an embedded contract. `cargo xtask regenerate --check` finds mistakes
/// and stale crates, `cargo xtask audit --check` a wrong order of cases.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The pages of the contract have mistakes.
    #[error("{}", .0.render(false))]
    Mistakes(Box<Diagnostics>),
    /// The order of cases cannot be read.
    #[error(transparent)]
    Order(#[from] OrderError),
}

/// The error for a version without a contract.
#[derive(Debug, thiserror::Error)]
#[error("there is no contract {version}; the versions are: {}", versions().join(", "))]
pub struct UnknownContract {
    version: String,
}

/// Returns the versions of the embedded contracts, the default contract first.
fn versions() -> Vec<&'static str> {
    ALL.iter().map(|contract| contract.version).collect()
}

impl Default for Contract {
    fn default() -> Self {
        Self(&ALL[0])
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.version)
    }
}

impl FromStr for Contract {
    type Err = UnknownContract;

    fn from_str(version: &str) -> Result<Self, UnknownContract> {
        let known = ALL.iter().find(|contract| contract.version == version);
        known.map(Self).ok_or_else(|| UnknownContract { version: version.to_owned() })
    }
}

impl Contract {
    /// Reads the contract.
    ///
    /// # Errors
    /// The mistakes of its pages, which `cargo xtask regenerate --check` finds, too.
    pub fn spec(self) -> Result<Spec, Diagnostics> {
        let source =
            |(name, text): &(&str, &str)| Source { name: (*name).into(), text: (*text).into() };
        let sources: Vec<Source> = self.0.pages.iter().map(source).collect();
        Spec::read(&sources)
    }

    /// Returns the suite of the contract, which judges with the validators of the generated crate.
    ///
    /// # Errors
    /// When the contract has mistakes, its crate was generated from another contract, or the order of cases
    /// cannot be read.
    pub fn suite(self) -> Result<Suite, ContractError> {
        let spec = self.spec().map_err(|mistakes| ContractError::Mistakes(Box::new(mistakes)))?;
        let order = ORDERS.get_file(format!("{}.txt", self.0.version));
        let order = order.and_then(include_dir::File::contents_utf8).map(str::parse).transpose()?;
        let suite = Suite::new(spec);
        Ok(Suite { order: order.unwrap_or_default(), ..suite })
    }

    /// Returns the clauses of the contract that no request can test, with the reasons.
    ///
    /// # Errors
    /// When the page of exemptions has a mistake.
    pub fn unreached(self) -> Result<Exemptions, ReadError> {
        self.exemptions("unreached.toml")
    }

    /// Returns the exemptions of an audit of the contract.
    ///
    /// # Errors
    /// When a page of exemptions has a mistake.
    pub fn audit_exemptions(self, suite: &Suite) -> Result<AuditExemptions, ReadError> {
        let equivalent = self.exemptions("equivalent.toml")?;
        let idle = self.exemptions("idle.toml")?;
        Ok(AuditExemptions::new(suite, equivalent, idle, &self.unreached()?))
    }

    /// Reads what the reference server adds to the contract.
    ///
    /// # Errors
    /// When the file has a mistake.
    pub fn extension(self, spec: &Spec) -> Result<Extension, ExtensionError> {
        let file = Source { name: "reference.toml".to_owned(), text: REFERENCE.to_owned() };
        let files =
            if self.0.version == Self::default().0.version { vec![file] } else { Vec::new() };
        Extension::read(spec, &files)
    }

    /// Returns the page of exemptions of this version, or else the page of all versions.
    fn exemptions(self, page: &str) -> Result<Exemptions, ReadError> {
        let versioned = EXEMPTIONS.get_file(format!("{}/{page}", self.0.version));
        let file = versioned.or_else(|| EXEMPTIONS.get_file(page));
        Exemptions::read(file.and_then(include_dir::File::contents_utf8).unwrap_or_default())
    }
}

/// Reads the default contract.
///
/// # Errors
/// The mistakes of its pages, which `cargo xtask regenerate --check` finds, too.
pub fn embedded() -> Result<Spec, Diagnostics> {
    Contract::default().spec()
}

/// Returns the suite of the default contract.
///
/// # Errors
/// When the contract has mistakes, or its crate was generated from another contract.
pub fn suite() -> Result<Suite, ContractError> {
    Contract::default().suite()
}

/// Reads what the reference server adds to the default contract, whose pages are `spec`.
///
/// # Errors
/// When the file has a mistake.
pub fn extension(spec: &Spec) -> Result<Extension, ExtensionError> {
    Contract::default().extension(spec)
}
