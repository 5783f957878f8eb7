//! A client of the Parcel Lockers API for programs without async: each method blocks its thread
//! until the response is there.
//!
//! [`client`] has the docs of each method, its arguments and its errors, under the same name.
//! Calls run on a thread of the client's own. They also work within async code, but block the
//! thread and its other tasks: use the async client there, or tokio's `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::{Iter, Blocking};
use super::client::{self, ConfigError, Error, Items, Pages, WithHeaders};

/// A client whose methods block their thread until the response is there.
///
/// Cloning is cheap; clones share their connections and the thread.
#[derive(Debug, Clone)]
pub struct Client(Blocking<client::Client>);

impl Client {
    /// Creates a client with the default configuration.
    ///
    /// `base_url` and `key`: as in [`client::Client::new`].
    ///
    /// # Errors
    ///
    /// If an argument is invalid, or no thread can be started.
    pub fn new(base_url: &str, key: &str) -> Result<Self, ConfigError> {
        Self::from_client(client::Client::new(base_url, key)?)
    }

    /// Makes a blocking client of an async one, which [`client::Client::builder`] configures.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn from_client(client: client::Client) -> Result<Self, ConfigError> {
        Blocking::new(client).map(Self)
    }

    /// Runs a future of the async client, such as one with a time limit: `client.run(|client|
    /// async { … })`.
    pub fn run<'c, F>(&'c self, call: impl FnOnce(&'c client::Client) -> F) -> F::Output
    where
        F: Future + Send,
        F::Output: Send,
    {
        self.0.run(call)
    }
}

impl Client {
    /// Calls [`client::Client::create_parcel`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn create_parcel(
        &self,
        headers: &super::wire::CreateHeaders,
        body: &super::parcel::ParcelDraft,
    ) -> Result<WithHeaders<super::parcel::Parcel, super::wire::CreatedHeaders>, Error> {
        self.0.run(|client| client.create_parcel(headers, body))
    }

    /// Calls [`client::Client::read_parcel`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn read_parcel(
        &self,
        parcel_id: &str,
    ) -> Result<super::parcel::ParcelAnswer, Error> {
        self.0.run(|client| client.read_parcel(parcel_id))
    }

    /// Calls [`client::Client::list_parcels`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn list_parcels(
        &self,
        query: &super::wire::ParcelQuery,
        headers: &super::wire::ListHeaders,
    ) -> Result<super::wire::ParcelPage, Error> {
        self.0.run(|client| client.list_parcels(query, headers))
    }

    /// Calls [`client::Client::replace_parcel`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn replace_parcel(
        &self,
        parcel_id: &str,
        body: &super::parcel::ParcelDraft,
    ) -> Result<super::parcel::Parcel, Error> {
        self.0.run(|client| client.replace_parcel(parcel_id, body))
    }

    /// Calls [`client::Client::update_parcel`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn update_parcel(
        &self,
        parcel_id: &str,
        body: &super::parcel::ParcelChange,
    ) -> Result<super::parcel::ParcelAnswer, Error> {
        self.0.run(|client| client.update_parcel(parcel_id, body))
    }

    /// Calls [`client::Client::update_parcels`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn update_parcels(
        &self,
        body: &super::parcel::ParcelChanges,
    ) -> Result<super::parcel::Parcels, Error> {
        self.0.run(|client| client.update_parcels(body))
    }

    /// Calls [`client::Client::delete_parcel`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn delete_parcel(
        &self,
        parcel_id: &str,
    ) -> Result<WithHeaders<(), super::wire::GoneHeaders>, Error> {
        self.0.run(|client| client.delete_parcel(parcel_id))
    }

    /// Calls [`client::Client::replace_lockers`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn replace_lockers(
        &self,
        body: &super::locker::Lockers,
    ) -> Result<super::locker::Lockers, Error> {
        self.0.run(|client| client.replace_lockers(body))
    }

    /// Calls [`client::Client::replace_locker`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn replace_locker(
        &self,
        name: &str,
        body: &super::locker::Locker,
    ) -> Result<super::locker::Locker, Error> {
        self.0.run(|client| client.replace_locker(name, body))
    }

    /// Calls [`client::Client::change_locker`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn change_locker(
        &self,
        name: &str,
        body: Option<&super::locker::Locker>,
    ) -> Result<super::locker::Locker, Error> {
        self.0.run(|client| client.change_locker(name, body))
    }

    /// Calls [`client::Client::list_lockers`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn list_lockers(
        &self,
        query: &super::locker::LockerQuery,
    ) -> Result<super::locker::Lockers, Error> {
        self.0.run(|client| client.list_lockers(query))
    }

    /// Calls [`client::Client::search_lockers`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn search_lockers(
        &self,
        query: &super::locker::LockerSearch,
    ) -> Result<super::locker::Lockers, Error> {
        self.0.run(|client| client.search_lockers(query))
    }

    /// Calls [`client::Client::empty_locker`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn empty_locker(&self, name: &str) -> Result<(), Error> {
        self.0.run(|client| client.empty_locker(name))
    }

    /// Calls [`client::Client::list_parcels_pages`] and iterates over the pages.
    pub fn list_parcels_pages(
        &self,
        query: &super::wire::ParcelQuery,
        headers: &super::wire::ListHeaders,
    ) -> Iter<'_, Pages<'_, super::wire::ParcelPage>> {
        self.0.iter(|client| client.list_parcels_pages(query, headers))
    }

    /// Calls [`client::Client::list_parcels_stream`] and iterates over the items.
    pub fn list_parcels_stream(
        &self,
        query: &super::wire::ParcelQuery,
        headers: &super::wire::ListHeaders,
    ) -> Iter<'_, Items<'_, super::wire::ParcelPage, super::parcel::Parcel>> {
        self.0.iter(|client| client.list_parcels_stream(query, headers))
    }

    /// Calls [`client::Client::list_lockers_pages`] and iterates over the pages.
    pub fn list_lockers_pages(
        &self,
        query: &super::locker::LockerQuery,
    ) -> Iter<'_, Pages<'_, super::locker::Lockers>> {
        self.0.iter(|client| client.list_lockers_pages(query))
    }

    /// Calls [`client::Client::list_lockers_stream`] and iterates over the items.
    pub fn list_lockers_stream(
        &self,
        query: &super::locker::LockerQuery,
    ) -> Iter<'_, Items<'_, super::locker::Lockers, super::locker::Locker>> {
        self.0.iter(|client| client.list_lockers_stream(query))
    }

    /// Calls [`client::Client::search_lockers_pages`] and iterates over the pages.
    pub fn search_lockers_pages(
        &self,
        query: &super::locker::LockerSearch,
    ) -> Iter<'_, Pages<'_, super::locker::Lockers>> {
        self.0.iter(|client| client.search_lockers_pages(query))
    }

    /// Calls [`client::Client::search_lockers_stream`] and iterates over the items.
    pub fn search_lockers_stream(
        &self,
        query: &super::locker::LockerSearch,
    ) -> Iter<'_, Items<'_, super::locker::Lockers, super::locker::Locker>> {
        self.0.iter(|client| client.search_lockers_stream(query))
    }
}
