//! The contract in TOML: its only reader, and its views.
//!
//! ```text
//! pages (TOML)  ──document──►  values with places  ──page──►  typed pages
//!               ──resolve───►  the model           ──lint──►  a Spec, or every mistake at once
//! ```
//!
//! Nothing in this crate knows a particular service.
//!
//! # Examples
//!
//! ```
//! use webdata_spec::{Source, Spec};
//!
//! // A contract without its pages is rejected, with every mistake at once.
//! let mistakes = Spec::read(&[]).unwrap_err();
//! assert_eq!(mistakes.0.len(), 3);
//! assert!(mistakes.render(false).contains("the page `service.toml` is missing"));
//! ```

mod clause_place;
mod diagnostic;
pub mod diff;
mod document;
pub mod json_schema;
mod lint;
mod lookup;
pub mod model;
mod nearest;
mod omission;
mod open_api;
mod page;
mod pattern;
pub mod pointer;
pub mod prose;
mod read;
mod reference_page;
mod resolve;
mod shape_check;
mod statements;
pub mod walk;
pub mod web_page;

pub use crate::clause_place::warnings_about_clauses;
pub use crate::diagnostic::{Diagnostic, Diagnostics};
pub use crate::diff::diff;
pub use crate::document::{Document, EntryPart, Source};
pub use crate::model::Spec;
pub use crate::nearest::{did_you_mean, nearest, suggest};
pub use crate::page::editor_schema;
pub use crate::read::{ReadError, companion, companions, sources};
pub use crate::reference_page::slug;
pub use crate::shape_check::Form;
pub use crate::statements::ClauseIndex;
pub use crate::walk::{Place, Step, kebab};
