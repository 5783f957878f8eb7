//! Emits `src/lib.rs`: the crate documentation, and the modules.

use quote::quote;

use super::crate_docs::page;
use super::webhooks;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::names::ident;
use crate::rust_file::rust_file;

/// The modules besides the pages of types, each with the feature that it needs.
const OTHER_MODULES: [(&str, Option<&str>); 7] = [
    ("blocking", Some("blocking")),
    ("client", Some("client")),
    ("error_catalogue", None),
    ("extract", Some("axum")),
    ("limits", None),
    ("operations", None),
    ("server", Some("server")),
];

/// Emits the root of the crate.
pub(crate) fn emit(layout: &Layout<'_>, crate_name: &str) -> Result<GeneratedFile, GenerateError> {
    let doc = page(layout, crate_name).join("\n\n");
    let pages = layout.modules.iter().map(|module| (module.name.as_str(), None));
    let mut modules: Vec<(&str, Option<&str>)> = pages.chain(OTHER_MODULES).collect();
    modules.extend((!layout.spec.channels.is_empty()).then_some(("events", None)));
    modules.extend(webhooks::has_any(layout).then_some(("webhooks", None)));
    modules.extend((!layout.spec.charges.is_empty()).then_some(("credits", None)));
    modules.sort_unstable();
    let modules = modules.into_iter().map(|(name, feature)| {
        let name = ident(name);
        let feature = feature.map(|feature| quote!(#[cfg(feature = #feature)]));
        // prettyplease formats generated code, and rustfmt would break its lines differently.
        quote!(#feature #[rustfmt::skip] pub mod #name;)
    });
    // docs.rs sets `docsrs`, and then shows which feature a module needs.
    let modules = quote!(#![cfg_attr(docsrs, feature(doc_cfg))] #(#modules)*);
    let exports = quote!(
        pub use webdata_runtime::{
            Nullable, ParseError, Patch, Violation, Violations, schemars, serde_json,
        };
    );
    // Re-exports of the crates of typed values, so that users get the same versions. A page of types may have
    // the same name.
    let typed = ["jiff", "url", "uuid"]
        .into_iter()
        .filter(|name| layout.modules.iter().all(|module| module.name != *name));
    let typed = typed.map(|name| {
        let export = ident(name);
        quote!(#[cfg(feature = #name)] pub use webdata_runtime::#export;)
    });
    let typed = quote!(#(#typed)*);
    rust_file("src/lib.rs", &doc, [modules, exports, typed])
}
