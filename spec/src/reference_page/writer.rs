//! The Markdown written so far, the headings of the page, and the tables of the clauses that are not written
//! yet.
//!
//! All headings come from here, so that links are known before the headings are written.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::model::{Clause, Gap, Level, Operation, Spec, is_within};
use crate::reference_page::markdown::{Table, code, link, prose, slug};

/// The page while it is written.
pub(super) struct Writer<'s> {
    pub(super) spec: &'s Spec,
    pub(super) outline: Outline,
    /// The clauses that are not on the page yet, each with its number in the contract's order.
    pub(super) clauses: BTreeMap<String, (usize, Clause)>,
    /// The types that refer to a type.
    pub(super) users: HashMap<&'s str, Vec<&'s str>>,
    /// The operations that use a type, and their use of it.
    pub(super) uses: HashMap<&'s str, Vec<(&'s str, &'static str)>>,
    pub(super) blocks: Vec<String>,
}

impl Writer<'_> {
    /// Adds a block of Markdown, unless it is empty.
    pub(super) fn add(&mut self, block: String) {
        if !block.is_empty() {
            self.blocks.push(block);
        }
    }

    pub(super) fn heading(&mut self, topic: &Topic) {
        self.add(Outline::heading(topic));
    }

    /// Adds the heading of the contract's text, if the contract has a text.
    pub(super) fn source(&mut self, source: &str) {
        if !source.is_empty() {
            self.add(format!("Contract: {}.", prose(source)));
        }
    }

    /// Takes the clauses that the next section shows.
    pub(super) fn take(&mut self, belongs: impl Fn(&str) -> bool) -> Vec<Clause> {
        self.take_all(|clauses| clauses.keys().filter(|id| belongs(id)).cloned().collect())
    }

    /// Takes the clauses whose identities begin with `path`.
    pub(super) fn take_below(&mut self, path: &str) -> Vec<Clause> {
        // In ASCII order, the slash follows the dot.
        let below = format!("{path}.")..format!("{path}/");
        self.take_all(|clauses| {
            let itself = clauses.get_key_value(path).map(|(id, _)| id);
            itself.into_iter().chain(clauses.range(below).map(|(id, _)| id)).cloned().collect()
        })
    }

    fn take_all(
        &mut self,
        which: impl FnOnce(&BTreeMap<String, (usize, Clause)>) -> Vec<String>,
    ) -> Vec<Clause> {
        let ids = which(&self.clauses);
        let taken = ids.iter().filter_map(|id| self.clauses.remove(id));
        let mut taken: Vec<(usize, Clause)> = taken.collect();
        taken.sort_by_key(|(number, _)| *number);
        taken.into_iter().map(|(_, clause)| clause).collect()
    }

    pub(super) fn type_link(&self, name: &str) -> String {
        self.outline.link(&Topic::named_type(name))
    }

    pub(super) fn operation_link(&self, id: &str) -> String {
        self.outline.link(&Topic::operation(id))
    }

    pub(super) fn error_link(id: &str) -> String {
        Row::Error(id).link(&prose(id))
    }

    pub(super) fn gap_link(id: &str) -> String {
        Row::Gap(id).link(&prose(id))
    }

    /// Returns the method and the whole path, or `None` if the contract does not show them.
    pub(super) fn call(&self, operation: &Operation) -> Option<String> {
        let endpoint = operation.endpoint.as_ref()?;
        Some(format!("{} {}{}", endpoint.method, self.spec.service.base_path, endpoint.path))
    }

    /// Adds the open points at a path and below it, as a list of questions.
    pub(super) fn open_points(&mut self, path: &str) {
        self.list_open_points(|place| is_within(place, path));
    }

    /// Adds the open points of a part of the contract as a whole.
    pub(super) fn open_points_of(&mut self, part: &str) {
        self.list_open_points(|place| place == part);
    }

    pub(super) fn list_open_points(&mut self, is_here: impl Fn(&str) -> bool) {
        let gaps = self.spec.gaps.iter().filter(|(_, gap)| is_here(gap.place.as_str()));
        let line =
            |(id, gap): (&String, &Gap)| format!("- {}", Row::Gap(id).link(&prose(&gap.question)));
        let lines: Vec<String> = gaps.map(line).collect();
        if !lines.is_empty() {
            self.add(format!("Left open:\n\n{}", lines.join("\n")));
        }
    }

    /// Adds a table of clauses. `label` is the heading of the subjects; the source `source` is not repeated
    /// in the rows.
    pub(super) fn clause_table(
        &mut self,
        label: &'static str,
        source: &str,
        lines: Vec<ClauseRow>,
    ) {
        let mut table = Table::new(&[label, "Requirement", "Level", "Clause", "Contract"]);
        let mut above = String::new();
        for line in lines {
            let label = if line.label == above { String::new() } else { line.label.clone() };
            above = line.label;
            let clause = &line.clause;
            let identity = ClauseRow::identity(Some(clause));
            let source = other_source(&clause.source, source);
            table.row([label, line.statement, level(clause.level), identity, source]);
        }
        self.add(table.markdown());
    }
}

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

/// A row of a table of clauses.
pub(super) struct ClauseRow {
    /// The subject of the clause, as Markdown; shown only in the first of several rows.
    pub(super) label: String,
    /// The statement of the clause, as Markdown.
    pub(super) statement: String,
    pub(super) clause: Clause,
}

impl ClauseRow {
    pub(super) fn new(clause: Clause) -> Self {
        Self { label: String::new(), statement: prose(&clause.statement), clause }
    }

    pub(super) fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Turns the last mention of a name into a link.
    pub(super) fn with_link(mut self, name: &str, link: &str) -> Self {
        let name = prose(name);
        if let Some(at) = self.statement.rfind(&name).filter(|_| !name.is_empty()) {
            self.statement.replace_range(at..at + name.len(), link);
        }
        self
    }

    /// Returns the identity, or nothing without a clause.
    pub(super) fn identity(clause: Option<&Clause>) -> String {
        clause.map_or_else(String::new, |clause| code(clause.id.as_str()))
    }
}

/// Returns the level, or nothing for `must`.
pub(super) fn level(level: Level) -> String {
    match level {
        Level::Must => String::new(),
        other => other.to_string(),
    }
}

/// Returns the source, or nothing if it is the source of the section.
pub(super) fn other_source(source: &str, of_section: &str) -> String {
    if source == of_section { String::new() } else { prose(source) }
}
