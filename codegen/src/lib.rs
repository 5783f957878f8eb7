//! Generates the files of a crate from a resolved contract.
//!
//! ```text
//! Spec ──layout──► names, fields, kinds ──emit──► tokens ──rust_file──► GeneratedFile
//! ```
//!
//! The generator is pure: it does no I/O, reads no clock, and keeps the order of the contract. It knows no
//! service. Only [`stale`] reads and writes files: those that were generated.

mod docs;
mod emit;
mod error;
mod generated_file;
mod layout;
mod names;
mod package;
pub mod stale;
mod tidy;

use webdata_spec::Spec;

use crate::generated_file::HEADER;

pub use crate::error::GenerateError;
pub use crate::generated_file::GeneratedFile;
pub use crate::package::{Manifest, Package, is_generated};

/// Returns every file of the crate of a contract, sorted by path.
///
/// # Errors
/// If the contract has a construct that Rust cannot express, or a dependency could not have the crate's name.
pub fn generate(spec: &Spec, package: &Package<'_>) -> Result<Vec<GeneratedFile>, GenerateError> {
    package.check_name()?;
    let crate_name = package.name;
    check_unique_names(spec.operations.keys(), names::shouty_snake)?;
    check_unique_names(spec.errors.keys(), names::upper_camel)?;
    let layout = layout::layout(spec)?;
    let mut files = vec![
        emit::root::manifest(spec, package),
        emit::root::rustfmt(),
        emit::client::emit(&layout)?,
        emit::client::blocking::emit(&layout)?,
        emit::error_catalogue::emit(spec)?,
        emit::server::extract()?,
        emit::root::library(&layout, crate_name)?,
        emit::limits::emit(spec)?,
        emit::documents::open_api(spec),
        emit::documents::reference(spec),
        emit::documents::schemas(spec),
        emit::operations::emit(&layout)?,
        emit::crate_docs::readme(&layout, crate_name),
        emit::server::emit(&layout)?,
    ];
    files.extend(emit::events::emit(&layout, crate_name)?);
    files.extend(emit::events::webhooks(&layout)?);
    files.extend(emit::credits::emit(&layout, crate_name)?);
    for module in &layout.modules {
        files.push(emit::module::emit(&layout, module)?);
    }
    files.sort_by(|left, right| left.path.cmp(&right.path));
    let header = package.header();
    for file in &mut files {
        file.text = file.text.replacen(HEADER, &header, 1);
    }
    Ok(files)
}

/// Checks that names differ from each other, and from the name of their list, after the conversion to Rust
/// names.
fn check_unique_names<'n>(
    contract_names: impl Iterator<Item = &'n String>,
    rust_name: impl Fn(&str) -> String,
) -> Result<(), GenerateError> {
    let mut taken = vec!["ALL".to_owned()];
    for name in contract_names {
        let rust = rust_name(name);
        if taken.contains(&rust) {
            return Err(GenerateError::NameTaken { name: name.clone(), rust });
        }
        taken.push(rust);
    }
    Ok(())
}
