//! Renders the changes for people, the breaking ones first, and for programs.

use std::fmt::Write as _;

use serde::Serialize;
use webdata_spec::diff::{Breaks, Change};

use super::contract::Contract;

/// The version of the JSON document.
const FORMAT: u32 = 1;

/// The groups, in the order in which they are shown.
const GROUPS: [(Breaks, &str); 5] = [
    (Breaks::Both, "breaks clients and servers"),
    (Breaks::Clients, "breaks clients"),
    (Breaks::Servers, "breaks servers"),
    (Breaks::Unjudged, "to be read"),
    (Breaks::Neither, "breaks nobody"),
];

/// The changes for people.
pub(super) fn text(old: &Contract, new: &Contract, changes: &[Change]) -> String {
    if changes.is_empty() {
        let same = old.spec.hash == new.spec.hash;
        let but = if same { "" } else { ", but for the order, layout or comments of the pages" };
        return format!("nothing changed between {} and {}{but}", old.name, new.name);
    }
    let mut text = String::new();
    for (breaks, heading) in GROUPS {
        let group: Vec<&Change> = changes.iter().filter(|change| change.breaks == breaks).collect();
        if group.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{heading} ({})", group.len());
        for change in group {
            let _ = writeln!(text, "  {} {}: {}", change.clause, change.kind, change.why);
            for (sign, said) in [("-", &change.before), ("+", &change.after)] {
                if let Some(said) = said {
                    let _ = writeln!(text, "    {sign} {said}");
                }
            }
        }
        text.push('\n');
    }
    let Summary { changes, clients, servers, unjudged } = Summary::new(changes);
    let noun = if changes == 1 { "change" } else { "changes" };
    let _ = write!(
        text,
        "{changes} {noun} from {} to {}: {clients} {} clients, {servers} {} servers, \
         {unjudged} to be read",
        old.name,
        new.name,
        breaks(clients),
        breaks(servers),
    );
    text
}

fn breaks(number: usize) -> &'static str {
    if number == 1 { "breaks" } else { "break" }
}

/// The changes for programs.
pub(super) fn json(
    old: &Contract,
    new: &Contract,
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

/// One of the two contracts.
#[derive(Serialize)]
struct Compared<'d> {
    /// What it was called on the command line.
    given: &'d str,
    service: &'d str,
    version: &'d str,
    hash: &'d str,
}

impl<'d> Compared<'d> {
    fn new(contract: &'d Contract) -> Self {
        let Contract { name, spec } = contract;
        let (service, version) = (&spec.service.name, &spec.service.version);
        Self { given: name, service, version, hash: &spec.hash }
    }
}

/// How many changes there are, and how many break whom; one can break both.
#[derive(Serialize)]
struct Summary {
    changes: usize,
    clients: usize,
    servers: usize,
    unjudged: usize,
}

impl Summary {
    fn new(changes: &[Change]) -> Self {
        let count = |wanted: fn(Breaks) -> bool| {
            changes.iter().filter(|change| wanted(change.breaks)).count()
        };
        Self {
            changes: changes.len(),
            clients: count(Breaks::clients),
            servers: count(Breaks::servers),
            unjudged: count(|breaks| breaks == Breaks::Unjudged),
        }
    }
}
