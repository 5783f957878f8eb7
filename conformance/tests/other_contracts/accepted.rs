//! What the linter accepts, works: contracts that are easily written, each of which runs without a failure, or is refused
//! at its line.

use webdata_cases::coverage::{coverage, warnings};
use webdata_cases::derive::left_out;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::{Source, Spec};
use webdata_suite::Suite;
use webdata_suite::target::Target;

use crate::audit::assert_noticed;
use crate::contract::{assert_covered, assert_passes};
use crate::edits::{CONFLICT, CREATED, Edit, OWN_HEADER, STORED, UPDATED, edited};

/// The expected result for a contract.
enum Becomes {
    /// Every case passes on the reference server, and there are cases whose identities begin so.
    Conformant(&'static [&'static str]),
    /// The reader refuses the contract at this page and line, with this message.
    Refused(&'static str, &'static str, &'static str),
}
use Becomes::{Conformant, Refused};

const OPERATIONS: &str = "operations.toml";
const TYPES: &str = "types/note.toml";

/// An operation of the contract that `new` writes, without which it has one fewer.
const READ: &str = "[readNote]\ndoc            = \"Returns a note.\"\nmethod         = \"GET\"\npath           = \"/notes/{noteId}\"\n\
    authentication = \"key\"\nresponse       = { status = 200, type = \"Note\" }\n\
    resource       = { type = \"Note\", effect = \"reads\", identifiedBy = \"noteId\", identity = \"id\", unknown = \"not-found\" }\n\
    parameters     = { noteId = { type = \"string\", format = \"uuid\", doc = \"The note.\" } }\n";
const UPDATE: &str = "[updateNote]\ndoc            = \"Changes a note. Properties that are left out keep their stored values.\"\n\
    method         = \"PATCH\"\npath           = \"/notes/{noteId}\"\nauthentication = \"key\"\nrequest        = \"NoteUpdate\"\n\
    response       = { status = 200, type = \"Note\" }\n\
    resource       = { type = \"Note\", effect = \"updates\", identifiedBy = \"noteId\", identity = \"id\", unknown = \"not-found\" }\n\
    parameters     = { noteId = { type = \"string\", format = \"uuid\", doc = \"The note.\" } }\n";

/// Lifecycles of a note that is closed before it is archived, whose creation names no state.
const MOVES: &str = "illegal = { error = \"conflict\" }\n\
    [[Note.state.moves]]\nto = \"closed\"\nfrom = [\"open\"]\noperation = \"updateNote\"\n\
    [[Note.state.moves]]\nto = \"open\"\nfrom = [\"closed\"]\noperation = \"updateNote\"\n\
    [[Note.state.moves]]\nto = \"archived\"\nfrom = [\"closed\"]\noperation = \"updateNote\"\n";
const STATES: &str = "[Note.state]\nstates = [\"open\", \"closed\", \"archived\"]\n";
const STARTS: &str =
    "[Note.state]\nstates = [\"open\", \"closed\", \"archived\"]\ninitial = [\"open\"]\n";
const STATED: &str = "text  = { type = \"string\", doc = \"The text.\" }\n\
    state = { enum = [\"open\", \"closed\", \"archived\"], doc = \"The state.\" }\n";
const ASKED: &str = "text  = { type = \"string\", examples = [\"Water the roses\"], doc = \"The text.\" }\n\
    state = { enum = [\"open\", \"closed\", \"archived\"], doc = \"The state.\" }\n";

/// The path and the resource of a further operation below a note.
const COMMENTS: &str = "\n[listComments]\ndoc = \"Returns the comments.\"\nmethod = \"GET\"\npath = \"/notes/{noteId}/comments\"\n\
    authentication = \"key\"\nresponse = { status = 200, type = \"Comments\" }\n\
    resource = { type = \"Comment\", effect = \"lists\", identity = \"id\" }\n\
    parameters = { noteId = { type = \"string\", format = \"uuid\", doc = \"The note.\" } }\n";
