//! Emits `src/events.rs`, an enum of the events of each channel, and `src/webhooks.rs`, a receiver for each
//! webhook channel, which takes the properties of a subscription.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::model::{Channel, Event, Transport};

use crate::docs::{behaviour, doc};
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::{Field, Kind, Layout, Presence, Struct, TypeKind, TypeName};
use crate::names::{Scope, ident, shouty_snake, upper_camel};

/// Emits the events, or no file if the contract has no channel.
pub(crate) fn emit(
    layout: &Layout<'_>,
    crate_name: &str,
) -> Result<Option<GeneratedFile>, GenerateError> {
    if layout.spec.channels.is_empty() {
        return Ok(None);
    }
    let mut names = Scope::default();
    let (with_events, without_events): (Vec<_>, Vec<_>) =
        layout.spec.channels.values().partition(|channel| !channel.events.is_empty());
    let items: Vec<_> = with_events
        .into_iter()
        .map(|channel| {
            let name = names.claim(format!("{}Event", upper_camel(&channel.id)));
            enumeration(layout, channel, &ident(&name))
        })
        .collect();
    let mut paragraphs =
        vec!["The events that the service sends: an enum for each channel.".to_owned()];
    for channel in without_events {
        paragraphs.push(format!(
            "The channel `{}`: {} The service sends the messages as {}. The contract names no events of the channel.",
            channel.clause(),
            channel.doc,
            transport(channel)
        ));
        paragraphs.extend(behaviour(&channel.clause(), &channel.behaviour));
    }
    paragraphs.extend(webhooks_example(layout, crate_name));
    rust_file("src/events.rs", &paragraphs.join("\n\n"), items).map(Some)
}

fn transport(channel: &Channel) -> String {
    let reads = channel.operation.as_ref().map(|operation| {
        let constant = shouty_snake(operation);
        format!("the operation [`{operation}`](super::operations::{constant})")
    });
    match channel.transport {
        Transport::Webhook => "requests to an address of the subscriber".to_owned(),
        Transport::Email => "e-mail".to_owned(),
        Transport::Trace => {
            let reads = reads.as_deref().unwrap_or("an operation");
            format!("parts of the response of {reads}")
        }
    }
}

/// An event as a variant.
struct Variant<'e> {
    event: &'e Event,
    name: Ident,
    /// The type of its payload, if the contract shows it.
    payload: Option<TypeName>,
}

fn enumeration(layout: &Layout<'_>, channel: &Channel, name: &Ident) -> TokenStream {
    let mut scope = Scope::default();
    let variants: Vec<_> = channel
        .events
        .values()
        .map(|event| Variant {
            event,
            name: ident(&scope.claim(upper_camel(&event.name))),
            payload: event.carries.as_ref().and_then(|name| layout.type_name(name)),
        })
        .collect();
    let other = ident(&scope.claim("Other".to_owned()));
    let clause = channel.clause();
    let enum_doc = {
        let mut paragraphs = vec![channel.doc.clone()];
        paragraphs.push(format!(
            "The service sends these events as {} (`{clause}`).",
            transport(channel)
        ));
        paragraphs.extend(channel.type_name.as_ref().and_then(|name| layout.type_name(name)).map(
            |TypeName { module, name }| {
                format!("Subscribe with [`{name}`](super::{}::{name}).", ident(&module))
            },
        ));
        paragraphs.extend(behaviour(&clause, &channel.behaviour));
        doc(paragraphs)
    };
    let declared = variants.iter().map(|variant| declare_variant(channel, variant));
    let clause = clause.as_str();
    let other_sentence = if variants.iter().any(|variant| variant.payload.is_some()) {
        "An event that the contract does not list, or whose payload breaks the contract. Only \
         [`read_leniently`](Self::read_leniently) returns it."
    } else {
        "An event that the contract does not list. Only [`read_leniently`](Self::read_leniently) returns it."
    };
    let other_doc = doc([other_sentence.to_owned()]);
    quote! {
        #enum_doc
        #[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
        #[events(#clause)]
        #[non_exhaustive]
        pub enum #name {
            #(#declared)*
            #other_doc
            #other {
                /// The name.
                name: String,
                /// The payload.
                payload: serde_json::Value,
            },
        }
    }
}

