//! Collects the mutants of a clause, and names them.

use indexmap::IndexMap;
use webdata_spec::model::{ClauseId, ClauseRoot, Property, Schema, Shape, Situation};
use webdata_spec::{Spec, walk};

use super::constraints;
use super::mutant::{Further, Mutant};
use super::places::{Places, references};
use crate::differences::{ContractChange, Deviation, Difference, Edit};

/// The result of a change of a contract: nothing, or `None` if the contract has no such place.
pub(super) trait Found {
    /// Returns `None` if the contract has no such place.
    fn found(self) -> Option<()>;
}

impl Found for () {
    fn found(self) -> Option<()> {
        Some(())
    }
}

impl<T> Found for Option<T> {
    fn found(self) -> Option<()> {
        self.map(drop)
    }
}

/// Collects the mutants of one clause.
pub(super) struct MutantBuilder<'s> {
    pub(super) spec: &'s Spec,
    pub(super) places: &'s Places,
    pub(super) clause: &'s ClauseId,
    pub(super) mutants: Vec<Mutant>,
    /// Whether the clause has mutants at the further places of its type.
    pub(super) is_loosened: bool,
}

impl MutantBuilder<'_> {
    /// Adds a mutant with a changed contract. The change must find its place in the contract.
    pub(super) fn add<F: Found>(
        &mut self,
        suffix: impl AsRef<str>,
        description: impl Into<String>,
        change: impl Fn(&mut Spec) -> F + Send + Sync + 'static,
    ) {
        let at = self.places.operation(self.spec, self.clause);
        let edit = Edit::new(move |spec| change(spec).found());
        let difference = Difference::from(Deviation::Contract(ContractChange::Edit(edit)));
        let text = (suffix.as_ref(), description.into());
        let mutant = Mutant::new(&at, self.clause, text, family(self.clause), difference);
        self.mutants.push(mutant);
    }

    /// Adds a mutant for each error that a careless server might return instead of the right one.
    pub(super) fn answered_with<F: Found>(
        &mut self,
        error: &str,
        describe: impl Fn(&str) -> String,
        set: impl Fn(&mut Spec, &str) -> F + Clone + Send + Sync + 'static,
    ) {
        for other in self.other_errors(error) {
            let (description, set) = (describe(&other), set.clone());
            let suffix = format!("answered-with-{other}");
            self.add(suffix, description, move |spec| set(spec, &other));
        }
    }

    /// Adds a mutant with the schema at a path changed.
    pub(super) fn schema<F: Found>(
        &mut self,
        path: &str,
        suffix: &str,
        description: impl Into<String>,
        change: impl Fn(&mut Schema) -> F + Send + Sync + 'static,
    ) {
        let path = path.to_owned();
        self.add(suffix, description, move |spec| change(spec.schema_at_mut(&path)?).found());
    }

    /// Adds a mutant with a constraint loosened everywhere, and one for each place of its type but the first,
    /// loosened only there.
    pub(super) fn loosened<F: Found>(
        &mut self,
        path: &str,
        suffix: &str,
        description: &str,
        change: impl Fn(&mut Schema) -> F + Clone + Send + Sync + 'static,
    ) {
        self.loosened_at(path, suffix, description, move |spec, path| {
            change(spec.schema_at_mut(path)?).found()
        });
    }

    /// Adds the mutants of [`Self::loosened`] for a change of several schemas.
    pub(super) fn loosened_at<F: Found>(
        &mut self,
        path: &str,
        suffix: &str,
        description: &str,
        change: impl Fn(&mut Spec, &str) -> F + Clone + Send + Sync + 'static,
    ) {
        let everywhere = (path.to_owned(), change.clone());
        self.add(suffix, description, move |spec| everywhere.1(spec, &everywhere.0));
        if walk::parameter(path).is_some() {
            return;
        }
        let kind = if self.is_loosened { Further::Lesser } else { Further::Unchecked };
        for (place, name) in self.places.places_beyond_first(walk::type_name(path)) {
            let is_further = self.places.is_of_further_operation(place, walk::type_name(path));
            let (place, name) = (place.clone(), name.clone());
            let (path, change) = (path.to_owned(), change.clone());
            let alone = format!("In `{place}` alone: {}", lowercase_first(description));
            self.add(format!("{suffix}-in-{place}"), alone, move |spec| {
                let suffix = copy_type(spec, &place, &name)?;
                let name = walk::type_name(&path);
                let rest = path.get(name.len()..)?;
                change(spec, &format!("{name}{suffix}{rest}")).found()
            });
            if let Some(mutant) = self.mutants.last_mut() {
                mutant.further = is_further.then_some(kind);
            }
        }
        self.is_loosened = true;
    }
}

