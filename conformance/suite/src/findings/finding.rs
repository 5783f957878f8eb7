//! Makes findings of explanations: what each counts, the cases that show it, and its clause.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use webdata_spec::model::{ClauseId, ClauseRoot, Level};

use super::attribute::Attribute;
use super::explain::Conjunction;
use super::observation::Kind;
use super::observe::{Observations, Seen};
use super::sentence::Sentence;
use super::subject::is_of_error;
use super::symptom::Symptom;
use super::{Concern, Counted, Explanation, Finding, Judged};
use crate::judge::Judge;

/// The largest number of keywords in a sentence.
const MAX_KEYWORDS: usize = 6;

/// Every client meets a finding that at least one in this many cases shows.
const EVERY_CLIENT: usize = 10;

/// The smallest number of clauses that the cases of a finding are named after if its sentence speaks of everything, as
/// `nothing` and `no request` do, or if every client meets the finding.
const MIN_GENERAL: usize = 4;

/// How widely deviations are spread over the cases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Their cases are named after few clauses.
    Narrow,
    /// Their cases are named after so many clauses that a sentence may speak of everything.
    Varied,
    /// Also a good part of all cases.
    Wide,
}

/// Everything that a finding is made from.
pub(super) struct FindingBuilder<'c, 'j> {
    pub(super) judge: Judge<'c>,
    pub(super) cases: &'c [Judged<'j>],
    pub(super) observations: &'c Observations<'j>,
}

impl<'c, 'j> FindingBuilder<'c, 'j> {
    /// Returns the finding.
    pub(super) fn finding(&self, chosen: &Conjunction) -> Finding {
        let Observations { seen, attributes, symptoms, .. } = self.observations;
        let deviating = self.deviating(chosen);
        let (shown, tested) = self.count(chosen, &deviating);
        let (cases, example) = self.cases(chosen);
        let explained: Vec<&Seen<'j>> =
            chosen.explained.iter().map(|index| &seen[*index]).collect();
        let masked = explained.iter().filter(|seen| {
            let case = &self.cases[seen.case];
            case.is_masked_by(seen.first().step)
        });
        let masked: BTreeSet<usize> = masked.map(|seen| seen.case).collect();
        let broken: Vec<&ClauseId> = explained.iter().map(|seen| &seen.first().clause).collect();
        let kinds = Kind::of_groups(&chosen.groups);
        let mut named: Vec<Attribute> =
            chosen.attributes.iter().map(|one| attributes[*one].clone()).collect();
        named.sort();
        let symptom = symptoms[chosen.symptom].clone();
        let extent = self.extent(&deviating);
        let sentence = Sentence {
            judge: self.judge,
            symptom: &symptom,
            kinds: &kinds,
            attributes: &named,
            keywords: self.keywords(chosen),
            is_general: shown == tested && extent != Extent::Narrow,
            is_invalid: broken.iter().all(|clause| !is_of_error(clause)),
            example: example.map(Seen::first),
        };
        // A case that was blocked has not judged the server.
        let judged = explained.iter().filter(|seen| !self.cases[seen.case].is_blocked());
        let mut judged = judged.peekable();
        let level = self.level(&deviating);
        Finding {
            says: sentence.to_string(),
            concern: match level {
                Level::Must => self.concern(&symptom, &deviating, extent),
                Level::Should | Level::Open => Concern::Softer,
            },
            clause: self.clause(&symptom, &named, &broken),
            explanation: Explanation { symptom: Some(symptom), attributes: named },
            level,
            beside: judged.peek().is_some() && judged.all(|seen| seen.is_beside),
            waived: false,
            counted: match kinds.first() {
                Some(Kind::Invalid | Kind::Valid | Kind::Open) => Counted::Requests,
                Some(Kind::Value | Kind::Beside) => Counted::Values,
                Some(Kind::Effect) => Counted::Effects,
                Some(Kind::Response) | None => Counted::Responses,
            },
            shown,
            tested,
            masked: masked.len(),
            example: cases.first().cloned().unwrap_or_default(),
            cases,
        }
    }

    /// Returns the deviations that count, and not those that only follow.
    fn deviating(&self, chosen: &Conjunction) -> Vec<usize> {
        let is_cut = |index: usize| self.observations.cut.iter().any(|(cut, _)| *cut == index);
        let explained = chosen.explained.iter().copied();
        explained.filter(|index| self.observations.deviates(*index) || is_cut(*index)).collect()
    }

