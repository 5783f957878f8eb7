//! Servers that get one thing wrong: mutants of the contract that they interpret, and faults of
//! their own where no contract would say it.
//!
//! It must not know how a fault is noticed, nor what a server makes of a clause.

mod answers;
mod bounds;
mod conditions;
mod enums;
mod errors;
mod family;
mod find;
mod lifecycles;
mod objects;
mod operations;
mod places;
mod presence;
mod schemas;
mod server;
mod service;
mod subject;
mod texts;
mod types;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use places::Places;
use webdata_reference::Fault;

/// A server that gets one clause of a contract wrong in one way.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The identity, readable and stable: operation, clause, way, such as
    /// `update-monitor/MonitorUpdate.name.maxLength/accepts-257`.
    pub id: String,
    /// The clause that it breaks.
    pub clause: ClauseId,
    /// What it does, in one sentence: `A name of 257 characters is accepted.`
    pub says: String,
    /// What makes it so.
    pub change: Change,
}

/// What makes a mutant of the reference server.
#[derive(Debug, Clone)]
pub enum Change {
    /// The contract that it is given says something else.
    Contract(Edit),
    /// It has a fault of its own.
    Server(Fault),
}

/// A change of a contract, made anew whenever it is asked for: many changed contracts would take
/// much room.
#[derive(Clone)]
pub struct Edit(Arc<Changing>);

/// Changes a contract; none where it has no such place.
type Changing = dyn Fn(&mut Spec) -> Option<()> + Send + Sync;

impl Edit {
    /// The contract as the change leaves it; as it is where it has no such place.
    fn of(&self, spec: &Spec) -> Spec {
        let mut own = spec.clone();
        match (self.0)(&mut own) {
            Some(()) => own,
            None => spec.clone(),
        }
    }
}

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edit")
    }
}

impl Mutant {
    /// The contract that the mutant is given.
    #[must_use]
    pub fn spec(&self, spec: &Arc<Spec>) -> Arc<Spec> {
        match &self.change {
            Change::Contract(edit) => Arc::new(edit.of(spec)),
            Change::Server(_) => Arc::clone(spec),
        }
    }

    /// The fault that the server has besides.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.change {
            Change::Contract(_) => None,
            Change::Server(fault) => Some(fault),
        }
    }
}

/// Every mutant of a contract, in the order of its clauses; identities are unique.
#[must_use]
pub fn all(spec: &Spec) -> Vec<Mutant> {
    let places = Places::of(spec);
    let faulty = server::mutants(spec);
    let defaults = faulty.iter().map(|own| own.clause.clone());
    let filled: HashSet<ClauseId> =
        defaults.filter(|clause| clause.as_str().ends_with(".default")).collect();
    let mut faulty = faulty.into_iter().peekable();
    let mut all = Vec::new();
    for clause in spec.clauses() {
        // The default of what is stored shows in answers that fill it in, which a fault of the
        // server's own does wrongly; that the server takes another one for itself shows nowhere.
        if !filled.contains(&clause.id) {
            all.extend(of(spec, &places, &clause.id));
        }
        all.extend(std::iter::from_fn(|| faulty.next_if(|own| own.clause == clause.id)));
    }
    all
}

/// Every way in which a clause of a contract is broken here; none for a clause that says nothing
/// about a server, or that is left open.
#[must_use]
pub fn mutants(spec: &Spec, clause: &ClauseId) -> Vec<Mutant> {
    let faulty = server::mutants(spec).into_iter().filter(|own| own.clause == *clause);
    of(spec, &Places::of(spec), clause).into_iter().chain(faulty).collect()
}

/// The contracts that say something else by a clause.
fn of(spec: &Spec, places: &Places, clause: &ClauseId) -> Vec<Mutant> {
    let mut ways = Ways { spec, places, clause, mutants: Vec::new() };
    ways.of_schema();
    ways.of_object();
    ways.of_operation();
    ways.of_lifecycle();
    ways.of_service();
    ways.of_error();
    ways.mutants
}

/// The mutants of one clause, as they are found.
struct Ways<'s> {
    spec: &'s Spec,
    places: &'s Places,
    clause: &'s ClauseId,
    mutants: Vec<Mutant>,
}

impl Ways<'_> {
    /// Adds the contract as `change` leaves it; it must find what it looks for.
    fn add(
        &mut self,
        way: impl AsRef<str>,
        says: impl Into<String>,
        change: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static,
    ) {
        let at = self.places.operation(self.spec, self.clause);
        self.add_at(&at, way, says, change);
    }

    /// Adds the contract without what is said of a behaviour, which `change` takes away.
    fn not_done(
        &mut self,
        sentence: &str,
        change: impl Fn(&mut Spec) -> Option<String> + Send + Sync + 'static,
    ) {
        let says = format!("This does not hold: {sentence}");
        self.add("is-not-done", says, move |spec| change(spec).map(drop));
    }

    /// The same, for a clause that is broken at one operation of several.
    fn add_at(
        &mut self,
        at: &str,
        way: impl AsRef<str>,
        says: impl Into<String>,
        change: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static,
    ) {
        self.mutants.push(Mutant {
            id: format!("{}/{}/{}", subject::kebab(at), self.clause, subject::kebab(way.as_ref())),
            clause: self.clause.clone(),
            says: says.into(),
            change: Change::Contract(Edit(Arc::new(change))),
        });
    }
}
