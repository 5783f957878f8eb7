//! The contract that `new` writes, with an edit: what its pages can say goes the whole way, and rules at random never lead
//! to cases that are wrong.

use std::path::Path;

use serde_json::json;
use webdata_audit::mutants;
use webdata_cases::coverage::coverage;
use webdata_cases::derive::left_out;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::{Source, Spec, sources};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::target::Target;

use crate::audit::assert_noticed;
use crate::contract::{self, assert_covered, assert_passes, run_behind};
use crate::exploration::assert_nothing_behind;

/// A page, a string that the page has, and what replaces the string. An empty string stands for the end of the page.
pub(crate) type Edit = (&'static str, &'static str, &'static str);

/// The type of the notes, and the two types that requests send.
pub(crate) const STORED: &str = "text  = { type = \"string\", doc = \"The text.\" }\n";
pub(crate) const CREATED: &str =
    "text  = { type = \"string\", examples = [\"Milk and bread\"], doc = \"The text.\" }\n";
pub(crate) const UPDATED: &str =
    "text  = { type = \"string\", examples = [\"Water the roses\"], doc = \"The text.\" }\n";

/// Replacements on the pages of the service and of its errors, so that the key has a header of its own, and every key
/// permits everything.
pub(crate) const OWN_HEADER: [(&str, &str); 4] = [
    ("scheme    = \"Bearer\"\n", ""),
    ("\"Authorization\"", "\"X-Api-Key\""),
    ("forbidden = \"no-permission\"\n", ""),
    (
        "[no-permission]\n\
         status = 403\n\
         error  = \"No permission\"\n\
         retry  = \"never\"\n\
         cause  = \"The key may not do this.\"\n\n",
        "",
    ),
];

/// The response to a deletion.
const DELETED: &str = "response       = { status = 204 }";

/// Returns the pages of the contract that `new` writes.
pub(crate) fn template() -> Vec<Source> {
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("template")).expect("the pages")
}

pub(crate) fn edited(edits: &[(&str, &str, String)]) -> Vec<Source> {
    let mut pages = template();
    for (name, find, put) in edits {
        if !pages.iter().any(|page| page.name == *name) {
            pages.push(Source { name: (*name).to_owned(), text: String::new() });
        }
        let page = pages.iter_mut().find(|page| page.name == *name).expect("the page");
        if find.is_empty() {
            page.text.push_str(put);
        } else {
            assert!(page.text.contains(find), "no {find:?} in {name}");
            page.text = page.text.replace(find, put);
        }
    }
    pages
}

fn suite(edits: &[Edit]) -> Suite {
    let edits: Vec<_> =
        edits.iter().map(|(page, find, put)| (*page, *find, (*put).to_owned())).collect();
    let spec = Spec::read(&edited(&edits));
    Suite::new(spec.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false))))
}

/// Asserts that every case of an edited contract passes, that there are cases whose identities begin so, and that no
/// case was left out.
fn check(edits: &[Edit], cases: &[&str]) -> Suite {
    let suite = suite(edits);
    assert_passes(&suite);
    for start in cases {
        let mut ids = suite.cases.iter().map(|case| case.id.as_str());
        assert!(ids.any(|id| id.starts_with(start)), "no case {start}");
    }
    suite
}

/// Adds a property to the notes, and to what requests send.
fn property(line: &'static str) -> [(&'static str, &'static str, String); 3] {
    [STORED, CREATED, UPDATED].map(|after| ("types/note.toml", after, format!("{after}{line}\n")))
}

fn with_property(line: &'static str, more: &[Edit]) -> Suite {
    let more = more.iter().map(|(page, find, put)| (*page, *find, (*put).to_owned()));
    let edits: Vec<_> = property(line).into_iter().chain(more).collect();
    let spec = Spec::read(&edited(&edits));
    Suite::new(spec.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false))))
}

fn has(suite: &Suite, start: &str) -> bool {
    suite.cases.iter().any(|case| case.id.starts_with(start))
}

#[test]
fn a_deletion_may_have_a_body() {
    let note = "response       = { status = 200, type = \"Note\" }";
    check(&[("operations.toml", DELETED, note)], &["deleteNote::response::shape"]);
    let gone = "response       = { status = 200, type = \"Gone\" }";
    let types = "\n[Gone]\ndoc = \"It is gone.\"\nrequired = [\"success\", \"title\"]\n\
                 [Gone.properties]\nsuccess = { type = \"boolean\", doc = \"True.\" }\n\
                 title = { type = \"string\", minLength = 2, doc = \"A farewell.\" }\n";
    let edits = [("operations.toml", DELETED, gone), ("types/note.toml", "", types)];
    check(&edits, &["deleteNote::response::shape"]);
}

