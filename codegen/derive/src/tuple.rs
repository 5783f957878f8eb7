//! Derives tuple structs: lists whose items have different types, and named values.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::{Error, FieldsUnnamed, Type};

use crate::attribute::Arguments;
use crate::model::{DerivedCode, Model};
use crate::value::{Check, Kind};

/// Emits a named value.
pub(crate) fn wrapper(model: &Model<'_>, fields: &FieldsUnnamed) -> syn::Result<DerivedCode> {
    let name = model.ident();
    let [field] = fields.unnamed.iter().collect::<Vec<_>>()[..] else {
        return Err(Error::new(name.span(), "one value is expected"));
    };
    let kind = Kind::read(&field.ty);
    let limits = Arguments::read(&field.attrs, "model", name.span())?;
    let Check { rust_type, constructor } = Check::read(&kind, &model.clause, &limits)?;
    limits.finish()?;
    let reading = model.reading(
        &quote!(Ok(decode::Check::decode(&CHECK, deserializer, at, sink)?.map(Self))),
        &quote!(decode::Check::validate(&CHECK, &self.0, at, sink);),
    );
    let writing = model.writing(&quote!(serde::Serialize::serialize(&self.0, serializer)));
    let as_view = model.as_view(&quote!(runtime::rule::AsView::as_view(&self.0)));
    let implementations = quote! {
        static CHECK: #rust_type = #constructor;
        #reading #writing #as_view
    };
    let types = kind.named().into_iter().collect();
    Ok(DerivedCode { implementations, types, ..DerivedCode::default() })
}

/// An item of a list whose items have different types.
struct Item {
    kind: Kind,
    check: Check,
    constant: proc_macro2::Ident,
    clause: String,
}

