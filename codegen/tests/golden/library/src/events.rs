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
#[derive(Debug, Clone, PartialEq)]
pub enum ReaderMailEvent {
    /// `loan.due`: A loan is due.
    ///
    /// The contract does not show the shape of what it carries (`events.reader-mail.loan.due`).
    LoanDue(serde_json::Value),
    /// `loan.overdue`: A loan is overdue.
    ///
    /// It carries [`Loan`](super::loan::Loan) (`events.reader-mail.loan.overdue`).
    LoanOverdue(super::loan::Loan),
    /// An event that the contract does not list, or one that carries something else than
    /// it says; only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}

impl ReaderMailEvent {
    /// The names of the events that the contract lists, in its order.
    pub const NAMES: &'static [&'static str] = &["loan.due", "loan.overdue"];
    /// The name of the event.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::LoanDue(_) => "loan.due",
            Self::LoanOverdue(_) => "loan.overdue",
            Self::Other { name, .. } => name,
        }
    }

    /// Reads and judges an event: its name, and what it carries.
    ///
    /// # Errors
    /// When the contract does not list the name, or with every violation in what it carries.
    pub fn read(
        name: &str,
        payload: &serde_json::Value,
    ) -> Result<Self, webdata_runtime::Violations> {
        match name {
            "loan.due" => Ok(Self::LoanDue(payload.clone())),
            "loan.overdue" => super::loan::Loan::check(payload).map(Self::LoanOverdue),
            _ => Err(webdata_runtime::event::unlisted("events.reader-mail", Self::NAMES)),
        }
    }

    /// Reads an event of a service that may be newer: what the contract does not list, or what
    /// does not fit what it says, is kept as it is.
    #[must_use]
    pub fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
        let known = match name {
            "loan.due" => return Self::LoanDue(payload),
            "loan.overdue" => {
                webdata_runtime::event::lenient(&payload).map(Self::LoanOverdue)
            }
            _ => None,
        };
        known
            .unwrap_or_else(|| Self::Other {
                name: name.to_owned(),
                payload,
            })
    }
}