const COMMENT: &str = "\n[Comment]\ndoc = \"A comment.\"\nrequired = [\"id\"]\n\
    [Comment.properties]\nid = { type = \"string\", format = \"uuid\", doc = \"Identifies the comment.\" }\n\
    [Comments]\ndoc = \"Comments.\"\ntype = \"array\"\nitems = { ref = \"Comment\" }\n";

/// A query of the list of notes, and where the operation names it.
const LIST: &str = "response       = { status = 200, type = \"Notes\" }\n";
const QUERIED: &str =
    "response       = { status = 200, type = \"Notes\" }\nquery          = \"NoteQuery\"\n";
const BY_STATE: &str = "\n[NoteQuery]\ndoc = \"Which notes.\"\n[NoteQuery.properties]\n\
    state = { enum = [\"open\", \"closed\", \"archived\"], doc = \"The state.\" }\n";

/// A job below a note, which can be cancelled.
const JOB: &str = "\n[startPrint]\ndoc = \"Prints the note.\"\nmethod = \"POST\"\npath = \"/notes/{noteId}/prints\"\n\
    authentication = \"key\"\nresponse = { status = 202, type = \"Print\" }\n\
    resource = { type = \"Print\", effect = \"starts\", identity = \"id\", parent = { type = \"Note\", identifiedBy = \"noteId\" } }\n\
    parameters = { noteId = { type = \"string\", format = \"uuid\", doc = \"The note.\" } }\n\
    [readPrint]\ndoc = \"Shows a print.\"\nmethod = \"GET\"\npath = \"/notes/{noteId}/prints/{printId}\"\n\
    authentication = \"key\"\nresponse = { status = 200, type = \"Print\" }\n\
    resource = { type = \"Print\", effect = \"reads\", identifiedBy = \"printId\", identity = \"id\", unknown = \"not-found\", \
    parent = { type = \"Note\", identifiedBy = \"noteId\" } }\n\
    parameters = { noteId = { type = \"string\", format = \"uuid\", doc = \"The note.\" }, \
    printId = { type = \"string\", format = \"uuid\", doc = \"The print.\" } }\n";
const PRINT: &str = "\n[Print]\ndoc = \"A print.\"\nrequired = [\"id\", \"state\"]\n[Print.properties]\n\
    id = { type = \"string\", format = \"uuid\", doc = \"Identifies the print.\" }\n\
    state = { enum = [\"waiting\", \"done\"], doc = \"The state.\" }\n";
const PRINT_STATES: &str = "[Print.state]\nstates = [\"waiting\", \"done\"]\ninitial = [\"waiting\"]\nterminal = [\"done\"]\n";

/// Pages of the list by cursor.
const PAGED: &str = "response       = { status = 200, type = \"NotePage\" }\nquery          = \"NoteQuery\"\n\
    pagination     = { style = \"cursor\", parameter = \"after\", limit = \"limit\", next = \"more\" }\n";
const LISTED: &str = "resource       = { type = \"Note\", effect = \"lists\", identity = \"id\" }";
const LISTED_IN: &str = "resource       = { type = \"Note\", effect = \"lists\", identity = \"id\", returnedIn = \"notes\" }";
const MORE: &str = "\n[NotePage]\ndoc = \"Notes.\"\nrequired = [\"notes\", \"more\"]\n[NotePage.properties]\n\
    notes = { type = \"array\", items = { ref = \"Note\" }, doc = \"The notes.\" }\n\
    more = { type = \"boolean\", doc = \"Whether there are more.\" }\n\
    [NoteQuery]\ndoc = \"Which notes.\"\n[NoteQuery.properties]\nafter = { type = \"string\", doc = \"The cursor.\" }\n\
    limit = { type = \"integer\", minimum = 1, maximum = 100, doc = \"How many.\" }\n";

