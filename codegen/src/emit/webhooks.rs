//! Emits `src/webhooks.rs`: a receiver for each webhook channel, and the properties of a subscription that a
//! receiver checks deliveries against.
//!
//! The properties of a subscription are recognised by their shapes, as in the cases. A property counts only
//! if the contract states its behaviour: `delivered` for headers (an object of strings), `metadata` for data
//! (an object of any values), `subscribed` for events (a list of the channel's events).

use proc_macro2::TokenStream;
use quote::quote;
use webdata_spec::model::{Channel, Transport};

use crate::docs::doc;
use crate::error::GenerateError;
use crate::generated_file::{GeneratedFile, rust_file};
use crate::layout::{Field, Kind, Layout, Presence, Struct, TypeKind, TypeName};
use crate::names::{Scope, ident, upper_camel};

/// Returns whether the contract has a channel of webhooks whose events it names.
pub(crate) fn has_any(layout: &Layout<'_>) -> bool {
    channels_with_names(layout).next().is_some()
}

/// Returns whether the contract has a type for subscriptions to a channel, from which a receiver is made.
pub(crate) fn has_subscription_type(layout: &Layout<'_>, channel: &Channel) -> bool {
    subscription(layout, channel, &ident("Receiver")).is_some()
}

/// Emits the receivers, or no file if there is no such channel.
pub(crate) fn emit(layout: &Layout<'_>) -> Result<Option<GeneratedFile>, GenerateError> {
    if !has_any(layout) {
        return Ok(None);
    }
    let introduction = "Receivers of webhooks. `receive(headers, body)` turns a request of the service into an event; its \
         error says with [`status`](DeliveryError::status) how to respond. The headers are pairs of names and \
         values, such as a `&http::HeaderMap`. The module [`events`](super::events) has an example.\n\n\
         The contract does not show where the name of an event is. Set its place as soon as you know it: \
         [`name_in_body`](webhook::Receiver::name_in_body) describes what a receiver without a place \
         does.\n\n\
         The contract shows no signature. To authenticate the sender, subscribe with a header that has a \
         secret. A receiver that is made from the subscription expects the header.";
    let mut items = vec![quote! {
        use webdata_runtime::{Violations, webhook};
        pub use webdata_runtime::webhook::DeliveryError;
    }];
    // The names are those of `events`, in the same order.
    let mut names = Scope::default();
    for channel in layout.spec.channels.values().filter(|channel| !channel.events.is_empty()) {
        let event = names.claim(format!("{}Event", upper_camel(&channel.id)));
        if channel.transport == Transport::Webhook {
            items.extend(receiver(layout, channel, &event));
        }
    }
    rust_file("src/webhooks.rs", introduction, items).map(Some)
}

fn channels_with_names<'l>(layout: &Layout<'l>) -> impl Iterator<Item = &'l Channel> {
    let channels = layout.spec.channels.values();
    channels.filter(|channel| channel.transport == Transport::Webhook && !channel.events.is_empty())
}

fn receiver(layout: &Layout<'_>, channel: &Channel, event: &str) -> Vec<TokenStream> {
    let name = ident(&format!("{}Receiver", upper_camel(&channel.id)));
    let event = ident(event);
    let clause = channel.clause().to_string();
    let receiver_doc = doc([
        format!(
            "A receiver of the channel `{clause}`. [`receive`](webhook::Receiver::receive) turns a request into \
             an event; the other methods of [`webhook::Receiver`] say what to expect."
        ),
        channel.doc.clone(),
    ]);
    let mut items = vec![
        quote! {
            #receiver_doc
            pub type #name = webhook::Receiver<super::events::#event>;
        },
        quote! {
            impl webhook::DeliveredEvent for super::events::#event {
                const CLAUSE: &'static str = #clause;
                const NAMES: &'static [&'static str] = Self::NAMES;

                fn read(name: &str, payload: &serde_json::Value) -> Result<Self, Violations> {
                    Self::read(name, payload)
                }

                fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
                    Self::read_leniently(name, payload)
                }
            }
        },
    ];
    items.extend(subscription(layout, channel, &name));
    items
}

/// Emits the conversion of a subscription into a receiver.
fn subscription(
    layout: &Layout<'_>,
    channel: &Channel,
    receiver: &proc_macro2::Ident,
) -> Option<TokenStream> {
    let TypeName { module, name } = layout.type_name(channel.type_name.as_ref()?)?;
    let Kind::Struct(structure) = &layout.item(&name)?.kind else { return None };
    let (module, name) = (ident(&module), ident(&name));
    let stated = |behaviour: &str| channel.behaviour.contains_key(behaviour);
    let mut expected = Vec::new();
    let mut expectations = Vec::new();
    let headers = property(structure, |kind| is_map(kind, |each| matches!(each, TypeKind::Text)));
    if let Some(field) = headers.filter(|_| stated("delivered")) {
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
    let doc =
        doc([format!("Expects deliveries with {} of the subscription.", expectations.join(", "))]);
    Some(quote! {
        impl From<&super::#module::#name> for #receiver {
            #doc
            fn from(subscription: &super::#module::#name) -> Self {
                let mut receiver = Self::new();
                #(#expected)*
                receiver
            }
        }
    })
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
    let TypeKind::Named { name: TypeName { module, name }, .. } = &item.kind else { return None };
    let (module, name) = (ident(module), ident(name));
    is_own.then(|| (field, quote!(super::#module::#name)))
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
