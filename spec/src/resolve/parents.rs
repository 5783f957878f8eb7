//! Resolves the parents of resources. The errors for a parent, and the parent of a parent, follow from the operations
//! on the parent's type.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{EntryPlace, ReferenceKind, Resolver};
use crate::model::{Operation, Parent, Resource, ResourceEffect};
use crate::omission::Omission;
use crate::page::{OperationsPage, Page};

/// The maximum number of parents that a path may name.
const MAX_PARENTS: usize = 2;

impl Resolver<'_> {
    /// Completes the parent of each resource, and marks the jobs. A parent with a mistake is left out. Also reports path
    /// parameters that name resources of several types.
    pub(super) fn parents(
        &mut self,
        page: &Page<OperationsPage>,
        operations: &mut IndexMap<String, Operation>,
    ) {
        let all = operations.values().filter_map(|operation| operation.resource.clone());
        let all: Vec<Resource> = all.collect();
        let started = all.iter().filter(|resource| resource.effect == ResourceEffect::Starts);
        let jobs: HashSet<&str> = started.map(|resource| resource.type_name.as_str()).collect();
        let mut names: HashMap<String, String> = HashMap::new();
        for (id, operation) in operations {
            let place = EntryPlace::new(&page.document).at(id).at("resource");
            let Some(resource) = &mut operation.resource else { continue };
            resource.is_job = jobs.contains(resource.type_name.as_str());
            if let Some(name) = &resource.identified_by {
                let first = names.entry(name.clone()).or_insert_with(|| resource.type_name.clone());
                if *first != resource.type_name {
                    let message = format!("`{name}` names a `{first}` in another path");
                    let help = "give the path parameter of each type a name of its own: a target gives resources by it";
                    self.report(place.at("identifiedBy").value(message), help);
                }
            }
            let Some(parent) = resource.parent.take() else { continue };
            let known: Vec<&str> = operation.parameters.keys().map(String::as_str).collect();
            let is_sound = self.parent(&parent, resource, &known, &place);
            if is_sound && self.siblings(&parent, resource, &all, &place.at("parent")) {
                resource.parent = self.completed(parent, resource, (&all, &known), &place);
            }
        }
    }

    /// Reports what is wrong with a parent by itself, and returns whether nothing is.
    fn parent(
        &mut self,
        parent: &Parent,
        resource: &Resource,
        known: &[&str],
        place: &EntryPlace<'_>,
    ) -> bool {
        let before = self.mistakes.len();
        let at = place.at("parent");
        self.refer(ReferenceKind::Type, &parent.type_name, &at.at("type"));
        for (word, error) in [("unknown", &parent.unknown), ("foreign", &parent.foreign)] {
            self.refer_given(ReferenceKind::Error, error.as_ref(), &at.at(word));
        }
        let name = parent.identified_by.as_str();
        if parent.type_name == resource.type_name {
            let message = format!("a `{0}` cannot belong to another `{0}`", parent.type_name);
            let help = format!("remove `parent`: `{name}` is then a parameter like any other");
            self.report(at.at("type").value(message), help);
        }
        if !known.contains(&name) {
            self.push(at.at("identifiedBy").unknown("parameter", name, known));
        } else if resource.identified_by.as_deref() == Some(name) {
            let mistake =
                at.at("identifiedBy").value(format!("`{name}` names the resource itself"));
            self.report(mistake, "name the path parameter that names the parent");
        }
        if resource.effect.needs_identity() && resource.identified_by.is_none() {
            let help = "remove it, or give the operation a path parameter that names one resource, `identifiedBy`";
            self.report(at.entry("a list of changes has no parent in its path"), help);
        }
        if resource.foreign.is_some() {
            let mistake = place.at("foreign").entry("a resource belongs to the team of its parent");
            self.report(mistake, "remove it, and give `foreign` to the outermost parent");
        }
        self.mistakes.len() == before
    }

    /// Reports a parent that does not fit the other operations on its type and on the resource's, and returns whether
    /// it fits.
    fn siblings(
        &mut self,
        parent: &Parent,
        resource: &Resource,
        all: &[Resource],
        place: &EntryPlace<'_>,
    ) -> bool {
        let Parent { type_name, identified_by, .. } = parent;
        let mut others = all.iter().filter(|other| other.type_name == resource.type_name);
        let first = others.find_map(|other| other.parent.as_ref());
        let other = first.filter(|first| first.type_name != *type_name);
        if let Some(other) = other {
            let message = format!(
                "a `{}` belongs to a `{}` in another operation",
                resource.type_name, other.type_name
            );
            let help = "name the same parent everywhere, or give resources of different parents different types";
            let mistake = place.at("type").value(message).with_help(help);
            self.push(mistake.with_omission(Omission::Parents));
            return false;
        }
        let is_gained = |resource: &&Resource| {
            let effects = [ResourceEffect::Creates, ResourceEffect::Starts];
            effects.contains(&resource.effect) || resource.identified_by.is_some()
        };
        let mut of_type =
            all.iter().filter(|it| it.type_name == *type_name).filter(is_gained).peekable();
        if of_type.peek().is_none() {
            let message = format!("no operation creates or names a `{type_name}`");
            let help = format!(
                "add an operation whose `resource` is a `{type_name}`, or remove `parent`: `{identified_by}` is then a \
                 parameter like any other"
            );
            self.report(place.at("type").value(message), help);
            return false;
        }
        let names = of_type.filter_map(|it| it.identified_by.as_ref());
        if let Some(name) = names.into_iter().find(|name| *name != identified_by) {
            let message = format!("in another path, `{name}` names a `{type_name}`");
            let help = format!(
                "write `{{{name}}}` in this path, too: a target gives resources by the name of their path parameter"
            );
            self.report(place.at("identifiedBy").value(message), help);
            return false;
        }
        true
    }

    /// Returns the parent with its errors and its own parent, if the path names that one, too.
    fn completed(
        &mut self,
        mut parent: Parent,
        resource: &Resource,
        (all, known): (&[Resource], &[&str]),
        place: &EntryPlace<'_>,
    ) -> Option<Parent> {
        let at = place.at("parent");
        let mut chain = vec![parent.clone()];
        while let Some(above) = chain.last().and_then(|last| parent_of(&last.type_name, all)) {
            if !known.contains(&above.identified_by.as_str()) {
                break;
            }
            if chain.len() == MAX_PARENTS {
                let message = format!(
                    "a `{}` belongs to more than {MAX_PARENTS} parents, one above the other",
                    resource.type_name
                );
                let help = format!(
                    "remove `parent` from the operations on a `{}`, so that its path parameter is one like any other",
                    chain[MAX_PARENTS - 1].type_name
                );
                let mistake = at.entry(message).with_help(help);
                self.push(mistake.with_omission(Omission::Parents));
                return None;
            }
            chain.push(above.clone());
        }
        let is_inner = chain.len() > 1;
        if is_inner && parent.foreign.is_some() {
            let mistake = at.at("foreign").entry("a resource belongs to the team of its parent");
            self.report(mistake, "remove it, and give `foreign` to the outermost parent");
        }
        let mut outer: Option<Box<Parent>> = None;
        for mut link in chain.into_iter().skip(1).rev() {
            inherit(&mut link, all, outer.is_none());
            link.property = None;
            link.parent = outer;
            outer = Some(Box::new(link));
        }
        inherit(&mut parent, all, !is_inner);
        parent.parent = outer;
        if parent.unknown.is_none() {
            let message = "the parent has no error for an identity that does not exist";
            self.report_missing(&at, at.entry(message), "add `unknown`");
        }
        Some(parent)
    }
}

/// Returns the parent that operations on a type state.
fn parent_of<'o>(type_name: &str, all: &'o [Resource]) -> Option<&'o Parent> {
    let mut of_type = all.iter().filter(|resource| resource.type_name == *type_name);
    of_type.find_map(|resource| resource.parent.as_ref().filter(|it| it.type_name != *type_name))
}

/// Fills in the errors that the operations on the parent's type have. Only the outermost parent shows whose team a
/// resource belongs to.
fn inherit(parent: &mut Parent, all: &[Resource], is_outermost: bool) {
    let of_type = all.iter().filter(|resource| resource.type_name == parent.type_name);
    for resource in of_type.filter(|resource| resource.effect.needs_identity()) {
        parent.unknown = parent.unknown.take().or_else(|| resource.unknown.clone());
        parent.foreign = parent.foreign.take().or_else(|| resource.foreign.clone());
    }
    if !is_outermost {
        parent.foreign = None;
    }
}
