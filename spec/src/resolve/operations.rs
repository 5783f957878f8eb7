//! Operations, their parameters, resources and effects.

use indexmap::IndexMap;

use super::{Named, Place, Resolver};
use crate::model::{
    ClauseId, Effect, EffectKind, Level, Operation, Parameter, Resource, Response,
};
use crate::page::{EffectPage, EffectWord, OperationPage, OperationsPage};
use crate::read::Page;

impl Resolver<'_> {
    pub(super) fn operations(
        &mut self,
        page: &Page<OperationsPage>,
    ) -> IndexMap<String, Operation> {
        let place = Place::new(&page.document);
        let operations = page.content.iter().map(|(id, operation)| {
            (id.clone(), self.operation(id, operation, &place.at(id)))
        });
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
        let place = place.at("parameters");
        let mut parameters = IndexMap::new();
        for (name, schema) in &page.parameters {
            let clause = clause.child("parameters").child(name);
            if let Some(schema) = self.schema(schema, &place.at(name), clause, inherited) {
                parameters.insert(name.clone(), Parameter { name: name.clone(), schema });
            }
            if !page.path.contains(&format!("{{{name}}}")) {
                let mistake = place.at(name).entry("the path has no such parameter");
                self.report(mistake.with_help(format!("write `{{{name}}}` into `path`")));
            }
        }
        parameters
    }

    fn resource(&mut self, page: &OperationPage, place: &Place<'_>) -> Option<Resource> {
        let resource = page.resource.as_ref()?;
        let place = place.at("resource");
        self.refer(Named::Type, &resource.type_name, &place.at("type"));
        self.refer(Named::Error, &resource.unknown, &place.at("unknown"));
        if !page.parameters.contains_key(&resource.identified_by) {
            let known: Vec<&str> = page.parameters.keys().map(String::as_str).collect();
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
            let mistake = place.entry("an effect that sets names `when`, `property` and `value`");
            self.report(mistake);
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
