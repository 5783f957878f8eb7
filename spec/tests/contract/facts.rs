//! Facts: the cells of the row of a place such as `fields.MonitorUpdate.name`.
//!
//! The modules below collect facts from the model of the pages, and do not know what the facts should be.

mod operations;
mod service;
mod table;
mod types;

use webdata_spec::Spec;

pub(crate) use table::{ACCEPTED_FILE, Facts};

impl Facts {
    /// Collects the facts of the pages.
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let mut facts = Self::default();
        types::add(spec, &mut facts);
        operations::add(spec, &mut facts);
        service::add(spec, &mut facts);
        facts
    }
}
