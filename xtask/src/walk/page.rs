//! Reads a page as a script: its commands in order, and the files that they need.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// The start of a walked page's first line.
const MARK: &str = "<!-- walk: ";

/// The language of the blocks that hold commands.
const SHELL: &str = "sh";

/// A page that is walked.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) name: String,
    pub(super) place: Place,
    blocks: Vec<Block>,
}

/// The folder in which a page is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    EmptyFolder,
    CopyOfWorkspace,
}

/// A block of a page that is used.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    /// Commands, and the line of the page on which they start.
    Commands { line: usize, text: String },
    /// A file, whose name follows the language of its block.
    File { name: String, text: String },
}

/// Reads a page; returns `None` if the page does not name the folder to walk it in.
pub(super) fn read(path: &Path) -> anyhow::Result<Option<Page>> {
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    parse(&name, &text)
}

fn parse(name: &str, text: &str) -> anyhow::Result<Option<Page>> {
    let first = text.lines().next().unwrap_or_default();
    let Some(place) = first.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->")) else {
        return Ok(None);
    };
    let place = match place {
        "in an empty folder" => Place::EmptyFolder,
        "in a copy of the workspace" => Place::CopyOfWorkspace,
        other => bail!("{name}:1: there is no such place to walk: `{other}`"),
    };
    let blocks = blocks(text);
    if !blocks.iter().any(|block| matches!(block, Block::Commands { .. })) {
        bail!("{name}: no block is marked `{SHELL}`, so there is nothing to run");
    }
    Ok(Some(Page { name: name.to_owned(), place, blocks }))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(mark))) => {
                open = Some((mark.to_string(), String::new(), range.start));
            }
            Event::Text(part) => {
                if let Some((_, text, _)) = &mut open {
                    text.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((mark, content, start)) = open.take() else { continue };
                match mark.split_once(' ') {
                    Some((_, name)) => {
                        blocks.push(Block::File { name: name.to_owned(), text: content });
                    }
                    None if mark == SHELL => {
                        let before = text.get(..start).unwrap_or_default();
                        let line = before.matches('\n').count() + 2;
                        blocks.push(Block::Commands { line, text: content });
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }
    blocks
}

impl Page {
    /// Returns the page as a script for bash. The script prints the line of the page that it is on, and
    /// leaves no process running.
    pub(super) fn script(&self) -> String {
        let mut script = "set -euo pipefail\n\
             at=\n\
             ended() { code=$?; [ $code = 0 ] || echo \"$at: exit code $code\" >&2; \
             jobs -p | xargs -r kill 2>/dev/null || true; exit $code; }\n\
             trap ended EXIT\n"
            .to_owned();
        for block in &self.blocks {
            script.push_str(&match block {
                Block::Commands { line, text } => {
                    format!("at={}:{line}; echo \"== $at\" >&2\n{text}\n", self.name)
                }
                Block::File { name, text } => {
                    format!("cat >{name} <<'END OF {name}'\n{text}END OF {name}\n")
                }
            });
        }
        script
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, parse};

    #[test]
    fn commands_and_named_files_are_run_in_order_and_nothing_else() {
        let page = "<!-- walk: in an empty folder -->\n# Page\n\n```toml a.toml\nx = 1\n```\n\n\
                    ```\nnot run\n```\n\n```sh\ncat a.toml\n```\n\n```text\nnot run\n```\n";
        let page = parse("page.md", page).unwrap().unwrap();
        assert_eq!(page.place, Place::EmptyFolder);
        let script = page.script();
        assert!(!script.contains("not run"), "{script}");
        let (file, command) =
            (script.find("x = 1\nEND OF a.toml"), script.find("at=page.md:13; echo"));
        assert!(file.unwrap() < command.unwrap(), "{script}");
    }

    #[test]
    fn pages_that_cannot_be_walked_say_why() {
        assert!(parse("page.md", "# Page\n```sh\nls\n```\n").unwrap().is_none());
        for (page, why) in [
            ("<!-- walk: in a dream -->\n```sh\nls\n```\n", "no such place to walk: `in a dream`"),
            ("<!-- walk: in an empty folder -->\n# Page\n", "nothing to run"),
        ] {
            let error = parse("page.md", page).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
