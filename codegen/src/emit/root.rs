//! Emits the root of the crate: `Cargo.toml`, and `src/lib.rs` with the crate documentation and the modules.
//! Versions and lints in the manifest are those of the workspace: inherited, or written out for a crate that
//! needs no workspace.

use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{Operand, Schema, StringFormat};

use crate::emit::crate_docs::page;
use crate::emit::{documents, events};
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, HEADER, rust_file};
use crate::layout::Layout;
use crate::names::ident;
use crate::package::{FEATURES, Feature, Manifest, Package, RUST_VERSION};

/// The library that generated code calls, and its version: that of the workspace.
const RUNTIME: &str = "webdata-runtime";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The dependencies, as the manifest of the workspace has them.
const DEPENDENCIES: [(&str, &str); 2] = [
    ("serde", r#"{ version = "1.0.229", features = ["derive"] }"#),
    ("serde_json", r#"{ version = "1.0.154", features = ["preserve_order"] }"#),
];

/// The lines of the manifest that inherit from the workspace.
const INHERITED: [&str; 3] = [
    r#"version.workspace = true
edition.workspace = true"#,
    "license.workspace = true",
    "workspace = true",
];

/// The same, written out. The version is that of the kit until the owner of the contract says another.
const WRITTEN_OUT: [&str; 3] = [
    concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"\nedition = \"2024\""),
    "license = \"MIT OR Apache-2.0\"",
    "rust.unsafe_code = \"forbid\"",
];

/// Returns the manifest of the crate.
pub(crate) fn manifest(spec: &Spec, package: &Package<'_>) -> GeneratedFile {
    let crate_name = package.name;
    let description =
        format!("Types, validators, a client and a server of the {}.", spec.service.name);
    // A JSON string is a TOML string.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let features = FEATURES.iter().map(|Feature { name, enables, adds }| {
        let enables: Vec<String> = enables.iter().map(|feature| format!("{feature:?}")).collect();
        format!("# {adds}\n{name} = [{}]\n", enables.join(", "))
    });
    let features: String = features.collect();
    let needed = FORMAT_FEATURES.into_iter().filter(|(format, _)| has_format(spec, *format));
    let needed: Vec<&str> = needed.map(|(_, feature)| feature).collect();
    let needed = if needed.is_empty() { String::new() } else { format!(", features = {needed:?}") };
    let ([version, license, lints], dependencies) = match package.manifest {
        Manifest::Workspace => {
            let names = DEPENDENCIES.map(|(name, _)| name).into_iter();
            let lines: String = names.map(|name| format!("{name}.workspace = true\n")).collect();
            let runtime = if needed.is_empty() {
                format!("{RUNTIME}.workspace = true\n")
            } else {
                format!("{RUNTIME} = {{ workspace = true{needed} }}\n")
            };
            (INHERITED, format!("{lines}{runtime}"))
        }
        Manifest::Standalone { runtime } => {
            let path = runtime.map(|path| format!("path = {}, ", quoted(path)));
            let path = path.unwrap_or_default();
            let runtime = format!("{{ {path}version = \"{VERSION}\"{needed} }}");
            let all = DEPENDENCIES.into_iter().chain([(RUNTIME, runtime.as_str())]);
            let lines: String = all.map(|(name, value)| format!("{name} = {value}\n")).collect();
            (WRITTEN_OUT, lines)
        }
    };
    let text = format!(
        r#"# {HEADER}
[package]
name = "{crate_name}"
description = {}
keywords = ["api", "client", "server", "validation", "json-schema"]
categories = ["api-bindings", "web-programming"]
documentation = "https://docs.rs/{crate_name}"
readme = "README.md"
{version}
rust-version = "{RUST_VERSION}"
{license}

[package.metadata.docs.rs]
all-features = true

[lints]
{lints}

[features]
{features}
[dependencies]
{dependencies}"#,
        quoted(&description)
    );
    GeneratedFile { path: "Cargo.toml".to_owned(), text }
}

/// The string formats that need a feature of the runtime, because their libraries are large.
const FORMAT_FEATURES: [(StringFormat, &str); 2] =
    [(StringFormat::Regex, "ecma-regex"), (StringFormat::Hostname, "hostname")];

/// Returns whether a string of the contract has a format.
fn has_format(spec: &Spec, format: StringFormat) -> bool {
    let parameters = spec.operations.values().flat_map(|operation| operation.parameters.values());
    let parameters = parameters.flat_map(|parameter| parameter.schema.within());
    let mut schemas = spec.schemas().into_iter().chain(parameters);
    let has_format = |schema: &Schema| schema.format() == Some(format);
    schemas.any(|schema| {
        let mut parts = schema.constraints.iter().map(|constraint| &constraint.operand);
        has_format(schema)
            || parts.any(|part| matches!(part, Operand::Schema(part) if has_format(part)))
    })
}

/// Returns the configuration by which rustfmt leaves the crate as it is: another line break would be undone by the next
/// generation.
pub(crate) fn rustfmt() -> GeneratedFile {
    let text = format!("# {HEADER}\ndisable_all_formatting = true\n");
    GeneratedFile { path: "rustfmt.toml".to_owned(), text }
}

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
pub(crate) fn library(
    layout: &Layout<'_>,
    crate_name: &str,
) -> Result<GeneratedFile, GenerateError> {
    let doc = page(layout, crate_name).join("\n\n");
    let pages = layout.modules.iter().map(|module| (module.name.as_str(), None));
    let mut modules: Vec<(&str, Option<&str>)> = pages.chain(OTHER_MODULES).collect();
    modules.extend((!layout.spec.channels.is_empty()).then_some(("events", None)));
    modules.extend(events::has_any(layout).then_some(("webhooks", None)));
    modules.extend((!layout.spec.charges.is_empty()).then_some(("credits", None)));
    modules.sort_unstable();
    let modules = modules.into_iter().map(|(name, feature)| {
        let name = ident(name);
        let feature = feature.map(|feature| quote!(#[cfg(feature = #feature)]));
        quote!(#feature pub mod #name;)
    });
    // docs.rs sets `docsrs`, and then shows which feature a module needs.
    let modules = quote!(#![cfg_attr(docsrs, feature(doc_cfg))] #(#modules)*);
    // Two lines, each short enough that rustfmt does not break it.
    let exports = quote!(
        pub use webdata_runtime::{ClauseName, Message, Violation, Violations};
        pub use webdata_runtime::decode::{Model, Unlisted};
        pub use webdata_runtime::{Nullable, ParseError, Patch, schemars, serde_json};
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
    let mut items = vec![modules, exports, typed];
    if !layout.modules.is_empty() {
        let path = format!("../{}", documents::SCHEMAS);
        let schemas = quote! {
            /// The JSON Schema of each type, for the derive macro.
            static SCHEMAS: Schemas = Schemas::new(include_str!(#path));
        };
        items.extend([
            quote!(
                use webdata_runtime::json_schema::Schemas;
            ),
            schemas,
        ]);
    }
    rust_file("src/lib.rs", &doc, items)
}