#[test]
fn a_contract_may_create_and_delete_alone() {
    let mut pages = template();
    let page = pages.iter_mut().find(|page| page.name == "operations.toml").expect("the page");
    let operations = page.text.split("\n[").filter(|text| {
        !["readNote]", "updateNote]", "listNotes]"].iter().any(|start| text.starts_with(start))
    });
    page.text = operations.collect::<Vec<_>>().join("\n[");
    let types = pages.iter_mut().find(|page| page.name == "types/note.toml").expect("the page");
    let (notes, update) = ("[Notes]", "[NoteUpdate]");
    let (before, rest) = types.text.split_once(notes).expect("the list");
    let rest = rest.split_once("[NewNote]").expect("the creation").1;
    let (created, rest) = rest.split_once(update).expect("the update");
    let problem = rest.split_once("[Problem]").expect("the error").1;
    types.text = format!("{before}[NewNote]{created}[Problem]{problem}");
    let suite = Suite::new(Spec::read(&pages).expect("a valid contract"));
    let report = assert_passes(&suite);
    assert!(report.cases.iter().any(|case| case.id.starts_with("deleteNote::")));
}

const STATES: &str = "[State]\nenum = [\"open\", \"closed\"]\ndoc = \"The state.\"\n";
const MOVES: &str = "[Note.state]\nstates = [\"open\", \"closed\"]\n\
    [[Note.state.moves]]\nto = \"closed\"\noperation = \"updateNote\"\n\
    [[Note.state.moves]]\nto = \"open\"\noperation = \"updateNote\"\n";

#[test]
fn the_states_of_a_lifecycle_may_be_a_type() {
    let edits = [("types/note.toml", "", STATES), ("lifecycles.toml", "", MOVES)];
    let suite = with_property("state = { ref = \"State\" }", &edits);
    assert_passes(&suite);
    assert_covered(&suite);
    for case in ["open-to-closed", "closed-to-open"] {
        assert!(has(&suite, &format!("updateNote::lifecycle::state::{case}")), "{case}");
    }
}

/// A note is closed before it is archived; only a closed one is opened again.
pub(crate) const GUARDED: &str = "[Note.state]\nstates = [\"open\", \"closed\", \"archived\"]\nillegal = { error = \"conflict\" }\n\
    [[Note.state.moves]]\nto = \"closed\"\nfrom = [\"open\"]\noperation = \"updateNote\"\n\
    [[Note.state.moves]]\nto = \"open\"\nfrom = [\"closed\"]\noperation = \"updateNote\"\n\
    [[Note.state.moves]]\nto = \"archived\"\nfrom = [\"closed\"]\noperation = \"updateNote\"\n";
pub(crate) const CONFLICT: &str = "\n[conflict]\nstatus = 409\nerror = \"Conflict\"\nretry = \"never\"\ncause = \"The state forbids it.\"\n";

