//! Derives an object: how its properties are decoded, validated and serialized, how conditions see them, and the
//! accessors of defaults and of values with a Rust type of their own.
//!
//! An accessor of a typed value parses the string that the field keeps, so that reading loses nothing and
//! rejects nothing.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{FieldsNamed, LitStr};

use crate::attribute::Arguments;
use crate::builder;
use crate::model::{DerivedCode, Model};
use crate::structure::{Field, Structure, read};
use crate::value::{Check, Kind, Presence, ThreeState};

/// Emits the implementations of the struct.
pub(crate) fn derive(model: &Model<'_>, fields: &FieldsNamed) -> syn::Result<DerivedCode> {
    let structure = read(model, fields)?;
    let name = model.ident();
    let decode = quote!(decode::object(deserializer, at, sink));
    let reading = model.reading(&decode, &validation(model, &structure)?);
    let decoding = decoding(model, &structure)?;
    let statics = statics(model, &structure);
    let debug = debug(model, &structure);
    let writing = writing(model, &structure);
    let as_view = as_view(model, &structure);
    let accessors: Vec<_> = structure
        .fields
        .iter()
        .flat_map(|field| {
            [accessor, typed_accessor, cron_accessor, duration_accessor].map(|emit| emit(field))
        })
        .flatten()
        .collect();
    let builder = builder::emit(model, &structure)?;
    let builder_type = builder.beside;
    let methods = builder.implementations;
    let implementations = quote! {
        #statics #reading #decoding #writing #as_view #debug
        impl #name { #(#accessors)* }
        #methods
    };
    let types = structure.fields.iter().filter_map(|field| field.kind.named()).collect();
    Ok(DerivedCode { beside: builder_type, implementations, types })
}

