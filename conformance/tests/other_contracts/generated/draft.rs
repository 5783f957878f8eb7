//! The pages of a contract, made from choices: a service with items, and what each choice adds to it or leaves out.

use std::collections::BTreeMap;
use std::fmt;

use webdata_spec::Source;

use crate::edits::{Numbers, template};

/// One of the choices that a contract is made from.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    /// A row of [`CHOICES`].
    Named(usize),
    /// A property of the items.
    Property(Property),
}

/// A property of the items, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Property {
    /// A row of [`PROPERTIES`].
    kind: usize,
    created: bool,
    updated: bool,
    required: bool,
    nullable: bool,
    defaults: bool,
}

impl Property {
    pub(super) fn random(kind: usize, numbers: &mut Numbers) -> Self {
        let mut one_in = |count| numbers.below(count) == 0;
        Self {
            kind,
            created: !one_in(4),
            updated: !one_in(4),
            required: one_in(4),
            nullable: one_in(5),
            defaults: one_in(4),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(index) => f.write_str(CHOICES[*index].name),
            Self::Property(it) => {
                f.write_str(PROPERTIES[it.kind].name)?;
                let flags = [
                    ("created", it.created),
                    ("updated", it.updated),
                    ("required", it.required),
                    ("nullable", it.nullable),
                    ("default", it.defaults),
                ];
                let flags = flags.iter().filter(|(_, is)| *is).map(|(word, _)| format!(" {word}"));
                flags.into_iter().try_for_each(|flag| f.write_str(&flag))
            }
        }
    }
}

/// A kind of property: the schema, a default, and the types that it needs.
pub(super) struct Kind {
    name: &'static str,
    schema: &'static str,
    default: &'static str,
    types: &'static str,
}

const fn kind(
    name: &'static str,
    schema: &'static str,
    default: &'static str,
    types: &'static str,
) -> Kind {
    Kind { name, schema, default, types }
}

pub(super) const PROPERTIES: [Kind; 18] = [
    kind(
        "code",
        "type = \"string\", minLength = 2, maxLength = 5, examples = [\"abc\"]",
        "\"abc\"",
        "",
    ),
    kind(
        "tag",
        "type = \"string\", pattern = \"^[a-z]+$\", maxLength = 8, examples = [\"red\"]",
        "\"red\"",
        "",
    ),
    kind("mail", "type = \"string\", format = \"email\", examples = [\"a@example.com\"]", "", ""),
    kind(
        "link",
        "type = \"string\", format = \"uri\", examples = [\"https://example.com/a\"]",
        "",
        "",
    ),
    kind(
        "when",
        "type = \"string\", format = \"date-time\", examples = [\"2026-01-02T03:04:05Z\"]",
        "",
        "",
    ),
    kind("day", "type = \"string\", format = \"date\", examples = [\"2026-01-02\"]", "", ""),
    kind("count", "type = \"integer\", minimum = 1, maximum = 9", "3", ""),
    kind("price", "type = \"number\", exclusiveMinimum = 0", "1.5", ""),
    kind("done", "type = \"boolean\"", "false", ""),
    kind("mood", "enum = [\"glad\", \"sad\"]", "\"glad\"", ""),
    kind(
        "labels",
        "type = \"array\", items = { type = \"string\", minLength = 1 }, maxItems = 3, uniqueItems = true, examples = [[\"a\"]]",
        "",
        "",
    ),
    kind(
        "steps",
        "type = \"array\", items = { ref = \"Step\" }, minItems = 1, ordered = true",
        "",
        "[Step]\ndoc = \"A step.\"\nrequired = [\"title\"]\nadditionalProperties = false\n[Step.properties]\ntitle = { type = \"string\", minLength = 1, examples = [\"Go\"], doc = \"The title.\" }\nminutes = { type = \"integer\", minimum = 0, doc = \"How long.\" }\n",
    ),
    kind(
        "place",
        "ref = \"Place\"",
        "",
        "[Place]\ndoc = \"A place.\"\nrequired = [\"city\"]\n[Place.properties]\ncity = { type = \"string\", examples = [\"Rome\"], doc = \"The city.\" }\nzip = { type = \"string\", maxLength = 5, examples = [\"12345\"], doc = \"The code.\" }\n",
    ),
    kind(
        "shape",
        "ref = \"Shape\"",
        "",
        "[Shape]\ndoc = \"A shape.\"\ndiscriminator = \"kind\"\nvariants = { circle = \"Circle\", square = \"Square\" }\n[Circle]\ndoc = \"A circle.\"\nrequired = [\"kind\", \"radius\"]\n[Circle.properties]\nkind = { enum = [\"circle\"], doc = \"The kind.\" }\nradius = { type = \"integer\", minimum = 1, doc = \"The radius.\" }\n[Square]\ndoc = \"A square.\"\nrequired = [\"kind\"]\n[Square.properties]\nkind = { enum = [\"square\"], doc = \"The kind.\" }\nside = { type = \"integer\", minimum = 1, doc = \"The side.\" }\n",
    ),
    kind(
        "choice",
        "ref = \"Pick\"",
        "",
        "[Pick]\ndoc = \"A word, or several.\"\noneOf = [{ type = \"string\", examples = [\"one\"] }, { type = \"array\", items = { type = \"string\", examples = [\"two\"] } }]\n",
    ),
    kind("meta", "type = \"object\", additionalProperties = { type = \"string\" }", "", ""),
    kind("free", "type = \"object\", additionalProperties = { type = \"any\" }", "", ""),
    kind(
        "plan",
        "ref = \"Plan\"",
        "",
        "[Plan]\ndoc = \"A plan.\"\nexactlyOne = [\"cron\", \"hours\"]\n[Plan.properties]\ncron = { type = \"string\", format = \"cron\", examples = [\"0 9 * * *\"], doc = \"When.\" }\nhours = { type = \"integer\", minimum = 1, doc = \"How often.\" }\n",
    ),
];

