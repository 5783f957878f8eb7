//! Faults that are injected into the server: misbehaviour that an edit of the contract cannot express.
//!
//! ```text
//! value_path ─ reading          places in a body, and conversions of the values there
//! request                       mistakes before the body is parsed
//! body ─ translation            mistakes of reading and validating a body
//! response                      changes of responses
//! mistakes                      mistakes inside of the server: keys, storage, resources, jobs, webhooks
//! points                        where the server asks for its fault
//! ```
//!
//! A fault is data. The pipeline of a request asks for it at named points around its steps, which know no fault.
//! The exceptions are the mistakes of `mistakes`: the steps of `http` and `service` that store, find, list or
//! send something make these themselves. A server without a fault does what its contract says.

mod body;
mod mistakes;
pub(crate) mod points;
mod reading;
pub(crate) mod request;
mod response;
mod translation;
mod value_path;

pub use body::BodyMistake;
pub use mistakes::{KeyForm, ResourceMistake, SortMistake, StorageMistake, WebhookFault};
pub use reading::Reading;
pub use request::{Leniency, RequestMatcher, RequestMistake};
pub use response::{ResponseChange, ResponseFilter, ValueChange};
pub use translation::Translation;
pub use value_path::{Segment, ValuePath};

/// A fault of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The identity of the operation; `None` for the whole service.
    pub operation: Option<String>,
    /// The mistake.
    pub mistake: Mistake,
}

/// A mistake of a server.
#[derive(Debug, Clone, PartialEq)]
pub enum Mistake {
    /// The server handles a request wrongly before it parses the body.
    Request(RequestMistake),
    /// The server reads or validates the values at one place of a request body wrongly.
    Body(ValuePath, BodyMistake),
    /// The server sends some responses with a change.
    Response(ResponseFilter, ResponseChange),
    /// The server accepts a key that it should not accept.
    Access(KeyForm),
    /// The server stores something else than the request's changes.
    Storage(StorageMistake),
    /// The server creates, finds, lists or removes resources wrongly.
    Resource(ResourceMistake),
    /// The server notifies subscribers wrongly.
    Webhook(WebhookFault),
}

impl Fault {
    /// Returns the kind of the fault, as the tables of the audit name it.
    #[must_use]
    pub fn family(&self) -> &'static str {
        match self.mistake {
            Mistake::Request(_) => "requests taken wrongly",
            Mistake::Body(..) => "bodies read wrongly",
            Mistake::Response(..) => "answers",
            Mistake::Access(_) => "access and isolation",
            Mistake::Storage(_) => "storage",
            Mistake::Resource(ResourceMistake::NotCancelled | ResourceMistake::Revives) => "jobs",
            Mistake::Resource(_) => "resources",
            Mistake::Webhook(_) => "webhooks",
        }
    }
}
