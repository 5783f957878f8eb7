//! An implementation of the parcel lockers' emitted trait that keeps parcels in memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;
use webdata_runtime::{Patch, Violations};

use crate::parcels::error_catalogue::{ApiError, ErrorKind};
use crate::parcels::locker::{Locker, LockerQuery, LockerSearch, Lockers};
use crate::parcels::parcel::{
    Label, Parcel, ParcelAnswer, ParcelChange, ParcelChanges, ParcelDraft, ParcelState, Parcels,
};
use crate::parcels::server::{Service, WithHeaders};
use crate::parcels::wire::{
    CreateHeaders, CreatedHeaders, GoneHeaders, ListHeaders, ParcelPage, ParcelQuery,
};

pub(super) const KEY: &str = "a-key-of-the-lockers";

/// The parcels, the number of parcels created so far, and the lockers.
#[derive(Debug, Default)]
pub(super) struct Desk {
    parcels: Mutex<Vec<Parcel>>,
    created: AtomicUsize,
    lockers: Mutex<Vec<Locker>>,
}

impl Desk {
    pub(super) fn new() -> Self {
        let lockers = ["a", "b", "c", "d", "e"].map(Locker::new).into();
        Self { lockers: Mutex::new(lockers), ..Self::default() }
    }

    fn parcels(&self) -> MutexGuard<'_, Vec<Parcel>> {
        self.parcels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lockers(&self) -> MutexGuard<'_, Vec<Locker>> {
        self.lockers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn identity(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

fn find<'p>(parcels: &'p mut [Parcel], id: &str) -> Result<&'p mut Parcel, ApiError> {
    let parcel = parcels.iter_mut().find(|parcel| parcel.id == id);
    parcel.ok_or_else(|| ErrorKind::NotHere.into())
}

fn locker<'l>(lockers: &'l mut [Locker], name: &str) -> Result<&'l mut Locker, ApiError> {
    let locker = lockers.iter_mut().find(|locker| locker.name == name);
    locker.ok_or_else(|| ErrorKind::NotHere.into())
}

impl Service for Desk {
    type Caller = ();

    async fn authenticate(&self, key: &str) -> Result<(), ApiError> {
        if key == KEY { Ok(()) } else { Err(ErrorKind::BadKey.into()) }
    }

    async fn create_parcel(
        &self,
        (): (),
        headers: CreateHeaders,
        body: ParcelDraft,
    ) -> Result<WithHeaders<Parcel, CreatedHeaders>, ApiError> {
        let mut parcels = self.parcels();
        let id = identity(self.created.fetch_add(1, Ordering::Relaxed) + 1);
        let mut created = CreatedHeaders::new(format!("/v1/parcels/{id}"));
        created.x_lanes = headers.x_priority.map(|priority| vec![priority, 10 - priority]);
        let mut parcel = waiting(id, body.label)?;
        (parcel.value, parcel.insured) = (body.value, body.insured);
        parcel.tags = headers.idempotency_key.map(|key| vec![key]);
        parcels.push(parcel.clone());
        Ok(WithHeaders::new(parcel, created))
    }

    async fn read_parcel(&self, (): (), parcel_id: String) -> Result<ParcelAnswer, ApiError> {
        let mut parcels = self.parcels();
        Ok(ParcelAnswer::new(find(&mut parcels, &parcel_id)?.clone()))
    }

    async fn list_parcels(
        &self,
        (): (),
        query: ParcelQuery,
        headers: ListHeaders,
    ) -> Result<ParcelPage, ApiError> {
        let cursor = query.cursor.as_deref().unwrap_or("0");
        let from: usize = cursor.parse().map_err(|_| ErrorKind::BadCursor)?;
        let limit = usize::try_from(query.effective_limit()).unwrap_or(usize::MAX);
        let parcels = self.parcels();
        let is_listed = |parcel: &&Parcel| {
            let tags = parcel.tags.clone().unwrap_or_default();
            query.state.as_ref().is_none_or(|state| *state == parcel.state)
                && query.insured.is_none_or(|insured| Some(insured) == parcel.insured)
                && query.tags.iter().flatten().all(|tag| tags.contains(tag))
                && query.above.is_none_or(|above| parcel.value.unwrap_or(0) as f64 > above)
        };
        let listed: Vec<_> = parcels.iter().filter(is_listed).cloned().collect();
        let more = (listed.len() > from + limit).then(|| (from + limit).to_string());
        let mut page = ParcelPage::new(listed.into_iter().skip(from).take(limit));
        page.next = more.into();
        page.additional_properties.insert("desks".to_owned(), json!(headers.x_desk));
        Ok(page)
    }