#[test]
fn an_illegal_move_earns_its_error() {
    let states = "[\"open\", \"closed\", \"archived\"]";
    let line = |after: &str, values: &str| {
        format!("{after}state = {{ enum = {values}, doc = \"The state.\" }}\n").leak() as &str
    };
    let edits = [
        ("types/note.toml", STORED, line(STORED, states)),
        ("types/note.toml", CREATED, line(CREATED, "[\"open\"]")),
        ("types/note.toml", UPDATED, line(UPDATED, states)),
        ("errors.toml", "", CONFLICT),
        ("lifecycles.toml", "", GUARDED),
    ];
    let legal = ["open-to-closed", "closed-to-open", "closed-to-archived"];
    let illegal = ["open-to-archived", "archived-to-open", "archived-to-closed"];
    let legal = legal.map(|name| format!("updateNote::lifecycle::state::{name}"));
    let illegal = illegal.map(|name| format!("updateNote::lifecycle::state::illegal::{name}"));
    let all: Vec<&str> = legal.iter().chain(&illegal).map(String::as_str).collect();
    let suite = check(&edits, &all);
    assert_covered(&suite);
    let of_moves = suite.cases.iter().filter(|case| case.id.contains("::lifecycle::"));
    assert_eq!(of_moves.count(), all.len());
    // Set-ups make legal moves only: an archived note was closed before.
    let archived = suite.cases.iter().find(|case| case.id == illegal[1]).expect("the case");
    let asked =
        archived.steps.iter().map(|step| step.request.body.as_json().map(|it| &it["state"]));
    assert_eq!(
        asked.collect::<Vec<_>>(),
        [
            Some(&json!("open")),
            Some(&json!("closed")),
            Some(&json!("archived")),
            Some(&json!("open")),
            None
        ]
    );
    // No other request for an update asks for a listed state.
    let others = suite.cases.iter().filter(|case| !case.id.contains("::lifecycle::"));
    for step in others.flat_map(|case| &case.steps) {
        let state = step.request.body.as_json().and_then(|body| body.get("state"));
        let is_update = step.request.operation.as_deref() == Some("updateNote");
        let is_listed = ["open", "closed", "archived"].iter().any(|it| state == Some(&json!(it)));
        assert!(!is_update || !is_listed, "{:?}", step.request);
    }
    let mutants: Vec<_> = mutants::all(&suite.spec)
        .into_iter()
        .filter(|it| {
            it.clause.as_str().contains("Note.state")
                || it.clause.as_str().contains("NoteUpdate.state")
        })
        .collect();
    let names: Vec<&str> = mutants.iter().map(|it| it.id.as_str()).collect();
    for end in
        ["illegal/ignored", "illegal/moves-from-archived-to-open", "illegal/answered-with-invalid"]
    {
        assert!(names.iter().any(|name| name.ends_with(end)), "no {end}: {names:?}");
    }
    assert_noticed(&suite, &mutants);
    let error = suite.spec.operation_causes(&suite.spec.operations["updateNote"]);
    assert!(error.iter().any(|(row, cause)| row.id == "conflict" && cause.contains("`state`")));
    assert_nothing_behind(&suite, |router| router);
    let page = suite.spec.reference_page("");
    assert!(
        page.contains("a request that changes `state` in another way results in [conflict]"),
        "{page}"
    );
    let open_api = suite.spec.open_api();
    assert_eq!(
        open_api["x-lifecycles"][0]["illegal"],
        json!({ "error": "conflict", "level": "must" })
    );
    assert!(open_api["paths"]["/v1/notes/{noteId}"]["patch"]["responses"]["409"].is_object());
}

#[test]
fn a_contract_without_a_text_prints_no_heading() {
    let suite = Suite::new(Spec::read(&template()).expect("a valid contract"));
    assert!(suite.clauses.values().all(|clause| clause.source.is_empty()));
    let printed = [
        suite.spec.reference_page(""),
        suite.spec.open_api().to_string(),
        serde_json::to_string(&suite.cases).expect("cases are JSON"),
    ];
    for text in printed {
        for empty in ["Contract", "\"source\"", "x-source", "()", "(; ", "; )", ", :"] {
            assert!(!text.contains(empty), "{empty}");
        }
    }
}

