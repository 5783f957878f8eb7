//! Compares the public items of two generated crates by Cargo's rules for versions: the items of each module
//! with their paths, and the accessors that the derive macro adds to a struct, from the attributes of its
//! fields.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{
    Attribute, Field, Fields, ImplItem, Item as Syntax, LitStr, TraitItem, UseTree, Visibility,
};

use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;

/// How far an API changed, by Semantic Versioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// No user has to act.
    Patch,
    /// An item is new.
    Minor,
    /// Code that compiled before may fail to compile.
    Major,
}

impl Bump {
    /// Returns the lower-case name, such as `minor`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// A public item that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiChange {
    /// The path of the item within the crate, such as `album::Album.name`.
    pub item: String,
    /// How far the item changed.
    pub bump: Bump,
    /// The change, and the reason why it affects users.
    pub why: String,
}

/// Compares the public items of two crates, given by their files.
///
/// # Errors
/// If a file is not valid Rust.
pub fn api_changes(
    old: &[GeneratedFile],
    new: &[GeneratedFile],
) -> Result<Vec<ApiChange>, GenerateError> {
    let (old, new) = (items(old)?, items(new)?);
    let mut changes = Vec::new();
    for (path, was) in &old {
        let change = match new.get(path) {
            None => Some((Bump::Major, "it was removed".to_owned())),
            Some(is) if is.signature != was.signature => {
                Some((Bump::Major, format!("was `{}`, is `{}`", was.signature, is.signature)))
            }
            Some(is) if is.deprecated && !was.deprecated => {
                Some((Bump::Minor, "it is deprecated".to_owned()))
            }
            Some(_) => None,
        };
        changes.extend(change.map(|(bump, why)| ApiChange { item: path.clone(), bump, why }));
    }
    for (path, is) in new.iter().filter(|(path, _)| !old.contains_key(*path)) {
        // A new part of a new item is reported with the item.
        if is.part_of.as_ref().is_some_and(|whole| !old.contains_key(whole)) {
            continue;
        }
        let (bump, why) = match is.breaks_when_new {
            Some(why) => (Bump::Major, format!("it is new: {why}")),
            None => (Bump::Minor, "it is new".to_owned()),
        };
        changes.push(ApiChange { item: path.clone(), bump, why });
    }
    // A part that was removed with its item is reported with the item.
    changes.retain(|change| {
        let whole = old.get(&change.item).and_then(|item| item.part_of.as_ref());
        whole.is_none_or(|whole| new.contains_key(whole))
    });
    Ok(changes)
}

fn items(files: &[GeneratedFile]) -> Result<BTreeMap<String, Item>, GenerateError> {
    let mut api = BTreeMap::new();
    for file in files {
        let Some(name) = file.path.strip_prefix("src/").and_then(|name| name.strip_suffix(".rs"))
        else {
            continue;
        };
        let parsed = syn::parse_file(&file.text).map_err(|error| GenerateError::Emitted {
            path: file.path.clone(),
            reason: error.to_string(),
        })?;
        collect(if name == "lib" { "" } else { name }, &parsed.items, &mut api);
    }
    Ok(api)
}

/// A public item.
pub(crate) struct Item {
    /// The signature, as Rust code.
    pub(crate) signature: String,
    pub(crate) deprecated: bool,
    /// The path of the item that this item is a part of.
    part_of: Option<String>,
    /// The reason why adding this part breaks users of the whole, if it does.
    breaks_when_new: Option<&'static str>,
}

/// Adds the public items of a module.
pub(crate) fn collect(module: &str, items: &[Syntax], api: &mut BTreeMap<String, Item>) {
    let mut list = Collector { module, api };
    items.iter().for_each(|item| list.item(item));
}

struct Collector<'l> {
    module: &'l str,
    api: &'l mut BTreeMap<String, Item>,
}

