//! Derives changes of a target file that would run skipped cases, and the number of cases that each change is
//! worth.
//!
//! The remedies follow from the skip reasons of a plan or a report, so that both agree. This module does not
//! decide what is skipped.

use std::collections::BTreeMap;
use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::{Case, KeyForm, KeyName, Need};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Operation};

use crate::outcome::{FixtureCount, Lack, Lacks, Obstacles};
use crate::quantities::pluralize;
use crate::target::placeholder::{HEADER, IDENTITY, METHOD};
use crate::target::{fixture_need, key_variable};

/// A change of a target file for one skip reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Remedy {
    /// The skip reason.
    pub reason: Lacks,
    /// The change.
    #[serde(flatten)]
    pub change: TargetEdit,
    /// The number of additional cases that run with this change alone.
    pub cases: usize,
    /// The additional cases that run together with the changes for other reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Together>,
}

/// Cases with several skip reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Together {
    /// The other reasons.
    pub with: Vec<Lacks>,
    /// The number of cases that are skipped for exactly these reasons.
    pub cases: usize,
}

/// Returns a remedy for each skip reason, by the number of cases. `skipped` has the obstacles of each case. What the target
/// switches off, it lists with its reason, and has no remedy.
#[must_use]
pub fn remedies<'c>(
    spec: &Spec,
    skipped: impl Iterator<Item = (&'c Case, &'c Obstacles)>,
) -> Vec<Remedy> {
    let skipped = skipped.filter(|(_, obstacles)| obstacles.off().next().is_none());
    let (cases, mut all): (Vec<&Case>, Vec<Vec<&Lack>>) =
        skipped.map(|(case, obstacles)| (case, obstacles.lacks().collect())).unzip();
    use_largest_counts(&mut all);
    let mut by_lack: IndexMap<&Lack, Vec<usize>> = IndexMap::new();
    for (case, lacks) in all.into_iter().enumerate() {
        for lack in lacks {
            by_lack.entry(lack).or_default().push(case);
        }
    }
    // What never helps alone counts as one reason.
    let mut alike: IndexMap<Vec<usize>, Vec<&Lack>> = IndexMap::new();
    for (lack, cases_of_lack) in by_lack {
        alike.entry(cases_of_lack).or_default().push(lack);
    }
    let mut reasons_of: Vec<Vec<usize>> = vec![Vec::new(); cases.len()];
    for (reason, cases_of_reason) in alike.keys().enumerate() {
        cases_of_reason.iter().for_each(|case| reasons_of[*case].push(reason));
    }
    let reasons: Vec<Lacks> =
        alike.values().map(|lacks| Lacks(lacks.iter().copied().cloned().collect())).collect();
    let remedy = |(index, cases_of_reason): (usize, &Vec<usize>)| {
        let mut together: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        for case in cases_of_reason {
            let others = reasons_of[*case].iter().copied().filter(|other| *other != index);
            *together.entry(others.collect()).or_default() += 1;
        }
        let alone = together.remove(&Vec::new()).unwrap_or_default();
        let reasons_at =
            |others: Vec<usize>| others.iter().map(|other| reasons[*other].clone()).collect();
        let together = together.into_iter();
        let mut together: Vec<Together> =
            together.map(|(others, cases)| Together { with: reasons_at(others), cases }).collect();
        together.sort_by_key(|together| std::cmp::Reverse(together.cases));
        let first = cases_of_reason.first().and_then(|case| cases.get(*case));
        Remedy {
            reason: reasons[index].clone(),
            change: TargetEdit::new(spec, first.copied(), &reasons[index]),
            cases: alone,
            together,
        }
    };
    let mut remedies: Vec<Remedy> = alike.keys().enumerate().map(remedy).collect();
    remedies.sort_by_key(|remedy| std::cmp::Reverse((remedy.cases, remedy.cases_together())));
    remedies
}

/// Replaces smaller numbers of fixtures for a path parameter by the largest one, since a change adds all of
/// them at once.
fn use_largest_counts(all: &mut [Vec<&Lack>]) {
    let mut largest = BTreeMap::new();
    for lack in all.iter().flatten() {
        if let Need::Fixture(parameter, count) = &lack.need {
            let known = largest.entry(parameter).or_insert((*count, *lack));
            if known.0 < *count {
                *known = (*count, *lack);
            }
        }
    }
    for lack in all.iter_mut().flatten() {
        if let Need::Fixture(parameter, _) = &lack.need
            && let Some((_, largest)) = largest.get(parameter)
        {
            *lack = *largest;
        }
    }
}