/// A named choice. Of a group, a contract has at most one.
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) group: &'static str,
    apply: fn(&mut Draft),
}

const fn named(group: &'static str, name: &'static str, apply: fn(&mut Draft)) -> Named {
    Named { name, group, apply }
}

/// A contract that is being made.
#[derive(Default)]
pub(super) struct Draft {
    /// The path before that of the items, and its parameters.
    prefix: &'static str,
    above: Vec<&'static str>,
    parent: &'static str,
    identity: &'static str,
    is_enveloped: bool,
    without: Vec<&'static str>,
    /// Further keys of operations, and of their resources, by the identity of the operation.
    keys: BTreeMap<&'static str, String>,
    resource: BTreeMap<&'static str, String>,
    /// Further properties of the stored item, and of the bodies that create and update it.
    stored: String,
    created: String,
    updated: String,
    required: String,
    query: String,
    headers: &'static str,
    keyless: bool,
    scheme: &'static str,
    pages: BTreeMap<&'static str, String>,
}

impl Draft {
    fn leave_out(&mut self, operations: &[&'static str]) {
        self.without.extend(operations);
    }

    fn page(&mut self, name: &'static str, text: &str) {
        self.pages.entry(name).or_default().push_str(text);
    }

    fn key(&mut self, operation: &'static str, line: &str) {
        self.keys.entry(operation).or_default().push_str(line);
    }

    fn state(&mut self, created: bool, updated: bool) {
        let line = "state = { enum = [\"open\", \"closed\", \"gone\"], doc = \"The state.\" }\n";
        self.stored += line;
        self.created += if created { line } else { "" };
        self.updated += if updated { line } else { "" };
    }

    fn moves(&mut self, head: &str, operation: &str) {
        let head = format!("[Item.state]\nstates = [\"open\", \"closed\", \"gone\"]\n{head}");
        let step = |to: &str, from: &str| {
            format!("[[Item.state.moves]]\nto = \"{to}\"\n{from}operation = \"{operation}\"\n")
        };
        let from = |from: &str| match head.contains("illegal") {
            true => format!("from = [{from}]\n"),
            false => String::new(),
        };
        let all = [
            step("open", &from("\"closed\"")),
            step("closed", &from("\"open\"")),
            step("gone", &from("\"closed\"")),
        ];
        self.page("lifecycles.toml", &format!("{head}{}", all.concat()));
        if head.contains("illegal") {
            self.page("errors.toml", "\n[conflict]\nstatus = 409\nerror = \"Conflict\"\nretry = \"never\"\ncause = \"The state forbids it.\"\n");
        }
    }

    fn paginate(&mut self, style: &str, parameter: &str, schema: &str, next: &str) {
        self.is_enveloped = true;
        self.query += &format!(
            "{parameter} = {{ {schema}, doc = \"Which page.\" }}\nlimit = {{ type = \"integer\", minimum = 1, maximum = 50, default = 10, doc = \"How many.\" }}\n"
        );
        self.key("listItems", &format!("pagination = {{ style = \"{style}\", parameter = \"{parameter}\", limit = \"limit\"{next} }}\n"));
    }

    fn further(
        &mut self,
        id: &str,
        call: &str,
        response: &str,
        resource: &str,
        parameters: &[&str],
    ) {
        let parameters: Vec<String> = parameters
            .iter()
            .map(|name| {
                format!("{name} = {{ type = \"string\", format = \"uuid\", doc = \"Names it.\" }}")
            })
            .collect();
        let parameters = parameters.join(", ");
        let resource = if resource.is_empty() {
            String::new()
        } else {
            format!("resource = {{ {resource} }}\n")
        };
        self.page(
            "operations.toml",
            &format!(
                "\n[{id}]\ndoc = \"A further operation.\"\n{call}authentication = \"key\"\nresponse = {{ {response} }}\n{resource}parameters = {{ {parameters} }}\n"
            ),
        );
    }

    fn job(&mut self, more: &str, items: &str) {
        self.page("types/item.toml", &format!(
            "\n[Order]\ndoc = \"What a job does.\"\n[Order.properties]\nsize = {{ type = \"integer\", minimum = 1, maximum = 5, doc = \"The size.\" }}\n\
             [Job]\ndoc = \"A job.\"\nrequired = [\"id\", \"status\"]\n[Job.properties]\nid = {{ type = \"string\", format = \"uuid\", doc = \"Identifies the job.\" }}\n\
             status = {{ enum = [\"waiting\", \"done\", \"stopped\"], doc = \"The state.\" }}\n{items}"));
        self.page("lifecycles.toml", "[Job.status]\nstates = [\"waiting\", \"done\", \"stopped\"]\ninitial = [\"waiting\"]\nterminal = [\"done\", \"stopped\"]\n");
        self.further(
            "startJob",
            "method = \"POST\"\npath = \"/jobs\"\nrequest = \"Order\"\n",
            "status = 202, type = \"Job\"",
            "type = \"Job\", effect = \"starts\", identity = \"id\"",
            &[],
        );
        self.further("readJob", &format!("method = \"GET\"\npath = \"/jobs/{{jobId}}\"\n{more}"), "status = 200, type = \"Job\"",
            "type = \"Job\", effect = \"reads\", identifiedBy = \"jobId\", identity = \"id\", unknown = \"not-found\"", &["jobId"]);
    }
}

const FOLDERS: &str = "method = \"POST\"\npath = \"/folders\"\nrequest = \"NewFolder\"\n";
const FOLDER: &str = "\n[Folder]\ndoc = \"A folder.\"\nrequired = [\"id\", \"name\"]\n[Folder.properties]\n\
    id = { type = \"string\", format = \"uuid\", doc = \"Identifies the folder.\" }\nname = { type = \"string\", minLength = 1, examples = [\"Papers\"], doc = \"The name.\" }\n\
    [NewFolder]\ndoc = \"A new folder.\"\nrequired = [\"name\"]\n[NewFolder.properties]\nname = { type = \"string\", minLength = 1, examples = [\"Papers\"], doc = \"The name.\" }\n";
const OF_FOLDER: &str = "type = \"Folder\", identity = \"id\", ";

pub(super) const CHOICES: &[Named] = &[
    named("operations", "without reads", |it| it.leave_out(&["readItem"])),
    named("operations", "without updates", |it| it.leave_out(&["updateItem"])),
    named("operations", "without lists", |it| it.leave_out(&["listItems"])),
    named("operations", "without deletions", |it| it.leave_out(&["deleteItem"])),
    named("operations", "without creations", |it| it.leave_out(&["createItem"])),
    named("operations", "creations and deletions alone", |it| {
        it.leave_out(&["readItem", "updateItem", "listItems"])
    }),
    named("operations", "creations and lists alone", |it| {
        it.leave_out(&["readItem", "updateItem", "deleteItem"])
    }),
    named("", "replacements", |it| it.page("replace", "yes")),
    named("parent", "a parent", |it| {
        it.prefix = "/folders/{folderId}";
        it.above = vec!["folderId"];
        it.parent = ", parent = { type = \"Folder\", identifiedBy = \"folderId\" }";
        it.page("types/item.toml", FOLDER);
        it.further(
            "createFolder",
            FOLDERS,
            "status = 201, type = \"Folder\"",
            &format!("{OF_FOLDER}effect = \"creates\""),
            &[],
        );
        it.further("readFolder", "method = \"GET\"\npath = \"/folders/{folderId}\"\n", "status = 200, type = \"Folder\"",
            &format!("{OF_FOLDER}effect = \"reads\", identifiedBy = \"folderId\", unknown = \"not-found\""), &["folderId"]);
        it.further("deleteFolder", "method = \"DELETE\"\npath = \"/folders/{folderId}\"\n", "status = 204",
            &format!("{OF_FOLDER}effect = \"deletes\", identifiedBy = \"folderId\", unknown = \"not-found\""), &["folderId"]);
    }),
    named("parent", "a path above that names no resource", |it| {
        it.prefix = "/folders/{folderId}";
        it.above = vec!["folderId"];
    }),
    named("", "identities of any form", |it| it.identity = "type = \"string\""),
    named("", "envelopes", |it| it.is_enveloped = true),
    named("state", "open moves", |it| {
        it.state(true, true);
        it.moves("", "updateItem");
    }),
    named("state", "open moves, not created", |it| {
        it.state(false, true);
        it.moves("", "updateItem");
    }),
    named("state", "guarded moves", |it| {
        it.state(true, true);
        it.moves("illegal = { error = \"conflict\" }\n", "updateItem");
    }),
    named("state", "guarded moves from a first state", |it| {
        it.state(false, true);
        it.moves("initial = [\"open\"]\nillegal = { error = \"conflict\" }\n", "updateItem");
    }),
    named("state", "guarded moves, created or first", |it| {
        it.state(true, true);
        it.moves("initial = [\"open\"]\nillegal = { error = \"conflict\" }\n", "updateItem");
    }),
    named("state", "guarded moves from nowhere", |it| {
        it.state(false, true);
        it.moves("illegal = { error = \"conflict\" }\n", "updateItem");
    }),
    named("", "a filter by state", |it| {
        it.query += "state = { enum = [\"open\", \"closed\", \"gone\"], doc = \"The state.\" }\n"
    }),
    named("", "a filter by title", |it| {
        it.query += "title = { type = \"string\", doc = \"The title.\" }\n"
    }),
    named("pages", "pages by cursor", |it| {
        it.paginate("cursor", "after", "type = \"string\"", ", next = \"next\"")
    }),
    named("pages", "pages by number", |it| {
        it.paginate("page", "page", "type = \"integer\", minimum = 1, default = 1", "")
    }),
    named("pages", "pages by offset", |it| {
        it.paginate("offset", "skip", "type = \"integer\", minimum = 0, default = 0", "")
    }),
    named("order", "an order", |it| it.key("listItems", "order = { by = \"title\" }\n")),
    named("order", "a chosen order", |it| {
        it.query += "sort = { enum = [\"title\", \"-title\"], default = \"title\", doc = \"The order.\" }\n";
        it.key("listItems", "order = { parameter = \"sort\" }\n");
    }),
    named("", "an effect", |it| {
        it.page("operations.toml",
        "\n[[updateItem.effects]]\nid = \"text-stars\"\ndoc = \"A text stars the item.\"\nkind = \"sets\"\nwhen = { path = \"text\", given = true }\nunless = { path = \"starred\", given = true }\nproperty = \"starred\"\nvalue = true\n")
    }),
    named("", "a rule", |it| {
        it.page("types/item.toml",
        "\n[[NewItem.rules]]\nid = \"starred-has-text\"\ndoc = \"A starred item has a text.\"\nwhen = { path = \"starred\", equals = true }\nrequires = { path = \"text\", given = true }\n")
    }),
    named("", "a rule after updates", |it| {
        it.page("types/item.toml",
        "\n[[ItemUpdate.rules]]\nid = \"starred-needs-text\"\ndoc = \"A starred item has a text.\"\nwhen = { path = \"starred\", equals = true }\nrequires = { path = \"text\", nonEmpty = true }\njudged = \"after-update\"\n")
    }),
    named("versions", "versions", |it| {
        it.headers = ", headers = \"Versioned\"";
        for operation in ["createItem", "readItem", "updateItem"] {
            it.resource.entry(operation).or_default().push_str(", version = \"ETag\"");
        }
        it.key("updateItem", "headers = \"Matching\"\nprecondition = { header = \"If-Match\", error = \"changed\" }\n");
        it.page("errors.toml", "\n[changed]\nstatus = 412\nerror = \"Changed\"\nretry = \"never\"\ncause = \"The version is another.\"\n");
        it.page("types/item.toml", "\n[Versioned]\ndoc = \"Headers.\"\nrequired = [\"ETag\"]\n[Versioned.properties]\nETag = { type = \"string\", doc = \"The version.\" }\n\
            [Matching]\ndoc = \"Headers.\"\n[Matching.properties]\nIf-Match = { type = \"string\", doc = \"The version.\" }\n");
    }),
    named("", "idempotency", |it| {
        it.key(
            "createItem",
            "headers = \"Repeated\"\nidempotency = { header = \"Idempotency-Key\" }\n",
        );
        it.page("types/item.toml", "\n[Repeated]\ndoc = \"Headers.\"\n[Repeated.properties]\nIdempotency-Key = { type = \"string\", minLength = 1, maxLength = 64, doc = \"The key.\" }\n");
    }),
    named("scheme", "the word Basic", |it| it.scheme = "Basic"),
    named("scheme", "the word Token", |it| it.scheme = "Token"),
    named("", "lists without a key", |it| it.keyless = true),
    named("", "the gap of malformed identities", |it| {
        it.page("gaps.toml",
        "[malformed]\nquestion = \"Which error?\"\nplace = \"operations.readItem.parameters.itemId\"\nprobe = \"malformed-parameter\"\n")
    }),
    named("", "the gap of other teams", |it| {
        it.page("gaps.toml",
        "[foreign]\nquestion = \"Which error?\"\nplace = \"operations.updateItem.unknown\"\nprobe = \"other-team\"\n")
    }),
    named("", "the gap of unknown properties", |it| {
        it.page("gaps.toml",
        "[unknown]\nquestion = \"Which error?\"\nplace = \"Item\"\nprobe = \"unknown-property\"\n")
    }),
    named("", "the gap of media types", |it| {
        it.page("gaps.toml",
        "[media]\nquestion = \"Which error?\"\nplace = \"operations.createItem.request\"\nprobe = \"media-type\"\n")
    }),
    named("job", "a job", |it| it.job("", "")),
    named("job", "a job that is cancelled", |it| {
        it.job("", "");
        it.page("lifecycles.toml", "[[Job.status.moves]]\nto = \"stopped\"\nfrom = [\"waiting\"]\noperation = \"stopJob\"\n");
        it.further("stopJob", "method = \"DELETE\"\npath = \"/jobs/{jobId}\"\n", "status = 200, type = \"Job\"",
            "type = \"Job\", effect = \"cancels\", identifiedBy = \"jobId\", identity = \"id\", unknown = \"not-found\"", &["jobId"]);
    }),
    named("job", "a job with pages", |it| {
        it.job(
        "query = \"JobQuery\"\npagination = { style = \"cursor\", parameter = \"after\", limit = \"limit\", next = \"next\", items = \"results\" }\n",
        "results = { type = \"array\", items = { type = \"string\" }, doc = \"What was found.\" }\nnext = { type = \"string\", doc = \"The next page.\" }\n\
         [JobQuery]\ndoc = \"Which page.\"\n[JobQuery.properties]\nafter = { type = \"string\", doc = \"Where it begins.\" }\nlimit = { type = \"integer\", minimum = 1, maximum = 9, default = 5, doc = \"How many.\" }\n")
    }),
    named("", "an action", |it| {
        it.page("types/item.toml", "\n[Sum]\ndoc = \"A sum.\"\nrequired = [\"left\"]\n[Sum.properties]\nleft = { type = \"integer\", minimum = 0, maximum = 99, doc = \"The left side.\" }\nright = { type = \"integer\", default = 1, doc = \"The right side.\" }\n\
            [Total]\ndoc = \"A total.\"\nrequired = [\"total\"]\n[Total.properties]\ntotal = { type = \"integer\", examples = [3], doc = \"The total.\" }\n");
        it.further(
            "addUp",
            "method = \"POST\"\npath = \"/sums\"\nrequest = \"Sum\"\n",
            "status = 200, type = \"Total\"",
            "",
            &[],
        );
    }),
    named("refusal", "a refusal of an action", |it| {
        it.page("errors.toml", "\n[broke]\nstatus = 402\nerror = \"Broke\"\nretry = \"never\"\ncause = \"The team owes money.\"\n");
        it.further("cashUp", "method = \"POST\"\npath = \"/cash\"\n", "status = 204", "", &[]);
        it.page("operations.toml", "\n[[cashUp.refusals]]\nid = \"owes\"\ndoc = \"The team owes money.\"\nerror = \"broke\"\n");
    }),
    named("refusal", "a refusal of a creation", |it| {
        it.page("errors.toml", "\n[full]\nstatus = 402\nerror = \"Full\"\nretry = \"never\"\ncause = \"The team has too many items.\"\n");
        it.page("operations.toml", "\n[[createItem.refusals]]\nid = \"full\"\ndoc = \"The team has too many items.\"\nerror = \"full\"\n");
    }),
    named("", "a use of the item", |it| {
        let path = format!("method = \"POST\"\npath = \"{}/items/{{itemId}}/share\"\n", it.prefix);
        let resource = format!(
            "type = \"Item\", effect = \"uses\", identifiedBy = \"itemId\", identity = \"id\", unknown = \"not-found\"{}",
            it.parent
        );
        let named = [it.above.as_slice(), &["itemId"]].concat();
        it.further("shareItem", &path, "status = 204", &resource, &named);
    }),
    named("", "a list of updates", |it| {
        it.page("types/item.toml", "\n[Changes]\ndoc = \"Changed items.\"\ntype = \"array\"\nitems = { ref = \"Change\" }\nminItems = 1\nmaxItems = 3\n\
            [Change]\ndoc = \"A changed item.\"\nrequired = [\"id\", \"title\"]\n[Change.properties]\nid = { type = \"string\", format = \"uuid\", doc = \"The item.\" }\ntitle = { type = \"string\", minLength = 1, examples = [\"Other\"], doc = \"The title.\" }\n\
            [Changed]\ndoc = \"Items.\"\ntype = \"array\"\nitems = { ref = \"Item\" }\n");
        it.further(
            "updateItems",
            "method = \"PATCH\"\npath = \"/items\"\nrequest = \"Changes\"\n",
            "status = 200, type = \"Changed\"",
            "type = \"Item\", effect = \"updates\", identity = \"id\", unknown = \"not-found\"",
            &[],
        );
    }),
    named("", "an upload", |it| {
        it.page("types/item.toml", "\n[Photo]\ndoc = \"A photo.\"\nrequired = [\"file\"]\n[Photo.properties]\nfile = { type = \"string\", contentMediaType = \"image/png\", maxLength = 500, examples = [\"PNG\"], doc = \"The photo.\" }\nwidth = { type = \"integer\", minimum = 1, doc = \"The width.\" }\n\
            [Seen]\ndoc = \"What is there.\"\nrequired = [\"words\"]\n[Seen.properties]\nwords = { type = \"string\", examples = [\"tree\"], doc = \"Words.\" }\n");
        it.further("seePhoto", "method = \"POST\"\npath = \"/photos\"\nrequest = \"Photo\"\nrequestMediaType = \"multipart/form-data\"\n", "status = 200, type = \"Seen\"", "", &[]);
    }),
    named("", "a deprecated list", |it| {
        it.key("listItems", "deprecated = \"Call nothing.\"\ndeprecatedSince = \"2026-01-01\"\nsunset = \"2027-01-01\"\n")
    }),
    named("", "closed bodies", |it| it.page("closed", "yes")),
    named("", "a time of creation", |it| {
        it.stored += "createdAt = { type = \"string\", format = \"date-time\", kept = \"must\", doc = \"When it was created.\" }\n";
        it.required += ", \"createdAt\"";
    }),
];

/// Returns the pages of a contract.
pub(super) fn pages(choices: &[Choice]) -> Vec<Source> {
    let mut draft = Draft {
        identity: "type = \"string\", format = \"uuid\"",
        scheme: "Bearer",
        ..Draft::default()
    };
    for choice in choices {
        match choice {
            Choice::Named(index) => (CHOICES[*index].apply)(&mut draft),
            Choice::Property(it) => add(&mut draft, it),
        }
    }
    draft.render()
}

/// Adds a property to the items.
fn add(draft: &mut Draft, property: &Property) {
    let Kind { name, schema, default, types } = PROPERTIES[property.kind];
    let nullable = if property.nullable { ", nullable = true" } else { "" };
    let stored = format!("{name} = {{ {schema}{nullable}, doc = \"One of the properties.\" }}\n");
    let default = match property.defaults && !default.is_empty() && property.created {
        true => format!(", default = {default}"),
        false => String::new(),
    };
    let sent =
        format!("{name} = {{ {schema}{nullable}{default}, doc = \"One of the properties.\" }}\n");
    draft.stored += &stored;
    draft.created += if property.created { &sent } else { "" };
    draft.updated += if property.updated { &stored } else { "" };
    if property.required {
        draft.required += &format!(", \"{name}\"");
    }
    draft.page("types/item.toml", types);
}

impl Draft {
    fn operation(
        &self,
        id: &str,
        call: (&str, &str),
        request: &str,
        response: &str,
        is_named: bool,
    ) -> String {
        let Self { prefix, parent, .. } = self;
        let (method, effect) = call;
        if self.without.contains(&id) {
            return String::new();
        }
        let path = if is_named { "/items/{itemId}" } else { "/items" };
        let named =
            if is_named { ", identifiedBy = \"itemId\", unknown = \"not-found\"" } else { "" };
        let returned = match (self.is_enveloped, effect) {
            (false, _) | (_, "deletes") => "",
            (true, "lists") => ", returnedIn = \"items\"",
            (true, _) => ", returnedIn = \"data\"",
        };
        let more = self.resource.get(id).map(String::as_str).unwrap_or_default();
        let further = self.keys.get(id).map(String::as_str).unwrap_or_default();
        let names = self.above.iter().map(|name| (*name, "type = \"string\", format = \"uuid\""));
        let names = names.chain(is_named.then_some(("itemId", self.identity)));
        let parameters: Vec<String> = names
            .map(|(name, schema)| format!("{name} = {{ {schema}, doc = \"Names it.\" }}"))
            .collect();
        let parameters = parameters.join(", ");
        let key = if self.keyless && effect == "lists" { "" } else { "authentication = \"key\"\n" };
        let query = if effect == "lists" && !self.query.is_empty() {
            "query = \"ItemQuery\"\n"
        } else {
            ""
        };
        format!(
            "\n[{id}]\ndoc = \"An operation on items.\"\nmethod = \"{method}\"\npath = \"{prefix}{path}\"\n{key}{query}{request}\
             response = {{ {response} }}\n{further}parameters = {{ {parameters} }}\n\
             resource = {{ type = \"Item\", effect = \"{effect}\", identity = \"id\"{named}{returned}{more}{parent} }}\n"
        )
    }

