//! Derives an object: its properties and implementations.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, Error, FieldsNamed, LitStr, Type};

use crate::attribute::Arguments;
use crate::check::Check;
use crate::model::{DerivedCode, Model, doc_attributes};
use crate::rust_type::{Kind, Presence, ThreeState, presence};
use crate::typed::Typed;
use crate::{builder, members, typed};

/// An object.
pub(crate) struct Structure<'i> {
    pub(crate) fields: Vec<Field<'i>>,
    /// The discriminator, if the object is a variant of a union.
    pub(crate) tag: Option<Tag>,
    /// The field for unlisted properties, if the object allows them.
    pub(crate) additional: Option<&'i Ident>,
    /// Whether other properties are forbidden.
    pub(crate) closed: bool,
    /// The rules for the received object, as the elements of an array.
    pub(crate) rules: Option<TokenStream>,
}

/// A field of a struct.
pub(crate) struct Field<'i> {
    pub(crate) ident: &'i Ident,
    /// The type of the value, without `Option`, `Patch` or `Nullable`.
    pub(crate) ty: &'i Type,
    pub(crate) declared: &'i Type,
    pub(crate) presence: Presence,
    pub(crate) kind: Kind,
    /// The name of the property.
    pub(crate) property: String,
    pub(crate) clause: String,
    pub(crate) check: Check,
    /// The name of the static that holds the property.
    pub(crate) constant: Ident,
    pub(crate) default: Option<TokenStream>,
    /// The type that the string can be parsed into.
    pub(crate) typed: Option<Typed>,
    attributes: &'i [Attribute],
}

impl Field<'_> {
    /// Returns the name without the `r#` of raw identifiers.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// The `#[deprecated]` attributes of the field, which its setter and its accessor also get.
    pub(crate) fn deprecated(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(|attribute| attribute.path().is_ident("deprecated"))
    }

    /// Returns the documentation and deprecation of the field.
    pub(crate) fn doc_attributes(&self) -> impl Iterator<Item = &Attribute> {
        doc_attributes(self.attributes)
    }
}

/// The discriminator inside a variant. It has no field, since the type implies it.
pub(crate) struct Tag {
    pub(crate) property: LitStr,
    pub(crate) values: Vec<LitStr>,
    required: bool,
}

