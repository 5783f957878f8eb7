//! Facts: what stands at a place, such as `fields.MonitorUpdate.name`, as the cells of a row.
//!
//! The modules below take the model of the pages apart and do not know what should stand there.

mod operations;
mod service;
mod table;
mod types;

use webdata_spec::Spec;

pub(crate) use table::{ACCEPTED_FILE, Facts};

impl Facts {
    /// Takes the pages apart.
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let mut facts = Self::default();
        types::add(spec, &mut facts);
        operations::add(spec, &mut facts);
        service::add(spec, &mut facts);
        facts
    }
}