    fn operations(&self) -> String {
        let (one, several) =
            if self.is_enveloped { ("ItemAnswer", "ItemList") } else { ("Item", "Items") };
        let headers = self.headers;
        let with = |status: u16| format!("status = {status}, type = \"{one}\"{headers}");
        let (created, sent) = (with(201), with(200));
        let creates = self.operation(
            "createItem",
            ("POST", "creates"),
            "request = \"NewItem\"\n",
            &created,
            false,
        );
        let reads = self.operation("readItem", ("GET", "reads"), "", &sent, true);
        let updates = self.operation(
            "updateItem",
            ("PATCH", "updates"),
            "request = \"ItemUpdate\"\n",
            &sent,
            true,
        );
        let replaces = match self.pages.contains_key("replace") {
            true => self.operation(
                "replaceItem",
                ("PUT", "replaces"),
                "request = \"NewItem\"\n",
                &format!("status = 200, type = \"{one}\""),
                true,
            ),
            false => String::new(),
        };
        let lists = self.operation(
            "listItems",
            ("GET", "lists"),
            "",
            &format!("status = 200, type = \"{several}\""),
            false,
        );
        let deletes = self.operation("deleteItem", ("DELETE", "deletes"), "", "status = 204", true);
        [creates, reads, updates, replaces, lists, deletes].concat()
    }

