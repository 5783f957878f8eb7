//! The types of the page `types/loan.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// A loan, in its envelope.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LoanAnswer {
    /// Always true.
    ///
    /// Always true (`LoanAnswer.ok.const`).
    pub ok: bool,
    /// A book that somebody has.
    pub loan: Loan,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LoanAnswer {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static LOAN_ANSWER_OK: decode::Property<decode::Boolean> = decode::Property::new(
    "ok",
    "LoanAnswer.ok",
    decode::Boolean::new("LoanAnswer.ok").constant(true),
);
static LOAN_ANSWER_LOAN: decode::Property<decode::Named<Loan>> = decode::Property::new(
    "loan",
    "LoanAnswer.loan",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for LoanAnswer {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoanAnswer {
    const CLAUSE: &'static str = "LoanAnswer";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAN_ANSWER_OK.validate(&self.ok, at, found);
        LOAN_ANSWER_LOAN.validate(&self.loan, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["ok", "loan"],
            "LoanAnswer",
            at,
            found,
        );
    }
}

impl decode::Object for LoanAnswer {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut ok_slot = decode::Slot::Missing;
        let mut loan_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "ok" => {
                    LOAN_ANSWER_OK.read(&mut members, &mut ok_slot, at, found)?;
                }
                "loan" => {
                    LOAN_ANSWER_LOAN.read(&mut members, &mut loan_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOAN_ANSWER_OK.require(&ok_slot, at, found);
        LOAN_ANSWER_LOAN.require(&loan_slot, at, found);
        let (Some(ok), Some(loan)) = (ok_slot.value(), loan_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                ok,
                loan,
                additional_properties,
            }),
        )
    }
}

impl LoanAnswer {
    /// With `ok`, `loan`, which it needs, and nothing else.
    #[must_use]
    pub fn new(ok: bool, loan: impl Into<Loan>) -> Self {
        LoanAnswer {
            ok,
            loan: loan.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    LoanAnswer, "LoanAnswer", include_str!("../schemas/LoanAnswer.json"), "Loan" = Loan
);

/// A book that somebody has.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Loan {
    /// Identifies the loan.
    ///
    /// Of the format uuid (`Loan.id.format`).
    pub id: String,
    /// How long a book is lent.
    pub term: Term,
    /// Whether the reader is reminded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminded: Option<bool>,
    /// Where the reader is reminded.
    ///
    /// Of the format email (`Loan.contact.format`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub contact: runtime::Patch<String>,
    /// What the reader was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<Vec<LoanToldItem>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Loan {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static LOAN_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "Loan.id",
    decode::Text::new("Loan.id").format(runtime::format::Format::Uuid),
);
static LOAN_TERM: decode::Property<decode::Named<Term>> = decode::Property::new(
    "term",
    "Loan.term",
    decode::Named::new(),
);
static LOAN_REMINDED: decode::Property<decode::Boolean> = decode::Property::optional(
    "reminded",
    "Loan.reminded",
    decode::Boolean::new("Loan.reminded"),
);
static LOAN_CONTACT: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "contact",
    "Loan.contact",
    decode::Nullable(
        decode::Text::new("Loan.contact").format(runtime::format::Format::Email),
    ),
);
static LOAN_TOLD: decode::Property<decode::List<decode::Named<LoanToldItem>>> = decode::Property::optional(
    "told",
    "Loan.told",
    decode::List::new("Loan.told", decode::Named::new()),
);

impl<'de> serde::Deserialize<'de> for Loan {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Loan {
    const CLAUSE: &'static str = "Loan";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAN_ID.validate(&self.id, at, found);
        LOAN_TERM.validate(&self.term, at, found);
        LOAN_REMINDED.validate_given(&self.reminded, at, found);
        LOAN_CONTACT.validate_patch(&self.contact, at, found);
        LOAN_TOLD.validate_given(&self.told, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["id", "term", "reminded", "contact", "told"],
            "Loan",
            at,
            found,
        );
    }
}

impl decode::Object for Loan {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut term_slot = decode::Slot::Missing;
        let mut reminded_slot = decode::Slot::Missing;
        let mut contact_slot = decode::Slot::Missing;
        let mut told_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    LOAN_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "term" => {
                    LOAN_TERM.read(&mut members, &mut term_slot, at, found)?;
                }
                "reminded" => {
                    LOAN_REMINDED.read(&mut members, &mut reminded_slot, at, found)?;
                }
                "contact" => {
                    LOAN_CONTACT.read(&mut members, &mut contact_slot, at, found)?;
                }
                "told" => {
                    LOAN_TOLD.read(&mut members, &mut told_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOAN_ID.require(&id_slot, at, found);
        LOAN_TERM.require(&term_slot, at, found);
        let (Some(id), Some(term)) = (id_slot.value(), term_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                id,
                term,
                reminded: reminded_slot.value(),
                contact: contact_slot.patch(),
                told: told_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Loan {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "reminded" => runtime::rule::given(&self.reminded),
            "contact" => runtime::rule::Look::look(&self.contact),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Loan {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Loan {
    /// With `id`, `term`, which it needs, and nothing else.
    #[must_use]
    pub fn new(id: impl Into<String>, term: impl Into<Term>) -> Self {
        Loan {
            id: id.into(),
            term: term.into(),
            reminded: None,
            contact: runtime::Patch::Absent,
            told: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Loan, "Loan", include_str!("../schemas/Loan.json"), "Term" = Term);

/// An item of `Loan.told`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum LoanToldItem {
    /// `loan.due`
    #[serde(rename = "loan.due")]
    LoanDue,
    /// `loan.overdue`
    #[serde(rename = "loan.overdue")]
    LoanOverdue,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl LoanToldItem {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::LoanDue => "loan.due",
            Self::LoanOverdue => "loan.overdue",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for LoanToldItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for LoanToldItem {
    const VALUES: &'static [&'static str] = &["loan.due", "loan.overdue"];

    fn from_text(text: &str) -> Self {
        match text {
            "loan.due" => Self::LoanDue,
            "loan.overdue" => Self::LoanOverdue,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for LoanToldItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoanToldItem {
    const CLAUSE: &'static str = "Loan.told.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Loan.told.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Loan.told.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for LoanToldItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    LoanToldItem, "LoanToldItem",
    "{\"type\":\"string\",\"enum\":[\"loan.due\",\"loan.overdue\"]}"
);

/// What is to be changed of a loan.
///
/// At least 1 property (`LoanChange.minProperties`).
///
/// Whoever is reminded has a contact. (`LoanChange.rules.reminder-needs-contact`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct LoanChange {
    /// How long a book is lent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<Term>,
    /// How often it was renewed.
    ///
    /// At least 0 (`LoanChange.renewals.minimum`). At most 3 (`LoanChange.renewals.maximum`).
    #[deprecated]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewals: Option<i64>,
    /// Whether the reader is reminded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminded: Option<bool>,
    /// Where; null clears it.
    ///
    /// Of the format email (`LoanChange.contact.format`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub contact: runtime::Patch<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LoanChange {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static LOAN_CHANGE_TERM: decode::Property<decode::Named<Term>> = decode::Property::optional(
    "term",
    "LoanChange.term",
    decode::Named::new(),
);
static LOAN_CHANGE_RENEWALS: decode::Property<decode::Integer> = decode::Property::optional(
    "renewals",
    "LoanChange.renewals",
    decode::Integer::new("LoanChange.renewals").minimum(0).maximum(3),
);
static LOAN_CHANGE_REMINDED: decode::Property<decode::Boolean> = decode::Property::optional(
    "reminded",
    "LoanChange.reminded",
    decode::Boolean::new("LoanChange.reminded"),
);
static LOAN_CHANGE_CONTACT: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "contact",
    "LoanChange.contact",
    decode::Nullable(
        decode::Text::new("LoanChange.contact").format(runtime::format::Format::Email),
    ),
);

impl<'de> serde::Deserialize<'de> for LoanChange {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoanChange {
    const CLAUSE: &'static str = "LoanChange";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAN_CHANGE_TERM.validate_given(&self.term, at, found);
        #[expect(deprecated, reason = "still in the contract")]
        LOAN_CHANGE_RENEWALS.validate_given(&self.renewals, at, found);
        LOAN_CHANGE_REMINDED.validate_given(&self.reminded, at, found);
        LOAN_CHANGE_CONTACT.validate_patch(&self.contact, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["term", "renewals", "reminded", "contact"],
            "LoanChange",
            at,
            found,
        );
        #[expect(deprecated, reason = "still in the contract")]
        decode::min_properties(
            &[
                self.term.is_some(),
                self.renewals.is_some(),
                self.reminded.is_some(),
                !self.contact.is_absent(),
            ],
            self.additional_properties.len(),
            1,
            "LoanChange",
            at,
            found,
        );
    }
}

impl decode::Object for LoanChange {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut term_slot = decode::Slot::Missing;
        let mut renewals_slot = decode::Slot::Missing;
        let mut reminded_slot = decode::Slot::Missing;
        let mut contact_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "term" => {
                    LOAN_CHANGE_TERM.read(&mut members, &mut term_slot, at, found)?;
                }
                "renewals" => {
                    LOAN_CHANGE_RENEWALS
                        .read(&mut members, &mut renewals_slot, at, found)?;
                }
                "reminded" => {
                    LOAN_CHANGE_REMINDED
                        .read(&mut members, &mut reminded_slot, at, found)?;
                }
                "contact" => {
                    LOAN_CHANGE_CONTACT
                        .read(&mut members, &mut contact_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::min_properties(
            &[
                term_slot.is_given(),
                renewals_slot.is_given(),
                reminded_slot.is_given(),
                contact_slot.is_given(),
            ],
            additional_properties.len(),
            1,
            "LoanChange",
            at,
            found,
        );
        Ok(
            Some(Self {
                term: term_slot.value(),
                #[expect(deprecated, reason = "still in the contract")]
                renewals: renewals_slot.value(),
                reminded: reminded_slot.value(),
                contact: contact_slot.patch(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for LoanChange {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            #[expect(deprecated, reason = "still in the contract")]
            "renewals" => runtime::rule::given(&self.renewals),
            "reminded" => runtime::rule::given(&self.reminded),
            "contact" => runtime::rule::Look::look(&self.contact),
            _ => runtime::rule::View::Absent,
        }
    }

    #[expect(deprecated, reason = "still in the contract")]
    fn is_empty(&self) -> bool {
        self.term.is_none() && self.renewals.is_none() && self.reminded.is_none()
            && self.contact.is_absent() && self.additional_properties.is_empty()
    }
}

impl runtime::rule::Look for LoanChange {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    LoanChange, "LoanChange", include_str!("../schemas/LoanChange.json"), "Term" = Term
);

/// How long a book is lent.
///
/// Exactly one of `days`, `until`, `rounds` (`Term.exactlyOne`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Term {
    /// How many days.
    ///
    /// At least 1 (`Term.days.minimum`). At most 28 (`Term.days.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<i64>,
    /// The last moment.
    ///
    /// Of the format date-time (`Term.until.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// When it is due, again and again.
    ///
    /// Of the format cron (`Term.rounds.format`). Runs at least 86400 seconds apart
    /// (`Term.rounds.minimumInterval`).
    #[deprecated(note = "Give `until`.")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Term {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static TERM_DAYS: decode::Property<decode::Integer> = decode::Property::optional(
    "days",
    "Term.days",
    decode::Integer::new("Term.days").minimum(1).maximum(28),
);
static TERM_UNTIL: decode::Property<decode::Text> = decode::Property::optional(
    "until",
    "Term.until",
    decode::Text::new("Term.until").format(runtime::format::Format::DateTime),
);
static TERM_ROUNDS: decode::Property<decode::Text> = decode::Property::optional(
    "rounds",
    "Term.rounds",
    decode::Text::new("Term.rounds")
        .format(runtime::format::Format::Cron {
            minimum_interval: Some(std::time::Duration::from_secs(86400)),
        }),
);

impl<'de> serde::Deserialize<'de> for Term {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Term {
    const CLAUSE: &'static str = "Term";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        TERM_DAYS.validate_given(&self.days, at, found);
        TERM_UNTIL.validate_given(&self.until, at, found);
        #[expect(deprecated, reason = "still in the contract")]
        TERM_ROUNDS.validate_given(&self.rounds, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["days", "until", "rounds"],
            "Term",
            at,
            found,
        );
        #[expect(deprecated, reason = "still in the contract")]
        decode::exactly_one(
            &[self.days.is_some(), self.until.is_some(), self.rounds.is_some()],
            &["days", "until", "rounds"],
            "Term",
            at,
            found,
        );
    }
}

impl decode::Object for Term {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut days_slot = decode::Slot::Missing;
        let mut until_slot = decode::Slot::Missing;
        let mut rounds_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "days" => {
                    TERM_DAYS.read(&mut members, &mut days_slot, at, found)?;
                }
                "until" => {
                    TERM_UNTIL.read(&mut members, &mut until_slot, at, found)?;
                }
                "rounds" => {
                    TERM_ROUNDS.read(&mut members, &mut rounds_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::exactly_one(
            &[days_slot.is_given(), until_slot.is_given(), rounds_slot.is_given()],
            &["days", "until", "rounds"],
            "Term",
            at,
            found,
        );
        Ok(
            Some(Self {
                days: days_slot.value(),
                until: until_slot.value(),
                #[expect(deprecated, reason = "still in the contract")]
                rounds: rounds_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(Term, "Term", include_str!("../schemas/Term.json"));
