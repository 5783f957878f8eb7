//! Worked examples for the page of the crate, made from the contract: its first operation that
//! takes and returns something, its first channel of webhooks, its first charged type.
//!
//! They are compiled, and run where no network is needed, as tests of the emitted crate; what
//! needs a feature is hidden from the compiler without it.

use serde_json::Value;
use webdata_spec::model::{Channel, Operation, Transport};

use crate::layout::{Constructor, Field, Kind, Layout, Presence, TypeKind, TypeName};
use crate::names::{ident, snake, upper_camel};

/// The operation that the examples are about.
struct Example<'s> {
    operation: &'s Operation,
    request: TypeName,
    response: TypeName,
    body: Value,
}

/// The examples, each below a heading.
pub(crate) fn guide(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
    let root = crate_name.replace('-', "_");
    let mut parts = Vec::new();
    if let Some(example) = example(layout) {
        parts.extend(judged(&root, &example));
        parts.extend(client(layout, &root, &example));
        parts.extend(server(layout, &root, &example));
    }
    parts.extend(webhooks(layout, &root));
    parts.extend(charges(layout, &root));
    parts
}

fn example<'s>(layout: &Layout<'s>) -> Option<Example<'s>> {
    layout.spec.operations.values().find_map(|operation| {
        operation.endpoint.as_ref().filter(|_| operation.deprecated.is_none())?;
        // The examples show a body that is an object, and nothing beside it.
        layout.sent_object(operation).filter(|sent| !sent.is_list)?;
        let is_plain = operation.query.is_none()
            && operation.headers.is_none()
            && operation.response_headers().is_none();
        let name = operation.request.as_ref().filter(|_| is_plain)?;
        let body = layout.spec.sample(name)?;
        let (request, response) =
            (layout.type_name(name)?, layout.type_name(operation.response_type()?)?);
        Some(Example { operation, request, response, body })
    })
}

fn judged(root: &str, example: &Example<'_>) -> Vec<String> {
    let TypeName { module, name } = &example.request;
    let (module, body) = (ident(module), &example.body);
    vec![
        "# Bodies".to_owned(),
        "Bytes become a value in one pass, or every violation is told, each with its place and \
         its clause:"
            .to_owned(),
        format!(
            "```\n\
             use {root}::{module}::{name};\n\n\
             let body = br#\"{body}\"#;\n\
             let read = {name}::parse(body).expect(\"the contract allows it\");\n\
             assert!(read.validate().is_ok());\n\n\
             for violation in {name}::check(&serde_json::json!([])).unwrap_err() {{\n    \
                 println!(\"{{}} {{}}\", violation.pointer, violation.clause);\n\
             }}\n\
             ```"
        ),
    ]
}

fn client(layout: &Layout<'_>, root: &str, example: &Example<'_>) -> Vec<String> {
    let TypeName { module, name } = &example.request;
    let (module, method) = (ident(module), ident(&snake(&example.operation.id)));
    let made = built(layout, example)
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
        "# For those who call the service".to_owned(),
        "With the feature `client`; its errors tell what the catalogue says of them:".to_owned(),
        format!(
            "```no_run\n\
             # #[cfg(feature = \"client\")]\n\
             # async fn example() -> Result<(), Box<dyn std::error::Error>> {{\n\
             use {root}::client::Client;\n\
             use {root}::{module}::{name};\n\n\
             let client = Client::new(\"https://api.example.com\", &std::env::var(\"API_KEY\")?)?;\n\
             let body = {made};\n\
             match client.{method}({parameters}&body).await {{\n    \
                 Ok(answer) => println!(\"{{answer:?}}\"),\n    \
                 Err(error) => println!(\"{{error}}, which is {{:?}}\", error.kind()),\n\
             }}\n\
             # Ok(())\n\
             # }}\n\
             ```"
        ),
    ]
}

