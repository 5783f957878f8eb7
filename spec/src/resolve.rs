//! Builds the model from the pages: looks names up, and parses strings into types.
//!
//! An entry that cannot be resolved is reported and left out, so that one run finds every mistake.

mod constraints;
mod lifecycles;
mod operations;
mod parents;
mod schemas;

use indexmap::IndexMap;

use crate::diagnostic::Diagnostic;
use crate::document::{Document, EntryPart};
use crate::model::{
    Charge, Condition, ErrorRow, ErrorText, Profile, Service, ServiceLimit, Spec, StandIn,
};
use crate::page::{
    ChargePage, ErrorPage, ErrorsPage, LimitsPage, Page, Pages, ProfilesPage, WordingWord,
};

pub(crate) use self::constraints::{is_map, limited_kind, operand};
pub(crate) use self::schemas::kind;

/// Resolves all pages.
pub(crate) fn resolve(pages: &Pages) -> (Spec, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(pages);
    let mut spec = Spec {
        service: resolver.service(&pages.service),
        errors: resolver.errors(&pages.errors),
        types: resolver.types(&pages.types),
        operations: resolver.operations(&pages.operations),
        lifecycles: resolver.lifecycles(&pages.lifecycles),
        limits: resolver.limits(&pages.limits),
        charges: resolver.charges(&pages.limits),
        channels: resolver.channels(&pages.events),
        gaps: resolver.gaps(&pages.gaps),
        profiles: profiles(&pages.profiles),
        hash: String::new(),
    };
    lifecycles::add_implied(&mut spec);
    add_stand_ins(&mut spec);
    (spec, resolver.mistakes)
}

/// Sets `stand_in` of each property that names a resource.
fn add_stand_ins(spec: &mut Spec) {
    for (type_name, named) in spec.named_resources() {
        let parameter = spec.identity_parameter(&named.type_name).map(str::to_owned);
        let Some(parameter) = parameter else { continue };
        let number = spec.operations.values().filter_map(|it| it.resource.as_ref());
        let number = number.take_while(|it| it.type_name != named.type_name).count();
        let tokens = [0, 1].map(|index| format!("5bd00000-0000-4000-800{index}-{number:012}"));
        let body = spec.types.get_mut(&type_name).and_then(|named| named.schema.object_mut());
        if let Some(property) = body.and_then(|it| it.properties.get_mut(&named.property)) {
            property.schema.stand_in = Some(StandIn { parameter, tokens });
        }
    }
}

/// The mistakes so far, and the names that pages may refer to.
struct Resolver<'p> {
    pages: &'p Pages,
    mistakes: Vec<Diagnostic>,
    errors: Vec<&'p str>,
    types: Vec<&'p str>,
    operations: Vec<&'p str>,
    gaps: Vec<&'p str>,
    channels: Vec<&'p str>,
    team_states: Vec<&'p str>,
    tags: Vec<&'p str>,
}

/// The kinds of things that an entry can refer to.
#[derive(Clone, Copy)]
enum ReferenceKind {
    Error,
    Type,
    Operation,
    Gap,
    Channel,
    TeamState,
    Tag,
}

impl<'p> Resolver<'p> {
    /// Collects the names that pages may refer to.
    fn new(pages: &'p Pages) -> Self {
        Self {
            pages,
            mistakes: Vec::new(),
            errors: keys(&pages.errors),
            types: pages.types.iter().flat_map(|(_, page)| keys(page)).collect(),
            operations: keys(&pages.operations),
            gaps: keys(&pages.gaps),
            channels: keys(&pages.events),
            team_states: pages.service.document.keys(&["teamStates".to_owned()]),
            tags: pages.service.document.keys(&["tags".to_owned()]),
        }
    }

    fn push(&mut self, mistake: Diagnostic) {
        self.mistakes.push(mistake);
    }

    fn report(&mut self, mistake: Diagnostic, help: impl Into<String>) {
        self.push(mistake.with_help(help));
    }

    /// Reports that something is missing at a place, unless a key there was reported before.
    fn report_missing(
        &mut self,
        place: &EntryPlace<'_>,
        mistake: Diagnostic,
        help: impl Into<String>,
    ) {
        if !place.is_incomplete() {
            self.report(mistake, help);
        }
    }

    /// Returns the name if it exists, and reports it otherwise.
    fn refer(&mut self, kind: ReferenceKind, name: &str, place: &EntryPlace<'_>) -> Option<String> {
        let (what, known) = match kind {
            ReferenceKind::Error => ("error", &self.errors),
            ReferenceKind::Type => ("type", &self.types),
            ReferenceKind::Operation => ("operation", &self.operations),
            ReferenceKind::Gap => ("gap", &self.gaps),
            ReferenceKind::Channel => ("channel", &self.channels),
            ReferenceKind::TeamState => ("team state", &self.team_states),
            ReferenceKind::Tag => ("tag", &self.tags),
        };
        if known.contains(&name) {
            return Some(name.to_owned());
        }
        let mistake = place.unknown(what, name, known);
        self.push(mistake);
        None
    }

