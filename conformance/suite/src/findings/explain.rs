//! Chooses explanations: conjunctions of attributes that observations with the same symptom share.
//!
//! The method is subgroup discovery with a greedy cover. In each round, the conjunction with the highest score is
//! chosen: what it newly explains, less a price for each exception and for its length. Exceptions are observations
//! that it fits without the symptom, unless an earlier explanation gives the reason. This module knows neither
//! requests nor contracts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::attribute::Price;
use super::observation::Observation;

/// What explanations may say, and what it costs.
#[derive(Debug)]
pub(super) struct Terms {
    /// The price of each attribute.
    pub(super) prices: Vec<Price>,
    /// For each group, whether an explanation may say that all of it deviates. Only these have reasons in common.
    pub(super) bare_groups: Vec<bool>,
    /// The largest number of attributes that an explanation of each symptom may have which speaks of several groups.
    pub(super) across_groups: Vec<usize>,
    /// The symptom that others are cases of, if there is one. It has to explain a good part more than these.
    pub(super) wider: Option<usize>,
}

/// The reason that some observations share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conjunction {
    pub(super) symptom: usize,
    /// At most [`MAX_ATTRIBUTES`].
    pub(super) attributes: Vec<usize>,
    /// The groups of observations that it speaks of.
    pub(super) groups: Vec<usize>,
    /// The observations that it explains and none before it, by index.
    pub(super) explained: Vec<usize>,
    /// Whether it only groups what no explanation qualifies for.
    pub(super) is_rest: bool,
}

impl Conjunction {
    /// Returns whether the explanation fits an observation, whatever that shows.
    pub(super) fn fits(&self, observation: &Observation) -> bool {
        self.fits_in(&self.groups, observation)
    }

    /// Returns whether the explanation, of other groups, fits an observation, whatever that shows.
    pub(super) fn fits_in(&self, groups: &[usize], observation: &Observation) -> bool {
        let Observation { attributes, group, neutral, .. } = observation;
        groups.contains(group)
            && *neutral != Some(self.symptom)
            && self.attributes.iter().all(|one| attributes.contains(one))
    }

    /// Returns how many of the observations that the explanation fits have the symptom, and how many it fits.
    pub(super) fn count(&self, observations: &[Observation]) -> (usize, usize) {
        let (mut shown, mut tested) = (0, 0);
        for observation in observations.iter().filter(|one| self.fits(one)) {
            let Observation { symptom, wider, weight, .. } = observation;
            tested += *weight as usize;
            if [symptom, wider].contains(&&Some(self.symptom)) {
                shown += *weight as usize;
            }
        }
        (shown, tested)
    }
}

/// The largest number of attributes of an explanation.
const MAX_ATTRIBUTES: usize = 3;

/// What an explanation without attributes costs where it should have one: more than one with an attribute.
const BARE_COST: i64 = 2;

/// Each attribute costs one in this many explained observations, besides its price.
const LENGTH_SHARE: i64 = 64;

/// The price of an exception, in explained observations.
const EXCEPTION_PRICE: i64 = 3;

/// Scores are multiples of this, so that ranks only decide between equal ones.
const SCALE: i64 = 128;

/// The lowest share of observations with the symptom, among those without an earlier explanation: 7 of 10.
const PRECISION: (i64, i64) = (7, 10);

