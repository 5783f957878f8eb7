//! Emits how conditions look into a type; only where some rule or effect does.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::deprecation::{touching_any, touching_field};
use crate::layout::{Field, Item, Layout, OneOfItem, Presence, Struct, Tuple, UnionItem};
use crate::names::ident;

/// How a condition looks at a field, given what refers to the struct.
pub(super) fn field(field: &Field<'_>) -> TokenStream {
    let name = ident(&field.name);
    match field.presence {
        Presence::Optional => quote!(runtime::rule::given(&self.#name)),
        Presence::RequiredNullable | Presence::Required | Presence::Patch => {
            quote!(runtime::rule::Look::look(&self.#name))
        }
    }
}

/// An enum of texts is its text.
pub(super) fn choice(layout: &Layout<'_>, item: &Item<'_>) -> TokenStream {
    look(layout, item, &quote!(runtime::rule::View::Text(self.as_str())))
}

/// A wrapper is what it holds.
pub(super) fn wrapper(layout: &Layout<'_>, item: &Item<'_>) -> TokenStream {
    look(layout, item, &quote!(runtime::rule::Look::look(&self.0)))
}

/// A tuple is the list of the items that it has.
pub(super) fn tuple(layout: &Layout<'_>, item: &Item<'_>, found: &Tuple<'_>) -> TokenStream {
    if !layout.looked_at.contains_key(&item.name) {
        return TokenStream::new();
    }
    let name = ident(&item.name);
    let each = (0..found.items.len()).map(|index| {
        let field = Literal::usize_unsuffixed(index);
        match index < found.least {
            true => quote!(meets(runtime::rule::Look::look(&self.#field))),
            false => quote!(self.#field.as_ref().is_some_and(|item| {
                meets(runtime::rule::Look::look(item))
            })),
        }
    });
    let look = look(layout, item, &quote!(runtime::rule::View::List(self)));
    quote! {
        impl runtime::rule::Items for #name {
            fn any_item(&self, meets: &mut dyn FnMut(runtime::rule::View<'_>) -> bool) -> bool {
                #(#each)||*
            }
        }
        #look
    }
}

/// One of several kinds of value is the one that it holds.
pub(super) fn one_of(layout: &Layout<'_>, item: &Item<'_>, found: &OneOfItem<'_>) -> TokenStream {
    let names = found.alternatives.iter().map(|one| &one.name).chain([&found.other]);
    let arms = names.map(|name| {
        let name = ident(name);
        quote!(Self::#name(value) => runtime::rule::Look::look(value),)
    });
    look(layout, item, &quote!(match self { #(#arms)* }))
}

/// A struct is an object with the members that conditions ask for.
pub(super) fn structure(layout: &Layout<'_>, item: &Item<'_>, found: &Struct<'_>) -> TokenStream {
    let Some(asked) = layout.looked_at.get(&item.name) else { return TokenStream::new() };
    let name = ident(&item.name);
    let fields: Vec<_> =
        found.fields.iter().filter(|field| asked.contains(field.property)).collect();
    let properties = fields.iter().map(|field| field.property);
    let views = fields.iter().map(|found| field(found));
    let touching = fields.iter().map(|found| touching_field(found));
    let member = if fields.is_empty() {
        quote! {
            fn member(&self, _: &str) -> runtime::rule::View<'_> {
                runtime::rule::View::Absent
            }
        }
    } else {
        quote! {
            fn member(&self, name: &str) -> runtime::rule::View<'_> {
                match name {
                    #(#touching #properties => #views,)*
                    _ => runtime::rule::View::Absent,
                }
            }
        }
    };
    let (empty, touching) = is_empty(found);
    let look = look(layout, item, &quote!(runtime::rule::View::Object(self)));
    quote! {
        impl runtime::rule::Members for #name {
            #member

            #touching
            fn is_empty(&self) -> bool {
                #empty
            }
        }
        #look
    }
}

/// Whether nothing is there, and the attribute for fields that are deprecated.
fn is_empty(found: &Struct<'_>) -> (TokenStream, TokenStream) {
    let always = |presence| matches!(presence, Presence::Required | Presence::RequiredNullable);
    if found.tag.is_some() || found.fields.iter().any(|field| always(field.presence)) {
        return (quote!(false), TokenStream::new());
    }
    let absent = found.fields.iter().map(|field| {
        let name = ident(&field.name);
        match field.presence {
            Presence::Patch => quote!(self.#name.is_absent()),
            _ => quote!(self.#name.is_none()),
        }
    });
    let kept = found.additional.iter().map(|name| {
        let name = ident(name);
        quote!(self.#name.is_empty())
    });
    let all: Vec<_> = absent.chain(kept).collect();
    let empty = if all.is_empty() { quote!(true) } else { quote!(#(#all)&&*) };
    (empty, touching_any(&found.fields))
}

/// A union has its discriminator, and else the members of the variant.
pub(super) fn union(layout: &Layout<'_>, item: &Item<'_>, found: &UnionItem<'_>) -> TokenStream {
    let Some(asked) = layout.looked_at.get(&item.name) else { return TokenStream::new() };
    let (name, other) = (ident(&item.name), ident(&found.other));
    let discriminator = &found.union.discriminator;
    let further = asked.iter().any(|asked| asked != discriminator);
    let rest = if further {
        let arms = found.variants.iter().map(|variant| {
            let name = ident(&variant.variant.name);
            let value = if variant.boxed { quote!(&**value) } else { quote!(value) };
            quote!(Self::#name(value) => runtime::rule::Members::member(#value, name),)
        });
        quote! {
            _ => match self {
                #(#arms)*
                Self::#other(value) => runtime::rule::Members::member(value, name),
            },
        }
    } else {
        quote!(_ => runtime::rule::View::Absent,)
    };
    let look = look(layout, item, &quote!(runtime::rule::View::Object(self)));
    quote! {
        impl runtime::rule::Members for #name {
            fn member(&self, name: &str) -> runtime::rule::View<'_> {
                match name {
                    #discriminator => runtime::rule::View::Text(self.discriminator()),
                    #rest
                }
            }

            fn is_empty(&self) -> bool {
                false
            }
        }
        #look
    }
}

fn look(layout: &Layout<'_>, item: &Item<'_>, view: &TokenStream) -> TokenStream {
    if !layout.looked_at.contains_key(&item.name) {
        return TokenStream::new();
    }
    let name = ident(&item.name);
    quote! {
        impl runtime::rule::Look for #name {
            fn look(&self) -> runtime::rule::View<'_> {
                #view
            }
        }
    }
}
