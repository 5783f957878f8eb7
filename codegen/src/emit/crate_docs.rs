//! Writes the docs of the crate, which rustdoc and the README show, with an example for each kind of user. Emits
//! `README.md` from them.

use serde_json::Value;
use webdata_spec::model::{Keyword, Operand, Operation, StringFormat};

use crate::docs::wrap;
use crate::emit::events;
use crate::generated_file::{GeneratedFile, HEADER};
use crate::layout::{Field, Item, Kind, Layout, Presence, Struct, TypeKind, TypeName};
use crate::names::{ident, snake, upper_camel};
use crate::package::{FEATURES, Feature, RUST_VERSION};

/// The operation that the examples call, its types, and a valid body.
struct Example<'s> {
    operation: &'s Operation,
    request: TypeName,
    response: TypeName,
    body: Value,
}

/// Returns the paragraphs of the docs: purpose, dependency lines, features, examples and modules.
pub(crate) fn page(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
    let service = &layout.spec.service;
    let mut parts = vec![
        format!(
            "A client, a server trait, and validated types for the {}, version {}.",
            service.name, service.version
        ),
        service.doc.clone(),
        dependencies(crate_name),
        "Until the crate is published, use `path` in place of `version`.".to_owned(),
        format!("Rust {RUST_VERSION} or newer."),
        "# Features".to_owned(),
        features(),
    ];
    let root = crate_name.replace('-', "_");
    if let Some(example) = example(layout) {
        parts.extend(client_section(layout, &root, &example));
        parts.extend(server_section(layout, &root, &example));
        parts.extend(validation_section(&root, &example));
    }
    parts.extend(modules(layout));
    parts.extend(builders_section());
    parts.extend(typed_values_section(layout, &root));
    parts
}

fn dependencies(crate_name: &str) -> String {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    // Below 1.0.0, a new minor version is incompatible.
    let version = if major == "0" { format!("0.{minor}") } else { major.to_owned() };
    format!(
        "```toml\n\
         [dependencies]\n\
         {crate_name} = {{ version = \"{version}\", features = [\"client\"] }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n\
         ```"
    )
}

fn features() -> String {
    let rows = FEATURES.iter().map(|Feature { name, adds, .. }| format!("\n| `{name}` | {adds} |"));
    let always = "\n| none | Validated types, the error catalogue, operations and limits. |";
    format!("| feature | adds |\n|---|---|{always}{}", rows.collect::<String>())
}

fn modules(layout: &Layout<'_>) -> Vec<String> {
    let types: Vec<_> =
        layout.modules.iter().map(|module| format!("[`{}`]", ident(&module.name))).collect();
    let types =
        format!("- structs, enums and unions, each with its validation: {}", types.join(", "));
    let mut items = vec![
        types.as_str(),
        "- [`error_catalogue`]: each error of the contract, as `ErrorKind`",
        "- [`operations`]: the method, path, request and response of each operation",
        "- [`limits`]: the limits as constants",
    ];
    if !layout.spec.channels.is_empty() {
        items.push("- [`events`]: the events that the service sends");
    }
    if events::has_any(layout) {
        items.push("- [`webhooks`]: receivers that turn webhook requests into events");
    }
    if !layout.spec.charges.is_empty() {
        items.push("- [`credits`]: the cost of requests, as far as the contract states it");
    }
    vec![
        "# Modules".to_owned(),
        items.join("\n"),
        "Plain `serde` reads leniently: it keeps values and properties that a newer service adds, with \
         two exceptions. An object to which the contract allows no other properties drops them, and null at \
         an optional property that must not be null is read as absent. Every type is \
         `#[non_exhaustive]`, so that a new optional property or value is a minor version. Every type has the contract's own \
         JSON Schema through [`schemars`]. The types hold values of [`serde_json`], which the crate \
         re-exports. In the docs, a name such as `Type.property.maxLength` is a \
         clause of the contract."
            .to_owned(),
    ]
}

fn example<'s>(layout: &Layout<'s>) -> Option<Example<'s>> {
    layout.spec.operations.values().find_map(|operation| {
        operation.endpoint.as_ref().filter(|_| operation.deprecated.is_none())?;
        // The examples show an object as the body, and at most one parameter.
        layout.request_object(operation).filter(|object| !object.is_list)?;
        let is_plain = operation.parameters.len() < 2
            && operation.query.is_none()
            && operation.headers.is_none()
            && operation.response_headers().is_none();
        let name = operation.request.as_ref().filter(|_| is_plain)?;
        let body = layout.spec.sample(name)?;
        let (request, response) =
            (layout.type_name(name)?, layout.type_name(operation.response_type()?)?);
        Some(Example { operation, request, response, body })
    })
}