/// Returns the family of the mutants of an edited clause.
fn family(clause: &ClauseId) -> &'static str {
    let steps = [
        ("rules", "rules"),
        ("effects", "effects"),
        ("refusals", "refusals"),
        ("moves", "states and moves"),
        ("situations", "states and moves"),
        ("behaviour", "behaviour"),
    ];
    if let Some((_, family)) = steps.into_iter().find(|(step, _)| clause.split_at(step).is_some()) {
        return family;
    }
    match (clause.root(), clause.word()) {
        (ClauseRoot::Error(_), _) => "errors",
        (ClauseRoot::Authentication(_), _) => "authentication",
        (ClauseRoot::Charge(_) | ClauseRoot::Limit(_), _) => "credits and limits of plans",
        (ClauseRoot::Channel(_), _) => "events",
        (_, "type" | "contentMediaType" | "nullable" | "discriminator") => "types",
        (_, "enum") => "enums",
        (_, "required") => "required properties",
        (_, "default" | "generated" | "kept") => "defaults and generated values",
        (..) => clause.keyword().map_or("operations and messages", constraints::family),
    }
}

/// Returns a sentence with its first letter in lower case.
fn lowercase_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect::<String>())
}

/// Gives a place its own copy of the type that it refers to, and of every type below. The copies have the
/// names of the types with the returned suffix.
fn copy_type(spec: &mut Spec, place: &str, name: &str) -> Option<String> {
    let suffix = format!("At{}", place.replace('.', ""));
    let mut copies = IndexMap::new();
    copy_types_below(spec, name, &suffix, &mut copies);
    for (old, new) in &copies {
        let mut copy = spec.types.get(old)?.clone();
        copy.name.clone_from(new);
        copy.schema.for_each_mut(&mut |schema| rename(schema, old, new, &copies));
        spec.types.insert(new.clone(), copy);
    }
    spec.schema_at_mut(place)?.shape = Shape::Ref(copies.get(name)?.clone());
    Some(suffix)
}

fn copy_types_below(spec: &Spec, name: &str, suffix: &str, copies: &mut IndexMap<String, String>) {
    if copies.contains_key(name) {
        return;
    }
    let Some(named_type) = spec.types.get(name) else { return };
    copies.insert(name.to_owned(), format!("{name}{suffix}"));
    for (_, named) in references(&named_type.schema) {
        copy_types_below(spec, &named, suffix, copies);
    }
}

/// Renames the clause of a copied schema, and makes the schema refer to the other copies.
fn rename(schema: &mut Schema, old: &str, new: &str, copies: &IndexMap<String, String>) {
    let path = schema.clause.as_str();
    if let Some(rest) = path.strip_prefix(old) {
        schema.clause = ClauseId::new(format!("{new}{rest}"));
    }
    for name in schema.type_names_mut() {
        if let Some(copy) = copies.get(name) {
            name.clone_from(copy);
        }
    }
}

/// Describes the value at a path, as the start of a sentence: `` `AlbumUpdate.name` ``.
pub(super) fn describe(path: &str) -> String {
    if let Some((operation, name)) = walk::parameter(path) {
        return format!("`{name}` in the path of {operation}");
    }
    if let Some(list) = path.strip_suffix(".items") {
        return format!("An item of `{list}`");
    }
    if let Some(map) = path.strip_suffix(".additionalProperties") {
        return format!("A value in `{map}`");
    }
    format!("`{path}`")
}

pub(super) fn has_required(schema: &Schema) -> bool {
    let mut properties = schema.object().into_iter().flat_map(|object| object.properties.values());
    properties.any(|property| property.required)
}

pub(super) fn property_mut<'s>(spec: &'s mut Spec, path: &str) -> Option<&'s mut Property> {
    let (owner, name) = path.rsplit_once('.')?;
    spec.schema_at_mut(owner)?.object_mut()?.properties.get_mut(name)
}

/// Returns the situation that states a clause.
pub(super) fn situation_mut<'s>(
    spec: &'s mut Spec,
    clause: &ClauseId,
) -> Option<&'s mut Situation> {
    let mut all = spec.lifecycles.iter_mut().flat_map(|lifecycle| &mut lifecycle.situations);
    all.find(|situation| situation.clause == *clause)
}

/// Removes the first item that fits from a list.
pub(super) fn take<T>(list: &mut Vec<T>, fits: impl FnMut(&T) -> bool) -> Option<()> {
    let at = list.iter().position(fits)?;
    list.remove(at);
    Some(())
}
