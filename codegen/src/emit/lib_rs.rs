//! Emits `src/lib.rs`: what the crate is, and its modules.

use quote::quote;

use super::guide::guide;
use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::names::ident;
use crate::rust_file::rust_file;

/// The modules that are no pages of types, each with the feature that it needs.
const OTHER_MODULES: [(&str, Option<&str>); 7] = [
    ("client", Some("client")),
    ("errors", None),
    ("extract", Some("axum")),
    ("limits", None),
    ("operations", None),
    ("server", Some("server")),
    ("validators", None),
];

/// The root of the crate.
pub(crate) fn emit(layout: &Layout<'_>, crate_name: &str) -> Result<GeneratedFile, GenerateError> {
    let doc = page(layout, crate_name);
    let pages = layout.modules.iter().map(|module| (module.name.as_str(), None));
    let mut modules: Vec<(&str, Option<&str>)> = pages.chain(OTHER_MODULES).collect();
    modules.extend((!layout.spec.channels.is_empty()).then_some(("events", None)));
    modules.extend((!layout.spec.charges.is_empty()).then_some(("credits", None)));
    modules.sort_unstable();
    let modules = modules.into_iter().map(|(name, feature)| {
        let name = ident(name);
        let feature = feature.map(|feature| quote!(#[cfg(feature = #feature)]));
        // Emitted code is formatted by prettyplease, whose lines break elsewhere than rustfmt's.
        quote!(#feature #[rustfmt::skip] pub mod #name;)
    });
    let modules = quote!(#(#modules)*);
    let exports = quote!(
        pub use webdata_runtime::{ParseError, Patch, Violation, Violations, schemars};
    );
    rust_file("src/lib.rs", &doc, [modules, exports])
}

/// The page of the crate: what it is, what it holds, and worked examples.
fn page(layout: &Layout<'_>, crate_name: &str) -> String {
    let service = &layout.spec.service;
    let mut holds = vec![
        "- a module for each page of types: structs, enums and unions, each with its check;"
            .to_owned(),
        "- [`errors`]: the error catalogue, and which error an answer is;".to_owned(),
        "- [`operations`]: how each operation is called, and what it takes and answers;".to_owned(),
        "- [`limits`]: the limits as constants;".to_owned(),
    ];
    if !layout.spec.channels.is_empty() {
        holds.push("- [`events`]: what the service tells of on its own;".to_owned());
    }
    if !layout.spec.charges.is_empty() {
        holds.push("- [`credits`]: what requests cost, as far as it is stated;".to_owned());
    }
    holds.extend(
        [
            "- with the feature `client`, a client with a method for each operation;",
            "- with the feature `axum`, an extractor for bodies that have been judged;",
            "- with the feature `server`, a trait to implement, and a router made of it.",
        ]
        .map(str::to_owned),
    );
    let mut paragraphs = vec![
        format!(
            "Everything about the {}, version {}, that its contract says.",
            service.name, service.version
        ),
        service.doc.clone(),
        holds.join("\n"),
        "`T::parse` reads and judges bytes, `T::check` a JSON value, `value.validate()` a value \
         built in Rust; each finds every violation, and counts those beyond the first thousand. \
         Plain `serde` reads leniently: what a newer \
         service sends is kept, but for more members of an object that may have no others, and \
         null at a member that may be left out, which is read as if it were. Every type has the \
         contract's own JSON Schema through [`schemars`]. In the docs, `Type.property.word` is the \
         clause that says so."
            .to_owned(),
        "A type with properties that may be left out has a `builder`, with a setter for each of \
         them; `build` judges the whole. What is required is an argument of `builder` and of \
         `new`, as long as no two arguments could be swapped unseen; where they could, each has a \
         setter of the builder, and `build` reports what was not set. A setter has the name of \
         its field, or `with_` before it where the builder has a method of that name, such as \
         `new`."
            .to_owned(),
    ];
    paragraphs.extend(guide(layout, crate_name));
    paragraphs.join("\n\n")
}