/// A nested object that the update may send without what the stored one requires.
const PLACE: &str = "\n[Place]\ndoc = \"A place.\"\nrequired = [\"name\"]\n[Place.properties]\n\
    name = { type = \"string\", examples = [\"Shop\"], doc = \"The name.\" }\n\
    street = { type = \"string\", examples = [\"Main\"], doc = \"The street.\" }\n\
    [PlaceUpdate]\ndoc = \"A changed place.\"\n[PlaceUpdate.properties]\n\
    name = { type = \"string\", examples = [\"Home\"], doc = \"The name.\" }\n\
    street = { type = \"string\", examples = [\"Side\"], doc = \"The street.\" }\n";

const SHARE: &str = "\n[archiveNote]\ndoc = \"Archives a note.\"\nmethod = \"POST\"\npath = \"/notes/{noteId}/archive\"\n\
    authentication = \"key\"\nresponse = { status = 204 }\n\
    resource = { type = \"Note\", effect = \"uses\", identifiedBy = \"noteId\", identity = \"id\", unknown = \"not-found\" }\n\
    parameters = { noteId = { type = \"string\", format = \"uuid\", doc = \"The note.\" } }\n";

/// A project, which a new note names.
const PROJECTS: &str = "\n[createProject]\ndoc = \"Creates a project.\"\nmethod = \"POST\"\npath = \"/projects\"\n\
    authentication = \"key\"\nrequest = \"NewProject\"\nresponse = { status = 201, type = \"Project\" }\n\
    resource = { type = \"Project\", effect = \"creates\", identity = \"id\" }\n\
    [readProject]\ndoc = \"Returns a project.\"\nmethod = \"GET\"\npath = \"/projects/{projectId}\"\n\
    authentication = \"key\"\nresponse = { status = 200, type = \"Project\" }\n\
    resource = { type = \"Project\", effect = \"reads\", identifiedBy = \"projectId\", identity = \"id\", unknown = \"not-found\" }\n\
    parameters = { projectId = { type = \"string\", format = \"uuid\", doc = \"The project.\" } }\n\
    [deleteProject]\ndoc = \"Removes a project.\"\nmethod = \"DELETE\"\npath = \"/projects/{projectId}\"\n\
    authentication = \"key\"\nresponse = { status = 204 }\n\
    resource = { type = \"Project\", effect = \"deletes\", identifiedBy = \"projectId\", identity = \"id\", unknown = \"not-found\" }\n\
    parameters = { projectId = { type = \"string\", format = \"uuid\", doc = \"The project.\" } }\n";
const PROJECT: &str = "\n[Project]\ndoc = \"A project.\"\nrequired = [\"id\", \"name\"]\n[Project.properties]\n\
    id = { type = \"string\", format = \"uuid\", doc = \"Identifies the project.\" }\n\
    name = { type = \"string\", examples = [\"Garden\"], doc = \"The name.\" }\n\
    [NewProject]\ndoc = \"A new project.\"\nrequired = [\"name\"]\n[NewProject.properties]\n\
    name = { type = \"string\", examples = [\"Garden\"], doc = \"The name.\" }\n";
const NAMED: &str =
    "projectId = { type = \"string\", format = \"uuid\", doc = \"The project.\" }\n";
const REQUIRED: &str =
    "required             = [\"title\"]\nadditionalProperties = false\n\n[NewNote.properties]";
const REQUIRED_PROJECT: &str =
    "required = [\"title\", \"projectId\"]\nadditionalProperties = false\n\n[NewNote.properties]";
const BY_PROJECT: &str = "\n[NoteQuery]\ndoc = \"Which notes.\"\n[NoteQuery.properties]\n\
    projectId = { type = \"string\", doc = \"The project.\" }\n";
const UNKNOWN_PROJECT: &str = "\n[[OPERATION.refusals]]\nid = \"unknown-project\"\ndoc = \"There is no such project.\"\n\
    error = \"no-project\"\nnames = { property = \"projectId\", type = \"Project\" }\n";
const NO_PROJECT: &str = "\n[no-project]\nstatus = 422\nerror = \"No such project\"\nretry = \"never\"\n\
    cause = \"The project does not exist.\"\n";

/// The response of an action that shows the note.
const CLOSED: &str =
    "status = 200, type = \"Note\" }\nresource = { type = \"Note\", effect = \"uses\"";