/// A set of observations, by index.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn has(&self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    fn intersection(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(left, right)| left & right).collect())
    }

    fn indexes(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

/// Returns explanations of the observations with a symptom, the best first. What none qualifies for is left out.
pub(super) fn explain(observations: &[Observation], terms: &Terms) -> Vec<Conjunction> {
    // Many observations are equal. The search looks at one of them, with the weight of all.
    let mut equal: IndexMap<_, Vec<usize>> = IndexMap::new();
    for (index, observation) in observations.iter().enumerate() {
        let Observation { attributes, further, symptom, wider, group, neutral, .. } = observation;
        let key = (attributes, further, *symptom, *wider, *group, *neutral);
        equal.entry(key).or_default().push(index);
    }
    let distinct: Vec<Observation> = equal
        .values()
        .map(|indexes| {
            let weight = indexes.iter().map(|index| observations[*index].weight).sum();
            Observation { weight, ..observations[indexes[0]].clone() }
        })
        .collect();
    let mut chosen = explain_distinct(&distinct, terms);
    for one in &mut chosen {
        // A wider symptom that shows as one only is that one.
        let mut shown = one.explained.iter().filter_map(|index| distinct[*index].symptom);
        if let Some(first) = shown.next().filter(|first| shown.all(|other| other == *first)) {
            one.symptom = first;
        }
        one.explained = one.explained.iter().flat_map(|index| &equal[*index]).copied().collect();
        one.explained.sort_unstable();
    }
    chosen
}

/// Returns explanations of observations no two of which are equal.
fn explain_distinct(observations: &[Observation], terms: &Terms) -> Vec<Conjunction> {
    let mut search = Search::new(observations, terms);
    let mut known: BTreeMap<usize, Option<Candidate>> = BTreeMap::new();
    let mut chosen = Vec::new();
    loop {
        // The symptom of the most observations is searched first. One with less than the best score cannot have a
        // better one.
        let mut symptoms: Vec<(i64, usize)> = (0..search.symptoms.len())
            .map(|symptom| (search.weight(search.symptoms[symptom].indexes()), symptom))
            .filter(|(weight, _)| *weight > 0)
            .collect();
        symptoms.sort_by_key(|(weight, symptom)| (Reverse(*weight), *symptom));
        let mut best: Option<(usize, Candidate)> = None;
        for (weight, symptom) in symptoms {
            if best.as_ref().is_some_and(|(_, best)| best.score >= SCALE * weight) {
                break;
            }
            let candidate = known.entry(symptom).or_insert_with(|| search.best(symptom));
            let Some(candidate) = candidate else { continue };
            if best.as_ref().is_none_or(|(_, best)| candidate.score > best.score) {
                best = Some((symptom, candidate.clone()));
            }
        }
        let Some((symptom, best)) = best else { return chosen };
        let explained = search.mark(symptom, &best);
        // Explanations of other symptoms have fewer exceptions now.
        let changed: BTreeSet<usize> =
            explained.iter().map(|index| observations[*index].group).collect();
        known.retain(|other, _| *other != symptom && search.groups[*other].is_disjoint(&changed));
        let Candidate { attributes, groups, .. } = best;
        chosen.push(Conjunction { symptom, attributes, groups, explained, is_rest: false });
    }
}

#[derive(Debug, Clone)]
struct Candidate {
    score: i64,
    attributes: Vec<usize>,
    groups: Vec<usize>,
}

/// What a conjunction that is being built fits, among what nothing explains yet.
struct Branch {
    /// The observations with the symptom.
    shown: Vec<usize>,
    /// The observations without it.
    others: Set,
    attributes: Vec<usize>,
    cost: i64,
    rank: i64,
    is_weak: bool,
}

struct Search<'o> {
    observations: &'o [Observation],
    terms: &'o Terms,
    /// The observations with each attribute.
    with: Vec<Set>,
    /// The observations of each group.
    of_group: Vec<Vec<usize>>,
    /// The observations with each symptom that nothing explains yet.
    symptoms: Vec<Set>,
    /// The groups in which each symptom occurs.
    groups: Vec<BTreeSet<usize>>,
    /// The observations that nothing explains yet, and those without a symptom.
    open: Set,
}

impl<'o> Search<'o> {
    fn new(observations: &'o [Observation], terms: &'o Terms) -> Self {
        let length = observations.len();
        let count = terms.across_groups.len();
        let mut search = Self {
            observations,
            terms,
            with: vec![Set::new(length); terms.prices.len()],
            of_group: vec![Vec::new(); terms.bare_groups.len()],
            symptoms: vec![Set::new(length); count],
            groups: vec![BTreeSet::new(); count],
            open: Set::new(length),
        };
        for (index, observation) in observations.iter().enumerate() {
            search.open.insert(index);
            search.of_group[observation.group].push(index);
            for attribute in &observation.attributes {
                search.with[*attribute].insert(index);
            }
            for symptom in observation.symptom.into_iter().chain(observation.wider) {
                search.symptoms[symptom].insert(index);
                search.groups[symptom].insert(observation.group);
            }
        }
        search
    }

    fn weight(&self, indexes: impl Iterator<Item = usize>) -> i64 {
        indexes.map(|index| i64::from(self.observations[index].weight)).sum()
    }

