//! Tests of the emitted client against the emitted router, over TCP.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _};

use super::service::{Desk, KEY};
use crate::parcels::blocking;
use crate::parcels::client::{Builder, Client, Pages, ParameterFault, WithHeaders};
use crate::parcels::error_catalogue::ErrorKind;
use crate::parcels::locker::{Locker, LockerQuery, LockerSearch, Lockers};
use crate::parcels::parcel::{
    Label, Parcel, ParcelChange, ParcelChangeOfOne, ParcelChanges, ParcelDraft, ParcelState,
};
use crate::parcels::server::router;
use crate::parcels::wire::{CreateHeaders, ListHeaders, ListHeadersXDeskItem, ParcelQuery};

/// Runs a test with a strict client and a server with its own lockers.
fn with_client(test: impl AsyncFnOnce(Client)) {
    with_clients(async |builder| {
        test(builder.strict().build().expect("the configuration is valid")).await;
    });
}

fn with_clients(test: impl AsyncFnOnce(Builder)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("the runtime starts").block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let base_url =
            format!("http://{}", listener.local_addr().expect("the listener has an address"));
        tokio::spawn(async move { axum::serve(listener, router(Desk::new())).await });
        let test = test(Client::builder(&base_url, KEY));
        tokio::time::timeout(Duration::from_secs(60), test)
            .await
            .expect("the test ends within a minute");
    });
}

fn draft(label: &str) -> ParcelDraft {
    ParcelDraft::new(Label(label.to_owned()))
}

fn desks() -> ListHeaders {
    ListHeaders::new([ListHeadersXDeskItem::North, ListHeadersXDeskItem::South])
}

async fn create(client: &Client, label: &str) -> Parcel {
    let created = client.create_parcel(&draft(label)).await;
    created.expect("is created").body
}

#[test]
fn a_parcel_is_created_read_replaced_updated_and_deleted() {
    with_client(async |client| {
        let headers = CreateHeaders::builder().idempotency_key("once").x_priority(3).build();
        let headers = headers.expect("is valid");
        let created =
            client.create_parcel_with_headers(&headers, &draft("a")).await.expect("is created");
        let WithHeaders { body: parcel, headers } = created;
        assert_eq!(headers.location, format!("/v1/parcels/{}", parcel.id));
        assert_eq!(headers.x_lanes, Some(vec![3, 7]));
        assert_eq!(parcel.tags, Some(vec!["once".to_owned()]));
        let id = parcel.id.as_str();
        assert_eq!(client.read_parcel(id).await.expect("is there").parcel, parcel);
        let replaced = client.replace_parcel(id, &draft("b")).await.expect("is there");
        assert_eq!((replaced.label.0.as_str(), replaced.tags), ("b", None));
        let change = ParcelChange::builder().value(7).insured(true).build().expect("is valid");
        let changed = client.update_parcel(id, &change).await.expect("is there").parcel;
        assert_eq!((changed.value, changed.insured), (Some(7), Some(true)));
        let gone = client.delete_parcel(id).await.expect("is there");
        assert_eq!((gone.body, gone.headers.x_left), ((), Some(0)));
        for error in [
            client.read_parcel(id).await.map(drop).expect_err("is gone"),
            client.delete_parcel(id).await.map(drop).expect_err("is gone"),
        ] {
            assert_eq!(error.kind(), Some(ErrorKind::NotHere), "{error}");
        }
    });
}

#[test]
fn several_parcels_are_updated_at_once() {
    with_client(async |client| {
        let (first, second) = (create(&client, "a").await, create(&client, "b").await);
        let change = |of: &Parcel, value| {
            let mut change = ParcelChangeOfOne::new(of.id.clone());
            change.value = Some(value);
            change
        };
        let body = ParcelChanges(vec![change(&second, 2), change(&first, 1)]);
        let changed = client.update_parcels(&body).await.expect("are there").0;
        let values: Vec<_> =
            changed.iter().map(|parcel| (parcel.label.0.as_str(), parcel.value)).collect();
        assert_eq!(values, [("b", Some(2)), ("a", Some(1))]);
        let lockers = Lockers(vec![Locker::new("a"), Locker::new("b")]);
        assert_eq!(client.replace_lockers(&lockers).await.expect("are taken"), lockers);
        client.empty_locker("a").await.expect("is emptied");
    });
}