impl Collector<'_> {
    fn path(&self, name: &impl ToString) -> String {
        let name = name.to_string();
        if self.module.is_empty() { name } else { format!("{}::{name}", self.module) }
    }

    fn add(&mut self, path: String, attributes: &[Attribute], signature: &impl ToTokens) {
        let signature = to_code(signature);
        let deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
        let item = Item { signature, deprecated, part_of: None, breaks_when_new: None };
        self.api.insert(path, item);
    }

    /// Adds a part of an item. `breaks` is the reason why adding the part breaks users of the whole.
    fn part(
        &mut self,
        (whole, path): (&str, String),
        attributes: &[Attribute],
        signature: &impl ToTokens,
        breaks: Option<&'static str>,
    ) {
        self.add(path.clone(), attributes, signature);
        if let Some(item) = self.api.get_mut(&path) {
            item.part_of = Some(whole.to_owned());
            item.breaks_when_new = breaks;
        }
    }

    fn item(&mut self, item: &Syntax) {
        match item {
            Syntax::Const(one) if is_public(&one.vis) => {
                self.add(self.path(&one.ident), &one.attrs, &one.ty);
            }
            Syntax::Static(one) if is_public(&one.vis) => {
                self.add(self.path(&one.ident), &one.attrs, &one.ty);
            }
            Syntax::Fn(one) if is_public(&one.vis) => {
                self.add(self.path(&one.sig.ident), &one.attrs, &one.sig);
            }
            Syntax::Type(one) if is_public(&one.vis) => {
                self.add(self.path(&one.ident), &one.attrs, &one.ty);
            }
            Syntax::Struct(one) if is_public(&one.vis) => {
                let path = self.path(&one.ident);
                self.add(path.clone(), &one.attrs, &one.generics);
                self.derives(&path, &one.attrs);
                let open = one.fields.iter().all(|field| is_public(&field.vis));
                let open = open && !is_non_exhaustive(&one.attrs);
                self.fields(&path, &one.fields, open);
            }
            Syntax::Enum(one) if is_public(&one.vis) => {
                let path = self.path(&one.ident);
                self.add(path.clone(), &one.attrs, &one.generics);
                self.derives(&path, &one.attrs);
                let open = !is_non_exhaustive(&one.attrs);
                let breaks = open.then_some("a `match` of all variants must list it");
                for variant in &one.variants {
                    let name = format!("{path}::{}", variant.ident);
                    self.part((&path, name), &variant.attrs, &variant.fields, breaks);
                }
            }
            Syntax::Trait(one) if is_public(&one.vis) => {
                let path = self.path(&one.ident);
                self.add(path.clone(), &one.attrs, &one.supertraits);
                one.items.iter().for_each(|item| self.trait_item(&path, item));
            }
            Syntax::Impl(one) => self.implementation(one),
            Syntax::Use(one) if is_public(&one.vis) => self.uses(&one.tree),
            _ => {}
        }
    }

    fn fields(&mut self, whole: &str, fields: &Fields, open: bool) {
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| is_public(&field.vis)) {
            let breaks = match open {
                true => Some("code that builds the struct from its fields must set it"),
                // Derived constructors take every required property as an argument or demand its setter.
                false => (!is_optional(field)).then_some("code that builds it must set it"),
            };
            let name = field.ident.as_ref().map_or(index.to_string(), ToString::to_string);
            let path = format!("{whole}.{name}");
            self.part((whole, path.clone()), &field.attrs, &field.ty, breaks);
            for (accessor, signature) in accessors(field) {
                let accessor = format!("{whole}::{accessor}");
                self.part((&path, accessor), &field.attrs, &signature, None);
            }
        }
    }

    fn trait_item(&mut self, whole: &str, item: &TraitItem) {
        match item {
            TraitItem::Fn(one) => {
                let breaks = one.default.is_none().then_some("implementations must define it");
                let path = format!("{whole}::{}", one.sig.ident);
                self.part((whole, path), &one.attrs, &one.sig, breaks);
            }
            TraitItem::Type(one) => {
                let path = format!("{whole}::{}", one.ident);
                let breaks = Some("implementations must define it");
                self.part((whole, path), &one.attrs, &one.bounds, breaks);
            }
            _ => {}
        }
    }

    fn implementation(&mut self, one: &syn::ItemImpl) {
        let whole = self.path(&to_code(&one.self_ty));
        if let Some((name, _)) = &one.trait_ {
            let path = format!("{whole}: {}", to_code(name));
            self.part((&whole, path), &one.attrs, &one.generics, None);
            return;
        }
        for item in &one.items {
            if let ImplItem::Fn(one) = item
                && is_public(&one.vis)
            {
                let path = format!("{whole}::{}", one.sig.ident);
                self.part((&whole, path), &one.attrs, &one.sig, None);
            }
        }
    }

    /// Adds the derived traits.
    fn derives(&mut self, whole: &str, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            // Generated code has no derive that fails to parse.
            let _ = attribute.parse_nested_meta(|meta| {
                let path = format!("{whole}: {}", to_code(&meta.path));
                self.part((whole, path), &[], &"", None);
                Ok(())
            });
        }
    }

    fn uses(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.uses(&path.tree),
            UseTree::Name(name) => self.add(self.path(&name.ident), &[], &""),
            UseTree::Rename(name) => self.add(self.path(&name.rename), &[], &""),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.uses(tree)),
            UseTree::Glob(_) => {}
        }
    }
}

