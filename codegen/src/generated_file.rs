//! One file that comes out, as a value. Nothing here writes it.

/// One file of the generated crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path below the crate's folder, with `/` between the parts.
    pub path: String,
    /// The whole text.
    pub text: String,
}
