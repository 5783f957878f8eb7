//! Renders the changes as a migration page in Markdown, for clients or for servers.

use std::fmt::Write as _;

use clap::ValueEnum;
use webdata_spec::Spec;
use webdata_spec::diff::{Breaks, Change};

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
            if change.subject() != current {
                current = change.subject();
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

fn push_change(text: &mut String, change: &Change) {
    let _ = write!(text, "- `{}`: {}.", change.clause, change.why);
    for (tense, statement) in [("Was", &change.before), ("Is", &change.after)] {
        if let Some(statement) = statement {
            let _ = write!(text, " {tense}: {}.", statement.trim_end_matches('.'));
        }
    }
    text.push('\n');
}