impl Tag {
    /// Returns the value of the discriminator, if it has only one.
    pub(crate) fn known(&self) -> Option<&LitStr> {
        match self.values.as_slice() {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Returns whether the discriminator is required. A struct that does not know its value does not write
    /// it, so it cannot be required.
    pub(crate) fn is_required(&self) -> bool {
        self.required
    }
}

/// Emits the implementations of the struct.
pub(crate) fn derive(model: &Model<'_>, fields: &FieldsNamed) -> syn::Result<DerivedCode> {
    let structure = read(model, fields)?;
    let name = model.ident();
    let decode = quote!(decode::object(deserializer, at, sink));
    let reading = model.reading(&decode, &members::validation(model, &structure)?);
    let decoding = members::decoding(model, &structure)?;
    let statics = statics(model, &structure);
    let writing = writing(model, &structure);
    let as_view = as_view(model, &structure);
    let accessors: Vec<_> = structure
        .fields
        .iter()
        .flat_map(|field| [accessor(field), typed::accessor(field)])
        .flatten()
        .collect();
    let builder = builder::emit(model, &structure)?;
    let builder_type = builder.beside;
    let methods = builder.implementations;
    let implementations = quote! {
        #statics #reading #decoding #writing #as_view
        impl #name { #(#accessors)* }
        #methods
    };
    let mut types = Vec::new();
    structure.fields.iter().for_each(|field| field.kind.named(&mut types));
    let types = types.into_iter().cloned().collect();
    Ok(DerivedCode { beside: builder_type, implementations, types })
}

fn read<'i>(model: &Model<'_>, fields: &'i FieldsNamed) -> syn::Result<Structure<'i>> {
    let mut structure = Structure {
        fields: Vec::new(),
        tag: tag(model)?,
        additional: None,
        closed: model.arguments.flag("closed"),
        rules: rules(model)?,
    };
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let arguments = Arguments::read(&field.attrs, "model", ident.span())?;
        if arguments.flag("additional") {
            structure.additional = Some(ident);
            arguments.finish()?;
            continue;
        }
        let (presence, ty) = presence(&field.ty, arguments.flag("nullable"));
        let kind = Kind::read(ty);
        let property = match arguments.name()? {
            Some(name) => name.value(),
            None => camel(&ident.unraw().to_string()),
        };
        let clause = format!("{}.{property}", model.clause);
        let Check { rust_type, constructor } = Check::read(&kind, &clause, &arguments)?;
        let check = match presence {
            Presence::RequiredNullable | Presence::ThreeState(_) => Check {
                rust_type: quote!(decode::Nullable<#rust_type>),
                constructor: quote!(decode::Nullable(#constructor)),
            },
            Presence::Required | Presence::Optional => Check { rust_type, constructor },
        };
        let default = arguments.tokens("default").cloned();
        let typed = Typed::read(&kind, &arguments)?;
        arguments.finish()?;
        structure.fields.push(Field {
            ident,
            ty,
            declared: &field.ty,
            presence,
            kind,
            property,
            clause,
            check,
            constant: format_ident!("PROPERTY_{}", structure.fields.len()),
            default,
            typed,
            attributes: &field.attrs,
        });
    }
    if structure.additional.is_none() && !structure.closed {
        let message = "a field `#[model(additional)]`, or `closed` of the type, is expected";
        return Err(Error::new(model.ident().span(), message));
    }
    Ok(structure)
}

/// Emits the rules as the elements of an array.
fn rules(model: &Model<'_>) -> syn::Result<Option<TokenStream>> {
    let clause = format!("{}.rules", model.clause);
    let mut rules = TokenStream::new();
    for rule in model.arguments.each("rule") {
        let rule: Arguments = syn::parse2(rule.clone())?;
        let missing = || Error::new(rule.span(), "an identity, a sentence, `when` and `requires`");
        let [id, says] = &rule.strings()?[..] else { return Err(missing()) };
        let when = rule.tokens("when").ok_or_else(missing)?;
        let requires = rule.tokens("requires").ok_or_else(missing)?;
        let unless = rule.tokens("unless").map(|unless| quote!(.unless(#unless)));
        rule.finish()?;
        let message = format!("breaks a rule: {}", says.value());
        rules.extend(quote!(Rule::new(#clause, #id, #message, #when, #requires) #unless,));
    }
    Ok((!rules.is_empty()).then_some(rules))
}

fn tag(model: &Model<'_>) -> syn::Result<Option<Tag>> {
    let Some(arguments) = model.arguments.list("tag")? else { return Ok(None) };
    let mut strings = arguments.strings()?.into_iter();
    let property = strings.next();
    let property =
        property.ok_or_else(|| Error::new(arguments.span(), "a property is expected"))?;
    let values: Vec<_> = strings.collect();
    let required = !arguments.flag("optional");
    arguments.finish()?;
    Ok(Some(Tag { property, values, required }))
}

/// Returns the name of a field in camel case, as `serde` converts it.
fn camel(field: &str) -> String {
    let mut name = String::new();
    for (index, word) in field.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if index > 0 => name.push(first.to_ascii_uppercase()),
            first => name.extend(first),
        }
        name.push_str(letters.as_str());
    }
    name
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
    let tag = structure.tag.as_ref().and_then(|tag| Some((&tag.property, tag.known()?)));
    let tag = match tag {
        Some((property, value)) => quote!(Some((#property, #value))),
        None => quote!(None),
    };
    let writing = model.writing(&quote!(runtime::encode::object(self, #tag, serializer)));
    quote! {
        #writing

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

/// Emits the view of a struct: an object with its listed properties.
fn as_view(model: &Model<'_>, structure: &Structure<'_>) -> TokenStream {
    let name = model.ident();
    let properties = structure.fields.iter().map(|field| &field.property);
    let views = structure.fields.iter().map(|field| view(field));
    let is_empty = is_empty(structure);
    let as_view = model.as_view(&quote!(runtime::rule::View::Object(self)));
    quote! {
        impl runtime::rule::Members for #name {
            fn member(&self, name: &str) -> runtime::rule::View<'_> {
                match name {
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
    let of = field.presence.three_state().map(ThreeState::path);
    let is_of_three = of.is_some();
    let is_null = default.to_string() == "null";
    let (result, borrow) = match (&field.kind, is_of_three) {
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
    let (result, body) = if let Some(of) = of {
        let no_value = match is_null {
            true => quote!(#of::Absent | #of::Null => None,),
            false => quote! {
                #of::Absent => Some(#value_of_default),
                #of::Null => None,
            },
        };
        let body = quote! {
            match &self.#ident {
                #no_value
                #of::Value(value) => Some(#borrow),
            }
        };
        (quote!(Option<#result>), body)
    } else {
        (result, quote!(self.#ident #borrow.unwrap_or(#value_of_default)))
    };
    let method = format_ident!("effective_{}", field.name());
    let shown = default.to_string().replace(' ', "");
    let doc = format!("Returns `{property}`, or `{shown}` if it is absent.");
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