/// Emits a list whose items have different types. Optional items at the end are `Option`s.
pub(crate) fn derive(model: &Model<'_>, fields: &FieldsUnnamed) -> syn::Result<DerivedCode> {
    let min_length = match model.arguments.tokens("min_items") {
        Some(literal) => syn::parse2::<syn::LitInt>(literal.clone())?.base10_parse()?,
        None => 0,
    };
    let mut items = Vec::new();
    for (index, field) in fields.unnamed.iter().enumerate() {
        let limits = Arguments::read(&field.attrs, "model", model.ident().span())?;
        let mut kind = Kind::read(&field.ty);
        if let Kind::Nullable(inner) = &kind
            && index >= min_length
        {
            kind = (**inner).clone();
        }
        let clause = format!("{}.prefixItems.{index}", model.clause);
        let check = Check::read(&kind, &clause, &limits)?;
        limits.finish()?;
        items.push(Item { kind, check, constant: format_ident!("ITEM_{index}"), clause });
    }
    let statics = items.iter().map(|Item { check: Check { rust_type, constructor }, constant, .. }| {
        quote!(static #constant: #rust_type = #constructor;)
    });
    let decode = quote!(decode::tuple(deserializer, at, sink));
    let reading = model.reading(&decode, &validation(&items, min_length));
    let writing = model.writing(&writing(&items, min_length));
    let decoding = decoding(model, &items, min_length);
    let conversion = conversion(model, fields);
    let as_view = as_view(model, &items, min_length);
    let implementations = quote!(#(#statics)* #reading #writing #decoding #conversion #as_view);
    let types = items.iter().filter_map(|item| item.kind.named()).collect();
    Ok(DerivedCode { implementations, types, ..DerivedCode::default() })
}

/// Emits whether any item from an index on is present, or returns `None` if there are no such items.
fn any_from(items: &[Item], from: usize) -> Option<TokenStream> {
    let later_items = (from..items.len()).map(|index| {
        let field = tuple_index(index);
        quote!(self.#field.is_some())
    });
    let later_items: Vec<_> = later_items.collect();
    (!later_items.is_empty()).then(|| quote!(#(#later_items)||*))
}

/// Emits the validation of each item. An absent item before a present one would be serialized as null, and is
/// a violation.
fn validation(items: &[Item], min_length: usize) -> TokenStream {
    let each = items.iter().enumerate().map(|(index, Item { kind, constant, clause, .. })| {
        let field = tuple_index(index);
        let validate =
            |item| quote!(decode::Check::validate(&#constant, #item, &at.item(#field), sink));
        if index < min_length {
            let validate = validate(quote!(&self.#field));
            return quote!(#validate;);
        }
        let validate = validate(quote!(item));
        let may_be_null = matches!(kind, Kind::Any | Kind::Nullable(_));
        match any_from(items, index + 1).filter(|_| !may_be_null) {
            None => quote!(if let Some(item) = &self.#field { #validate; }),
            Some(later) => quote! {
                match &self.#field {
                    Some(item) => #validate,
                    None if #later => decode::left_out(#clause, &at.item(#field), sink),
                    None => {}
                }
            },
        }
    });
    each.collect()
}

fn decoding(model: &Model<'_>, items: &[Item], min_length: usize) -> TokenStream {
    let (name, length) = (model.ident(), items.len());
    let variables: Vec<_> = (0..length).map(|index| format_ident!("item_{index}")).collect();
    let checks = items.iter().map(|item| &item.constant);
    let needed = &variables[..min_length.min(length)];
    let unpack = (!needed.is_empty())
        .then(|| quote!(let (#(Some(#needed),)*) = (#(#needed,)*) else { return Ok(None) };));
    quote! {
        #[doc(hidden)]
        impl decode::Tuple for #name {
            const LEAST: usize = #min_length;
            const MOST: usize = #length;

            fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
                items: &mut decode::Items<'_, A>,
                sink: &mut decode::ViolationSink,
            ) -> Result<Option<Self>, A::Error> {
                #(let #variables = items.read(&#checks, sink)?;)*
                #unpack
                Ok(Some(Self(#(#variables),*)))
            }
        }
    }
}

fn writing(items: &[Item], min_length: usize) -> TokenStream {
    let writes = (0..items.len()).map(|index| {
        let field = tuple_index(index);
        let write = quote!(items.serialize_element(&self.#field)?;);
        match any_from(items, index).filter(|_| index >= min_length) {
            Some(given) => quote!(if #given { #write }),
            None => write,
        }
    });
    quote! {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        #(#writes)*
        items.end()
    }
}

/// Emits the conversion from a Rust tuple, if there are several items.
fn conversion(model: &Model<'_>, fields: &FieldsUnnamed) -> TokenStream {
    let types: Vec<&Type> = fields.unnamed.iter().map(|field| &field.ty).collect();
    if types.len() < 2 {
        return TokenStream::new();
    }
    let name = model.ident();
    let items: Vec<_> = (0..types.len()).map(|index| format_ident!("item_{index}")).collect();
    quote! {
        impl ::core::convert::From<(#(#types),*)> for #name {
            fn from((#(#items),*): (#(#types),*)) -> Self {
                Self(#(#items),*)
            }
        }
    }
}

/// Emits the view of a tuple: the list of its present items.
fn as_view(model: &Model<'_>, items: &[Item], min_length: usize) -> TokenStream {
    let name = model.ident();
    let each = (0..items.len()).map(|index| {
        let field = tuple_index(index);
        if index < min_length {
            quote!(meets(runtime::rule::AsView::as_view(&self.#field)))
        } else {
            quote!(self.#field.as_ref().is_some_and(|item| {
                meets(runtime::rule::AsView::as_view(item))
            }))
        }
    });
    let as_view = model.as_view(&quote!(runtime::rule::View::List(self)));
    quote! {
        #[doc(hidden)]
        impl runtime::rule::Items for #name {
            fn any_item(&self, meets: &mut dyn FnMut(runtime::rule::View<'_>) -> bool) -> bool {
                #(#each)||*
            }
        }
        #as_view
    }
}

/// Returns an index as a literal without a suffix, which names a tuple field.
fn tuple_index(index: usize) -> TokenStream {
    Literal::usize_unsuffixed(index).to_token_stream()
}
