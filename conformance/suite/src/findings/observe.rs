//! Observations: each response of each judged case, and each value in it, with what was known before and how it
//! deviates.
//!
//! Passes are observations too, described by the same functions, and only where something was judged.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use indexmap::IndexSet;
use serde_json::{Number, Value};
use webdata_cases::interpreter::Interpreter;
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, Constraint, JsonType, Keyword, Object, Property, Schema, Shape,
};

use super::Judged;
use super::attribute::{Attribute, AttributeName};
use super::explain::Observation;
use super::subject::{self, Due, SentType, Subject, keyword, places_above};
use crate::judge::{BODY, CONTENT_TYPE, NOTHING, SERVER_ERROR, STATUS, WEBHOOK, is_success, json};
use crate::outcome::{Deviation, Exchange, RequestBody, ResponseRecord};

/// How a response deviates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symptom {
    /// A success where an error is due.
    Accepted,
    /// Another status code than the one that is due, with the text if it is one of the catalogue.
    Status(u16, Option<String>),
    /// Any status code but the one of the error that is due.
    Other,
    /// The right status code of an error, with another text or code.
    ErrorBody,
    /// A value or a header is missing.
    Missing,
    /// A value is null.
    Null,
    /// A value of another JSON type.
    Type(SentType),
    /// Another value than the one that is due.
    Value,
}

impl Symptom {
    /// Returns whether an error that is due does not come, or comes in another form.
    pub(super) fn is_of_error(&self) -> bool {
        match self {
            Self::Accepted | Self::Other | Self::Status(..) | Self::ErrorBody => true,
            Self::Missing | Self::Null | Self::Type(_) | Self::Value => false,
        }
    }
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Status(status, None) => write!(f, "got-status={status}"),
            Self::Status(status, Some(text)) => write!(f, "got-status={status} {text}"),
            Self::Other => f.write_str("other"),
            Self::ErrorBody => f.write_str("error-body"),
            Self::Missing => f.write_str("missing"),
            Self::Null => f.write_str("null"),
            Self::Type(json_type) => write!(f, "got-type={json_type}"),
            Self::Value => f.write_str("value"),
        }
    }
}

impl FromStr for Symptom {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "accepted" => Self::Accepted,
            "other" => Self::Other,
            "error-body" => Self::ErrorBody,
            "missing" => Self::Missing,
            "null" => Self::Null,
            "value" => Self::Value,
            other if let Some(json_type) = other.strip_prefix("got-type=") => {
                Self::Type(serde_json::from_value(Value::from(json_type)).map_err(|_| ())?)
            }
            other => {
                let status = other.strip_prefix("got-status=").ok_or(())?;
                let (status, text) = match status.split_once(' ') {
                    Some((status, text)) => (status, Some(text.to_owned())),
                    None => (status, None),
                };
                Self::Status(status.parse().map_err(|_| ())?, text)
            }
        })
    }
}

/// What an observation is about. Explanations count what they fit only among observations of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// The status code of the response to an invalid request.
    Invalid,
    /// The status code of the response to a valid request.
    Valid,
    /// The status code of the response to a request whose response is open.
    Open,
    /// A value in a response, judged by its type.
    Value,
    /// What a case says that an operation does.
    Effect,
    /// What holds for every response, such as the media type, or for every webhook.
    Response,
    /// A value in a response that may have been set by mistake before, since a case about a gap sent it.
    Beside,
}

impl Kind {
    /// Returns whether an explanation may say that everything of this kind deviates.
    pub(super) fn may_be_bare(self) -> bool {
        Self::STATUSES.contains(&self)
    }

    /// The kinds that are about status codes.
    pub(super) const STATUSES: [Self; 3] = [Self::Invalid, Self::Valid, Self::Open];

    pub(super) const ALL: [Self; 7] = [
        Self::Invalid,
        Self::Valid,
        Self::Open,
        Self::Value,
        Self::Effect,
        Self::Response,
        Self::Beside,
    ];
}

/// The deviations that an observation stands for.
#[derive(Debug, Clone)]
pub(super) struct Seen<'j> {
    pub(super) case: usize,
    /// The deviations, the one that names the observation first.
    pub(super) deviations: Vec<&'j Deviation>,
    /// Whether the case is about something else.
    pub(super) is_beside: bool,
}

/// Everything that a run observed.
#[derive(Debug, Default)]
pub(super) struct Observations<'j> {
    pub(super) all: Vec<Observation>,
    /// What each observation with a symptom stands for.
    pub(super) seen: HashMap<usize, Seen<'j>>,
    pub(super) attributes: IndexSet<Attribute>,
    pub(super) symptoms: IndexSet<Symptom>,
    /// Rejections of requests whose bodies were cut in the record, each with its symptom.
    pub(super) cut: Vec<(usize, usize)>,
}

