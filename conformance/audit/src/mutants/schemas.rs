//! Adds the mutants of schemas, keyword by keyword.

use super::builder::MutantBuilder;
use super::subject;

impl MutantBuilder<'_> {
    pub(super) fn mutate_schema(&mut self) {
        let clause = self.clause.as_str();
        let Some((path, word)) = clause.rsplit_once('.') else { return };
        let spec = self.spec;
        let Some(schema) = spec.schema_at(path) else { return };
        if !self.places.is_in_requests(path) {
            self.mutate_responses(schema, path, word);
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
                if let Some(constraint) =
                    constraints.iter().find(|constraint| constraint.keyword.name() == word)
                {
                    self.mutate_constraint(schema, path, constraint);
                }
            }
        }
        let usual = &self.spec.service.validation_failure;
        let has_other = schema.error.as_ref().is_some_and(|error| error != usual);
        if matches!(word, "format" | "pattern") && has_other {
            let description =
                format!("{} is rejected with {usual} when it is invalid.", subject::describe(path));
            self.schema(path, &format!("answered with {usual}"), description, |schema| {
                schema.error.take().map(drop)
            });
        }
    }
}
