//! Finds and lists the variations that `serve` accepts by their identities.
//!
//! This module does not know what a variation does.

use std::fmt::Write;

use anyhow::{Result, bail};
use webdata_audit::variations::{self, Variation};
use webdata_spec::{Spec, nearest};

/// The word that lists all variations, in place of an identity.
pub(super) const LIST: &str = "list";

/// The identity of the variation that `--strict` stands for.
pub(super) const STRICT: &str = "no-property-that-is-not-listed";

/// Renders every variation of a contract, one per line, with the reason why the contract allows it.
pub(super) fn list(spec: &Spec) -> String {
    let all: Vec<_> =
        variations::open_in(spec).map(|variation| (variation.id(), variation.allowed_by)).collect();
    let width = all.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (id, allowed_by) in all {
        // Writing into a string never fails.
        let _ = writeln!(text, "{id:width$}  {allowed_by}");
    }
    text
}

/// Returns the variation with an identity.
pub(super) fn find(spec: &Spec, id: &str) -> Result<&'static Variation> {
    if let Some(variation) = variations::open_in(spec).find(|variation| variation.id() == id) {
        return Ok(variation);
    }
    let known: Vec<String> = variations::open_in(spec).map(Variation::id).collect();
    let near = nearest(known.iter().map(String::as_str), id);
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    bail!("there is no variation `{id}`{near} (`serve --variation {LIST}` prints every variation)")
}