impl Remedy {
    /// Returns the number of additional cases that also need changes for other reasons.
    #[must_use]
    pub fn cases_together(&self) -> usize {
        self.together.iter().map(|together| together.cases).sum()
    }

    /// Returns what the change is worth, such as "392 more cases".
    #[must_use]
    pub fn worth(&self) -> String {
        let mut parts = Vec::new();
        if self.cases > 0 || self.together.is_empty() {
            parts.push(pluralize(self.cases, "more case"));
        }
        if let Some((first, others)) = self.together.split_first() {
            let count = if parts.is_empty() {
                pluralize(first.cases, "more case")
            } else {
                format!("{} more", first.cases)
            };
            let with = first.with.iter().flat_map(|lacks| &lacks.0);
            let with: Vec<String> = with.map(Lack::to_string).collect();
            parts.push(format!("{count} if you also add {}", with.join(" and ")));
            let rest: usize = others.iter().map(|other| other.cases).sum();
            if rest > 0 {
                parts.push(format!("{rest} more with several other changes"));
            }
        }
        parts.join(", ")
    }
}

/// The remedies that add lines to the same table of a target file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemedyGroup {
    /// The table, as in `[keys]`.
    pub table: String,
    /// The keys or list items that the table lacks.
    pub names: Vec<String>,
    /// The number of cases that the remedies run, each alone.
    pub cases: usize,
    /// The number of cases that need something else as well.
    pub together: usize,
}

/// The number of names that a group shows.
const SHOWN_NAMES: usize = 3;

impl RemedyGroup {
    /// Returns the remedies by table, those that run the most cases first.
    #[must_use]
    pub fn all(remedies: &[Remedy]) -> Vec<Self> {
        let mut groups: IndexMap<String, Self> = IndexMap::new();
        for remedy in remedies {
            let mut tables = remedy.reason.0.iter().map(table_and_name);
            let Some((table, name)) = tables.next() else { continue };
            let empty = Self { table, names: Vec::new(), cases: 0, together: 0 };
            let group = groups.entry(empty.table.clone()).or_insert(empty);
            group.names.extend([name].into_iter().chain(tables.map(|(_, name)| name)));
            group.cases += remedy.cases;
            group.together += remedy.cases_together();
        }
        let mut groups: Vec<Self> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.cases + group.together));
        groups
    }
}

/// Writes the group on one line, such as "4 cases need `[keys]`: revoked, limited; 2 also something else".
impl fmt::Display for RemedyGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, names, cases, together } = self;
        let all = cases + together;
        let verb = if all == 1 { "needs" } else { "need" };
        let shown = names[..names.len().min(SHOWN_NAMES)].join(", ");
        write!(f, "{} {verb} `{table}`: {shown}", pluralize(all, "case"))?;
        if names.len() > SHOWN_NAMES {
            write!(f, " and {} more", names.len() - SHOWN_NAMES)?;
        }
        if *together > 0 {
            write!(f, "; {together} also something else")?;
        }
        Ok(())
    }
}

/// Returns the table of a target file that lacks something, and the name of what it lacks.
fn table_and_name(lack: &Lack) -> (String, String) {
    let (table, name) = match &lack.need {
        Need::Key(name) => ("[keys]", name.to_string()),
        Need::ChangedKey(name, KeyForm::OtherCase) => ("[keys]", format!("a {name} with letters")),
        Need::ChangedKey(name, _) => ("[keys]", format!("a longer {name}")),
        Need::Fixture(parameter, _) => ("[fixtures]", parameter.clone()),
        Need::Provocation(error) => ("[provoke]", error.clone()),
        Need::TeamNotIn(state) => ("[team] not-in", state.clone()),
        Need::Binding(operation) => ("[bind]", operation.clone()),
        Need::Webhooks => ("[webhooks]", "trigger".to_owned()),
        Need::Circumstance(operation, clause) => {
            return (format!("[circumstance.{operation}]"), clause.word().to_owned());
        }
    };
    (table.to_owned(), name)
}

