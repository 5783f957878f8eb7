//! Schemas and examples of the document: the values that they accept.

use std::collections::HashSet;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{RequestMediaType, Shape};

use super::{described, documents, list, object, text, walk};
use crate::support::{allotments, contract, read};

#[test]
fn examples_are_accepted_by_their_schemas() {
    for (_, document) in documents() {
        let mut examples = 0;
        walk(&document, &mut |value| {
            let Some(schema) = value.get("schema") else { return };
            let named = value.get("examples").and_then(Value::as_object);
            let named = named.into_iter().flat_map(Map::values).map(|example| &example["value"]);
            let known = value.get("example").into_iter().chain(named);
            for example in known {
                accepts(&document, schema, example);
                examples += 1;
            }
        });
        assert!(examples > 0);
    }
}

#[test]
fn every_body_has_an_example_that_meets_the_rules() {
    for (spec, document) in documents() {
        for (_, _, described) in described(&document) {
            let id = text(&described["operationId"]);
            let operation = &spec.operations[id];
            let Some(request) = &operation.request else { continue };
            let media_type = match operation.request_media_type {
                RequestMediaType::Json => spec.service.media_type.as_str(),
                RequestMediaType::Multipart => "multipart/form-data",
            };
            let body = &described["requestBody"]["content"][media_type]["example"];
            assert!(!body.is_null(), "{id} has no example");
            let Shape::Object(object) = &spec.types[request].schema.shape else { continue };
            for rule in &object.rules {
                let reached = rule.when.path.values(body);
                assert!(reached.is_empty(), "{id}: the example meets {}", rule.clause);
            }
        }
    }
}

#[test]
fn an_upload_has_the_media_type_of_each_part() {
    let document = allotments().open_api();
    let content = &document["paths"]["/v1/leaves"]["post"]["requestBody"]["content"];
    assert_eq!(object(content).keys().collect::<Vec<_>>(), ["multipart/form-data"]);
    let upload = &content["multipart/form-data"];
    assert_eq!(upload["encoding"]["photo"], json!({ "contentType": "image/jpeg" }));
    assert_eq!(upload["encoding"]["guesses"], json!({ "contentType": "text/plain" }));
    assert_eq!(upload["encoding"]["spot"], json!({ "contentType": "application/json" }));
    let file = &document["components"]["schemas"]["LeafPhoto"]["properties"]["photo"];
    assert_eq!((text(&file["type"]), text(&file["format"])), ("string", "binary"));
    assert_eq!(file["contentMediaType"], "image/jpeg");
}

