//! The stored parcels and lockers.

use serde_json::{Map, Value, json};

type Properties = Map<String, Value>;

#[derive(Clone)]
pub(super) struct Parcel {
    pub(super) id: String,
    /// Parcels are numbered in the order of creation.
    pub(super) number: u64,
    pub(super) team: &'static str,
    pub(super) now: Properties,
    created: Properties,
    /// The properties before the last replacement.
    pub(super) before: Option<Properties>,
    /// The number of parcels that cases created before this one. The count restarts whenever the newest parcel is not
    /// of a case.
    pub(super) created_before: u64,
    /// Whether a parcel was removed since the count restarted and before this one was created.
    pub(super) is_after_removal: bool,
}

impl Parcel {
    pub(super) fn to_json(&self) -> Value {
        self.now.clone().into()
    }

    pub(super) fn as_created(&self) -> Value {
        self.created.clone().into()
    }

    /// Sets the given properties, and removes those that are null.
    pub(super) fn change(&mut self, change: Properties) {
        self.now.extend(change);
        self.now.retain(|_, value| !value.is_null());
    }
}

/// The parcels and lockers of all teams.
#[derive(Clone)]
pub(super) struct Store {
    pub(super) parcels: Vec<Parcel>,
    lockers: Vec<Properties>,
    next: u64,
    /// The number of the first parcel that a case creates.
    first: u64,
    /// The numbers of parcels that cases have created, and that were removed, since the count restarted.
    created_count: u64,
    removed_count: u64,
    differs: bool,
}

/// How many lockers there are: two for each of four parallel cases.
pub(super) const LOCKERS: u64 = 8;

impl Store {
    pub(super) fn new(differs: bool) -> Self {
        let locker =
            |number| Properties::from_iter([("name".to_owned(), json!(format!("L{number}")))]);
        Self {
            parcels: Vec::new(),
            lockers: (1..=LOCKERS).map(locker).collect(),
            next: 1,
            first: 0,
            created_count: 0,
            removed_count: 0,
            differs,
        }
    }

    pub(super) fn begin(&mut self) {
        self.first = self.next;
    }

    /// Returns whether a case created the newest parcel.
    pub(super) fn newest_is_of_a_case(&self) -> bool {
        self.first > 0 && self.parcels.last().is_some_and(|parcel| parcel.number >= self.first)
    }

    /// Stores a new parcel, and returns its JSON.
    pub(super) fn create(&mut self, team: &'static str, draft: Properties) -> Value {
        let number = self.next;
        self.next += 1;
        let id = format!("{:08x}-ab12-4cd3-8ef4-{number:012x}", number.wrapping_mul(0x9e37_79b1));
        let id = &id[id.len() - 36..];
        let id = if self.differs { id.to_uppercase() } else { id.to_owned() };
        let mut now = draft;
        now.insert("id".to_owned(), json!(id));
        now.insert("state".to_owned(), json!("waiting"));
        if self.differs {
            now.entry("insured").or_insert(json!(false));
            now.insert("tags".to_owned(), json!([]));
            now.insert("shelf".to_owned(), json!({ "row": 3 }));
        }
        let created = now.clone();
        if !self.newest_is_of_a_case() {
            (self.created_count, self.removed_count) = (0, 0);
        }
        self.parcels.push(Parcel {
            id,
            number,
            team,
            now,
            created,
            before: None,
            created_before: self.created_count,
            is_after_removal: self.removed_count > 0,
        });
        self.created_count += 1;
        self.parcels.last().map(Parcel::to_json).unwrap_or_default()
    }

    /// Returns the parcels that cases have created, in order.
    pub(super) fn created_by_cases(&mut self) -> impl Iterator<Item = &mut Parcel> {
        let first = if self.first > 0 { self.first } else { u64::MAX };
        self.parcels.iter_mut().filter(move |parcel| parcel.number >= first)
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.removed_count += 1;
        self.parcels.retain(|parcel| parcel.id != id);
    }

    pub(super) fn find(&self, id: &str) -> Option<&Parcel> {
        self.parcels.iter().find(|parcel| parcel.id.eq_ignore_ascii_case(id))
    }

    pub(super) fn find_mut(&mut self, id: &str, team: &str) -> Option<&mut Parcel> {
        let is_meant =
            |parcel: &&mut Parcel| parcel.id.eq_ignore_ascii_case(id) && parcel.team == team;
        self.parcels.iter_mut().find(is_meant)
    }

    /// Returns lockers after the skipped ones: at most `limit`, and at most the five of a page.
    pub(super) fn lockers(&self, skipped: u64, limit: u64) -> Value {
        let count = |number| usize::try_from(number).unwrap_or(usize::MAX);
        self.lockers.iter().skip(count(skipped)).take(count(limit).min(5)).cloned().collect()
    }

    pub(super) fn locker(&self, name: &str) -> Option<Properties> {
        self.lockers.iter().find(|locker| locker["name"] == name).cloned()
    }

    /// Replaces the properties of a locker except its name, and returns its JSON.
    pub(super) fn replace_locker(&mut self, name: &str, locker: &Properties) -> Option<Value> {
        let stored = self.lockers.iter_mut().find(|locker| locker["name"] == name)?;
        stored.clone_from(locker);
        stored.insert("name".to_owned(), json!(name));
        Some(stored.clone().into())
    }

    /// Replaces several lockers, or none if one is unknown.
    pub(super) fn replace_lockers(&mut self, lockers: &[Properties]) -> Option<Value> {
        let mut replaced = self.clone();
        let names =
            lockers.iter().map(|locker| (locker["name"].as_str().unwrap_or_default(), locker));
        let shown: Option<Value> =
            names.map(|(name, locker)| replaced.replace_locker(name, locker)).collect();
        shown.inspect(|_| *self = replaced)
    }
}