/// Writes the remedy on one line.
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.change, self.worth())
    }
}

/// A change of a target file. Lines go into the table of their name if the file has it, and strings into the
/// list of their name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TargetEdit {
    /// The lines to add.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub add: String,
    /// The lines that replace those with the same keys.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub set: String,
}

/// Lines by the headings of their tables, in order of insertion.
#[derive(Default)]
struct TableLines(IndexMap<String, Vec<String>>);

impl TableLines {
    fn add(&mut self, head: impl Into<String>, line: impl Into<String>) {
        self.0.entry(head.into()).or_default().push(line.into());
    }

    fn text(self) -> String {
        let tables =
            self.0.into_iter().map(|(head, lines)| format!("{head}\n{}", lines.join("\n")));
        tables.collect::<Vec<_>>().join("\n")
    }
}

impl TargetEdit {
    /// Returns the change that adds what is lacking; `case` is one of the cases that lack it.
    fn new(spec: &Spec, case: Option<&Case>, lacks: &Lacks) -> Self {
        let (mut add, mut set) = (TableLines::default(), TableLines::default());
        let mut states = Vec::new();
        for Lack { need, count } in &lacks.0 {
            match need {
                Need::Key(name) => add.add("[keys]", key_line(*name)),
                Need::ChangedKey(name, form) => {
                    let required = match form {
                        KeyForm::OtherCase => "with letters, and at least 8 characters",
                        KeyForm::Cut | KeyForm::Whole => "of at least 9 characters",
                    };
                    set.add(
                        "[keys]",
                        format!("{}{COMMENT}another key, {required}", key_line(*name)),
                    );
                }
                Need::Fixture(parameter, needed) => {
                    let given = match count {
                        Some(FixtureCount::Created(_)) => {
                            let table = format!("[provision.{}]", toml_key(parameter));
                            set.add(table, format!("count = {needed}"));
                            continue;
                        }
                        Some(FixtureCount::Given(given)) => *given,
                        None => 0,
                    };
                    let parents = "PARENT/".repeat(spec.full_name(parameter).len() - 1);
                    let missing = (given..*needed)
                        .map(|number| toml_string(&format!("{parents}{IDENTITY}-{}", number + 1)));
                    let missing = missing.collect::<Vec<_>>().join(", ");
                    add.add("[fixtures]", format!("{} = [{missing}]", toml_key(parameter)));
                }
                Need::Provocation(error) => {
                    let header = format!("{{ {HEADER} = {} }}", toml_string(error));
                    add.add("[provoke]", format!("{} = {header}", toml_key(error)));
                }
                Need::TeamNotIn(state) => states.push(toml_string(state)),
                Need::Binding(operation) => {
                    let binding = binding(spec, operation);
                    add.add("[bind]", format!("{} = {binding}", toml_key(operation)));
                }
                Need::Circumstance(operation, clause) => {
                    let (head, line) = circumstance(spec, operation, clause);
                    add.add(head, line);
                }
                Need::Webhooks => {
                    let parameter =
                        case.and_then(fixture_need).map(|(name, _)| format!("{{{name}}}"));
                    let path = format!("/PATH/{}", parameter.unwrap_or_default());
                    let trigger = format!("{{ method = \"POST\", path = {} }}", toml_string(&path));
                    add.add("[webhooks]", format!("trigger = {trigger}"));
                }
            }
        }
        if !states.is_empty() {
            add.add("[team]", format!("not-in = [{}]", states.join(", ")));
        }
        Self { add: add.text(), set: set.text() }
    }
}

/// Returns the line of a key, with the variable of its name.
fn key_line(name: KeyName) -> String {
    let variable = toml_string(&key_variable(&name.to_string()));
    format!("{name} = {{ env = {variable} }}")
}

/// Writes the change on one line.
impl fmt::Display for TargetEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { add, set } = self;
        let parts = [("add to the target", add), ("set in the target", set)];
        let parts = parts.into_iter().filter(|(_, lines)| !lines.is_empty());
        let parts = parts.map(|(verb, lines)| format!("{verb}, {}", describe_tables(lines)));
        f.write_str(&parts.collect::<Vec<_>>().join("; "))
    }
}

