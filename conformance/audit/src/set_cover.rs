//! A greedy set cover: which cases to run so that few requests notice many mutants.
//!
//! This module does not know what a case or a mutant is about.

use std::cmp::Ordering;

/// A case, reduced to its costs and its benefits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The number of requests that the case sends.
    pub(super) requests: usize,
    /// The mutants that the case notices, each once.
    pub(super) notices: Vec<usize>,
}

/// A case of the cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChosenCase {
    /// The index of the candidate.
    pub(super) candidate: usize,
    /// The number of mutants that this case notices and no case before it does.
    pub(super) newly_noticed: usize,
}

/// Returns the candidates that cover all mutants. Each next candidate notices the most further mutants per
/// request; of equal candidates, the first is taken. Candidates that add nothing are left out.
pub(super) fn cover(candidates: &[Candidate]) -> Vec<ChosenCase> {
    let mutants = candidates
        .iter()
        .flat_map(|candidate| &candidate.notices)
        .max()
        .map_or(0, |highest| highest + 1);
    let mut noticed_by: Vec<Vec<usize>> = vec![Vec::new(); mutants];
    for (at, candidate) in candidates.iter().enumerate() {
        for mutant in &candidate.notices {
            noticed_by[*mutant].push(at);
        }
    }
    let mut left: Vec<ChosenCase> = (0..)
        .zip(candidates)
        .map(|(at, candidate)| ChosenCase { candidate: at, newly_noticed: candidate.notices.len() })
        .collect();
    let by_request = |left: &&ChosenCase, right: &&ChosenCase| -> Ordering {
        let requests = |chosen: &ChosenCase| candidates[chosen.candidate].requests.max(1);
        let (left_score, right_score) =
            (left.newly_noticed * requests(right), right.newly_noticed * requests(left));
        left_score.cmp(&right_score).then(right.candidate.cmp(&left.candidate))
    };
    let mut chosen = Vec::new();
    while let Some(best) =
        left.iter().max_by(by_request).copied().filter(|chosen| chosen.newly_noticed > 0)
    {
        for mutant in &candidates[best.candidate].notices {
            for at in std::mem::take(&mut noticed_by[*mutant]) {
                left[at].newly_noticed -= 1;
            }
        }
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates, each as its number of requests and the mutants that it notices; and the expected cover,
    /// each case as its index and its number of further mutants.
    type Row = (&'static [(usize, &'static [usize])], &'static [(usize, usize)]);

    const TABLE: [Row; 6] = [
        (&[], &[]),
        (&[(1, &[])], &[]),
        // The candidate that notices the most comes first, then the one that adds the rest. A candidate that
        // adds nothing is left out.
        (&[(1, &[0]), (1, &[0, 1, 2]), (1, &[2, 3])], &[(1, 3), (2, 1)]),
        // Three mutants in one request are better than four in two requests.
        (&[(2, &[0, 1, 2, 3]), (1, &[4, 5, 6])], &[(1, 3), (0, 4)]),
        // Of equal candidates, the first is taken.
        (&[(1, &[0, 1]), (1, &[1, 2]), (1, &[3, 4])], &[(0, 2), (2, 2), (1, 1)]),
        // Two mutants in two requests are as good as one mutant in one request.
        (&[(2, &[0, 1]), (1, &[2]), (3, &[3, 4, 5])], &[(0, 2), (1, 1), (2, 3)]),
    ];

    #[test]
    fn candidates_that_notice_more_come_first() {
        for (candidates, expected) in TABLE {
            let candidate =
                |row: &(usize, &[usize])| Candidate { requests: row.0, notices: row.1.to_vec() };
            let candidates: Vec<Candidate> = candidates.iter().map(candidate).collect();
            let chosen: Vec<(usize, usize)> = cover(&candidates)
                .iter()
                .map(|chosen| (chosen.candidate, chosen.newly_noticed))
                .collect();
            assert_eq!(chosen, expected, "{candidates:?}");
        }
    }
}
