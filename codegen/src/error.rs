//! What a contract may say that has no form in Rust.

/// Why no crate can be generated from a contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A type has a name that emitted code needs for itself.
    #[error("`{name}` cannot be the name of a type: Rust's prelude has it; rename the type")]
    ReservedName {
        /// The name.
        name: String,
    },
    /// A page of types has a name that another emitted module has.
    #[error("`types/{page}.toml` would be a module that there is already; rename the page")]
    ReservedModule {
        /// The stem of the page.
        page: String,
    },
    /// Two operations, or two errors, would have one name in Rust; `ALL` is the list of either.
    #[error("`{name}` would be `{rust}` in Rust, which there is already; rename one of them")]
    NameTaken {
        /// The identity of the operation or error.
        name: String,
        /// The name that it would have.
        rust: String,
    },
    /// A named type may be null.
    #[error("`{name}` is nullable as a whole; say `nullable` where it is referred to")]
    NullableType {
        /// The type.
        name: String,
    },
    /// A variant of a union is no object.
    #[error("`{variant}` is a variant of `{union}` and no object with properties")]
    VariantIsNoObject {
        /// The union's path among the clauses.
        union: String,
        /// The variant's type.
        variant: String,
    },
    /// The property that tells variants apart does not list its values inside a variant.
    #[error("`{clause}` tells variants apart, so it is an `enum` with the values of its variant")]
    DiscriminatorIsNoEnum {
        /// The property's path among the clauses.
        clause: String,
    },
    /// An alternative of a `oneOf` cannot be told from others by its JSON type.
    #[error("`{clause}` is an alternative without a JSON type of its own")]
    AlternativeOfNoType {
        /// The alternative's path among the clauses.
        clause: String,
    },
    /// A pattern does not compile.
    #[error("the pattern of `{clause}` does not compile: {reason}")]
    Pattern {
        /// The path of the text.
        clause: String,
        /// What the compiler of patterns says.
        reason: String,
    },
    /// A condition compares with a list or an object.
    #[error(
        "`{clause}` compares with a list or an object; only texts, numbers, booleans and null can be compared"
    )]
    ComparedWithStructure {
        /// The clause of the rule or effect.
        clause: String,
    },
    /// A rule inside a variant looks at the property that tells the variants apart.
    #[error(
        "`{clause}` looks at the discriminator `{property}` inside a variant, where its value is known"
    )]
    DiscriminatorInRule {
        /// The clause of the rule.
        clause: String,
        /// The property.
        property: String,
    },
    /// A rule judged after an update stands with a type that no update sends.
    #[error(
        "`{clause}` is judged after an update, but no operation with a resource takes `{name}` as its request"
    )]
    RuleWithoutUpdate {
        /// The clause of the rule.
        clause: String,
        /// The type.
        name: String,
    },
    /// The emitted code is no Rust: a fault of the generator.
    #[error(
        "the code emitted for `{path}` does not parse, which is a fault of the generator: {reason}"
    )]
    Emitted {
        /// The file.
        path: String,
        /// What the parser says.
        reason: String,
    },
}