    fn types(&self) -> String {
        let Self { stored, created, updated, required, identity, query, .. } = self;
        let closed =
            if self.pages.contains_key("closed") { "additionalProperties = false\n" } else { "" };
        let title = "title = { type = \"string\", minLength = 1, maxLength = 40, examples = [\"Shopping\"], doc = \"The title.\" }\n\
            text = { type = \"string\", examples = [\"Milk\"], doc = \"The text.\" }\nstarred = { type = \"boolean\", doc = \"Whether it has a star.\" }\n";
        let has = |id: &str| !self.without.contains(&id);
        let mut types = format!(
            "[Item]\ndoc = \"An item.\"\nrequired = [\"id\", \"title\"{required}]\n[Item.properties]\nid = {{ {identity}, doc = \"Identifies the item.\" }}\n{title}{stored}"
        );
        if has("createItem") || self.pages.contains_key("replace") {
            types += &format!(
                "[NewItem]\ndoc = \"A new item.\"\nrequired = [\"title\"]\n{closed}[NewItem.properties]\n{title}{created}"
            );
        }
        if has("updateItem") {
            types += &format!(
                "[ItemUpdate]\ndoc = \"A changed item.\"\nminProperties = 1\n{closed}[ItemUpdate.properties]\n{title}{updated}"
            );
        }
        if self.is_enveloped {
            types += "[ItemAnswer]\ndoc = \"An item.\"\nrequired = [\"data\"]\n[ItemAnswer.properties]\ndata = { ref = \"Item\" }\n\
                [ItemList]\ndoc = \"Items.\"\nrequired = [\"items\"]\n[ItemList.properties]\nitems = { type = \"array\", items = { ref = \"Item\" }, doc = \"The items.\" }\n\
                next = { type = \"string\", nullable = true, doc = \"The next page.\" }\n";
        } else {
            types += "[Items]\ndoc = \"Items.\"\ntype = \"array\"\nitems = { ref = \"Item\" }\n";
        }
        if !query.is_empty() {
            types +=
                &format!("[ItemQuery]\ndoc = \"Which items.\"\n[ItemQuery.properties]\n{query}");
        }
        types
            + "[Problem]\ndoc = \"Why a request was rejected.\"\nrequired = [\"error\"]\n[Problem.properties]\nerror = { type = \"string\", doc = \"What is wrong.\" }\n"
    }

    fn render(self) -> Vec<Source> {
        let mut pages = template();
        pages.retain(|page| ["service.toml", "errors.toml"].contains(&page.name.as_str()));
        for page in &mut pages {
            page.text = page.text.replace("Bearer", self.scheme);
        }
        let mut put =
            |name: &str, text: String| match pages.iter_mut().find(|page| page.name == name) {
                Some(page) => page.text.push_str(&text),
                None => pages.push(Source { name: name.to_owned(), text }),
            };
        put("operations.toml", self.operations());
        put("types/item.toml", self.types());
        for (name, text) in self.pages.into_iter().filter(|(name, _)| name.ends_with(".toml")) {
            put(name, text);
        }
        pages
    }
}