    async fn replace_parcel(
        &self,
        (): (),
        parcel_id: String,
        body: ParcelDraft,
    ) -> Result<Parcel, ApiError> {
        let mut parcels = self.parcels();
        let parcel = find(&mut parcels, &parcel_id)?;
        *parcel = waiting(parcel_id, body.label)?;
        (parcel.value, parcel.insured) = (body.value, body.insured);
        Ok(parcel.clone())
    }

    async fn update_parcel(
        &self,
        (): (),
        parcel_id: String,
        body: ParcelChange,
    ) -> Result<ParcelAnswer, ApiError> {
        let mut parcels = self.parcels();
        let stored = find(&mut parcels, &parcel_id)?;
        body.violations_after_update(stored).or(())?;
        if let Some(label) = body.label {
            stored.label = label;
        }
        stored.insured = body.insured.or(stored.insured);
        match body.value {
            Patch::Absent => {}
            Patch::Null => stored.value = None,
            Patch::Value(value) => stored.value = Some(value),
        }
        Ok(ParcelAnswer::new(stored.clone()))
    }

    async fn update_parcels(&self, (): (), body: ParcelChanges) -> Result<Parcels, ApiError> {
        let mut parcels = self.parcels();
        let stored = body.0.iter().map(|item| Ok(find(&mut parcels, &item.id)?.clone()));
        let mut stored = stored.collect::<Result<Vec<_>, ApiError>>()?;
        body.violations_after_update(&stored).or(())?;
        for (change, stored) in body.0.iter().zip(&mut stored) {
            stored.value = change.value.or(stored.value);
            stored.insured = change.insured.or(stored.insured);
            *find(&mut parcels, &change.id)? = stored.clone();
        }
        Ok(Parcels(stored))
    }

    async fn delete_parcel(
        &self,
        (): (),
        parcel_id: String,
    ) -> Result<WithHeaders<(), GoneHeaders>, ApiError> {
        let mut parcels = self.parcels();
        find(&mut parcels, &parcel_id)?;
        parcels.retain(|parcel| parcel.id != parcel_id);
        let mut headers = GoneHeaders::default();
        headers.x_left = i64::try_from(parcels.len()).ok();
        Ok(WithHeaders::new((), headers))
    }

    async fn replace_lockers(&self, body: Lockers) -> Result<Lockers, ApiError> {
        let mut lockers = self.lockers();
        for new in &body.0 {
            locker(&mut lockers, &new.name)?;
        }
        for new in &body.0 {
            *locker(&mut lockers, &new.name)? = new.clone();
        }
        Ok(body)
    }

    async fn replace_locker(&self, name: String, mut body: Locker) -> Result<Locker, ApiError> {
        body.name.clone_from(&name);
        *locker(&mut self.lockers(), &name)? = body.clone();
        Ok(body)
    }

    async fn change_locker(&self, name: String, body: Option<Locker>) -> Result<Locker, ApiError> {
        let mut lockers = self.lockers();
        let stored = locker(&mut lockers, &name)?;
        let Some(body) = body else { return Ok(stored.clone()) };
        body.violations_after_update(stored).or(())?;
        stored.doors = body.doors.or(stored.doors);
        stored.wide = body.wide.or(stored.wide);
        Ok(stored.clone())
    }

    async fn list_lockers(&self, query: LockerQuery) -> Result<Lockers, ApiError> {
        let skipped = (query.effective_page() - 1).saturating_mul(query.size);
        let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        let size = usize::try_from(query.size).unwrap_or(usize::MAX);
        Ok(Lockers(self.lockers().iter().skip(skipped).take(size).cloned().collect()))
    }

    async fn search_lockers(&self, query: LockerSearch) -> Result<Lockers, ApiError> {
        let skipped = usize::try_from(query.effective_offset()).unwrap_or(usize::MAX);
        Ok(Lockers(self.lockers().iter().skip(skipped).take(2).cloned().collect()))
    }

    async fn empty_locker(&self, name: String) -> Result<(), ApiError> {
        locker(&mut self.lockers(), &name).map(drop)
    }
}

/// Returns a parcel that is still in its locker.
fn waiting(id: String, label: Label) -> Result<Parcel, Violations> {
    Parcel::builder().id(id).label(label).state(ParcelState::Waiting).build()
}
