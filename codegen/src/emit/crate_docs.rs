//! Fills the templates of the crate's docs (`crate_docs/*.md`), which rustdoc and the README show, with an example for
//! each kind of user. Emits `README.md` from them.

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
    let root = crate_name.replace('-', "_");
    let mut parts = introduction(layout, crate_name);
    if let Some(example) = example(layout) {
        parts.extend(client_section(layout, &root, &example));
        parts.extend(server_section(layout, &root, &example));
        parts.extend(validation_section(&root, &example));
    }
    parts.extend(modules(layout));
    parts.extend(paragraphs(include_str!("crate_docs/builders.md"), &[]));
    parts.extend(typed_values_section(layout, &root));
    parts
}

/// Returns the paragraphs of a template: headings, code, lists, tables and prose, which becomes one line. `@name@` becomes
/// the value of that name.
fn paragraphs(template: &str, values: &[(&str, &str)]) -> Vec<String> {
    let filled = |text: &str| {
        let pieces = text.split('@').enumerate().map(|(at, piece)| {
            let value = values.iter().find(|(name, _)| at % 2 == 1 && *name == piece);
            value.map_or(piece, |(_, value)| value)
        });
        pieces.collect()
    };
    let mut found: Vec<String> = Vec::new();
    let mut is_code = false;
    for block in template.trim_end().split("\n\n") {
        match found.last_mut().filter(|_| is_code) {
            Some(code) => *code = format!("{code}\n\n{block}"),
            None if ["- ", "|", "```"].iter().any(|start| block.starts_with(start)) => {
                found.push(block.to_owned());
            }
            None => found.push(block.replace('\n', " ")),
        }
        is_code ^= block.matches("```").count() == 1;
    }
    found.iter().map(|text| filled(text)).collect()
}

fn introduction(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
    let service = &layout.spec.service;
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    // Below 1.0.0, a new minor version is incompatible.
    let version = if major == "0" { format!("0.{minor}") } else { major.to_owned() };
    let rows = FEATURES.iter().map(|Feature { name, adds, .. }| format!("| `{name}` | {adds} |"));
    let values = [
        ("service", service.name.as_str()),
        ("version", &service.version),
        ("description", &service.doc),
        ("crate", crate_name),
        ("crate_version", &version),
        ("rust", RUST_VERSION),
        ("features", &rows.collect::<Vec<_>>().join("\n")),
    ];
    paragraphs(include_str!("crate_docs/introduction.md"), &values)
}

fn modules(layout: &Layout<'_>) -> Vec<String> {
    let types: Vec<_> =
        layout.modules.iter().map(|module| format!("[`{}`]", ident(&module.name))).collect();
    let others = [
        (!layout.spec.channels.is_empty(), "\n- [`events`]: the events that the service sends"),
        (
            events::has_any(layout),
            "\n- [`webhooks`]: receivers that turn webhook requests into events",
        ),
        (
            !layout.spec.charges.is_empty(),
            "\n- [`credits`]: the cost of requests, as far as the contract states it",
        ),
    ];
    let others: String =
        others.into_iter().filter(|(exists, _)| *exists).map(|(_, line)| line).collect();
    let values = [("types", types.join(", ")), ("others", others)];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    paragraphs(include_str!("crate_docs/modules.md"), &values)
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
    let values = [
        ("root", root),
        ("module", &ident(module).to_string()),
        ("request", name),
        ("body", &example.body.to_string()),
    ];
    paragraphs(include_str!("crate_docs/validation.md"), &values)
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
    let values = [
        ("root", root),
        ("module", &module.to_string()),
        ("request", name),
        ("body", &body_expression),
        ("method", &method.to_string()),
        ("parameters", &parameters),
        ("invalid", &invalid.to_string()),
    ];
    paragraphs(include_str!("crate_docs/client.md"), &values)
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
    let values = [
        ("root", root),
        ("imports", &imports),
        ("rejected", &rejected),
        ("method", &method.to_string()),
        ("parameters", &parameters),
        ("body", &body),
        ("response", response),
        ("missing", &missing),
    ];
    paragraphs(include_str!("crate_docs/server.md"), &values)
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

/// Returns the section about strings with Rust types of their own, or nothing if the contract has none. Its example is the
/// shortest.
fn typed_values_section(layout: &Layout<'_>, root: &str) -> Vec<String> {
    let sections = layout.items().filter_map(|item| typed_values(layout, root, item));
    let length = |section: &Vec<String>| section.iter().map(String::len).sum::<usize>();
    sections.min_by_key(length).unwrap_or_default()
}

/// Returns the section with an example that has a required property, in a type without other required properties.
fn typed_values(layout: &Layout<'_>, root: &str, item: &Item<'_>) -> Option<Vec<String>> {
    let Kind::Struct(structure) = &item.kind else { return None };
    let module = &layout.type_name(&item.name)?.module;
    let (field, RustType { feature, variable, argument }) = typed_required_field(structure)?;
    let values = [
        ("root", root),
        ("module", &ident(module).to_string()),
        ("name", &item.name),
        ("sample", &layout.spec.sample(&item.name)?.to_string()),
        ("method", &ident(&format!("parse_{}", field.name)).to_string()),
        ("feature", feature),
        ("variable", variable),
        ("argument", argument),
    ];
    Some(paragraphs(include_str!("crate_docs/typed_values.md"), &values))
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