const FLAGGED: &str = "text  = { type = \"string\", examples = [\"Milk and bread\"], doc = \"The text.\" }\n\
    pinned = { type = \"boolean\", doc = \"Whether it comes first.\" }\n";
const FLAGGED_STATE: &str =
    "pinned = { type = \"boolean\", doc = \"Whether it comes first.\" }\nstate = {";
const ARCHIVED: &str = "[Note.state]\nstates = [\"open\", \"closed\", \"archived\"]\ninitial = [\"open\"]\n\
    [[Note.state.moves]]\nto = \"archived\"\nfrom = [\"open\", \"closed\"]\noperation = \"archiveNote\"\n";
const PINS: &str = "[[archiveNote.effects]]\nid = \"pins\"\ndoc = \"Pins the note.\"\nkind = \"sets\"\n\
    property = \"pinned\"\nvalue = true\n";
const GUARDED: &str = "[Note.state]\nstates = [\"open\", \"closed\", \"archived\"]\ninitial = [\"open\"]\n\
    illegal = { error = \"conflict\" }\n\
    [[Note.state.moves]]\nto = \"closed\"\nfrom = [\"open\"]\noperation = \"closeNote\"\n\
    [[Note.state.moves]]\nto = \"archived\"\nfrom = [\"closed\"]\noperation = \"archiveNote\"\n";

