//! What objects say beyond their properties: rules, effects, refusals, behaviour.

use webdata_spec::model::{Additional, ClauseId, Shape};

use super::{Ways, find};

impl Ways<'_> {
    pub(super) fn of_object(&mut self, clause: &ClauseId) {
        self.add("no such rule", |spec| {
            find::objects(spec)
                .find_map(|object| find::take(&mut object.rules, |rule| rule.clause == *clause))
        });
        self.add("no such effect", |spec| {
            find::objects(spec)
                .find_map(|object| find::take(&mut object.effects, |own| own.clause == *clause))
        });
        self.add("not refused", |spec| {
            find::objects(spec)
                .find_map(|object| find::take(&mut object.refusals, |own| own.clause == *clause))
        });
        if let Some((path, id)) = clause.as_str().split_once(".behaviour.") {
            self.add("not done", |spec| {
                find::schema(spec, path)?.behaviour.shift_remove(id).map(drop)
            });
        }
        let Some((path, word)) = clause.as_str().rsplit_once('.') else { return };
        self.add("as if it were not said", |spec| {
            let Shape::Object(object) = &mut find::schema(spec, path)?.shape else { return None };
            match word {
                "minProperties" => object.min_properties = None,
                "additionalProperties" => object.additional = Additional::Open,
                "exactlyOne" => object.exactly_one.clear(),
                _ => return None,
            }
            Some(())
        });
    }
}