    /// Returns the best explanation of what is left of a symptom.
    fn best(&self, symptom: usize) -> Option<Candidate> {
        let groups = || self.groups[symptom].iter().copied();
        let mut universes: Vec<Vec<usize>> = groups().map(|group| vec![group]).collect();
        let bare: Vec<usize> = groups().filter(|group| self.terms.bare_groups[*group]).collect();
        if bare.len() > 1 {
            universes.push(bare);
        }
        universes
            .into_iter()
            .filter_map(|groups| self.best_within(symptom, groups))
            .map(|candidate| {
                if self.terms.wider == Some(symptom) {
                    Candidate { score: candidate.score * 3 / 4, ..candidate }
                } else {
                    candidate
                }
            })
            .max_by_key(|candidate| candidate.score)
    }

    /// Returns the best explanation within some groups of observations.
    fn best_within(&self, symptom: usize, groups: Vec<usize>) -> Option<Candidate> {
        let (mut shown, mut others) = (Vec::new(), Set::new(self.observations.len()));
        for index in groups.iter().flat_map(|group| &self.of_group[*group]).copied() {
            if self.symptoms[symptom].has(index) {
                shown.push(index);
            } else if self.open.has(index) && self.observations[index].neutral != Some(symptom) {
                others.insert(index);
            }
        }
        if shown.is_empty() {
            return None;
        }
        let mut weights: BTreeMap<usize, i64> = BTreeMap::new();
        for index in &shown {
            let Observation { attributes, weight, .. } = &self.observations[*index];
            for attribute in attributes {
                *weights.entry(*attribute).or_default() += i64::from(*weight);
            }
        }
        let mut ordered: Vec<(i64, usize)> =
            weights.into_iter().map(|(attribute, weight)| (weight, attribute)).collect();
        ordered.sort_by_key(|(weight, attribute)| (Reverse(*weight), *attribute));
        let mut best = None;
        let max = if groups.len() > 1 { self.terms.across_groups[symptom] } else { MAX_ATTRIBUTES };
        let may_be_bare = groups.iter().all(|group| self.terms.bare_groups[*group]);
        let cost = if may_be_bare { 0 } else { BARE_COST };
        let attributes = Vec::new();
        let branch = Branch { shown, others, attributes, cost, rank: 0, is_weak: false };
        self.visit(&branch, &ordered, max, &mut best);
        best.map(|(score, attributes)| Candidate { score, attributes, groups })
    }

    /// Notes a conjunction if it is the best so far, and visits the longer ones that may be better.
    fn visit(
        &self,
        branch: &Branch,
        left: &[(i64, usize)],
        max: usize,
        best: &mut Option<(i64, Vec<usize>)>,
    ) {
        let gain = self.weight(branch.shown.iter().copied());
        let (share, whole) = PRECISION;
        // More exceptions need not be counted.
        let limit = gain * (whole - share) / share;
        let mut exceptions = 0;
        for index in branch.others.indexes() {
            exceptions += i64::from(self.observations[index].weight);
            if exceptions > limit {
                break;
            }
        }
        // A further attribute has to be worth a share of what is explained.
        let length = gain * branch.attributes.len() as i64 * SCALE / LENGTH_SHARE;
        let score =
            SCALE * (gain - EXCEPTION_PRICE * exceptions - branch.cost) - length - branch.rank;
        let is_precise = exceptions <= limit;
        // An explanation without exceptions is worth a sentence however few observations it has, unless it may fit
        // them by chance.
        let qualifies = is_precise && (score > 0 || (exceptions == 0 && !branch.is_weak));
        if qualifies && best.as_ref().is_none_or(|(known, _)| score > *known) {
            *best = Some((score, branch.attributes.clone()));
        }
        let is_named = !branch.attributes.is_empty() || branch.cost == 0;
        if (exceptions == 0 && is_named) || branch.attributes.len() == max {
            return;
        }
        for (place, (weight, attribute)) in left.iter().enumerate() {
            let price = self.terms.prices[*attribute];
            let before = if branch.attributes.is_empty() { 0 } else { branch.cost };
            let (cost, rank) = (before + price.cost, branch.rank + price.rank);
            let bound = |gain: i64| SCALE * (gain - cost) - rank;
            let is_hopeless = |gain| best.as_ref().is_some_and(|(known, _)| bound(gain) <= *known);
            if is_hopeless(*weight) {
                continue;
            }
            let with = &self.with[*attribute];
            let shown: Vec<usize> =
                branch.shown.iter().copied().filter(|index| with.has(*index)).collect();
            if shown.is_empty() || is_hopeless(self.weight(shown.iter().copied())) {
                continue;
            }
            let longer = Branch {
                shown,
                others: branch.others.intersection(with),
                attributes: branch.attributes.iter().copied().chain([*attribute]).collect(),
                cost,
                rank,
                is_weak: branch.is_weak || price.is_weak,
            };
            self.visit(&longer, &left[place + 1..], max, best);
        }
    }