/// Contracts by name: the edits of the contract that `new` writes, and what becomes of it.
const CONTRACTS: &[(&str, &[Edit], Becomes)] = &[
    (
        "creations and deletions alone",
        &[
            (OPERATIONS, READ, ""),
            (OPERATIONS, UPDATE, ""),
            (TYPES, "[NoteUpdate]", "[NoteUpdate]\nlevel = \"open\""),
        ],
        Conformant(&["createNote::", "deleteNote::"]),
    ),
    (
        "illegal moves without a first state",
        &[
            (TYPES, STORED, STATED),
            (TYPES, UPDATED, ASKED),
            ("errors.toml", "", CONFLICT),
            ("lifecycles.toml", "", STATES),
            ("lifecycles.toml", "", MOVES),
        ],
        Refused("lifecycles.toml", "1:7", "nothing says in which state a new `Note` is"),
    ),
    (
        "illegal moves with a first state",
        &[
            (TYPES, STORED, STATED),
            (TYPES, UPDATED, ASKED),
            ("errors.toml", "", CONFLICT),
            ("lifecycles.toml", "", STARTS),
            ("lifecycles.toml", "", MOVES),
        ],
        Conformant(&[
            "updateNote::lifecycle::state::illegal::archived-to-open",
            "createNote::lifecycle::state::initial",
        ]),
    ),
    (
        "a filter by a guarded state",
        &[
            (TYPES, STORED, STATED),
            (TYPES, UPDATED, ASKED),
            ("errors.toml", "", CONFLICT),
            ("lifecycles.toml", "", STARTS),
            ("lifecycles.toml", "", MOVES),
            (OPERATIONS, LIST, QUERIED),
            (TYPES, "", BY_STATE),
        ],
        Conformant(&["listNotes::filters::state::archived-of-one"]),
    ),
    (
        "a path that names another resource",
        &[(OPERATIONS, "", COMMENTS), (TYPES, "", COMMENT)],
        Refused(OPERATIONS, "51:8", "`noteId` names a `Note`, and `resource` has no `parent`"),
    ),
    (
        "a body that names another resource",
        &[
            (OPERATIONS, "", PROJECTS),
            (OPERATIONS, "", UNKNOWN_PROJECT),
            (OPERATIONS, "OPERATION", "createNote"),
            (OPERATIONS, "", UNKNOWN_PROJECT),
            (OPERATIONS, "OPERATION", "updateNote"),
            ("errors.toml", "", NO_PROJECT),
            (TYPES, STORED, NAMED),
            (TYPES, CREATED, NAMED),
            (TYPES, UPDATED, NAMED),
            (TYPES, REQUIRED, REQUIRED_PROJECT),
            (TYPES, "", PROJECT),
        ],
        Conformant(&[
            "createNote::refusals::unknown-project",
            "updateNote::refusals::unknown-project",
        ]),
    ),
    (
        "a body that names another resource by any string, and a filter by it",
        &[
            (OPERATIONS, "", PROJECTS),
            (OPERATIONS, "", UNKNOWN_PROJECT),
            (OPERATIONS, "OPERATION", "createNote"),
            (OPERATIONS, LIST, QUERIED),
            ("errors.toml", "", NO_PROJECT),
            (TYPES, STORED, NAMED),
            (TYPES, CREATED, NAMED),
            (TYPES, "", PROJECT),
            (TYPES, "", BY_PROJECT),
            (
                TYPES,
                "projectId = { type = \"string\", format = \"uuid\"",
                "projectId = { type = \"string\"",
            ),
        ],
        Conformant(&["createNote::refusals::unknown-project"]),
    ),
    (
        "a parameter of the base path",
        &[("service.toml", "\"/v1\"", "\"/v1/{team}\"")],
        Refused("service.toml", "5:21", "a base path has no parameters"),
    ),
    (
        "an identity that the client chooses",
        &[(
            TYPES,
            CREATED,
            "id = { type = \"string\", format = \"uuid\", doc = \"Identifies the note.\" }\n",
        )],
        Refused(TYPES, "24:1", "a client cannot choose the identity `id`"),
    ),
    (
        "a job below a resource",
        &[(OPERATIONS, "", JOB), (TYPES, "", PRINT), ("lifecycles.toml", "", PRINT_STATES)],
        Conformant(&[
            "startPrint::lifecycle::state::started-twice",
            "readPrint::parent::noteId::another",
        ]),
    ),
    (
        "keys after the word Basic",
        &[("service.toml", "\"Bearer\"", "\"Basic\"")],
        Conformant(&["readNote::authentication::other-scheme"]),
    ),
    (
        "a key in a header of its own, and keys that permit everything",
        &[
            ("service.toml", OWN_HEADER[0].0, OWN_HEADER[0].1),
            ("service.toml", OWN_HEADER[1].0, OWN_HEADER[1].1),
            ("service.toml", OWN_HEADER[2].0, OWN_HEADER[2].1),
            ("errors.toml", OWN_HEADER[3].0, OWN_HEADER[3].1),
        ],
        Conformant(&["readNote::authentication::key-in-other-header"]),
    ),
    (
        "an operation without a key",
        &[
            (
                OPERATIONS,
                "path           = \"/notes\"\nauthentication = \"key\"\nresponse",
                "path           = \"/notes\"\nresponse",
            ),
            (
                "gaps.toml",
                "",
                "[malformed]\nquestion = \"What does a malformed request get?\"\nplace = \"errors\"\nprobe = \"malformed-request\"\n",
            ),
        ],
        Conformant(&["listNotes::malformed::path::deeper"]),
    ),
    (
        "an error as a refusal",
        &[
            (
                "errors.toml",
                "",
                "\n[full]\nstatus = 402\nerror = \"Full\"\nretry = \"never\"\ncause = \"The team has too many notes.\"\n",
            ),
            (
                OPERATIONS,
                "[readNote]",
                "[[createNote.refusals]]\nid = \"full\"\ndoc = \"The team has too many notes.\"\nerror = \"full\"\n\n[readNote]",
            ),
        ],
        Conformant(&["createNote::refusals::full"]),
    ),
    (
        "a next page that is a boolean",
        &[(OPERATIONS, LIST, PAGED), (OPERATIONS, LISTED, LISTED_IN), (TYPES, "", MORE)],
        Refused(OPERATIONS, "38:83", "`more` is not a string"),
    ),
    (
        "a list with a body",
        &[(
            OPERATIONS,
            "method         = \"GET\"\npath           = \"/notes\"\n",
            "method         = \"POST\"\npath           = \"/notes/search\"\nrequest        = \"NoteUpdate\"\n",
        )],
        Refused(OPERATIONS, "35:1", "a list has no body"),
    ),
    (
        "a nested object that requires less than the stored one",
        &[
            (TYPES, STORED, "place = { ref = \"Place\" }\n"),
            (TYPES, UPDATED, "place = { ref = \"PlaceUpdate\" }\n"),
            (TYPES, "", PLACE),
        ],
        Refused(TYPES, "51:1", "`name` is optional here, and required where it is stored"),
    ),
    (
        "a path with dots",
        &[(
            OPERATIONS,
            "path           = \"/notes\"\nauthentication = \"key\"\nrequest",
            "path           = \"/all/../notes\"\nauthentication = \"key\"\nrequest",
        )],
        Refused(OPERATIONS, "6:18", "clients remove the segments `.` and `..` of a path"),
    ),
    (
        "webhooks to which nobody subscribes",
        &[
            (
                "events.toml",
                "",
                "[hook]\ndoc = \"Tells of notes.\"\ntransport = \"webhook\"\ntype = \"Hook\"\nevents = { made = { doc = \"A note was made.\" } }\n",
            ),
            (
                TYPES,
                "",
                "\n[Hook]\ndoc = \"Where to.\"\nrequired = [\"url\"]\n[Hook.properties]\nurl = { type = \"string\", format = \"uri\", doc = \"The address.\" }\n",
            ),
        ],
        Refused("events.toml", "4:8", "no request has a `Hook`, so nobody can subscribe"),
    ),
    (
        "an effect of a type that is stored",
        &[(
            TYPES,
            "[Problem]",
            "[[NoteUpdate.effects]]\nid = \"text-names\"\ndoc = \"A text sets the title.\"\nkind = \"sets\"\nwhen = { path = \"text\", given = true }\nproperty = \"title\"\nvalue = \"Texted\"\n\n[Problem]",
        )],
        Refused(TYPES, "35:1", "no case tests the effect of a type that an operation stores"),
    ),
    (
        "a move by an action, and a property that an action sets",
        &[
            (TYPES, STORED, STATED),
            (TYPES, "state = {", FLAGGED_STATE),
            (TYPES, CREATED, FLAGGED),
            (OPERATIONS, "", SHARE),
            (OPERATIONS, "", PINS),
            ("lifecycles.toml", "", ARCHIVED),
        ],
        Conformant(&[
            "archiveNote::lifecycle::state::open-to-archived",
            "archiveNote::effects::pins",
        ]),
    ),
    (
        "moves by actions, of which some are illegal",
        &[
            (TYPES, STORED, STATED),
            (OPERATIONS, "", SHARE),
            (OPERATIONS, "[archiveNote]", "[closeNote]"),
            (OPERATIONS, "/archive\"", "/close\""),
            (OPERATIONS, "status = 204 }\nresource = { type = \"Note\", effect = \"uses\"", CLOSED),
            (OPERATIONS, "", SHARE),
            ("errors.toml", "", CONFLICT),
            ("lifecycles.toml", "", GUARDED),
        ],
        Conformant(&[
            "closeNote::lifecycle::state::open-to-closed",
            "archiveNote::lifecycle::state::closed-to-archived",
            "archiveNote::lifecycle::state::illegal::open-to-archived",
            "closeNote::lifecycle::state::illegal::archived-to-closed",
        ]),
    ),
    (
        "an action from a state into which no request leads",
        &[
            (TYPES, STORED, STATED),
            (OPERATIONS, "", SHARE),
            ("lifecycles.toml", "", ARCHIVED),
            ("lifecycles.toml", "from = [\"open\", \"closed\"]", "from = [\"closed\"]"),
        ],
        Refused(
            "lifecycles.toml",
            "7:13",
            "no request brings a `Note` into a state from which `archiveNote` leads",
        ),
    ),
    (
        "an update that sets a property with each request",
        &[(
            OPERATIONS,
            "[readNote]",
            "[[updateNote.effects]]\nid = \"pins\"\ndoc = \"Pins.\"\nkind = \"sets\"\nproperty = \"title\"\nvalue = \"x\"\n\n[readNote]",
        )],
        Refused(
            OPERATIONS,
            "12:1",
            "only an action on a resource sets a property with each request",
        ),
    ),
];