    /// Reports the name of an optional key if there is no such name.
    fn refer_given(&mut self, kind: ReferenceKind, name: Option<&String>, place: &EntryPlace<'_>) {
        if let Some(name) = name {
            self.refer(kind, name, place);
        }
    }
}

/// Returns the names on a page, including entries that were rejected: a reference to them is not reported
/// too.
fn keys<T>(page: &Page<T>) -> Vec<&str> {
    page.document.keys(&[])
}

/// The place of an entry: a page, and the keys that lead to the entry.
#[derive(Clone)]
pub(crate) struct EntryPlace<'p> {
    document: &'p Document,
    path: Vec<String>,
}

impl<'p> EntryPlace<'p> {
    pub(crate) fn new(document: &'p Document) -> Self {
        Self { document, path: Vec::new() }
    }

    /// Returns the place of a key of this entry.
    pub(crate) fn at(&self, key: &str) -> Self {
        let path = self.path.iter().cloned().chain([key.to_owned()]).collect();
        Self { document: self.document, path }
    }

    /// Returns the place of an item of this list.
    pub(crate) fn item(&self, index: usize) -> Self {
        self.at(&index.to_string())
    }

    /// Returns each item of the list at a key, with its place.
    pub(crate) fn each<T, I: IntoIterator<Item = T>>(
        &self,
        key: &str,
        items: I,
    ) -> impl Iterator<Item = (Self, T)> + use<'p, T, I> {
        let list = self.at(key);
        items.into_iter().enumerate().map(move |(index, item)| (list.item(index), item))
    }

    /// Returns the name of the page.
    pub(crate) fn file(&self) -> &'p str {
        &self.document.name
    }

    /// Returns the keys that lead to the entry.
    pub(crate) fn path(&self) -> &[String] {
        &self.path
    }

    /// Returns the keys that the table has on the page.
    pub(crate) fn keys(&self) -> Vec<&'p str> {
        self.document.keys(&self.path)
    }

    /// Returns whether a key of the entry was reported before; what seems to be missing may be that key.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.document.is_incomplete(&self.path)
    }

    /// Creates a diagnostic that points to the value.
    pub(crate) fn value(&self, message: impl Into<String>) -> Diagnostic {
        self.document.mistake(&self.path, EntryPart::Value, message)
    }

    /// Creates a diagnostic that points to the key of the entry.
    pub(crate) fn entry(&self, message: impl Into<String>) -> Diagnostic {
        self.document.mistake(&self.path, EntryPart::Key, message)
    }

    /// Creates a diagnostic for a value that is not one of the known names.
    pub(crate) fn unknown(&self, what: &str, name: &str, known: &[&str]) -> Diagnostic {
        self.value(format!("unknown {what} `{name}`")).with_names(name, known)
    }

    /// Creates a diagnostic for a key that is not one of the known names.
    pub(crate) fn unknown_key(&self, what: &str, name: &str, known: &[&str]) -> Diagnostic {
        self.entry(format!("unknown {what} `{name}`")).with_names(name, known)
    }
}