    /// Returns the cases, the example first, and what the example shows. The example fails for the reason that the
    /// sentence says, and for nothing that follows from it.
    fn cases(&self, chosen: &Conjunction) -> (Vec<String>, Option<&Seen<'j>>) {
        let Observations { all, seen, .. } = self.observations;
        let is_said = |index: &usize| {
            self.observations.deviates(*index)
                && (chosen.is_rest || chosen.fits(&all[*index]))
                && !seen[*index].is_beside
        };
        let (mut said, others): (Vec<usize>, Vec<usize>) =
            chosen.explained.iter().partition(|index| is_said(index));
        let shows: BTreeSet<usize> = said.iter().map(|index| seen[*index].case).collect();
        // A finding about leftovers names the clause of most of them, so a case of that clause is the example.
        let fitting = said.iter().filter(|index| chosen.fits(&all[**index]));
        let fits: BTreeSet<usize> = fitting.map(|index| seen[*index].case).collect();
        said.extend(others);
        let mut cases: Vec<usize> = said.iter().map(|index| seen[*index].case).collect();
        cases.sort_by_cached_key(|index| {
            let case = &self.cases[*index];
            (!shows.contains(index), !fits.contains(index), !case.fails(), case.length(), case.id)
        });
        cases.dedup();
        let example = said.iter().find(|index| Some(&seen[**index].case) == cases.first());
        let ids = cases.into_iter().map(|case| self.cases[case].id.to_owned()).collect();
        (ids, example.map(|index| &seen[*index]))
    }

    /// Returns how widely deviations are spread over the cases.
    fn extent(&self, deviating: &[usize]) -> Extent {
        let seen = &self.observations.seen;
        let cases: BTreeSet<usize> = deviating.iter().map(|index| seen[*index].case).collect();
        let subjects = cases.iter().filter_map(|case| self.cases[*case].clauses.first());
        match subjects.collect::<BTreeSet<_>>().len() {
            ..MIN_GENERAL => Extent::Narrow,
            _ if cases.len() * EVERY_CLIENT < self.cases.len() => Extent::Varied,
            _ => Extent::Wide,
        }
    }

    /// Returns the group of a finding about a `must`.
    fn concern(&self, symptom: &Symptom, deviating: &[usize], extent: Extent) -> Concern {
        let Observations { all, symptoms, .. } = self.observations;
        let has_kind = |kind: Kind| deviating.iter().any(|index| all[*index].group == kind.group());
        let each_has = |is_meant: fn(&Attribute) -> bool| {
            deviating
                .iter()
                .all(|index| self.observations.attributes_of(*index).any(|(_, one)| is_meant(one)))
        };
        let lets_in = |index: &usize| {
            all[*index].symptom.is_some_and(|shown| symptoms[shown] == Symptom::Accepted)
        };
        let of_valid = [Kind::Valid, Kind::Effect, Kind::Response, Kind::Value, Kind::Beside];
        if matches!(symptom, Symptom::Accepted | Symptom::Other)
            && each_has(|one| matches!(one, Attribute::Key(_)))
            && deviating.iter().any(lets_in)
        {
            Concern::Access
        } else if of_valid.into_iter().all(|kind| !has_kind(kind)) {
            Concern::Unchecked
        } else if !has_kind(Kind::Valid) && each_has(|one| matches!(one, Attribute::Status(400..)))
        {
            Concern::Softer
        } else if extent == Extent::Wide {
            Concern::EveryClient
        } else {
            Concern::ValidRequests
        }
    }

    /// Returns how firm deviations are: as the firmest of their cases. If only cases about something else show them, as
    /// their clauses; values that may have been set by mistake before are open.
    fn level(&self, deviating: &[usize]) -> Level {
        let level = |index: usize| {
            let seen = &self.observations.seen[index];
            let case = self.cases[seen.case].level;
            let of_clause = || {
                let clause = self.judge.clauses.get(&seen.first().clause);
                clause.map_or(Level::Must, |clause| clause.level)
            };
            match self.observations.kind(index) {
                Kind::Beside => Level::Open,
                // A case about an open point fails only by what always holds.
                _ if seen.is_beside || case == Level::Open => of_clause(),
                _ => case,
            }
        };
        let firmest = |is_beside: bool| {
            let meant = deviating.iter().copied();
            let meant = meant.filter(|index| self.observations.seen[*index].is_beside == is_beside);
            meant.map(level).min()
        };
        firmest(false).or_else(|| firmest(true)).unwrap_or(Level::Open)
    }