fn pages(edits: &[Edit]) -> Vec<Source> {
    let edits: Vec<_> =
        edits.iter().map(|(page, find, put)| (*page, *find, (*put).to_owned())).collect();
    edited(&edits)
}

/// Returns what is wrong with the outcome of a contract.
fn wrong(edits: &[Edit], becomes: &Becomes) -> Option<String> {
    let pages = pages(edits);
    let (page, place, message) = match (Spec::read(&pages), becomes) {
        (Ok(spec), Conformant(cases)) => return works(spec, &pages, cases),
        (Ok(_), Refused(..)) => return Some("the contract is accepted".to_owned()),
        (Err(mistakes), Conformant(_)) => return Some(mistakes.render(false)),
        (Err(mistakes), Refused(page, place, message)) => match mistakes.0.as_slice() {
            [one] if one.file() == *page && one.message() == *message => {
                let (line, column) = one.line_and_column();
                return (format!("{line}:{column}") != **place).then(|| mistakes.render(false));
            }
            _ => (page, place, mistakes.render(false)),
        },
    };
    Some(format!("expected at {page}:{place}, but:\n{message}"))
}

fn works(spec: Spec, pages: &[Source], cases: &[&str]) -> Option<String> {
    let suite = Suite::new(spec);
    let all = coverage(&suite.spec, &suite.cases, &Exemptions::default());
    let silent = warnings(pages, &all);
    let mut target = Target::from_base_url("http://nowhere.example");
    target.provision_by_contract(&suite.spec, &suite.cases, 1);
    let mistakes = target.mistakes(&suite.spec, &suite.cases);
    let mistakes = mistakes.into_iter().map(|it| it.message).filter(|it| it.contains("[provision"));
    let lacks =
        cases.iter().filter(|start| !suite.cases.iter().any(|case| case.id.starts_with(**start)));
    let lacks = lacks.map(|start| format!("no case {start}"));
    let silent = silent.0.iter().map(ToString::to_string);
    let wrong: Vec<String> =
        mistakes.chain(lacks).chain(left_out(&suite.spec)).chain(silent).collect();
    if wrong.is_empty() {
        assert_passes(&suite);
        assert_covered(&suite);
    }
    (!wrong.is_empty()).then(|| wrong.join("\n"))
}

