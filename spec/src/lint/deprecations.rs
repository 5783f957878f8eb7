//! Lint of deprecations: properties and listed strings.

use super::placed_schema::PlacedSchema;
use crate::diagnostic::Diagnostic;
use crate::model::{Schema, Spec};

pub(super) fn lint(at: &PlacedSchema<'_>, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let is_property = matches!(at.place.path(), [.., word, _] if word == "properties");
    if at.page.deprecated.is_some() && !is_property {
        let mistake = at.place.at("deprecated").entry("only a property can be deprecated");
        let help = "move it to a property or an operation; for values, write `deprecatedValues`";
        mistakes.push(mistake.with_help(help));
    }
    let Some(listed) = at.resolved(spec).and_then(Schema::words) else { return };
    let known: Vec<&str> = listed.iter().map(String::as_str).collect();
    let place = at.place.at("deprecatedValues");
    for (index, value) in at.page.deprecated_values.iter().enumerate() {
        if !listed.contains(value) {
            mistakes.push(place.item(index).unknown("value", value, &known));
        }
    }
}
