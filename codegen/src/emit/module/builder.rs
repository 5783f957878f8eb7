//! Emits a builder for a struct with many members that may be left out, a constructor for one with
//! few, and the conversions that make setters, and the fields themselves, short to write.
//!
//! Builders are emitted rather than derived: a builder crate would be a dependency of everybody
//! who uses the types, its errors would not be violations, and it knows nothing of a member that
//! may be left out and may be null.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::checks::{or_null_type, value_type};
use super::structure::unsaid_of;
use crate::deprecation::{deprecated_field, touching_field};
use crate::docs::{doc, limits};
use crate::layout::{
    Field, FieldType, Item, Kind, Layout, OneOfItem, Presence, Struct, TypeKind, UnionItem,
};
use crate::names::{Scope, ident};

/// What is emitted beside a type so that it is easily made.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>) -> Vec<TokenStream> {
    match &item.kind {
        Kind::Struct(found) => builder(layout, item, found),
        Kind::Union(found) => vec![of_variants(item, found)],
        Kind::Choice(_) => vec![of_text(item, &quote!(decode::Choices::from_text(text)))],
        Kind::OneOf(found) => vec![of_text_alternative(layout, item, found)],
        Kind::Tuple(_) | Kind::Wrapper(_) => Vec::new(),
    }
}

/// An argument: its type, and what makes the value of it.
struct Argument {
    rust_type: TokenStream,
    made: TokenStream,
}

/// The most arguments that clippy takes without a word.
const FEW: usize = 7;

fn builder(layout: &Layout<'_>, item: &Item<'_>, found: &Struct<'_>) -> Vec<TokenStream> {
    let name = ident(&item.name);
    let (required, optional): (Vec<_>, Vec<_>) = found.fields.iter().partition(|field| {
        matches!(field.presence, Presence::Required | Presence::RequiredNullable)
    });
    let parameters = required.iter().map(|field| {
        let (name, Argument { rust_type, .. }) =
            (ident(&field.name), argument(field, &ident(&field.name)));
        quote!(#name: #rust_type)
    });
    let names: Vec<_> = required.iter().map(|f| format!("`{}`", f.property)).collect();
    let names = names.join(", ");
    let many = (required.len() > FEW).then(|| {
        let reason = "each of them is required";
        quote!(#[expect(clippy::too_many_arguments, reason = #reason)])
    });
    let made = construction(&name, found, &required, &optional);
    let Some(builder) = &found.builder else {
        // What has no required member has a default.
        if required.is_empty() {
            return Vec::new();
        }
        let told = doc([format!("With {names}, which it needs, and nothing else.")]);
        return vec![quote! {
            impl #name {
                #told
                #many
                #[must_use]
                pub fn new(#(#parameters),*) -> Self {
                    #made
                }
            }
        }];
    };
    let builder = ident(builder);
    let mut scope = Scope::default();
    scope.claim("build".to_owned());
    let methods: Vec<_> = optional.iter().map(|f| scope.claim(f.name.clone())).collect();
    let setters = optional.iter().zip(&methods).map(|(field, method)| {
        let clear = (field.presence == Presence::Patch)
            .then(|| scope.claim(format!("clear_{}", field.name)));
        setter(layout, &name, field, &ident(method), clear.as_deref())
    });
    let setters: Vec<_> = setters.collect();
    let told = if required.is_empty() {
        "A builder with nothing given.".to_owned()
    } else {
        format!("A builder with what is required: {names}.")
    };
    let told = doc([told]);
    let about = doc([
        format!("Builds a [`{}`] member by member.", item.name),
        "What is not set is left out. `build` judges the whole.".to_owned(),
    ]);
    let must_use = "a builder does nothing until it is built";
    let start = quote! {
        impl #name {
            #told
            #many
            pub fn builder(#(#parameters),*) -> #builder {
                #builder(#made)
            }
        }
    };
    let declaration = quote! {
        #about
        #[derive(Debug, Clone)]
        #[must_use = #must_use]
        pub struct #builder(#name);
    };
    let methods = quote! {
        impl #builder {
            #(#setters)*

            /// Judges what was built.
            ///
            /// # Errors
            /// Every violation.
            pub fn build(self) -> Result<#name, runtime::Violations> {
                decode::validate(&self.0).map(|()| self.0)
            }
        }
    };
    vec![start, declaration, methods]
}

