//! A contract that uses each keyword has a case for each. Its audit is in `whole.rs`.

use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::model::Keyword;

use crate::contract::suite;

/// Keywords that only other contracts of the tests use.
const UNUSED: [Keyword; 4] = [
    Keyword::Maximum,
    Keyword::MinimumInterval,
    Keyword::AdditionalProperties,
    Keyword::ExactlyOne,
];

#[test]
fn every_keyword_has_a_clause_with_a_case() {
    let suite = suite("cards");
    let clauses = coverage(&suite.spec, &suite.cases, &Exemptions::default());
    for keyword in Keyword::ALL.iter().filter(|keyword| !UNUSED.contains(keyword)) {
        let word = format!(".{}", keyword.name());
        let mut of_keyword =
            clauses.iter().filter(|coverage| coverage.clause.id.as_str().ends_with(&word));
        let with_case = |coverage: &webdata_cases::coverage::Coverage| coverage.cases > 0;
        assert!(of_keyword.any(with_case), "no case is about {}", keyword.name());
    }
}
