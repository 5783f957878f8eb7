//! What changed between two contracts, statement by statement, and whom each change breaks.
//!
//! A change **breaks clients** when a client that was right under the old contract may fail under
//! the new one. It **breaks servers** when a server that was conformant under the old contract may
//! fail the suite of the new one. Nothing is compared as text: both contracts are compared as models,
//! so the order of pages, types, properties and listed values is no change.
//!
//! # What is compared
//!
//! Every clause (see [`Spec::clauses`]), and beside them what says something without a clause of
//! its own, under the path that it belongs to: `….ref`, `….type` of a value that may be anything,
//! `….error`, `….openValues`, `….doc`, `….source`, `….examples`, `errors.….cause`,
//! `operations.….authentication`, `operations.….errors`, `operations.….causes.…`, `operations.….errorBody`,
//! `events.….transport`, `lifecycles.….states` where there are others,
//! `profiles.…`, `service.name`, `service.version`, `service.validationFailure`, `service.teamStates.…`.
//! Each that changed is one [`Change`], and nothing else is.
//!
//! # Who is broken
//!
//! **A constraint on a value** (type, limit, format, listed values, closed objects, rules, …) says
//! which values there may be. It depends on where values of the type travel, which is followed
//! through references from the bodies and parameters of operations, and from events:
//!
//! | | in requests | in answers and events |
//! |---|---|---|
//! | narrower: less is allowed | clients (they may send it) and servers (they must refuse it) | servers (they may answer it) |
//! | wider: more is allowed | servers (they must accept it) | clients (they may get it) |
//! | neither of the two: something else is allowed | both | both |
//!
//! A type that travels both ways is classified as both; one that does not travel breaks nobody.
//! A property that is new in a request breaks servers, and clients too if it is required. One that
//! is new in an answer breaks servers if it is required, and clients if the object was closed; an
//! object that is open is not held to have used the name before it was listed. One that is gone
//! breaks clients, and servers too where the object is closed. Rules and refusals that hang on a
//! property by their condition come and go with it.
//!
//! **A promise** (effects, moves, situations, statuses, texts and codes of errors, defaults,
//! units, events) binds the server. Stated anew it breaks servers, gone it breaks clients, changed
//! it breaks both. Texts that were exact and are free now are a promise that is gone.
//!
//! **What both act on** (media type, base path, the body of errors, which error answers) breaks
//! both. **What is charged** breaks clients; to be charged less, or for what is new, breaks nobody.
//! **An error that an operation may answer** breaks clients when it is new and servers when it is
//! gone. **An operation** that is new breaks servers, one that is gone breaks clients. **An event**
//! that is new breaks both, for clients do not know it.
//!
//! **Retry** says what clients may do, and binds no server. A client that retries less, later or not
//! at all stays right, so only what is taken back breaks one:
//!
//! | | breaks clients | breaks nobody |
//! |---|---|---|
//! | `retry` of an error | `backoff` → `sometimes`, `backoff` → `never`, `sometimes` → `never` | the other way round |
//! | statuses | one is gone | one is new |
//! | attempts | fewer | more |
//! | waits (base, cap) | longer: who waits as before comes too soon, and uses up its attempts | shorter |
//! | jitter | – | less or more: it comes on top of the wait |
//! | any of them, as a whole or at `must` | new, unless it is `backoff` of an error | gone |
//!
//! **The level** counts: only `must` binds. What a request breaks at a lower level may be accepted
//! or refused, so to tighten it breaks clients alone; `must` that becomes less frees servers from a
//! promise and so breaks clients; the other way round breaks servers. What is `open` binds nobody:
//! requests that are left open now break clients, which could count on them, those that are not any
//! more break servers, and what is open in both contracts breaks nobody. What is new or gone and
//! never bound, breaks nobody. **Gaps** that are opened or closed break nobody by themselves: what
//! was stated before, or is stated now, is classified there.
//!
//! **A profile** binds the servers that claim it: one that has more features than before breaks them, and
//! one that is new, gone or has fewer features breaks nobody.
//!
//! **Deprecation** breaks nobody: what is deprecated still works. When it is gone, the change is told as
//! any other, and marked as *announced* where it breaks only those who still use what was deprecated.
//!
//! **What is new in answers**, such as a value, a property of a closed object or an event, breaks clients that
//! do not keep what they do not know. Where nothing else breaks clients, the change is marked as *kept*:
//! generated clients keep it.
//!
//! **Prose** (behaviour in our own words, and circumstances told in words alone) is not classified,
//! but reported. **Documentation**, the heading that something is taken from, and the wording
//! beside what is compared, breaks nobody; a heading is told where it stands, and not again for what
//! stands below it. **Examples** feed the cases, and a suite asks nothing new for them: they break
//! nobody. Neither does a type of which only the name changed, which shows as removed and added.

mod allowance;
mod bare;
mod change;
mod classify;
mod collect;
mod heeded;
mod narrowing;
mod reach;
mod side;
mod statement;
mod verdict;

use std::collections::{BTreeSet, HashSet};

use crate::model::{ClauseId, Spec};
use bare::Renames;
pub use change::{Breaks, Change, ChangeKind};
use side::Side;

/// Every statement that is not as it was, in the order of the identities.
#[must_use]
pub fn diff(old: &Spec, new: &Spec) -> Vec<Change> {
    let mut changes = compare(old, new);
    if let Some(heeded) = heeded::without_what_went(old, new) {
        let broken = |change: &Change| change.breaks.clients() || change.breaks.servers();
        let left = compare(&heeded, new).into_iter().filter(broken);
        let left: HashSet<ClauseId> = left.map(|change| change.clause).collect();
        for change in changes.iter_mut().filter(|change| broken(change)) {
            change.announced = !left.contains(&change.clause);
        }
    }
    changes
}

fn compare(old: &Spec, new: &Spec) -> Vec<Change> {
    let renames = Renames::between(old, new);
    let names = renames.forwards();
    let old = Side::new(old, renames.forwards(), &names);
    let new = Side::new(new, renames.backwards(), &names);
    let ids: BTreeSet<&ClauseId> = old.statements.keys().chain(new.statements.keys()).collect();
    ids.into_iter().filter_map(|id| classify::change(id, &old, &new)).collect()
}
