//! The parcels and lockers that a server has.

use serde_json::{Map, Value, json};

type Members = Map<String, Value>;

/// A parcel.
#[derive(Clone)]
pub(super) struct Parcel {
    pub(super) id: String,
    /// The parcels are numbered as they come.
    pub(super) number: u64,
    pub(super) team: &'static str,
    pub(super) now: Members,
    created: Members,
    /// What it was before it was replaced.
    pub(super) before: Option<Members>,
    /// How many others had come since there were none.
    pub(super) others: u64,
    /// Whether one of those was gone by then.
    pub(super) is_after_removal: bool,
}

impl Parcel {
    pub(super) fn shown(&self) -> Value {
        self.now.clone().into()
    }

    pub(super) fn as_created(&self) -> Value {
        self.created.clone().into()
    }

    /// Takes what is given; null takes away.
    pub(super) fn change(&mut self, change: Members) {
        self.now.extend(change);
        self.now.retain(|_, value| !value.is_null());
    }
}

/// All of them.
#[derive(Clone)]
pub(super) struct Store {
    pub(super) parcels: Vec<Parcel>,
    lockers: Vec<Members>,
    next: u64,
    /// The number of the first parcel that a case creates.
    first: u64,
    /// How many parcels cases have created since there were none of them, and how many of these are gone.
    came: u64,
    went: u64,
    differs: bool,
}

/// How many lockers there are: two for each of four cases side by side.
pub(super) const LOCKERS: u64 = 8;

impl Store {
    pub(super) fn new(differs: bool) -> Self {
        let locker =
            |number| Members::from_iter([("name".to_owned(), json!(format!("L{number}")))]);
        Self {
            parcels: Vec::new(),
            lockers: (1..=LOCKERS).map(locker).collect(),
            next: 1,
            first: 0,
            came: 0,
            went: 0,
            differs,
        }
    }

    pub(super) fn begin(&mut self) {
        self.first = self.next;
    }

    /// Whether the newest parcel is one that a case has created.
    pub(super) fn has_newer(&self) -> bool {
        self.first > 0 && self.parcels.last().is_some_and(|own| own.number >= self.first)
    }

    /// Stores a new parcel, and shows it.
    pub(super) fn create(&mut self, team: &'static str, draft: Members) -> Value {
        let number = self.next;
        self.next += 1;
        let id = format!("{:08x}-ab12-4cd3-8ef4-{number:012x}", number.wrapping_mul(0x9e37_79b1));
        let id = if self.differs {
            id[id.len() - 36..].to_uppercase()
        } else {
            id[id.len() - 36..].to_owned()
        };
        let mut now = draft;
        now.insert("id".to_owned(), json!(id));
        now.insert("state".to_owned(), json!("waiting"));
        if self.differs {
            now.entry("insured").or_insert(json!(false));
            now.insert("tags".to_owned(), json!([]));
            now.insert("shelf".to_owned(), json!({ "row": 3 }));
        }
        let created = now.clone();
        if !self.has_newer() {
            (self.came, self.went) = (0, 0);
        }
        let (before, others, is_after_removal) = (None, self.came, self.went > 0);
        self.came += 1;
        self.parcels.push(Parcel {
            id,
            number,
            team,
            now,
            created,
            before,
            others,
            is_after_removal,
        });
        self.parcels.last().map(Parcel::shown).unwrap_or_default()
    }

    /// The parcels that cases have created, in order.
    pub(super) fn newer(&mut self) -> impl Iterator<Item = &mut Parcel> {
        let first = if self.first > 0 { self.first } else { u64::MAX };
        self.parcels.iter_mut().filter(move |own| own.number >= first)
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.went += 1;
        self.parcels.retain(|own| own.id != id);
    }

    pub(super) fn find(&self, id: &str) -> Option<&Parcel> {
        self.parcels.iter().find(|own| own.id.eq_ignore_ascii_case(id))
    }

    pub(super) fn find_mut(&mut self, id: &str, team: &str) -> Option<&mut Parcel> {
        let is_meant = |own: &&mut Parcel| own.id.eq_ignore_ascii_case(id) && own.team == team;
        self.parcels.iter_mut().find(is_meant)
    }

    /// Lockers behind those that are skipped, so many at most, and no more than a list may have.
    pub(super) fn lockers(&self, skipped: u64, most: u64) -> Value {
        let count = |number| usize::try_from(number).unwrap_or(usize::MAX);
        self.lockers.iter().skip(count(skipped)).take(count(most).min(5)).cloned().collect()
    }

    pub(super) fn locker(&self, name: &str) -> Option<Members> {
        self.lockers.iter().find(|own| own["name"] == name).cloned()
    }

    /// Puts a locker in the place of the one of this name, which stays, and shows it.
    pub(super) fn replace_locker(&mut self, name: &str, locker: &Members) -> Option<Value> {
        let own = self.lockers.iter_mut().find(|own| own["name"] == name)?;
        own.clone_from(locker);
        own.insert("name".to_owned(), json!(name));
        Some(own.clone().into())
    }

    /// Puts lockers in the places of several, all or none.
    pub(super) fn replace_lockers(&mut self, lockers: &[Members]) -> Option<Value> {
        let mut replaced = self.clone();
        let names = lockers.iter().map(|own| (own["name"].as_str().unwrap_or_default(), own));
        let shown: Option<Value> =
            names.map(|(name, own)| replaced.replace_locker(name, own)).collect();
        shown.inspect(|_| *self = replaced)
    }
}
