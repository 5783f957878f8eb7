//! Determines the Rust items of a contract: their names, fields and kinds. Emitters take all names from here.

mod boxes;
mod build;
mod charged_types;
mod items;
mod reachability;

use std::collections::BTreeSet;

use webdata_spec::Spec;

use crate::error::GenerateError;
pub(crate) use items::{
    Alternative, ChargedType, Constructor, Field, FieldType, Inside, Item, JsonType, Kind, Layout,
    Module, OneOfItem, Presence, Struct, Tuple, TypeKind, TypeName, UnionItem, Variant, Wrapper,
};

/// Determines the items of a contract.
pub(crate) fn layout(spec: &Spec) -> Result<Layout<'_>, GenerateError> {
    let modules = build::modules(spec)?;
    let mut layout = Layout {
        spec,
        places: items::places(&modules),
        modules,
        charged_types: Vec::new(),
        sent: BTreeSet::new(),
    };
    boxes::place(&mut layout.modules);
    layout.charged_types = charged_types::charged_types(&layout);
    reachability::check(&layout)?;
    layout.sent = reachability::sent(&layout);
    read_as_nullable(&mut layout);
    Ok(layout)
}

/// Changes optional nullable properties from `Patch` to `Nullable` in types that no request carries.
fn read_as_nullable(layout: &mut Layout<'_>) {
    let Layout { modules, sent, .. } = layout;
    let returned = modules.iter_mut().flat_map(|module| &mut module.items);
    for item in returned.filter(|item| !sent.contains(&item.name)) {
        let Kind::Struct(found) = &mut item.kind else { continue };
        for field in found.fields.iter_mut().filter(|field| field.presence == Presence::Patch) {
            field.presence = Presence::Nullable;
        }
    }
}
