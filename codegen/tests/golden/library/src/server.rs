//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request:
//!
//! - It finds the operation. An unknown path or method gets the error for unknown paths.
//! - It reads the key from its header.
//! - It validates path parameters and the body. A body that is too large gets the error for that.
//! - It writes responses and errors. If a method panics, the response is the error of a server failure.
//!
//! An implementation only adds the behaviour. `axum::serve(listener, router).await` serves the
//! router; it needs the features `http1` and `tokio` of `axum`.
//!
//! Every operation may fail with these errors of the service: [`ErrorKind::Closed`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode, server};
use super::error_catalogue::{ApiError, ErrorKind};
use super::operations;
pub use webdata_runtime::server::{BindError, axum};
#[doc(no_inline)]
pub use webdata_runtime::server::Router;

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// - Implement only the operations that the server offers. The default of each method responds with
///   the error for unknown paths.
/// - Arguments are validated.
/// - The operator `?` turns an [`ErrorKind`], violations, or an [`ApiError`] into the response.
/// - Violations become an error of the caller. If a value that the server made has violations,
///   return an error of the server instead.
pub trait Service: Send + Sync + 'static {
    /// The owner of a key, such as an account. Each operation that needs a key gets it.
    type Caller: Send + 'static;

    /// Returns the owner of a key of the scheme `Card`.
    ///
    /// # Errors
    ///
    /// - [`ErrorKind::UnknownCard`]: the key is unknown or no longer valid.
    /// - [`ErrorKind::UnknownCard`]: the key has no permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

    /// Adds a book.
    ///
    /// `POST /v1/books`
    ///
    /// # Errors
    ///
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
    fn add_book(
        &self,
        caller: Self::Caller,
        body: super::book::Book,
    ) -> impl Future<Output = Result<super::book::Book, ApiError>> + Send {
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
    /// The router cannot check the rules about what would be stored. Call
    /// `body.violations_after_update(&stored).or(())?` before you store anything.
    ///
    /// # Errors
    ///
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::TooManyBooks`] (400): The card has no room for another loan.
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::NoSuchThing`] (404): The Loan does not exist.
    fn change_loan(
        &self,
        caller: Self::Caller,
        loan_id: String,
        body: super::loan::LoanChange,
    ) -> impl Future<Output = Result<super::loan::LoanAnswer, ApiError>> + Send {
        server::not_offered((caller, loan_id, body))
    }

    /// Copies parts of a book.
    ///
    /// The contract does not show the method and path. The server offers the operation only after
    /// [`Builder::bind`] with [`operations::ORDER_COPIES`].
    ///
    /// Error [`ErrorKind::GiftForbidden`]: The team is silent.
    /// (`operations.orderCopies.refusals.silent-team`)
    ///
    /// Copies are bound. (`operations.orderCopies.behaviour.bound`)
    ///
    /// # Errors
    ///
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::CardFull`] (400): The card is full.
    /// - [`ErrorKind::NoCopyLeft`] (404): There is nothing to copy from.
    /// - [`ErrorKind::GiftForbidden`] (403): The team is silent. Or: The team has nothing wrapped.
    fn order_copies(
        &self,
        caller: Self::Caller,
        body: super::order::Order,
    ) -> impl Future<Output = Result<super::order::OrderAnswer, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Closes the copying shop.
    ///
    /// `DELETE /v1/shop`
    ///
    /// # Errors
    ///
    /// Any error of the catalogue.
    fn close_shop(
        &self,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
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
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::BrokenBody`] (400): The body breaks a constraint.
    /// - [`ErrorKind::NoSuchThing`] (404): There is nothing by that name.
    fn read_book(
        &self,
        shelf: String,
        number: i64,
    ) -> impl Future<Output = Result<super::book::Book, ApiError>> + Send {
        server::not_offered((shelf, number))
    }

    /// Says where a copy is.
    ///
    /// `GET /v1/copies/{shelf}/{copyId}`
    ///
    /// # Errors
    ///
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::TooFast`] (429): More than the desk can take.
    /// - [`ErrorKind::Banned`] (429): Too fast for too long.
    fn look_up_copy(
        &self,
        caller: Self::Caller,
        path: LookUpCopyPath,
    ) -> impl Future<Output = Result<super::book::Book, ApiError>> + Send {
        server::not_offered((caller, path))
    }

    /// Reserves a copy.
    ///
    /// `POST /v1/copies`
    ///
    /// Error [`ErrorKind::ShelfLocked`]: Somebody holds the shelf.
    /// (`operations.reserve.refusals.shelf-locked`)
    ///
    /// # Errors
    ///
    /// Errors of this operation, besides those of every operation:
    ///
    /// - [`ErrorKind::UnknownCard`] (401): The card is missing, malformed or revoked.
    /// - [`ErrorKind::ShelfLocked`] (500): Somebody holds the shelf.
    fn reserve(
        &self,
        caller: Self::Caller,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller,))
    }
}

/// A builder of a server, by the methods of [`server::Builder`]: its limits, and the paths of
/// operations whose path the contract does not show.
pub type Builder<S> = server::Builder<S, ErrorKind>;
/// Returns the router of a service with the default configuration.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// Returns a builder of the server of a service.
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
    .format(runtime::string_format::StringFormat::Uuid);
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

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::ADD_BOOK,
            scheme: Some(&CARD),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                let body = call.body().await?;
                server::success(201, &service.add_book(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::CHANGE_LOAN,
            scheme: Some(&CARD),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
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
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, _call| Box::pin(async move {
                server::success(200, &service.close_shop().await?)
            }),
        },
        server::Route {
            operation: &operations::READ_BOOK,
            scheme: None,
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
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
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
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
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&CARD)?).await?;
                server::success(200, &service.reserve(caller).await?)
            }),
        },
    ])
}