#[test]
fn a_discriminator_maps_every_variant_to_a_type_that_names_itself() {
    let mut seen = 0;
    for (spec, document) in documents() {
        let schemas = &document["components"]["schemas"];
        let unions = spec.types.values().filter_map(|named_type| match &named_type.schema.shape {
            Shape::Union(union) => Some((&named_type.name, union)),
            _ => None,
        });
        for (name, union) in unions {
            let schema = &schemas[name];
            let discriminator = &schema["discriminator"];
            assert_eq!(discriminator["propertyName"], union.discriminator.as_str(), "{name}");
            let mapping = object(&discriminator["mapping"]);
            assert!(mapping.keys().eq(union.variants.keys()), "{name}");
            let alternatives: Vec<&str> = list(&schema["oneOf"])
                .iter()
                .map(|alternative| text(&alternative["$ref"]))
                .collect();
            let mapped: HashSet<&str> = mapping.values().map(text).collect();
            assert_eq!(mapped, alternatives.iter().copied().collect(), "{name}");
            assert_eq!(mapped.len(), alternatives.len(), "{name} has an alternative twice");
            for (value, reference) in mapping {
                let pointer = text(reference).trim_start_matches('#');
                let variant = document.pointer(pointer).unwrap_or(&Value::Null);
                // A variant that has exactly one of several properties is a list of alternatives.
                let alternatives = variant.get("oneOf").map(list).into_iter().flatten();
                let alternatives = alternatives.map(|alternative| {
                    let pointer = text(&alternative["$ref"]).trim_start_matches('#');
                    document.pointer(pointer).unwrap_or(&Value::Null)
                });
                let mut objects: Vec<&Value> = alternatives.collect();
                if objects.is_empty() {
                    objects.push(variant);
                }
                for object in objects {
                    let required = list(&object["required"]);
                    let discriminator = json!(union.discriminator);
                    assert!(required.contains(&discriminator), "{name} {value}");
                    let property = &object["properties"][&union.discriminator];
                    let is_tag = property.get("const").is_some_and(|tag| tag == value.as_str());
                    let values = property.get("enum").map(list);
                    let is_listed = values.is_some_and(|all| all.contains(&json!(value)));
                    assert!(is_tag || is_listed, "{name} {value}");
                }
            }
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn each_named_schema_has_a_unique_title() {
    let (mut choices, mut tags, mut formats) = (0, 0, 0);
    for (spec, document) in documents() {
        let mut titles = Vec::new();
        walk(&document["components"]["schemas"], &mut |value| {
            let Some(schema) = value.as_object() else { return };
            // Skips annotations, which are not schemas of values.
            if schema.get("type").is_none_or(|kind| !kind.is_string()) {
                return;
            }
            if schema.contains_key("enum") {
                let title = schema.get("title").and_then(Value::as_str);
                let title = title.unwrap_or_else(|| panic!("{value} has no title"));
                titles.push(title.to_owned());
            }
            tags += usize::from(schema.contains_key("const"));
            let is_object = schema["type"] == "object" && schema.contains_key("x-clause");
            if is_object && !schema.contains_key("oneOf") {
                assert!(
                    schema.contains_key("additionalProperties"),
                    "{value} has no `additionalProperties`"
                );
                assert_ne!(schema.get("properties"), Some(&json!({})), "{value}");
            }
            let format = schema.get("format").and_then(Value::as_str);
            if matches!(format, Some("cron" | "schedule-phrase" | "time-zone")) {
                let is_shown =
                    ["examples", "default"].iter().any(|word| schema.contains_key(*word));
                assert!(is_shown, "{value} has no example");
                formats += 1;
            }
        });
        let all: HashSet<&String> = titles.iter().collect();
        assert_eq!(all.len(), titles.len(), "a title twice: {titles:?}");
        for named_type in spec.types.values() {
            let schema = &document["components"]["schemas"][&named_type.name];
            let choice = named_type.schema.exactly_one();
            if choice.len() < 2 {
                continue;
            }
            let pointers =
                list(&schema["oneOf"]).iter().map(|alternative| text(&alternative["$ref"]));
            let alternatives: Vec<&Value> = pointers
                .map(|pointer| document.pointer(pointer.trim_start_matches('#')).unwrap())
                .collect();
            assert_eq!(alternatives.len(), choice.len(), "{}", named_type.name);
            for (chosen, alternative) in choice.iter().zip(alternatives) {
                assert!(list(&alternative["required"]).contains(&json!(chosen)));
                let listed = object(&alternative["properties"]);
                let both = choice.iter().filter(|name| listed.contains_key(*name));
                assert!(both.eq([chosen]), "{}", named_type.name);
            }
            choices += 1;
        }
    }
    assert!(choices > 1 && tags > 5 && formats > 2, "{choices} {tags} {formats}");
}

#[test]
fn both_views_accept_the_same_values() {
    for (spec, document) in documents() {
        let mut probes = 0;
        for (name, named_type) in &spec.types {
            let plain = validator(&spec.json_schema(name));
            let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
            let open_api = validator(&with_references(&document, &reference));
            for value in values_about(&spec, &document) {
                let (left, right) = (plain.is_valid(&value), open_api.is_valid(&value));
                assert_eq!(left, right, "{name} ({}) {value}", named_type.schema.clause);
                probes += 1;
            }
        }
        assert!(probes > 0);
    }
}

#[test]
fn both_views_agree_on_variants_without_their_own_discriminator() {
    let mut pages = contract("contracts/library");
    let page = pages.iter_mut().find(|page| page.name == "types/edition.toml");
    let page = page.unwrap_or_else(|| panic!("the library has editions"));
    let loose = page.text.replace(r#"required = ["form"]"#, "").replace(
        r#"form  = { enum = ["paper"] }"#,
        r#"form  = { enum = ["paper", "vellum"], nullable = true }"#,
    );
    assert_ne!(loose, page.text);
    page.text = loose;
    let spec = read("the library", &pages);
    let document = spec.open_api();
    let table = [
        (json!({ "form": "paper" }), true),
        (json!({ "form": "vellum" }), false),
        (json!({ "form": null }), false),
        (json!({}), false),
        (json!({ "form": "audio", "reader": "Ada" }), true),
        (json!({ "form": "audio" }), false),
    ];
    for (value, accepted) in table {
        let plain = validator(&spec.json_schema("Edition"));
        let reference = json!({ "$ref": "#/components/schemas/Edition" });
        let open_api = validator(&with_references(&document, &reference));
        assert_eq!(plain.is_valid(&value), accepted, "JSON Schema: {value}");
        assert_eq!(open_api.is_valid(&value), accepted, "OpenAPI: {value}");
    }
}

/// Returns every example and default of the document, and invalid forms of each.
fn values_about(spec: &Spec, document: &Value) -> Vec<Value> {
    let mut values = vec![json!(null), json!(true), json!(0), json!(""), json!([]), json!({})];
    let mut add = |value: &Value| {
        if values.contains(value) {
            return;
        }
        values.push(value.clone());
        for name in value.as_object().into_iter().flat_map(Map::keys) {
            let mut without = value.clone();
            without.as_object_mut().map(|members| members.remove(name));
            let mut other = value.clone();
            other[name] = json!({ "unknown": [null] });
            values.extend([without, other]);
        }
    };
    walk(document, &mut |value| {
        for word in ["example", "default", "value"] {
            value.get(word).into_iter().for_each(&mut add);
        }
        value.get("examples").and_then(Value::as_array).into_iter().flatten().for_each(&mut add);
    });
    // The discriminator selects the variant, and an example may not show it.
    for named_type in spec.types.values() {
        let Shape::Union(union) = &named_type.schema.shape else { continue };
        let texts = union.variants.keys().map(String::as_str).chain(["unheard of"]);
        for value in texts {
            add(&json!({ &union.discriminator: value, "reader": "Ada", "selector": "main" }));
            add(&json!(value));
        }
    }
    values
}

fn accepts(document: &Value, schema: &Value, value: &Value) {
    let validator = validator(&with_references(document, schema));
    let mistakes: Vec<String> =
        validator.iter_errors(value).map(|mistake| mistake.to_string()).collect();
    assert!(mistakes.is_empty(), "{value} against {schema}: {mistakes:?}");
}

/// Returns a schema of the document together with the schemas that it refers to.
fn with_references(document: &Value, schema: &Value) -> Value {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    schema
}

fn validator(schema: &Value) -> Validator {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).unwrap_or_else(|error| panic!("{error}: {schema:#}"))
}
