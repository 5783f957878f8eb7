//! Describes a mutant: a server that gets one clause of a contract wrong.

use std::fmt;
use std::sync::Arc;

use webdata_reference::Fault;
use webdata_reference::faults::{ResponseFault, ResponseFilter};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use crate::habits::Habit;

/// A server that gets one clause of a contract wrong in one way.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The identity, readable and stable: operation, clause, way, such as
    /// `update-monitor/MonitorUpdate.name.maxLength/accepts-257`.
    pub id: String,
    /// The clause that the server breaks.
    pub clause: ClauseId,
    /// What the server does, in one sentence: `A name of 257 characters is accepted.`
    pub says: String,
    /// What makes the server do that.
    pub change: Change,
}

/// What makes a mutant of the reference server.
#[derive(Debug, Clone)]
pub enum Change {
    /// Another contract.
    Contract(Edit),
    /// A fault.
    Server(Fault),
    /// A habit of implementations, in front of the reference server.
    Habit(Arc<Habit>),
}

/// A change of a contract. The changed contract is made whenever it is asked for, since keeping many
/// of them would take much memory.
#[derive(Clone)]
pub struct Edit(Arc<Changing>);

/// Changes a contract, or returns `None` where the contract has no such place.
type Changing = dyn Fn(&mut Spec) -> Option<()> + Send + Sync;

impl Edit {
    pub(super) fn new(change: impl Fn(&mut Spec) -> Option<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }

    /// Returns a changed copy of the contract; an unchanged one where it has no such place.
    fn apply(&self, spec: &Spec) -> Spec {
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
    /// Returns the contract that the server is given.
    #[must_use]
    pub fn spec(&self, spec: &Arc<Spec>) -> Arc<Spec> {
        match &self.change {
            Change::Contract(edit) => Arc::new(edit.apply(spec)),
            Change::Server(_) | Change::Habit(_) => Arc::clone(spec),
        }
    }

    /// Returns the fault that the server has, if any.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.change {
            Change::Contract(_) | Change::Habit(_) => None,
            Change::Server(fault) => Some(fault),
        }
    }

    /// Returns the habit that the server has, if any.
    #[must_use]
    pub fn habit(&self) -> Option<&Habit> {
        match &self.change {
            Change::Habit(habit) => Some(habit),
            Change::Contract(_) | Change::Server(_) => None,
        }
    }

    /// Returns the identity of the error whose responses alone are wrong, if it is so.
    #[must_use]
    pub fn error_row(&self) -> Option<&str> {
        match self.fault()? {
            Fault::Response(ResponseFault { on: ResponseFilter::Error(row), .. }) => Some(row),
            _ => None,
        }
    }
}
