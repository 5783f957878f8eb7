//! A greedy cover: which cases to run so that few requests notice many mutants.
//!
//! It must not know what a case or a mutant is about.

use std::cmp::Ordering;

/// A case as the cover sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// How many requests it sends.
    pub(super) requests: usize,
    /// The mutants that it notices, each once.
    pub(super) notices: Vec<usize>,
}

/// A case of the cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chosen {
    /// The place of the candidate.
    pub(super) candidate: usize,
    /// How many mutants it notices that none before it does.
    pub(super) further: usize,
}

/// Returns the candidates in the order of what each notices per request that none before it does. Of
/// those that are alike, the first candidate comes first. Candidates that add nothing are left out.
pub(super) fn cover(candidates: &[Candidate]) -> Vec<Chosen> {
    let mutants = candidates.iter().flat_map(|own| &own.notices).max().map_or(0, |most| most + 1);
    let mut noticed_by: Vec<Vec<usize>> = vec![Vec::new(); mutants];
    for (at, own) in candidates.iter().enumerate() {
        for mutant in &own.notices {
            noticed_by[*mutant].push(at);
        }
    }
    let mut left: Vec<Chosen> = (0..)
        .zip(candidates)
        .map(|(candidate, own)| Chosen { candidate, further: own.notices.len() })
        .collect();
    let by_request = |one: &&Chosen, other: &&Chosen| -> Ordering {
        let requests = |own: &Chosen| candidates[own.candidate].requests.max(1);
        let (own, others) = (one.further * requests(other), other.further * requests(one));
        own.cmp(&others).then(other.candidate.cmp(&one.candidate))
    };
    let mut chosen = Vec::new();
    while let Some(best) = left.iter().max_by(by_request).copied().filter(|own| own.further > 0) {
        for mutant in &candidates[best.candidate].notices {
            for at in std::mem::take(&mut noticed_by[*mutant]) {
                left[at].further -= 1;
            }
        }
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates, each with its requests and the mutants that it notices, and the expected cover: the
    /// places of the candidates, each with how many further mutants it notices.
    type Row = (&'static [(usize, &'static [usize])], &'static [(usize, usize)]);

    const TABLE: [Row; 6] = [
        (&[], &[]),
        (&[(1, &[])], &[]),
        // The broadest first, then what it leaves; what adds nothing is left out.
        (&[(1, &[0]), (1, &[0, 1, 2]), (1, &[2, 3])], &[(1, 3), (2, 1)]),
        // Three in one request are more than four in two.
        (&[(2, &[0, 1, 2, 3]), (1, &[4, 5, 6])], &[(1, 3), (0, 4)]),
        // The first of those that are alike.
        (&[(1, &[0, 1]), (1, &[1, 2]), (1, &[3, 4])], &[(0, 2), (2, 2), (1, 1)]),
        // Two in two requests are as many as one in one.
        (&[(2, &[0, 1]), (1, &[2]), (3, &[3, 4, 5])], &[(0, 2), (1, 1), (2, 3)]),
    ];

    #[test]
    fn the_most_telling_come_first() {
        for (candidates, expected) in TABLE {
            let candidate =
                |own: &(usize, &[usize])| Candidate { requests: own.0, notices: own.1.to_vec() };
            let candidates: Vec<Candidate> = candidates.iter().map(candidate).collect();
            let found: Vec<(usize, usize)> =
                cover(&candidates).iter().map(|own| (own.candidate, own.further)).collect();
            assert_eq!(found, expected, "{candidates:?}");
        }
    }
}
