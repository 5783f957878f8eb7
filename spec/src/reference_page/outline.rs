//! The headings of the page, and the anchors that links lead to.
//!
//! All headings come from here, so that links are known before the headings are written.

use std::collections::{HashMap, HashSet};

use super::markdown::{link, prose, slug};
use crate::model::Spec;

/// The subject of a heading.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Topic {
    Contents,
    Service,
    Authentication,
    TeamStates,
    Retry,
    Versioning,
    Operations,
    Operation(String),
    Types,
    Module(String),
    Type(String),
    Errors,
    Limits,
    Charges,
    Lifecycles,
    Lifecycle(String, String),
    Events,
    Channel(String),
    Gaps,
    Profiles,
}

impl Topic {
    pub(super) fn operation(id: &str) -> Self {
        Self::Operation(id.to_owned())
    }

    pub(super) fn named_type(name: &str) -> Self {
        Self::Type(name.to_owned())
    }

    fn level(&self) -> usize {
        match self {
            Self::Authentication
            | Self::TeamStates
            | Self::Retry
            | Self::Versioning
            | Self::Operation(_)
            | Self::Module(_)
            | Self::Lifecycle(..)
            | Self::Channel(_) => 3,
            Self::Type(_) => 4,
            _ => 2,
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Contents => "Contents".to_owned(),
            Self::Service => "Service".to_owned(),
            Self::Authentication => "Authentication".to_owned(),
            Self::TeamStates => "Team states".to_owned(),
            Self::Retry => "Retry rules".to_owned(),
            Self::Versioning => "Versioning".to_owned(),
            Self::Operations => "Operations".to_owned(),
            Self::Types => "Types".to_owned(),
            Self::Errors => "Errors".to_owned(),
            Self::Limits => "Limits".to_owned(),
            Self::Charges => "Credit charges".to_owned(),
            Self::Lifecycles => "Lifecycles".to_owned(),
            Self::Events => "Events".to_owned(),
            Self::Gaps => "Gaps".to_owned(),
            Self::Profiles => "Profiles".to_owned(),
            Self::Operation(name) | Self::Type(name) => name.clone(),
            Self::Module(name) => format!("Types: {name}"),
            Self::Channel(name) => format!("Events: {name}"),
            Self::Lifecycle(type_name, property) => format!("Lifecycle of {type_name}.{property}"),
        }
    }
}

