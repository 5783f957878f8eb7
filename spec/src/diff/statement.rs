//! The statements of a contract in the form that is compared, and where the values that they are about are used.
//! Parts whose order makes no difference are in sets.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use crate::diff::change::Allowance;
use crate::diff::collect;
use crate::diff::collect::Node;
use crate::model::{ClauseId, Level, Operation, Spec};

/// One statement of a contract.
pub(super) struct Statement<'s> {
    /// The text for people.
    pub(super) text: String,
    /// How firmly the contract makes the statement.
    pub(super) level: Level,
    /// The entry that the statement belongs to.
    pub(super) owner: Owner<'s>,
    /// The content, for the comparison.
    pub(super) fact: Fact<'s>,
    /// The wording beside the fact.
    pub(super) wording: Wording,
    /// The path of a property that the statement depends on and that may be new or removed.
    pub(super) depends_on: Option<String>,
    /// Whether another clause states it: the clause of a union states the discriminators of its variants.
    pub(super) hidden: bool,
}

impl Statement<'_> {
    /// Returns whether both statements have the same content.
    pub(super) fn is_equivalent(&self, other: &Self) -> bool {
        self.fact == other.fact && self.level == other.level && self.wording == other.wording
    }
}

/// The entry that a statement belongs to. A statement is added or removed together with its owner.
#[derive(Clone, Copy)]
pub(super) enum Owner<'s> {
    /// The schema at this path.
    Schema(&'s str),
    /// The operation of this identity.
    Operation(&'s str),
    /// The row of the error catalogue of this identity.
    Row(&'s str),
    /// The statement stands alone.
    Itself,
}

/// The content of a statement.
#[derive(Debug, PartialEq)]
pub(super) enum Fact<'s> {
    /// Which values are allowed.
    Constraint(Requirement),
    /// Which requests are accepted, even if responses use the type too.
    Demand(Requirement),
    /// What the server must do, in parts; missing parts are not stated.
    Promise(Parts),
    /// What clients and servers both act on.
    Agreed(String),
    /// What clients may do after a failure.
    Allowed(Allowance),
    /// The credits, and what they are charged for.
    Charge(Option<u32>, String),
    /// The errors that responses of an operation may have.
    Errors(BTreeSet<&'s str>),
    /// An event, and the type of its payload.
    Event(Option<&'s str>),
    /// A point that the contract leaves open.
    Gap(String),
    /// The features and needs of a profile.
    Profile(BTreeSet<String>),
    /// Behaviour of the service, in prose.
    Prose(&'s str),
    /// Documentation.
    Label(&'s str),
    /// The heading of the contract's text, and whether the entry around has the same heading.
    Source(&'s str, bool),
    /// Example values.
    Examples(&'s [Value]),
    /// The sentence of a deprecation.
    Deprecated(String),
}

/// The parts of a promise, by name.
pub(super) type Parts = BTreeMap<String, Part>;

/// A part of a promise.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// A fixed value.
    Value(String),
    /// The set of things that the promise applies to.
    Scope(BTreeSet<String>),
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Value(text.to_owned())
    }
}

/// A constraint.
#[derive(Debug, PartialEq)]
pub(super) enum Requirement {
    /// The JSON types allowed; `None` allows any.
    Types(Option<BTreeSet<String>>),
    /// Null is allowed.
    Nullable,
    /// At least this number.
    Minimum(f64),
    /// At most this number.
    Maximum(f64),
    /// A requirement that can only be compared for equality: a pattern, a format, a type.
    Opaque(String),
    /// One of these values.
    Enum(BTreeSet<String>),
    /// One of these objects, which the value of this property selects.
    Variants(String, BTreeMap<String, String>),
    /// Exactly one of the first set is present; the second set has all properties of the object.
    ExactlyOne(BTreeSet<String>, BTreeSet<String>),
    /// A requirement without an operand: no other properties, no equal items.
    Flag,
    /// A multiple of this number.
    MultipleOf(f64),
    /// For each pair of properties: if the first is present, the second must be.
    DependentRequired(BTreeSet<(String, String)>),
    /// The property must be present.
    Required,
    /// A rule: what it demands, its exception, and whether it has two readings.
    Rule { asks: String, unless: Option<String>, open: bool },
    /// A server may reject these values.
    Open(BTreeSet<String>),
    /// A body of this type, and whether a request without a body is rejected.
    Body(String, bool),
    /// A maximum, which may be left open, of something.
    Limit(Option<u64>, String),
}

impl Requirement {
    /// Returns whether the constraint applies to one kind of value, and so disappears when the kind changes.
    pub(super) fn is_specific_to_kind(&self) -> bool {
        !matches!(self, Self::Nullable | Self::Required | Self::Open(_))
    }
}

/// The wording beside a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wording {
    /// No wording, or one that follows from the fact.
    None,
    /// The wording explains the fact.
    Beside(String),
    /// The wording says more than the fact.
    Meaning(String),
    /// The name of a type, which may change while the type stays the same.
    Name(String),
}

/// One of the two contracts of a comparison.
pub(super) struct Side<'s> {
    pub(super) spec: &'s Spec,
    pub(super) statements: BTreeMap<ClauseId, Statement<'s>>,
    /// Every schema, by its path.
    pub(super) nodes: HashMap<&'s str, Node<'s>>,
    usage: HashMap<&'s str, Usage>,
    /// The names on the other side of the types that were only renamed.
    pub(super) renamed: HashMap<&'s str, &'s str>,
}

impl<'s> Side<'s> {
    /// Splits a contract into statements. `renamed` maps the names of its types to the names on the other
    /// side; `names` maps the names of types in the old contract to their names in the new one.
    pub(super) fn new(
        spec: &'s Spec,
        renamed: HashMap<&'s str, &'s str>,
        names: &HashMap<&'s str, &'s str>,
    ) -> Self {
        let (statements, nodes) = collect::collect(spec, names);
        Self { spec, statements, nodes, usage: usages_by_type(spec), renamed }
    }

    /// Returns where values of the schema at a path are used.
    pub(super) fn usage(&self, path: &str) -> Usage {
        if path.starts_with("operations.") {
            return Usage::REQUESTS;
        }
        self.usage.get(root(path)).copied().unwrap_or_default()
    }
}

/// Returns the name of the type that a path begins with.
pub(super) fn root(path: &str) -> &str {
    path.split_once('.').map_or(path, |(name, _)| name)
}

/// The directions in which values of a type are sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// From clients to the service.
    pub(super) requests: bool,
    /// From the service to clients, including events.
    pub(super) responses: bool,
}

impl Usage {
    /// In requests only.
    pub(super) const REQUESTS: Self = Self { requests: true, responses: false };

    /// In responses only.
    pub(super) const RESPONSES: Self = Self { requests: false, responses: true };

    /// Returns the directions that both have.
    pub(super) fn intersection(self, other: Self) -> Self {
        Self {
            requests: self.requests && other.requests,
            responses: self.responses && other.responses,
        }
    }

    /// Returns whether values are sent in neither direction.
    pub(super) fn is_empty(self) -> bool {
        !self.requests && !self.responses
    }
}

/// Returns the usage of each type, by name. An unused type has no entry.
pub(super) fn usages_by_type(spec: &Spec) -> HashMap<&str, Usage> {
    let mut usage: HashMap<&str, Usage> = HashMap::new();
    let operations = spec.operations.values();
    let requests: Vec<&str> = operations.clone().flat_map(Operation::sent_types).collect();
    let mut responses: Vec<&str> = vec![&spec.service.error_body];
    for operation in operations {
        responses.push(&operation.error_body);
        responses.extend(operation.returned_types());
        responses.extend(operation.found_types());
    }
    let events = spec.channels.values().flat_map(|channel| channel.events.values());
    responses.extend(events.filter_map(|event| event.carries.as_deref()));
    for name in used_types(spec, &requests) {
        usage.entry(name).or_default().requests = true;
    }
    for name in used_types(spec, &responses) {
        usage.entry(name).or_default().responses = true;
    }
    usage
}

/// Returns the types that are used wherever one of the named types is used.
fn used_types<'s>(spec: &'s Spec, names: &[&str]) -> Vec<&'s str> {
    let types = names.iter().filter_map(|name| spec.types.get(*name));
    let reached = spec.reached(types.map(|named_type| &named_type.schema)).into_iter();
    let types = reached.filter_map(|schema| spec.types.get(schema.clause.as_str()));
    types.map(|named_type| named_type.name.as_str()).collect()
}
