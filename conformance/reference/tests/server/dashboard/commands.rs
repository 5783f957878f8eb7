//! The `curl` commands on the dashboard, each sent as a shell would send it.

use std::collections::HashMap;

use reqwest::Method;
use serde_json::json;

use crate::dashboard::mock::{HttpResponse, Mock, all, response};

/// Every command succeeds, in the order of the page.
#[tokio::test]
async fn each_command_succeeds() {
    let mock = Mock::start().await;
    mock.monitor();
    let before = mock.page().await;
    let unknown = |id: &str| all(&before, &format!("#operation-{id} .legend")).len();
    let operations = [
        "updateMonitor",
        "scrape",
        "startAgent",
        "agentStatus",
        "agentTrace",
        "agentSnapshot",
        "cancelAgent",
    ];
    // There is no job yet for the last four operations, and the page says so.
    assert_eq!(operations.map(unknown), [0, 0, 0, 1, 1, 1, 1]);
    for id in ["updateMonitor", "scrape", "startAgent"] {
        succeeds(&mock, id).await;
    }
    mock.control(Method::POST, "clock", &json!({ "advance-seconds": 6 })).await;
    for id in operations {
        succeeds(&mock, id).await;
    }
    // The first job is cancelled now, so another one is started.
    succeeds(&mock, "startAgent").await;
    succeeds(&mock, "cancelAgent").await;
}

async fn succeeds(mock: &Mock, id: &str) {
    let page = mock.page().await;
    let command: String = all(&page, &format!("#operation-{id} pre"))[0].text().collect();
    let response = run(mock, &command, &HashMap::new()).await;
    assert!((200..300).contains(&response.status), "{command}: {response:?}");
}

#[tokio::test]
async fn a_command_with_variables_succeeds_once_they_are_set() {
    let mock = Mock::without_control_plane().await;
    let monitor = mock.monitor();
    let page = mock.page().await;
    let variables = HashMap::from([
        ("VALID_KEY".to_owned(), mock.server.keys().valid.clone()),
        ("FIXTURE_1".to_owned(), monitor),
    ]);
    for id in ["updateMonitor", "scrape", "startAgent"] {
        let command: String = all(&page, &format!("#operation-{id} pre"))[0].text().collect();
        let response = run(&mock, &command, &variables).await;
        assert_eq!(response.status, 200, "{command}: {response:?}");
    }
}

#[tokio::test]
async fn a_key_that_lost_its_permissions_is_not_used() {
    let mock = Mock::start().await;
    mock.monitor();
    let key = mock.server.keys().valid.clone();
    mock.control(Method::PUT, &format!("keys/{key}"), &json!({ "revoked": true })).await;
    succeeds(&mock, "scrape").await;
    let monitor = mock.control(Method::POST, "monitors", &json!({ "team": "other" })).await;
    let id = monitor["id"].as_str().unwrap();
    succeeds(&mock, "updateMonitor").await;
    mock.control(Method::DELETE, &format!("monitors/{id}"), &json!({})).await;
    let page = mock.page().await;
    assert_eq!(all(&page, "#operation-updateMonitor .legend").len(), 1, "the monitor was deleted");
}

/// Sends the request of a `curl` command.
async fn run(mock: &Mock, command: &str, variables: &HashMap<String, String>) -> HttpResponse {
    let mut words = split(command, variables).into_iter();
    assert_eq!(words.next().as_deref(), Some("curl"));
    let (mut method, mut url, mut headers, mut body) = (Method::GET, None, Vec::new(), None);
    while let Some(word) = words.next() {
        let mut next = || words.next().expect("the option has a value");
        match word.as_str() {
            "-i" => {}
            "-X" => method = next().parse().unwrap(),
            "-H" => headers.push(next()),
            "-d" => body = Some(next()),
            other => assert!(url.replace(other.to_owned()).is_none(), "{command}"),
        }
    }
    let mut request = mock.request_to(method, &url.expect("a URL"));
    for header in headers {
        let (name, value) = header.split_once(": ").expect("a header");
        request = request.header(name, value);
    }
    if let Some(body) = body {
        request = request.body(body);
    }
    response(request).await
}

/// Splits a command into words as a POSIX shell does, as far as these commands need.
fn split(command: &str, variables: &HashMap<String, String>) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if open == letter => quote = None,
            ('\\', None | Some('"')) => {
                let escaped = letters.next().expect("a character follows the backslash");
                if escaped != '\n' {
                    word.get_or_insert_default().push(escaped);
                }
            }
            ('$', None | Some('"')) => {
                assert_eq!(letters.next(), Some('{'), "{command}");
                let name: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
                word.get_or_insert_default().push_str(&variables[&name]);
            }
            (' ' | '\n', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    assert_eq!(quote, None, "{command}");
    words.extend(word);
    words
}