fn validation_section(root: &str, example: &Example<'_>) -> Vec<String> {
    let TypeName { module, name } = &example.request;
    let (module, body) = (ident(module), &example.body);
    vec![
        "# Validate bodies in tests".to_owned(),
        "`T::parse` reads and validates bytes, `T::check` a JSON value, and `value.validate()` a value that \
         was built in Rust. Each returns the violations: the first 1,000, and the number of the others."
            .to_owned(),
        format!(
            "```\n\
             use {root}::{module}::{name};\n\
             use {root}::serde_json::json;\n\n\
             let body = br#\"{body}\"#;\n\
             let read = {name}::parse(body).expect(\"the contract allows it\");\n\
             assert!(read.validate().is_ok());\n\n\
             for violation in {name}::check(&json!([])).unwrap_err() {{\n    \
                 println!(\"{{}} {{}}\", violation.pointer, violation.clause);\n\
             }}\n\
             ```"
        ),
    ]
}

fn client_section(layout: &Layout<'_>, root: &str, example: &Example<'_>) -> Vec<String> {
    let TypeName { module, name } = &example.request;
    let (module, method) = (ident(module), ident(&snake(&example.operation.id)));
    let invalid = ident(&upper_camel(&layout.spec.service.validation_failure));
    let body_expression = builder_call(layout, example)
        .unwrap_or_else(|| format!("{name}::parse(br#\"{}\"#)?", example.body));
    let parameters: String = example
        .operation
        .parameters
        .values()
        .map(|parameter| {
            let sample = parameter.schema.examples.first().and_then(Value::as_str);
            format!("{:?}, ", sample.unwrap_or("6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11"))
        })
        .collect();
    vec![
        "# Call the service".to_owned(),
        "With the feature `client`. `error.error_response()` returns the error response, if the service sent one: \
         its status code, its body, and the wait that it asks for. `error.kind()` returns the error of the \
         catalogue, if the response is one:"
            .to_owned(),
        format!(
            "```no_run\n\
             # #[cfg(feature = \"client\")]\n\
             # async fn example() -> Result<(), Box<dyn std::error::Error>> {{\n\
             use {root}::client::Client;\n\
             use {root}::error_catalogue::ErrorKind;\n\
             use {root}::{module}::{name};\n\n\
             let client = Client::new(\"https://api.example.com\", &std::env::var(\"API_KEY\")?)?;\n\
             let body = {body_expression};\n\
             match client.{method}({parameters}&body).await {{\n    \
                 Ok(response) => println!(\"{{response:?}}\"),\n    \
                 Err(error) => match (error.kind(), error.error_response()) {{\n        \
                     (Some(ErrorKind::{invalid}), Some(sent)) => println!(\"{{:?}}\", sent.details()),\n        \
                     (_, Some(sent)) => println!(\"{{error}}; wait: {{:?}}\", sent.retry_after),\n        \
                     (_, None) => println!(\"{{error}}\"),\n    \
                 }},\n\
             }}\n\
             # Ok(())\n\
             # }}\n\
             ```"
        ),
    ]
}

/// Returns a call of the request's builder that makes the sample, if its properties are plain values.
fn builder_call(layout: &Layout<'_>, example: &Example<'_>) -> Option<String> {
    let name = &example.request.name;
    let Kind::Struct(structure) = &layout.item(name)?.kind else { return None };
    let members = example.body.as_object()?;
    let (required, optional): (Vec<_>, Vec<_>) =
        structure.fields.iter().partition(|f| f.presence.is_required());
    // The derive macro decides whether several required properties are arguments, and whether a type without
    // optional ones has a builder.
    if required.len() > 1 || optional.is_empty() {
        return None;
    }
    let literal_of = |f: &Field<'_>| literal(layout, f, members.get(f.property)?);
    let arguments = required.into_iter().map(literal_of);
    let arguments = arguments.collect::<Option<Vec<_>>>()?.join(", ");
    let mut calls = String::new();
    for field in optional {
        if members.contains_key(field.property) {
            // The derive macro may give such a setter another name than its field.
            if matches!(field.name.as_str(), "build" | "new") || field.name.starts_with("clear_") {
                return None;
            }
            let method = ident(&field.name);
            calls.push_str(&format!(".{method}({})", literal_of(field)?));
        }
    }
    Some(format!("{name}::builder({arguments}){calls}.build()?"))
}

