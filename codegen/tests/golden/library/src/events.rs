//! The events that the service tells of, by channel.
//!
//! # Read an event
//!
//! An event has a name and a payload. `read` judges both; `read_leniently` keeps what a newer
//! service may send:
//!
//! ```
//! use library::events::ReaderMailEvent;
//!
//! let payload = serde_json::json!({});
//! match ReaderMailEvent::read("loan.due", &payload) {
//!     Ok(ReaderMailEvent::LoanDue(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("told of {}", other.name()),
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
/// Told by e-mail (`events.reader-mail`).
///
/// Set up by [`Loan`](super::loan::Loan).
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.reader-mail")]
#[non_exhaustive]
pub enum ReaderMailEvent {
    /// `loan.due`: A loan is due.
    ///
    /// The contract does not show the shape of what it carries (`events.reader-mail.loan.due`).
    #[event("loan.due")]
    LoanDue(serde_json::Value),
    /// `loan.overdue`: A loan is overdue.
    ///
    /// It carries [`Loan`](super::loan::Loan) (`events.reader-mail.loan.overdue`).
    #[event("loan.overdue")]
    LoanOverdue(super::loan::Loan),
    /// An event that the contract does not list, or one that carries something else than it says;
    /// only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}
