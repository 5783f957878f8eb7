//! Reads the arguments of `#[model(..)]` and its like: `"name"`, `word`, `word = tokens`, `word(..)`.
//!
//! An unknown word is an error, so that a misspelt limit is not lost.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Ident, LitStr, Token, parenthesized};

/// The arguments of one attribute, or of one word with parentheses.
#[derive(Debug)]
pub(crate) struct Arguments {
    span: Span,
    list: Vec<Argument>,
    /// The words that were asked for.
    asked: RefCell<Vec<&'static str>>,
}

#[derive(Debug)]
struct Argument {
    /// The word, or nothing before a bare string.
    word: Option<Ident>,
    value: Value,
}

#[derive(Debug)]
enum Value {
    /// A word alone.
    Flag,
    /// The tokens behind `=`, or a bare string.
    Tokens(TokenStream),
    /// The arguments in parentheses.
    List(TokenStream),
}

impl Arguments {
    /// Reads all attributes of a name; none is as one without arguments.
    pub(crate) fn read(attributes: &[Attribute], name: &str, span: Span) -> syn::Result<Self> {
        let mut all = Self { span, list: Vec::new(), asked: RefCell::default() };
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
            let one: Self = attribute.parse_args()?;
            all.span = one.span;
            all.list.extend(one.list);
        }
        Ok(all)
    }

    /// Without arguments.
    pub(crate) fn none() -> Self {
        Self { span: Span::call_site(), list: Vec::new(), asked: RefCell::default() }
    }

    pub(crate) fn span(&self) -> Span {
        self.span
    }

    /// The bare strings, in order.
    pub(crate) fn strings(&self) -> syn::Result<Vec<LitStr>> {
        let bare = self.list.iter().filter(|one| one.word.is_none());
        bare.map(|one| match &one.value {
            Value::Tokens(tokens) => syn::parse2(tokens.clone()),
            Value::Flag | Value::List(_) => Err(Error::new(self.span, "a string is expected")),
        })
        .collect()
    }

    /// The bare string that stands first.
    pub(crate) fn name(&self) -> syn::Result<Option<LitStr>> {
        Ok(self.strings()?.into_iter().next())
    }

    fn find(&self, word: &'static str) -> Option<&Value> {
        self.asked.borrow_mut().push(word);
        let found = self.list.iter().find(|one| one.word.as_ref().is_some_and(|own| own == word));
        found.map(|one| &one.value)
    }

    /// Whether a word stands there alone.
    pub(crate) fn flag(&self, word: &'static str) -> bool {
        matches!(self.find(word), Some(Value::Flag))
    }

    /// The tokens behind `word =`.
    pub(crate) fn tokens(&self, word: &'static str) -> Option<&TokenStream> {
        match self.find(word) {
            Some(Value::Tokens(tokens)) => Some(tokens),
            _ => None,
        }
    }

    /// The string behind `word =`.
    pub(crate) fn string(&self, word: &'static str) -> syn::Result<Option<LitStr>> {
        self.tokens(word).map(|tokens| syn::parse2(tokens.clone())).transpose()
    }

    /// The arguments in the parentheses behind `word`.
    pub(crate) fn list(&self, word: &'static str) -> syn::Result<Option<Self>> {
        self.raw(word).map(|tokens| syn::parse2(tokens.clone())).transpose()
    }

    /// The tokens in the parentheses behind `word`.
    pub(crate) fn raw(&self, word: &'static str) -> Option<&TokenStream> {
        match self.find(word) {
            Some(Value::List(tokens)) => Some(tokens),
            _ => None,
        }
    }

    /// The tokens in the parentheses behind each `word`.
    pub(crate) fn each(&self, word: &'static str) -> Vec<&TokenStream> {
        self.asked.borrow_mut().push(word);
        let own = self.list.iter().filter(|one| one.word.as_ref().is_some_and(|own| own == word));
        own.filter_map(|one| match &one.value {
            Value::List(tokens) => Some(tokens),
            _ => None,
        })
        .collect()
    }

    /// Fails for an unknown word.
    pub(crate) fn finish(&self) -> syn::Result<()> {
        let asked = self.asked.borrow();
        let unknown = self.list.iter().filter_map(|one| one.word.as_ref());
        match unknown.into_iter().find(|word| !asked.iter().any(|asked| *word == asked)) {
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
        Ok(Self { span, list, asked: RefCell::default() })
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
