//! Renders the changes as a page in Markdown for those who have to follow: clients, or servers.

use std::fmt::Write as _;

use clap::ValueEnum;
use webdata_spec::Spec;
use webdata_spec::diff::{Breaks, Change};

/// Whom a page is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Audience {
    /// Those who call the service.
    Clients,
    /// Those who build a compatible server.
    Servers,
}

impl Audience {
    fn whom(self) -> &'static str {
        match self {
            Self::Clients => "clients",
            Self::Servers => "servers",
        }
    }
}

/// The sections of a page, each with the changes that belong there; a change stands in the first.
type Section = (&'static str, &'static str, fn(&Change) -> bool);

const CLIENTS: [Section; 5] = [
    ("What breaks", "Act on these before you use the new version.", |change| {
        change.breaks.clients() && !change.announced
    }),
    (
        "What was deprecated, and is gone",
        "Nothing to do for those who stopped using it.",
        |change| change.breaks.clients(),
    ),
    (
        "What is deprecated",
        "It works in the new version; stop using it before the next one.",
        |change| is_deprecation(change) && change.after.is_some(),
    ),
    ("What is new", "You may use it, or rely on it.", |change| change.breaks.servers()),
    ("What to read", "Behaviour in words, which nothing judges.", |change| {
        change.breaks == Breaks::Unjudged
    }),
];

const SERVERS: [Section; 4] = [
    ("What you must do", "A server of the old version fails the suite of the new one.", |change| {
        change.breaks.servers() && !change.announced
    }),
    ("What was deprecated, and is gone", "You may take it out.", |change| change.announced),
    (
        "What you need not do any more",
        "The new version does not promise it to clients.",
        |change| change.breaks.clients(),
    ),
    ("What to read", "Behaviour in words, which nothing judges.", |change| {
        change.breaks == Breaks::Unjudged
    }),
];

fn is_deprecation(change: &Change) -> bool {
    let clause = change.clause.as_str();
    clause.ends_with(".deprecated") || clause.ends_with(".deprecatedValues")
}

/// The page.
pub(super) fn page(audience: Audience, old: &Spec, new: &Spec, changes: &[Change]) -> String {
    let [was, is] = [old, new].map(|contract| &contract.service);
    let whom = audience.whom();
    let title = format!("# {}: from {} to {}, for {whom}\n", is.name, was.version, is.version);
    let sections = sections(audience, old, new, changes, "##");
    format!("{title}{sections}").trim_end().to_owned()
}

/// The sections of the page, below headings that start with `heading`.
pub(crate) fn sections(
    audience: Audience,
    old: &Spec,
    new: &Spec,
    changes: &[Change],
    heading: &str,
) -> String {
    let (whom, sections) = match audience {
        Audience::Clients => (audience.whom(), CLIENTS.as_slice()),
        Audience::Servers => (audience.whom(), SERVERS.as_slice()),
    };
    let (mut text, level) = (String::new(), heading);
    let mut left: Vec<&Change> =
        changes.iter().filter(|change| !is_told_by_base_path(change, old, new)).collect();
    for (heading, about, belongs) in sections {
        let (here, rest): (Vec<&Change>, Vec<&Change>) =
            left.into_iter().partition(|one| belongs(one));
        left = rest;
        if here.is_empty() {
            continue;
        }
        let _ = write!(text, "\n{level} {heading}\n\n{about}\n");
        let mut about = "";
        for change in here {
            if subject(change) != about {
                about = subject(change);
                let _ = write!(text, "\n{level}# `{about}`\n\n");
            }
            point(&mut text, change);
        }
    }
    let _ = match left.len() {
        0 => Ok(()),
        1 => write!(text, "\n1 other change asks nothing of {whom}.\n"),
        count => write!(text, "\n{count} other changes ask nothing of {whom}.\n"),
    };
    text
}

/// Whether only the base path of an operation changed, which is told once.
fn is_told_by_base_path(change: &Change, old: &Spec, new: &Spec) -> bool {
    let [old, new] = [old, new].map(|contract| &contract.operations);
    old.values().any(|was| {
        let is = new.get(&was.id).filter(|is| is.endpoint == was.endpoint);
        is.is_some() && change.clause == was.clause().child("path")
    })
}

/// What a change is about: an operation, a type, a row of a page.
fn subject(change: &Change) -> &str {
    let clause = change.clause.as_str();
    let words = clause.match_indices('.').map(|(at, _)| at);
    // The names of types start with a capital; what else there is stands below the name of its page.
    let depth = if clause.starts_with(|first: char| first.is_ascii_uppercase()) { 0 } else { 1 };
    words.into_iter().nth(depth).map_or(clause, |end| &clause[..end])
}

fn point(text: &mut String, change: &Change) {
    let _ = write!(text, "- `{}`: {}.", change.clause, change.why);
    for (tense, said) in [("Was", &change.before), ("Is", &change.after)] {
        if let Some(said) = said {
            let _ = write!(text, " {tense}: {}.", said.trim_end_matches('.'));
        }
    }
    text.push('\n');
}
