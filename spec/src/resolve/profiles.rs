//! Resolves profiles, which the model holds as their page does.

use indexmap::IndexMap;

use crate::model::Profile;
use crate::page::ProfilesPage;
use crate::pages::Page;

pub(super) fn profiles(page: &Page<ProfilesPage>) -> IndexMap<String, Profile> {
    let profiles = page.content.iter().map(|(id, profile)| {
        let profile = Profile {
            id: id.clone(),
            doc: profile.doc.clone(),
            features: profile.features.clone(),
            needs: profile.needs.clone(),
        };
        (id.clone(), profile)
    });
    profiles.collect()
}