#[test]
fn listed_values_that_are_open_are_neither_sent_nor_judged() {
    let line = "mood = { enum = [\"glad\", \"sad\"], level = \"open\", doc = \"The mood.\" }";
    let suite = with_property(line, &[]);
    assert_passes(&suite);
    assert_covered(&suite);
    let sent = suite.cases.iter().flat_map(|case| &case.steps);
    let mut bodies = sent.filter_map(|step| step.request.body.as_json());
    assert!(
        !bodies.any(|body| body.get("mood").is_some_and(|mood| mood == "glad" || mood == "sad"))
    );
    // A server that returns another value is not accused.
    let required = [
        (
            "types/note.toml",
            "required = [\"id\", \"title\"]",
            "required = [\"id\", \"title\", \"mood\"]",
        ),
        (
            "types/note.toml",
            STORED,
            "text  = { type = \"string\", doc = \"The text.\" }\nmood = { enum = [\"calm\"], doc = \"The mood.\" }\n",
        ),
    ];
    let selection = Selection { filters: vec!["readNote::".to_owned()], ..Selection::default() };
    let report = run_behind(&suite, self::suite(&required).spec, &selection, 2, |router| router);
    assert!(report.cases.len() > 5);
    let failed = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
    assert_eq!(failed.map(|case| case.id.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
}

const RULE: &str = "\n[[NewNote.rules]]\nid = \"r\"\ndoc = \"A rule.\"\n";

#[test]
fn a_rule_may_demand_a_value_or_an_absence() {
    for rule in [
        "when = { path = \"text\", equals = \"Milk and bread\" }\nrequires = { path = \"title\", equals = \"Shopping\" }",
        "when = { path = \"text\", equals = \"Milk and bread\" }\nrequires = { path = \"tags[]\", equals = \"b\" }",
        "when = { path = \"text\", given = true }\nrequires = { path = \"tags\", given = false }",
        "when = { path = \"tags\", nonEmpty = true }\nunless = { path = \"title\", equals = \"Shopping\" }\n\
         requires = { path = \"text\", given = true }",
    ] {
        let line = "tags = { type = \"array\", items = { type = \"string\" }, examples = [[\"a\"]], doc = \"Tags.\" }";
        let rule = format!("{RULE}{rule}\n").leak();
        let suite = with_property(line, &[("types/note.toml", "", rule)]);
        assert_passes(&suite);
        assert!(has(&suite, "createNote::rules::r"), "{rule}");
        let breaks = suite.cases.iter().filter_map(|case| case.breaks.as_ref());
        assert!(breaks.into_iter().any(|clause| clause.as_str() == "NewNote.rules.r"), "{rule}");
        assert_covered(&suite);
    }
}

#[test]
fn each_mutant_is_noticed_where_rules_exclude_properties_and_items() {
    let line = "tags = { type = \"array\", items = { type = \"string\" }, examples = [[\"a\"]], doc = \"Tags.\" }";
    for (owner, when, requires) in [
        ("NoteUpdate", "path = \"text\", given = true", "path = \"tags\", given = false"),
        (
            "NewNote",
            "path = \"text\", equals = \"Milk and bread\"",
            "path = \"tags[]\", equals = \"b\"",
        ),
    ] {
        let rule = format!(
            "\n[[{owner}.rules]]\nid = \"r\"\ndoc = \"A rule.\"\nwhen = {{ {when} }}\nrequires = {{ {requires} }}\n"
        );
        let suite = with_property(line, &[("types/note.toml", "", rule.leak())]);
        assert_passes(&suite);
        assert_noticed(&suite, &mutants::all(&suite.spec));
    }
}

#[test]
fn a_rule_of_an_object_within_the_body_has_cases() {
    let place = "\n[Place]\ndoc = \"A place.\"\n[Place.properties]\n\
        kind = { enum = [\"home\", \"shop\"], doc = \"The kind.\" }\n\
        name = { type = \"string\", examples = [\"Corner shop\"], doc = \"The name.\" }\n\
        [[Place.rules]]\nid = \"shop-has-name\"\ndoc = \"A shop has a name.\"\n\
        when = { path = \"kind\", equals = \"shop\" }\nrequires = { path = \"name\", given = true }\n";
    let suite = with_property("place = { ref = \"Place\" }", &[("types/note.toml", "", place)]);
    assert_passes(&suite);
    assert_eq!(left_out(&suite.spec), Vec::<String>::new());
    for case in [
        "place::rules::shop-has-name::broken",
        "place::rules::shop-has-name::kept",
        "place.kind::enum::shop",
    ] {
        assert!(has(&suite, &format!("createNote::{case}")), "{case}");
    }
}

#[test]
fn no_case_of_the_contracts_is_left_out() {
    for name in ["cards", "drafts", "parcels", "bakery"] {
        assert_eq!(left_out(&contract::suite(name).spec), Vec::<String>::new(), "{name}");
    }
    let spec = Spec::read(&template()).expect("a valid contract");
    assert_eq!(left_out(&spec), Vec::<String>::new());
}

/// A generator of numbers that is the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn of<'v>(&mut self, values: &[&'v str]) -> &'v str {
        values[self.below(values.len())]
    }
}

/// Conditions on the properties of the pages with random rules.
const CONDITIONS: [&str; 18] = [
    "path = \"text\", given = true",
    "path = \"text\", given = false",
    "path = \"text\", nonEmpty = true",
    "path = \"text\", equals = \"Milk\"",
    "path = \"mood\", equals = \"sad\"",
    "path = \"mood\", given = true",
    "path = \"mood\", given = false",
    "path = \"done\", equals = true",
    "path = \"done\", equals = false",
    "path = \"done\", given = true",
    "path = \"count\", equals = 3",
    "path = \"count\", given = false",
    "path = \"tags\", nonEmpty = true",
    "path = \"tags\", given = false",
    "path = \"tags[]\", equals = \"b\"",
    "path = \"place.kind\", equals = \"shop\"",
    "path = \"place\", given = true",
    "path = \"title\", equals = \"Shopping\"",
];

