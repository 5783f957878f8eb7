//! Finds and lists the variations that `serve` accepts by their identities.
//!
//! This module does not know what a variation does.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Result, bail};
use webdata_audit::variations::{Variation, Variations};
use webdata_spec::{Spec, nearest};

/// The word that lists all variations, in place of an identity.
pub(super) const LIST: &str = "list";

/// The identity of the variation that `--strict` stands for.
pub(super) const STRICT: &str = "no-property-that-is-not-listed";

/// Renders every variation of a contract, one per line, with the reason why the contract allows it.
pub(super) fn list(variations: &Variations, spec: &Spec) -> String {
    let open = variations.open_in(spec);
    let all: Vec<_> = open.map(|variation| (variation.id(), &variation.allowed_by)).collect();
    let width = all.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (id, allowed_by) in all {
        // Writing into a string never fails.
        let _ = writeln!(text, "{id:width$}  {allowed_by}");
    }
    text
}

/// Returns the variation with an identity.
pub(super) fn find(variations: &Variations, spec: &Spec, id: &str) -> Result<Arc<Variation>> {
    if let Some(variation) = variations.open_in(spec).find(|variation| variation.id() == id) {
        return Ok(Arc::clone(variation));
    }
    let known: Vec<String> = variations.open_in(spec).map(|variation| variation.id()).collect();
    let near = nearest(known.iter().map(String::as_str), id);
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    bail!("there is no variation `{id}`{near} (`serve --variation {LIST}` prints every variation)")
}