impl Observations<'_> {
    /// Takes the symptom from the last observation, since its request was cut.
    fn set_cut_aside(&mut self) {
        let index = self.all.len().saturating_sub(1);
        if let Some(last) = self.all.last_mut() {
            self.cut.extend(last.symptom.take().map(|symptom| (index, symptom)));
            last.weight = 0;
        }
    }

    /// Takes the symptom from values in responses that were accepted by mistake before: they break the same clause, or
    /// no case is about them and they are at the same place. Returns such a request, and these values.
    pub(super) fn take_consequences(&mut self) -> Vec<(usize, Vec<usize>)> {
        let accepted = self.symptoms.get_index_of(&Symptom::Accepted);
        let mut causes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let (mut clauses, mut places) = (BTreeMap::new(), BTreeMap::new());
        for (index, observation) in self.all.iter().enumerate() {
            if accepted.is_none() || observation.symptom != accepted {
                continue;
            }
            let deviation = self.seen.get(&index).and_then(|seen| seen.deviations.first());
            if let Some(deviation) = deviation {
                clauses.entry(&deviation.clause).or_insert(index);
            }
            let attributes = observation.attributes.iter().map(|index| &self.attributes[*index]);
            let at = attributes.filter(|attribute| attribute.name == AttributeName::At);
            for place in at.filter(|place| !place.value.is_empty()) {
                places.entry(place.value.as_str()).or_insert(index);
            }
        }
        for (index, observation) in self.all.iter().enumerate() {
            let is_value =
                [Kind::Value as usize, Kind::Beside as usize].contains(&observation.kind);
            let Some(seen) = self.seen.get(&index).filter(|_| is_value) else { continue };
            let Some(deviation) = seen.deviations.first() else { continue };
            let at_place = || {
                let returned = subject::place_name(&deviation.place);
                let mut known = places.iter().filter(|_| seen.is_beside);
                known.find(|(place, _)| is_at(&returned, place)).map(|(_, cause)| cause)
            };
            if let Some(cause) = clauses.get(&deviation.clause).or_else(at_place) {
                causes.entry(*cause).or_default().push(index);
            }
        }
        for index in causes.values().flatten() {
            self.all[*index].symptom = None;
            self.all[*index].wider = None;
            self.all[*index].weight = 0;
        }
        causes.into_iter().collect()
    }
}

/// Returns whether a place of a response is that of a value in a request, or below it.
fn is_at(returned: &str, place: &str) -> bool {
    returned.match_indices(place).any(|(start, _)| {
        let (before, after) = (&returned[..start], &returned[start + place.len()..]);
        (before.is_empty() || before.ends_with('.'))
            && (after.is_empty() || after.starts_with(['.', '[']))
    })
}

/// What the contract says about a schema and the property that has it.
#[derive(Debug, Clone, Copy)]
struct Facts<'s> {
    schema: &'s Schema,
    property: Option<(&'s str, &'s Property)>,
}

pub(super) struct Observer<'j, 's> {
    spec: &'s Spec,
    facts: HashMap<&'s str, Facts<'s>>,
    found: Observations<'j>,
    passes: HashMap<(Kind, Vec<usize>, Option<usize>), u32>,
    /// Whether a valid request was rejected, so that what its body has may be the reason.
    has_rejections: bool,
    /// The clauses of values that requests set.
    sent: HashSet<&'s ClauseId>,
    /// The values in responses; `None` if none of them deviates.
    values: Option<Values<'j, 's>>,
}

/// The values in responses, by what they are known by.
#[derive(Debug, Default)]
struct Values<'j, 's> {
    /// The operation, the status code, and the errors that are due or may be.
    responses: IndexSet<(&'j str, u16, Vec<&'j str>)>,
    visited: HashMap<(usize, *const Schema), (&'s Schema, Counts)>,
    broken: HashMap<(usize, &'j ClauseId), u32>,
}

/// Returns the observations of the cases that judged the server or were blocked by it.
pub(super) fn observe<'j>(spec: &Spec, cases: &[Judged<'j>]) -> Observations<'j> {
    let requests = spec.operations.values().filter_map(|operation| operation.request.as_ref());
    let types = requests.filter_map(|name| spec.schema(name));
    let has_rejections = cases.iter().any(|case| {
        case.steps().any(|(_, subject, response)| {
            subject.due == Due::Success && !is_success(response.status)
        })
    });
    let mut observer = Observer {
        spec,
        facts: facts(spec),
        found: Observations::default(),
        passes: HashMap::new(),
        has_rejections,
        sent: spec.reached(types).into_iter().map(|schema| &schema.clause).collect(),
        values: None,
    };
    let deviating: HashSet<&ClauseId> =
        cases.iter().flat_map(Judged::deviations).map(|deviation| &deviation.clause).collect();
    let (of_values, mut others): (Vec<&ClauseId>, Vec<&ClauseId>) =
        deviating.into_iter().partition(|clause| observer.is_of_value(clause));
    others.sort();
    observer.values = (!of_values.is_empty()).then(Values::default);
    for (index, case) in cases.iter().enumerate() {
        observer.observe_case(index, case);
        observer.pass_others(case, &others);
    }
    observer.pass_values();
    let mut found = observer.found;
    let mut passes: Vec<_> = observer.passes.into_iter().collect();
    passes.sort();
    found.all.extend(passes.into_iter().map(|((kind, attributes, neutral), weight)| Observation {
        attributes,
        further: Vec::new(),
        symptom: None,
        wider: None,
        kind: kind as usize,
        weight,
        neutral,
    }));
    found
}

