//! Compares two contracts, and classifies for each change whether it breaks clients or servers.
//!
//! A change **breaks clients** if a client that is correct under the old contract may fail under the new one.
//! A change **breaks servers** if a server that conforms to the old contract may fail the suite of the new
//! one. Contracts are compared as models, not as text. The order of pages, types, properties and listed
//! values makes no difference.
//!
//! # What is compared
//!
//! The diff compares every clause (see [`Spec::clauses`]), and facts without a clause of their own. These
//! facts are reported under the path that they belong to: `….ref`, `….type` of a value that may be anything,
//! `….error`, `….openValues`, `….doc`, `….source`, `….examples`, `errors.….cause`,
//! `operations.….authentication`, `operations.….errors`, `operations.….causes.…`, `operations.….errorBody`,
//! `events.….transport`, `lifecycles.….states` if further states exist, `profiles.…`, `service.name`,
//! `service.version`, `service.validationFailure`, `service.teamStates.…`. Each changed statement is one
//! [`Change`]; nothing else is a change.
//!
//! # What breaks clients and servers
//!
//! **A constraint on a value** (type, limit, format, listed values, closed objects, rules, …) determines
//! which values are allowed. Its class depends on where values of the type are used. The diff follows
//! references from the bodies and parameters of operations, and from events:
//!
//! | | in requests | in responses and events |
//! |---|---|---|
//! | narrower: fewer values are allowed | clients (they may send the value) and servers (they must reject it) | servers (they may return the value) |
//! | wider: more values are allowed | servers (they must accept the value) | clients (they may receive it) |
//! | neither: other values are allowed | both | both |
//!
//! A type that both requests and responses use is classified as both. An unused type breaks neither side. A
//! new property of a request breaks servers, and also clients if it is required. A new property of a response
//! breaks servers if it is required, and clients if the object was closed. The diff assumes that an open
//! object did not use the name before it was listed. A removed property breaks clients, and also servers if
//! the object is closed. Rules and refusals whose condition names a property are classified together with the
//! property.
//!
//! **A promise** (effects, moves, situations, status codes, messages and codes of errors, defaults, units,
//! events) binds the server. A new promise breaks servers, a removed one breaks clients, and a changed one
//! breaks both. A message that was exact and may now vary is a removed promise. An effect of a type is a default under a
//! condition: if it is new or removed, the same request means something else, which breaks both.
//!
//! **What both sides act on** (media type, base path, the body of errors, the error for a fault) breaks both.
//! **A charge** breaks clients; a lower charge, and a charge for something new, break neither side. **An
//! error of an operation** breaks clients if it is new, and servers if it is removed. **An operation** breaks
//! servers if it is new, and clients if it is removed. **A new event** breaks both, since clients do not know
//! it; the events of a new channel break servers alone, since no client subscribes to the channel yet.
//!
//! **Retry** rules allow clients to repeat requests, and bind no server. A client that retries less often,
//! later or not at all remains correct, so a change breaks clients only if it takes an allowance back:
//!
//! | | breaks clients | breaks neither side |
//! |---|---|---|
//! | `retry` of an error | `backoff` → `sometimes`, `backoff` → `never`, `sometimes` → `never` | the other direction |
//! | status codes | one is removed | one is added |
//! | attempts | fewer | more |
//! | waits (base, cap) | longer: a client that waits as before repeats too soon, and uses up its attempts | shorter |
//! | jitter | – | shorter or longer: jitter is added to the wait |
//! | any of them, as a whole or at `must` | new, unless it is `backoff` of an error | removed |
//!
//! **The level** matters: only `must` binds. At a lower level, a server may accept or reject a request that
//! breaks the clause, so a tighter clause breaks clients only. A clause that is lowered from `must` frees
//! servers from a promise, and so breaks clients; a clause that is raised to `must` breaks servers. An `open`
//! clause binds neither side. Requests that become open break clients, which relied on them; requests that
//! are no longer open break servers. A clause that is open in both contracts breaks neither side. A new or
//! removed clause that was never binding breaks neither side. **Gaps** that are added or removed break
//! neither side by themselves: the statement that a gap replaces, or that replaces a gap, is classified on
//! its own.
//!
//! **A profile** binds the servers that claim it. A profile with more features than before breaks them. A
//! profile that is new, removed or has fewer features breaks neither side.
//!
//! **Deprecation** breaks neither side: what is deprecated still works. Its later removal is classified as
//! any other change. If the removal breaks only users of what was deprecated, the change is marked as
//! *announced*.
//!
//! **New parts of responses**, such as a value, a property of a closed object or an event, break clients that
//! do not preserve unknown parts.
//!
//! **Prose** (behaviour, and circumstances without a condition) is reported but not classified.
//! **Documentation**, headings, and the wording beside a compared fact break neither side. A changed heading
//! is reported once at the outermost entry, not again for the entries inside. **Examples** are input for the
//! cases; a change breaks neither side. A type whose name alone changed is reported as removed and added, and
//! breaks neither side.

mod change;
mod classify;
mod narrowing;
mod render;
mod side;

use std::collections::{BTreeSet, HashSet};

use self::narrowing::Renames;
use self::side::Side;
use crate::model::{ClauseId, Spec};

pub use self::change::{Breaks, Change, ChangeKind};
pub use self::render::{ComparedContract, json, text};

/// Returns every changed statement, in the order of the identities.
#[must_use]
pub fn diff(old: &Spec, new: &Spec) -> Vec<Change> {
    let mut changes = compare(old, new);
    if let Some(remaining) = narrowing::without_removed_deprecations(old, new) {
        let broken = |change: &Change| change.breaks.clients() || change.breaks.servers();
        let left = compare(&remaining, new).into_iter().filter(broken);
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
