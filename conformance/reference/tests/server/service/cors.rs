//! Cross-origin requests: which origins may call operations; none may use the control plane.

use reqwest::Method;
use webdata_reference::Options;

use crate::served::{Served, contract};

const PAGE: &str = "https://page.example";
const OTHER: &str = "https://other.example";

#[tokio::test]
async fn pages_of_allowed_origins_send_requests_to_operations_alone() {
    // The allowed origins, the origin of the page, and the origin that the response allows.
    let table = [
        (vec![], PAGE, None),
        (vec!["*"], PAGE, Some("*")),
        (vec![PAGE], PAGE, Some(PAGE)),
        (vec![OTHER, PAGE], PAGE, Some(PAGE)),
        (vec![OTHER], PAGE, None),
    ];
    for (allowed, origin, expected) in table {
        let cors = allowed.iter().map(|origin| origin.parse().unwrap()).collect();
        let served = Served::with(contract(), Options { cors, ..Options::default() }).await;
        let address = served.server.address();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let send = async |method: Method, path: &str| {
            let request = client.request(method, format!("http://{address}{path}"));
            let request = request
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "PATCH")
                .header("Access-Control-Request-Headers", "authorization,content-type");
            let response = request.send().await.unwrap();
            let header = |name: &str| {
                let value = response.headers().get(name).map(|value| value.to_str().unwrap());
                value.map(str::to_owned)
            };
            let allowed = ["origin", "headers", "methods"];
            let allowed = allowed.map(|what| header(&format!("access-control-allow-{what}")));
            (response.status().as_u16(), allowed)
        };
        let path = format!("/v2/monitor/{}", served.monitor());
        let (status, [origin_allowed, headers, methods]) = send(Method::OPTIONS, &path).await;
        assert_eq!(origin_allowed.as_deref(), expected, "{allowed:?}");
        if !allowed.is_empty() {
            assert_eq!(status, 200, "{allowed:?}");
            assert_eq!(headers.as_deref(), Some("authorization,content-type"));
            assert_eq!(methods.as_deref(), Some("PATCH"));
        }
        let (status, [origin_allowed, ..]) = send(Method::PATCH, &path).await;
        assert_eq!((status, origin_allowed.as_deref()), (401, expected), "{allowed:?}");
        for path in ["/_reference/reset", "/_reference/", "/_reference/nothing", "/", "/reference"]
        {
            for method in [Method::OPTIONS, Method::GET, Method::POST] {
                let is_contracts = !path.starts_with("/_reference") && method != Method::GET;
                let (status, [origin_allowed, ..]) = send(method.clone(), path).await;
                assert_eq!(origin_allowed, None, "{method} {path}");
                assert_eq!(status == 403, !is_contracts, "{method} {path}: {status}");
            }
        }
    }
}