    /// Marks the observations that an explanation fits as explained, and with them those of other groups that have its
    /// symptom and its attributes. Returns the observations that nothing explained before.
    fn mark(&mut self, symptom: usize, chosen: &Candidate) -> Vec<usize> {
        let fits = |index: &usize| {
            let Observation { attributes, further, group, .. } = &self.observations[*index];
            let is_of_group = chosen.groups.contains(group);
            let has = |attribute: &usize| {
                attributes.contains(attribute) || (!is_of_group && further.contains(attribute))
            };
            (is_of_group || !chosen.attributes.is_empty()) && chosen.attributes.iter().all(has)
        };
        let explained: Vec<usize> = self.symptoms[symptom].indexes().filter(fits).collect();
        for index in &explained {
            let Observation { symptom, wider, .. } = &self.observations[*index];
            for symptom in symptom.iter().chain(wider) {
                self.symptoms[*symptom].remove(*index);
            }
            self.open.remove(*index);
        }
        explained
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Explains observations, each with its attributes, its symptom and its weight; every attribute costs 1.
    fn explained(table: &[(&[usize], Option<usize>, u32)]) -> Vec<(usize, Vec<usize>)> {
        let observation = |(attributes, symptom, weight): &(&[usize], Option<usize>, u32)| {
            let (attributes, further) = (attributes.to_vec(), Vec::new());
            let (group, symptom, weight) = (0, *symptom, *weight);
            let (wider, neutral) = (None, None);
            Observation { attributes, further, symptom, wider, group, weight, neutral }
        };
        let observations: Vec<Observation> = table.iter().map(observation).collect();
        let terms = Terms {
            prices: vec![Price { cost: 1, rank: 0, is_weak: false }; 10],
            bare_groups: vec![true],
            across_groups: vec![MAX_ATTRIBUTES; 2],
            wider: None,
        };
        let chosen = explain(&observations, &terms).into_iter();
        chosen.map(|chosen| (chosen.symptom, chosen.attributes)).collect()
    }

    #[test]
    fn one_attribute_explains_what_all_have() {
        let found = explained(&[
            (&[1, 2], Some(0), 1),
            (&[1, 3], Some(0), 1),
            (&[2], None, 1),
            (&[3], None, 1),
        ]);
        assert_eq!(found, [(0, vec![1])]);
    }

    #[test]
    fn two_causes_of_one_symptom_are_two_explanations() {
        let found = explained(&[
            (&[1], Some(0), 5),
            (&[2, 3], Some(0), 4),
            (&[2], None, 9),
            (&[3], None, 9),
        ]);
        assert_eq!(found, [(0, vec![1]), (0, vec![2, 3])]);
    }

    #[test]
    fn what_an_earlier_explanation_gives_the_reason_for_is_no_exception() {
        let found = explained(&[
            (&[1, 4], Some(0), 9),
            (&[1, 4], Some(0), 9),
            (&[2, 4], Some(1), 20),
            (&[4], None, 30),
        ]);
        assert_eq!(found, [(1, vec![2]), (0, vec![1])]);
    }

    #[test]
    fn everything_that_deviates_alike_needs_no_attribute() {
        assert_eq!(explained(&[(&[1], Some(0), 1), (&[2], Some(0), 1)]), [(0, vec![])]);
    }

    #[test]
    fn what_nothing_tells_apart_is_left_out() {
        assert!(explained(&[(&[1], Some(0), 1), (&[1], None, 9)]).is_empty());
    }
}
