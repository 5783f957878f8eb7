//! Diagnostics: one [`Diagnostic`] for each mistake and each warning about the pages of a contract, with its
//! place.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::nearest::did_you_mean;
use crate::prose::pluralize;

/// A mistake or a warning: what is wrong, where, and what to do.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    message: String,
    is_warning: bool,
    help: Option<String>,
    file: String,
    /// The text of the page.
    text: Arc<str>,
    /// The place in the text, in bytes.
    span: Range<usize>,
}

impl Diagnostic {
    pub(crate) fn new(
        file: &str,
        text: Arc<str>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            message: message.into(),
            is_warning: false,
            help: None,
            file: file.to_owned(),
            text,
            span,
        }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a line to the help.
    pub(crate) fn with_line(mut self, line: &str) -> Self {
        let help = self.help.take().map(|help| format!("{help}\n{line}"));
        self.with_help(help.unwrap_or_else(|| line.to_owned()))
    }

    /// Suggests the known name that is most similar to the written one, or lists the known names.
    pub(crate) fn with_names<S: AsRef<str>>(self, written: &str, known: &[S]) -> Self {
        let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        self.with_help(match did_you_mean(known.iter().copied(), written) {
            Some(question) => question,
            None if known.is_empty() => "there is none to name; remove this one".to_owned(),
            None => format!("give one of `{}`", known.join("`, `")),
        })
    }

    /// Turns the mistake into a warning, which does not prevent the contract from being read.
    pub(crate) fn into_warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    /// Returns the message: a short sentence in lower case that says what is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the help: what to do about the mistake or warning.
    #[must_use]
    pub fn remedy(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Returns the path of the page below the contract's folder.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the line and column of the place, both counted from 1. Columns count characters.
    #[must_use]
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = self.text.get(..self.span.start).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// Returns the message, the place and the help for `annotate_snippets` to render.
    fn group(&self) -> Group<'_> {
        let level = if self.is_warning { Level::WARNING } else { Level::ERROR };
        let place = Snippet::source(&*self.text).path(&self.file);
        let group = level
            .primary_title(&self.message)
            .element(place.annotation(AnnotationKind::Primary.span(self.span.clone())));
        match &self.help {
            Some(help) => group.element(Level::HELP.message(help)),
            None => group,
        }
    }
}

/// Every mistake of a contract, or every warning about a contract without mistakes, in the order of the
/// pages.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the contract has {}", count(.0))]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Renders all diagnostics for people: message, file, line, column, caret and help.
    ///
    /// `color` says whether the text may have terminal colours.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        // Whole lines are shown, since the terminal breaks them.
        let renderer = renderer.term_width(1 << 20);
        let mut text = String::new();
        for diagnostic in &self.0 {
            text.push_str(&renderer.render(&[diagnostic.group()]));
            text.push_str("\n\n");
        }
        text.push_str(&format!("{self}\n"));
        text
    }
}

fn count(diagnostics: &[Diagnostic]) -> String {
    let noun = if diagnostics.iter().all(|one| one.is_warning) { "warning" } else { "mistake" };
    pluralize(diagnostics.len(), noun)
}
