//! Classifies statements that are new or removed together with a property, a type, an operation or an error.

use super::Classifier;
use super::facts::classify_constraint;
use crate::diff::narrowing::{NARROWS, WIDENS, compare_kinds};
use crate::diff::side::root;
use crate::diff::statement::{Fact, Owner, Requirement};
use crate::diff::usage::Usage;
use crate::diff::verdict::Verdict;
use crate::model::{Additional, Shape};

impl Classifier<'_, '_> {
    /// Returns the verdict on a statement whose owner only one of the contracts has.
    pub(super) fn one_sided(&self, owner: Owner<'_>) -> Verdict {
        match owner {
            Owner::Schema(path) => self.one_sided_schema(path),
            Owner::Operation(id) => self.one_sided_operation(id),
            Owner::Row(id) => self.one_sided_error(id),
            Owner::Itself => Verdict::default(),
        }
    }

    /// Returns the verdict on a statement about a schema that only one of the contracts has.
    fn one_sided_schema(&self, path: &str) -> Verdict {
        let added = self.after.is_some();
        let side = if added { self.new } else { self.old };
        if let Some(other) = side.renamed.get(root(path)) {
            let verb = if added { "was" } else { "is" };
            return Verdict::neither(format!("only renamed: it {verb} called `{other}`"));
        }
        let mut child = path;
        while let Some(parent) = side.nodes.get(child).and_then(|node| node.parent) {
            let nodes = (self.old.nodes.get(parent), self.new.nodes.get(parent));
            if let (Some(before), Some(after)) = nodes {
                let usage = self.usage(parent);
                let levels = self.levels(Some(parent));
                return match (&before.schema.shape, &after.schema.shape) {
                    _ if usage.is_empty() => Verdict::neither(
                        "no request and no response of both contracts uses the type",
                    ),
                    (Shape::Object(before), Shape::Object(after)) => {
                        let closed = if added { before } else { after }.additional;
                        let closed = closed == Additional::Forbidden;
                        self.one_sided_property(usage, closed, child != path)
                    }
                    (Shape::OneOf(_), Shape::OneOf(_)) | (Shape::Tuple(_), Shape::Tuple(_)) => {
                        classify_constraint(usage, if added { WIDENS } else { NARROWS }, levels)
                    }
                    _ => {
                        let narrowing =
                            compare_kinds((before.schema, self.old), (after.schema, self.new));
                        classify_constraint(usage, narrowing, levels)
                    }
                };
            }
            child = parent;
        }
        let usage = side.usage(path);
        if let Some(operation) = operation_of(path) {
            if !self.both_have_owner(Owner::Operation(operation)) {
                return self.one_sided_operation(operation);
            }
            return Verdict::both("the path has other parameters");
        }
        match (added, usage.requests) {
            (_, true) if !self.is_binding() => Verdict::default(),
            (true, true) => Verdict::servers("a new type of requests"),
            (false, true) => Verdict::clients("a type of requests is removed"),
            (true, false) => Verdict::neither("a new type; its uses are classified"),
            (false, false) => Verdict::neither("a removed type; its former uses are classified"),
        }
    }

    /// Returns the verdict on a property that only one of the contracts has, or on a statement `within` the
    /// property. `closed` says whether the object forbids other properties under the other contract.
    fn one_sided_property(&self, usage: Usage, closed: bool, within: bool) -> Verdict {
        let required = !within && matches!(self.fact(), Fact::Constraint(Requirement::Required));
        let is_binding = self.is_binding();
        let mut verdict = Verdict::default();
        if self.after.is_some() {
            let must_send = required && usage.requests && !self.is_open();
            verdict.add(false, usage.requests && is_binding, "a new property of requests");
            verdict.add(must_send, must_send && is_binding, "requests must have it");
            verdict.add(false, required && usage.responses && is_binding, "responses must have it");
            let is_unknown = closed && usage.responses;
            verdict.add_new_in_responses(is_unknown, "responses had no other properties");
            let only_responses = usage.responses && !usage.requests;
            return if only_responses {
                verdict.or("responses may have a new property")
            } else {
                verdict
            };
        }
        verdict.add(
            usage.requests && is_binding,
            usage.requests && closed,
            "requests may no longer have it",
        );
        verdict.add(
            usage.responses && is_binding,
            usage.responses && closed,
            "responses may lack it",
        );
        verdict
    }

    fn one_sided_operation(&self, id: &str) -> Verdict {
        if !self.is_binding() {
            Verdict::default()
        } else if self.new.spec.operations.contains_key(id) {
            Verdict::servers("a new operation")
        } else {
            Verdict::clients("the operation is removed")
        }
    }

    /// Returns the verdict on a row that is new or removed. The row matters to the operations that both
    /// contracts have.
    fn one_sided_error(&self, id: &str) -> Verdict {
        if self.is_open() {
            return Verdict::default();
        }
        let added = self.after.is_some();
        let side = if added { self.new } else { self.old };
        let mut operations = side.spec.operations.values();
        let listed = operations.any(|operation| {
            operation.errors.iter().any(|error| error == id)
                && self.both_have_owner(Owner::Operation(&operation.id))
        });
        match (listed, added) {
            (true, true) => Verdict::clients("operations may have a new error"),
            (true, false) => Verdict::servers("operations no longer have an error"),
            (false, _) => Verdict::neither("no operation that both contracts have lists the error"),
        }
    }
}

/// Returns the operation whose parameter the path begins with.
fn operation_of(path: &str) -> Option<&str> {
    Some(path.strip_prefix("operations.")?.split_once(".parameters.")?.0)
}