/// Contracts whose mutants are hunted, too.
const AUDITED: [&str; 2] = [
    "a body that names another resource",
    "a key in a header of its own, and keys that permit everything",
];

#[test]
fn each_mutant_of_what_the_language_has_beyond_openapi_is_noticed() {
    let chosen = std::env::var("ROW").ok();
    let is_chosen = |name: &str| chosen.as_ref().is_none_or(|it| name.contains(it.as_str()));
    let rows = CONTRACTS.iter().filter(|(name, ..)| AUDITED.contains(name) && is_chosen(name));
    for (_, edits, _) in rows {
        let spec = Spec::read(&pages(edits)).expect("an accepted contract");
        let suite = Suite::new(spec);
        let mutants = webdata_audit::mutants::all(&suite.spec);
        assert_noticed(&suite, &mutants);
    }
}

#[test]
fn each_contract_works_or_is_refused_at_its_line() {
    let chosen = std::env::var("ROW").ok();
    let rows = CONTRACTS
        .iter()
        .filter(|(name, ..)| chosen.as_ref().is_none_or(|it| name.contains(it.as_str())));
    let failures = rows.filter_map(|(name, edits, becomes)| {
        let wrong = std::panic::catch_unwind(|| wrong(edits, becomes));
        let wrong = wrong.unwrap_or_else(|cause| {
            Some(cause.downcast_ref::<String>().cloned().unwrap_or_else(|| "it panics".to_owned()))
        });
        Some(format!("== {name}:\n{}", wrong?))
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
