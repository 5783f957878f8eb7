//! The JSON Schema view: it compiles, is as accepted, and judges bodies as the contract does.

use jsonschema::Validator;
use serde_json::{Value, json};
use webdata_spec::editor_schema;

use crate::support::{contract, library, read, service};

#[test]
fn each_type_makes_a_json_schema() {
    for spec in [service(), library()] {
        assert!(!spec.types.is_empty());
        for name in spec.types.keys() {
            let schema = spec.json_schema(name);
            jsonschema::meta::validate(&schema).unwrap_or_else(|e| panic!("{name}: {e}"));
            validator(&schema);
        }
    }
}

#[test]
fn bodies_are_validated_as_the_contract_states() {
    let (accepted, rejected) = (true, false);
    let book = json!({
        "title": "e".repeat(120), "subtitle": null, "pages": 5000, "rating": 4.5, "notes": { "any": [1, null] },
        "loan": null, "editions": [{ "form": "paper", "reader": 5 }, { "form": "audio", "reader": "Ada" }],
    });
    let table = [
        ("BookUpdate", book, accepted),
        ("BookUpdate", json!({}), rejected),
        ("BookUpdate", json!([]), rejected),
        ("BookUpdate", json!({ "title": "e".repeat(121) }), rejected),
        ("BookUpdate", json!({ "shelf": "EN-42" }), rejected),
        ("BookUpdate", json!({ "pages": 1.5 }), rejected),
        ("BookUpdate", json!({ "homepage": "no link" }), rejected),
        ("BookUpdate", json!({ "tags": vec!["a"; 9] }), rejected),
        ("BookUpdate", json!({ "loan": { "days": 1, "until": "2030-01-31T12:00:00Z" } }), rejected),
        ("BookUpdate", json!({ "editions": [{ "form": "audio" }] }), rejected),
        ("ErrorBody", json!({ "ok": true, "error": "Shut" }), rejected),
    ];
    let spec = library();
    for (name, body, expected) in table {
        let validator = validator(&spec.json_schema(name));
        let verdict = validator.is_valid(&body);
        assert_eq!(verdict, expected, "{name} {body}");
    }
}

#[test]
fn null_is_allowed_beside_every_kind_of_value() {
    let kinds = [
        r#"{ type = "boolean", const = true, nullable = true }"#,
        r#"{ enum = ["a"], nullable = true }"#,
        r#"{ ref = "Loan", nullable = true }"#,
        r#"{ ref = "Edition", nullable = true }"#,
        r#"{ discriminator = "form", variants = { paper = "PaperEdition" }, nullable = true }"#,
        r#"{ properties = { a = { type = "any" } }, exactlyOne = ["a"], nullable = true }"#,
        r#"{ type = "object", additionalProperties = { type = "any" }, nullable = true }"#,
        r#"{ type = "array", items = { type = "any" }, minItems = 1, nullable = true }"#,
        r#"{ type = "any", nullable = true }"#,
    ];
    for kind in kinds {
        let mut pages = contract("contracts/library");
        let page = pages.iter_mut().find(|page| page.name == "types/loan.toml");
        let page = page.unwrap_or_else(|| panic!("a page of loans"));
        page.text =
            format!("{}\n[Extra]\nsource = \"Books\"\nproperties = {{ x = {kind} }}\n", page.text);
        let spec = read(kind, &pages);
        let validator = validator(&spec.json_schema("Extra"));
        assert!(validator.is_valid(&json!({ "x": null })), "null beside {kind}");
        let string = validator.is_valid(&json!({ "x": "\u{1}" }));
        assert_eq!(string, kind.contains("type = \"any\", nullable"), "a string beside {kind}");
    }
}

#[test]
fn editors_accept_every_page() {
    let validator = validator(&editor_schema());
    for folder in ["../v2", "contracts/library"] {
        let pages = contract(folder);
        assert!(!pages.is_empty());
        for page in pages {
            let value: Value =
                toml::from_str(&page.text).unwrap_or_else(|e| panic!("{}: {e}", page.name));
            assert!(validator.is_valid(&value), "{}", page.name);
        }
    }
    let misspelt = json!({ "Book": { "tpye": "string" } });
    assert!(!validator.is_valid(&misspelt), "a misspelt key is accepted");
}

fn validator(schema: &Value) -> Validator {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).unwrap_or_else(|error| panic!("{error}: {schema:#}"))
}
