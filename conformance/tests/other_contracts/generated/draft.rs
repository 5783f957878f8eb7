//! The pages of a contract, made from choices: a service with items, and what each choice adds to it or leaves out.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;
use webdata_spec::Source;

use crate::edits::{Numbers, OWN_HEADER, template};

/// The file of choices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    property: Vec<Kind>,
    choice: Vec<Named>,
}

/// A kind of property: the schema, a default, and the types that it needs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    name: String,
    schema: String,
    default: Option<String>,
    #[serde(default)]
    types: String,
}

/// A choice: the parts of pages that it adds to the contract, or leaves out.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Named {
    name: String,
    group: String,
    /// The operations without which the choice adds nothing.
    needs: Vec<String>,
    with: Vec<String>,
    without: Vec<String>,
    prefix: String,
    parent: String,
    identity: String,
    headers: String,
    scheme: String,
    /// The key has a header of its own, and every key permits everything.
    own_header: bool,
    enveloped: bool,
    keyless: bool,
    closed: bool,
    required: Vec<String>,
    stored: String,
    created: String,
    updated: String,
    query: String,
    /// Further keys of operations, and of their resources, by the identity of the operation.
    keys: BTreeMap<String, String>,
    resource: BTreeMap<String, String>,
    operations: String,
    types: String,
    lifecycles: String,
    errors: String,
    gaps: String,
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("choices.toml")).expect("valid choices"));

/// One of the choices that a contract is made from: a row of the table, or a property of the items.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    Named(usize),
    Property {
        kind: usize,
        created: bool,
        updated: bool,
        required: bool,
        nullable: bool,
        defaults: bool,
    },
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(index) => f.write_str(&TABLE.choice[*index].name),
            Self::Property { kind, created, updated, required, nullable, defaults } => {
                let name = &TABLE.property[*kind].name;
                write!(f, "{name} (created {created}, updated {updated}, required {required}, ")?;
                write!(f, "nullable {nullable}, default {defaults})")
            }
        }
    }
}

/// Chooses at random, few of all and at most one of each group.
pub(super) fn choose(numbers: &mut Numbers) -> Vec<Choice> {
    let (mut choices, mut taken) = (Vec::new(), Vec::new());
    for (index, named) in TABLE.choice.iter().enumerate() {
        if numbers.below(9) == 0 && !taken.contains(&&named.group) {
            taken.extend((!named.group.is_empty()).then_some(&named.group));
            choices.push(Choice::Named(index));
        }
    }
    for kind in (0..TABLE.property.len()).filter(|_| numbers.below(9) == 0).collect::<Vec<_>>() {
        let mut one_in = |count| numbers.below(count) == 0;
        let [created, updated] = [!one_in(4), !one_in(4)];
        let [required, nullable, defaults] = [one_in(4), one_in(5), one_in(4)];
        choices.push(Choice::Property { kind, created, updated, required, nullable, defaults });
    }
    choices
}

/// Returns the pages of a contract.
pub(super) fn pages(choices: &[Choice]) -> Vec<Source> {
    let named = |choice: &Choice| match choice {
        Choice::Named(index) => Some(&TABLE.choice[*index]),
        Choice::Property { .. } => None,
    };
    let mut draft =
        Draft { named: choices.iter().filter_map(named).collect(), properties: Named::default() };
    draft.named.retain({
        let without: Vec<&String> = draft.named.iter().flat_map(|it| &it.without).collect();
        move |it| it.needs.iter().all(|needed| !without.contains(&needed))
    });
    for choice in choices {
        if let Choice::Property { kind, created, updated, required, nullable, defaults } = choice {
            let Kind { name, schema, default, types } = &TABLE.property[*kind];
            let nullable = if *nullable { ", nullable = true" } else { "" };
            let default = default.as_ref().filter(|_| *defaults && *created);
            let default = default.map(|it| format!(", default = {it}")).unwrap_or_default();
            let line = |default: &str| {
                format!("{name} = {{ {schema}{nullable}{default}, doc = \"A property.\" }}\n")
            };
            let all = &mut draft.properties;
            all.stored += &line("");
            all.created += &if *created { line(&default) } else { String::new() };
            all.updated += &if *updated { line("") } else { String::new() };
            all.required.extend(required.then(|| name.clone()));
            all.types += types;
        }
    }
    draft.render()
}