fn facts(spec: &Spec) -> HashMap<&str, Facts<'_>> {
    let mut facts = HashMap::new();
    let parameters = spec
        .operations
        .values()
        .flat_map(|operation| operation.parameters.values())
        .map(|parameter| &parameter.schema);
    for schema in spec.schemas().into_iter().chain(parameters) {
        facts.insert(schema.clause.as_str(), Facts { schema, property: None });
    }
    let objects = spec.schemas().into_iter().filter_map(Schema::object);
    for (name, property) in objects.flat_map(|object: &Object| &object.properties) {
        let schema = &property.schema;
        let known = Facts { schema, property: Some((name.as_str(), property)) };
        facts.insert(schema.clause.as_str(), known);
    }
    facts
}

impl<'j, 's> Observer<'j, 's> {
    fn attribute(&mut self, name: AttributeName, value: impl Into<String>) -> usize {
        self.found.attributes.insert_full(Attribute { name, value: value.into() }).0
    }

    fn note(&mut self, kind: Kind, attributes: Vec<usize>, symptom: Symptom, seen: Seen<'j>) {
        self.note_with(kind, (attributes, Vec::new()), symptom, seen);
    }

    fn note_with(
        &mut self,
        kind: Kind,
        (mut attributes, further): (Vec<usize>, Vec<usize>),
        symptom: Symptom,
        seen: Seen<'j>,
    ) {
        attributes.sort_unstable();
        attributes.dedup();
        let is_status = matches!(symptom, Symptom::Accepted | Symptom::Status(..SERVER_ERROR, _));
        let wider = (kind == Kind::Invalid && is_status)
            .then(|| self.found.symptoms.insert_full(Symptom::Other).0);
        let symptom = Some(self.found.symptoms.insert_full(symptom).0);
        self.found.seen.insert(self.found.all.len(), seen);
        let kind = kind as usize;
        self.found.all.push(Observation {
            attributes,
            further,
            symptom,
            wider,
            kind,
            weight: 1,
            neutral: None,
        });
    }

    fn pass(&mut self, kind: Kind, attributes: Vec<usize>, weight: u32) {
        self.pass_beside(kind, attributes, weight, None);
    }

    /// Notes what is as it should be, and cannot be told from a symptom.
    fn pass_beside(
        &mut self,
        kind: Kind,
        mut attributes: Vec<usize>,
        weight: u32,
        neutral: Option<usize>,
    ) {
        attributes.sort_unstable();
        attributes.dedup();
        *self.passes.entry((kind, attributes, neutral)).or_default() += weight;
    }

    fn observe_case(&mut self, index: usize, case: &Judged<'j>) {
        for (step, subject, response) in case.steps() {
            let deviations: Vec<&'j Deviation> =
                case.deviations().filter(|deviation| deviation.step == step).collect();
            let (status, content): (Vec<&Deviation>, Vec<&Deviation>) =
                deviations.into_iter().partition(|deviation| deviation.place == STATUS);
            // The body of a failure, or of an error with the status code of a success, follows from that.
            let body = json::value(response.body.as_bytes());
            let text = body.as_ref().and_then(|body| self.catalogue_text(response, body));
            let has_failed = !status.is_empty() && response.status >= SERVER_ERROR;
            let is_error = is_success(response.status) && !status.is_empty() && text.is_some();
            let content = if has_failed || is_error { Vec::new() } else { content };
            self.observe_content(index, case, (subject, response, body.as_ref()), content);
            self.observe_status(index, case, step, (subject, response, text), status);
            if let Some(body) = body {
                let broken = case.deviations().filter(|deviation| deviation.step == step);
                self.count_values(subject, response, &body, broken);
            }
        }
        // Webhooks come after the responses.
        let last = case.outcome.transcript.len();
        let late = case.deviations().filter(|deviation| deviation.step >= last);
        for deviation in late.collect::<Vec<_>>() {
            let subject = case.subjects.last().cloned().unwrap_or_default();
            let attributes =
                self.content_attributes(Kind::Response, &subject, None, &deviation.clause);
            let seen = Seen { case: index, deviations: vec![deviation], is_beside: false };
            self.note(Kind::Response, attributes, Symptom::Value, seen);
        }
    }

