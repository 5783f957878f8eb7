//! The default contract of the repository: where its pages and its crate are.
//!
//! This module writes nothing.

use std::path::Path;

use webdata_spec::{ReadError, Source, companions, sources};

/// The folder of the pages.
pub(crate) const FOLDER: &str = "spec/v2";
/// The name of the generated crate.
pub(crate) const CRATE_NAME: &str = "webdata";
/// The folder of the generated crate.
pub(crate) const CRATE_FOLDER: &str = "generated";
/// The folder of the companions, beside the pages.
pub(crate) const COMPANIONS: &str = "conformance";

/// Returns the pages of a contract, and its companions with the name of their folder.
pub(crate) fn files(folder: &Path) -> Result<Vec<Source>, ReadError> {
    let mut files = sources(folder)?;
    let companions = companions(folder)?.into_iter();
    files.extend(companions.map(|Source { name, text }| {
        let name = format!("{COMPANIONS}/{name}");
        Source { name, text }
    }));
    Ok(files)
}
