//! Tests of the upload of the allotments: the emitted client sends a photo to the emitted router, over TCP.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use tower::ServiceExt as _;
use webdata_runtime::FileBytes;

use crate::allotments::client::Client;
use crate::allotments::error_catalogue::{ApiError, ErrorKind};
use crate::allotments::garden::{LeafName, LeafPhoto, LeafSpot};
use crate::allotments::server::{Service, router};

/// A service that keeps the last photo.
#[derive(Clone, Default)]
struct Botanist(Arc<Mutex<Option<LeafPhoto>>>);

impl Service for Botanist {
    type Caller = ();

    async fn authenticate(&self, _: &str) -> Result<(), ApiError> {
        Ok(())
    }

    async fn name_leaf(&self, (): (), photo: LeafPhoto) -> Result<LeafName, ApiError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(photo);
        Ok(LeafName::new(["Sorrel"]))
    }
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let limited = async { tokio::time::timeout(Duration::from_secs(60), test).await };
    runtime.expect("the runtime starts").block_on(limited).expect("the test ends within a minute")
}

fn photo(bytes: Vec<u8>) -> LeafPhoto {
    let mut photo = LeafPhoto::new(bytes, 2);
    photo.title = Some("a \"leaf\" é".to_owned());
    photo.night = Some(true);
    let mut spot = LeafSpot::new("7");
    spot.shady = Some(false);
    photo.spot = Some(spot);
    photo
}

#[test]
fn a_photo_arrives_with_every_byte_and_every_part() {
    run(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let botanist = Botanist::default();
        let service = router(botanist.clone());
        tokio::spawn(async move { axum::serve(listener, service).await });
        let client = Client::builder(&format!("http://{address}"), "of-a-team").build();
        let client = client.expect("the configuration is valid");
        let mut bytes: Vec<u8> = (0..=255).collect();
        bytes.extend(b"\r\n--part-boundary-0--\r\n");
        let sent = photo(bytes);
        let named = client.name_leaf(&sent).await.expect("is named");
        assert_eq!(named.names, ["Sorrel"]);
        let kept = botanist.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        assert_eq!(kept, Some(sent));

        let mut long = photo(vec![0; 601]);
        let error = client.name_leaf(&long).await.expect_err("is rejected");
        assert_eq!(error.kind(), Some(ErrorKind::BadRequest), "{error}");
        long.photo = FileBytes(vec![0; 600]);
        client.name_leaf(&long).await.expect("is accepted");
    });
}

#[test]
fn a_body_that_has_no_such_parts_is_rejected() {
    let multipart = "multipart/form-data; boundary=b";
    let part = |name: &str, content: &str| {
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{content}\r\n")
    };
    let valid = [part("photo", "leaf"), part("guesses", "3")].concat();
    let with = |more: String| format!("{valid}{more}--b--\r\n");
    for (media_type, body, status) in [
        (multipart, with(String::new()), 200),
        (multipart, with(part("spot", r#"{"plot":"7"}"#)), 200),
        (multipart, with(part("spot", r#"{"plot":""}"#)), 400),
        (multipart, with(part("spot", "7")), 400),
        (multipart, with(part("night", "yes")), 400),
        (multipart, with(part("other", "7")), 400),
        (multipart, format!("{}--b--\r\n", part("photo", "leaf")), 400),
        (multipart, "no parts".to_owned(), 400),
        ("application/json", r#"{"photo":"leaf","guesses":3}"#.to_owned(), 400),
    ] {
        let request = Request::post("/v1/leaves").header("content-type", media_type);
        let request =
            request.header("authorization", "Key of-a-team").body(Body::from(body.clone()));
        let response = router(Botanist::default()).oneshot(request.expect("is valid"));
        let response = run(response).expect("never fails");
        assert_eq!(response.status().as_u16(), status, "{media_type}: {body}");
    }
}