/// Returns pages with rules at random, of the body and of an object within.
fn random_rules(numbers: &mut Numbers) -> Vec<Source> {
    let mut rules = String::new();
    for index in 0..1 + numbers.below(3) {
        let (owner, conditions) = match numbers.below(4) {
            0 => (
                "Place",
                &[
                    "path = \"kind\", equals = \"shop\"",
                    "path = \"name\", given = true",
                    "path = \"name\", given = false",
                    "path = \"kind\", given = true",
                ][..],
            ),
            1 => ("NoteUpdate", &CONDITIONS[..]),
            _ => ("NewNote", &CONDITIONS[..]),
        };
        let (when, requires) = (numbers.of(conditions), numbers.of(conditions));
        rules.push_str(&format!(
            "\n[[{owner}.rules]]\nid = \"r{index}\"\ndoc = \"A rule.\"\nwhen = {{ {when} }}\n"
        ));
        if numbers.below(3) == 0 {
            rules.push_str(&format!("unless = {{ {} }}\n", numbers.of(conditions)));
        }
        rules.push_str(&format!("requires = {{ {requires} }}\n"));
        if owner == "NoteUpdate" && numbers.below(2) == 0 {
            rules.push_str("judged = \"after-update\"\n");
        }
    }
    let types = "\n[Place]\ndoc = \"A place.\"\n[Place.properties]\n\
        kind = { enum = [\"home\", \"shop\"], doc = \"The kind.\" }\n\
        name = { type = \"string\", examples = [\"Corner shop\"], doc = \"The name.\" }\n";
    let properties = "mood = { enum = [\"glad\", \"sad\"], doc = \"The mood.\" }\n\
        done = { type = \"boolean\", doc = \"Whether it is done.\" }\n\
        count = { type = \"integer\", minimum = 1, doc = \"How many.\" }\n\
        tags = { type = \"array\", items = { enum = [\"a\", \"b\"] }, maxItems = 3, doc = \"Tags.\" }\n\
        place = { ref = \"Place\" }";
    let edits: Vec<_> = property(properties)
        .into_iter()
        .chain([("types/note.toml", "", format!("{types}{rules}"))])
        .collect();
    edited(&edits)
}

/// Reads contracts with random rules. The plan accepts every case, and the reference server passes the cases of the first
/// `served` contracts; rules have cases, and few cases are left out.
fn check_rules_at_random(pages: usize, served: usize) {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut rules, mut covered, mut cases, mut without) = (0, 0, 0, 0);
    for page in 0..pages {
        let pages = random_rules(&mut numbers);
        let text = || pages.iter().find(|page| page.name == "types/note.toml").map(|it| &it.text);
        // The reader may refuse a condition that no value meets.
        let Ok(spec) = Spec::read(&pages) else { continue };
        let suite = Suite::new(spec);
        let target = Target::from_base_url("http://nowhere.example");
        if let Err(error) = suite.plan(&target, &Selection::default()) {
            let error = error.to_string();
            assert!(error.contains("the target lacks"), "{error}\n{:?}", text());
        }
        for coverage in coverage(&suite.spec, &suite.cases, &Exemptions::default()) {
            if coverage.clause.id.as_str().contains(".rules.") {
                rules += 1;
                covered += usize::from(!coverage.is_missing());
            }
        }
        if page < served {
            without += left_out(&suite.spec).len();
            cases += suite.cases.len();
            assert_passes(&suite);
        }
    }
    println!("{covered} of {rules} rules have a case; {without} beside {cases} cases are left out");
    assert!(rules > pages && covered * 10 > rules * 8, "{covered} of {rules} rules have a case");
    assert!(without * 20 < cases, "{without} cases are left out beside {cases}");
}

#[test]
fn rules_at_random_never_lead_to_cases_that_are_wrong() {
    check_rules_at_random(200, 4);
}

/// The tests of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn a_thousand_rules_at_random_never_lead_to_cases_that_are_wrong() {
        check_rules_at_random(1000, 40);
    }
}
