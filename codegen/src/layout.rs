//! The Rust items that a contract becomes: their names, fields and kinds, before any token is
//! written. Emitters ask this and never look names up themselves.

mod boxes;
mod build;
mod charged_types;
mod items;
mod reach;

use std::collections::BTreeMap;

use webdata_spec::Spec;

use crate::error::GenerateError;
pub(crate) use items::{
    Alternative, ChargedType, Field, FieldType, Inside, Item, JsonType, Kind, Layout, Module,
    OneOfItem, Presence, Struct, Tuple, TupleItem, TypeKind, TypeName, UnionItem, Variant, Wrapper,
};

/// Lays out the items of a contract.
pub(crate) fn layout(spec: &Spec) -> Result<Layout<'_>, GenerateError> {
    let modules = build::modules(spec)?;
    let mut layout = Layout {
        spec,
        places: items::places(&modules),
        modules,
        charged_types: Vec::new(),
        looked_at: BTreeMap::new(),
    };
    boxes::place(&mut layout.modules);
    layout.charged_types = charged_types::charged_types(&layout);
    layout.looked_at = reach::looked_at(&layout)?;
    Ok(layout)
}
