//! Resolves the effects of types and of operations.

use super::place::Place;
use super::resolver::Resolver;
use crate::model::{ClauseId, Effect, EffectKind, Level};
use crate::page::{EffectPage, EffectWord};

impl Resolver<'_> {
    pub(super) fn effect(
        &mut self,
        page: &EffectPage,
        place: &Place<'_>,
        of: &ClauseId,
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
                place.at(word).entry(format!("`{word}` does not apply to effects of this kind"));
            self.report(mistake.with_help("remove it; only effects of the kind `sets` have it"));
        }
        let kind = match page.kind {
            EffectWord::StoresGiven => EffectKind::StoresGiven,
            EffectWord::KeepsOmitted => EffectKind::KeepsOmitted,
            EffectWord::ResetsOmitted => EffectKind::ResetsOmitted,
            EffectWord::RefusalKeepsAll => EffectKind::RefusalKeepsAll,
            EffectWord::Sets => self.resolve_sets(page, place)?,
        };
        Some(Effect {
            id: page.id.clone(),
            clause: of.child("effects").child(&page.id),
            doc: page.doc.clone(),
            kind,
            level: page.level,
            source: page.source.clone().unwrap_or_else(|| source.to_owned()),
        })
    }

    fn resolve_sets(&mut self, page: &EffectPage, place: &Place<'_>) -> Option<EffectKind> {
        let (Some(when), Some(property), Some(value)) = (&page.when, &page.property, &page.value)
        else {
            let needed = [
                ("when", page.when.is_some()),
                ("property", page.property.is_some()),
                ("value", page.value.is_some()),
            ];
            let missing = needed.iter().filter(|(_, given)| !given).map(|(word, _)| *word);
            let missing = missing.collect::<Vec<_>>().join("`, `");
            let message = "an effect of the kind `sets` must have `when`, `property` and `value`";
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
