//! Collects the public items of a module, each with its path.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item as Syntax, TraitItem, UseTree, Visibility};

use super::accessors::accessors;

/// A public item.
pub(super) struct Item {
    /// The signature, as Rust code.
    pub(super) signature: String,
    pub(super) deprecated: bool,
    /// The path of the item that this item is a part of.
    pub(super) part_of: Option<String>,
    /// The reason why adding this part breaks users of the whole, if it does.
    pub(super) breaks_when_new: Option<&'static str>,
}

/// Adds the public items of a module.
pub(super) fn collect(module: &str, items: &[Syntax], api: &mut BTreeMap<String, Item>) {
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
pub(super) fn to_code(tokens: &impl ToTokens) -> String {
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