/// A call of the request's builder that makes the sample, where its members are plain.
fn built(layout: &Layout<'_>, example: &Example<'_>) -> Option<String> {
    let name = &example.request.name;
    let Kind::Struct(found) = &layout.item(name)?.kind else { return None };
    found.builder.as_ref()?;
    let members = example.body.as_object()?;
    let is_required =
        |f: &&Field<'_>| matches!(f.presence, Presence::Required | Presence::RequiredNullable);
    let is_argument = |f: &&Field<'_>| is_required(f) && found.constructor == Constructor::Builder;
    let given = |f: &Field<'_>| literal(layout, f, members.get(f.property)?);
    let arguments = found.fields.iter().filter(is_argument).map(given);
    let arguments = arguments.collect::<Option<Vec<_>>>()?.join(", ");
    let mut calls = String::new();
    for field in found.fields.iter().filter(|f| !is_argument(f)) {
        if members.contains_key(field.property) {
            // Where a setter has another name than its field, the example shows none.
            if matches!(field.name.as_str(), "build" | "new") || field.name.starts_with("clear_") {
                return None;
            }
            let method = ident(&field.name);
            calls.push_str(&format!(".{method}({})", given(field)?));
        }
    }
    Some(format!("{name}::builder({arguments}){calls}.build()?"))
}

fn literal(layout: &Layout<'_>, field: &Field<'_>, value: &Value) -> Option<String> {
    let is_plain = match &field.ty.kind {
        TypeKind::Boolean | TypeKind::Integer | TypeKind::Number | TypeKind::Text => true,
        TypeKind::Named { name, .. } => {
            layout.item(&name.name).is_some_and(|item| matches!(item.kind, Kind::Choice(_)))
        }
        _ => false,
    };
    match value {
        Value::String(text) if is_plain => Some(format!("{text:?}")),
        Value::Bool(_) | Value::Number(_) if is_plain => Some(value.to_string()),
        _ => None,
    }
}

fn server(layout: &Layout<'_>, root: &str, example: &Example<'_>) -> Vec<String> {
    let schemes = &layout.spec.service.authentication;
    let (Some(scheme), 1, Some(_)) =
        (schemes.values().next(), schemes.len(), &example.operation.authentication)
    else {
        return Vec::new();
    };
    let TypeName { module, name } = &example.request;
    let TypeName { module: answer_module, name: answer } = &example.response;
    let (module, answer_module) = (ident(module), ident(answer_module));
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
    let imports = if module == answer_module && name == answer {
        format!("use {root}::{module}::{name};")
    } else if module == answer_module && name < answer {
        format!("use {root}::{module}::{{{name}, {answer}}};")
    } else if module == answer_module {
        format!("use {root}::{module}::{{{answer}, {name}}};")
    } else {
        format!("use {root}::{module}::{name};\nuse {root}::{answer_module}::{answer};")
    };
    vec![
        "# For those who build a compatible server".to_owned(),
        "With the feature `server`; what comes in has been judged, and what is refused is \
         answered as the catalogue says:"
            .to_owned(),
        format!(
            "```no_run\n\
             # #[cfg(feature = \"server\")]\n\
             # mod example {{\n\
             use {root}::errors::{{ErrorKind, Refusal}};\n\
             {imports}\n\
             use {root}::server::Service;\n\n\
             struct Vendor;\n\n\
             impl Service for Vendor {{\n    \
                 type Caller = String;\n\n    \
                 async fn authenticate(&self, key: &str) -> Result<String, Refusal> {{\n        \
                     // Whose key is it?\n        \
                     Err(ErrorKind::{rejected}.into())\n    \
                 }}\n\n    \
                 async fn {method}(\n        \
                     &self,\n        \
                     caller: String,\n        \
                     {parameters}body: {body},\n    \
                 ) -> Result<{answer}, Refusal> {{\n        \
                     // Find what the caller owns, change it, and answer with it.\n        \
                     Err(ErrorKind::{missing}.into())\n    \
                 }}\n\
             }}\n\n\
             # fn served() -> impl Sized {{\n\
             {root}::server::router(Vendor)\n\
             # }}\n\
             # }}\n\
             ```"
        ),
        "With the feature `axum` alone, `Valid<T>` is an extractor for handlers of one's own."
            .to_owned(),
    ]
}

