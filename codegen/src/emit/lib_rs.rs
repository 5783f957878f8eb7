//! Emits `src/lib.rs`: what the crate is, and its modules.

use quote::quote;

use crate::names::ident;
use crate::plan::Plan;
use crate::rust_file::rust_file;
use crate::{GenerateError, GeneratedFile};

/// The root of the crate.
pub(crate) fn emit(plan: &Plan<'_>) -> Result<GeneratedFile, GenerateError> {
    let service = &plan.spec.service;
    let doc = format!(
        "Types and checks of the {}, version {}.\n\n{}\n\n\
         `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value \
         built in Rust; each finds every violation. Plain `serde` reads leniently.",
        service.name, service.version, service.doc
    );
    let mut names: Vec<&str> = plan.modules.iter().map(|module| module.name.as_str()).collect();
    names.extend(["errors", "limits", "operations"]);
    names.sort_unstable();
    let names = names.into_iter().map(ident);
    // Emitted code is formatted by prettyplease, whose lines break elsewhere than rustfmt's.
    let modules = quote! {
        #[cfg(feature = "client")]
        #[rustfmt::skip]
        pub mod client;
        #(#[rustfmt::skip] pub mod #names;)*
    };
    let exports = quote!(
        pub use webdata_runtime::{ParseError, Patch, Violation, Violations};
    );
    rust_file("src/lib.rs", &doc, [modules, exports])
}
