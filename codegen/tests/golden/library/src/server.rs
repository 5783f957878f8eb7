//! The service as a trait, and an `axum` router made of an implementation.
//!
//! The router does what the contract says of every request: it finds the operation, takes the
//! key out of its header, judges path parameters and the body, and puts answers and errors into
//! their form. A handler that panics is answered with the error of a server that failed, a body
//! that is too large with the error for that, a path or method that nobody has with the error
//! for unknown paths. What is left to write is the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode, server};
use super::errors::{ErrorKind, Refusal};
use super::operations;
pub use webdata_runtime::server::{BindError, Router, axum};

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// A method that is left out answers with the error for unknown paths, so a server has
/// the methods of what it offers and no others. Arguments have been judged; an error of
/// the catalogue, violations, or a refusal with a message of its own is the answer when
/// `?` meets it. Violations are answered as an error of the caller's: those of a value
/// that the server itself made must be turned into an error of the server's first.
pub trait Service: Send + Sync + 'static {
    /// Who calls: what the service knows by a key, such as an account.
    type Caller: Send + 'static;

    /// Who a key of the scheme `Card` belongs to.
    ///
    /// # Errors
    ///
    /// `ErrorKind::UnknownCard` for a key that is not known or not valid any more;
    /// `ErrorKind::UnknownCard` for one that may not do anything here.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, Refusal>> + Send;

    /// Adds a book.
    ///
    /// `POST /v1/books`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn add_book(
        &self,
        caller: Self::Caller,
        body: super::book::Book,
    ) -> impl Future<Output = Result<super::book::Book, Refusal>> + Send {
        server::not_offered((caller, body))
    }

    /// Changes what is given of a loan.
    ///
    /// `PATCH /v1/loans/{loanId}`
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.changeLoan.effects.stores-given`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.changeLoan.effects.keeps-omitted`)
    ///
    /// A rejected request changes nothing. (`operations.changeLoan.effects.refusal-keeps-all`)
    ///
    /// Renewing a loan switches reminders off.
    /// (`operations.changeLoan.effects.renewal-clears-reminder`)
    ///
    /// `loan_id`: The loan. A UUID (`operations.changeLoan.parameters.loanId.format`).
    ///
    /// Rules on what would be stored can be judged by nobody else: before it stores anything, an
    /// implementation asks `body.violations_after_update(&stored).or(())?`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NoSuchThing` when there is no such `Loan`; whatever else is refused.
    fn change_loan(
        &self,
        caller: Self::Caller,
        loan_id: String,
        body: super::loan::LoanChange,
    ) -> impl Future<Output = Result<super::loan::LoanAnswer, Refusal>> + Send {
        server::not_offered((caller, loan_id, body))
    }

    /// Copies parts of a book.
    ///
    /// The contract does not show how it is called.
    ///
    /// The team is silent. Refused with the error `gift-forbidden`
    /// (`operations.orderCopies.refusals.silent-team`).
    ///
    /// Copies are bound. (`operations.orderCopies.behaviour.bound`)
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn order_copies(
        &self,
        caller: Self::Caller,
        body: super::order::Order,
    ) -> impl Future<Output = Result<super::order::OrderAnswer, Refusal>> + Send {
        server::not_offered((caller, body))
    }

    /// Closes the copying shop.
    ///
    /// `DELETE /v1/shop`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn close_shop(
        &self,
    ) -> impl Future<Output = Result<serde_json::Value, Refusal>> + Send {
        server::not_offered(())
    }

    /// Shows a book by its place.
    ///
    /// `GET /v1/shelves/{shelf}/books/{number}`
    ///
    /// Deprecated: Call `lookUpCopy`.
    ///
    /// `shelf`: The shelf. Matches `^[A-Z]{2}-[0-9]+$`
    /// (`operations.readBook.parameters.shelf.pattern`).
    ///
    /// `number`: Which book from the left. At least 1
    /// (`operations.readBook.parameters.number.minimum`).
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn read_book(
        &self,
        shelf: String,
        number: i64,
    ) -> impl Future<Output = Result<super::book::Book, Refusal>> + Send {
        server::not_offered((shelf, number))
    }

    /// Says where a copy is.
    ///
    /// `GET /v1/copies/{shelf}/{copyId}`
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn look_up_copy(
        &self,
        caller: Self::Caller,
        path: LookUpCopyPath,
    ) -> impl Future<Output = Result<super::book::Book, Refusal>> + Send {
        server::not_offered((caller, path))
    }

    /// Reserves a copy.
    ///
    /// `POST /v1/copies`
    ///
    /// Somebody holds the shelf. Refused with the error `shelf-locked`
    /// (`operations.reserve.refusals.shelf-locked`).
    ///
    /// # Errors
    ///
    /// Whatever is refused.
    fn reserve(
        &self,
        caller: Self::Caller,
    ) -> impl Future<Output = Result<serde_json::Value, Refusal>> + Send {
        server::not_offered((caller,))
    }
}

