//! Emits the crate that lists the contracts of a repository, each with its pages. This module does not read the
//! pages.
//!
//! The crate has copies of the pages, since a package can embed only files of its own folder.

use quote::quote;
use webdata_spec::Source;

use super::cargo_toml::RUST_VERSION;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::rust_file::{HEADER, rust_file};

/// A contract of the repository, and the crate that is generated from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// The interface version, which is also the name of the contract's folder in `spec/`.
    pub version: String,
    /// Its pages.
    pub pages: Vec<Source>,
    /// The name of the crate.
    pub crate_name: String,
    /// The folder of the generated crate, a sibling of the folder of the crate that lists the contracts.
    pub crate_folder: String,
}

/// Returns every file of the crate `crate_name`, which lists these contracts, sorted by path.
///
/// # Errors
/// If the name of a crate is not a Rust identifier.
pub fn contracts(
    contracts: &[Contract],
    crate_name: &str,
) -> Result<Vec<GeneratedFile>, GenerateError> {
    let mut files = vec![manifest(crate_name), readme(crate_name), table(contracts)?];
    files = crate::insert_contract_folder(files, "spec");
    // The contract's hash covers its pages, so copies must have no header.
    for Contract { version, pages, .. } in contracts {
        files.extend(pages.iter().map(|page| GeneratedFile {
            path: page_path(version, &page.name),
            text: page.text.clone(),
        }));
    }
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}

fn manifest(crate_name: &str) -> GeneratedFile {
    let text = format!(
        r#"# {HEADER}
[package]
name = "{crate_name}"
description = "The contracts that a conformance suite judges by, embedded."
keywords = ["api", "contract", "conformance", "validation"]
categories = ["development-tools::testing"]
documentation = "https://docs.rs/{crate_name}"
readme = "README.md"
version.workspace = true
edition.workspace = true
rust-version = "{RUST_VERSION}"
license.workspace = true

[lints]
workspace = true
"#
    );
    GeneratedFile { path: "Cargo.toml".to_owned(), text }
}

fn readme(crate_name: &str) -> GeneratedFile {
    let text = format!(
        "<!-- {HEADER} -->\n\
         # {crate_name}\n\n\
         The contracts that the conformance suite can check a server against: the pages of each contract. \
         Programs that run the suite embed this crate; nothing \
         else needs it.\n"
    );
    GeneratedFile { path: "README.md".to_owned(), text }
}

/// Returns the path of a page's copy in the crate.
fn page_path(version: &str, page: &str) -> String {
    format!("pages/{version}/{page}")
}

fn table(contracts: &[Contract]) -> Result<GeneratedFile, GenerateError> {
    let rows = contracts.iter().map(|contract| {
        let Contract { version, pages, .. } = contract;
        let names = pages.iter().map(|page| &page.name);
        let files = pages.iter().map(|page| format!("../{}", page_path(version, &page.name)));
        quote! {
            Contract {
                version: #version,
                pages: &[#((#names, include_str!(#files))),*],
            }
        }
    });
    let structure = quote! {
        /// A contract.
        #[derive(Debug, Clone, Copy)]
        pub struct Contract {
            /// The interface version, such as `v2`.
            pub version: &'static str,
            /// The name and the text of each page.
            pub pages: &'static [(&'static str, &'static str)],
        }
    };
    let table = quote! {
        /// Every contract. The first is the default.
        #[rustfmt::skip]
        pub static ALL: &[Contract] = &[#(#rows),*];
    };
    let doc = "Every contract of the repository, embedded.";
    rust_file("src/lib.rs", doc, [structure, table])
}
