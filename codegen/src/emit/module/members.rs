//! Emits how the members of a struct are read and judged: while decoding, and in a built value.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use webdata_spec::model::{Additional, Keyword, Operand};

use crate::deprecation::{touching, touching_field};
use crate::emit::limits::literal;
use crate::layout::{Field, Item, Presence, Struct};
use crate::names::{ident, snake};

/// A member while it is decoded: its name, its check and the variable that it is read into.
struct Read<'s> {
    property: &'s str,
    check: Ident,
    slot: Ident,
    required: bool,
}

fn reads<'s>(found: &Struct<'s>) -> Vec<Read<'s>> {
    let tag = found.tag.iter().map(|tag| Read {
        property: tag.property,
        check: ident(&tag.check),
        slot: format_ident!("tag"),
        required: tag.required,
    });
    let fields = found.fields.iter().map(|field| Read {
        property: field.property,
        check: ident(&field.check),
        slot: slot(field),
        required: matches!(field.presence, Presence::Required | Presence::RequiredNullable),
    });
    tag.chain(fields).collect()
}

/// The suffix keeps it apart from keywords and from the other variables.
fn slot(field: &Field<'_>) -> Ident {
    format_ident!("{}_slot", field.name.trim_end_matches('_'))
}

/// The variable for members that are not listed: named as the field that keeps them, if any.
fn others(found: &Struct<'_>) -> Ident {
    ident(found.additional.as_deref().unwrap_or("others"))
}

/// The implementation that reads the members one after the other.
pub(super) fn decoding(item: &Item<'_>, found: &Struct<'_>) -> TokenStream {
    let name = ident(&item.name);
    let reads = reads(found);
    let slots = reads.iter().map(|read| {
        let slot = &read.slot;
        quote!(let mut #slot = decode::Slot::Missing;)
    });
    let reading = reading(item, found, &reads);
    let judging = judging(item, found, &reads);
    let build = build(found);
    let closed = found.object.additional == Additional::Forbidden;
    let others = others(found);
    let made = if closed { quote!(decode::Unknown::new()) } else { quote!(serde_json::Map::new()) };
    let used = !reads.is_empty() || closed || !judging.is_empty();
    let found = if used { quote!(found) } else { quote!(_) };
    quote! {
        impl decode::Object for #name {
            fn decode_members<'de, A: serde::de::MapAccess<'de>>(
                mut members: A,
                at: &decode::At<'_>,
                #found: &mut decode::Found,
            ) -> Result<Option<Self>, A::Error> {
                #(#slots)*
                let mut #others = #made;
                #reading
                #judging
                #build
            }
        }
    }
}

