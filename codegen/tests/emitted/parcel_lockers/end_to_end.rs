//! The emitted client against the emitted router, over a connection.

#![expect(clippy::expect_used, reason = "what fails here fails the test")]

use std::time::Duration;

use webdata_runtime::Patch;

use super::service::{Desk, KEY};
use crate::parcels::client::{Builder, Client, Pages, ParameterFault, WithHeaders};
use crate::parcels::errors::ErrorKind;
use crate::parcels::locker::{Locker, LockerQuery, LockerSearch, Lockers};
use crate::parcels::parcel::{
    Label, Parcel, ParcelChange, ParcelChangeOfOne, ParcelChanges, ParcelDraft, ParcelState,
};
use crate::parcels::server::router;
use crate::parcels::wire::{CreateHeaders, ListHeaders, ListHeadersXDeskItem, ParcelQuery};

/// Runs a test with a strict client of lockers of its own.
fn with_client(test: impl AsyncFnOnce(Client)) {
    with_clients(async |builder| test(builder.strict().build().expect("is a client")).await);
}

fn with_clients(test: impl AsyncFnOnce(Builder)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("there is a runtime").block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base_url = format!("http://{}", listener.local_addr().expect("it has an address"));
        tokio::spawn(async move { axum::serve(listener, router(Desk::new())).await });
        let test = test(Client::builder(&base_url, KEY));
        tokio::time::timeout(Duration::from_secs(60), test).await.expect("the test ends in time");
    });
}

fn draft(label: &str) -> ParcelDraft {
    ParcelDraft::new(Label(label.to_owned()))
}

fn desks() -> ListHeaders {
    ListHeaders::new([ListHeadersXDeskItem::North, ListHeadersXDeskItem::South])
}

async fn create(client: &Client, label: &str) -> Parcel {
    let created = client.create_parcel(&CreateHeaders::default(), &draft(label)).await;
    created.expect("is created").body
}

#[test]
fn what_is_created_is_read_replaced_changed_and_deleted() {
    with_client(async |client| {
        let headers = CreateHeaders {
            idempotency_key: Some("once".to_owned()),
            x_priority: Some(3),
            ..CreateHeaders::default()
        };
        let created = client.create_parcel(&headers, &draft("a")).await.expect("is created");
        let WithHeaders { body: parcel, headers } = created;
        assert_eq!(headers.location, format!("/v1/parcels/{}", parcel.id));
        assert_eq!(headers.x_lanes, Some(vec![3, 7]));
        assert_eq!(parcel.tags, Some(vec!["once".to_owned()]));
        let id = parcel.id.as_str();
        assert_eq!(client.read_parcel(id).await.expect("is there").parcel, parcel);
        let replaced = client.replace_parcel(id, &draft("b")).await.expect("is there");
        assert_eq!((replaced.label.0.as_str(), replaced.tags), ("b", None));
        let change =
            ParcelChange { value: Patch::Value(7), insured: Some(true), ..ParcelChange::default() };
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
fn several_are_changed_at_once() {
    with_client(async |client| {
        let (one, other) = (create(&client, "a").await, create(&client, "b").await);
        let change = |of: &Parcel, value| {
            let mut change = ParcelChangeOfOne::new(of.id.clone());
            change.value = Some(value);
            change
        };
        let body = ParcelChanges(vec![change(&other, 2), change(&one, 1)]);
        let changed = client.update_parcels(&body).await.expect("are there").0;
        let values: Vec<_> = changed.iter().map(|one| (one.label.0.as_str(), one.value)).collect();
        assert_eq!(values, [("b", Some(2)), ("a", Some(1))]);
        let lockers = Lockers(vec![Locker::new("a"), Locker::new("b")]);
        assert_eq!(client.replace_lockers(&lockers).await.expect("are taken"), lockers);
        client.empty_locker("a").await.expect("is emptied");
    });
}

async fn names(pages: &mut Pages<'_, Lockers>) -> Vec<String> {
    let mut names = Vec::new();
    while let Some(page) = pages.next().await.expect("is listed") {
        names.push(page.0.iter().map(|locker| locker.name.as_str()).collect());
    }
    names
}

#[test]
fn lists_are_filtered_and_walked() {
    with_client(async |client| {
        for label in ["a", "b", "c"] {
            create(&client, label).await;
        }
        let headers =
            CreateHeaders { idempotency_key: Some("a\r\nb: c".into()), ..Default::default() };
        let error = client.create_parcel(&headers, &draft("d")).await.expect_err("is no header");
        let fault = ParameterFault::Header.to_string();
        assert_eq!(error.to_string(), format!("createParcel: `Idempotency-Key` {fault}"));
        let headers =
            CreateHeaders { idempotency_key: Some("ä&=+%".into()), ..Default::default() };
        client.create_parcel(&headers, &draft("d")).await.expect("is created");
        let tagged = ParcelQuery { tags: Some(vec!["ä&=+%".into()]), ..ParcelQuery::default() };
        let state = ParcelQuery { state: Some(ParcelState::Fetched), ..ParcelQuery::default() };
        let insured = ParcelQuery { insured: Some(true), ..ParcelQuery::default() };
        let above = ParcelQuery { above: Some(-0.5), ..ParcelQuery::default() };
        let queries = [(ParcelQuery::default(), "abcd"), (tagged, "d"), (state, ""), (insured, "")];
        for (query, expected) in queries.into_iter().chain([(above, "abcd")]) {
            let page = client.list_parcels(&query, &desks()).await.expect("is listed");
            let labels: String = page.parcels.iter().map(|one| one.label.0.as_str()).collect();
            assert_eq!(labels, expected, "{query:?}");
            assert_eq!(page.additional_properties["desks"].to_string(), r#"["north","south"]"#);
        }
        let mut query = ParcelQuery { limit: Some(3), ..ParcelQuery::default() };
        let headers = desks();
        let mut pages = client.list_parcels_pages(&query, &headers);
        let mut walked = Vec::new();
        while let Some(page) = pages.next().await.expect("is listed") {
            walked.push(page.parcels.iter().map(|one| one.label.0.as_str()).collect::<String>());
        }
        assert_eq!(walked, ["abc", "d"]);
        assert!(pages.next().await.expect("nothing is sent").is_none());
        query.cursor = Some("of somebody else".to_owned());
        let error = client.list_parcels(&query, &desks()).await.expect_err("is no cursor");
        assert_eq!(error.kind(), Some(ErrorKind::BadCursor));
        let mut pages = client.list_parcels_pages(&query, &headers);
        for _ in 0..2 {
            let error = pages.next().await.expect_err("is no cursor");
            assert_eq!(error.kind(), Some(ErrorKind::BadCursor));
        }
        let page = LockerQuery { page: Some(2), ..LockerQuery::new(2) };
        let lockers = client.list_lockers(&page).await.expect("is listed").0;
        assert_eq!(lockers, [Locker::new("c"), Locker::new("d")]);
        let mut pages = client.list_lockers_pages(&page);
        assert_eq!(names(&mut pages).await, ["cd", "e"]);
        let mut pages = client.list_lockers_pages(&LockerQuery::new(2));
        assert_eq!(names(&mut pages).await, ["ab", "cd", "e"]);
        let search = LockerSearch { offset: Some(2), ..LockerSearch::default() };
        let mut pages = client.search_lockers_pages(&search);
        assert_eq!(names(&mut pages).await, ["cd", "e"]);
    });
}
