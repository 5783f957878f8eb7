//! Emits `src/lib.rs`: what the crate is, and its modules.

use quote::quote;

use crate::names::ident;
use crate::plan::Plan;
use crate::rust_file::rust_file;
use crate::{GenerateError, GeneratedFile};

/// The modules that are no pages of types, each with the feature that it needs.
const OTHER_MODULES: [(&str, Option<&str>); 5] = [
    ("errors", None),
    ("extract", Some("axum")),
    ("limits", None),
    ("operations", None),
    ("server", Some("server")),
];

/// The root of the crate.
pub(crate) fn emit(plan: &Plan<'_>) -> Result<GeneratedFile, GenerateError> {
    let service = &plan.spec.service;
    let doc = format!(
        "Types and checks of the {}, version {}.\n\n{}\n\n\
         `T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value \
         built in Rust; each finds every violation. Plain `serde` reads leniently.",
        service.name, service.version, service.doc
    );
    let pages = plan.modules.iter().map(|module| (module.name.as_str(), None));
    let mut modules: Vec<(&str, Option<&str>)> = pages.chain(OTHER_MODULES).collect();
    modules.sort_unstable();
    let modules = modules.into_iter().map(|(name, feature)| {
        let name = ident(name);
        let feature = feature.map(|feature| quote!(#[cfg(feature = #feature)]));
        // Emitted code is formatted by prettyplease, whose lines break elsewhere than rustfmt's.
        quote!(#feature #[rustfmt::skip] pub mod #name;)
    });
    let modules = quote!(#(#modules)*);
    let exports = quote!(
        pub use webdata_runtime::{ParseError, Patch, Violation, Violations};
    );
    rust_file("src/lib.rs", &doc, [modules, exports])
}
