//! An observation, as the search for explanations reads it: numbers in place of attributes and symptoms.

/// A response, or a part of one: what was known before it came, and how it deviates.
#[derive(Debug, Clone)]
pub(super) struct Observation {
    /// The attributes, each once and in ascending order.
    pub(super) attributes: Vec<usize>,
    /// More attributes, which only explanations of other kinds of observations are held against, since not every
    /// observation of this kind has them.
    pub(super) further: Vec<usize>,
    /// The symptom; `None` if nothing deviates.
    pub(super) symptom: Option<usize>,
    /// A symptom that this one is a case of.
    pub(super) wider: Option<usize>,
    /// The group. Explanations of a symptom look only at the groups in which the symptom occurs.
    pub(super) group: usize,
    /// The number of equal observations that this one stands for.
    pub(super) weight: u32,
    /// The symptom that cannot be told from what is due here. The observation is no exception to its explanations.
    pub(super) neutral: Option<usize>,
}

/// What an observation is about, which is its group in the search: explanations count what they fit only among
/// observations of the same kind.
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
    /// The kinds that are about status codes.
    pub(super) const STATUSES: [Self; 3] = [Self::Invalid, Self::Valid, Self::Open];

    /// Every kind, in the order of the groups.
    const ALL: [Self; 7] = [
        Self::Invalid,
        Self::Valid,
        Self::Open,
        Self::Value,
        Self::Effect,
        Self::Response,
        Self::Beside,
    ];

    /// Returns the number of the group in the search.
    pub(super) fn group(self) -> usize {
        self as usize
    }

    /// Returns the kinds of groups.
    pub(super) fn of_groups(groups: &[usize]) -> Vec<Self> {
        groups.iter().map(|group| Self::ALL[*group]).collect()
    }

    /// Returns for each group whether an explanation without attributes may be about it.
    pub(super) fn bare_groups() -> Vec<bool> {
        Self::ALL.into_iter().map(Self::may_be_bare).collect()
    }

    /// Returns whether an explanation may say that everything of this kind deviates.
    pub(super) fn may_be_bare(self) -> bool {
        Self::STATUSES.contains(&self)
    }
}
