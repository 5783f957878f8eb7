//! Nothing: its dependencies are what is measured.