    fn observe_status(
        &mut self,
        index: usize,
        case: &Judged<'j>,
        step: usize,
        (subject, response, text): (&Subject, &ResponseRecord, Option<String>),
        deviations: Vec<&'j Deviation>,
    ) {
        let kind = match subject.due {
            Due::Error(_) => Kind::Invalid,
            Due::Success => Kind::Valid,
            Due::Open => Kind::Open,
        };
        let mut attributes = self.request_attributes(case, subject);
        let mut further = Vec::new();
        if self.has_rejections && (kind == Kind::Valid || !deviations.is_empty()) {
            further = self.body_attributes(subject, &case.outcome.transcript[step]);
        }
        if kind == Kind::Valid {
            attributes.append(&mut further);
        }
        for error in &subject.possible {
            further.push(self.attribute(AttributeName::Error, error));
            if let Some(row) = self.spec.errors.get(error) {
                further.push(self.attribute(AttributeName::Status, row.status.to_string()));
            }
        }
        if deviations.is_empty() {
            // An open rejection says nothing of valid requests.
            if kind == Kind::Valid && !is_success(response.status) {
                return;
            }
            let neutral = (kind == Kind::Invalid).then(|| {
                let symptom = Symptom::Status(response.status, text);
                self.found.symptoms.insert_full(symptom).0
            });
            return self.pass_beside(kind, attributes, 1, neutral);
        }
        let symptom = match kind {
            Kind::Invalid if is_success(response.status) && text.is_none() => Symptom::Accepted,
            _ => Symptom::Status(response.status, text),
        };
        let is_beside = deviations.iter().all(|one| case.outcome.beside.contains(one));
        let seen = Seen { case: index, deviations, is_beside };
        self.note_with(kind, (attributes, further), symptom, seen);
        let request = case.outcome.transcript[step].request.as_ref();
        if kind == Kind::Valid && request.is_some_and(|request| request.is_cut) {
            self.found.set_cut_aside();
        }
    }

    /// Returns the text of an error response, if the catalogue has it.
    fn catalogue_text(&self, response: &ResponseRecord, body: &Value) -> Option<String> {
        let text = body.get("error")?.as_str().filter(|_| response.status < SERVER_ERROR)?;
        let is_known = self.spec.errors.values().any(|row| row.text.shown() == Some(text));
        is_known.then(|| text.to_owned())
    }

    /// Notes the deviations of a response's content: one for each place that is wrong.
    fn observe_content(
        &mut self,
        index: usize,
        case: &Judged<'j>,
        (subject, response, body): (&Subject, &ResponseRecord, Option<&Value>),
        deviations: Vec<&'j Deviation>,
    ) {
        let mut places: BTreeMap<&str, Vec<&'j Deviation>> = BTreeMap::new();
        // What another media type announces follows from that, if the body has nothing of what is due.
        let is_other = deviations.iter().any(|deviation| deviation.place == CONTENT_TYPE)
            && body.is_some_and(|body| self.is_other_document(subject, response, body));
        let is_told = |one: &&Deviation| !is_other || one.place == CONTENT_TYPE;
        let deviations: Vec<&Deviation> = deviations.into_iter().filter(is_told).collect();
        // In a body that is wrong as a whole, everything is wrong for this reason.
        let is_whole = deviations.iter().any(|deviation| deviation.place.is_empty());
        for deviation in deviations {
            let place = match is_whole {
                true => "",
                false => outermost_wrong_place(&deviation.place, body),
            };
            places.entry(place).or_default().push(deviation);
        }
        for (place, mut deviations) in places {
            // A value that its type does not allow cannot be the right one, so the type is the reason.
            // What holds for every response is no effect of one operation.
            deviations.sort_by_key(|deviation| {
                let clause = &deviation.clause;
                (!self.is_of_value(clause), !self.of_service(clause), deviation.place.len())
            });
            let Some(first) = deviations.first() else { continue };
            let is_of_value = self.is_of_value(&first.clause);
            let is_beside = deviations.iter().all(|one| case.outcome.beside.contains(one));
            let is_set = self.sent.iter().any(|sent| first.clause.is_within(sent));
            let kind = match is_of_value {
                true if is_beside && is_set => Kind::Beside,
                true => Kind::Value,
                false if self.is_effect(case, &first.clause) => Kind::Effect,
                false => Kind::Response,
            };
            let status = Some(response.status);
            let mut attributes = Vec::new();
            for deviation in &deviations {
                if self.is_of_value(&deviation.clause) == is_of_value {
                    let clause = &deviation.clause;
                    attributes.extend(self.content_attributes(kind, subject, status, clause));
                }
            }
            if kind == Kind::Effect {
                attributes.extend(self.effect_attributes(case));
            }
            let is_in_body = place.is_empty() || place.starts_with('/');
            let symptom = match body.filter(|_| is_in_body) {
                _ if is_error_clause(&first.clause) => Symptom::ErrorBody,
                Some(body) => match body.pointer(place) {
                    None => Symptom::Missing,
                    Some(Value::Null) => Symptom::Null,
                    Some(value) if keyword(&first.clause) == Some("type") => {
                        Symptom::Type(subject::sent_type(value))
                    }
                    Some(_) => Symptom::Value,
                },
                // A long body is cut in the record.
                None if first.received == NOTHING => Symptom::Missing,
                None if first.received.starts_with("null") => Symptom::Null,
                None if keyword(&first.clause) == Some("type") => {
                    shown_type(&first.received).map_or(Symptom::Value, Symptom::Type)
                }
                None if has_header(response, place) => Symptom::Value,
                None if is_in_body || [BODY, WEBHOOK].contains(&place) => Symptom::Value,
                None => Symptom::Missing,
            };
            self.note(kind, attributes, symptom, Seen { case: index, deviations, is_beside });
        }
    }

