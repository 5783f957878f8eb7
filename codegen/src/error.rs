//! The errors of generation: constructs of a contract that Rust cannot express.

/// The reason why no crate can be generated from a contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No crate can have the name.
    #[error(
        "`{name}` cannot be the name of the crate; give a name of ASCII letters, digits, `-` and `_` that is no \
         keyword of Rust and no dependency of generated code"
    )]
    CrateName {
        /// The name.
        name: String,
    },
    /// A type has a name that generated code needs.
    #[error(
        "`{name}` is a type of Rust's prelude, which a type of the contract cannot be named after; rename the type"
    )]
    ReservedName {
        /// The name.
        name: String,
    },
    /// A page of types has the name of another generated module.
    #[error("`types/{page}.toml` would have the name of another generated module; rename the page")]
    ReservedModule {
        /// The file name of the page without its extension.
        page: String,
    },
    /// Two operations, or two errors, have the same name in Rust, or one of them has the name `ALL`. Generated code
    /// needs `ALL` for the list of all operations and for the list of all errors.
    #[error("`{name}` would be `{rust}` in Rust, a name that is taken; rename one of them")]
    NameTaken {
        /// The identity of the operation or error.
        name: String,
        /// The name in Rust.
        rust: String,
    },
    /// A named type may be null.
    #[error("`{name}` is nullable as a whole; set `nullable` at each reference to it instead")]
    NullableType {
        /// The type.
        name: String,
    },
    /// A condition compares with a list or an object.
    #[error(
        "`{clause}` compares with a list or an object; only strings, numbers, booleans and null can be compared"
    )]
    ComparedWithStructure {
        /// The clause of the rule or effect.
        clause: String,
    },
    /// A rule inside a variant reads the discriminator of the union, which the variant does not keep.
    #[error(
        "`{clause}` reads the discriminator `{property}`, which has several values in this variant; split the variant"
    )]
    DiscriminatorInRule {
        /// The clause of the rule.
        clause: String,
        /// The property.
        property: String,
    },
    /// The generated code is not valid Rust, which is a bug in the generator.
    #[error(
        "the code generated for `{path}` does not parse, which is a bug in the generator: {reason}"
    )]
    Emitted {
        /// The file.
        path: String,
        /// The message of the parser.
        reason: String,
    },
}
