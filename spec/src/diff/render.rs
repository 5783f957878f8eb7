//! Renders changes: as text for people, the breaking ones first, and as JSON for programs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use super::{Breaks, Change, ChangeKind};
use crate::Spec;
use crate::model::ClauseId;
use crate::prose::pluralize;

/// A contract that is compared, and what the user calls it.
#[derive(Debug, Clone, Copy)]
pub struct ComparedContract<'c> {
    /// The argument of the command.
    pub name: &'c str,
    /// The contract.
    pub spec: &'c Spec,
}

/// The version of the JSON document.
const FORMAT: u32 = 1;

/// The heading of a group of changes, and a test for the changes that belong to it.
type Group = (&'static str, fn(&Change) -> bool);

/// The groups, in the order in which they are shown.
const GROUPS: [Group; 6] = [
    ("breaks clients and servers", |change| change.breaks == Breaks::Both && !change.announced),
    ("breaks clients", |change| change.breaks == Breaks::Clients && !change.announced),
    ("breaks servers", |change| change.breaks == Breaks::Servers && !change.announced),
    ("breaks users of what was deprecated", |change| change.announced),
    ("to be read", |change| change.breaks == Breaks::Unjudged),
    ("breaks neither side", |change| change.breaks == Breaks::Neither),
];

/// Returns the changes as text for people.
#[must_use]
pub fn text(old: &ComparedContract<'_>, new: &ComparedContract<'_>, changes: &[Change]) -> String {
    if changes.is_empty() {
        let same = old.spec.hash == new.spec.hash;
        let but = if same {
            ""
        } else {
            ", but for which strings are equal (`comparedAs`), or the order, layout or comments of the pages"
        };
        return format!("nothing changed between {} and {}{but}", old.name, new.name);
    }
    let mut text = String::new();
    let ids = [old, new].map(|side| side.spec.clauses().into_keys().collect());
    for (heading, belongs) in GROUPS {
        let group: Vec<&Change> = changes.iter().filter(|change| belongs(change)).collect();
        if group.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{heading} ({})", group.len());
        let same_entry = |left: &&Change, right: &&Change| entry(left, &ids) == entry(right, &ids);
        let parts: Vec<EntryChanges> =
            group.chunk_by(same_entry).map(|all| EntryChanges::new(all, &ids)).collect();
        for like in parts.chunk_by(EntryChanges::is_like) {
            match like {
                [EntryChanges { changes: [one], .. }] => change(&mut text, one),
                all => wholes(&mut text, all),
            }
        }
        text.push('\n');
    }
    let Summary { changes, clients, servers, announced, unjudged } = Summary::new(changes);
    let _ = write!(
        text,
        "{} from {} to {}: {clients} {} clients, {servers} {} servers, ",
        pluralize(changes, "change"),
        old.name,
        new.name,
        breaks(clients),
        breaks(servers),
    );
    if announced > 0 {
        let _ = write!(text, "{announced} {} what was deprecated, ", breaks(announced));
    }
    let _ = write!(text, "{unjudged} to be read");
    text
}

/// Returns the outermost entry that is new or removed together with a statement: a type, a property, an operation, …. A
/// statement of an entry that both contracts have stands alone. `ids` are the clauses of the old contract and of the new
/// one.
fn entry<'c>(change: &'c Change, [old, new]: &[BTreeSet<ClauseId>; 2]) -> &'c str {
    let clause = change.clause.as_str();
    let other = match change.kind {
        ChangeKind::Added => old,
        ChangeKind::Removed => new,
        ChangeKind::Changed => return clause,
    };
    let is_known = |entry: &str| other.iter().any(|id| id.is_within(&ClauseId::new(entry)));
    let start = change.subject().len();
    let ends = clause.match_indices('.').map(|(at, _)| at).filter(|at| *at >= start);
    let mut entries = ends.filter_map(|end| clause.get(..end));
    entries.find(|entry| !is_known(entry)).unwrap_or(clause)
}

/// The changes of an entry: one change, or those of an entry that is new or removed as a whole.
struct EntryChanges<'c> {
    entry: &'c str,
    changes: &'c [&'c Change],
    /// Each reason once.
    reasons: Vec<&'c str>,
}

