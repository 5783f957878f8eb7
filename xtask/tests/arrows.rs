//! The arrows inside each crate: which of its files use which others. They must not form a circle with a folder, nor
//! one of more than two files.
//!
//! A file and the folder of its name are one member of the surrounding folder, and may use each other. Only the `use`
//! items of a file count, not those within its functions and modules, and no path within an expression. A re-export is
//! not followed: `use crate::Suite` is no arrow to the file of `Suite`.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::Target;
use syn::{Attribute, Ident, Item, UseTree};

use crate::crates::metadata;

/// The path of a file or a name in its crate.
type ModulePath = Vec<String>;

/// What members of a folder import from each other, by the importing and the imported member.
type Arrows<'g> = BTreeMap<(&'g str, &'g str), BTreeSet<String>>;

/// The files of a crate, and what their `use` items import from the crate.
#[derive(Default)]
struct Graph {
    files: BTreeSet<ModulePath>,
    /// The importing file and the imported path of each.
    uses: Vec<(ModulePath, ModulePath)>,
}

impl Graph {
    /// Adds a file and the files of its modules, except those of tests.
    fn add(&mut self, module: &ModulePath, source: &dyn Fn(&ModulePath) -> String) {
        self.files.insert(module.clone());
        for item in syn::parse_file(&source(module)).expect("Rust").items {
            match item {
                Item::Use(item) if !is_test(&item.attrs) => {
                    self.add_uses(module, Vec::new(), &item.tree);
                }
                Item::Mod(item) if item.content.is_none() && !is_test(&item.attrs) => {
                    self.add(&[&module[..], &[item.ident.to_string()]].concat(), source);
                }
                _ => {}
            }
        }
    }

    fn add_uses(&mut self, module: &ModulePath, mut path: ModulePath, tree: &UseTree) {
        let name = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.add_uses(module, path, &part.tree);
            }
            UseTree::Group(group) => {
                let trees = group.items.iter();
                return trees.for_each(|tree| self.add_uses(module, path.clone(), tree));
            }
            UseTree::Name(name) => name.ident.to_string(),
            UseTree::Rename(renamed) => renamed.ident.to_string(),
            _ => "*".to_owned(),
        };
        path.push(name);
        let mut used = match path[0].as_str() {
            "crate" => Vec::new(),
            "self" | "super" => module.clone(),
            _ => return,
        };
        for part in path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => drop(used.pop()),
                _ => used.push(part),
            }
        }
        self.uses.push((module.clone(), used));
    }

    /// Returns the imports of each forbidden circle.
    fn circles(&self) -> Vec<String> {
        let mut folders: BTreeMap<&[String], Arrows<'_>> = BTreeMap::new();
        for (from, used) in &self.uses {
            // An arrow is between members of the innermost folder that has both.
            let depth = from.iter().zip(used).take_while(|(from, used)| from == used).count();
            if let (Some(user), Some(member)) = (from.get(depth), used.get(depth))
                && self.files.contains(&used[..=depth])
            {
                let import = format!("{}.rs uses {}", from.join("/"), used.join("::"));
                let arrows = folders.entry(&from[..depth]).or_default();
                arrows.entry((user, member)).or_default().insert(import);
            }
        }
        let mut circles = BTreeSet::new();
        for (folder, arrows) in folders {
            let has_folder = |member: &&str| {
                let path = [folder, &[(*member).to_owned()]].concat();
                self.files.iter().any(|file| file.len() > path.len() && file.starts_with(&path))
            };
            for (member, _) in arrows.keys() {
                let mut circle = reached(&arrows, member);
                circle.retain(|other| reached(&arrows, other).contains(member));
                if circle.len() > 2 || circle.iter().any(has_folder) {
                    let inside = arrows
                        .iter()
                        .filter(|((user, used), _)| circle.contains(user) && circle.contains(used));
                    let imports: Vec<_> = inside.flat_map(|(_, it)| it).cloned().collect();
                    circles.insert(imports.join(", "));
                }
            }
        }
        circles.into_iter().collect()
    }
}

/// Returns the members that arrows lead to from a member.
fn reached<'g>(arrows: &Arrows<'g>, member: &'g str) -> BTreeSet<&'g str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![member]);
    while let Some(member) = open.pop() {
        let used = arrows.keys().filter(|(user, _)| *user == member).map(|(_, used)| *used);
        open.extend(used.filter(|used| reached.insert(*used)));
    }
    reached
}

fn is_test(attributes: &[Attribute]) -> bool {
    let mut conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.any(|condition| condition.parse_args::<Ident>().is_ok_and(|word| word == "test"))
}

#[test]
fn no_circle_has_a_folder_or_more_than_two_files() {
    let metadata = metadata();
    let (mut circles, mut count) = (Vec::new(), 0);
    for package in &metadata.packages {
        let folder = package.manifest_path.parent().expect("a folder");
        let folder = folder.strip_prefix(&metadata.workspace_root).expect("in the workspace");
        let is_shipped = |it: &&Target| it.is_lib() || it.is_bin() || it.is_proc_macro();
        for target in package.targets.iter().filter(is_shipped) {
            let source = |module: &ModulePath| {
                let mut path = target.src_path.clone();
                if !module.is_empty() {
                    path.set_file_name(format!("{}.rs", module.join("/")));
                }
                std::fs::read_to_string(path).expect("a file of the crate")
            };
            let mut graph = Graph::default();
            graph.add(&Vec::new(), &source);
            count += graph.uses.len();
            circles.extend(graph.circles().iter().map(|circle| format!("{folder}: {circle}")));
        }
    }
    assert!(count > 1000, "only {count} imports were found");
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn only_forbidden_circles_are_found() {
    // The files of a crate, and the circle that must be found.
    let table = [
        (
            ": mod a; mod b; mod c; use crate::a::A;
            a: use crate::b::B; #[cfg(test)] mod tests { use crate::c::C; }
            b: use super::a::A; use std::fmt;
            c: mod below; use crate::{a::A, b}; use self::below::Below;
            c/below: use crate::c::C;",
            "",
        ),
        (
            ": mod a; mod b; mod c;
            a: use crate::b::B;
            b: use super::c::{self, C as D};
            c: use super::a::*;",
            "a.rs uses b::B, b.rs uses c, b.rs uses c::C, c.rs uses a::*",
        ),
        (
            ": mod a;
            a: mod b; mod c;
            a/b: mod below;
            a/b/below: use crate::a::c::C;
            a/c: use super::b::B;",
            "a/b/below.rs uses a::c::C, a/c.rs uses a::b::B",
        ),
    ];
    for (files, expected) in table {
        let mut graph = Graph::default();
        graph.add(&Vec::new(), &|module: &ModulePath| {
            let name = format!("{}: ", module.join("/"));
            let source = files.lines().find_map(|line| line.trim().strip_prefix(&name));
            source.expect("a file").to_owned()
        });
        assert_eq!(graph.circles().join("; "), expected, "{files}");
    }
}
