//! Profiles: the parts of the contract that a server may claim to meet.

use super::markdown::{Table, code, join_with_and, prose};
use super::outline::Topic;
use super::writer::Writer;
use crate::model::{ProfileNeed, SERVICE_FEATURE, Spec};

impl<'s> Writer<'s> {
    pub(super) fn profiles(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.profiles.is_empty() {
            return;
        }
        self.heading(&Topic::Profiles);
        self.add(
            "Named sets of features. A server conforms to a profile when all of its cases pass; \
             each case belongs to one profile."
                .to_owned(),
        );
        let mut table = Table::new(&["Profile", "A server of the profile offers", "Cases"]);
        for (id, profile) in &spec.profiles {
            let features = profile.features.iter().map(|feature| match feature.as_str() {
                SERVICE_FEATURE => "cases that belong to no operation".to_owned(),
                known if spec.operations.contains_key(known) => self.operation_link(known),
                deeper => code(deeper),
            });
            let needs = profile.needs.iter().map(|need| match need {
                ProfileNeed::Webhooks => "cases that wait for webhooks".to_owned(),
            });
            let cases: Vec<String> = features.chain(needs).collect();
            table.row([code(id), prose(&profile.doc), join_with_and(&cases)]);
        }
        self.add(table.markdown());
    }
}