fn declare_variant(channel: &Channel, variant: &Variant<'_>) -> TokenStream {
    let Variant { event, name, payload } = variant;
    let sentence = format!("`{}`: {}", event.name, event.doc);
    let clause = channel.clause().child(&event.name);
    let shape = match payload {
        Some(TypeName { module, name }) => {
            format!("The payload is [`{name}`](super::{}::{name}) (`{clause}`).", ident(module))
        }
        None => format!("The contract does not show the payload (`{clause}`)."),
    };
    let wire = &event.name;
    let doc = doc([sentence, shape]);
    let payload = payload.as_ref().map_or_else(|| quote!(serde_json::Value), TypeName::path);
    quote!(#doc #[event(#wire)] #name(#payload),)
}

/// Returns whether the contract has a channel of webhooks whose events it names.
pub(crate) fn has_any(layout: &Layout<'_>) -> bool {
    let mut channels = layout.spec.channels.values();
    channels.any(|channel| channel.transport == Transport::Webhook && !channel.events.is_empty())
}

/// Emits the receivers, or no file if there is no such channel.
pub(crate) fn webhooks(layout: &Layout<'_>) -> Result<Option<GeneratedFile>, GenerateError> {
    if !has_any(layout) {
        return Ok(None);
    }
    let introduction = "Receivers of webhooks. `receive(headers, body)` turns a request of the service into an event. The \
         [`status`](DeliveryError::status) of its error is the status code to respond with. The headers are pairs of names and \
         values, such as a `&http::HeaderMap`. The module [`events`](super::events) has an example.\n\n\
         The contract does not show where the name of an event is. A receiver without a place searches the \
         request for a listed name, and may find one in another property. So set the place as soon as you know it, with \
         [`name_in_body`](webhook::Receiver::name_in_body) or \
         [`name_in_header`](webhook::Receiver::name_in_header).\n\n\
         The contract shows no signature. To authenticate the sender, subscribe with a header that has a \
         secret. A receiver that is made from the subscription expects the header.";
    let mut items = vec![quote! {
        use webdata_runtime::webhook;
        pub use webdata_runtime::webhook::DeliveryError;
    }];
    // The names are those of `events`, in the same order.
    let mut names = Scope::default();
    for channel in layout.spec.channels.values().filter(|channel| !channel.events.is_empty()) {
        let event = names.claim(format!("{}Event", upper_camel(&channel.id)));
        if channel.transport == Transport::Webhook {
            items.extend(receiver_type(layout, channel, &event));
        }
    }
    rust_file("src/webhooks.rs", introduction, items).map(Some)
}

fn receiver_type(layout: &Layout<'_>, channel: &Channel, event: &str) -> Vec<TokenStream> {
    let name = ident(&format!("{}Receiver", upper_camel(&channel.id)));
    let event = ident(event);
    let clause = channel.clause();
    let receiver_doc = doc([
        format!(
            "A receiver of the channel `{clause}`. [`receive`](webhook::Receiver::receive) turns a request into \
             an event; the other methods of [`webhook::Receiver`] say what to expect."
        ),
        channel.doc.clone(),
    ]);
    let receiver = quote! {
        #receiver_doc
        pub type #name = webhook::Receiver<super::events::#event>;
    };
    [Some(receiver), subscription(layout, channel, &name)].into_iter().flatten().collect()
}

/// Emits the conversion of a subscription into a receiver.
fn subscription(layout: &Layout<'_>, channel: &Channel, receiver: &Ident) -> Option<TokenStream> {
    let name = layout.type_name(channel.type_name.as_ref()?)?;
    let Kind::Struct(structure) = &layout.item(&name.name)?.kind else { return None };
    let stated = |behaviour: &str| channel.behaviour.contains_key(behaviour);
    let mut expected = Vec::new();
    let mut expectations = Vec::new();
    if let Some(field) = headers_field(structure, channel) {
        let headers_given = if_present(field, |values| {
            quote! {
                for (name, value) in #values {
                    receiver = receiver.expect_header(name, value);
                }
            }
        });
        expected.extend(headers_given);
        expectations.push(format!("the headers (`{}`)", field.property));
    }
    let metadata = property(structure, |kind| is_map(kind, |each| matches!(each, TypeKind::Any)));
    if let Some(field) = metadata.filter(|_| stated("metadata")) {
        let metadata_given = if_present(field, |values| {
            quote! {
                for (property, value) in #values {
                    receiver = receiver.expect_metadata(property, value.clone());
                }
            }
        });
        expected.extend(metadata_given);
        expectations.push(format!("the data (`{}`)", field.property));
    }
    let events = structure.fields.iter().find_map(|field| lists_events(field, channel));
    if let Some((field, item)) = events.filter(|_| stated("subscribed")) {
        let events_given = if_present(field, |values| {
            quote! {
                receiver = receiver.expect_events(#values.iter().map(#item::as_str));
            }
        });
        expected.extend(events_given);
        expectations.push(format!("only the events (`{}`)", field.property));
    }
    if expected.is_empty() {
        return None;
    }
    let doc = doc([format!(
        "Makes a receiver that expects these properties of the subscription, if they are given: {}.",
        expectations.join(", ")
    )]);
    let path = name.path();
    Some(quote! {
        impl From<&#path> for #receiver {
            #doc
            fn from(subscription: &#path) -> Self {
                let mut receiver = Self::new();
                #(#expected)*
                receiver
            }
        }
    })
}

