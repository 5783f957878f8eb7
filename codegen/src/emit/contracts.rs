//! Emits the crate that lists the contracts of a repository: each with its pages and the checks of the
//! crate that is generated from it. It must not know what stands on a page.
//!
//! The crate has copies of the pages: a package can embed only what stands in its own folder.

use quote::quote;
use webdata_spec::Source;

use super::cargo_toml::{RUST_VERSION, VERSION};
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::names::ident;
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
    let mut files = vec![manifest(contracts, crate_name), readme(crate_name), table(contracts)?];
    files = crate::headed(files, "spec");
    // The hash of a contract is taken of its pages, so a copy has no header.
    for Contract { version, pages, .. } in contracts {
        files.extend(pages.iter().map(|page| GeneratedFile {
            path: page_path(version, &page.name),
            text: page.text.clone(),
        }));
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

fn manifest(contracts: &[Contract], crate_name: &str) -> GeneratedFile {
    let crates = contracts.iter().map(|contract| {
        let Contract { crate_name, crate_folder, .. } = contract;
        format!("{crate_name} = {{ path = \"../{crate_folder}\", version = \"{VERSION}\" }}\n")
    });
    let crates: String = crates.collect();
    let text = format!(
        r#"# {HEADER}
[package]
name = "{crate_name}"
description = "The contracts that a conformance suite judges by, embedded, with the checks of their types."
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

[dependencies]
{crates}webdata-runtime.workspace = true
"#
    );
    GeneratedFile { path: "Cargo.toml".to_owned(), text }
}

fn readme(crate_name: &str) -> GeneratedFile {
    let text = format!(
        "<!-- {HEADER} -->\n\
         # {crate_name}\n\n\
         The contracts that a conformance suite can judge by: the pages of each, and the checks of the \
         crate that is generated from it. Programs that run the suite embed this crate; nothing else \
         needs it.\n"
    );
    GeneratedFile { path: "README.md".to_owned(), text }
}

/// Where the copy of a page stands in the crate.
fn page_path(version: &str, page: &str) -> String {
    format!("pages/{version}/{page}")
}

fn table(contracts: &[Contract]) -> Result<GeneratedFile, GenerateError> {
    let rows = contracts.iter().map(|contract| {
        let Contract { version, pages, crate_name, .. } = contract;
        let root = ident(&crate_name.replace('-', "_"));
        let names = pages.iter().map(|page| &page.name);
        let files = pages.iter().map(|page| format!("../{}", page_path(version, &page.name)));
        quote! {
            Contract {
                version: #version,
                pages: &[#((#names, include_str!(#files))),*],
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
