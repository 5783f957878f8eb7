//! Help for developers of clients: errors name the wrong parameter and show examples, an unknown page says
//! how to add it, and fixtures have the same identities at each start.

use reqwest::Method;
use serde_json::json;
use webdata_reference::Team;

use crate::served::Served;

#[tokio::test]
async fn an_error_names_the_place_and_examples() {
    let served = Served::contract().await;
    let id = served.monitor();
    // The monitor, the body of an update, the path in the error, and parts of the message.
    let table = [
        ("no-uuid", json!({}), "/monitorId", vec!["uuid"]),
        (
            &id,
            json!({ "schedule": { "text": "sometimes" } }),
            "/schedule/text",
            vec!["`every 30 minutes`", "`every day at 9:00`", "`every week`"],
        ),
        (&id, json!({ "schedule": { "cron": "9" } }), "/schedule/cron", vec!["`*/5 * * * *`"]),
    ];
    for (id, body, path, says) in table {
        let response = served.patch(id, &body).await;
        let detail = response.json()["details"][0].clone();
        assert_eq!((response.status, &detail["path"]), (400, &json!(path)), "{response:?}");
        for part in says {
            assert!(detail["message"].as_str().unwrap().contains(part), "{part}: {detail}");
        }
    }
}

#[tokio::test]
async fn an_unknown_page_says_how_to_add_it() {
    let served = Served::contract().await;
    let key = served.server.keys().valid.clone();
    let body = json!({ "url": "https://unknown.example/", "formats": ["markdown"] }).to_string();
    let response = served.call(&key, Method::POST, "/v2/scrape", body).await;
    assert!(response.text.contains("PUT /_reference/pages?url="), "{response:?}");
}

#[tokio::test]
async fn fixtures_have_the_same_identities_at_each_start() {
    let (first_server, second_server) = (Served::contract().await, Served::contract().await);
    let first = first_server.monitor();
    assert_eq!(first, second_server.monitor());
    let second = first_server.monitor();
    assert_ne!(first, second);
    let theirs = second_server.server.create("Monitor", Team::named("other".to_owned())).unwrap();
    assert_eq!(second, theirs, "whichever team owns the fixture");
    first_server.control(Method::POST, "reset", &json!(null)).await;
    assert_eq!(first_server.stored(&first).await["id"], first);
}