/// Returns the property of a subscription that has the headers of deliveries.
fn headers_field<'f, 's>(structure: &'f Struct<'s>, channel: &Channel) -> Option<&'f Field<'s>> {
    let headers = property(structure, |kind| is_map(kind, |each| matches!(each, TypeKind::Text)));
    headers.filter(|_| channel.behaviour.contains_key("delivered"))
}

/// Returns the first property of a kind.
fn property<'f, 's>(
    structure: &'f Struct<'s>,
    matches: impl Fn(&TypeKind<'s>) -> bool,
) -> Option<&'f Field<'s>> {
    structure.fields.iter().find(|field| matches(&field.ty.kind))
}

fn is_map<'s>(kind: &TypeKind<'s>, matches: impl Fn(&TypeKind<'s>) -> bool) -> bool {
    matches!(kind, TypeKind::Dictionary(each) if matches(&each.kind))
}

/// Returns a property that lists events of the channel, and the type of its items.
fn lists_events<'f, 's>(
    field: &'f Field<'s>,
    channel: &Channel,
) -> Option<(&'f Field<'s>, TokenStream)> {
    let words = field.ty.schema.items()?.words();
    let is_own = words.is_some_and(|words| words.iter().eq(channel.events.keys()));
    let TypeKind::List(item) = &field.ty.kind else { return None };
    let TypeKind::Named { name, .. } = &item.kind else { return None };
    is_own.then(|| (field, name.path()))
}

/// Emits a statement for the value of a property, if there is one. No property of a subscription is optional
/// and nullable.
fn if_present(
    field: &Field<'_>,
    statement: impl Fn(TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let name = ident(&field.name);
    match field.presence {
        Presence::Required => Some(statement(quote!(&subscription.#name))),
        Presence::Optional | Presence::RequiredNullable => {
            let inner = statement(quote!(given));
            Some(quote! {
                if let Some(given) = &subscription.#name {
                    #inner
                }
            })
        }
        Presence::Patch | Presence::Nullable => None,
    }
}

/// Returns the example about events.
fn webhooks_example(layout: &Layout<'_>, crate_name: &str) -> Vec<String> {
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
        parts.extend(receiver_example(layout, root, channel));
    }
    parts
}

/// Returns the example of a webhook receiver, if a subscription says what a request must have.
fn receiver_example(layout: &Layout<'_>, root: &str, channel: &Channel) -> Option<String> {
    let receiver = format!("{}Receiver", upper_camel(&channel.id));
    subscription(layout, channel, &ident(&receiver))?;
    let subscription = channel.type_name.as_ref()?;
    let mut sample = layout.spec.sample(subscription)?;
    let TypeName { module, name } = layout.type_name(subscription)?;
    let Kind::Struct(structure) = &layout.item(&name)?.kind else { return None };
    let expectation = match headers_field(structure, channel).zip(sample.as_object_mut()) {
        Some((field, members)) => {
            members.insert(field.property.to_owned(), serde_json::json!({ "X-Secret": "sesame" }));
            ""
        }
        None => ".expect_header(\"X-Secret\", \"sesame\")",
    };
    let module = ident(&module);
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
         // The contract shows no signature. Subscribe with a header that has a secret. The receiver then\n\
         // rejects a request without the header, with the status code 401.\n\
         let subscription = {name}::parse(br#\"{sample}\"#).expect(\"the contract allows it\");\n\
         let receiver = {receiver}::from(&subscription){expectation};\n\
         assert_eq!(handle(&receiver, &[], b\"{{}}\"), 401);\n\n\
         let unauthenticated = {receiver}::new();\n\
         assert_eq!(handle(&unauthenticated, &[], br#\"{{\"event\":\"{wire}\"}}\"#), 204);\n\
         assert_eq!(handle(&unauthenticated, &[], b\"{{\"), 400);\n\
         ```"
    ))
}
