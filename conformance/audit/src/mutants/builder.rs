//! Collects the mutants of a clause, and names them.

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::mutant::{Change, Edit, Mutant};
use super::places::Places;

/// Collects the mutants of one clause.
pub(super) struct MutantBuilder<'s> {
    pub(super) spec: &'s Spec,
    pub(super) places: &'s Places,
    pub(super) clause: &'s ClauseId,
    pub(super) mutants: Vec<Mutant>,
}

impl MutantBuilder<'_> {
    /// Adds a mutant with a changed contract. The change must find its place in the contract.
    pub(super) fn add(
        &mut self,
        suffix: impl AsRef<str>,
        description: impl Into<String>,
        change: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static,
    ) {
        let at = self.places.operation(self.spec, self.clause);
        self.add_at(&at, suffix, description, change);
    }

    /// Adds a mutant that lacks a behaviour, which `change` removes from the contract.
    pub(super) fn without_behaviour(
        &mut self,
        sentence: &str,
        change: impl Fn(&mut Spec) -> Option<String> + Send + Sync + 'static,
    ) {
        let description = format!("This does not hold: {sentence}");
        self.add("is-not-done", description, move |spec| change(spec).map(drop));
    }

    /// Adds a mutant that breaks the clause at one of several operations.
    pub(super) fn add_at(
        &mut self,
        at: &str,
        suffix: impl AsRef<str>,
        description: impl Into<String>,
        change: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static,
    ) {
        self.mutants.push(Mutant {
            id: format!(
                "{}/{}/{}",
                webdata_spec::kebab(at),
                self.clause,
                webdata_spec::kebab(suffix.as_ref())
            ),
            clause: self.clause.clone(),
            description: description.into(),
            change: Change::Contract(Edit::new(change)),
        });
    }
}