    /// Returns whether a body is an object without any property of the type that is due.
    fn is_other_document(
        &self,
        subject: &Subject,
        response: &ResponseRecord,
        body: &Value,
    ) -> bool {
        let operation = subject.operation.as_deref();
        let due = operation.and_then(|operation| self.response_type(operation, response.status));
        let object = due.and_then(|name| self.spec.schema(name)).and_then(Schema::object);
        object.is_some_and(|object| {
            let names = body.as_object().into_iter().flat_map(|members| members.keys());
            !names.into_iter().any(|name| object.properties.contains_key(name))
        })
    }

    /// Notes which clauses a case keeps, of those that are not about a value: effects that the case is about, and what
    /// holds for every response or for every error of a kind.
    fn pass_others(&mut self, case: &Judged<'j>, clauses: &[&ClauseId]) {
        if clauses.iter().any(|clause| is_error_clause(clause)) {
            self.pass_errors(case);
        }
        let subject = case.subjects.last().cloned().unwrap_or_default();
        let mut of_effect = None;
        for clause in clauses {
            if self.is_effect(case, clause) {
                let is_broken = case.deviations().any(|one| one.clause == **clause);
                if !is_broken && !case.is_blocked() {
                    let mut attributes =
                        self.content_attributes(Kind::Effect, &subject, None, clause);
                    attributes.extend(
                        of_effect.get_or_insert_with(|| self.effect_attributes(case)).iter(),
                    );
                    self.pass(Kind::Effect, attributes, 1);
                }
                continue;
            }
            for (step, subject, response) in case.steps() {
                if !self.judges(clause, subject, response) {
                    continue;
                }
                let mut broken = case.deviations().filter(|one| one.step == step);
                if !broken.any(|one| one.clause == **clause) {
                    let status = Some(response.status);
                    let attributes =
                        self.content_attributes(Kind::Response, subject, status, clause);
                    self.pass(Kind::Response, attributes, 1);
                }
            }
        }
    }

    /// Notes the errors that have the text and the code that are due.
    fn pass_errors(&mut self, case: &Judged<'j>) {
        for (step, subject, response) in case.steps() {
            let Due::Error(error) = &subject.due else { continue };
            let mut broken = case.deviations().filter(|one| one.step == step);
            if broken.all(|one| one.place != STATUS && !is_error_clause(&one.clause)) {
                let clause = ClauseId::new(format!("errors.{error}.error"));
                let status = Some(response.status);
                let attributes = self.content_attributes(Kind::Response, subject, status, &clause);
                self.pass(Kind::Response, attributes, 1);
            }
        }
    }

    /// Counts the values of a response, and those that deviate.
    fn count_values(
        &mut self,
        subject: &'j Subject,
        response: &ResponseRecord,
        body: &Value,
        broken: impl Iterator<Item = &'j Deviation>,
    ) {
        let (Some(operation), status) = (subject.operation.as_deref(), response.status) else {
            return;
        };
        let errors = self.errors_due(subject, Some(status));
        let Some(type_name) = self.response_type(operation, status) else { return };
        let Some(values) = &mut self.values else { return };
        let index = values.responses.insert_full((operation, status, errors)).0;
        Interpreter::new(self.spec).visit(type_name, body, &mut |schema, value, _| {
            let visited = values.visited.entry((index, std::ptr::from_ref(schema)));
            let (_, counts) = visited.or_insert((schema, Counts::default()));
            match value {
                Some(Value::Null) => counts.nulls += 1,
                Some(_) => counts.values += 1,
                None => counts.absent += 1,
            }
        });
        for deviation in broken {
            *values.broken.entry((index, &deviation.clause)).or_default() += 1;
        }
    }

