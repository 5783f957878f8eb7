//! Lists the ways in which a key can be wrong. Cases send such keys, and faulty servers of the audit accept them.

use serde::Deserialize;
use webdata_spec::model::Authentication;

/// A way in which the key of a request is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrongKey {
    /// No header.
    NoHeader,
    /// An empty header.
    EmptyHeader,
    /// The scheme without a key.
    NoKey,
    /// A key that was never issued.
    UnknownKey,
    /// A valid key with further characters at its end.
    LongerKey,
    /// A valid key with further words after it.
    TextBehindKey,
    /// A valid key after another scheme.
    OtherScheme,
    /// A valid key without a scheme.
    NoScheme,
    /// A valid key in the header `Authorization`, where another header has the key.
    OtherHeader,
    /// A key that was revoked.
    RevokedKey,
    /// A valid key that lacks permission.
    LimitedKey,
    /// The beginning of a valid key.
    CutKey,
    /// A valid key in the other letter case.
    OtherCaseKey,
    /// Any key after the scheme in lower case.
    LowerCaseScheme,
    /// Any key after the scheme in upper case.
    UpperCaseScheme,
    /// Any key after more than one space.
    ExtraSpaces,
    /// The revoked key in place of the valid one, which is rejected. No case sends it.
    RevokedForValid,
}

impl WrongKey {
    /// Every way in which cases send a wrong key, in the order of the cases.
    pub const ALL: [Self; 16] = [
        Self::NoHeader,
        Self::EmptyHeader,
        Self::NoKey,
        Self::UnknownKey,
        Self::LongerKey,
        Self::TextBehindKey,
        Self::OtherScheme,
        Self::NoScheme,
        Self::OtherHeader,
        Self::RevokedKey,
        Self::LimitedKey,
        Self::CutKey,
        Self::OtherCaseKey,
        Self::LowerCaseScheme,
        Self::UpperCaseScheme,
        Self::ExtraSpaces,
    ];

    /// Returns the ways in which keys of an authentication scheme can be wrong.
    pub fn of_scheme(scheme: &Authentication) -> impl Iterator<Item = Self> {
        let has_word = !scheme.scheme.is_empty();
        Self::ALL.into_iter().filter(move |wrong| match wrong {
            Self::NoKey
            | Self::OtherScheme
            | Self::NoScheme
            | Self::LowerCaseScheme
            | Self::UpperCaseScheme
            | Self::ExtraSpaces => has_word,
            Self::OtherHeader => !has_word,
            Self::LimitedKey => scheme.forbidden.is_some(),
            Self::NoHeader
            | Self::EmptyHeader
            | Self::UnknownKey
            | Self::LongerKey
            | Self::TextBehindKey
            | Self::RevokedKey
            | Self::CutKey
            | Self::OtherCaseKey
            | Self::RevokedForValid => true,
        })
    }

    /// Returns the last word of the clause of the scheme that a server breaks by accepting such a key.
    #[must_use]
    pub const fn clause_word(self) -> &'static str {
        match self {
            Self::NoHeader | Self::EmptyHeader | Self::NoKey => "missing",
            Self::OtherScheme | Self::NoScheme | Self::OtherHeader => "scheme",
            Self::RevokedKey | Self::RevokedForValid => "revoked",
            Self::LimitedKey => "permission",
            Self::UnknownKey
            | Self::LongerKey
            | Self::TextBehindKey
            | Self::CutKey
            | Self::OtherCaseKey
            | Self::LowerCaseScheme
            | Self::UpperCaseScheme
            | Self::ExtraSpaces => "malformed",
        }
    }

    /// Returns two words for identities: of a server that accepts such a key, and of the case that sends it. A case
    /// with an unusual spelling of the scheme has both words, as in `cut-key-behind-capitals`.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::NoHeader => ("no-header", "no-header"),
            Self::EmptyHeader => ("empty-header", "empty-header"),
            Self::NoKey => ("no-key", "scheme-without-key"),
            Self::UnknownKey => ("unknown-key", "unknown-key"),
            Self::LongerKey => ("longer-key", "longer-key"),
            Self::TextBehindKey => ("text-behind-key", "text-behind-key"),
            Self::OtherScheme => ("other-scheme", "other-scheme"),
            Self::NoScheme => ("no-scheme", "key-without-scheme"),
            Self::OtherHeader => ("other-header", "key-in-other-header"),
            Self::RevokedKey => ("revoked-key", "revoked-key"),
            Self::LimitedKey => ("limited-key", "limited-key"),
            Self::CutKey => ("cut-key", "cut-key"),
            Self::OtherCaseKey => ("other-case", "key-in-other-case"),
            Self::LowerCaseScheme => ("any-behind-lower-case", "behind-lower-case"),
            Self::UpperCaseScheme => ("any-behind-capitals", "behind-capitals"),
            Self::ExtraSpaces => ("any-behind-blanks", "behind-two-blanks"),
            Self::RevokedForValid => ("revoked-for-valid", "revoked-for-valid"),
        }
    }

    /// Returns the word for the identity of a server that accepts such a key.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.words().0
    }

    /// Returns the word for the identity of a case that sends such a key.
    #[must_use]
    pub(crate) const fn case_word(self) -> &'static str {
        self.words().1
    }

    /// Returns the end of a sentence about such a request, after "A request", such as "with a revoked key".
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::NoHeader => "without a key",
            Self::EmptyHeader => "with an empty header",
            Self::NoKey => "with the scheme and no key",
            Self::UnknownKey => "with an unknown key",
            Self::LongerKey => "with its key and more after it",
            Self::TextBehindKey => "with its key and more words",
            Self::OtherScheme => "with its key under another scheme",
            Self::NoScheme => "with its key and no scheme",
            Self::OtherHeader => "with its key in another header",
            Self::RevokedKey => "with a revoked key",
            Self::LimitedKey => "with a key that lacks permission",
            Self::CutKey => "with the beginning of a key",
            Self::OtherCaseKey => "with a key in another letter case",
            Self::LowerCaseScheme => "with any key after a scheme in lower case",
            Self::UpperCaseScheme => "with any key after a scheme in capitals",
            Self::ExtraSpaces => "with any key after blanks",
            Self::RevokedForValid => "with a revoked key in place of the valid one",
        }
    }
}
