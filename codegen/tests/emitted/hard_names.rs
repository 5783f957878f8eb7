//! Tests of the code that is generated from names that are hard for Rust: the code compiles, and the names on
//! the wire do not change.

use serde_json::json;

use crate::odd_names::r#impl::{
    Names, OddHeaders, OddNumber, OddQuery, Tree, TreeLeft, Type, TypeType, Words,
};
use crate::odd_names::shape::{Either, Mixed, Nested, Other, OtherSelf_, Shape, Small, Text};
use crate::validation::{self, check, check_text};
use crate::{odd_names, scripted_server};

#[test]
fn names_on_the_wire_do_not_change() {
    let body = json!({
        "type": "git-diff", "self": "s", "content-type": "a", "contentType": "b", "3d": true,
        "$ref": "r", "members": 1, "at": 2, "sink": 3, "name": 4, "tag": 5, "others": 6,
        "redactPII": null,
    });
    check::<Type>(&body, &[]);
    let read = Type::check(&body).expect("is valid");
    assert_eq!(read.r#type, TypeType::GitDiff);
    assert_eq!(read.content_type2.as_deref(), Some("b"));
    assert_eq!(serde_json::to_value(&read).expect("is written"), body);
    assert_eq!(serde_json::from_value::<Type>(body).expect("is read"), read);
}

#[test]
fn builder_methods_and_setters_have_different_names() {
    let built = Type::builder().r#type("git-diff").self_("s").at(2).with_build(1);
    let built = built.with_clear_redact_pii(true).redact_pii(false).clear_redact_pii();
    let built = built.build().expect("is valid");
    let expected = json!({
        "type": "git-diff", "self": "s", "at": 2, "redactPII": null, "clearRedactPII": true,
        "build": 1,
    });
    assert_eq!(serde_json::to_value(&built).expect("is written"), expected);
}

#[test]
fn every_string_has_its_own_variant() {
    for value in ["git-diff", "gitDiff", "24h", "self", "", "other", "ÉTÉ", "a.b"] {
        let read = TypeType::check(&json!(value)).expect("is listed");
        assert_eq!(read.as_str(), value);
        assert_eq!(serde_json::to_value(&read).expect("is written"), json!(value));
    }
    check::<TypeType>(&json!("Other"), &[("", "Type.type.enum")]);
    assert_eq!(TypeType::V24h.to_string(), "24h");
}

#[test]
fn recursive_types_are_validated() {
    let leaf = json!({});
    let body = json!({
        "left": { "left": leaf, "right": null }, "right": leaf, "below": [leaf, { "below": [] }],
        "named": { "x": leaf }, "branch": { "tree": leaf },
        "shape": { "kind": "large", "a": "", "b": "", "inner": { "kind": "small" } },
    });
    check::<Tree>(&body, &[]);
    let read = Tree::check(&body).expect("is valid");
    assert_eq!(serde_json::to_value(&read).expect("is written"), body);
    let broken = json!({ "below": [{}, { "left": { "branch": { "tree": { "right": 1 } } } }] });
    check::<Tree>(&broken, &[("/below/1/left/branch/tree/right", "Tree.type")]);
    let inner = json!({ "shape": { "inner": { "kind": "huge" }, "kind": "large", "a": "" } });
    check::<Tree>(
        &inner,
        &[("/shape/inner/kind", "Shape.discriminator"), ("/shape/b", "Large.b.required")],
    );
}

#[test]
fn rules_read_through_boxes_unions_and_wrappers() {
    let shape = |names: serde_json::Value| json!({ "kind": "large", "a": "x", "b": "", "inner": { "kind": "small" }, "names": names });
    let broken = [("", "Tree.rules.large-has-left")];
    check::<Tree>(&json!({ "shape": shape(json!(["x", null])) }), &broken);
    check::<Tree>(&json!({ "shape": shape(json!(["x"])), "left": {} }), &broken);
    check::<Tree>(&json!({ "shape": shape(json!(["x"])), "left": { "right": null } }), &[]);
    check::<Tree>(&json!({ "shape": shape(json!(["x", "y"])) }), &[]);
    check::<Tree>(&json!({ "shape": { "kind": "small", "a": "x" } }), &[]);
}

#[test]
fn named_types_of_lists_and_maps_are_validated() {
    check::<Names>(&json!(["a", null]), &[]);
    check::<Names>(&json!([]), &[("", "Names.minItems")]);
    check::<Names>(
        &json!([null, "", 1]),
        &[("/1", "Names.items.minLength"), ("/2", "Names.items.type")],
    );
    check::<Words>(&json!({ "a": "yes" }), &[]);
    check::<Words>(&json!({ "a": "maybe" }), &[("/a", "Words.additionalProperties.enum")]);
    check::<TreeLeft>(&json!("a"), &[]);
    assert_eq!(Shape::Small(Small::default()).discriminator(), "small");
}

#[test]
fn types_may_have_names_that_emitted_code_uses() {
    let large = json!({ "kind": "large", "a": "x", "b": "", "inner": { "kind": "small" } });
    check::<Mixed>(&json!([1.5, "abc", [[], [2]]]), &[]);
    check_text::<Mixed>(&format!("[[{large}]]"), &[]);
    check::<Mixed>(
        &json!([["abcd", null], true, { "kind": "large" }]),
        &[
            ("/0/0", "Text.maxLength"),
            ("/0/1", "Mixed.type"),
            ("/1", "Mixed.type"),
            ("/2/a", "Large.a.required"),
            ("/2/b", "Large.b.required"),
            ("/2/inner", "Large.inner.required"),
        ],
    );
    let nested = Mixed::Nested(Nested(vec![Mixed::Number(1.0), Mixed::Text(Text("a".to_owned()))]));
    assert_eq!(Mixed::check(&json!([1, "a"])).as_ref(), Ok(&nested));
    check::<Either>(&json!("self"), &[]);
    check::<Either>(&json!({ "self": { "self": { "self": 1 } } }), &[]);
    check::<Either>(&json!({ "self": { "self": 1.5 } }), &[("/self/self", "Other.self.type")]);
    let mut other = Other::builder().build().expect("is valid");
    other.self_ = Some(Box::new(OtherSelf_::Integer(1)));
    assert_eq!(Either::check(&json!({ "self": 1 })), Ok(Either::Other(other)));
    let kept = serde_json::from_value::<Either>(json!(1)).expect("is kept");
    assert_eq!(kept, Either::Other2(json!(1)));
}

#[test]
fn rules_read_through_recursive_lists() {
    let large = json!({ "kind": "large", "a": "", "b": "", "inner": { "kind": "small" } });
    let broken = [("", "Tree.rules.mixed-has-right")];
    for (mixed, met) in [
        (json!([]), true),
        (json!(1), true),
        (json!("a"), false),
        (json!([1]), false),
        (json!([["x"]]), false),
        (large, false),
    ] {
        check_rule(&json!({ "mixed": mixed }), if met { &[] } else { &broken });
    }
    check_rule(&json!({ "mixed": [1, "x"] }), &[]);
}

/// Checks a `Tree` against its rule. Serializing a variant outside its union drops the discriminator, so the
/// value is only parsed.
#[track_caller]
fn check_rule(tree: &serde_json::Value, expected: &[(&str, &str)]) {
    check_text::<Tree>(&tree.to_string(), expected);
    let violations = Tree::check(tree).err().unwrap_or_default();
    let expected = expected.iter().map(|(place, clause)| (place.to_string(), clause.to_string()));
    assert_eq!(validation::places(&violations), expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn operations_may_have_the_names_of_client_methods() {
    let server =
        scripted_server::ScriptedServer::always(scripted_server::Reply::new(200, "7")).await;
    let client =
        odd_names::client::Client::new(&server.base_url).expect("the configuration is valid");
    let path = odd_names::client::NewPath { self_: "a/b", body: "c", r#type: "d" };
    let response = client.new2(path, None).await.expect("succeeds");
    assert_eq!(response, json!(7));
    let requests = server.requests();
    assert_eq!(
        (requests[0].method.as_str(), requests[0].path.as_str()),
        ("POST", "/new/a%2Fb/c/d")
    );
    assert_eq!((requests[0].header("authorization"), requests[0].body.as_str()), (None, ""));
}

#[tokio::test]
async fn queries_and_headers_with_hard_names_are_sent() {
    let reply = scripted_server::Reply::new(200, r#"{ "a": "yes" }"#);
    let reply = reply.with("X-Self", "1.5").with("Type", "x, y").with("$~!X", "true,false");
    let server = scripted_server::ScriptedServer::always(reply).await;
    let client = odd_names::client::Client::builder(&server.base_url).strict().build();
    let client = client.expect("the configuration is valid");
    let mut query = OddQuery::default();
    query.a_b = Some(vec![TreeLeft::A, TreeLeft::Other("ä".to_owned())]);
    query.r#type = Some("b&c".into());
    query.self_ = Some(OddNumber(-0.5));
    query.additional_properties.insert("more".to_owned(), json!([1, null, "+ %"]));
    let headers = OddHeaders::builder().x([true, false]).build().expect("is valid");
    let path = odd_names::client::OddPath { query: "a", headers: "b" };
    let response = client.odd_with_headers(path, &query, &headers).await.expect("succeeds");
    let request = &server.requests()[0];
    let expected = "/odd/a/b?a%5B%5D%26b%3D=a&a%5B%5D%26b%3D=%C3%A4&type=b%26c&self=-0.5\
                    &more=1&more=%2B+%25";
    assert_eq!(request.path, expected);
    assert_eq!((request.header("$~!x"), request.header("type")), (Some("true, false"), None));
    let headers = response.headers;
    assert_eq!((headers.x_self, headers.x), (Some(OddNumber(1.5)), Some(vec![true, false])));
    assert_eq!(headers.r#type.as_deref(), Some("x, y"));
}

/// A variant with a rule about the discriminator, whose value the type implies.
#[derive(Debug, Clone, PartialEq, webdata_runtime::Model)]
#[model(schema = "{}", closed, tag("kind", "small"))]
#[model(rule(
    "sized",
    "Has a size.",
    when = equals(path!("kind"), Literal::Text("small")),
    requires = given(path!("size"), true)
))]
struct Tiny {
    size: Option<i64>,
}

#[test]
fn a_rule_reads_the_discriminator_that_the_type_implies() {
    for (size, is_valid) in [(None, false), (Some(2), true)] {
        assert_eq!(Tiny { size }.validate().is_ok(), is_valid);
        let mut json = json!({ "kind": "small" });
        if let Some(size) = size {
            json["size"] = json!(size);
        }
        assert_eq!(Tiny::check(&json).is_ok(), is_valid);
    }
}
