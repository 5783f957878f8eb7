//! The contract that is embedded in the binary, bound to the crate that is generated from it.

use include_dir::{Dir, include_dir};
use webdata_audit::AuditExemptions;
use webdata_cases::exemptions::{Exemptions, ReadError};
use webdata_spec::{Diagnostics, Source, Spec};
use webdata_suite::Suite;
use webdata_suite::judge::MissingValidator;

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../spec/v2");

/// Why the embedded contract makes no suite. `cargo xtask regenerate --check` finds both reasons.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The pages have mistakes.
    #[error("{}", .0.render(false))]
    Mistakes(Box<Diagnostics>),
    /// The generated crate is stale.
    #[error(transparent)]
    Stale(#[from] MissingValidator),
}

/// Reads the embedded contract.
///
/// # Errors
/// The mistakes of its pages, which `cargo xtask regenerate --check` finds, too.
pub fn embedded() -> Result<Spec, Diagnostics> {
    let types = PAGES.get_dir("types").into_iter().flat_map(Dir::files);
    let pages = PAGES.files().chain(types);
    let source = |page: &include_dir::File<'_>| {
        let name = page.path().to_string_lossy().replace('\\', "/");
        Some(Source { name, text: page.contents_utf8()?.to_owned() })
    };
    let mut sources: Vec<Source> = pages.filter_map(source).collect();
    sources.sort_by(|one, other| one.name.cmp(&other.name));
    Spec::read(&sources)
}

/// Returns the suite of the embedded contract, which judges by the validators of `webdata`.
///
/// # Errors
/// When the contract has mistakes, or `webdata` was generated from another one.
pub fn suite() -> Result<Suite, ContractError> {
    let spec = embedded().map_err(|mistakes| ContractError::Mistakes(Box::new(mistakes)))?;
    Ok(Suite::new(spec, webdata::validators::ALL)?)
}

/// Returns the clauses of the embedded contract that no black box can be brought to show, with the
/// reasons.
///
/// # Errors
/// When the page of exemptions has a mistake.
pub fn unreached() -> Result<Exemptions, ReadError> {
    Exemptions::read(include_str!("../exemptions/unreached.toml"))
}

/// Returns the exemptions of an audit of the embedded contract.
///
/// # Errors
/// When a page of exemptions has a mistake.
pub fn audit_exemptions(suite: &Suite) -> Result<AuditExemptions, ReadError> {
    let equivalent = Exemptions::read(include_str!("../exemptions/equivalent.toml"))?;
    let idle = Exemptions::read(include_str!("../exemptions/idle.toml"))?;
    Ok(AuditExemptions::new(suite, equivalent, idle, &unreached()?))
}
