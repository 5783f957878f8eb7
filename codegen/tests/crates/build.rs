//! Generates the crate of each test contract into `OUT_DIR`, and a file that declares them as modules.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use webdata_codegen::{Package, generate};
use webdata_spec::{ReadError, Spec};

fn main() -> Result<(), Box<dyn Error>> {
    let contracts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contracts");
    println!("cargo::rerun-if-changed={}", contracts.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let mut modules = String::new();
    let mut folders = fs::read_dir(&contracts)?.collect::<Result<Vec<_>, _>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let name =
            folder.file_name().into_string().map_err(|name| format!("{name:?} is no UTF-8"))?;
        let spec = Spec::load(&folder.path()).map_err(|error| match error {
            ReadError::Mistakes(mistakes) => mistakes.render(false),
            error => error.to_string(),
        })?;
        let package = Package::in_workspace(&name, &format!("spec/{}", spec.service.version));
        let root = out.join(&name);
        for file in generate(&spec, &package)? {
            let path = root.join(&file.path);
            fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
            fs::write(path, file.text)?;
        }
        let (lib, module) = (root.join("src/lib.rs"), name.replace('-', "_"));
        writeln!(modules, "#[path = {lib:?}]\npub mod {module};")?;
    }
    fs::write(out.join("contracts.rs"), modules)?;
    Ok(())
}
