//! A contract that uses each keyword has a case for each. Its audit is in `other_contracts`, with those of others.

use std::path::Path;

use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;
use webdata_spec::model::Keyword;
use webdata_suite::Suite;

/// Keywords that only other contracts of the tests use.
const UNUSED: [Keyword; 4] = [
    Keyword::Maximum,
    Keyword::MinimumInterval,
    Keyword::AdditionalProperties,
    Keyword::ExactlyOne,
];

fn contract() -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts/cards");
    Spec::load(&folder).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn every_keyword_has_a_clause_with_a_case() {
    let spec = contract();
    let suite = Suite::new(spec.clone());
    let clauses = coverage(&spec, &suite.cases, &Exemptions::default());
    for keyword in Keyword::ALL.iter().filter(|keyword| !UNUSED.contains(keyword)) {
        let word = format!(".{}", keyword.name());
        let mut of_keyword =
            clauses.iter().filter(|coverage| coverage.clause.id.as_str().ends_with(&word));
        let with_case = |coverage: &webdata_cases::coverage::Coverage| coverage.cases > 0;
        assert!(of_keyword.any(with_case), "no case is about {}", keyword.name());
    }
}
