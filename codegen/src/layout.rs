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
    Alternative, ChargedType, Constructor, Field, FieldType, InnerValue, Item, Kind, Layout,
    Module, OneOfItem, Presence, Struct, Tuple, TypeKind, TypeName, UnionItem, Variant, Wrapper,
};

/// Determines the items of a contract.
pub(crate) fn layout(spec: &Spec) -> Result<Layout<'_>, GenerateError> {
    let modules = build::modules(spec)?;
    let mut layout = Layout {
        spec,
        index: items::index_items(&modules),
        modules,
        charged_types: Vec::new(),
        request_types: BTreeSet::new(),
    };
    boxes::mark_boxed(&mut layout.modules);
    layout.charged_types = charged_types::charged_types(&layout);
    reachability::check_condition_paths(&layout)?;
    layout.request_types = reachability::request_types(&layout);
    use_nullable_in_responses(&mut layout);
    Ok(layout)
}

/// Changes optional nullable properties from `Patch` to `Nullable` in types that no request carries.
fn use_nullable_in_responses(layout: &mut Layout<'_>) {
    let Layout { modules, request_types, .. } = layout;
    let returned = modules.iter_mut().flat_map(|module| &mut module.items);
    for item in returned.filter(|item| !request_types.contains(&item.name)) {
        let Kind::Struct(structure) = &mut item.kind else { continue };
        for field in structure.fields.iter_mut().filter(|field| field.presence == Presence::Patch) {
            field.presence = Presence::Nullable;
        }
    }
}