async fn names(pages: &mut Pages<'_, Lockers>) -> Vec<String> {
    let mut names = Vec::new();
    while let Some(page) = pages.try_next().await.expect("is listed") {
        names.push(page.0.iter().map(|locker| locker.name.as_str()).collect());
    }
    names
}

#[test]
fn lists_are_filtered_and_paged() {
    with_client(async |client| {
        for label in ["a", "b", "c"] {
            create(&client, label).await;
        }
        let mut headers = CreateHeaders::default();
        headers.idempotency_key = Some("a\r\nb: c".to_owned());
        let error = client
            .create_parcel_with_headers(&headers, &draft("d"))
            .await
            .expect_err("the value is not allowed in a header");
        let fault = ParameterFault::Header.to_string();
        assert_eq!(error.to_string(), format!("createParcel: `Idempotency-Key` {fault}"));
        headers.idempotency_key = Some("ä&=+%".to_owned());
        client.create_parcel_with_headers(&headers, &draft("d")).await.expect("is created");
        let [tagged, state, insured, above] = [
            ParcelQuery::builder().tags(["ä&=+%"]),
            ParcelQuery::builder().state(ParcelState::Fetched),
            ParcelQuery::builder().insured(true),
            ParcelQuery::builder().above(-0.5),
        ]
        .map(|query| query.build().expect("is valid"));
        let queries = [(ParcelQuery::default(), "abcd"), (tagged, "d"), (state, ""), (insured, "")];
        for (query, expected) in queries.into_iter().chain([(above, "abcd")]) {
            let page = client.list_parcels(&query, &desks()).await.expect("is listed");
            let labels: String =
                page.parcels.iter().map(|parcel| parcel.label.0.as_str()).collect();
            assert_eq!(labels, expected, "{query:?}");
            assert_eq!(page.additional_properties["desks"].to_string(), r#"["north","south"]"#);
        }
        let mut query = ParcelQuery::builder().limit(3).build().expect("is valid");
        let headers = desks();
        let mut pages = client.list_parcels_pages(&query, &headers);
        let mut walked = Vec::new();
        while let Some(page) = pages.try_next().await.expect("is listed") {
            walked.push(
                page.parcels.iter().map(|parcel| parcel.label.0.as_str()).collect::<String>(),
            );
        }
        assert_eq!(walked, ["abc", "d"]);
        assert!(pages.try_next().await.expect("no request is sent").is_none());
        query.cursor = Some("of somebody else".to_owned());
        let error = client.list_parcels(&query, &desks()).await.expect_err("the cursor is invalid");
        assert_eq!(error.kind(), Some(ErrorKind::BadCursor));
        let mut pages = client.list_parcels_pages(&query, &headers);
        for _ in 0..2 {
            let error = pages.try_next().await.expect_err("the cursor is invalid");
            assert_eq!(error.kind(), Some(ErrorKind::BadCursor));
        }
        let page = LockerQuery::builder(2).page(2).build().expect("is valid");
        let lockers = client.list_lockers(&page).await.expect("is listed").0;
        assert_eq!(lockers, [Locker::new("c"), Locker::new("d")]);
        let mut pages = client.list_lockers_pages(&page);
        assert_eq!(names(&mut pages).await, ["cd", "e"]);
        let mut pages = client.list_lockers_pages(&LockerQuery::new(2));
        assert_eq!(names(&mut pages).await, ["ab", "cd", "e"]);
        let search = LockerSearch::builder().offset(2).build().expect("is valid");
        let mut pages = client.search_lockers_pages(&search);
        assert_eq!(names(&mut pages).await, ["cd", "e"]);
    });
}

#[test]
fn lists_are_streams() {
    with_client(async |client| {
        for label in ["a", "b", "c", "d", "e"] {
            create(&client, label).await;
        }
        let headers = desks();
        let mut query = ParcelQuery::builder().limit(2).build().expect("is valid");
        let labels = client.list_parcels_stream(&query, &headers).map_ok(|parcel| parcel.label.0);
        assert_eq!(
            labels.try_collect::<Vec<_>>().await.expect("is listed"),
            ["a", "b", "c", "d", "e"]
        );
        let pages = client.list_parcels_pages(&query, &headers).map_ok(|page| page.parcels.len());
        assert_eq!(pages.try_collect::<Vec<_>>().await.expect("is listed"), [2, 2, 1]);
        // Lists that are paged by number or by offset are streams, too; `try_next` needs no crate for
        // streams.
        let names = client.list_lockers_stream(&LockerQuery::new(2)).map_ok(|locker| locker.name);
        assert_eq!(names.try_collect::<Vec<_>>().await.expect("is listed").concat(), "abcde");
        let search = LockerSearch::builder().offset(3).build().expect("is valid");
        let mut items = client.search_lockers_stream(&search);
        let mut names = String::new();
        while let Some(locker) = items.try_next().await.expect("is listed") {
            names.push_str(&locker.name);
        }
        assert_eq!(names, "de");
        // Streams can be sent to another thread, and end after an error.
        query.cursor = Some("of somebody else".to_owned());
        let client = client.clone();
        let of_error = tokio::spawn(async move {
            let mut pages = client.list_parcels_pages(&query, &headers);
            let error = pages.next().await.and_then(Result::err).and_then(|error| error.kind());
            let end = pages.next().await.is_none();
            (error, end, pages.try_next().await.is_err())
        });
        let expected = (Some(ErrorKind::BadCursor), true, true);
        assert_eq!(of_error.await.expect("the task ends"), expected);
    });
}

#[test]
fn pages_are_fetched_on_demand() {
    with_client(async |client| {
        for label in ["a", "b", "c"] {
            create(&client, label).await;
        }
        let (query, headers) =
            (ParcelQuery::builder().limit(1).build().expect("is valid"), desks());
        let mut items = client.list_parcels_stream(&query, &headers);
        let first = items.next().await.expect("the list is not empty").expect("is listed");
        assert_eq!(first.label.0, "a");
        // A parcel that is created between two fetches is on a later page.
        create(&client, "d").await;
        let rest: Vec<_> =
            items.map_ok(|parcel| parcel.label.0).try_collect().await.expect("is listed");
        assert_eq!(rest, ["b", "c", "d"]);
        // Dropping the future of `try_next` does not lose its page.
        let mut pages = client.list_parcels_pages(&query, &headers);
        assert!(pages.try_next().now_or_never().is_none(), "the response has not arrived yet");
        let page = pages.try_next().await.expect("is listed").expect("the list is not empty");
        assert_eq!(page.parcels[0].label.0, "a");
    });
}

#[test]
fn lists_are_iterators_in_the_blocking_client() {
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    let base_url = runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        tokio::spawn(async move { axum::serve(listener, router(Desk::new())).await });
        format!("http://{address}")
    });
    let client = blocking::Client::new(&base_url, KEY).expect("the configuration is valid");
    for label in ["a", "b", "c"] {
        let created = client.create_parcel(&draft(label));
        assert_eq!(created.expect("is created").body.label.0, label);
    }
    let (mut query, headers) =
        (ParcelQuery::builder().limit(2).build().expect("is valid"), desks());
    let labels: String = client
        .list_parcels_stream(&query, &headers)
        .map(|parcel| parcel.expect("is listed").label.0)
        .collect();
    assert_eq!(labels, "abc");
    let pages = client.list_lockers_pages(&LockerQuery::new(2));
    let sizes: Vec<_> = pages.map(|page| page.expect("is listed").0.len()).collect();
    assert_eq!(sizes, [2, 2, 1]);
    query.cursor = Some("of somebody else".to_owned());
    let kinds: Vec<_> = client
        .list_parcels_pages(&query, &headers)
        .map(|page| page.expect_err("the cursor is invalid").kind())
        .collect();
    assert_eq!(kinds, [Some(ErrorKind::BadCursor)]);
}
