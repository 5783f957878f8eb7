//! Tests of the generator: the files that it writes, and the contracts that it rejects.

mod generated_files;
mod rejected_contracts;
