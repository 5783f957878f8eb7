//! Mutants of schemas, keyword by keyword.

use webdata_spec::model::{Constraint, Keyword, Schema, Shape};

use super::builder::MutantBuilder;
use super::{find, subject};

impl MutantBuilder<'_> {
    pub(super) fn mutate_schema(&mut self) {
        let clause = self.clause.as_str();
        let Some((path, word)) = clause.rsplit_once('.') else { return };
        let spec = self.spec;
        let Some(schema) = find::seen(spec, path) else { return };
        if !self.places.is_asked(path) {
            self.mutate_answers(schema, path, word);
            return;
        }
        match word {
            "type" => self.mutate_type(schema, path),
            "enum" => self.mutate_enum(schema, path),
            "discriminator" => self.mutate_union(schema, path),
            "required" | "nullable" | "default" | "generated" => {
                self.mutate_presence(schema, path, word);
            }
            _ => {
                let constraints = schema.all_constraints();
                if let Some(own) = constraints.iter().find(|own| own.keyword.name() == word) {
                    self.mutate_constraint(schema, path, own);
                }
            }
        }
        let usual = &self.spec.service.validation_failure;
        let has_other = schema.error.as_ref().is_some_and(|own| own != usual);
        if matches!(word, "format" | "pattern") && has_other {
            let says =
                format!("{} is refused with {usual} when it is wrong.", subject::describe(path));
            self.schema(path, &format!("answered with {usual}"), says, |own| {
                own.error.take().map(drop)
            });
        }
    }

    fn mutate_constraint(&mut self, schema: &Schema, path: &str, own: &Constraint) {
        match own.keyword {
            // A boolean that may be either is another type's mistake.
            Keyword::Const if schema.shape == Shape::Boolean => {}
            Keyword::Const
            | Keyword::UniqueItems
            | Keyword::PropertyNames
            | Keyword::DependentRequired => self.mutate_demand(path, own, &[own.keyword]),
            Keyword::Contains => {
                let counts = [Keyword::MinContains, Keyword::MaxContains];
                self.mutate_demand(path, own, &[&[own.keyword][..], &counts].concat());
            }
            Keyword::MultipleOf => {
                self.mutate_demand(path, own, &[own.keyword]);
                self.mutate_divisor(schema, path);
            }
            Keyword::Minimum
            | Keyword::Maximum
            | Keyword::ExclusiveMinimum
            | Keyword::ExclusiveMaximum
            | Keyword::MinLength
            | Keyword::MaxLength
            | Keyword::MinItems
            | Keyword::MaxItems
            | Keyword::MinContains
            | Keyword::MaxContains
            | Keyword::MinProperties
            | Keyword::MaxProperties => self.mutate_bound(schema, path, own.keyword),
            Keyword::Pattern => {
                schema.pattern().into_iter().for_each(|own| self.mutate_pattern(path, own));
            }
            Keyword::Format => {
                schema.format().into_iter().for_each(|own| self.mutate_format(path, own));
            }
            Keyword::MinimumInterval => {
                let limit = schema.count(own.keyword);
                limit.into_iter().for_each(|limit| self.mutate_interval(path, limit));
            }
            Keyword::AdditionalProperties | Keyword::ExactlyOne => {
                self.mutate_presence(schema, path, own.keyword.name());
            }
        }
    }
}
