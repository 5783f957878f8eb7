//! The events that the service sends: an enum for each channel.
//!
//! # Read an event
//!
//! An event has a name and a payload. `read` validates both; `read_leniently` also returns
//! events of a newer service:
//!
//! ```
//! use library::events::ReaderMailEvent;
//! use library::serde_json::json;
//!
//! let payload = json!({});
//! match ReaderMailEvent::read("loan.due", &payload) {
//!     Ok(ReaderMailEvent::LoanDue(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("received {}", other.name()),
//!     Err(violations) => panic!("{violations}"),
//! }
//!
//! let newer = ReaderMailEvent::read_leniently("not listed", payload);
//! assert_eq!(newer.name(), "not listed");
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// Tells a reader about loans.
///
/// The service sends these events as e-mail (`events.reader-mail`).
///
/// Subscribe with [`Loan`](super::loan::Loan).
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.reader-mail")]
#[non_exhaustive]
pub enum ReaderMailEvent {
    /// `loan.due`: A loan is due.
    ///
    /// The contract does not show the payload (`events.reader-mail.loan.due`).
    #[event("loan.due")]
    LoanDue(serde_json::Value),
    /// `loan.overdue`: A loan is overdue.
    ///
    /// The payload is [`Loan`](super::loan::Loan) (`events.reader-mail.loan.overdue`).
    #[event("loan.overdue")]
    LoanOverdue(super::loan::Loan),
    /// An event that the contract does not list, or whose payload breaks the contract. Only
    /// [`read_leniently`](Self::read_leniently) returns it.
    Other {
        /// The name.
        name: String,
        /// The payload.
        payload: serde_json::Value,
    },
}
