//! Resolves profiles, which the model holds as their page does.

use indexmap::IndexMap;

use crate::model::Profile;
use crate::page::ProfilesPage;
use crate::pages::Page;

pub(super) fn profiles(page: &Page<ProfilesPage>) -> IndexMap<String, Profile> {
    let profiles = page.content.iter().map(|(id, own)| {
        let profile = Profile {
            id: id.clone(),
            doc: own.doc.clone(),
            features: own.features.clone(),
            needs: own.needs.clone(),
        };
        (id.clone(), profile)
    });
    profiles.collect()
}
