//! Faults of the server's own: what it gets wrong that no contract would say.
//!
//! ```text
//! spot       a place in a body, in JSON
//! body       what is read wrongly, or not judged          access    whom it lets in
//! storage    what is kept of an update                    telling   jobs and webhooks
//! answer     what is sent back
//! ```
//!
//! A fault is data. Whether there is one is asked at the few places where it matters, so that the
//! rest of the server does not know of faults; a server without one does as its contract says.

mod access;
mod answer;
mod body;
mod reading;
mod spot;
mod storage;
mod telling;

use serde::Serialize;

pub use access::{AccessFault, Form};
pub use answer::{AnswerChange, AnswerFault, MemberChange, On};
pub use body::{BodyFault, Mistake};
pub use reading::Reading;
pub use spot::{Spot, Step};
pub use storage::{StorageFault, StorageMistake};
pub use telling::{JobFault, WebhookFault};

pub(super) use answer::spoiled;

/// One thing that a server gets wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// A request's body is read or judged wrongly.
    Body(BodyFault),
    /// An answer is not as it should be.
    Answer(AnswerFault),
    /// Somebody is let in who should not be.
    Access(AccessFault),
    /// What a request changes is not what is stored.
    Storage(StorageFault),
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
            Self::Body(_) => "bodies read wrongly",
            Self::Answer(_) => "answers",
            Self::Access(_) => "access and isolation",
            Self::Storage(_) => "storage",
            Self::Job(_) => "jobs",
            Self::Webhook(_) => "webhooks",
        }
    }
}

/// The fault that a server has, if any.
#[derive(Debug, Default)]
pub(super) struct Faults(Option<Fault>);

impl Faults {
    /// The faults of a server that was given one, or none.
    pub(super) fn of(fault: Option<Fault>) -> Self {
        Self(fault)
    }
}