    /// Notes each value of each response that its type judges and allows.
    fn pass_values(&mut self) {
        let Some(Values { responses, visited, broken }) = self.values.take() else { return };
        let mut visited: Vec<_> =
            visited.into_iter().map(|((index, _), visit)| (index, visit)).collect();
        visited.sort_by_key(|(index, (schema, ..))| (*index, &schema.clause));
        for (index, (schema, counts)) in visited {
            let Some((operation, status, errors)) = responses.get_index(index) else { continue };
            let possible = errors.iter().map(|error| (*error).to_owned()).collect();
            let operation = Some((*operation).to_owned());
            let subject = Subject { operation, possible, ..Subject::default() };
            let property = self.facts.get(schema.clause.as_str()).and_then(|facts| facts.property);
            let is_required = property.is_some_and(|(_, property)| property.required);
            for (clause, judged) in judged_clauses(self.spec, schema, is_required, counts) {
                let broken = broken.get(&(index, &clause)).copied().unwrap_or_default();
                let kept = judged.saturating_sub(broken);
                if kept > 0 {
                    let attributes =
                        self.value_attributes(&subject, Some(*status), &clause, schema);
                    self.pass(Kind::Value, attributes, kept);
                }
            }
        }
    }

    fn response_type(&self, operation: &str, status: u16) -> Option<&'s str> {
        let operation = self.spec.operations.get(operation)?;
        match is_success(status) {
            true => operation.response_type().map(String::as_str),
            false => Some(&operation.error_body),
        }
    }

    /// Returns whether types judge values by a clause.
    fn is_of_value(&self, clause: &ClauseId) -> bool {
        let Some((schema, word)) = clause.as_str().rsplit_once('.') else { return false };
        let is_of_schema = self.facts.contains_key(schema) && keyword(clause).is_some();
        is_of_schema && !["default", "generated"].contains(&word)
    }

    /// Returns what is known of a request.
    fn request_attributes(&mut self, case: &Judged<'_>, subject: &Subject) -> Vec<usize> {
        let mut attributes = Vec::new();
        if let Some(operation) = &subject.operation {
            attributes.push(self.attribute(AttributeName::Operation, operation));
        }
        if let Due::Error(error) = &subject.due {
            attributes.push(self.attribute(AttributeName::Error, error));
            if let Some(row) = self.spec.errors.get(error) {
                attributes.push(self.attribute(AttributeName::Status, row.status.to_string()));
            }
        }
        for text in &subject.texts {
            attributes.push(self.attribute(AttributeName::Text, text.to_string()));
        }
        for (name, value) in
            [(AttributeName::Key, &subject.key), (AttributeName::MediaType, &subject.media_type)]
        {
            attributes.extend(value.as_ref().map(|value| self.attribute(name, value)));
        }
        let Some(clause) = &subject.clause else { return attributes };
        attributes.extend(self.clause_attributes(clause));
        if let Some(schema) = &subject.schema {
            attributes.extend(self.schema_attributes(schema));
        }
        for place in subject.place.iter().chain(&subject.variant_place) {
            attributes.push(self.attribute(AttributeName::At, place));
            attributes.push(self.attribute(AttributeName::Within, place));
            for above in places_above(place) {
                attributes.push(self.attribute(AttributeName::Below, above));
                attributes.push(self.attribute(AttributeName::Within, above));
            }
        }
        let words = [
            (AttributeName::Part, subject.part.map(|part| part.to_string())),
            (AttributeName::Sent, subject.sent.map(|sent| sent.to_string())),
            (AttributeName::Form, subject.form.map(|form| form.to_string())),
            (AttributeName::Position, subject.position.map(|position| position.to_string())),
        ];
        for (name, word) in words {
            attributes.extend(word.map(|word| self.attribute(name, word)));
        }
        attributes.push(self.attribute(AttributeName::Sample, case.sample()));
        attributes
    }

    /// Returns what is known of the valid body of a request.
    fn body_attributes(&mut self, subject: &Subject, exchange: &Exchange) -> Vec<usize> {
        let operation = subject.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let Some(type_name) = operation.and_then(|operation| operation.request.as_ref()) else {
            return Vec::new();
        };
        let body = exchange.request.as_ref().and_then(|request| match request.body.as_ref()? {
            RequestBody::Text(text) => json::value(text.as_bytes()),
            RequestBody::Printf(_) => None,
        });
        let Some(body) = body else { return Vec::new() };
        let mut found = Vec::new();
        let spec = self.spec;
        Interpreter::new(spec).visit(type_name, &body, &mut |schema, value, at| {
            if at.pointer().is_empty() {
                return;
            }
            let (resolved, stated) = (spec.resolve(schema), schema.clause.to_string());
            if let Some(value) = value {
                let limits = resolved.constraints.iter().filter(|limit| is_at_limit(value, limit));
                let clauses = limits.map(|limit| resolved.clause.child(limit.keyword.name()));
                found.extend(clauses.map(|clause| (AttributeName::Limit, clause.to_string())));
            }
            let name = match value {
                None => AttributeName::Without,
                Some(Value::Null) => AttributeName::Null,
                Some(_) => AttributeName::With,
            };
            if let (Some(Value::String(word)), Shape::Enum(_)) = (value, &resolved.shape) {
                found.push((AttributeName::Word, format!("{stated}: {word}")));
            }
            if let (Some(value), Shape::Union(union)) = (value, &resolved.shape) {
                let word = value.get(&union.discriminator).and_then(Value::as_str);
                let variant = word.and_then(|word| union.variants.get(word));
                found.extend(variant.map(|variant| (AttributeName::With, variant.to_string())));
            }
            found.push((name, stated));
        });
        found.into_iter().map(|(name, value)| self.attribute(name, value)).collect()
    }

    /// Returns whether a clause says what the operation of a case does, and not what every response is like.
    fn is_effect(&self, case: &Judged<'_>, clause: &ClauseId) -> bool {
        case.clauses.contains(clause) && !is_error_clause(clause) && !self.of_service(clause)
    }

    /// Returns whether a response is judged by a clause that is not about a value of a type.
    fn judges(&self, clause: &ClauseId, subject: &Subject, response: &ResponseRecord) -> bool {
        let mut steps = clause.as_str().split('.');
        match (steps.next(), steps.next()) {
            (Some("operations"), Some(id)) => subject.operation.as_deref() == Some(id),
            (Some("service"), Some("retry")) => {
                let retry = self.spec.service.retry.as_ref();
                retry.is_some_and(|retry| retry.header_status == response.status)
            }
            (Some("service"), _) => true,
            _ => false,
        }
    }

    fn of_service(&self, clause: &ClauseId) -> bool {
        clause.as_str().starts_with("service.")
    }

    /// Returns what is known of a response's content, which a clause judges.
    fn content_attributes(
        &mut self,
        kind: Kind,
        subject: &Subject,
        status: Option<u16>,
        clause: &ClauseId,
    ) -> Vec<usize> {
        let schema =
            clause.as_str().rsplit_once('.').and_then(|(schema, _)| self.facts.get(schema));
        if let Some(Facts { schema, .. }) = schema.copied() {
            return self.value_attributes(subject, status, clause, schema);
        }
        let mut attributes = self.clause_attributes(clause);
        let status = status.filter(|_| kind == Kind::Response);
        if let Some(status) = status {
            attributes.push(self.attribute(AttributeName::Status, status.to_string()));
            // What a request for no operation, or with no JSON, is like, and the reason of an error.
            let is_told = |tested: &&ClauseId| self.of_service(tested) || is_error_clause(clause);
            let tested = subject.clause.as_ref().filter(is_told);
            attributes.extend(tested.into_iter().flat_map(|tested| self.clause_attributes(tested)));
            let form = subject.form.filter(|form| form.is_of_body());
            attributes
                .extend(form.map(|form| self.attribute(AttributeName::Form, form.to_string())));
        }
        if let Some(operation) = &subject.operation {
            attributes.push(self.attribute(AttributeName::Operation, operation));
        }
        for error in self.errors_due(subject, status) {
            attributes.push(self.attribute(AttributeName::Error, error));
        }
        attributes
    }

    /// Returns the error that is due, or the possible ones with the status code of the response.
    fn errors_due<'e>(&self, subject: &'e Subject, status: Option<u16>) -> Vec<&'e str> {
        let has_status = |id: &&String| {
            status.is_some() && self.spec.errors.get(*id).map(|row| row.status) == status
        };
        match &subject.due {
            Due::Error(error) => vec![error],
            Due::Success | Due::Open => {
                subject.possible.iter().filter(has_status).map(String::as_str).collect()
            }
        }
    }

    fn value_attributes(
        &mut self,
        subject: &Subject,
        status: Option<u16>,
        clause: &ClauseId,
        schema: &Schema,
    ) -> Vec<usize> {
        let mut attributes = self.clause_attributes(clause);
        attributes.extend(self.schema_attributes(&schema.clause));
        if let Some(operation) = &subject.operation {
            attributes.push(self.attribute(AttributeName::Operation, operation));
        }
        if let Some(code) = status.filter(|status| !is_success(*status)) {
            attributes.push(self.attribute(AttributeName::Status, code.to_string()));
            for error in self.errors_due(subject, status) {
                attributes.push(self.attribute(AttributeName::Error, error));
            }
        }
        attributes
    }

    /// Returns what is known of the request that an effect follows from.
    fn effect_attributes(&mut self, case: &Judged<'_>) -> Vec<usize> {
        let tested = case.subjects.iter().find(|subject| subject.clause.is_some());
        let mut attributes =
            tested.map(|subject| self.request_attributes(case, subject)).unwrap_or_default();
        let exchanges = case.outcome.transcript.iter().zip(case.subjects);
        for (exchange, subject) in exchanges.filter(|(_, subject)| subject.clause.is_some()) {
            attributes.extend(self.body_attributes(subject, exchange));
        }
        attributes
    }

    /// Returns a clause, those above it, and its keyword.
    fn clause_attributes(&mut self, clause: &ClauseId) -> Vec<usize> {
        let path = clause.as_str();
        let ends = path.match_indices('.').map(|(end, _)| end).chain([path.len()]);
        let above = ends.map(|end| &path[..end]);
        let above = above.filter(|path| !["operations", "errors", "service"].contains(path));
        let above: Vec<&str> = above.collect();
        let mut attributes: Vec<usize> =
            above.into_iter().map(|path| self.attribute(AttributeName::Clause, path)).collect();
        attributes.extend(keyword(clause).map(|word| self.attribute(AttributeName::Keyword, word)));
        attributes
    }

    fn schema_attributes(&mut self, clause: &ClauseId) -> Vec<usize> {
        let Some(Facts { schema, property }) = self.facts.get(clause.as_str()).copied() else {
            return Vec::new();
        };
        let resolved = self.spec.resolve(schema);
        let mut attributes = Vec::new();
        for schema in self.spec.alternatives(schema) {
            let json_type = schema.shape.json_type().map(JsonType::name);
            let name = if schema.words().is_some() { Some("listed word") } else { json_type };
            attributes.extend(name.map(|name| self.attribute(AttributeName::Type, name)));
        }
        if let Some(format) = schema.format().or_else(|| resolved.format()) {
            attributes.push(self.attribute(AttributeName::Format, format.name()));
        }
        if let Some((name, property)) = property {
            let presence = if property.required { "required" } else { "optional" };
            let default = if schema.default.is_some() { "some" } else { "none" };
            attributes.push(self.attribute(AttributeName::Property, name));
            attributes.push(self.attribute(AttributeName::Presence, presence));
            attributes.push(self.attribute(AttributeName::Default, default));
        }
        attributes
    }
}

