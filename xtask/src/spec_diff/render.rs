//! Renders the changes: as text for people, the breaking ones first, as JSON for programs, and as a migration page in
//! Markdown for clients or servers.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::ValueEnum;
use serde::Serialize;
use webdata_spec::Spec;
use webdata_spec::diff::{Breaks, Change, ChangeKind};
use webdata_spec::model::ClauseId;

use crate::spec_diff::Contract;

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
pub(super) fn text(old: &Contract, new: &Contract, changes: &[Change]) -> String {
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
    let noun = if changes == 1 { "change" } else { "changes" };
    let _ = write!(
        text,
        "{changes} {noun} from {} to {}: {clients} {} clients, {servers} {} servers, ",
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
    let start = subject(change).len();
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
pub(super) fn json(
    old: &Contract,
    new: &Contract,
    changes: &[Change],
) -> serde_json::Result<String> {
    let document = Document {
        format: FORMAT,
        old: ComparedContract::new(old),
        new: ComparedContract::new(new),
        summary: Summary::new(changes),
        changes,
    };
    serde_json::to_string_pretty(&document)
}

#[derive(Serialize)]
struct Document<'d> {
    format: u32,
    old: ComparedContract<'d>,
    new: ComparedContract<'d>,
    summary: Summary,
    changes: &'d [Change],
}

/// One of the two contracts, as JSON.
#[derive(Serialize)]
struct ComparedContract<'d> {
    /// Its argument on the command line.
    given: &'d str,
    service: &'d str,
    version: &'d str,
    hash: &'d str,
}

impl<'d> ComparedContract<'d> {
    fn new(contract: &'d Contract) -> Self {
        let Contract { name, spec } = contract;
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

/// The readers of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Audience {
    /// People who call the service.
    Clients,
    /// People who build a compatible server.
    Servers,
}

impl Audience {
    fn audience_name(self) -> &'static str {
        match self {
            Self::Clients => "clients",
            Self::Servers => "servers",
        }
    }
}

/// A section of a page, with a test for the changes that belong to it; a change is listed in the first
/// section that takes it.
type Section = (&'static str, &'static str, fn(&Change) -> bool);

const CLIENTS: [Section; 5] = [
    ("Breaking changes", "Act on these before you use the new version.", |change| {
        change.breaks.clients() && !change.announced
    }),
    ("Removed after deprecation", "Nothing to do for those who stopped using it.", |change| {
        change.breaks.clients()
    }),
    ("Deprecated", "It works in the new version; stop using it before the next one.", |change| {
        is_deprecation(change) && change.after.is_some()
    }),
    ("New", "You may use it, or rely on it.", |change| change.breaks.servers()),
    ("Prose to review", "Behaviour that the contract states in prose.", |change| {
        change.breaks == Breaks::Unjudged
    }),
];

const SERVERS: [Section; 4] = [
    ("Required changes", "A server of the old version fails the suite of the new one.", |change| {
        change.breaks.servers() && !change.announced
    }),
    ("Removed after deprecation", "You may remove it.", |change| change.announced),
    ("No longer required", "The new version no longer promises it to clients.", |change| {
        change.breaks.clients()
    }),
    ("Prose to review", "Behaviour that the contract states in prose.", |change| {
        change.breaks == Breaks::Unjudged
    }),
];

fn is_deprecation(change: &Change) -> bool {
    let clause = change.clause.as_str();
    clause.ends_with(".deprecated") || clause.ends_with(".deprecatedValues")
}

/// Returns the page.
pub(super) fn migration_page(
    audience: Audience,
    old: &Spec,
    new: &Spec,
    changes: &[Change],
) -> String {
    let [was, is] = [old, new].map(|contract| &contract.service);
    let whom = audience.audience_name();
    let mut text = format!("# {}: from {} to {}, for {whom}\n", is.name, was.version, is.version);
    let sections = match audience {
        Audience::Clients => CLIENTS.as_slice(),
        Audience::Servers => SERVERS.as_slice(),
    };
    let mut left: Vec<&Change> =
        changes.iter().filter(|change| !only_base_path_changed(change, old, new)).collect();
    for (heading, introduction, belongs) in sections {
        let (here, rest): (Vec<&Change>, Vec<&Change>) =
            left.into_iter().partition(|change| belongs(change));
        left = rest;
        if here.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {heading}\n\n{introduction}\n");
        let mut current = "";
        for change in here {
            if subject(change) != current {
                current = subject(change);
                let _ = write!(text, "\n### `{current}`\n\n");
            }
            push_change(&mut text, change);
        }
    }
    match left.len() {
        0 => {}
        1 => text.push_str(&format!("\n1 other change asks nothing of {whom}.\n")),
        count => text.push_str(&format!("\n{count} other changes ask nothing of {whom}.\n")),
    }
    text.trim_end().to_owned()
}

/// Returns whether only the base path of an operation changed, which the page reports once.
fn only_base_path_changed(change: &Change, old: &Spec, new: &Spec) -> bool {
    let [old, new] = [old, new].map(|contract| &contract.operations);
    old.values().any(|was| {
        let is = new.get(&was.id).filter(|is| is.endpoint == was.endpoint);
        is.is_some() && change.clause == was.clause().child("path")
    })
}

/// Returns the subject of a change: an operation, a type, or a row of a page.
fn subject(change: &Change) -> &str {
    let clause = change.clause.as_str();
    let words = clause.match_indices('.').map(|(at, _)| at);
    // Types, whose names start with a capital, are at the top; everything else is below the name of its page.
    let depth = if clause.starts_with(|first: char| first.is_ascii_uppercase()) { 0 } else { 1 };
    words.into_iter().nth(depth).map_or(clause, |end| &clause[..end])
}

fn push_change(text: &mut String, change: &Change) {
    let _ = write!(text, "- `{}`: {}.", change.clause, change.why);
    for (tense, statement) in [("Was", &change.before), ("Is", &change.after)] {
        if let Some(statement) = statement {
            let _ = write!(text, " {tense}: {}.", statement.trim_end_matches('.'));
        }
    }
    text.push('\n');
}