/// Returns tokens as code without unusual spaces.
fn to_code(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let tight = [(" :: ", "::"), (" < ", "<"), (" >", ">"), (" ,", ","), ("& ", "&"), (" (", "(")];
    tight.iter().fold(text, |text, (wide, tight)| text.replace(wide, tight))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns whether a property is optional, as the attributes of its field say to the derive macro.
fn is_optional(field: &syn::Field) -> bool {
    let syn::Type::Path(path) = &field.ty else { return false };
    let last = path.path.segments.last().map(|segment| segment.ident.to_string());
    let has_argument = |word: &str| {
        let mut arguments =
            field.attrs.iter().filter(|attribute| attribute.path().is_ident("model"));
        arguments.any(|attribute| to_code(&attribute.meta).contains(word))
    };
    match last.as_deref() {
        Some("Option") => !has_argument("nullable"),
        Some("Patch" | "Nullable") => true,
        _ => has_argument("additional"),
    }
}

fn is_non_exhaustive(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

/// Returns the name of each accessor of a field, with the part of its signature that does not follow from the field's
/// type.
fn accessors(field: &Field) -> Vec<(String, TokenStream)> {
    // The fields of tuple structs have no accessors.
    let Some(name) = field.ident.as_ref().map(IdentExt::unraw) else { return Vec::new() };
    let attributes = field.attrs.iter().filter(|attribute| attribute.path().is_ident("model"));
    let lists = attributes.filter_map(|attribute| attribute.meta.require_list().ok());
    let arguments: Vec<TokenTree> = lists.flat_map(|list| list.tokens.clone()).collect();
    let effective = argument(&arguments, "default").map(|_| TokenStream::new());
    let effective = effective.map(|signature| (format!("effective_{name}"), signature));
    let parsed = parsed_type(field, &arguments).map(|parsed| (format!("parse_{name}"), parsed));
    effective.into_iter().chain(parsed).collect()
}

/// Returns the Rust type of the format of a string, or of the strings of a list.
fn parsed_type(field: &Field, arguments: &[TokenTree]) -> Option<TokenStream> {
    let declared = to_code(&field.ty);
    let inner = declared.split_once('<').filter(|(wrapper, _)| {
        matches!(wrapper.rsplit("::").next(), Some("Option" | "Patch" | "Nullable"))
    });
    let inner = inner.and_then(|(_, inner)| inner.strip_suffix('>')).unwrap_or(&declared);
    let format = match inner {
        "String" => string(argument(arguments, "format")?),
        "Vec<String>" => match argument(arguments, "items")? {
            [TokenTree::Group(items)] => {
                let items: Vec<TokenTree> = items.stream().into_iter().collect();
                string(argument(&items, "format")?)
            }
            _ => None,
        },
        _ => None,
    };
    match format?.as_str() {
        "date-time" => Some(quote!(jiff::Timestamp)),
        "uri" => Some(quote!(url::Url)),
        "uuid" => Some(quote!(uuid::Uuid)),
        _ => None,
    }
}

/// Returns the tokens after a word that begins an argument.
fn argument<'t>(arguments: &'t [TokenTree], word: &str) -> Option<&'t [TokenTree]> {
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
    arguments.split(is_comma).find_map(|argument| match argument {
        [TokenTree::Ident(first), rest @ ..] if first == word => Some(rest),
        _ => None,
    })
}

/// Returns the string after `=`.
fn string(value: &[TokenTree]) -> Option<String> {
    let [TokenTree::Punct(_), TokenTree::Literal(literal)] = value else { return None };
    syn::parse2::<LitStr>(literal.to_token_stream()).ok().map(|literal| literal.value())
}

#[cfg(test)]
mod tests {
    use syn::ItemStruct;

    /// Returns the accessors of a struct, each with its signature.
    fn accessors_of(code: &str) -> String {
        let parsed: ItemStruct = syn::parse_str(code).expect("a struct");
        let accessors = parsed.fields.iter().flat_map(super::accessors).map(|(name, signature)| {
            format!("{name} {}", super::to_code(&signature)).trim().to_owned()
        });
        accessors.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn each_accessor_of_the_macro_is_listed() {
        for (field, expected) in [
            (r#"#[model("id", format = "uuid")] pub id: String"#, "parse_id uuid::Uuid"),
            (r#"#[model(format = "uri")] pub r#type: Option<String>"#, "parse_type url::Url"),
            (
                r#"#[model(min_items = 1, items(format = "date-time"))] pub at: runtime::Patch<Vec<String>>"#,
                "parse_at jiff::Timestamp",
            ),
            (r#"#[model(minimum = -1, default = -1)] pub count: Option<i64>"#, "effective_count"),
            (
                r#"#[model(format = "uri", default = "a:b")] pub home: Option<String>"#,
                "effective_home, parse_home url::Url",
            ),
            // The macro derives none for these.
            (r#"#[model(format = "email")] pub email: String"#, ""),
            (r#"#[model(items(format = "uuid"))] pub ids: Vec<Option<String>>"#, ""),
            (r#"#[model(items(items(format = "uuid")))] pub ids: Vec<Vec<String>>"#, ""),
            (r#"#[model(values(format = "uuid"))] pub ids: HashMap<String, String>"#, ""),
        ] {
            let actual = accessors_of(&format!("pub struct S {{ {field} }}"));
            assert_eq!(actual, expected, "{field}");
        }
        assert_eq!(accessors_of(r#"pub struct Isbn(#[model(format = "uuid")] pub String);"#), "");
    }
}