/// Writes each table with its lines. Each line is valid TOML of its own.
fn describe_tables(lines: &str) -> String {
    let mut tables: Vec<(&str, Vec<String>)> = Vec::new();
    for line in lines.lines() {
        match tables.last_mut() {
            Some((_, values)) if !line.starts_with('[') => {
                values.push(match line.split_once(COMMENT) {
                    Some((line, says)) => format!("`{line}` ({})", says.trim_end_matches('.')),
                    None => format!("`{line}`"),
                });
            }
            _ => tables.push((line, Vec::new())),
        }
    }
    let tables = tables
        .into_iter()
        .map(|(heading, values)| format!("under `{heading}`: {}", values.join(", ")));
    tables.collect::<Vec<_>>().join("; ")
}

/// Returns a placeholder for the path of an operation, with its path parameters, as a TOML value.
fn binding(spec: &Spec, operation: &str) -> String {
    let known = spec.operations.get(operation);
    let parameters = known.into_iter().flat_map(|operation| operation.parameters.keys());
    let parameters: String = parameters.map(|name| format!("/{{{name}}}")).collect();
    let path = toml_string(&format!("{}/PATH{parameters}", spec.service.base_path));
    format!("{{ method = \"{METHOD}\", path = {path} }}")
}

/// Returns a table, and a line with a placeholder for the call of an operation in a circumstance: with another resource, or
/// otherwise with another body or key. A comment says what the circumstance is.
fn circumstance(spec: &Spec, operation: &str, clause: &ClauseId) -> (String, String) {
    let known = spec.operations.get(operation);
    let parameters = known.into_iter().flat_map(|operation| operation.parameters.keys());
    let parameters = parameters.map(|name| format!("{} = \"{IDENTITY}\"", toml_key(name)));
    let parameters: Vec<String> = parameters.collect();
    let means = match parameters.as_slice() {
        [_, ..] => format!("parameters = {{ {} }}", parameters.join(", ")),
        [] if known.is_some_and(|operation| operation.request.is_some()) => "body = {}".to_owned(),
        [] => "key = { env = \"ANOTHER_KEY\" }".to_owned(),
    };
    let message = known.and_then(|known| meaning(spec, known, clause));
    let comment = message.map(|message| format!("{COMMENT}{message}")).unwrap_or_default();
    let line = format!("{} = {{ {means} }}{comment}", toml_string(clause.as_str()));
    (format!("[circumstance.{}]", toml_key(operation)), line)
}

/// What separates a line of a change from the comment that describes it.
pub const COMMENT: &str = "  # ";

/// Returns what the contract says about a circumstance of an operation.
fn meaning<'s>(spec: &'s Spec, operation: &'s Operation, clause: &ClauseId) -> Option<&'s str> {
    if operation.clause() == *clause {
        return Some("A request that succeeds.");
    }
    if operation.clause().child("unknown") == *clause {
        return Some("The resource does not exist.");
    }
    // A clause may have a circumstance of its own in several operations.
    let lifecycles = spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let of_states = lifecycles.map(|situation| (&situation.clause, &situation.doc));
    let situations = spec.operations.values().flat_map(|other| {
        let is_own = other.id == operation.id;
        other.situations.iter().filter(move |it| is_own || it.after.as_ref() == Some(&operation.id))
    });
    let own = situations.map(|situation| (&situation.clause, &situation.doc));
    let types = spec.types.values().filter_map(|named_type| named_type.schema.object());
    let refusals = types.flat_map(|object| &object.refusals).chain(&operation.refusals);
    let refusals = refusals.map(|refusal| (&refusal.clause, &refusal.doc));
    let mut all = own.chain(of_states).chain(refusals);
    let event = || {
        let events = spec.channels.values().flat_map(|channel| {
            channel.events.values().map(|event| (channel.clause().child(&event.name), event))
        });
        events.into_iter().find_map(|(id, event)| (id == *clause).then_some(event.doc.as_str()))
    };
    all.find_map(|(known, doc)| (known == clause).then_some(doc.as_str())).or_else(event)
}

/// Writes a name as a TOML key.
#[must_use]
pub fn toml_key(name: &str) -> String {
    let is_bare =
        |character: char| character.is_ascii_alphanumeric() || character == '-' || character == '_';
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { toml_string(name) }
}

/// Writes a string as a TOML value.
#[must_use]
pub fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}
