//! Emits how the properties of an object are read and validated: while decoding, and in a built value.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::LitStr;
use syn::punctuated::Punctuated;

use crate::model::Model;
use crate::rust_type::Presence;
use crate::structure::{Field, Structure};

/// Returns the variable of a property; the suffix avoids collisions with other variables.
fn slot(field: &Field<'_>) -> Ident {
    format_ident!("{}_slot", field.name())
}

/// Returns the variable for unlisted properties: named after the field that keeps them, if any.
fn others(structure: &Structure<'_>) -> Ident {
    structure.additional.cloned().unwrap_or_else(|| format_ident!("others"))
}

/// Emits the implementation that reads the properties one after the other.
pub(crate) fn decoding(model: &Model<'_>, structure: &Structure<'_>) -> syn::Result<TokenStream> {
    let (name, clause) = (model.ident(), &model.clause);
    let others = others(structure);
    let slots: Vec<_> = structure.fields.iter().map(slot).collect();
    let properties = structure.fields.iter().map(|field| &field.property);
    let constants = structure.fields.iter().map(|field| &field.constant);
    let tag = structure.tag.as_ref();
    let (tag_slot, tag_arm) = match tag.map(|tag| &tag.property) {
        Some(property) => (
            quote!(let mut tag = decode::Slot::Missing;),
            quote!(#property => TAG.read(&mut members, &mut tag, at, sink)?,),
        ),
        None => Default::default(),
    };
    let (made, other) = match structure.closed {
        true => (
            quote!(decode::Unknown::new()),
            quote!(#others.note(name.as_str(), &mut members, #clause, at, sink)?),
        ),
        false => (
            quote!(serde_json::Map::new()),
            quote!(decode::keep(name, &mut members, &mut #others, at)?),
        ),
    };
    let checking = checking(model, structure)?;
    let build = build(structure);
    Ok(quote! {
        impl decode::Object for #name {
            fn decode_members<'de, A: serde::de::MapAccess<'de>>(
                mut members: A,
                at: &decode::JsonPath<'_>,
                sink: &mut decode::ViolationSink,
            ) -> Result<Option<Self>, A::Error> {
                let _ = &mut *sink;
                #tag_slot
                #(let mut #slots = decode::Slot::Missing;)*
                let mut #others = #made;
                while let Some(name) = members.next_key::<decode::Name<'de>>()? {
                    match name.as_str() {
                        #tag_arm
                        #(#properties => #constants.read(&mut members, &mut #slots, at, sink)?,)*
                        _ => #other,
                    }
                }
                #checking
                #build
            }
        }
    })
}

/// Emits the checks that run once all properties are read.
fn checking(model: &Model<'_>, structure: &Structure<'_>) -> syn::Result<TokenStream> {
    let tag = structure.tag.as_ref();
    let tag_required =
        tag.filter(|tag| tag.is_required()).map(|_| quote!(TAG.require(&tag, at, sink);));
    let required = structure.fields.iter().filter(|field| field.presence.is_required());
    let required = required.map(|field| {
        let (constant, slot) = (&field.constant, slot(field));
        quote!(#constant.require(&#slot, at, sink);)
    });
    let others = others(structure);
    let given_check = |name: &str| {
        let field = structure.fields.iter().find(|field| field.property == name);
        match field {
            Some(field) => {
                let slot = slot(field);
                quote!(#slot.is_given())
            }
            None if tag.is_some_and(|tag| tag.property.value() == name) => quote!(tag.is_given()),
            None => quote!(false),
        }
    };
    let counted = constraints(model, structure, &quote!(#others.len()), &given_check)?;
    let rules = structure.rules.as_ref().map(|_| {
        let properties = structure.fields.iter().map(|field| &field.property);
        let slots = structure.fields.iter().map(slot);
        quote! {
            runtime::rule::check_members(RULES, |name| match name {
                #(#properties => #slots.view(runtime::rule::AsView::as_view),)*
                _ => runtime::rule::View::Absent,
            }, at, sink);
        }
    });
    Ok(quote!(#tag_required #(#required)* #counted #rules))
}

/// Emits the value, if every required property could be read.
fn build(structure: &Structure<'_>) -> TokenStream {
    let needed = structure.fields.iter().filter(|field| field.presence.is_required());
    let (names, slots): (Vec<_>, Vec<_>) = needed.map(|field| (field.ident, slot(field))).unzip();
    let unpack = (!names.is_empty())
        .then(|| quote!(let (#(Some(#names),)*) = (#(#slots.value(),)*) else { return Ok(None) };));
    let fields = structure.fields.iter().map(|field| {
        let (name, slot) = (field.ident, slot(field));
        match field.presence {
            Presence::Required | Presence::RequiredNullable => quote!(#name),
            Presence::Optional => quote!(#name: #slot.value()),
            Presence::ThreeState(_) => quote!(#name: #slot.three_state()),
        }
    });
    let additional = structure.additional;
    quote!(#unpack Ok(Some(Self { #(#fields,)* #additional })))
}

/// Emits the validation of a built value.
pub(crate) fn validation(model: &Model<'_>, structure: &Structure<'_>) -> syn::Result<TokenStream> {
    let clause = &model.clause;
    let fields = structure.fields.iter().map(|Field { ident, constant, presence, .. }| {
        let call = match presence {
            Presence::Required | Presence::RequiredNullable => quote!(validate),
            Presence::Optional => quote!(validate_given),
            Presence::ThreeState(_) => quote!(validate_three_state),
        };
        quote!(#constant.#call(&self.#ident, at, sink);)
    });
    let others = match structure.additional {
        Some(name) => quote!(self.#name.len()),
        None => quote!(0),
    };
    let given_check = |name: &str| {
        let field = structure.fields.iter().find(|field| field.property == name);
        field.map_or_else(|| quote!(true), is_given)
    };
    let counted = constraints(model, structure, &others, &given_check)?;
    let rules =
        structure.rules.as_ref().map(|_| quote!(runtime::rule::check(RULES, self, at, sink);));
    let tag = structure.tag.iter().map(|tag| tag.property.value());
    let names: Vec<_> =
        tag.chain(structure.fields.iter().map(|field| field.property.clone())).collect();
    let unlisted = structure.additional.filter(|_| !names.is_empty()).map(
        |name| quote!(decode::unlisted_names(&self.#name, &[#(#names),*], #clause, at, sink);),
    );
    Ok(quote!(#(#fields)* #unlisted #counted #rules))
}

fn is_given(Field { ident, presence, .. }: &Field<'_>) -> TokenStream {
    match presence {
        Presence::Required | Presence::RequiredNullable => quote!(true),
        Presence::Optional => quote!(self.#ident.is_some()),
        Presence::ThreeState(_) => quote!(!self.#ident.is_absent()),
    }
}

/// Emits the checks of which properties are present, each by its name, and of the number of `others`.
fn constraints(
    model: &Model<'_>,
    structure: &Structure<'_>,
    others: &TokenStream,
    given: &dyn Fn(&str) -> TokenStream,
) -> syn::Result<TokenStream> {
    let (clause, arguments) = (&model.clause, &model.arguments);
    let tag = structure.tag.iter().map(|tag| given(&tag.property.value()));
    let all = tag.chain(structure.fields.iter().map(|field| given(&field.property)));
    let all: Vec<_> = all.collect();
    let counts = ["min_properties", "max_properties"].into_iter().filter_map(|word| {
        let (limit, name) = (arguments.tokens(word)?, format_ident!("{word}"));
        Some(quote!(decode::#name(&[#(#all),*], #others, #limit, #clause, at, sink);))
    });
    let counts: TokenStream = counts.collect();
    let one_of = match arguments.list("exactly_one")? {
        Some(names) => {
            let names = names.strings()?;
            let given_checks = names.iter().map(|name| given(&name.value()));
            quote!(decode::exactly_one(&[#(#given_checks),*], &[#(#names),*], #clause, at, sink);)
        }
        None => TokenStream::new(),
    };
    let mut dependents = TokenStream::new();
    for one in arguments.each("dependent") {
        let strings = syn::parse::Parser::parse2(
            Punctuated::<LitStr, syn::Token![,]>::parse_terminated,
            one.clone(),
        )?;
        let mut strings = strings.into_iter();
        let Some(name) = strings.next() else { continue };
        let is_given = given(&name.value());
        let needs = strings.map(|need| {
            let is_given = given(&need.value());
            quote!((#need, #is_given))
        });
        dependents.extend(quote! {
            decode::dependent_required(#name, #is_given, &[#(#needs),*], #clause, at, sink);
        });
    }
    Ok(quote!(#counts #one_of #dependents))
}
