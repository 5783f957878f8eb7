//! `audit`: breaks every clause on purpose, and checks that the suite notices.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use webdata_audit::mutants::{self, Mutant};
use webdata_audit::{
    Audit, Auditor, Journal, MutantStatus, Progress, ReferenceServerFails, Row, Score, Subject,
    sample, table, write,
};
use webdata_spec::{Source, nearest};
use webdata_suite::plan::hash;
use webdata_suite::{Printable, Suite};

use super::bar::labelled_bar;
use super::option_values::{filter, whole_number};
use super::output::{print, print_error, warn, warn_in_lines};
use super::process::{processors, runtime};
use super::target::ContractArguments;

/// Break every clause of the contract on purpose, and check that the suite notices.
///
/// Each mutant is the reference server with one fault. The cases that name the broken clause run against it
/// first, then the others, until a case fails. Correct servers have to pass every case: if the reference server
/// itself fails one, no mutant is hunted and there is no score. The command writes
/// audit.json and audit.html into the report folder, and resumes an audit that was interrupted.
///
/// Exit codes: 0 every mutant is noticed and no correct server fails a case, 1 otherwise, 2 usage.
#[derive(Debug, Args)]
pub(super) struct AuditArguments {
    /// Hunt only mutants whose identity contains one of these, and do nothing else. The reports go into the
    /// folder `filtered` of the report folder.
    #[arg(value_name = "FILTER", value_parser = filter)]
    filters: Vec<String>,
    /// Also hunt mutants of clauses that no case can reach.
    #[arg(long)]
    all: bool,
    /// End the hunt of each mutant at the first case that notices it. Of a type that several operations share, hunt
    /// only one mutant of each clause in the requests of the further ones. Skip equivalent mutants, the order of
    /// cases, and the search for cases that notice nothing. The reports go into the folder `quick` of the
    /// report folder.
    #[arg(long, conflicts_with = "list")]
    quick: bool,
    /// List the mutants with their descriptions, and hunt none.
    #[arg(long)]
    list: bool,
    /// With `--list`: list only a fixed sample of this size, to try another tool on. The sample is the
    /// mutants whose identities have the smallest SHA-256, of those that count.
    #[arg(long, value_name = "N", requires = "list")]
    #[arg(value_parser = whole_number::<usize>(0..=u64::MAX))]
    sample: Option<usize>,
    /// The folder for the reports.
    #[arg(long, value_name = "DIR", default_value = "target/audit")]
    report_dir: PathBuf,
    /// The number of mutants to hunt side by side [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=256))]
    jobs: Option<u16>,
    /// Print only the table of scores, as Markdown; the rest goes to standard error.
    #[arg(long)]
    table: bool,
    #[command(flatten)]
    contract: ContractArguments,
}

/// The number of first cases in the order whose noticed mutants are printed.
const FIRST: usize = 300;

pub(super) fn audit(arguments: &AuditArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let suite = contract.suite()?;
    arguments.contract.warn_about_clauses(&contract, &suite)?;
    let exemptions = contract.audit_exemptions(&suite)?;
    let files = contract.companions();
    let variations = contract.variations(&suite.spec)?;
    let mut mutants = choose_mutants(&suite, files, &arguments.filters)?;
    if arguments.list {
        if let Some(size) = arguments.sample {
            mutants = sample(mutants, &exemptions, size);
        }
        let lines =
            mutants.iter().map(|mutant| format!("{}\n    {}\n", mutant.id, mutant.description));
        print(&Printable::multiline(&lines.collect::<String>()))?;
        return Ok(0);
    }
    let runtime = runtime()?;
    let jobs = arguments.jobs.map_or_else(processors, usize::from);
    let extension = contract.extension(&suite.spec)?;
    let auditor = Auditor {
        suite: &suite,
        extension: &extension,
        exemptions: &exemptions,
        variations: &variations,
        all: arguments.all,
        quick: arguments.quick,
        jobs,
        runtime: runtime.handle(),
    };
    // A partial audit must not replace the records and the journal of the whole audit.
    let folder = match (arguments.filters.is_empty(), arguments.quick) {
        (true, false) => arguments.report_dir.clone(),
        (true, true) => arguments.report_dir.join("quick"),
        (false, _) => arguments.report_dir.join("filtered"),
    };
    let companions = files.iter();
    let companions = hash(companions.flat_map(|file| [file.name.as_str(), file.text.as_str()]));
    let subject = auditor.subject(&mutants, companions, program(&auditor)?);
    let audit = match run_audit(&auditor, subject, &mutants, &arguments.filters, &folder)? {
        Ok(audit) => audit,
        Err(fails) => {
            print_error(&fails.to_string());
            return Ok(1);
        }
    };
    write(&audit, &folder)?;
    let text = Printable::multiline(&render(&audit, &folder));
    if arguments.table {
        warn_in_lines(&text);
        print(&Printable::multiline(&table(&audit)))?;
    } else {
        print(&text)?;
    }
    Ok(u8::from(!audit.failures().is_empty()))
}

/// Returns the mutants that the filters select: all of them without a filter.
fn choose_mutants(suite: &Suite, files: &[Source], filters: &[String]) -> Result<Vec<Mutant>> {
    let mutants = mutants::of_contract(&suite.spec, files)
        .context("cannot read the mutants of the contract")?;
    let is_chosen = |mutant: &Mutant| {
        filters.is_empty() || filters.iter().any(|filter| mutant.id.contains(filter))
    };
    let (chosen, others): (Vec<_>, Vec<_>) = mutants.into_iter().partition(is_chosen);
    if let ([], [filter, ..]) = (chosen.as_slice(), filters) {
        let near = nearest(others.iter().map(|mutant| mutant.id.as_str()), filter);
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!(
            "no mutant has `{}` in its identity{near} (`audit --list` prints every mutant)",
            filters.join("` or `")
        );
    }
    Ok(chosen)
}