    /// Returns how many deviations an explanation explains, and how many observations of the same kind of clause it fits.
    /// Those that show the same and belong to other findings are left out.
    fn count(&self, chosen: &Conjunction, deviating: &[usize]) -> (usize, usize) {
        let Observations { all, seen, .. } = self.observations;
        let kinds = Kind::of_groups(&chosen.groups);
        let clauses: BTreeSet<Option<usize>> =
            deviating.iter().map(|index| self.observations.innermost_clause(*index)).collect();
        let keywords: BTreeSet<usize> = deviating
            .iter()
            .flat_map(|index| self.observations.attributes_of(*index))
            .filter(|(_, one)| matches!(one, Attribute::Keyword(_)))
            .map(|(keyword, _)| keyword)
            .collect();
        // A value or a response is judged by several clauses, and counts once.
        let is_alike = |index: usize| match self.observations.kind(index) {
            Kind::Value | Kind::Beside => {
                all[index].attributes.iter().any(|one| keywords.contains(one))
            }
            Kind::Effect | Kind::Response => {
                clauses.contains(&self.observations.innermost_clause(index))
            }
            Kind::Invalid | Kind::Valid | Kind::Open => true,
        };
        // Values that may have been set by mistake are among all values.
        let mut groups = chosen.groups.clone();
        groups.extend(kinds.contains(&Kind::Beside).then(|| Kind::Value.group()));
        let others = all.iter().enumerate().filter(|(index, one)| {
            chosen.fits_in(&groups, one)
                && ![one.symptom, one.wider].contains(&Some(chosen.symptom))
                && is_alike(*index)
        });
        let others: usize = others.map(|(_, one)| one.weight as usize).sum();
        let shown = match kinds.first() {
            Some(Kind::Response) => {
                let responses =
                    deviating.iter().map(|index| (seen[*index].case, seen[*index].first().step));
                responses.collect::<BTreeSet<_>>().len()
            }
            _ => deviating.len(),
        };
        (shown, shown + others)
    }

    /// Returns the keywords of the clauses that requests break, if they are few and the explanation has none.
    fn keywords(&self, chosen: &Conjunction) -> Vec<&str> {
        let names_clause = chosen.attributes.iter().any(|attribute| {
            match &self.observations.attributes[*attribute] {
                Attribute::Keyword(_) => true,
                Attribute::Clause(clause) => self.judge.clauses.contains_key(clause),
                _ => false,
            }
        });
        if names_clause || !chosen.groups.contains(&Kind::Invalid.group()) {
            return Vec::new();
        }
        let explained = chosen.explained.iter();
        let known = explained.flat_map(|index| self.observations.attributes_of(*index));
        let words = known.filter_map(|(_, attribute)| match attribute {
            Attribute::Keyword(word) => Some(word.as_str()),
            _ => None,
        });
        let words: BTreeSet<&str> = words.collect();
        let is_told = (2..=MAX_KEYWORDS).contains(&words.len());
        if is_told { words.into_iter().collect() } else { Vec::new() }
    }

    /// Returns the clause of an explanation, or the one above all broken clauses.
    fn clause(
        &self,
        symptom: &Symptom,
        attributes: &[Attribute],
        broken: &[&ClauseId],
    ) -> ClauseId {
        use Attribute::{
            At, Below, Clause, Error, Limit, Null, Operation, With, Within, Without, Word,
        };
        let is_only = attributes.len() == 1;
        let is_of_error = symptom.is_of_error();
        // The lower the number, the more the attribute says of the clause.
        let named = attributes.iter().filter_map(|attribute| match attribute {
            Clause(clause) => Some((0, clause.clone())),
            Error(error) if is_only && is_of_error => Some((1, ClauseRoot::Error(error).clause())),
            Null(clause) | With(clause) | Without(clause) | Limit(clause) if is_of_error => {
                Some((2, clause.clone()))
            }
            Word(word) if is_of_error => Some((2, word.property.clone())),
            Below(place) => Some((4, self.clause_at(place, true)?)),
            At(place) | Within(place) => Some((5, self.clause_at(place, false)?)),
            Error(error) => Some((6, ClauseRoot::Error(error).clause())),
            Operation(id) => Some((7, ClauseRoot::Operation(id).clause())),
            _ => None,
        });
        let above = broken.iter().map(|clause| clause.as_str().to_owned());
        let above = above.reduce(|left, right| common_ancestor(&left, &right));
        let above = above.filter(|above| !above.is_empty()).map(|above| (3, ClauseId::new(above)));
        // The innermost of several says most.
        let named =
            named.chain(above).min_by_key(|(rank, clause)| (*rank, Reverse(clause.as_str().len())));
        named.map_or_else(|| ClauseRoot::Service.clause(), |(_, clause)| clause)
    }

    /// Returns the clause of the schema at a place of a request, or of the items of the list there.
    fn clause_at(&self, place: &str, is_below: bool) -> Option<ClauseId> {
        let operations = self.judge.spec.operations.values();
        let mut types = operations.filter_map(|operation| operation.request.as_ref());
        types.find_map(|name| {
            let mut places = self.judge.spec.places(self.judge.spec.schema(name)?).into_iter();
            let found = places
                .find(|known| known.name() == place || known.name_with_variants() == place)?;
            let items = found.schema.items().filter(|_| is_below);
            Some(self.judge.spec.resolve(items.unwrap_or(found.schema)).clause.clone())
        })
    }
}

/// Returns the common ancestor of two clauses.
fn common_ancestor(left: &str, right: &str) -> String {
    let steps = left.split('.').zip(right.split('.'));
    let shared = steps.take_while(|(left, right)| left == right).map(|(step, _)| step);
    shared.collect::<Vec<_>>().join(".")
}
