//! Emits the crate that lists the contracts of a repository: each with its pages and the checks of the
//! crate that is generated from it. It must not know what stands on a page.

use quote::quote;

use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::names::ident;
use crate::rust_file::{HEADER, rust_file};

/// A contract of the repository, and the crate that is generated from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// The interface version, which is also the name of the contract's folder in `spec/`.
    pub version: String,
    /// The names of its pages, as [`webdata_spec::Source::name`] has them.
    pub pages: Vec<String>,
    /// The name of the crate.
    pub crate_name: String,
    /// The folder of the crate, beside that of the crate which lists the contracts.
    pub crate_folder: String,
}

/// Every file of the crate `crate_name`, which lists these contracts, sorted by path.
///
/// # Errors
/// When a name of a crate has no form in Rust.
pub fn contracts(
    contracts: &[Contract],
    crate_name: &str,
) -> Result<Vec<GeneratedFile>, GenerateError> {
    let files = vec![manifest(contracts, crate_name), table(contracts)?];
    Ok(crate::headed(files, "spec"))
}

fn manifest(contracts: &[Contract], crate_name: &str) -> GeneratedFile {
    let crates = contracts.iter().map(|contract| {
        let Contract { crate_name, crate_folder, .. } = contract;
        format!("{crate_name} = {{ path = \"../{crate_folder}\" }}\n")
    });
    let crates: String = crates.collect();
    let text = format!(
        r#"# {HEADER}
[package]
name = "{crate_name}"
description = "Every contract with the checks of its types"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[dependencies]
{crates}webdata-runtime.workspace = true
"#
    );
    GeneratedFile { path: "Cargo.toml".to_owned(), text }
}

fn table(contracts: &[Contract]) -> Result<GeneratedFile, GenerateError> {
    let rows = contracts.iter().map(|contract| {
        let Contract { version, pages, crate_name, .. } = contract;
        let root = ident(&crate_name.replace('-', "_"));
        let files = pages.iter().map(|page| format!("../../spec/{version}/{page}"));
        quote! {
            Contract {
                version: #version,
                pages: &[#((#pages, include_str!(#files))),*],
                validators: #root::validators::ALL,
            }
        }
    });
    let imports = quote!(
        use webdata_runtime::Validator;
    );
    let structure = quote! {
        /// A contract, and the checks of the crate that is generated from it.
        #[derive(Debug, Clone, Copy)]
        pub struct Contract {
            /// The interface version, such as `v2`.
            pub version: &'static str,
            /// The pages: the name and the text of each.
            pub pages: &'static [(&'static str, &'static str)],
            /// The check of each type.
            pub validators: &'static [Validator],
        }
    };
    let table = quote! {
        /// Every contract; the first is meant where none is named.
        #[rustfmt::skip]
        pub static ALL: &[Contract] = &[#(#rows),*];
    };
    let doc = "Every contract of the repository, embedded, with the checks of its types.";
    rust_file("src/lib.rs", doc, [imports, structure, table])
}
