//! The arguments of setters: a value that converts into the property's type, or an `Option` of one, where `None` leaves
//! the property out.
//!
//! The last type parameter of each trait only tells the two forms apart; the compiler infers it.

/// The form of an argument that is a value.
#[derive(Debug)]
pub enum Plain {}

/// The form of an argument that is an `Option`.
#[derive(Debug)]
pub enum Optional {}

/// The argument of a setter for a property of the type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert into `{T}`, the type of the property",
    label = "not a value of the property",
    note = "a setter takes what converts into `{T}`, or an `Option` of that; `None` leaves the property out"
)]
pub trait Setting<T, Form> {
    /// Returns the value, if there is one.
    fn setting(self) -> Option<T>;
}

impl<T, V: Into<T>> Setting<T, Plain> for V {
    fn setting(self) -> Option<T> {
        Some(self.into())
    }
}

impl<T, V: Into<T>> Setting<T, Optional> for Option<V> {
    fn setting(self) -> Option<T> {
        self.map(Into::into)
    }
}

/// The argument of a setter for a list with items of the type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of values that convert into `{T}`",
    label = "not a list of such items",
    note = "a setter takes an array, a `Vec` or an iterator of what converts into `{T}`, or an `Option` of that"
)]
pub trait ListSetting<T, Form> {
    /// Returns the items, if there is a list.
    fn setting(self) -> Option<Vec<T>>;
}

impl<T, I: IntoIterator<Item: Into<T>>> ListSetting<T, Plain> for I {
    fn setting(self) -> Option<Vec<T>> {
        Some(self.into_iter().map(Into::into).collect())
    }
}

impl<T, I: IntoIterator<Item: Into<T>>> ListSetting<T, Optional> for Option<I> {
    fn setting(self) -> Option<Vec<T>> {
        self.map(|items| items.into_iter().map(Into::into).collect())
    }
}

/// The argument of a setter for a map with values of the type `T`; `M` is the type of the map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map of names to values that convert into `{T}`",
    label = "not a map of such values",
    note = "a setter takes an array of pairs, a map or an iterator of pairs, or an `Option` of that"
)]
pub trait MapSetting<M, T, Form> {
    /// Returns the map, if there is one.
    fn setting(self) -> Option<M>;
}

impl<M, T, N, V, I> MapSetting<M, T, Plain> for I
where
    M: FromIterator<(String, T)>,
    N: Into<String>,
    V: Into<T>,
    I: IntoIterator<Item = (N, V)>,
{
    fn setting(self) -> Option<M> {
        Some(self.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<M, T, N, V, I> MapSetting<M, T, Optional> for Option<I>
where
    M: FromIterator<(String, T)>,
    N: Into<String>,
    V: Into<T>,
    I: IntoIterator<Item = (N, V)>,
{
    fn setting(self) -> Option<M> {
        self.and_then(|entries| MapSetting::<M, T, Plain>::setting(entries))
    }
}
