//! Declarations that are rejected, and the constructors of accepted ones.

use syn::DeriveInput;

use crate::derive_type;

/// Returns the code that a macro emits for a declaration, without spaces.
fn made(declaration: &str) -> Result<String, String> {
    let input: DeriveInput = syn::parse_str(declaration).expect("a declaration");
    let tokens = derive_type(&input).map_err(|error| error.to_string())?;
    Ok(tokens.to_string().replace(' ', ""))
}

#[test]
fn invalid_declarations_are_rejected() {
    for (declaration, expected) in [
        (
            "#[model(closed)] struct A { #[model(max_lenght = 1)] a: String }",
            "`max_lenght` has no meaning here",
        ),
        (
            "#[model(closed)] struct A { #[model(min_items = 1)] a: String }",
            "`min_items` has no meaning here",
        ),
        (
            "#[model(closed)] struct A { #[model(items(min_items = 1))] a: Vec<String> }",
            "`min_items` has no meaning here",
        ),
        (
            "#[model(close)] struct A { a: String }",
            "a field of the type `serde_json::Map`, or `closed`",
        ),
        ("enum A { B, Other(String) }", "its name in the contract is expected"),
        ("enum A { #[model(\"b\")] B }", "a variant for other strings is expected"),
        ("enum A { B(C), Other(serde_json::Value) }", "its JSON type is expected"),
        (
            "#[model(discriminator = \"type\")] enum A { #[model(\"b\")] B(C) }",
            "a variant that holds a `serde_json::Value` is expected",
        ),
        ("struct A;", "a type of a contract has fields"),
    ] {
        let error = made(declaration).expect_err(declaration);
        assert!(error.contains(expected), "{declaration}: {error}");
    }
}

#[test]
fn arguments_cannot_be_swapped_without_an_error() {
    // The fields, and the signatures of `new` and of `builder`.
    for (fields, new, builder) in [
        ("a: Option<String>", None, Some("builder()")),
        ("a: String", Some("new(a:impl::core::convert::Into<String>)"), None),
        ("a: bool, b: i64", Some("new(a:bool,b:impl::core::convert::Into<i64>)"), None),
        ("a: bool, b: Option<i64>", Some("new(a:bool)"), Some("builder(a:bool)")),
        ("a: bool, b: bool", None, Some("builder()")),
        ("a: i64, b: f64", None, Some("builder()")),
        // A string may be converted into a named type, so the compiler would accept both orders.
        ("a: String, b: Named", None, Some("builder()")),
        ("a: String, #[model(nullable)] b: Option<String>", None, Some("builder()")),
    ] {
        let made = made(&format!("#[model(closed)] struct A {{ {fields} }}")).expect(fields);
        let has = |name: &str, signature: Option<&str>| match signature {
            Some(signature) => made.contains(&format!("pubfn{signature}->")),
            None => !made.contains(&format!("pubfn{name}(")),
        };
        assert!(has("new", new) && has("builder", builder), "{fields}: {made}");
    }
}

#[test]
fn setters_do_not_collide_with_methods_of_builders() {
    let fields = "new: Option<i64>, build: Option<i64>, with_build: Option<i64>, \
                  a: runtime::Patch<i64>, clear_a: Option<i64>";
    let made = made(&format!("#[model(closed)] struct A {{ {fields} }}")).expect("is made");
    for setter in ["with_new", "with_build_", "with_build", "a", "clear_a", "with_clear_a"] {
        let count =
            |generics: &str| made.matches(&format!("pubfn{setter}{generics}(mutself")).count();
        assert_eq!(count("") + count("<__Form>"), 1, "{setter}");
    }
}

#[test]
fn strings_have_typed_accessors_behind_features() {
    let uuid = "runtime::uuid::Uuid";
    for (field, signature, feature) in [
        (
            "#[model(format = \"uuid\")] a: String",
            format!("parse_a(&self)->Result<{uuid},"),
            cfg!(feature = "uuid"),
        ),
        (
            "#[model(format = \"uuid\")] a: Option<String>",
            format!("parse_a(&self)->Result<Option<{uuid}>,"),
            cfg!(feature = "uuid"),
        ),
        (
            "#[model(format = \"uuid\")] a: runtime::Nullable<String>",
            format!("parse_a(&self)->Result<Option<{uuid}>,"),
            cfg!(feature = "uuid"),
        ),
        (
            "#[model(items(format = \"uri\"))] a: Option<Vec<String>>",
            "parse_a(&self)->Result<Option<::std::vec::Vec<runtime::url::Url>>,".to_owned(),
            cfg!(feature = "url"),
        ),
        (
            "#[model(format = \"date-time\")] r#type: String",
            "parse_type(&self)->Result<runtime::jiff::Timestamp,".to_owned(),
            cfg!(feature = "jiff"),
        ),
        ("#[model(format = \"email\")] a: String", "parse_a(".to_owned(), false),
        ("a: String", "parse_a(".to_owned(), false),
    ] {
        let made = made(&format!("#[model(closed)] struct A {{ {field} }}")).expect(field);
        assert_eq!(made.contains(&format!("pubfn{signature}")), feature, "{field}: {made}");
    }
}
