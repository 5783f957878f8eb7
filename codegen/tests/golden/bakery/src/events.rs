//! The events that the service tells of, by channel.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// Tells an address about loaves.
///
/// Told by requests to an address of the subscriber's (`events.door-calls`).
///
/// Set up by [`Call`](super::call::Call).
///
/// Events are chosen by `about`. (`events.door-calls.behaviour.subscribed`)
///
/// Calls have the `signs` as headers. (`events.door-calls.behaviour.delivered`)
#[derive(Debug, Clone, PartialEq)]
pub enum DoorCallsEvent {
    /// `loaf.baked`: A loaf is baked.
    ///
    /// It carries [`LoafCall`](super::call::LoafCall) (`events.door-calls.loaf.baked`).
    LoafBaked(super::call::LoafCall),
    /// `loaf.burnt`: A loaf is burnt.
    ///
    /// The contract does not show the shape of what it carries (`events.door-calls.loaf.burnt`).
    LoafBurnt(serde_json::Value),
    /// An event that the contract does not list, or one that carries something else than
    /// it says; only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}

impl DoorCallsEvent {
    /// The names of the events that the contract lists, in its order.
    pub const NAMES: &'static [&'static str] = &["loaf.baked", "loaf.burnt"];
    /// The name of the event.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::LoafBaked(_) => "loaf.baked",
            Self::LoafBurnt(_) => "loaf.burnt",
            Self::Other { name, .. } => name,
        }
    }

    /// Reads and judges an event: its name, and what it carries.
    ///
    /// # Errors
    /// When the contract does not list the name, or with every violation in what it carries.
    pub fn read(
        name: &str,
        payload: &serde_json::Value,
    ) -> Result<Self, webdata_runtime::Violations> {
        match name {
            "loaf.baked" => super::call::LoafCall::check(payload).map(Self::LoafBaked),
            "loaf.burnt" => Ok(Self::LoafBurnt(payload.clone())),
            _ => Err(webdata_runtime::event::unlisted("events.door-calls", Self::NAMES)),
        }
    }

    /// Reads an event of a service that may be newer: what the contract does not list, or what
    /// does not fit what it says, is kept as it is.
    #[must_use]
    pub fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
        let known = match name {
            "loaf.baked" => {
                webdata_runtime::event::lenient(&payload).map(Self::LoafBaked)
            }
            "loaf.burnt" => return Self::LoafBurnt(payload),
            _ => None,
        };
        known
            .unwrap_or_else(|| Self::Other {
                name: name.to_owned(),
                payload,
            })
    }
}

/// Tells a baker about ovens.
///
/// Told by e-mail (`events.oven-mail`).
///
/// Set up by [`Call`](super::call::Call).
#[derive(Debug, Clone, PartialEq)]
pub enum OvenMailEvent {
    /// `oven.cold`: An oven is cold.
    ///
    /// The contract does not show the shape of what it carries (`events.oven-mail.oven.cold`).
    OvenCold(serde_json::Value),
    /// An event that the contract does not list, or one that carries something else than
    /// it says; only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}

impl OvenMailEvent {
    /// The names of the events that the contract lists, in its order.
    pub const NAMES: &'static [&'static str] = &["oven.cold"];
    /// The name of the event.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::OvenCold(_) => "oven.cold",
            Self::Other { name, .. } => name,
        }
    }

    /// Reads and judges an event: its name, and what it carries.
    ///
    /// # Errors
    /// When the contract does not list the name, or with every violation in what it carries.
    pub fn read(
        name: &str,
        payload: &serde_json::Value,
    ) -> Result<Self, webdata_runtime::Violations> {
        match name {
            "oven.cold" => Ok(Self::OvenCold(payload.clone())),
            _ => Err(webdata_runtime::event::unlisted("events.oven-mail", Self::NAMES)),
        }
    }

    /// Reads an event of a service that may be newer: what the contract does not list, or what
    /// does not fit what it says, is kept as it is.
    #[must_use]
    pub fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
        let known = match name {
            "oven.cold" => return Self::OvenCold(payload),
            _ => None,
        };
        known
            .unwrap_or_else(|| Self::Other {
                name: name.to_owned(),
                payload,
            })
    }
}
