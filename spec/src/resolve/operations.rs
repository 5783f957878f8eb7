//! Operations, their parameters, resources and effects.

use indexmap::IndexMap;

use super::{Named, Place, Resolver};
use crate::model::{ClauseId, Effect, EffectKind, Level, Operation, Parameter, Resource, Response};
use crate::page::{EffectPage, EffectWord, OperationPage, OperationsPage};
use crate::read::Page;

impl Resolver<'_> {
    pub(super) fn operations(
        &mut self,
        page: &Page<OperationsPage>,
    ) -> IndexMap<String, Operation> {
        let place = Place::new(&page.document);
        let operations = page
            .content
            .iter()
            .map(|(id, operation)| (id.clone(), self.operation(id, operation, &place.at(id))));
        operations.collect()
    }

    fn operation(&mut self, id: &str, page: &OperationPage, place: &Place<'_>) -> Operation {
        let clause = ClauseId::new(format!("operations.{id}"));
        if let Some(request) = &page.request {
            self.refer(Named::Type, request, &place.at("request"));
        }
        self.refer(Named::Type, &page.response.type_name, &place.at("response").at("type"));
        for (index, error) in page.errors.iter().enumerate() {
            self.refer(Named::Error, error, &place.at("errors").item(index));
        }
        let inherited = (page.level, page.source.as_str());
        let parameters = self.parameters(page, place, &clause, inherited);
        let effects = page.effects.iter().enumerate().filter_map(|(index, effect)| {
            self.effect(effect, &place.at("effects").item(index), &clause, inherited)
        });
        let effects = effects.collect();
        Operation {
            id: id.to_owned(),
            doc: page.doc.clone(),
            method: page.method.clone(),
            path: page.path.clone(),
            authentication: page.authentication.clone(),
            parameters,
            request: page.request.clone(),
            response: Response {
                status: page.response.status,
                type_name: page.response.type_name.clone(),
            },
            resource: self.resource(page, place),
            effects,
            errors: page.errors.clone(),
            level: page.level,
            source: page.source.clone(),
        }
    }

    fn parameters(
        &mut self,
        page: &OperationPage,
        place: &Place<'_>,
        clause: &ClauseId,
        inherited: (Level, &str),
    ) -> IndexMap<String, Parameter> {
        let (of, place) = (place, place.at("parameters"));
        let mut parameters = IndexMap::new();
        for (name, schema) in &page.parameters {
            let clause = clause.child("parameters").child(name);
            if let Some(schema) = self.schema(schema, &place.at(name), clause, inherited) {
                parameters.insert(name.clone(), Parameter { name: name.clone(), schema });
            }
        }
        let (written, described) = (path_parameters(&page.path), place.keys());
        for name in described.iter().filter(|name| !written.contains(name)) {
            let mistake = place.at(name).entry(format!("the path has no parameter `{name}`"));
            self.report(mistake.with_help(format!("write `{{{name}}}` into `path`")));
        }
        for name in written.iter().filter(|name| !described.contains(name)) {
            let mistake = of.at("path").value(format!("the parameter `{name}` is not described"));
            self.report(mistake.with_help(format!("describe `{name}` under `parameters`")));
        }
        parameters
    }

    fn resource(&mut self, page: &OperationPage, place: &Place<'_>) -> Option<Resource> {
        let resource = page.resource.as_ref()?;
        let (of, place) = (place, place.at("resource"));
        self.refer(Named::Type, &resource.type_name, &place.at("type"));
        self.refer(Named::Error, &resource.unknown, &place.at("unknown"));
        let known = of.at("parameters").keys();
        if !known.contains(&resource.identified_by.as_str()) {
            let place = place.at("identifiedBy");
            let mistake = place.unknown("parameter", &resource.identified_by, &known);
            self.report(mistake);
        }
        Some(Resource {
            type_name: resource.type_name.clone(),
            identified_by: resource.identified_by.clone(),
            identity: resource.identity.clone(),
            returned_in: resource.returned_in.clone(),
            unknown: resource.unknown.clone(),
        })
    }

    fn effect(
        &mut self,
        page: &EffectPage,
        place: &Place<'_>,
        operation: &ClauseId,
        (_, source): (Level, &str),
    ) -> Option<Effect> {
        let only_with_sets = [
            ("when", page.when.is_some()),
            ("unless", page.unless.is_some()),
            ("property", page.property.is_some()),
            ("value", page.value.is_some()),
        ];
        for (word, _) in
            only_with_sets.iter().filter(|(_, given)| *given && page.kind != EffectWord::Sets)
        {
            let mistake =
                place.at(word).entry(format!("`{word}` says nothing about this kind of effect"));
            self.report(mistake.with_help("only an effect of the kind `sets` has it"));
        }
        let kind = match page.kind {
            EffectWord::StoresGiven => EffectKind::StoresGiven,
            EffectWord::KeepsOmitted => EffectKind::KeepsOmitted,
            EffectWord::RefusalKeepsAll => EffectKind::RefusalKeepsAll,
            EffectWord::Sets => self.sets(page, place)?,
        };
        Some(Effect {
            id: page.id.clone(),
            clause: operation.child("effects").child(&page.id),
            doc: page.doc.clone(),
            kind,
            level: page.level,
            source: page.source.clone().unwrap_or_else(|| source.to_owned()),
        })
    }

    fn sets(&mut self, page: &EffectPage, place: &Place<'_>) -> Option<EffectKind> {
        let (Some(when), Some(property), Some(value)) = (&page.when, &page.property, &page.value)
        else {
            let needed = [
                ("when", page.when.is_some()),
                ("property", page.property.is_some()),
                ("value", page.value.is_some()),
            ];
            let missing = needed.iter().filter(|(_, given)| !given).map(|(word, _)| *word);
            let missing = missing.collect::<Vec<_>>().join("`, `");
            let message = "an effect of the kind `sets` has `when`, `property` and `value`";
            let mistake = place.entry(message).with_help(format!("add `{missing}`"));
            self.report_missing(place, mistake);
            return None;
        };
        let when = self.condition(when, &place.at("when"));
        let unless = match &page.unless {
            Some(unless) => Some(self.condition(unless, &place.at("unless"))?),
            None => None,
        };
        let (property, value) = (property.clone(), value.clone());
        Some(EffectKind::Sets { when: when?, unless, property, value })
    }
}

/// The names between braces in a path, in order.
fn path_parameters(path: &str) -> Vec<&str> {
    path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}
