//! Observations: each response of each judged case, and each value in it, with what was known before and how it
//! deviates.
//!
//! Passes are observations too, and only where something was judged.

use std::collections::{BTreeMap, HashMap, HashSet};

use indexmap::IndexSet;
use serde_json::Value;
use webdata_cases::interpreter::Interpreter;
use webdata_cases::json;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ClauseRoot, Keyword, Schema};

use super::attribute::Attribute;
use super::describe::{Counts, Describer};
use super::observation::{Kind, Observation};
use super::subject::{self, Due, Subject, is_of_error, is_of_service, keyword};
use super::symptom::{Symptom, outermost_wrong_place};
use super::{Judged, JudgedStep};
use crate::judge::{BODY, CONTENT_TYPE, SERVER_ERROR, STATUS, is_success};
use crate::outcome::Deviation;

/// The deviations that an observation stands for.
#[derive(Debug, Clone)]
pub(super) struct Seen<'j> {
    pub(super) case: usize,
    /// The deviations, at least one; the first names the observation.
    pub(super) deviations: Vec<&'j Deviation>,
    /// Whether the case is about something else.
    pub(super) is_beside: bool,
    /// Whether the server may reject the request, too.
    may_be_rejected: bool,
}

impl<'j> Seen<'j> {
    /// Returns the deviation that names the observation.
    pub(super) fn first(&self) -> &'j Deviation {
        self.deviations[0]
    }
}

/// Everything that a run observed.
#[derive(Debug, Default)]
pub(super) struct Observations<'j> {
    /// Those that deviate, then those that do not.
    pub(super) all: Vec<Observation>,
    /// What each observation that deviates stands for.
    pub(super) seen: Vec<Seen<'j>>,
    pub(super) attributes: IndexSet<Attribute>,
    pub(super) symptoms: IndexSet<Symptom>,
    /// Rejections of requests whose bodies were cut in the record, each with its symptom.
    pub(super) cut: Vec<(usize, usize)>,
    /// Requests that were accepted by mistake, each with the values in later responses that follow from it.
    pub(super) consequences: BTreeMap<usize, Vec<usize>>,
}

impl Observations<'_> {
    /// Returns the attributes of an observation.
    pub(super) fn attributes_of(&self, index: usize) -> impl Iterator<Item = (usize, &Attribute)> {
        self.all[index].attributes.iter().map(|known| (*known, &self.attributes[*known]))
    }

    /// Returns the innermost clause that an observation is about, as an attribute.
    pub(super) fn innermost_clause(&self, index: usize) -> Option<usize> {
        let known = self.attributes_of(index);
        let clauses = known.filter_map(|(index, one)| match one {
            Attribute::Clause(clause) => Some((index, clause)),
            _ => None,
        });
        clauses.max_by_key(|(_, clause)| clause.as_str().len()).map(|(index, _)| index)
    }

    /// Returns the kind of an observation.
    pub(super) fn kind(&self, index: usize) -> Kind {
        Kind::of_groups(&[self.all[index].group])[0]
    }

    /// Returns whether an observation has a symptom of its own, and is explained by that.
    pub(super) fn deviates(&self, index: usize) -> bool {
        self.all[index].symptom.is_some()
    }

    /// Takes the symptom from the last observation, since its request was cut.
    fn set_cut_aside(&mut self) {
        let index = self.all.len().saturating_sub(1);
        if let Some(last) = self.all.last_mut() {
            self.cut.extend(last.symptom.take().map(|symptom| (index, symptom)));
            last.weight = 0;
        }
    }

    /// Takes the symptom from values in responses that were accepted by mistake before: by the same case, or by
    /// another one, if no case is about them and no response to a valid request shows them that cannot follow from it.
    /// They break the same clause, or no case is about them and they are at the same place.
    fn set_consequences_aside(&mut self) {
        let Some(accepted) = self.symptoms.get_index_of(&Symptom::Accepted) else { return };
        let is_value = |index: &usize| {
            [Kind::Value, Kind::Beside].map(Kind::group).contains(&self.all[*index].group)
        };
        let mut causes: BTreeMap<&ClauseId, Vec<usize>> = BTreeMap::new();
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, seen) in self.seen.iter().enumerate() {
            if self.all[index].symptom != Some(accepted) {
                continue;
            }
            causes.entry(&seen.first().clause).or_default().push(index);
            for (_, attribute) in self.attributes_of(index) {
                if let Attribute::At(place) = attribute
                    && !place.is_empty()
                {
                    places.entry(place.as_str()).or_default().push(index);
                }
            }
        }
        // The requests that may be the cause of a value: those of its case before others.
        let causes_of = |seen: &Seen<'_>| {
            let returned = subject::place_name(&seen.first().place);
            let of_place = places.iter().filter(|_| seen.is_beside);
            let of_place = of_place.filter(|(place, _)| is_at(&returned, place));
            let of_clause = causes.get(&seen.first().clause).into_iter();
            let all: Vec<usize> =
                of_clause.chain(of_place.map(|(_, causes)| causes)).flatten().copied().collect();
            let is_before = |cause: &&usize| {
                let cause = &self.seen[**cause];
                cause.case == seen.case && cause.first().step <= seen.first().step
            };
            (all.iter().find(is_before).copied(), all.first().copied())
        };
        let values = (0..self.seen.len()).filter(is_value);
        let known: Vec<_> = values.map(|index| (index, causes_of(&self.seen[index]))).collect();
        let shows = |index: usize| (&self.seen[index].first().clause, self.all[index].symptom);
        let own: HashSet<_> = known
            .iter()
            .filter(|(index, (of_case, _))| {
                let seen = &self.seen[*index];
                of_case.is_none() && !seen.is_beside && !seen.may_be_rejected
            })
            .map(|(index, _)| shows(*index))
            .collect();
        let mut consequences: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, (of_case, of_other)) in known {
            if let Some(cause) = of_case.or(of_other.filter(|_| !own.contains(&shows(index)))) {
                consequences.entry(cause).or_default().push(index);
            }
        }
        self.consequences = consequences;
        for index in self.consequences.values().flatten() {
            let consequence = &mut self.all[*index];
            (consequence.symptom, consequence.wider, consequence.weight) = (None, None, 0);
        }
    }
}

