//! Examples for the docs of modules: how to read events, and how to estimate the cost of a request.

use webdata_spec::model::{Channel, Transport};

use crate::emit::webhooks as emitted;
use crate::layout::{Kind, Layout, TypeName};
use crate::names::{ident, upper_camel};

/// Returns the example about events.
pub(in crate::emit) fn webhooks(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
    let root = &crate_name.replace('-', "_");
    let channels = || layout.spec.channels.values().filter(|channel| !channel.events.is_empty());
    let channel = channels()
        .find(|channel| channel.transport == Transport::Webhook)
        .or_else(|| channels().next());
    let Some(channel) = channel else { return Vec::new() };
    // The events of the first channel keep their names.
    let name = format!("{}Event", upper_camel(&channel.id));
    let Some(event) = channel.events.values().next() else { return Vec::new() };
    let payload = event.carries.as_ref().and_then(|name| layout.spec.sample(name));
    let payload = payload.unwrap_or_else(|| serde_json::json!({})).to_string();
    let (wire, variant) = (&event.name, ident(&upper_camel(&event.name)));
    let mut parts = vec![
        "# Read an event".to_owned(),
        "An event has a name and a payload. `read` validates both; `read_leniently` also returns events of a \
         newer service:"
            .to_owned(),
        format!(
            "```\n\
             use {root}::events::{name};\n\
             use {root}::serde_json::json;\n\n\
             let payload = json!({payload});\n\
             match {name}::read(\"{wire}\", &payload) {{\n    \
                 Ok({name}::{variant}(carried)) => println!(\"{{carried:?}}\"),\n    \
                 Ok(other) => println!(\"received {{}}\", other.name()),\n    \
                 Err(violations) => panic!(\"{{violations}}\"),\n\
             }}\n\n\
             let newer = {name}::read_leniently(\"not listed\", payload);\n\
             assert_eq!(newer.name(), \"not listed\");\n\
             ```"
        ),
    ];
    if channel.transport == Transport::Webhook {
        parts.extend(receiver(layout, root, channel));
    }
    parts
}

/// Returns the example of a webhook receiver, if a subscription says what a request must have.
fn receiver(layout: &Layout<'_>, root: &str, channel: &Channel) -> Option<String> {
    if !emitted::has_subscription_type(layout, channel) {
        return None;
    }
    let subscription = channel.type_name.as_ref()?;
    let sample = layout.spec.sample(subscription)?;
    let TypeName { module, name } = layout.type_name(subscription)?;
    let module = ident(&module);
    let receiver = format!("{}Receiver", upper_camel(&channel.id));
    let wire = &channel.events.values().next()?.name;
    Some(format!(
        "A subscriber of webhooks passes each request to a receiver, which knows the subscription:\n\n\
         ```\n\
         use {root}::webhooks::{receiver};\n\
         use {root}::{module}::{name};\n\n\
         /// Returns the status code to respond with.\n\
         fn handle(receiver: &{receiver}, headers: &[(&str, &str)], body: &[u8]) -> u16 {{\n    \
             match receiver.receive(headers.iter().copied(), body) {{\n        \
                 Ok(event) => {{\n            \
                     println!(\"received {{}}\", event.name());\n            \
                     204\n        \
                 }}\n        \
                 Err(error) => error.status(),\n    \
             }}\n\
         }}\n\n\
         // The contract shows no signature. Subscribe with a header that has a secret, and expect it:\n\
         // a request without the header gets 401.\n\
         let subscription = {name}::parse(br#\"{sample}\"#).expect(\"the contract allows it\");\n\
         let receiver = {receiver}::from(&subscription).expect_header(\"X-Secret\", \"sesame\");\n\
         assert_eq!(handle(&receiver, &[], b\"{{}}\"), 401);\n\n\
         let unauthenticated = {receiver}::new();\n\
         assert_eq!(handle(&unauthenticated, &[], br#\"{{\"event\":\"{wire}\"}}\"#), 204);\n\
         assert_eq!(handle(&unauthenticated, &[], b\"{{\"), 400);\n\
         ```"
    ))
}

/// Returns the example about the cost of a request.
pub(in crate::emit) fn charges(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
    let root = &crate_name.replace('-', "_");
    let all_optional = |name: &str| match layout.item(name).map(|item| &item.kind) {
        Some(Kind::Struct(structure)) => {
            structure.fields.iter().all(|field| !field.presence.is_required())
        }
        _ => false,
    };
    let charged_type = layout
        .charged_types
        .iter()
        .filter(|charged_type| !charged_type.charges.is_empty() && all_optional(&charged_type.item))
        .max_by_key(|charged_type| charged_type.charges.len());
    let type_name = charged_type.and_then(|charged_type| layout.type_name(&charged_type.item));
    let Some(TypeName { module, name }) = type_name else { return Vec::new() };
    let module = ident(&module);
    vec![
        "# Estimate a request".to_owned(),
        "An estimate with unknown amounts has no upper bound:".to_owned(),
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