impl Resolver<'_> {
    fn service(&mut self, page: &Page<Service>) -> Service {
        let place = EntryPlace::new(&page.document);
        let mut service = page.content.clone();
        // An unknown name is reported here. The values are read only if nothing is reported.
        self.refer(ReferenceKind::Type, &service.error_body, &place.at("errorBody"));
        self.refer(ReferenceKind::Error, &service.unknown_path, &place.at("unknownPath"));
        let failure = place.at("validationFailure");
        self.refer(ReferenceKind::Error, &service.validation_failure, &failure);
        self.error_list(&service.errors, &[], &place.at("errors"));
        for (id, scheme) in &mut service.authentication {
            let place = place.at("authentication").at(id);
            self.refer(ReferenceKind::Error, &scheme.rejected, &place.at("rejected"));
            if let Some(forbidden) = &scheme.forbidden {
                self.refer(ReferenceKind::Error, forbidden, &place.at("forbidden"));
            }
            scheme.id.clone_from(id);
        }
        service
    }

    fn errors(&mut self, page: &Page<ErrorsPage>) -> IndexMap<String, ErrorRow> {
        let place = EntryPlace::new(&page.document);
        let rows = page.content.iter().filter_map(|(id, row)| {
            let row = ErrorRow {
                id: id.clone(),
                status: row.status,
                text: self.error_text(row, &place.at(id))?,
                words: row.error_words.clone(),
                gap: row.gap.clone(),
                code: row.code.clone(),
                retry: row.retry,
                cause: row.cause.clone(),
                level: row.level,
                source: row.source.clone(),
            };
            Some((id.clone(), row))
        });
        rows.collect()
    }

    fn error_text(&mut self, page: &ErrorPage, place: &EntryPlace<'_>) -> Option<ErrorText> {
        self.refer_given(ReferenceKind::Gap, page.gap.as_ref(), &place.at("gap"));
        if page.error.is_none() && place.keys().contains(&"wording") {
            let mistake = place.at("wording").entry("`wording` has no meaning without `error`");
            self.report_missing(place, mistake, "remove it, or add `error`, the message");
        }
        if page.error_says.is_none() && !page.error_words.is_empty() {
            let mistake = place.at("errorWords").entry("`errorWords` needs `errorSays`");
            self.report_missing(
                place,
                mistake,
                "add `errorSays`, which describes the message in prose",
            );
        }
        match (&page.error, &page.error_says, &page.gap) {
            (Some(text), None, None) => Some(match page.wording {
                WordingWord::Exact => ErrorText::Exact(text.clone()),
                WordingWord::Free => ErrorText::Free(text.clone()),
            }),
            (None, Some(says), None) => Some(ErrorText::Described(says.clone())),
            (None, None, Some(_)) => Some(ErrorText::NotShown),
            _ => {
                let mistake =
                    place.entry("an error must have exactly one of `error`, `errorSays` and `gap`");
                let help = "write the message as `error`, describe the message in prose as `errorSays`, or name the \
                            `gap` that leaves the message open; remove the others";
                self.report_missing(place, mistake, help);
                None
            }
        }
    }

    fn limits(&mut self, page: &Page<LimitsPage>) -> IndexMap<String, ServiceLimit> {
        let place = EntryPlace::new(&page.document);
        let limits = page.content.limits.iter().map(|(id, limit)| {
            let place = place.at("limits").at(id);
            self.refer(ReferenceKind::Error, &limit.error, &place.at("error"));
            self.refer_given(ReferenceKind::Gap, limit.gap.as_ref(), &place.at("gap"));
            if limit.value.is_some() == limit.gap.is_some() {
                let mistake = place.entry("a limit must have either a `value` or a `gap`");
                self.report_missing(&place, mistake, "give exactly one of `value` and `gap`");
            }
            (id.clone(), ServiceLimit { id: id.clone(), ..limit.clone() })
        });
        limits.collect()
    }

    fn charges(&mut self, page: &Page<LimitsPage>) -> IndexMap<String, Charge> {
        let place = EntryPlace::new(&page.document).at("charges");
        let charges = page.content.charges.iter().map(|(id, charge)| {
            let place = place.at(id);
            self.refer_given(ReferenceKind::Gap, charge.gap.as_ref(), &place.at("gap"));
            if charge.credits.is_some() == charge.gap.is_some() {
                let mistake = place.entry("a charge must have either `credits` or a `gap`");
                let help = "give exactly one of `credits` and `gap`";
                self.report_missing(&place, mistake, help);
            }
            let charge = Charge {
                id: id.clone(),
                doc: charge.doc.clone(),
                credits: charge.credits,
                per: charge.per,
                when: self.charged_when(charge, &place),
                instead_of: self.resolve_instead_of(charge, page, &place),
                gap: charge.gap.clone(),
                source: charge.source.clone(),
            };
            (id.clone(), charge)
        });
        charges.collect()
    }

    /// Resolves `insteadOf`. In a group of charges that replace each other, all but one name that one.
    fn resolve_instead_of(
        &mut self,
        charge: &ChargePage,
        page: &Page<LimitsPage>,
        place: &EntryPlace<'_>,
    ) -> Option<String> {
        let name = charge.instead_of.as_deref()?;
        let place = place.at("insteadOf");
        let charges = EntryPlace::new(&page.document).at("charges");
        let known = charges.keys();
        if !known.contains(&name) {
            self.push(place.unknown("charge", name, &known));
            return None;
        }
        let mistake = match page.content.charges.get(name) {
            Some(other) if std::ptr::eq(other, charge) => Some("a charge cannot replace itself"),
            Some(other) if other.instead_of.is_some() => {
                Some("the replaced charge itself replaces another one")
            }
            Some(other) if other.per != charge.per => {
                Some("charges that replace each other must have the same `per`")
            }
            _ => None,
        };
        if let Some(mistake) = mistake {
            let help = "choose one charge of the group, and let all others name it";
            self.report(place.value(mistake), help);
        }
        Some(name.to_owned())
    }

    fn charged_when(
        &mut self,
        page: &ChargePage,
        place: &EntryPlace<'_>,
    ) -> Option<(String, Condition)> {
        match (&page.type_name, &page.when) {
            (Some(name), Some(when)) => {
                self.refer(ReferenceKind::Type, name, &place.at("type"));
                Some((name.clone(), self.condition(when, &place.at("when"))?))
            }
            (None, None) => None,
            _ => {
                let mistake = place.entry("a charge must have both `type` and `when`, or neither");
                self.report_missing(place, mistake, "add the missing key, or remove this one");
                None
            }
        }
    }
}

fn profiles(page: &Page<ProfilesPage>) -> IndexMap<String, Profile> {
    let profiles = page.content.iter();
    let profiles =
        profiles.map(|(id, profile)| (id.clone(), Profile { id: id.clone(), ..profile.clone() }));
    profiles.collect()
}
