//! A generated file as a value. This module writes no file.

/// A file of the generated crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path relative to the crate's folder, separated by `/`.
    pub path: String,
    /// The content of the file.
    pub text: String,
}
