//! Writes the record of an audit to disk.

use std::path::Path;

use askama::Template as _;
use webdata_suite::report::{WriteError, write_files};

use crate::curve::{curve_table, plot};
use crate::document::Audit;
use crate::page::AuditPage;

/// Writes `audit.json` and `audit.html` into a folder, which is created if it is missing. For a whole audit,
/// it also writes the order of cases as `order.txt`, with its table `order.md` and its plot `order.svg`.
///
/// # Errors
/// When a file cannot be created or written.
pub fn write(audit: &Audit, folder: &Path) -> Result<(), WriteError> {
    let form =
        |form, cause: &dyn std::fmt::Display| WriteError::Form { form, cause: cause.to_string() };
    let json = serde_json::to_string_pretty(audit).map_err(|error| form("audit.json", &error))?;
    let html = AuditPage::new(audit).render().map_err(|error| form("audit.html", &error))?;
    write_files(folder, [("audit.json", json.as_str()), ("audit.html", &html)])?;
    match audit.order.mutants() {
        0 => Ok(()),
        _ => write_files(
            folder,
            [
                ("order.txt", &audit.order.to_string()),
                ("order.md", &curve_table(&audit.order)),
                ("order.svg", &plot(&audit.order)),
            ],
        ),
    }
}