/// The struct with what is required and nothing else: the one place that names all its fields.
fn construction(
    owner: &Ident,
    found: &Struct<'_>,
    required: &[&Field<'_>],
    optional: &[&Field<'_>],
) -> TokenStream {
    if required.is_empty() {
        return quote!(#owner::default());
    }
    let required = required.iter().map(|field| {
        let (name, touching) = (ident(&field.name), touching_field(field));
        match (&field.ty.kind, field.presence) {
            (TypeKind::Boolean | TypeKind::Integer, Presence::Required) => quote!(#touching #name),
            _ => {
                let made = argument(field, &name).made;
                quote!(#touching #name: #made)
            }
        }
    });
    let optional = optional.iter().map(|field| {
        let (name, touching) = (ident(&field.name), touching_field(field));
        match field.presence {
            Presence::Patch => quote!(#touching #name: runtime::Patch::Absent),
            _ => quote!(#touching #name: None),
        }
    });
    let additional = found.additional.iter().map(|name| {
        let name = ident(name);
        quote!(#name: serde_json::Map::new())
    });
    quote!(#owner { #(#required,)* #(#optional,)* #(#additional,)* })
}

fn setter(
    layout: &Layout<'_>,
    owner: &Ident,
    field: &Field<'_>,
    method: &Ident,
    clear: Option<&str>,
) -> TokenStream {
    let name = ident(&field.name);
    let Argument { rust_type, made } = argument(field, &ident("value"));
    let property = field.property;
    let deprecated = deprecated_field(field);
    let says = match field.ty.schema.doc.as_str() {
        "" => unsaid_of(layout, field),
        says => says.to_owned(),
    };
    let link = format!("See [`{owner}::{}`].", field.name);
    let told = doc([says, limits(field.ty.schema).join(" "), link]);
    let wrapped = match field.presence {
        Presence::Patch => quote!(runtime::Patch::Value(#made)),
        _ => quote!(Some(#made)),
    };
    let cleared = clear.map(|clear| {
        let (clear, told) = (ident(clear), doc([format!("Sets `{property}` to null.")]));
        quote! {
            #told
            #deprecated
            pub fn #clear(mut self) -> Self {
                self.0.#name = runtime::Patch::Null;
                self
            }
        }
    });
    quote! {
        #told
        #deprecated
        pub fn #method(mut self, value: #rust_type) -> Self {
            self.0.#name = #wrapped;
            self
        }
        #cleared
    }
}

/// How a setter takes what a field holds: as what becomes it without further words.
fn argument(field: &Field<'_>, value: &Ident) -> Argument {
    if field.presence == Presence::RequiredNullable {
        let ty = value_type(&field.ty);
        return Argument { rust_type: quote!(impl Into<Option<#ty>>), made: quote!(#value.into()) };
    }
    let ty = value_type(&field.ty);
    let (rust_type, made) = match &field.ty.kind {
        TypeKind::Boolean | TypeKind::Integer => (ty, quote!(#value)),
        TypeKind::Any | TypeKind::Number | TypeKind::Text => {
            (quote!(impl Into<#ty>), quote!(#value.into()))
        }
        TypeKind::List(inner) => match item(inner) {
            Some(item) => (
                quote!(impl IntoIterator<Item = impl Into<#item>>),
                quote!(#value.into_iter().map(Into::into).collect()),
            ),
            None => {
                let item = value_type(inner);
                (quote!(impl IntoIterator<Item = #item>), quote!(#value.into_iter().collect()))
            }
        },
        TypeKind::Dictionary(inner) => {
            let inner = or_null_type(inner);
            (
                quote!(impl IntoIterator<Item = (impl Into<String>, impl Into<#inner>)>),
                quote!(#value.into_iter().map(|(name, value)| (name.into(), value.into())).collect()),
            )
        }
        // A value is put on the heap by the standard library's own conversion.
        TypeKind::Named { .. } => (quote!(impl Into<#ty>), quote!(#value.into())),
    };
    Argument { rust_type, made }
}

/// The type that items are converted to; none where a literal is the value already, so that its
/// type needs no guess.
fn item(ty: &FieldType<'_>) -> Option<TokenStream> {
    let plain = matches!(ty.kind, TypeKind::Boolean | TypeKind::Integer) && !ty.nullable();
    (!plain).then(|| or_null_type(ty))
}

/// From each type that only one variant holds.
fn of_variants(item: &Item<'_>, found: &UnionItem<'_>) -> TokenStream {
    let name = ident(&item.name);
    let once = found.variants.iter().filter(|variant| {
        found.variants.iter().filter(|other| other.type_name == variant.type_name).count() == 1
    });
    let conversions = once.map(|variant| {
        let (ty, variant_name) = (ident(&variant.type_name.name), ident(&variant.variant.name));
        let made = if variant.boxed { quote!(Box::new(value)) } else { quote!(value) };
        quote! {
            impl From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    Self::#variant_name(#made)
                }
            }
        }
    });
    quote!(#(#conversions)*)
}

/// From text, where one of the kinds of value is a text.
fn of_text_alternative(layout: &Layout<'_>, item: &Item<'_>, found: &OneOfItem<'_>) -> TokenStream {
    let text = found.alternatives.iter().find(|one| match &one.ty.kind {
        TypeKind::Text => true,
        TypeKind::Named { name, boxed: false } => {
            layout.item(&name.name).is_some_and(|item| matches!(item.kind, Kind::Choice(_)))
        }
        _ => false,
    });
    text.map_or_else(TokenStream::new, |one| {
        let variant = ident(&one.name);
        of_text(item, &quote!(Self::#variant(text.into())))
    })
}

/// From text; what is not listed is kept, and judging reports it.
fn of_text(item: &Item<'_>, made: &TokenStream) -> TokenStream {
    let name = ident(&item.name);
    quote! {
        impl From<&str> for #name {
            fn from(text: &str) -> Self {
                #made
            }
        }
    }
}
