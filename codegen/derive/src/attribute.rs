//! Reads the arguments of attributes such as `#[model(..)]`: `"name"`, `word`, `word = tokens`, `word(..)`.
//!
//! An unknown word is an error, so that no misspelt limit is ignored.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Ident, LitStr, Token, parenthesized};

/// The arguments of an attribute, or of a word with parentheses.
#[derive(Debug)]
pub(crate) struct Arguments {
    span: Span,
    list: Vec<Argument>,
    /// The words that the macro has looked up.
    looked_up: RefCell<Vec<&'static str>>,
}

#[derive(Debug)]
struct Argument {
    /// The word, or `None` for a bare string.
    word: Option<Ident>,
    value: Value,
}

#[derive(Debug)]
enum Value {
    /// Only the word.
    Flag,
    /// The tokens after `=`, or a bare string.
    Tokens(TokenStream),
    /// The arguments in parentheses.
    List(TokenStream),
}

impl Arguments {
    /// Reads all attributes with a name. Without such an attribute, there are no arguments.
    pub(crate) fn read(attributes: &[Attribute], name: &str, span: Span) -> syn::Result<Self> {
        let mut all = Self { span, list: Vec::new(), looked_up: RefCell::default() };
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
            let one: Self = attribute.parse_args()?;
            all.span = one.span;
            all.list.extend(one.list);
        }
        Ok(all)
    }

    /// Returns an empty list of arguments.
    pub(crate) fn none() -> Self {
        Self { span: Span::call_site(), list: Vec::new(), looked_up: RefCell::default() }
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// Returns the bare strings, in order.
    pub(crate) fn strings(&self) -> syn::Result<Vec<LitStr>> {
        let bare = self.list.iter().filter(|argument| argument.word.is_none());
        bare.map(|argument| match &argument.value {
            Value::Tokens(tokens) => syn::parse2(tokens.clone()),
            Value::Flag | Value::List(_) => Err(Error::new(self.span, "a string is expected")),
        })
        .collect()
    }

    /// Returns the bare string at the beginning.
    pub(crate) fn name(&self) -> syn::Result<Option<LitStr>> {
        Ok(self.strings()?.into_iter().next())
    }

    fn find(&self, word: &'static str) -> Option<&Value> {
        self.all(word).next()
    }

    fn all(&self, word: &'static str) -> impl Iterator<Item = &Value> {
        self.looked_up.borrow_mut().push(word);
        let is_meant =
            move |argument: &&Argument| argument.word.as_ref().is_some_and(|it| it == word);
        self.list.iter().filter(is_meant).map(|argument| &argument.value)
    }

    /// Returns whether a word is present without a value.
    pub(crate) fn flag(&self, word: &'static str) -> bool {
        matches!(self.find(word), Some(Value::Flag))
    }

    /// Returns the tokens after `word =`.
    pub(crate) fn tokens(&self, word: &'static str) -> Option<&TokenStream> {
        match self.find(word) {
            Some(Value::Tokens(tokens)) => Some(tokens),
            _ => None,
        }
    }

    /// Returns the string after `word =`.
    pub(crate) fn string(&self, word: &'static str) -> syn::Result<Option<LitStr>> {
        self.tokens(word).map(|tokens| syn::parse2(tokens.clone())).transpose()
    }

    /// Returns the arguments in parentheses after `word`.
    pub(crate) fn list(&self, word: &'static str) -> syn::Result<Option<Self>> {
        self.raw(word).map(|tokens| syn::parse2(tokens.clone())).transpose()
    }

    /// Returns the tokens in parentheses after `word`.
    pub(crate) fn raw(&self, word: &'static str) -> Option<&TokenStream> {
        match self.find(word) {
            Some(Value::List(tokens)) => Some(tokens),
            _ => None,
        }
    }

    /// Returns the tokens in parentheses after each `word`.
    pub(crate) fn each(&self, word: &'static str) -> Vec<&TokenStream> {
        let lists = self.all(word).filter_map(|value| match value {
            Value::List(tokens) => Some(tokens),
            _ => None,
        });
        lists.collect()
    }

    /// Checks that every word has been looked up.
    ///
    /// # Errors
    /// If a word is unknown.
    pub(crate) fn finish(&self) -> syn::Result<()> {
        let looked_up = self.looked_up.borrow();
        let unknown = self.list.iter().filter_map(|argument| argument.word.as_ref());
        match unknown.into_iter().find(|word| !looked_up.iter().any(|known| *word == known)) {
            Some(word) => Err(Error::new(word.span(), format!("`{word}` has no meaning here"))),
            None => Ok(()),
        }
    }
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (span, mut list) = (input.span(), Vec::new());
        while !input.is_empty() {
            list.push(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self { span, list, looked_up: RefCell::default() })
    }
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            let tokens = input.parse::<LitStr>()?.to_token_stream();
            return Ok(Self { word: None, value: Value::Tokens(tokens) });
        }
        let word = Some(input.call(Ident::parse_any)?);
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let mut tokens = TokenStream::new();
            while !input.is_empty() && !input.peek(Token![,]) {
                tokens.extend([input.parse::<TokenTree>()?]);
            }
            return Ok(Self { word, value: Value::Tokens(tokens) });
        }
        if input.peek(syn::token::Paren) {
            let inside;
            parenthesized!(inside in input);
            return Ok(Self { word, value: Value::List(inside.parse()?) });
        }
        Ok(Self { word, value: Value::Flag })
    }
}