/// A row of a table that links lead to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Row<'a> {
    Error(&'a str),
    Limit(&'a str),
    Charge(&'a str),
    Gap(&'a str),
}

impl Row<'_> {
    fn id(self) -> String {
        // No heading has two dashes in a row, so the anchor differs from every heading.
        match self {
            Self::Error(id) => format!("error--{id}"),
            Self::Limit(id) => format!("limit--{id}"),
            Self::Charge(id) => format!("charge--{id}"),
            Self::Gap(id) => format!("gap--{id}"),
        }
    }

    /// Returns the HTML anchor of the row.
    pub(super) fn anchor(self) -> String {
        format!("<a id=\"{}\"></a>", self.id())
    }

    /// Returns a link to the row; `shown` is Markdown.
    pub(super) fn link(self, shown: &str) -> String {
        link(shown, &self.id())
    }
}

/// Every heading below the title, in the order of the page.
pub(super) struct Outline {
    topics: Vec<Topic>,
    anchors: HashMap<Topic, String>,
}

impl Outline {
    pub(super) fn new(spec: &Spec) -> Self {
        let mut topics = vec![Topic::Contents];
        topics.extend(service(spec));
        topics.push(Topic::Operations);
        topics.extend(spec.operations.keys().cloned().map(Topic::Operation));
        topics.push(Topic::Types);
        for (module, names) in modules(spec) {
            topics.push(Topic::Module(module.to_owned()));
            topics.extend(names.into_iter().map(Topic::named_type));
        }
        topics.push(Topic::Errors);
        topics.push(Topic::Limits);
        topics.extend((!spec.charges.is_empty()).then_some(Topic::Charges));
        if !spec.lifecycles.is_empty() {
            topics.push(Topic::Lifecycles);
            let lifecycles = spec.lifecycles.iter();
            let lifecycles = lifecycles.map(|l| (l.type_name.clone(), l.property.clone()));
            topics.extend(lifecycles.map(|(of, property)| Topic::Lifecycle(of, property)));
        }
        if !spec.channels.is_empty() {
            topics.push(Topic::Events);
            topics.extend(spec.channels.keys().cloned().map(Topic::Channel));
        }
        topics.extend((!spec.gaps.is_empty()).then_some(Topic::Gaps));
        topics.extend((!spec.profiles.is_empty()).then_some(Topic::Profiles));
        let anchors = anchors(spec, &topics);
        Self { topics, anchors }
    }

    /// Returns the line of a heading.
    pub(super) fn heading(topic: &Topic) -> String {
        format!("{} {}", "#".repeat(topic.level()), prose(&topic.title()))
    }

    /// Returns the title of the page.
    pub(super) fn title(spec: &Spec) -> String {
        format!("{} {}: contract reference", spec.service.name, spec.service.version)
    }

    /// Returns a link to a heading that shows the last word of the heading: the name of its subject.
    pub(super) fn link(&self, topic: &Topic) -> String {
        let shown = match topic {
            Topic::Module(name) | Topic::Channel(name) => name.clone(),
            Topic::Lifecycle(type_name, property) => format!("{type_name}.{property}"),
            other => other.title(),
        };
        self.link_as(&prose(&shown), topic)
    }

    /// Returns a link to a heading, or only `shown`, which is Markdown, if the page has no such heading.
    pub(super) fn link_as(&self, shown: &str, topic: &Topic) -> String {
        self.anchors.get(topic).map_or_else(|| shown.to_owned(), |anchor| link(shown, anchor))
    }

    /// Returns the table of contents.
    pub(super) fn contents(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut after_module = false;
        for topic in self.topics.iter().filter(|topic| **topic != Topic::Contents) {
            let entry = self.link(topic);
            match (topic.level(), lines.last_mut()) {
                // The types of a module are on the line of the module.
                (4, Some(line)) => {
                    line.push_str(if after_module { ": " } else { ", " });
                    line.push_str(&entry);
                }
                (3, _) => lines.push(format!("  - {entry}")),
                _ => lines.push(format!("- {entry}")),
            }
            after_module = topic.level() == 3;
        }
        lines.join("\n")
    }
}

/// Returns the types of each module, in the order of the pages.
pub(super) fn modules(spec: &Spec) -> Vec<(&str, Vec<&str>)> {
    let mut modules: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, named_type) in &spec.types {
        match modules.last_mut() {
            Some((module, names)) if *module == named_type.module => names.push(name),
            _ => modules.push((&named_type.module, vec![name])),
        }
    }
    modules
}

fn service(spec: &Spec) -> Vec<Topic> {
    let service = &spec.service;
    let mut topics = vec![Topic::Service];
    topics.extend((!service.authentication.is_empty()).then_some(Topic::Authentication));
    topics.extend((!service.team_states.is_empty()).then_some(Topic::TeamStates));
    topics.extend(service.retry.as_ref().map(|_| Topic::Retry));
    topics.extend(service.versioning.as_ref().map(|_| Topic::Versioning));
    topics
}

/// Returns the fragment of each heading: the slug, followed by a number if another heading has the same slug.
fn anchors(spec: &Spec, topics: &[Topic]) -> HashMap<Topic, String> {
    let mut taken = HashSet::from([slug(&Outline::title(spec))]);
    let mut anchors = HashMap::new();
    for topic in topics {
        let slug = slug(&topic.title());
        let numbered = (1..).map(|number| format!("{slug}-{number}"));
        let free = std::iter::once(slug.clone()).chain(numbered).find(|a| !taken.contains(a));
        let anchor = free.unwrap_or(slug);
        taken.insert(anchor.clone());
        anchors.insert(topic.clone(), anchor);
    }
    anchors
}
