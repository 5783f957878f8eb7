//! Checks that any target file is read, and checked against the contract, without a panic.

use std::sync::LazyLock;

use tempfile::TempDir;
use toml::{Table, Value};
use webdata_suite::target::load_for;

use super::suite::suite;

static FOLDER: LazyLock<TempDir> =
    LazyLock::new(|| TempDir::new().unwrap_or_else(|error| panic!("no folder: {error}")));

/// Reads the bytes as a target file.
pub fn check(bytes: &[u8]) {
    if reaches_out(bytes) {
        return;
    }
    // Each thread has a file of its own, because tests of one process run in parallel.
    let path = FOLDER.path().join(format!("{:?}.toml", std::thread::current().id()));
    std::fs::write(&path, bytes).unwrap_or_else(|error| panic!("cannot be written: {error}"));
    let suite = suite();
    if let Err(error) = load_for(&path, &suite.spec, &suite.cases) {
        drop(error.to_string());
    }
}

/// Returns whether a target file may run commands or name files in other folders. An unreadable file counts
/// if it looks like one.
fn reaches_out(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    match text.parse::<Table>() {
        Ok(table) => table.iter().any(|(name, value)| member_reaches_out(name, value)),
        Err(_) => ["command", "-file", "\\"].iter().any(|part| text.contains(part)),
    }
}

fn member_reaches_out(name: &str, value: &Value) -> bool {
    match value {
        _ if name == "command" => true,
        Value::String(path) => name.ends_with("-file") && path.contains(['/', '\\']),
        Value::Array(items) => items.iter().any(|item| member_reaches_out(name, item)),
        Value::Table(table) => table.iter().any(|(name, value)| member_reaches_out(name, value)),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) => false,
    }
}