/// Emits one description of each property, for both decoding and validation.
fn statics(model: &Model<'_>, structure: &Structure<'_>) -> TokenStream {
    let constructor = |optional: bool| {
        if optional { quote!(decode::Property::optional) } else { quote!(decode::Property::new) }
    };
    let tag = structure.tag.iter().map(|tag| {
        let (property, values) = (&tag.property, &tag.values);
        let clause = format!("{}.{}", model.clause, property.value());
        let constructor = constructor(!tag.is_required() || tag.known().is_none());
        quote! {
            static TAG: decode::Property<decode::Tag> =
                #constructor(#property, #clause, decode::Tag::new(#clause, &[#(#values),*]));
        }
    });
    let properties = structure.fields.iter().map(|field| {
        let Field { constant, property, clause, check, presence, .. } = field;
        let (Check { rust_type, constructor: check }, constructor) =
            (check, constructor(!presence.is_required()));
        quote! {
            static #constant: decode::Property<#rust_type> = #constructor(#property, #clause, #check);
        }
    });
    let rules = structure.rules.as_ref().map(|rules| {
        quote! {
            static RULES: &[runtime::rule::Rule] = {
                use runtime::path;
                use runtime::rule::{Literal, Rule, equals, given, non_empty};
                &[#rules]
            };
        }
    });
    quote!(#(#tag)* #(#properties)* #rules)
}

/// Emits `Debug` for an object with secrets, which shows only whether they are there. Other objects derive it.
fn debug(model: &Model<'_>, structure: &Structure<'_>) -> Option<TokenStream> {
    let (ident, name) = (model.ident(), model.name());
    let fields = structure.fields.iter().map(|field| {
        let (field_ident, name) = (field.ident, field.name());
        match (field.is_secret, is_given(field)) {
            (true, given) => quote!(.field(#name, &runtime::Redacted { is_given: #given })),
            (false, _) => quote!(.field(#name, &self.#field_ident)),
        }
    });
    let additional = structure.additional.map(|field| {
        let name = field.to_string();
        quote!(.field(#name, &self.#field))
    });
    structure.has_secrets().then(|| {
        quote! {
            impl std::fmt::Debug for #ident {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.debug_struct(#name) #(#fields)* #additional .finish()
                }
            }
        }
    })
}

fn writing(model: &Model<'_>, structure: &Structure<'_>) -> TokenStream {
    let name = model.ident();
    let each = structure.fields.iter().map(|Field { ident, property, presence, .. }| {
        let write = match presence {
            Presence::Required | Presence::RequiredNullable => {
                return quote!(members.serialize_entry(#property, &self.#ident)?;);
            }
            Presence::Optional => quote!(given),
            Presence::ThreeState(_) => quote!(three_state),
        };
        quote!(runtime::encode::#write(members, #property, &self.#ident)?;)
    });
    let additional = structure
        .additional
        .map(|additional| quote!(runtime::encode::additional(members, &self.#additional)?;));
    let tag = match known_tag(structure) {
        Some((property, value)) => quote!(Some((#property, #value))),
        None => quote!(None),
    };
    let writing = model.writing(&quote!(runtime::encode::object(self, #tag, serializer)));
    quote! {
        #writing

        #[doc(hidden)]
        impl runtime::encode::WriteMembers for #name {
            fn write_members<M: serde::ser::SerializeMap>(
                &self,
                members: &mut M,
            ) -> Result<(), M::Error> {
                #(#each)*
                #additional
                Ok(())
            }
        }
    }
}

/// Emits the view of a field for conditions.
fn view(Field { ident, presence, .. }: &Field<'_>) -> TokenStream {
    match presence {
        Presence::Optional => quote!(runtime::rule::given_field(&self.#ident)),
        Presence::RequiredNullable | Presence::Required | Presence::ThreeState(_) => {
            quote!(runtime::rule::AsView::as_view(&self.#ident))
        }
    }
}

/// Returns the discriminator and its value, if the type implies the value.
fn known_tag<'s>(structure: &'s Structure<'_>) -> Option<(&'s LitStr, &'s LitStr)> {
    structure.tag.as_ref().and_then(|tag| Some((&tag.property, tag.known()?)))
}

/// Emits the view of a struct: an object with its listed properties, and the discriminator that the type implies.
fn as_view(model: &Model<'_>, structure: &Structure<'_>) -> TokenStream {
    let name = model.ident();
    let properties = structure.fields.iter().map(|field| &field.property);
    let views = structure.fields.iter().map(|field| view(field));
    let tag = known_tag(structure)
        .map(|(property, value)| quote!(#property => runtime::rule::View::Text(#value),));
    let is_empty = is_empty(structure);
    let as_view = model.as_view(&quote!(runtime::rule::View::Object(self)));
    quote! {
        #[doc(hidden)]
        impl runtime::rule::Members for #name {
            fn member(&self, name: &str) -> runtime::rule::View<'_> {
                match name {
                    #tag
                    #(#properties => #views,)*
                    _ => runtime::rule::View::Absent,
                }
            }

            fn is_empty(&self) -> bool {
                #is_empty
            }
        }
        #as_view
    }
}

fn is_empty(structure: &Structure<'_>) -> TokenStream {
    let is_always = structure.fields.iter().any(|field| field.presence.is_required());
    if structure.tag.is_some() || is_always {
        return quote!(false);
    }
    let absent = structure.fields.iter().map(|Field { ident, presence, .. }| match presence {
        Presence::ThreeState(_) => quote!(self.#ident.is_absent()),
        _ => quote!(self.#ident.is_none()),
    });
    let kept = structure.additional.iter().map(|name| quote!(self.#name.is_empty()));
    let all: Vec<_> = absent.chain(kept).collect();
    if all.is_empty() { quote!(true) } else { quote!(#(#all)&&*) }
}

/// Emits the accessor of a property with a default, which returns the effective value.
fn accessor(field: &Field<'_>) -> Option<TokenStream> {
    let default = field.default.as_ref()?;
    let Field { ident, property, ty, .. } = field;
    let three_state = field.presence.three_state().map(ThreeState::path);
    let is_three_state = three_state.is_some();
    let is_null = default.to_string() == "null";
    let (result, borrow) = match (&field.kind, is_three_state) {
        (Kind::Boolean | Kind::Integer | Kind::Number, true) => (quote!(#ty), quote!(*value)),
        (Kind::Boolean | Kind::Integer | Kind::Number, false) => (quote!(#ty), TokenStream::new()),
        (Kind::Text, true) => (quote!(&str), quote!(value.as_str())),
        (Kind::Text, false) => (quote!(&str), quote!(.as_deref())),
        (_, true) => (quote!(&#ty), quote!(value)),
        (_, false) => (quote!(&#ty), quote!(.as_ref())),
    };
    let value_of_default = match field.kind {
        Kind::Named(_) => quote!(&#default),
        _ => quote!(#default),
    };
    let (result, body) = if let Some(three_state) = three_state {
        let no_value = if is_null {
            quote!(#three_state::Absent | #three_state::Null => None,)
        } else {
            quote! {
                #three_state::Absent => Some(#value_of_default),
                #three_state::Null => None,
            }
        };
        let body = quote! {
            match &self.#ident {
                #no_value
                #three_state::Value(value) => Some(#borrow),
            }
        };
        (quote!(Option<#result>), body)
    } else {
        (result, quote!(self.#ident #borrow.unwrap_or(#value_of_default)))
    };
    let method = format_ident!("effective_{}", field.name());
    let shown = default.to_string().replace(' ', "");
    let doc = match (is_three_state, is_null) {
        (true, true) => format!("Returns `{property}`, or `None` if it is absent or null."),
        (true, false) => {
            format!("Returns `{property}`: `{shown}` if it is absent, and `None` if it is null.")
        }
        (false, _) => format!("Returns `{property}`, or `{shown}` if it is absent."),
    };
    let link = format!("(`{}.default`)", field.clause);
    let deprecated = field.deprecated();
    Some(quote! {
        #[doc = #doc]
        #[doc = #link]
        #(#deprecated)*
        #[must_use]
        pub fn #method(&self) -> #result {
            #body
        }
    })
}

/// Emits the accessor of a property whose format has a Rust type.
fn typed_accessor(field: &Field<'_>) -> Option<TokenStream> {
    let typed = field.typed?;
    let Field { ident, property, presence, .. } = field;
    let ((rust_type, error, called), parse) = (typed.parts(), typed.function());
    let is_list = matches!(field.kind, Kind::List(_));
    let (rust_type, parsed_string, failing) = if is_list {
        (quote!(::std::vec::Vec<#rust_type>), format!("each item of `{property}`"), "an item")
    } else {
        (rust_type, format!("`{property}`"), "the string")
    };
    let parsed = |text: TokenStream| {
        if is_list {
            quote!(#text.iter().map(|text| #parse(text)).collect())
        } else {
            quote!(#parse(#text))
        }
    };
    let (is_given, absence) = match presence {
        Presence::Required => (None, ""),
        Presence::Optional => {
            (Some(quote!(self.#ident.as_ref())), "; returns `None` if the property is absent")
        }
        Presence::RequiredNullable => {
            (Some(quote!(self.#ident.as_ref())), "; returns `None` if the property is null")
        }
        Presence::ThreeState(_) => (
            Some(quote!(self.#ident.value())),
            "; returns `None` if the property is absent or null",
        ),
    };
    let about = format!("Parses {parsed_string} as a {called}{absence}.{}", typed.loses());
    let needs = format!("Needs the feature `{}`.", typed.feature());
    let fails = format!("If {failing} is invalid, which `validate` reports too{}.", typed.lacks());
    let (result, body) = match (is_given, is_list) {
        (Some(given), _) => {
            let parsed = parsed(quote!(given));
            (quote!(Option<#rust_type>), quote!(#given.map(|given| #parsed).transpose()))
        }
        (None, true) => (rust_type, parsed(quote!(self.#ident))),
        (None, false) => (rust_type, parsed(quote!(&self.#ident))),
    };
    let (method, deprecated) = (format_ident!("parse_{}", field.name()), field.deprecated());
    Some(quote! {
        #[doc = #about]
        #[doc = #needs]
        ///
        /// # Errors
        #[doc = #fails]
        #(#deprecated)*
        pub fn #method(&self) -> Result<#result, #error> {
            #body
        }
    })
}

/// Emits the accessor that returns an integer with a unit of time as a duration.
fn duration_accessor(field: &Field<'_>) -> Option<TokenStream> {
    let unit = field.unit.as_ref()?;
    let Field { ident, property, presence, .. } = field;
    let given = match presence {
        Presence::Required => quote!(Some(self.#ident)),
        Presence::Optional | Presence::RequiredNullable => quote!(self.#ident),
        Presence::ThreeState(_) => quote!(self.#ident.value().copied()),
    };
    // A null is not the default.
    let default = field.default.as_ref().filter(|_| matches!(presence, Presence::Optional));
    let (given, absent) = match default {
        Some(default) => {
            (quote!(#given.or(Some(#default))), format!("`{default}` if it is absent, and "))
        }
        None => (given, String::new()),
    };
    let none = if absent.is_empty() { "there is no value, or it" } else { "it" };
    let doc = format!(
        "Returns `{property}` as a duration: {absent}`None` if {none} is negative or beyond all durations."
    );
    let (method, deprecated) = (format_ident!("{}_duration", field.name()), field.deprecated());
    Some(quote! {
        #[doc = #doc]
        #(#deprecated)*
        #[must_use]
        pub fn #method(&self) -> Option<::core::time::Duration> {
            let milliseconds = u64::try_from(#given?).ok()?.checked_mul(#unit)?;
            Some(::core::time::Duration::from_millis(milliseconds))
        }
    })
}

/// Emits the accessor that returns a schedule in words as a cron expression.
fn cron_accessor(field: &Field<'_>) -> Option<TokenStream> {
    let Field { ident, property, presence, .. } = field;
    let given = match presence {
        Presence::Required => quote!(Some(&self.#ident)),
        Presence::Optional | Presence::RequiredNullable => quote!(self.#ident.as_ref()),
        Presence::ThreeState(_) => quote!(self.#ident.value()),
    };
    let method = format_ident!("{}_as_cron", field.name());
    let doc = format!("Returns `{property}` as a cron expression, or `None` if there is no value.");
    let deprecated = field.deprecated();
    field.is_schedule_phrase.then(|| {
        quote! {
            #[doc = #doc]
            ///
            /// # Errors
            /// If the string is not one of the schedules in words, which `validate` reports too.
            #(#deprecated)*
            pub fn #method(&self) -> Result<Option<String>, runtime::string_format::FormatError> {
                let phrase = #given.map(|text| runtime::string_format::schedule_phrase::parse(text));
                Ok(phrase.transpose()?.map(|phrase| phrase.to_string()))
            }
        }
    })
}

/// Returns the variable of a property; the suffix avoids collisions with other variables.
fn slot(field: &Field<'_>) -> Ident {
    format_ident!("{}_slot", field.name())
}

/// Returns the variable for unlisted properties: named after the field that keeps them, if any.
fn others(structure: &Structure<'_>) -> Ident {
    structure.additional.cloned().unwrap_or_else(|| format_ident!("others"))
}

/// Emits the implementation that reads the properties one after the other.
fn decoding(model: &Model<'_>, structure: &Structure<'_>) -> syn::Result<TokenStream> {
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
    let (made, other) = if structure.closed {
        (
            quote!(decode::Unknown::new()),
            quote!(#others.note(name.as_str(), &mut members, #clause, at, sink)?),
        )
    } else {
        (
            quote!(serde_json::Map::new()),
            quote!(decode::keep(name, &mut members, &mut #others, at)?),
        )
    };
    let checking = checking(model, structure)?;
    let build = build(structure);
    Ok(quote! {
        #[doc(hidden)]
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
        let tag = known_tag(structure).map(|(property, value)| {
            quote!(#property => tag.view(|()| runtime::rule::View::Text(#value)),)
        });
        quote! {
            runtime::rule::check_members(RULES, |name| match name {
                #tag
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
fn validation(model: &Model<'_>, structure: &Structure<'_>) -> syn::Result<TokenStream> {
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
        let names = syn::parse2::<Arguments>(one.clone())?.strings()?;
        let [name, needs @ ..] = &names[..] else { continue };
        let is_given = given(&name.value());
        let needs = needs.iter().map(|need| {
            let is_given = given(&need.value());
            quote!((#need, #is_given))
        });
        dependents.extend(quote! {
            decode::dependent_required(#name, #is_given, &[#(#needs),*], #clause, at, sink);
        });
    }
    Ok(quote!(#counts #one_of #dependents))
}