/// Returns the JSON type of a value that a deviation shows, by its first character.
fn shown_type(received: &str) -> Option<SentType> {
    Some(match received.chars().next()? {
        '"' => SentType::String,
        '[' => SentType::Array,
        '{' => SentType::Object,
        't' | 'f' => SentType::Boolean,
        '-' | '0'..='9' => SentType::Number,
        _ => return None,
    })
}

/// Returns whether a value is as long, as many or as large as a limit allows.
fn is_at_limit(value: &Value, limit: &Constraint) -> bool {
    let size = match (limit.keyword, value) {
        (Keyword::MinLength | Keyword::MaxLength, Value::String(text)) => {
            Some(text.chars().count() as f64)
        }
        (Keyword::MinItems | Keyword::MaxItems, Value::Array(items)) => Some(items.len() as f64),
        (Keyword::Minimum | Keyword::Maximum, Value::Number(number)) => number.as_f64(),
        _ => None,
    };
    let bound = limit.number().and_then(Number::as_f64);
    size.is_some_and(|size| bound == Some(size))
}

/// How often values of a schema occur in responses.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    values: u32,
    nulls: u32,
    absent: u32,
}

/// Returns the clauses that values of a schema are judged by, each with how many of these values it judges.
fn judged_clauses(
    spec: &Spec,
    schema: &Schema,
    is_required: bool,
    counts: Counts,
) -> Vec<(ClauseId, u32)> {
    let Counts { values, nulls, absent } = counts;
    let resolved = spec.resolve(schema);
    let typed = if schema.nullable || resolved.nullable { values } else { values + nulls };
    let mut judged = vec![(resolved.clause.child("type"), typed)];
    if is_required {
        judged.push((schema.clause.child("required"), values + nulls + absent));
    }
    match &resolved.shape {
        Shape::Enum(_) => judged.push((resolved.clause.child("enum"), values)),
        Shape::Union(_) => judged.push((resolved.clause.child("discriminator"), values)),
        _ => {}
    }
    let constraints = resolved.constraints.iter().map(|constraint| constraint.keyword.name());
    judged.extend(constraints.map(|word| (resolved.clause.child(word), values)));
    judged.retain(|(_, count)| *count > 0);
    judged
}

fn is_error_clause(clause: &ClauseId) -> bool {
    clause.as_str().starts_with("errors.")
}

fn has_header(response: &ResponseRecord, place: &str) -> bool {
    let name = place.strip_prefix("header ").unwrap_or(place);
    response.headers.iter().any(|(header, _)| header.eq_ignore_ascii_case(name))
}

/// Returns the outermost place, at or above a place, that the body lacks, or whose value cannot hold the next
/// step.
fn outermost_wrong_place<'p>(place: &'p str, body: Option<&Value>) -> &'p str {
    let Some(mut value) = body.filter(|_| place.starts_with('/')) else { return place };
    let ends = place.match_indices('/').map(|(end, _)| end).skip(1).chain([place.len()]);
    let mut start = 0;
    for end in ends {
        let step = &place[start..end];
        let can_hold = match value {
            Value::Object(_) => true,
            Value::Array(_) => step[1..].bytes().all(|byte| byte.is_ascii_digit()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        };
        if !can_hold {
            return &place[..start];
        }
        let Some(inside) = value.pointer(step) else { return &place[..end] };
        (value, start) = (inside, end);
    }
    place
}
