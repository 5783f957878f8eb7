//! The pages of a contract, each with its document. Decides nothing.

use crate::document::Document;
use crate::page::{
    ErrorsPage, EventsPage, GapsPage, LifecyclesPage, LimitsPage, OperationsPage, ProfilesPage,
    ServicePage, TypesPage,
};

/// A page, together with the document that knows the place of each entry.
pub(crate) struct Page<T> {
    pub(crate) document: Document,
    pub(crate) content: T,
}

/// All pages of a contract.
pub(crate) struct Pages {
    pub(crate) service: Page<ServicePage>,
    pub(crate) errors: Page<ErrorsPage>,
    pub(crate) operations: Page<OperationsPage>,
    pub(crate) lifecycles: Option<Page<LifecyclesPage>>,
    pub(crate) limits: Option<Page<LimitsPage>>,
    pub(crate) events: Option<Page<EventsPage>>,
    pub(crate) gaps: Option<Page<GapsPage>>,
    pub(crate) profiles: Option<Page<ProfilesPage>>,
    /// The pages of `types/`, by the stem of the file name, in alphabetical order.
    pub(crate) types: Vec<(String, Page<TypesPage>)>,
}