impl<'c> EntryChanges<'c> {
    fn new(changes: &'c [&'c Change], ids: &[BTreeSet<ClauseId>; 2]) -> Self {
        let mut reasons: Vec<&str> = Vec::new();
        for change in changes {
            if !reasons.contains(&change.why.as_str()) {
                reasons.push(&change.why);
            }
        }
        Self { entry: entry(changes[0], ids), changes, reasons }
    }

    /// Tells whether both entries are new, or both removed, as a whole and for the same reasons.
    fn is_like(&self, other: &Self) -> bool {
        let are_whole = self.changes.len() > 1 && other.changes.len() > 1;
        are_whole && self.changes[0].kind == other.changes[0].kind && self.reasons == other.reasons
    }
}

/// The number of entries in a line.
const ENTRIES_IN_A_LINE: usize = 3;

/// Writes entries that are new or removed as a whole for the same reasons.
fn wholes(text: &mut String, parts: &[EntryChanges<'_>]) {
    let (kind, reasons) = (parts[0].changes[0].kind, parts[0].reasons.join("; "));
    let entry =
        |part: &EntryChanges<'_>| format!("{} ({} statements)", part.entry, part.changes.len());
    if let [part] = parts {
        let _ = writeln!(text, "  {} {kind}: {reasons}", entry(part));
        return;
    }
    let _ = writeln!(text, "  {} entries {kind}, each: {reasons}", parts.len());
    for line in parts.chunks(ENTRIES_IN_A_LINE) {
        let line: Vec<String> = line.iter().map(entry).collect();
        let _ = writeln!(text, "    {}", line.join(", "));
    }
}

/// Writes one change, with the texts of both contracts.
fn change(text: &mut String, change: &Change) {
    let _ = writeln!(text, "  {} {}: {}", change.clause, change.kind, change.why);
    for (sign, said) in [("-", &change.before), ("+", &change.after)] {
        if let Some(said) = said {
            let _ = writeln!(text, "    {sign} {said}");
        }
    }
}

fn breaks(number: usize) -> &'static str {
    if number == 1 { "breaks" } else { "break" }
}

/// Returns the changes as JSON for programs.
///
/// # Errors
/// If the changes cannot be written as JSON.
pub fn json(
    old: &ComparedContract<'_>,
    new: &ComparedContract<'_>,
    changes: &[Change],
) -> serde_json::Result<String> {
    let document = Document {
        format: FORMAT,
        old: Compared::new(old),
        new: Compared::new(new),
        summary: Summary::new(changes),
        changes,
    };
    serde_json::to_string_pretty(&document)
}

#[derive(Serialize)]
struct Document<'d> {
    format: u32,
    old: Compared<'d>,
    new: Compared<'d>,
    summary: Summary,
    changes: &'d [Change],
}

/// One of the two contracts, as JSON.
#[derive(Serialize)]
struct Compared<'d> {
    /// Its argument on the command line.
    given: &'d str,
    service: &'d str,
    version: &'d str,
    hash: &'d str,
}

impl<'d> Compared<'d> {
    fn new(contract: &ComparedContract<'d>) -> Self {
        let ComparedContract { name, spec } = *contract;
        let (service, version) = (&spec.service.name, &spec.service.version);
        Self { given: name, service, version, hash: &spec.hash }
    }
}

/// The numbers of changes; one change can break both clients and servers.
#[derive(Serialize)]
struct Summary {
    changes: usize,
    clients: usize,
    servers: usize,
    /// Changes that break only users of what was deprecated before; no other number includes them.
    announced: usize,
    unjudged: usize,
}

impl Summary {
    fn new(changes: &[Change]) -> Self {
        let count =
            |wanted: fn(&Change) -> bool| changes.iter().filter(|change| wanted(change)).count();
        Self {
            changes: changes.len(),
            clients: count(|change| change.breaks.clients() && !change.announced),
            servers: count(|change| change.breaks.servers() && !change.announced),
            announced: count(|change| change.announced),
            unjudged: count(|change| change.breaks == Breaks::Unjudged),
        }
    }
}
