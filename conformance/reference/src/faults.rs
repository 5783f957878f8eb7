//! Faults that are injected into the server: misbehaviour that an edit of the contract cannot express.
//!
//! ```text
//! value_path ─ reading    places in a body, and conversions of the values there
//! request    faults before the body is parsed             access    faults of authentication
//! body ─ translation    faults of reading and validating a body
//! storage ─ resource    faults of stored updates, and of resources as a whole
//! notification_faults    faults of jobs and webhooks
//! response   faults of responses
//! points     where the server asks for its fault
//! ```
//!
//! A fault is data. The server asks for its fault at named points around the steps of a request. The rest of
//! the server knows no faults, and a server without a fault does what its contract says.

mod access;
mod body;
mod notification_faults;
pub(crate) mod points;
mod reading;
pub(crate) mod request;
mod resource;
mod response;
mod storage;
mod translation;
mod value_path;

use serde::Serialize;

pub use access::{AccessFault, KeyForm};
pub use body::{BodyFault, BodyMistake};
pub use notification_faults::{JobFault, WebhookFault};
pub use reading::Reading;
pub use request::{Decoder, Leniency, RequestFault, RequestMatcher, RequestMistake};
pub use resource::{ResourceFault, ResourceMistake, SortMistake};
pub use response::{ResponseChange, ResponseFault, ResponseFilter, ValueChange};
pub use storage::{StorageFault, StorageMistake};
pub use translation::Translation;
pub use value_path::{Segment, ValuePath};

/// A fault of a server.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// The server handles a request wrongly before it parses the body.
    Request(RequestFault),
    /// The server reads or validates a request body wrongly.
    Body(BodyFault),
    /// The server sends a wrong response.
    Response(ResponseFault),
    /// The server accepts a key that it should not accept.
    Access(AccessFault),
    /// The server stores something else than the request's changes.
    Storage(StorageFault),
    /// The server creates, finds, lists or removes resources wrongly.
    Resource(ResourceFault),
    /// The server runs a job wrongly.
    Job(JobFault),
    /// The server notifies subscribers wrongly.
    Webhook(WebhookFault),
}

impl Fault {
    /// Returns the kind of the fault, as the tables of the audit name it.
    #[must_use]
    pub fn family(&self) -> &'static str {
        match self {
            Self::Request(_) => "requests taken wrongly",
            Self::Body(_) => "bodies read wrongly",
            Self::Response(_) => "answers",
            Self::Access(_) => "access and isolation",
            Self::Storage(_) => "storage",
            Self::Resource(_) => "resources",
            Self::Job(_) => "jobs",
            Self::Webhook(_) => "webhooks",
        }
    }
}
