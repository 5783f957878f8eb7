//! Generates the files of a crate from a resolved contract.
//!
//! ```text
//! Spec ──layout──► names, fields, kinds ──emit──► tokens ──rust_file──► GeneratedFile
//! ```
//!
//! The generator is pure: it does no I/O, reads no clock, and keeps the order of the contract. It knows no
//! service.

mod api;
mod deprecation;
mod docs;
mod emit;
mod error;
mod generated_file;
mod layout;
mod names;
mod rust_file;

use rust_file::HEADER;
use webdata_spec::Spec;

pub use api::{ApiChange, Bump, api_changes};
pub use emit::contracts::{Contract, contracts};
pub use error::GenerateError;
pub use generated_file::GeneratedFile;
pub use rust_file::WRITTEN_BY;

/// Returns every file of the crate `crate_name` for a contract, sorted by path. Each file names the contract
/// by the folder `spec/<version>`.
///
/// # Errors
/// If the contract has a construct that Rust cannot express.
pub fn generate(spec: &Spec, crate_name: &str) -> Result<Vec<GeneratedFile>, GenerateError> {
    check_unique_names(spec.operations.keys(), names::shouty_snake)?;
    check_unique_names(spec.errors.keys(), names::upper_camel)?;
    let layout = layout::layout(spec)?;
    let mut files = vec![
        emit::cargo_toml::emit(spec, crate_name),
        emit::client::emit(&layout)?,
        emit::client::blocking::emit(&layout)?,
        emit::error_catalogue::emit(spec)?,
        emit::extract::emit()?,
        emit::lib_rs::emit(&layout, crate_name)?,
        emit::limits::emit(spec)?,
        emit::open_api::emit(spec),
        emit::reference::emit(spec),
        emit::operations::emit(&layout)?,
        emit::readme::emit(&layout, crate_name),
        emit::server::emit(&layout)?,
    ];
    files.extend(emit::events::emit(&layout, crate_name)?);
    files.extend(emit::webhooks::emit(&layout)?);
    files.extend(emit::credits::emit(&layout, crate_name)?);
    for module in &layout.modules {
        files.push(emit::module::emit(&layout, module)?);
    }
    files.extend(emit::schemas::emit(spec));
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(insert_contract_folder(files, &format!("spec/{}", spec.service.version)))
}

/// Writes the contract's folder into the header of each file.
fn insert_contract_folder(mut files: Vec<GeneratedFile>, contract: &str) -> Vec<GeneratedFile> {
    let header = HEADER.replace("{contract}", contract);
    for file in &mut files {
        file.text = file.text.replacen(HEADER, &header, 1);
    }
    files
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
