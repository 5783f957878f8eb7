//! Lint of the situations of operations: each names a clause of the contract, and no two name the same
//! clause.

use std::collections::HashSet;

use super::follow::Types;
use crate::diagnostic::Diagnostic;
use crate::model::{ClauseId, Spec};
use crate::nearest::did_you_mean;
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, resolved: bool, mistakes: &mut Vec<Diagnostic>) {
    let types = Types::new(pages);
    let place = Place::new(&pages.operations.document);
    let mut clauses: Option<HashSet<ClauseId>> = None;
    for (id, operation) in &pages.operations.content {
        let mut named = HashSet::new();
        for (index, situation) in operation.situations.iter().enumerate() {
            let place = place.at(id).at("situations").item(index);
            let clause = &situation.clause;
            if !named.insert(clause) {
                let mistake =
                    place.at("clause").value(format!("two situations name the clause `{clause}`"));
                let help =
                    "a target identifies a circumstance by its clause: merge the two situations";
                mistakes.push(mistake.with_help(help));
            }
            // An entry that was not resolved has no clauses.
            if resolved {
                let known = clauses.get_or_insert_with(|| {
                    spec.clauses().into_iter().map(|clause| clause.id).collect()
                });
                if !known.contains(&ClauseId::new(clause.as_str())) {
                    let known: Vec<&str> = known.iter().map(ClauseId::as_str).collect();
                    let mistake = place.at("clause").value(format!("unknown clause `{clause}`"));
                    mistakes.push(match did_you_mean(known, clause) {
                        Some(help) => mistake.with_help(help),
                        None => mistake
                            .with_help("the reference page of the contract lists every clause"),
                    });
                }
            }
            let after = situation.after.as_ref();
            let after = after.and_then(|after| Some((after, pages.operations.content.get(after)?)));
            if let Some((earlier, after)) = after {
                let mut own = operation.parameters.keys();
                if own.all(|name| after.parameters.contains_key(name)) {
                    let message = format!(
                        "`{id}` takes no path parameter from the response of `{earlier}`, which is called before it"
                    );
                    let help = format!(
                        "name an operation that lacks a path parameter of `{id}`, or remove `after`"
                    );
                    mistakes.push(place.at("after").value(message).with_help(help));
                }
            }
            let response =
                operation.response.as_ref().and_then(|response| response.type_name.as_ref());
            if let Some(response) = response.and_then(|name| types.get(name)) {
                let known = response.place.at("properties").keys();
                let unknown =
                    situation.optional.keys().filter(|name| !known.contains(&name.as_str()));
                for name in unknown {
                    let place = place.at("optional").at(name);
                    mistakes.push(place.unknown_key("property", name, &known));
                }
            }
            let schema = situation.found.as_ref().and_then(|name| types.get(name));
            if let Some(schema) = schema
                && schema.page.properties.is_none()
            {
                let mistake = place.at("found").value("the type is not an object");
                let help = "name the type of an object that the response contains";
                mistakes.push(mistake.with_help(help));
            }
        }
    }
}
