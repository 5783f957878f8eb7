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
    let rejected = false;
    let accepted = true;
    let link = "https://example.com/a";
    let table = [
        ("BookUpdate", json!({ "title": "Emma" }), accepted),
        ("BookUpdate", json!({}), rejected),
        ("BookUpdate", json!([]), rejected),
        ("BookUpdate", json!({ "title": "" }), rejected),
        ("BookUpdate", json!({ "title": "e".repeat(120) }), accepted),
        ("BookUpdate", json!({ "title": "e".repeat(121) }), rejected),
        ("BookUpdate", json!({ "title": null }), rejected),
        ("BookUpdate", json!({ "subtitle": null }), accepted),
        ("BookUpdate", json!({ "author": "Austen" }), rejected),
        ("BookUpdate", json!({ "status": "lent" }), accepted),
        ("BookUpdate", json!({ "status": "lost" }), rejected),
        ("BookUpdate", json!({ "shelf": "EN-042" }), accepted),
        ("BookUpdate", json!({ "shelf": "EN-42" }), rejected),
        ("BookUpdate", json!({ "pages": 0 }), rejected),
        ("BookUpdate", json!({ "pages": 1 }), accepted),
        ("BookUpdate", json!({ "pages": 5000 }), accepted),
        ("BookUpdate", json!({ "pages": 5001 }), rejected),
        ("BookUpdate", json!({ "pages": 1.5 }), rejected),
        ("BookUpdate", json!({ "rating": 4.5 }), accepted),
        ("BookUpdate", json!({ "rating": null }), accepted),
        ("BookUpdate", json!({ "rating": 5.5 }), rejected),
        ("BookUpdate", json!({ "homepage": link }), accepted),
        ("BookUpdate", json!({ "homepage": "no link" }), rejected),
        ("BookUpdate", json!({ "tags": [] }), rejected),
        ("BookUpdate", json!({ "tags": [""] }), rejected),
        ("BookUpdate", json!({ "tags": vec!["a"; 8] }), accepted),
        ("BookUpdate", json!({ "tags": vec!["a"; 9] }), rejected),
        ("BookUpdate", json!({ "notes": { "any": [1, null] } }), accepted),
        ("BookUpdate", json!({ "notes": "any" }), rejected),
        ("BookUpdate", json!({ "loan": null }), accepted),
        ("BookUpdate", json!({ "loan": { "days": 28 } }), accepted),
        ("BookUpdate", json!({ "loan": { "days": 29 } }), rejected),
        ("BookUpdate", json!({ "loan": {} }), rejected),
        ("BookUpdate", json!({ "loan": { "days": 1, "until": "2030-01-31T12:00:00Z" } }), rejected),
        ("BookUpdate", json!({ "loan": { "until": "tomorrow" } }), rejected),
        ("BookUpdate", json!({ "editions": [{ "form": "paper" }] }), accepted),
        ("BookUpdate", json!({ "editions": [{ "form": "paper", "reader": 5 }] }), accepted),
        ("BookUpdate", json!({ "editions": [{ "form": "audio" }] }), rejected),
        ("BookUpdate", json!({ "editions": [{ "form": "audio", "reader": "Ada" }] }), accepted),
        (
            "BookUpdate",
            json!({ "editions": [{ "form": "audio", "reader": "A", "x": 1 }] }),
            rejected,
        ),
        ("BookUpdate", json!({ "editions": [{ "form": "film" }] }), rejected),
        ("BookUpdate", json!({ "editions": [{}] }), rejected),
        ("BookUpdate", json!({ "editions": [null] }), rejected),
        ("ErrorBody", json!({ "ok": false, "error": "Shut", "details": [1] }), accepted),
        ("ErrorBody", json!({ "ok": true, "error": "Shut" }), rejected),
        ("ErrorBody", json!({ "ok": false }), rejected),
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
