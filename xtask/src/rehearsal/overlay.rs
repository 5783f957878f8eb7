//! Merges edits, which are pages themselves, into the pages of the same names.
//!
//! This module does not know what a page contains.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use toml_edit::{DocumentMut, Item, Table, TableLike};

/// Merges every page below a folder into the page of the same name below another folder.
pub(super) fn apply(edits: &Path, contract: &Path) -> anyhow::Result<()> {
    let entries = fs::read_dir(edits);
    for entry in entries.with_context(|| format!("no folder {}", edits.display()))? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        let into = contract.join(name);
        if path.is_dir() {
            apply(&path, &into)?;
            continue;
        }
        let edit = read(&path)?;
        let mut page = if into.exists() { read(&into)? } else { DocumentMut::new() };
        merge(page.as_table_mut(), edit.as_table());
        fs::write(&into, page.to_string())
            .with_context(|| format!("cannot write {}", into.display()))?;
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<DocumentMut> {
    let text = fs::read_to_string(path).with_context(|| format!("no {}", path.display()))?;
    text.parse().with_context(|| format!("{} is no TOML", path.display()))
}

/// Merges an edit: tables are merged key by key, lists are appended, other values are replaced.
fn merge(page: &mut dyn TableLike, edit: &Table) {
    for (key, item) in edit {
        merge_item(page, key, item);
    }
}

fn merge_item(page: &mut dyn TableLike, key: &str, item: &Item) {
    match (page.get_mut(key), item) {
        (Some(Item::ArrayOfTables(tables)), Item::ArrayOfTables(more)) => {
            more.iter().for_each(|table| tables.push(table.clone()));
        }
        (Some(edited), item) => {
            if let (Some(list), Some(more)) = (edited.as_array_mut(), item.as_array()) {
                more.iter().for_each(|value| list.push(value.clone()));
            } else if let (Some(table), Some(more)) =
                (edited.as_table_like_mut(), item.as_table_like())
            {
                more.iter().for_each(|(key, item)| merge_item(table, key, item));
            } else {
                *edited = item.clone();
            }
        }
        (None, item) => drop(page.insert(key, without_place(item))),
    }
}

/// Removes the position that a table had in its document, so that it is written last here.
fn without_place(item: &Item) -> Item {
    let mut item = item.clone();
    if let Item::Table(table) = &mut item {
        table.set_position(None);
    }
    item
}
