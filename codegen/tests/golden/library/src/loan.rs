//! The types [`LoanAnswer`], [`Loan`], [`LoanChange`], [`Term`], from the page
//! `types/loan.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// A loan, in its envelope.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct LoanAnswer {
    /// Always true (`LoanAnswer.ok.const`).
    #[model(constant = true)]
    pub ok: bool,
    /// A book that somebody has.
    pub loan: Loan,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A book that somebody has.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Loan {
    /// Identifies the loan.
    ///
    /// A UUID (`Loan.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// How long a book is lent.
    pub term: Term,
    /// Whether the reader is reminded.
    pub reminded: Option<bool>,
    /// Where the reader is reminded.
    ///
    /// An e-mail address (`Loan.contact.format`).
    #[model(format = "email")]
    pub contact: runtime::Nullable<String>,
    /// What the reader was told.
    pub told: Option<Vec<LoanToldItem>>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `Loan.told`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Loan.told.items", schema = "/properties/told/items")]
#[non_exhaustive]
pub enum LoanToldItem {
    /// `loan.due`
    #[model("loan.due")]
    LoanDue,
    /// `loan.overdue`
    #[model("loan.overdue")]
    LoanOverdue,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What is to be changed of a loan.
///
/// At least one property (`LoanChange.minProperties`).
///
/// A loan with reminders has a contact. (`LoanChange.rules.reminder-needs-contact`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(min_properties = 1)]
#[non_exhaustive]
pub struct LoanChange {
    /// How long a book is lent.
    pub term: Option<Term>,
    /// How often it was renewed.
    ///
    /// At least 0 (`LoanChange.renewals.minimum`). At most 3 (`LoanChange.renewals.maximum`).
    #[deprecated]
    #[model(minimum = 0, maximum = 3)]
    pub renewals: Option<i64>,
    /// Whether the reader is reminded.
    pub reminded: Option<bool>,
    /// Where; null clears it.
    ///
    /// An e-mail address (`LoanChange.contact.format`).
    #[model(format = "email")]
    pub contact: runtime::Patch<String>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How long a book is lent.
///
/// Exactly one of `days`, `until`, `rounds` (`Term.exactlyOne`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(exactly_one("days", "until", "rounds"))]
#[non_exhaustive]
pub struct Term {
    /// How many days.
    ///
    /// At least 1 (`Term.days.minimum`). At most 28 (`Term.days.maximum`).
    #[model(minimum = 1, maximum = 28)]
    pub days: Option<i64>,
    /// The last moment.
    ///
    /// A date and time by RFC 3339 (`Term.until.format`).
    #[model(format = "date-time")]
    pub until: Option<String>,
    /// When it is due, again and again.
    ///
    /// A cron expression of five fields (`Term.rounds.format`). Runs at least 86400 seconds apart
    /// (`Term.rounds.minimumInterval`).
    #[deprecated(note = "Give `until`.")]
    #[model(format = "cron", minimum_interval = 86400)]
    pub rounds: Option<String>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