/// Returns the clauses of the values that requests set.
pub(super) fn sent_clauses(spec: &Spec) -> HashSet<&ClauseId> {
    let requests = spec.operations.values().filter_map(|operation| operation.request.as_ref());
    let types = requests.filter_map(|name| spec.schema(name));
    spec.reached(types).into_iter().map(|schema| &schema.clause).collect()
}

/// Returns whether a place of a response is that of a value in a request, or below it.
fn is_at(returned: &str, place: &str) -> bool {
    returned.match_indices(place).any(|(start, _)| {
        let (before, after) = (&returned[..start], &returned[start + place.len()..]);
        (before.is_empty() || before.ends_with('.'))
            && (after.is_empty() || after.starts_with(['.', '[']))
    })
}

struct Observer<'j, 's> {
    describer: Describer<'s>,
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
    let mut steps = cases.iter().flat_map(Judged::steps);
    let mut observer = Observer {
        describer: Describer::new(spec),
        found: Observations::default(),
        passes: HashMap::new(),
        has_rejections: steps
            .any(|step| step.subject.due == Due::Success && !is_success(step.response.status)),
        sent: sent_clauses(spec),
        values: None,
    };
    let deviating: HashSet<&ClauseId> =
        cases.iter().flat_map(Judged::deviations).map(|deviation| &deviation.clause).collect();
    let (of_values, mut others): (Vec<&ClauseId>, Vec<&ClauseId>) =
        deviating.into_iter().partition(|clause| observer.describer.is_of_value(clause));
    others.sort();
    observer.values = (!of_values.is_empty()).then(Values::default);
    for (index, case) in cases.iter().enumerate() {
        observer.observe_case(index, case);
        observer.pass_others(case, &others);
    }
    observer.pass_values();
    let mut found = observer.found;
    found.set_consequences_aside();
    let mut passes: Vec<_> = observer.passes.into_iter().collect();
    passes.sort();
    found.all.extend(passes.into_iter().map(|((kind, attributes, neutral), weight)| {
        let (further, symptom, wider, group) = (Vec::new(), None, None, kind.group());
        Observation { attributes, further, symptom, wider, group, weight, neutral }
    }));
    found
}

