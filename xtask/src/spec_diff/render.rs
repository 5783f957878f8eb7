//! Renders the changes as text for people, the breaking ones first, and as JSON for programs.

use std::fmt::Write as _;

use serde::Serialize;
use webdata_spec::diff::{Breaks, Change};

use super::contract::Contract;

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
        let but = if same { "" } else { ", but for the order, layout or comments of the pages" };
        return format!("nothing changed between {} and {}{but}", old.name, new.name);
    }
    let mut text = String::new();
    for (heading, belongs) in GROUPS {
        let group: Vec<&Change> = changes.iter().filter(|change| belongs(change)).collect();
        if group.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{heading} ({})", group.len());
        group.into_iter().for_each(|entry| change(&mut text, entry));
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

/// Writes one change, with the texts of both contracts.
pub(super) fn change(text: &mut String, change: &Change) {
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
