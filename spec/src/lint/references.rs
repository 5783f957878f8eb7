//! Lint of what refers into types: the paths of rules and effects, the places of a resource, the
//! variants of unions.

use serde_json::Value;

use super::follow::{Lost, Types};
use super::{At, schemas};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::model::{PropertyPath, Segment};
use crate::page::{ConditionPage, OperationPage, SchemaPage};
use crate::read::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let mut lint = Lint { types: Types::of(pages), mistakes };
    for at in schemas(pages) {
        lint.rules(&at);
        lint.variants(&at);
    }
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        lint.operation(operation, &place.at(id));
    }
}

struct Lint<'p, 'm> {
    types: Types<'p>,
    mistakes: &'m mut Vec<Diagnostic>,
}

impl<'p> Lint<'p, '_> {
    fn rules(&mut self, at: &At<'p>) {
        for (index, rule) in at.page.rules.iter().enumerate() {
            let place = at.place.at("rules").item(index);
            self.condition(&rule.when, at, &place.at("when"));
            if let Some(unless) = &rule.unless {
                self.condition(unless, at, &place.at("unless"));
            }
            self.condition(&rule.requires, at, &place.at("requires"));
        }
    }

    fn condition(&mut self, condition: &ConditionPage, of: &At<'p>, place: &Place<'_>) {
        let Some(path) = PropertyPath::parse(&condition.path) else { return };
        let reached = self.path(&path, of, &place.at("path"));
        if let Some(Value::String(word)) = &condition.equals {
            let enums: Option<Vec<&Vec<String>>> =
                reached.iter().map(|at| at.page.enumeration.as_ref()).collect();
            let known: Vec<&str> =
                enums.into_iter().flatten().flatten().map(String::as_str).collect();
            if !known.is_empty() && !known.contains(&word.as_str()) {
                let message = format!("`{}` is never `{word}`", condition.path);
                let mistake = place.at("equals").value(message);
                let list = || format!("it is one of `{}`", known.join("`, `"));
                let help = did_you_mean(word, known.iter().copied()).unwrap_or_else(list);
                self.mistakes.push(mistake.with_help(help));
            }
        }
    }

    /// The schemas that a path leads to; none after a report.
    fn path(&mut self, path: &PropertyPath, of: &At<'p>, place: &Place<'_>) -> Vec<At<'p>> {
        let mistake = match self.types.follow(of, path) {
            Ok(reached) => return reached,
            Err(Lost::Property(name, known)) => place.unknown("property", &name, &known),
            Err(Lost::NoList(name)) => {
                place.value(format!("`{name}` is no list")).with_help(format!("write `{name}`"))
            }
            Err(Lost::List(name)) => {
                place.value(format!("`{name}` is a list")).with_help(format!("write `{name}[]`"))
            }
        };
        self.mistakes.push(mistake);
        Vec::new()
    }

    fn property(&mut self, name: &str, of: &At<'p>, place: &Place<'_>) {
        self.path(&PropertyPath(vec![Segment::Property(name.to_owned())]), of, place);
    }

    /// Each variant is an object that the discriminator's value can tell from the others.
    fn variants(&mut self, at: &At<'p>) {
        let SchemaPage { discriminator: Some(discriminator), variants: Some(variants), .. } =
            at.page
        else {
            return;
        };
        for (value, name) in variants {
            let Some(variant) = self.types.get(name) else { continue };
            if !variant.place.at("properties").keys().contains(&discriminator.as_str()) {
                let place = at.place.at("variants").at(value);
                let message = format!("the type `{name}` has no property `{discriminator}`");
                let help = format!("give it `{discriminator} = {{ enum = [\"{value}\"] }}`");
                self.mistakes.push(place.value(message).with_help(help));
                continue;
            }
            let Some(property) = variant.property(discriminator) else { continue };
            if property.page.enumeration.as_ref().is_some_and(|words| !words.contains(value)) {
                let message = format!("the type `{name}` has another `{discriminator}`");
                let mistake = at.place.at("variants").at(value).entry(message);
                let words = property.page.enumeration.as_deref().unwrap_or_default();
                let help = format!("its `{discriminator}` is `{}`", words.join("`, `"));
                self.mistakes.push(mistake.with_help(help));
            }
        }
    }

    fn operation(&mut self, operation: &OperationPage, place: &Place<'_>) {
        let find = |name: &String| self.types.get(name).cloned();
        let request = operation.request.as_ref().and_then(find);
        let response = find(&operation.response.type_name);
        let resource = operation.resource.as_ref();
        let stored = resource.and_then(|resource| find(&resource.type_name));
        if let Some(resource) = resource {
            let place = place.at("resource");
            if let Some(stored) = &stored {
                self.property(&resource.identity, stored, &place.at("identity"));
            }
            if let Some(response) = &response {
                self.property(&resource.returned_in, response, &place.at("returnedIn"));
            }
        }
        for (index, effect) in operation.effects.iter().enumerate() {
            let place = place.at("effects").item(index);
            if let (Some(property), Some(stored)) = (&effect.property, &stored) {
                self.property(property, stored, &place.at("property"));
            }
            let conditions = [("when", &effect.when), ("unless", &effect.unless)];
            for (word, condition) in conditions {
                if let (Some(condition), Some(request)) = (condition, &request) {
                    self.condition(condition, request, &place.at(word));
                }
            }
        }
    }
}
