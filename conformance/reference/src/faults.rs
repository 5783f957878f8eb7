//! Faults of the server's own: what it gets wrong that no contract would say.
//!
//! ```text
//! value_path ─ reading    a place in a body, in JSON, and what stands there read as something else
//! request    what is taken before that, or fails          access    whom it lets in
//! body ─ translation    what is read wrongly, or not validated
//! storage ─ resource    what is kept of an update, and which resources are there
//! notification_faults    jobs and webhooks
//! answer     what is sent back
//! points     where a server asks for its fault
//! ```
//!
//! A fault is data. Whether there is one is asked at the named points around the steps of a request,
//! so that the rest of the server does not know of faults; a server without one does as its contract
//! says.

mod access;
mod answer;
mod body;
mod notification_faults;
pub(crate) mod points;
mod reading;
pub(crate) mod request;
mod resource;
mod storage;
mod translation;
mod value_path;

use serde::Serialize;

pub use access::{AccessFault, Form};
pub use answer::{AnswerChange, AnswerFault, MemberChange, On};
pub use body::{BodyFault, Mistake};
pub use notification_faults::{JobFault, WebhookFault};
pub use reading::Reading;
pub use request::{Decoder, Leniency, RequestFault, RequestMistake, Seen};
pub use resource::{ResourceFault, ResourceMistake, SortMistake};
pub use storage::{StorageFault, StorageMistake};
pub use translation::Translation;
pub use value_path::{Step, ValuePath};

/// One thing that a server gets wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// A request is taken otherwise than it should be.
    Request(RequestFault),
    /// A request's body is read or validated wrongly.
    Body(BodyFault),
    /// A response is not as it should be.
    Answer(AnswerFault),
    /// Somebody is let in who should not be.
    Access(AccessFault),
    /// What a request changes is not what is stored.
    Storage(StorageFault),
    /// Resources are not created, found, listed or removed as they should be.
    Resource(ResourceFault),
    /// A job does not go as it should.
    Job(JobFault),
    /// Subscribers are not told as they should be.
    Webhook(WebhookFault),
}

impl Fault {
    /// The kind of fault that it is, as tables have it.
    #[must_use]
    pub fn family(&self) -> &'static str {
        match self {
            Self::Request(_) => "requests taken wrongly",
            Self::Body(_) => "bodies read wrongly",
            Self::Answer(_) => "answers",
            Self::Access(_) => "access and isolation",
            Self::Storage(_) => "storage",
            Self::Resource(_) => "resources",
            Self::Job(_) => "jobs",
            Self::Webhook(_) => "webhooks",
        }
    }
}
