//! The variations that `serve` takes by their identities.
//!
//! It must not know what a variation does.

use std::fmt::Write;

use anyhow::{Result, bail};
use webdata_audit::variations::{self, Variation};
use webdata_spec::Spec;
use webdata_suite::did_you_mean;

use super::NOTES;

/// What is given in place of an identity to list all of them.
pub(super) const LIST: &str = "list";

/// The variation that `--strict` stands for.
pub(super) const STRICT: &str = "no-property-that-is-not-listed";

/// Every variation of a contract, a line each with what leaves the choice.
pub(super) fn list(spec: &Spec) -> String {
    let all: Vec<_> = variations::open_in(spec).map(|own| (own.id(), own.open)).collect();
    let width = all.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (id, open) in all {
        // Writing into a string never fails.
        let _ = writeln!(text, "{id:width$}  {open}");
    }
    text
}

/// What `--help` says beside the options: the notes and the identities. It is made whatever the
/// command, so that it reads no contract.
pub(super) fn help() -> String {
    let all = variations::VARIANTS.iter().flat_map(|variant| variant.variations);
    let ids: String = all.map(Variation::id).map(|id| format!("\n  {id}")).collect();
    format!("{NOTES}\n\nVariations; `--variation {LIST}` says what leaves each choice:{ids}")
}

/// The variation of an identity.
pub(super) fn find(spec: &Spec, id: &str) -> Result<&'static Variation> {
    if let Some(found) = variations::open_in(spec).find(|own| own.id() == id) {
        return Ok(found);
    }
    let known: Vec<String> = variations::open_in(spec).map(Variation::id).collect();
    let near = did_you_mean(known.iter().map(String::as_str), id);
    bail!("there is no variation `{id}`{near} `serve --variation {LIST}` shows every variation")
}
