//! Resources that belong to others, as in the contract of the allotments.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use webdata_reference::{Extension, Options, Team};
use webdata_spec::Spec;

use crate::served::{HttpResponse, Served};

async fn start() -> Served {
    let pages =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codegen/tests/contracts/allotments");
    let spec = Spec::load(&pages).unwrap();
    Served::extended(spec, &Extension::default(), Options::default()).await
}

async fn call(served: &Served, method: Method, path: &str, body: Value) -> HttpResponse {
    let key = format!("Key {}", served.server.keys().valid);
    let body = if body.is_null() { String::new() } else { body.to_string() };
    served.send(method, &format!("/v1{path}"), &[("Authorization", &key)], body).await
}

/// Creates a resource, and returns its path.
async fn created(served: &Served, path: &str, body: Value) -> String {
    let response = call(served, Method::POST, path, body).await;
    assert_eq!(response.status, 201, "{response:?}");
    format!("{path}/{}", response.json()["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_deleted_resource_takes_along_what_belongs_to_it() {
    let served = start().await;
    let mut plants = Vec::new();
    for name in ["front", "back"] {
        let garden = created(&served, "/gardens", json!({ "name": name })).await;
        let bed = created(&served, &format!("{garden}/beds"), json!({ "name": name })).await;
        let plant = created(&served, &format!("{bed}/plants"), json!({ "kind": name })).await;
        plants.push((garden, plant));
    }
    let (garden, _) = &plants[0];
    assert_eq!(call(&served, Method::DELETE, garden, Value::Null).await.status, 204);
    let gone = call(&served, Method::GET, &plants[0].1, Value::Null).await;
    assert_eq!((gone.status, &gone.json()["error"]), (404, &json!("No Such Garden")));
    assert_eq!(call(&served, Method::GET, &plants[1].1, Value::Null).await.status, 200);
    let listed = served.listed("plants").await;
    assert_eq!((listed.len(), &listed[0]["plant"]["kind"]), (1, &json!("back")));
}

#[tokio::test]
async fn fixtures_belong_to_the_newest_resource_and_keep_their_parents() {
    let served = start().await;
    for type_name in ["Garden", "Garden", "Bed", "Plant"] {
        served.server.create(type_name, Team::HOME).unwrap();
    }
    let name = served.server.create("Plant", Team::HOME).unwrap();
    let [garden, bed, plant] = name.split('/').collect::<Vec<_>>()[..] else { panic!("{name}") };
    let path = format!("/gardens/{garden}/beds/{bed}/plants/{plant}");
    let page = served.send(Method::GET, "/", &[], "").await.text;
    assert!(page.contains(&format!("/v1/gardens/{garden}/beds/{bed}/plants")), "{page}");
    served.control(Method::POST, "reset", &Value::Null).await;
    assert_eq!(call(&served, Method::GET, &path, Value::Null).await.status, 200);
}