/// A contract that is being made.
struct Draft {
    named: Vec<&'static Named>,
    /// The properties of the items.
    properties: Named,
}

impl Draft {
    /// Returns what all choices say about something, each on lines of its own.
    fn all(&self, text: impl Fn(&Named) -> &str) -> String {
        let parts = self.named.iter().copied().chain([&self.properties]);
        parts
            .map(|it| text(it).trim())
            .filter(|it| !it.is_empty())
            .map(|it| format!("{it}\n"))
            .collect()
    }

    /// Returns what the one choice says that says something.
    fn one<'d>(&self, text: impl Fn(&'d Named) -> &'d str, otherwise: &'d str) -> &'d str {
        self.named.iter().map(|it| text(it)).find(|it| !it.is_empty()).unwrap_or(otherwise)
    }

    fn is(&self, flag: impl Fn(&Named) -> bool) -> bool {
        self.named.iter().any(|it| flag(it))
    }

    fn has(&self, operation: &str) -> bool {
        let is_added =
            operation != "replaceItem" || self.is(|it| it.with.iter().any(|it| it == operation));
        is_added && !self.is(|it| it.without.iter().any(|it| it == operation))
    }

    fn operation(
        &self,
        (id, method, effect): (&str, &str, &str),
        request: &str,
        response: &str,
    ) -> String {
        if !self.has(id) {
            return String::new();
        }
        let (is_named, is_list) = (!matches!(effect, "creates" | "lists"), effect == "lists");
        let path = if is_named { "/items/{itemId}" } else { "/items" };
        let named =
            if is_named { ", identifiedBy = \"itemId\", unknown = \"not-found\"" } else { "" };
        let returned = match (self.is(|it| it.enveloped), effect) {
            (false, _) | (_, "deletes") => "",
            (true, "lists") => ", returnedIn = \"items\"",
            (true, _) => ", returnedIn = \"data\"",
        };
        let more = self.one(|it| it.resource.get(id).map_or("", String::as_str), "");
        let keys = self.all(|it| it.keys.get(id).map_or("", String::as_str));
        let identity = self.one(|it| &it.identity, "type = \"string\", format = \"uuid\"");
        let item = format!("itemId = {{ {identity}, doc = \"The item.\" }}, ");
        let item = if is_named { item.as_str() } else { "" };
        let key =
            if is_list && self.is(|it| it.keyless) { "" } else { "authentication = \"key\"\n" };
        let has_query = is_list && !self.all(|it| &it.query).is_empty();
        let query = if has_query { "query = \"ItemQuery\"\n" } else { "" };
        let request =
            if request.is_empty() { String::new() } else { format!("request = \"{request}\"\n") };
        format!(
            "\n[{id}]\ndoc = \"An operation on items.\"\nmethod = \"{method}\"\npath = \"PREFIX{path}\"\n{key}{query}{request}\
             response = {{ {response} }}\n{keys}parameters = {{ {item}NAMES }}\n\
             resource = {{ type = \"Item\", effect = \"{effect}\", identity = \"id\"{named}{returned}{more}PARENT }}\n"
        )
    }

    fn operations(&self) -> String {
        let is_enveloped = self.is(|it| it.enveloped);
        let (one, several) =
            if is_enveloped { ("ItemAnswer", "ItemList") } else { ("Item", "Items") };
        let headers = self.one(|it| &it.headers, "");
        let with = |status: u16| format!("status = {status}, type = \"{one}\"{headers}");
        let [plain, list] = [one, several].map(|name| format!("status = 200, type = \"{name}\""));
        let base = [
            self.operation(("createItem", "POST", "creates"), "NewItem", &with(201)),
            self.operation(("readItem", "GET", "reads"), "", &with(200)),
            self.operation(("updateItem", "PATCH", "updates"), "ItemUpdate", &with(200)),
            self.operation(("replaceItem", "PUT", "replaces"), "NewItem", &plain),
            self.operation(("listItems", "GET", "lists"), "", &list),
            self.operation(("deleteItem", "DELETE", "deletes"), "", "status = 204"),
            self.all(|it| &it.operations),
        ];
        let prefix = self.one(|it| &it.prefix, "");
        let folder = "folderId = { type = \"string\", format = \"uuid\", doc = \"The folder.\" }";
        let names = if prefix.is_empty() { "" } else { folder };
        let text = base
            .concat()
            .replace("PREFIX", prefix)
            .replace("PARENT", self.one(|it| &it.parent, ""));
        text.replace(", NAMES }", if names.is_empty() { " }" } else { ", NAMES }" })
            .replace("NAMES", names)
    }

    fn types(&self) -> String {
        let [stored, created, updated, query] = [
            self.all(|it| &it.stored),
            self.all(|it| &it.created),
            self.all(|it| &it.updated),
            self.all(|it| &it.query),
        ];
        let required =
            self.named.iter().copied().chain([&self.properties]).flat_map(|it| &it.required);
        let required: String = required.map(|name| format!(", \"{name}\"")).collect();
        let identity = self.one(|it| &it.identity, "type = \"string\", format = \"uuid\"");
        let closed = if self.is(|it| it.closed) { "additionalProperties = false\n" } else { "" };
        let own = "title = { type = \"string\", minLength = 1, maxLength = 40, examples = [\"Shopping\"], doc = \"The title.\" }\n\
            text = { type = \"string\", examples = [\"Milk\"], doc = \"The text.\" }\nstarred = { type = \"boolean\", doc = \"Whether it has a star.\" }\n";
        let item = format!(
            "[Item]\ndoc = \"An item.\"\nrequired = [\"id\", \"title\"{required}]\n[Item.properties]\n\
             id = {{ {identity}, doc = \"Identifies the item.\" }}\n{own}{stored}"
        );
        let new = format!(
            "[NewItem]\ndoc = \"A new item.\"\nrequired = [\"title\"]\n{closed}[NewItem.properties]\n{own}{created}"
        );
        let update = format!(
            "[ItemUpdate]\ndoc = \"A changed item.\"\nminProperties = 1\n{closed}[ItemUpdate.properties]\n{own}{updated}"
        );
        let answer = "[ItemAnswer]\ndoc = \"An item.\"\nrequired = [\"data\"]\n[ItemAnswer.properties]\ndata = { ref = \"Item\" }\n".to_owned();
        let list = "[ItemList]\ndoc = \"Items.\"\nrequired = [\"items\"]\n[ItemList.properties]\nitems = { type = \"array\", items = { ref = \"Item\" }, doc = \"The items.\" }\n\
            next = { type = \"string\", nullable = true, doc = \"The next page.\" }\n".to_owned();
        let items =
            "[Items]\ndoc = \"Items.\"\ntype = \"array\"\nitems = { ref = \"Item\" }\n".to_owned();
        let queried =
            format!("[ItemQuery]\ndoc = \"Which items.\"\n[ItemQuery.properties]\n{query}");
        let problem = "[Problem]\ndoc = \"Why a request was rejected.\"\nrequired = [\"error\"]\n[Problem.properties]\nerror = { type = \"string\", doc = \"What is wrong.\" }\n".to_owned();
        let (is_enveloped, lists) = (self.is(|it| it.enveloped), self.has("listItems"));
        let parts = [
            (true, item),
            (self.has("createItem") || self.has("replaceItem"), new),
            (self.has("updateItem"), update),
            (is_enveloped, answer),
            (is_enveloped && lists, list),
            (!is_enveloped && lists, items),
            (lists && !query.is_empty(), queried),
            (true, problem),
            (true, self.all(|it| &it.types)),
        ];
        parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, text)| text).collect()
    }

    fn render(self) -> Vec<Source> {
        let mut pages = template();
        pages.retain(|page| ["service.toml", "errors.toml"].contains(&page.name.as_str()));
        for page in &mut pages {
            page.text = page.text.replace("Bearer", self.one(|it| &it.scheme, "Bearer"));
            if self.is(|it| it.own_header) {
                for (find, put) in OWN_HEADER {
                    page.text = page.text.replace(find, put);
                }
            }
            page.text +=
                &if page.name == "errors.toml" { self.all(|it| &it.errors) } else { String::new() };
        }
        let others = [
            ("operations.toml", self.operations()),
            ("types/item.toml", self.types()),
            ("lifecycles.toml", self.all(|it| &it.lifecycles)),
            ("gaps.toml", self.all(|it| &it.gaps)),
        ];
        pages.extend(others.map(|(name, text)| Source { name: name.to_owned(), text }));
        pages
    }
}