fn webhooks(layout: &Layout<'_>, root: &str) -> Vec<String> {
    let channels = || layout.spec.channels.values().filter(|channel| !channel.events.is_empty());
    let channel = channels()
        .find(|channel| channel.transport == Transport::Webhook)
        .or_else(|| channels().next());
    let Some(channel) = channel else { return Vec::new() };
    // The first events of the contract take their names in the module as they are.
    let name = format!("{}Event", upper_camel(&channel.id));
    let Some(event) = channel.events.values().next() else { return Vec::new() };
    let payload = event.carries.as_ref().and_then(|name| layout.spec.sample(name));
    let payload = payload.unwrap_or_else(|| serde_json::json!({})).to_string();
    let (wire, variant) = (&event.name, ident(&upper_camel(&event.name)));
    let mut parts = vec![
        "# For those who are told of events".to_owned(),
        "An event has a name, and carries something. `read` judges both; `read_leniently` keeps \
         what a newer service may send:"
            .to_owned(),
        format!(
            "```\n\
             use {root}::events::{name};\n\n\
             let payload = serde_json::json!({payload});\n\
             match {name}::read(\"{wire}\", &payload) {{\n    \
                 Ok({name}::{variant}(carried)) => println!(\"{{carried:?}}\"),\n    \
                 Ok(other) => println!(\"told of {{}}\", other.name()),\n    \
                 Err(violations) => panic!(\"{{violations}}\"),\n\
             }}\n\n\
             let newer = {name}::read_leniently(\"not listed\", payload);\n\
             assert_eq!(newer.name(), \"not listed\");\n\
             ```"
        ),
    ];
    if channel.transport == Transport::Webhook {
        parts.extend(receiver(layout, root, channel, &name));
    }
    parts
}

/// What a subscriber does with a request, where a subscription may say what headers it has.
fn receiver(layout: &Layout<'_>, root: &str, channel: &Channel, event: &str) -> Option<String> {
    let TypeName { module, name } = layout.type_name(channel.type_name.as_ref()?)?;
    let Kind::Struct(found) = &layout.item(&name)?.kind else { return None };
    let headers = found.fields.iter().find(|field| field.property == "headers")?;
    let (module, field) = (ident(&module), ident(&headers.name));
    let wire = &channel.events.values().next()?.name;
    Some(format!(
        "Whoever is told by requests reads them like this:\n\n\
         ```\n\
         use {root}::events::{event};\n\n\
         /// The status to answer with.\n\
         fn receive(name: &str, body: &[u8]) -> u16 {{\n    \
             // The contract does not show where the name stands, what shape the payload has, or a\n    \
             // signature. A secret header of one's own is the only proof of the sender: set it by\n    \
             // `{name}::{field}` of `{module}`, and compare it before anything is read.\n    \
             let Ok(payload) = serde_json::from_slice(body) else {{ return 400 }};\n    \
             println!(\"told of {{}}\", {event}::read_leniently(name, payload).name());\n    \
             204\n\
         }}\n\n\
         assert_eq!(receive(\"{wire}\", b\"{{}}\"), 204);\n\
         assert_eq!(receive(\"not listed\", b\"[]\"), 204);\n\
         assert_eq!(receive(\"{wire}\", b\"{{\"), 400);\n\
         ```"
    ))
}

fn charges(layout: &Layout<'_>, root: &str) -> Vec<String> {
    let all_optional = |name: &str| match layout.item(name).map(|item| &item.kind) {
        Some(Kind::Struct(found)) => {
            found.fields.iter().all(|f| matches!(f.presence, Presence::Optional | Presence::Patch))
        }
        _ => false,
    };
    let charged_type = layout
        .charged_types
        .iter()
        .filter(|charged_type| !charged_type.charges.is_empty() && all_optional(&charged_type.item))
        .max_by_key(|charged_type| charged_type.charges.len());
    let found = charged_type.and_then(|charged_type| layout.type_name(&charged_type.item));
    let Some(TypeName { module, name }) = found else { return Vec::new() };
    let module = ident(&module);
    vec![
        "# What a request costs".to_owned(),
        "As far as the contract says; what is not known beforehand has no upper bound:".to_owned(),
        format!(
            "```\n\
             use {root}::credits::{{Counts, estimate}};\n\
             use {root}::{module}::{name};\n\n\
             let estimate = estimate(&{name}::default(), &Counts::new().pages(3));\n\
             for line in &estimate.lines {{\n    \
                 println!(\"{{}}: {{:?}} credits\", line.charge.doc, line.credits());\n\
             }}\n\
             assert!(estimate.at_most().is_none_or(|most| estimate.at_least() <= most));\n\
             ```"
        ),
    ]
}