/// Audits the mutants, and continues an interrupted audit.
fn run_audit(
    auditor: &Auditor<'_>,
    subject: Subject,
    mutants: &[Mutant],
    filters: &[String],
    folder: &Path,
) -> Result<Result<Audit, ReferenceServerFails>> {
    let (journal, known) =
        Journal::open(folder, &subject).context("cannot write the journal; see --report-dir")?;
    if !known.is_empty() {
        warn(format_args!(
            "resuming an interrupted audit: {} of {} mutants were hunted already",
            known.len(),
            mutants.len()
        ));
    }
    let progress =
        Bar { bar: labelled_bar("mutants"), journal: &journal, survived: AtomicUsize::new(0) };
    let audit = auditor.audit(mutants, filters, subject, known, &progress);
    progress.bar.finish_and_clear();
    journal.end().context("cannot delete the journal")?;
    Ok(audit)
}

/// Returns the program and the options of the audit, since another program may have other results.
fn program(auditor: &Auditor<'_>) -> Result<String> {
    let path = std::env::current_exe().context("cannot find the file of this program")?;
    let metadata = path.metadata().context("cannot read the file of this program")?;
    let reach = if auditor.all { ", all mutants" } else { "" };
    let depth = if auditor.quick { ", quick" } else { "" };
    Ok(format!("{} bytes of {:?}{reach}{depth}", metadata.len(), metadata.modified()?))
}

/// Renders the results of an audit, with the score in the last line.
fn render(audit: &Audit, folder: &Path) -> String {
    let mut text = String::new();
    // Writing into a string never fails.
    for row in audit
        .rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)))
    {
        let _ = writeln!(text, "not noticed: {}\n    {}", row.id, row.description);
        if let Some(needs) = row.needs() {
            let _ = writeln!(text, "    {needs}");
        }
        if let MutantStatus::Unservable(why) = &row.status {
            let _ = writeln!(text, "    the server could not be started: {why}");
        }
    }
    for alarm in &audit.alarms {
        let _ = writeln!(text, "false alarm: {alarm}");
    }
    for line in &audit.disagreements {
        let _ = writeln!(text, "another result over connections: {line}");
    }
    for idle in audit.idle.iter().filter(|idle| idle.why.is_none()) {
        let _ = writeln!(text, "notices nothing: {}", idle.case);
    }
    for line in &audit.stale {
        let _ = writeln!(text, "excuses nothing: {line}");
    }
    for diagnosis in
        audit.diagnoses.iter().filter(|diagnosis| diagnosis.findings.len() > 2 || !diagnosis.named)
    {
        let _ = writeln!(text, "noticed, with unclear findings: {}", diagnosis.mutant);
        for finding in &diagnosis.findings {
            let _ = writeln!(text, "    {finding}");
        }
    }
    let _ = writeln!(text, "reports: {}", folder.join("audit.{json,html}").display());
    for failure in audit.failures() {
        let _ = writeln!(text, "FAILED: {failure}");
    }
    if !audit.diagnoses.is_empty() {
        let _ = writeln!(
            text,
            "of 100 mutants, {} become one finding, {} at most two, and {} have a finding that names the \
             clause, one above it or one of the same value ({} were tried)",
            audit.diagnosed_in_at_most(1),
            audit.diagnosed_in_at_most(2),
            audit.diagnosed_by_name(),
            audit.diagnoses.len()
        );
    }
    if let Some(sample) = audit.sample() {
        let _ = writeln!(text, "{sample}");
    }
    if let Some(noticed) = audit.order.curve().take(FIRST).last() {
        let count = audit.order.mutants();
        let _ = writeln!(text, "the first {FIRST} cases notice {noticed} of {count} mutants");
    }
    let Score { mutants, noticed, equivalent, beyond_reach, not_implemented, .. } = audit.score;
    let mut besides = format!("{equivalent} equivalent, {beyond_reach} beyond reach not counted");
    if not_implemented > 0 {
        let _ =
            write!(besides, ", nor {not_implemented} that the reference server does not implement");
    }
    let _ = match mutants {
        _ if !audit.alarms.is_empty() => {
            writeln!(
                text,
                "no score, since correct servers fail cases: each would notice every mutant"
            )
        }
        0 => writeln!(text, "no mutant counts: {besides}"),
        _ => {
            let (percent, counted) = (audit.score.percent(), mutants - equivalent);
            writeln!(text, "{percent} % of mutants noticed: {noticed} of {counted}, {besides}")
        }
    };
    text
}

/// Shows progress on a terminal, and writes the journal.
struct Bar<'j> {
    bar: ProgressBar,
    journal: &'j Journal,
    survived: AtomicUsize,
}

impl Progress for Bar<'_> {
    fn begin(&self, part: &str, count: usize) {
        self.bar.set_message(part.to_owned());
        self.bar.reset();
        self.bar.set_length(u64::try_from(count).unwrap_or(u64::MAX));
        if self.bar.is_hidden() {
            warn(format_args!("{count} {part}"));
        }
    }

    fn done(&self) {
        self.bar.inc(1);
    }

    fn hunt_ended(&self, row: &Row) {
        if let Err(error) = self.journal.add(row) {
            self.bar.suspend(|| warn(format_args!("cannot write the journal: {error}")));
        }
        if row.status == MutantStatus::Survived {
            let survived = self.survived.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.set_prefix(format!(", {survived} not noticed"));
        }
    }
}