/// A server that is being put together, with its limits and with paths for what the
/// contract shows none of.
pub type Builder<S> = server::Builder<S, ErrorKind>;
/// The router of a service, as the builder makes it when it is told nothing.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// A server of a service that is yet to be told its limits, or where operations are.
#[must_use]
pub fn builder<S: Service>(service: S) -> Builder<S> {
    server::Builder::new(service, routes())
}

/// The path parameters of `lookUpCopy`.
#[derive(Debug, Clone, PartialEq)]
pub struct LookUpCopyPath {
    /// The shelf.
    pub shelf: String,
    /// The copy.
    pub copy_id: String,
}

static CARD: server::Scheme<ErrorKind> = server::Scheme {
    header: "Authorization",
    word: "Card",
    rejected: ErrorKind::UnknownCard,
};
static CHANGE_LOAN_LOAN_ID: decode::Text = decode::Text::new(
        "operations.changeLoan.parameters.loanId",
    )
    .format(runtime::format::Format::Uuid);
static READ_BOOK_SHELF: decode::Text = decode::Text::new(
        "operations.readBook.parameters.shelf",
    )
    .pattern({
        static PATTERN: runtime::Pattern = runtime::Pattern::new("^[A-Z]{2}-[0-9]+$");
        &PATTERN
    });
static READ_BOOK_NUMBER: decode::Integer = decode::Integer::new(
        "operations.readBook.parameters.number",
    )
    .minimum(1);
static LOOK_UP_COPY_SHELF: decode::Text = decode::Text::new(
    "operations.lookUpCopy.parameters.shelf",
);
static LOOK_UP_COPY_COPY_ID: decode::Text = decode::Text::new(
    "operations.lookUpCopy.parameters.copyId",
);

/// How each operation is called, and what is done then.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::ADD_BOOK,
            scheme: Some(&CARD),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                let body = call.body().await?;
                server::success(201, &service.add_book(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::CHANGE_LOAN,
            scheme: Some(&CARD),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                let loan_id = call
                    .parameter("loanId", server::Form::Text, &CHANGE_LOAN_LOAN_ID)?;
                let body = call.body().await?;
                server::success(200, &service.change_loan(caller, loan_id, body).await?)
            }),
        },
        server::Route {
            operation: &operations::ORDER_COPIES,
            scheme: Some(&CARD),
            error_body: webdata_runtime::ErrorMembers {
                constants: &[],
                code: true,
                details: false,
            },
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                let body = call.body().await?;
                server::success(200, &service.order_copies(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::CLOSE_SHOP,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, _call| Box::pin(async move {
                server::success(200, &service.close_shop().await?)
            }),
        },
        server::Route {
            operation: &operations::READ_BOOK,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let shelf = call
                    .parameter("shelf", server::Form::Text, &READ_BOOK_SHELF)?;
                let number = call
                    .parameter("number", server::Form::Json, &READ_BOOK_NUMBER)?;
                server::success(200, &service.read_book(shelf, number).await?)
            }),
        },
        server::Route {
            operation: &operations::LOOK_UP_COPY,
            scheme: Some(&CARD),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                let shelf = call
                    .parameter("shelf", server::Form::Text, &LOOK_UP_COPY_SHELF)?;
                let copy_id = call
                    .parameter("copyId", server::Form::Text, &LOOK_UP_COPY_COPY_ID)?;
                let path = LookUpCopyPath { shelf, copy_id };
                server::success(200, &service.look_up_copy(caller, path).await?)
            }),
        },
        server::Route {
            operation: &operations::RESERVE,
            scheme: Some(&CARD),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::ANSWERS.error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                server::success(200, &service.reserve(caller).await?)
            }),
        },
    ])
}
