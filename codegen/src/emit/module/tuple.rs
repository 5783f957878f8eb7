//! Emits a tuple struct for a list with a schema for each of its items. What a list may lack at its
//! end is an `Option`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::checks::{Check, check, or_null_type};
use super::look;
use super::model::{methods, model};
use super::structure::unsaid;
use crate::docs::{about, doc};
use crate::layout::{Item, Layout, Tuple, TupleItem, TypeKind};
use crate::names::ident;

/// The struct and its check.
pub(super) fn emit(layout: &Layout<'_>, item: &Item<'_>, found: &Tuple<'_>) -> Vec<TokenStream> {
    let (name, clause) = (ident(&item.name), item.schema.clause.as_str());
    let methods = methods(&TokenStream::new());
    let statics = found.items.iter().map(|one| {
        let (constant, Check { rust_type, made }) = (ident(&one.check), check(&one.ty));
        quote!(static #constant: #rust_type = #made;)
    });
    let decode = quote!(decode::tuple(deserializer, at, found));
    vec![
        declaration(layout, item, found),
        quote!(impl #name { #methods }),
        quote!(#(#statics)*),
        model(&name, clause, &decode, &validation(found)),
        decoding(&name, found),
        serialization(&name, found),
        conversion(&name, found),
        look::tuple(layout, item, found),
    ]
}

fn declaration(layout: &Layout<'_>, item: &Item<'_>, found: &Tuple<'_>) -> TokenStream {
    let name = ident(&item.name);
    let type_doc = doc(about(item.schema, format!("The list `{}`.", item.schema.clause)));
    let types = types(found);
    let fields = found.items.iter().zip(&types).enumerate().map(|(index, (one, rust_type))| {
        let doc =
            doc(about(one.ty.schema, unsaid(layout, &one.ty, format!("The item at {index}."))));
        quote!(#doc pub #rust_type)
    });
    let default = (found.least == 0).then(|| quote!(Default,));
    quote! {
        #type_doc
        #[derive(Debug, Clone, #default PartialEq)]
        pub struct #name(#(#fields,)*);
    }
}

/// The types of the fields.
fn types(found: &Tuple<'_>) -> Vec<TokenStream> {
    let types = found.items.iter().enumerate().map(|(index, one)| {
        let rust_type = or_null_type(&one.ty);
        if index < found.least { rust_type } else { quote!(Option<#rust_type>) }
    });
    types.collect()
}

fn field(index: usize) -> Literal {
    Literal::usize_unsuffixed(index)
}

/// Whether an item from a place on is there, where each of them may be lacking.
fn any_from(found: &Tuple<'_>, from: usize) -> Option<TokenStream> {
    let given = (from..found.items.len()).map(|index| {
        let field = field(index);
        quote!(self.#field.is_some())
    });
    let given: Vec<_> = given.collect();
    (!given.is_empty()).then(|| quote!(#(#given)||*))
}

/// Judges each item. One that is lacking before another is written as null, and told as that.
fn validation(found: &Tuple<'_>) -> TokenStream {
    let each = found.items.iter().enumerate().map(|(index, TupleItem { check, ty })| {
        let (check, field, clause) = (ident(check), field(index), ty.schema.clause.as_str());
        let validate =
            |item| quote!(decode::Check::validate(&#check, #item, &at.item(#field), found));
        if index < found.least {
            let validate = validate(quote!(&self.#field));
            return quote!(#validate;);
        }
        let validate = validate(quote!(item));
        let may_be_null = ty.nullable() || matches!(ty.kind, TypeKind::Any);
        match any_from(found, index + 1).filter(|_| !may_be_null) {
            None => quote!(if let Some(item) = &self.#field { #validate; }),
            Some(later) => quote! {
                match &self.#field {
                    Some(item) => { #validate; }
                    None if #later => { decode::left_out(#clause, &at.item(#field), found); }
                    None => {}
                }
            },
        }
    });
    quote!(#(#each)*)
}

fn decoding(name: &Ident, found: &Tuple<'_>) -> TokenStream {
    let (least, most) = (field(found.least), field(found.items.len()));
    let variable = |index: usize| format_ident!("item_{index}");
    let reads = found.items.iter().enumerate().map(|(index, one)| {
        let (variable, check) = (variable(index), ident(&one.check));
        quote!(let #variable = items.read(&#check, found)?;)
    });
    let needed: Vec<_> = (0..found.least).map(variable).collect();
    let unpack = match needed.as_slice() {
        [] => TokenStream::new(),
        [one] => quote!(let Some(#one) = #one else { return Ok(None) };),
        several => {
            quote!(let (#(Some(#several)),*) = (#(#several),*) else { return Ok(None) };)
        }
    };
    let all = (0..found.items.len()).map(variable);
    quote! {
        impl decode::Tuple for #name {
            const LEAST: usize = #least;
            const MOST: usize = #most;

            fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
                items: &mut decode::Items<'_, A>,
                found: &mut decode::Found,
            ) -> Result<Option<Self>, A::Error> {
                #(#reads)*
                #unpack
                Ok(Some(Self(#(#all),*)))
            }
        }
    }
}

fn serialization(name: &Ident, found: &Tuple<'_>) -> TokenStream {
    let writes = (0..found.items.len()).map(|index| {
        let field = field(index);
        let write = quote!(items.serialize_element(&self.#field)?;);
        match any_from(found, index).filter(|_| index >= found.least) {
            Some(given) => quote!(if #given { #write }),
            None => write,
        }
    });
    quote! {
        impl serde::Serialize for #name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeSeq as _;
                let mut items = serializer.serialize_seq(None)?;
                #(#writes)*
                items.end()
            }
        }
    }
}

/// A tuple of Rust, of several items, makes one.
fn conversion(name: &Ident, found: &Tuple<'_>) -> TokenStream {
    if found.items.len() < 2 {
        return TokenStream::new();
    }
    let types = types(found);
    let items: Vec<_> = (0..types.len()).map(|index| format_ident!("item_{index}")).collect();
    quote! {
        impl From<(#(#types),*)> for #name {
            fn from((#(#items),*): (#(#types),*)) -> Self {
                Self(#(#items),*)
            }
        }
    }
}
