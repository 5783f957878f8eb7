//! Emits `src/events.rs`: an enum of the events of each channel.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::model::{Channel, Event, Transport};

use crate::docs::{behaviour, doc};
use crate::emit::crate_docs;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::{Layout, TypeName};
use crate::names::{Scope, ident, upper_camel};

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
    let mut paragraphs = vec!["The events that the service sends, by channel.".to_owned()];
    for channel in without_events {
        paragraphs.push(format!(
            "The channel `{}` has no events with names. It uses {}: {}",
            channel.clause(),
            transport(channel.transport),
            channel.doc
        ));
        paragraphs.extend(behaviour(&channel.clause(), &channel.behaviour));
    }
    paragraphs.extend(crate_docs::webhooks(layout, crate_name));
    rust_file("src/events.rs", &paragraphs.join("\n\n"), items).map(Some)
}

fn transport(transport: Transport) -> &'static str {
    match transport {
        Transport::Webhook => "requests to an address of the subscriber",
        Transport::Email => "e-mail",
        Transport::Trace => "items of a list that an operation returns",
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
            transport(channel.transport)
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
    let other_sentence = match variants.iter().any(|variant| variant.payload.is_some()) {
        true => {
            "An event that the contract does not list, or with another payload than the contract \
                 says. Only lenient reading returns it."
        }
        false => "An event that the contract does not list. Only lenient reading returns it.",
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
    let (doc, payload) = (doc([sentence, shape]), payload_type(payload.as_ref()));
    quote!(#doc #[event(#wire)] #name(#payload),)
}

fn payload_type(payload: Option<&TypeName>) -> TokenStream {
    match payload {
        Some(TypeName { module, name }) => {
            let (module, name) = (ident(module), ident(name));
            quote!(super::#module::#name)
        }
        None => quote!(serde_json::Value),
    }
}