impl<'j> Observer<'j, '_> {
    /// Returns the indexes of attributes, each once and in ascending order.
    fn intern(&mut self, known: Vec<Attribute>) -> Vec<usize> {
        let interned = known.into_iter().map(|one| self.found.attributes.insert_full(one).0);
        let mut interned: Vec<usize> = interned.collect();
        interned.sort_unstable();
        interned.dedup();
        interned
    }

    fn note(
        &mut self,
        kind: Kind,
        attributes: Vec<usize>,
        further: Vec<usize>,
        symptom: Symptom,
        seen: Seen<'j>,
    ) {
        let is_status = matches!(symptom, Symptom::Accepted | Symptom::Status(..SERVER_ERROR, _));
        let wider = (kind == Kind::Invalid && is_status)
            .then(|| self.found.symptoms.insert_full(Symptom::Other).0);
        let symptom = Some(self.found.symptoms.insert_full(symptom).0);
        let (weight, neutral, group) = (1, None, kind.group());
        let all = &mut self.found.all;
        all.push(Observation { attributes, further, symptom, wider, group, weight, neutral });
        self.found.seen.push(seen);
    }

    /// Notes what is as it should be, and cannot be told from the neutral symptom.
    fn pass(&mut self, kind: Kind, attributes: Vec<usize>, weight: u32, neutral: Option<usize>) {
        *self.passes.entry((kind, attributes, neutral)).or_default() += weight;
    }

    fn observe_case(&mut self, index: usize, case: &Judged<'j>) {
        for step in case.steps() {
            let deviations: Vec<&'j Deviation> = case.deviations_at(step.index).collect();
            let (of_status, of_content): (Vec<&Deviation>, Vec<&Deviation>) =
                deviations.iter().copied().partition(|deviation| deviation.place == STATUS);
            let status = step.response.status;
            let body = json::value(step.response.body.as_bytes());
            let shown = body.as_ref().filter(|_| status < SERVER_ERROR);
            let text = shown.and_then(|body| self.describer.catalogue_text(body));
            // The body of a failure, or of an error with the status code of a success, follows from that.
            let is_error = status >= SERVER_ERROR || (is_success(status) && text.is_some());
            if of_status.is_empty() || !is_error {
                self.observe_content(index, case, &step, body.as_ref(), of_content);
            }
            self.observe_status(index, case, &step, text, of_status);
            if let Some(body) = body {
                self.count_values(&step, &body, &deviations);
            }
        }
        // Webhooks come after the responses.
        let last = case.outcome.transcript.len();
        for deviation in case.deviations().filter(|deviation| deviation.step >= last) {
            let (kind, subject) = (Kind::Response, case.last_subject());
            let known = self.describer.content(kind, &subject, None, &deviation.clause, "");
            let attributes = self.intern(known);
            let seen = Seen {
                case: index,
                deviations: vec![deviation],
                is_beside: false,
                may_be_rejected: false,
            };
            self.note(kind, attributes, Vec::new(), Symptom::Value, seen);
        }
    }

    fn observe_status(
        &mut self,
        index: usize,
        case: &Judged<'j>,
        step: &JudgedStep<'j>,
        text: Option<String>,
        deviations: Vec<&'j Deviation>,
    ) {
        let JudgedStep { subject, response, .. } = step;
        let kind = match subject.due {
            Due::Error(_) => Kind::Invalid,
            Due::Success => Kind::Valid,
            Due::Open => Kind::Open,
        };
        let mut known = self.describer.request(case, subject);
        let mut further = Vec::new();
        if self.has_rejections && (kind == Kind::Valid || !deviations.is_empty()) {
            let body = self.describer.body(subject, step.exchange);
            let described = if kind == Kind::Valid { &mut known } else { &mut further };
            described.extend(body);
        }
        further.extend(subject.possible.iter().flat_map(|error| self.describer.error(error)));
        let (attributes, further) = (self.intern(known), self.intern(further));
        let is_accepted = is_success(response.status);
        if deviations.is_empty() {
            // An open rejection says nothing of valid requests.
            if kind != Kind::Valid || is_accepted {
                let neutral = (kind == Kind::Invalid).then(|| {
                    let symptom = Symptom::Status(response.status, text);
                    self.found.symptoms.insert_full(symptom).0
                });
                self.pass(kind, attributes, 1, neutral);
            }
            return;
        }
        let symptom = match kind {
            Kind::Invalid if is_accepted && text.is_none() => Symptom::Accepted,
            _ => Symptom::Status(response.status, text),
        };
        let is_beside = deviations.iter().all(|one| case.outcome.beside.contains(one));
        let may_be_rejected = subject.due == Due::Open;
        let seen = Seen { case: index, deviations, is_beside, may_be_rejected };
        self.note(kind, attributes, further, symptom, seen);
        let request = step.exchange.request.as_ref();
        if kind == Kind::Valid && request.is_some_and(|request| request.is_cut) {
            self.found.set_cut_aside();
        }
    }

    /// Notes the deviations of a response's content: one for each place that is wrong.
    fn observe_content(
        &mut self,
        index: usize,
        case: &Judged<'j>,
        step: &JudgedStep<'j>,
        body: Option<&Value>,
        mut deviations: Vec<&'j Deviation>,
    ) {
        // What another media type announces follows from that, if the body has nothing of what is due.
        if deviations.iter().any(|deviation| deviation.place == CONTENT_TYPE)
            && body.is_some_and(|body| self.is_other_document(step, body))
        {
            deviations.retain(|deviation| deviation.place == CONTENT_TYPE);
        }
        // In a body that is wrong as a whole, everything is wrong for this reason.
        let is_whole = deviations.iter().any(|deviation| deviation.place.is_empty());
        // A body of another kind, or none, and the media type that says so are one deviation.
        let is_other_body = deviations.iter().any(|deviation| deviation.place == BODY);
        let mut places: BTreeMap<&str, Vec<&'j Deviation>> = BTreeMap::new();
        for deviation in deviations {
            let place = match &deviation.place[..] {
                _ if is_whole => "",
                CONTENT_TYPE if is_other_body => BODY,
                place => outermost_wrong_place(place, body),
            };
            places.entry(place).or_default().push(deviation);
        }
        // An object that has one property too many has it as null. What fails a case is not set aside for what does not.
        let is_own = |deviations: &[&Deviation]| {
            deviations.iter().any(|deviation| !case.outcome.beside.contains(deviation))
        };
        let is_null = |place: &str| body.and_then(|body| body.pointer(place)) == Some(&Value::Null);
        let nulls = places.iter().filter(|(place, _)| is_null(place));
        let objects =
            nulls.filter_map(|(place, null)| Some((place.rsplit_once('/')?.0, is_own(null))));
        let objects: HashSet<(&str, bool)> = objects.collect();
        let exactly_one = Some(Keyword::ExactlyOne.name());
        places.retain(|place, deviations| {
            let has_null = objects.contains(&(*place, true))
                || (objects.contains(&(*place, false)) && !is_own(deviations));
            !has_null || deviations.iter().any(|one| keyword(&one.clause) != exactly_one)
        });
        for (place, mut deviations) in places {
            // A value that its type does not allow cannot be the right one, so the type is the reason.
            // What holds for every response is no effect of one operation.
            deviations.sort_by_key(|deviation| {
                let clause = &deviation.clause;
                let is_of_value = self.describer.is_of_value(clause);
                (!is_of_value, !is_of_service(clause), deviation.place.len())
            });
            let is_beside = deviations.iter().all(|one| case.outcome.beside.contains(one));
            let may_be_rejected = step.subject.due == Due::Open;
            let seen = Seen { case: index, deviations, is_beside, may_be_rejected };
            let first = seen.first();
            let is_of_value = self.describer.is_of_value(&first.clause);
            let is_set = || self.sent.iter().any(|sent| first.clause.is_within(sent));
            let kind = match is_of_value {
                true if is_beside && is_set() => Kind::Beside,
                true => Kind::Value,
                false if case.is_about_effect(&first.clause) => Kind::Effect,
                false => Kind::Response,
            };
            let status = Some(step.response.status);
            let describer = &self.describer;
            let content = |Deviation { clause, place, .. }: &&Deviation| {
                describer.content(kind, step.subject, status, clause, place)
            };
            let told = seen.deviations.iter();
            let told = told.filter(|one| describer.is_of_value(&one.clause) == is_of_value);
            let mut known: Vec<Attribute> = told.flat_map(content).collect();
            if kind == Kind::Effect {
                known.extend(self.describer.effect(case));
            }
            let symptom = Symptom::of_content(first, place, step.response, body);
            let attributes = self.intern(known);
            let place = subject::place_name(place);
            let further = (kind == Kind::Effect).then_some(Attribute::At(place));
            let further = self.intern(Vec::from_iter(further));
            self.note(kind, attributes, further, symptom, seen);
        }
    }

    /// Returns whether a body is an object without any property of the type that is due.
    fn is_other_document(&self, step: &JudgedStep<'_>, body: &Value) -> bool {
        let operation = step.subject.operation.as_deref();
        let due = operation.and_then(|id| self.describer.response_type(id, step.response.status));
        let schema = due.and_then(|name| self.describer.spec.schema(name));
        schema.and_then(Schema::object).is_some_and(|object| {
            let mut names = body.as_object().into_iter().flat_map(|members| members.keys());
            !names.any(|name| object.properties.contains_key(name))
        })
    }

    /// Notes which clauses a case keeps, of those that are not about a value: effects that the case is about, and what
    /// holds for every response or for every error of a kind.
    fn pass_others(&mut self, case: &Judged<'j>, clauses: &[&ClauseId]) {
        if clauses.iter().any(|clause| is_of_error(clause)) {
            self.pass_errors(case);
        }
        let mut of_effect = None;
        for clause in clauses {
            let breaks = |one: &Deviation| one.clause == **clause;
            if case.is_about_effect(clause) {
                if !case.deviations().any(breaks) && !case.is_blocked() {
                    let (kind, subject) = (Kind::Effect, case.last_subject());
                    let mut known = self.describer.content(kind, &subject, None, clause, "");
                    let effect = of_effect.get_or_insert_with(|| self.describer.effect(case));
                    known.extend_from_slice(effect);
                    let attributes = self.intern(known);
                    self.pass(kind, attributes, 1, None);
                }
                continue;
            }
            for step in case.steps() {
                if self.describer.judges(clause, step.subject, step.response)
                    && !case.deviations_at(step.index).any(breaks)
                {
                    self.pass_response(&step, clause);
                }
            }
        }
    }

    /// Notes the errors that have the text and the code that are due.
    fn pass_errors(&mut self, case: &Judged<'j>) {
        for step in case.steps() {
            let Due::Error(error) = &step.subject.due else { continue };
            let mut broken = case.deviations_at(step.index);
            if broken.all(|one| one.place != STATUS && !is_of_error(&one.clause)) {
                self.pass_response(&step, &ClauseRoot::Error(error).clause().child("error"));
            }
        }
    }

    fn pass_response(&mut self, step: &JudgedStep<'_>, clause: &ClauseId) {
        let (kind, status) = (Kind::Response, Some(step.response.status));
        let known = self.describer.content(kind, step.subject, status, clause, "");
        let attributes = self.intern(known);
        self.pass(kind, attributes, 1, None);
    }

    /// Counts the values of a response, and those that deviate.
    fn count_values(&mut self, step: &JudgedStep<'j>, body: &Value, broken: &[&'j Deviation]) {
        let (subject, status) = (step.subject, step.response.status);
        let Some(operation) = subject.operation.as_deref() else { return };
        let errors = self.describer.errors_due(subject, Some(status));
        let Some(type_name) = self.describer.response_type(operation, status) else { return };
        let Some(values) = &mut self.values else { return };
        let index = values.responses.insert_full((operation, status, errors)).0;
        Interpreter::new(self.describer.spec).visit(type_name, body, &mut |schema, value, _| {
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
            let (operation, status, errors) = &responses[index];
            let possible = errors.iter().map(|error| (*error).to_owned()).collect();
            let operation = Some((*operation).to_owned());
            let subject = Subject { operation, possible, ..Subject::default() };
            for (clause, judged) in self.describer.judged_clauses(schema, counts) {
                let broken = broken.get(&(index, &clause)).copied().unwrap_or_default();
                let kept = judged.saturating_sub(broken);
                if kept > 0 {
                    let known = self.describer.value(&subject, Some(*status), &clause, schema);
                    let attributes = self.intern(known);
                    self.pass(Kind::Value, attributes, kept, None);
                }
            }
        }
    }
}