fn reading(item: &Item<'_>, found: &Struct<'_>, reads: &[Read<'_>]) -> TokenStream {
    let closed = found.object.additional == Additional::Forbidden;
    let clause = item.schema.clause.as_str();
    let others = others(found);
    let other = if closed {
        quote!(#others.note(name.as_str(), &mut members, #clause, at, found)?)
    } else {
        quote!(decode::keep(name, &mut members, &mut #others, at)?)
    };
    if reads.is_empty() {
        return quote! {
            while let Some(name) = members.next_key::<decode::Name<'de>>()? {
                #other;
            }
        };
    }
    let arms = reads.iter().map(|Read { property, check, slot, .. }| {
        quote!(#property => { #check.read(&mut members, &mut #slot, at, found)?; })
    });
    quote! {
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                #(#arms)*
                _ => { #other; }
            }
        }
    }
}

/// What is judged once all members are read.
fn judging(item: &Item<'_>, found: &Struct<'_>, reads: &[Read<'_>]) -> TokenStream {
    let required = reads.iter().filter(|read| read.required).map(|read| {
        let (check, slot) = (&read.check, &read.slot);
        quote!(#check.require(&#slot, at, found);)
    });
    let all: Vec<_> = reads.iter().map(|Read { slot, .. }| quote!(#slot.is_given())).collect();
    let others = others(found);
    let given = |name: &str| {
        let read = reads.iter().find(|read| read.property == name);
        read.map_or_else(|| quote!(false), |Read { slot, .. }| quote!(#slot.is_given()))
    };
    let counted = constraints(item, &all, &quote!(#others.len()), given, &[]);
    let rules = (!found.rules_as_sent().is_empty()).then(|| {
        let rules = ident(&found.rules);
        let arms = found.fields.iter().map(|field| {
            let (property, slot) = (field.property, slot(field));
            quote!(#property => #slot.view(runtime::rule::Look::look),)
        });
        let arms: Vec<_> = arms
            .zip(&found.fields)
            .filter_map(|(arm, field)| roots(found).contains(&field.property).then_some(arm))
            .collect();
        quote! {
            runtime::rule::judge_members(#rules, |name| match name {
                #(#arms)*
                _ => runtime::rule::View::Absent,
            }, at, found);
        }
    });
    quote!(#(#required)* #counted #rules)
}

/// The members of the object itself that its rules start from.
fn roots<'s>(found: &Struct<'s>) -> Vec<&'s str> {
    let rules = found.rules_as_sent().into_iter();
    let conditions = rules.flat_map(|rule| {
        [Some(&rule.when), rule.unless.as_ref(), Some(&rule.requires)].into_iter().flatten()
    });
    conditions.map(|condition| condition.path.root()).collect()
}

/// The value, where every member that it cannot do without could be read.
fn build(found: &Struct<'_>) -> TokenStream {
    let needed: Vec<_> = found.fields.iter().filter(|field| is_needed(field)).collect();
    let names: Vec<_> = needed.iter().map(|field| ident(&field.name)).collect();
    let slots: Vec<_> = needed.iter().map(|field| slot(field)).collect();
    let unpack = match (names.as_slice(), slots.as_slice()) {
        ([], _) => TokenStream::new(),
        ([name], [slot]) => {
            quote!(let Some(#name) = #slot.value() else { return Ok(None) };)
        }
        _ => quote! {
            let (#(Some(#names)),*) = (#(#slots.value()),*) else { return Ok(None) };
        },
    };
    let fields = found.fields.iter().map(|field| {
        let (name, slot) = (ident(&field.name), slot(field));
        let touching = touching_field(field);
        match field.presence {
            Presence::Required | Presence::RequiredNullable => quote!(#touching #name),
            Presence::Optional => quote!(#touching #name: #slot.value()),
            Presence::Patch => quote!(#touching #name: #slot.patch()),
        }
    });
    let additional = found.additional.as_ref().map(|_| others(found));
    quote!(#unpack Ok(Some(Self { #(#fields,)* #additional })))
}

fn is_needed(field: &Field<'_>) -> bool {
    matches!(field.presence, Presence::Required | Presence::RequiredNullable)
}

/// How a built value is judged.
pub(super) fn validation(item: &Item<'_>, found: &Struct<'_>) -> TokenStream {
    let clause = item.schema.clause.as_str();
    let fields = found.fields.iter().map(|field| {
        let (name, check) = (ident(&field.name), ident(&field.check));
        let touching = touching_field(field);
        let call = match field.presence {
            Presence::Required | Presence::RequiredNullable => quote!(validate),
            Presence::Optional => quote!(validate_given),
            Presence::Patch => quote!(validate_patch),
        };
        quote!(#touching #check.#call(&self.#name, at, found);)
    });
    let tag = found.tag.iter().map(|_| quote!(true));
    let all: Vec<_> = tag.chain(found.fields.iter().map(is_given)).collect();
    let others = found.additional.as_ref().map_or_else(
        || quote!(0),
        |name| {
            let name = ident(name);
            quote!(self.#name.len())
        },
    );
    let given = |name: &str| {
        let field = found.fields.iter().find(|field| field.property == name);
        field.map_or_else(|| quote!(true), is_given)
    };
    let deprecated = found.fields.iter().filter(|field| field.is_deprecated() && !is_needed(field));
    let deprecated: Vec<&str> = deprecated.map(|field| field.property).collect();
    let counted = constraints(item, &all, &others, given, &deprecated);
    let rules = (!found.rules_as_sent().is_empty()).then(|| {
        let rules = ident(&found.rules);
        quote!(runtime::rule::judge(#rules, self, at, found);)
    });
    let names: Vec<_> = reads(found).iter().map(|read| read.property).collect();
    let unlisted = found.additional.as_ref().filter(|_| !names.is_empty()).map(|name| {
        let name = ident(name);
        quote!(decode::unlisted_names(&self.#name, &[#(#names),*], #clause, at, found);)
    });
    quote!(#(#fields)* #unlisted #counted #rules)
}

/// What is judged of which members are there: `all` of the listed, the number of `others`, and each
/// by its name. To ask for those that are `deprecated`, fields are touched.
fn constraints(
    item: &Item<'_>,
    all: &[TokenStream],
    others: &TokenStream,
    given: impl Fn(&str) -> TokenStream,
    deprecated: &[&str],
) -> TokenStream {
    let clause = item.schema.clause.as_str();
    let calls = item.schema.constraints.iter().map(|own| match (own.keyword, &own.operand) {
        (Keyword::MinProperties | Keyword::MaxProperties, Operand::Number(limit)) => {
            let (name, limit) = (ident(&snake(own.keyword.name())), literal(item.schema, limit));
            let touching = touching(!deprecated.is_empty());
            quote!(#touching decode::#name(&[#(#all),*], #others, #limit, #clause, at, found);)
        }
        (Keyword::ExactlyOne, Operand::Names(names)) => {
            let given = names.iter().map(|name| given(name));
            let touching = touching(names.iter().any(|name| deprecated.contains(&name.as_str())));
            quote!(#touching decode::exactly_one(&[#(#given),*], &[#(#names),*], #clause, at, found);)
        }
        (Keyword::DependentRequired, Operand::Dependents(all)) => {
            let calls = all.iter().map(|(name, needs)| {
                let (is_given, others) = (given(name), needs.iter().map(|name| given(name)));
                let needs = quote!(&[#((#needs, #others)),*]);
                quote!(decode::dependent_required(#name, #is_given, #needs, #clause, at, found);)
            });
            calls.collect()
        }
        _ => TokenStream::new(),
    });
    calls.collect()
}

fn is_given(field: &Field<'_>) -> TokenStream {
    let name = ident(&field.name);
    match field.presence {
        Presence::Required | Presence::RequiredNullable => quote!(true),
        Presence::Optional => quote!(self.#name.is_some()),
        Presence::Patch => quote!(!self.#name.is_absent()),
    }
}