fn literal(layout: &Layout<'_>, field: &Field<'_>, value: &Value) -> Option<String> {
    match value {
        _ if !layout.is_plain(&field.ty) => None,
        Value::String(text) => Some(format!("{text:?}")),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

fn server_section(layout: &Layout<'_>, root: &str, example: &Example<'_>) -> Vec<String> {
    let schemes = &layout.spec.service.authentication;
    let (Some(scheme), 1, Some(_)) =
        (schemes.values().next(), schemes.len(), &example.operation.authentication)
    else {
        return Vec::new();
    };
    let TypeName { module, name } = &example.request;
    let TypeName { module: response_module, name: response } = &example.response;
    let (module, response_module) = (ident(module), ident(response_module));
    let method = ident(&snake(&example.operation.id));
    let parameters: String = example
        .operation
        .parameters
        .keys()
        .map(|name| format!("{}: String,\n        ", ident(&snake(name))))
        .collect();
    let body =
        if example.operation.request_required { name.clone() } else { format!("Option<{name}>") };
    let (rejected, missing) =
        (upper_camel(&scheme.rejected), upper_camel(&layout.spec.service.unknown_path));
    let imports = if module == response_module && name == response {
        format!("use {root}::{module}::{name};")
    } else if module == response_module && name < response {
        format!("use {root}::{module}::{{{name}, {response}}};")
    } else if module == response_module {
        format!("use {root}::{module}::{{{response}, {name}}};")
    } else {
        format!("use {root}::{module}::{name};\nuse {root}::{response_module}::{response};")
    };
    vec![
        "# Build a compatible server".to_owned(),
        "With the feature `server`. The router validates bodies before it calls a method, and turns an error \
         into the response that the catalogue says:"
            .to_owned(),
        format!(
            "```no_run\n\
             # #[cfg(feature = \"server\")]\n\
             # mod example {{\n\
             use {root}::error_catalogue::{{ApiError, ErrorKind}};\n\
             {imports}\n\
             use {root}::server::Service;\n\n\
             struct Vendor;\n\n\
             impl Service for Vendor {{\n    \
                 type Caller = String;\n\n    \
                 async fn authenticate(&self, key: &str) -> Result<String, ApiError> {{\n        \
                     // Whose key is it?\n        \
                     Err(ErrorKind::{rejected}.into())\n    \
                 }}\n\n    \
                 async fn {method}(\n        \
                     &self,\n        \
                     caller: String,\n        \
                     {parameters}body: {body},\n    \
                 ) -> Result<{response}, ApiError> {{\n        \
                     // Find the resource of the caller, change it, and return it.\n        \
                     Err(ErrorKind::{missing}.into())\n    \
                 }}\n\
             }}\n\n\
             # fn served() -> impl Sized {{\n\
             // An `axum::Router`. `axum::serve(listener, router).await` serves it, with the features\n\
             // `http1` and `tokio` of `axum`.\n\
             let router = {root}::server::router(Vendor);\n\
             # router\n\
             # }}\n\
             # }}\n\
             ```"
        ),
        "With the feature `axum` alone, `Valid<T>` is an extractor for your own handlers."
            .to_owned(),
    ]
}

/// Returns the section about building values.
fn builders_section() -> [String; 2] {
    [
        "# Build values".to_owned(),
        "- A type with optional properties has a `builder`, with a setter for each of them. `build` validates \
         the whole value.\n\
         - Required properties are arguments of `builder` and of `new`. `new` does not validate the value.\n\
         - A type with two required properties of one kind (boolean, number, list, map, or other) has no `new`, so \
         that arguments cannot be swapped. Its `builder` has a setter for each required property, and `build` \
         reports each one that is not set.\n\
         - A setter takes what converts into the field's type, such as `&str`. It has the name of its field, \
         or `with_<field>` if the builder has another method of that name.\n\
         - An optional and nullable property is a [`Patch`] in types that requests carry, and a [`Nullable`] in \
         types that only responses carry. The method `clear_<field>` of the builder sets it to null.\n\
         - Properties that the contract does not list are read into the map `additional_properties`, and sent \
         with the others. To send other properties, put them there."
            .to_owned(),
    ]
}

/// The Rust type of a string format, as an example uses it.
struct RustType {
    feature: &'static str,
    /// The name of the variable in the example.
    variable: &'static str,
    /// The argument of a constructor.
    argument: &'static str,
}

impl RustType {
    fn from_format(format: StringFormat) -> Option<Self> {
        let (feature, variable, argument) = match format {
            StringFormat::Uuid => ("uuid", "uuid", "uuid"),
            StringFormat::Uri => ("url", "url", "url"),
            StringFormat::DateTime => ("jiff", "timestamp", "timestamp.to_string()"),
            _ => return None,
        };
        Some(Self { feature, variable, argument })
    }
}

/// Returns the section about strings with Rust types of their own, or nothing if the contract has none.
fn typed_values_section(layout: &Layout<'_>, root: &str) -> Vec<String> {
    let examples = layout.items().filter_map(|item| typed_values_example(layout, root, item));
    let Some(example) = examples.min_by_key(String::len) else { return Vec::new() };
    vec![
        "# Typed values".to_owned(),
        "Strings keep the text that was received. With the features `uuid`, `url` \
         and `jiff`, a property that is a UUID, a URI or a date-time also has the method \
         `parse_<field>`, which returns a `uuid::Uuid`, `url::Url` or `jiff::Timestamp`; for an optional \
         property, the `Result` has an `Option`. Some valid strings have no such value: URIs whose host or port \
         the URL Standard does not allow, such as `http:///path` and `http://example.com:99999`, and times after \
         9999-12-30T22:00:00Z. In a `Timestamp`, digits below a nanosecond are dropped, and a leap second is the \
         second before it. \
         Constructors and setters take a `Uuid` or a `Url`. For a `Timestamp`, pass \
         `timestamp.to_string()`:"
            .to_owned(),
        example,
    ]
}

/// Returns an example with a required property, in a type without other required properties.
fn typed_values_example(layout: &Layout<'_>, root: &str, item: &Item<'_>) -> Option<String> {
    let Kind::Struct(structure) = &item.kind else { return None };
    let module = &layout.type_name(&item.name)?.module;
    let (field, RustType { feature, variable, argument }) = typed_required_field(structure)?;
    let sample = layout.spec.sample(&item.name)?;
    let (module, name, method) =
        (ident(module), &item.name, ident(&format!("parse_{}", field.name)));
    Some(format!(
        "```\n\
         # #[cfg(feature = \"{feature}\")]\n\
         # {{\n\
         use {root}::{module}::{name};\n\n\
         let body = br#\"{sample}\"#;\n\
         let read = {name}::parse(body).expect(\"the contract allows it\");\n\
         if let Ok({variable}) = read.{method}() {{\n    \
             assert!({name}::new({argument}).validate().is_ok());\n\
         }}\n\
         # }}\n\
         ```"
    ))
}

/// Returns the only required property of a struct, if it is a string with a Rust type of its own.
fn typed_required_field<'f, 's>(structure: &'f Struct<'s>) -> Option<(&'f Field<'s>, RustType)> {
    let mut required = structure.fields.iter().filter(|field| field.presence.is_required());
    let (field, None) = (required.next()?, required.next()) else {
        return None;
    };
    let is_text = matches!(field.ty.kind, TypeKind::Text);
    if !is_text || field.presence != Presence::Required {
        return None;
    }
    let constraints = &field.ty.schema.constraints;
    let format = constraints.iter().find(|constraint| constraint.keyword == Keyword::Format)?;
    let Operand::Format(format) = format.operand else { return None };
    Some((field, RustType::from_format(format)?))
}

/// Emits the README.
pub(crate) fn readme(layout: &Layout<'_>, crate_name: &str) -> GeneratedFile {
    let mut text = format!("<!-- {HEADER} -->\n# {crate_name}\n");
    for paragraph in page(layout, crate_name) {
        text.push('\n');
        for line in without_rustdoc_syntax(&paragraph) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    GeneratedFile { path: "README.md".to_owned(), text }
}

/// Returns the lines of a paragraph without rustdoc's syntax: links to items, hidden lines of code, and test
/// attributes. Headings move one level down.
fn without_rustdoc_syntax(paragraph: &str) -> Vec<String> {
    if paragraph.starts_with("```") {
        let shown = paragraph.lines().filter(|line| *line != "#" && !line.starts_with("# "));
        let shown = shown.map(|line| match line {
            "```no_run" => "```rust,no_run".to_owned(),
            other => other.to_owned(),
        });
        let mut lines: Vec<String> = shown.collect();
        if let Some(first) = lines.first_mut().filter(|first| *first == "```") {
            first.push_str("rust");
        }
        return lines;
    }
    let text = paragraph.replace("[`", "`").replace("`]", "`");
    if text.starts_with('#') {
        return vec![format!("#{text}")];
    }
    if text.starts_with("- ") || text.starts_with('|') {
        return text.lines().map(str::to_owned).collect();
    }
    wrap(&text)
}
