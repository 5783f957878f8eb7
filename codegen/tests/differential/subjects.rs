//! The types under test: every type that has an exported schema, as a test in `main.rs` checks; and their
//! contracts, each read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use webdata_spec::Spec;

use crate::compare::Subject;
use crate::{allotments, bakery, cards, drafts, library, odd_names, parcels};

macro_rules! subjects {
    ($contract:literal, $library:ident; $($module:ident: $($name:ident),+;)+) => {
        &[$($(Subject::new::<$library::$module::$name>($contract, stringify!($name)),)+)+]
    };
}

/// The types of every contract.
pub(crate) const ALL: [&[Subject]; 8] =
    [WEBDATA, LIBRARY, ALLOTMENTS, BAKERY, CARDS, DRAFTS, ODD_NAMES, PARCELS];

pub(crate) const WEBDATA: &[Subject] = subjects! {
    "webdata", webdata;
    action: Action, WaitAction, ScreenshotAction, ClickAction, WriteAction, PressAction, ScrollAction, ScrapeAction, ExecuteJavascriptAction, PdfAction;
    agent: AgentRequest, AgentStarted, AgentStatus, ArtifactUpdated, RunFinished, ErrorOccurred, TraceError, UpstreamError;
    error_body: ErrorBody;
    scrape_format: Format, FormatObject, PlainFormat, ScreenshotFormat, Viewport, JsonFormat, ChangeTrackingFormat, QuestionFormat, HighlightsFormat;
    monitor: MonitorResponse, Monitor, MonitorSummary, MonitorUpdate;
    notification: MonitorNotification, EmailNotification;
    parser: Parser, ParserObject, PdfParser;
    redaction: Redaction, RedactPIIOptions;
    schedule: MonitorSchedule, StoredSchedule;
    scrape: ScrapeOptions, Location, Profile, AuditMetadata, ScrapeRequest;
    scraped: AnsweredQuestion, SelectedHighlights, PdfPages, PdfPage, PdfBlocks, TakenScreenshots, Screenshots, PrintedPdfs, Pdfs;
    target: MonitorTarget, ScrapeTarget, CrawlTarget, CrawlOptions, SearchTarget;
    threat_protection: ThreatProtectionOverride;
    webhook: MonitorWebhook;
};

pub(crate) const LIBRARY: &[Subject] = subjects! {
    "library", library;
    book: Book, Isbn, Medium, PrintedMedium, AudioMedium;
    card: Card;
    error_body: ErrorBody;
    loan: LoanAnswer, Loan, LoanChange, Term;
    order: Order, Gift, Wrapping, Part, PartObject, PlainPart, Pages, Chapter, OrderAnswer, OrderFailure;
};

pub(crate) const ALLOTMENTS: &[Subject] = subjects! {
    "allotments", allotments;
    garden: Barn, BarnChange, Bed, BedChange, BedCondition, BedDraft, BedList, BedVersion, Failure, Garden, GardenDraft, GardenList, LeafName, LeafPhoto, LeafSpot, Plant, PlantDraft, PlantKey, PlantPage, PlantPlace, PlantQuery, Scarecrow, ScarecrowAnswer, ScarecrowChange, ScarecrowList, Spade, SpadeDraft, SpadeList, Watering, WateringReport;
};

pub(crate) const BAKERY: &[Subject] = subjects! {
    "bakery", bakery;
    loaf: Call, Failure, Loaf, LoafCall, LoafChange, LoafStarted, LoafView, Recipe;
};

pub(crate) const CARDS: &[Subject] = subjects! {
    "cards", cards;
    card: Address, CardResponse, CardUpdate, ErrorBody, Form, Height, Monitor, Place, StoredAddress, StoredForm, StoredHeight, StoredPlace, StoredVisit, Visit;
};

pub(crate) const DRAFTS: &[Subject] = subjects! {
    "drafts", drafts;
    draft: ChangeHeaders, CreateHeaders, Draft, DraftChange, DraftContent, Drafts, Failure, PinnedHeaders, ReadHeaders, VersionHeaders;
};

pub(crate) const ODD_NAMES: &[Subject] = subjects! {
    "odd-names", odd_names;
    r#impl: Branch, Failure, Names, OddHeaders, OddNumber, OddQuery, Tree, TreeLeft, Type, Words;
    shape: Either, Large, Mixed, Nested, Other, Shape, Small, Text;
};

pub(crate) const PARCELS: &[Subject] = subjects! {
    "parcels", parcels;
    parcel: Label, Parcel, ParcelAnswer, ParcelChange, ParcelChangeOfOne, ParcelChanges, ParcelDraft, ParcelState, Parcels;
    wire: CreateHeaders, CreatedHeaders, GoneHeaders, ListHeaders, ParcelPage, ParcelQuery;
    locker: Failure, Locker, LockerQuery, LockerSearch, Lockers;
};

static SPECS: LazyLock<BTreeMap<&str, Spec>> = LazyLock::new(|| {
    let names = ALL.iter().map(|subjects| subjects[0].contract);
    let load = |name| Spec::load(&pages(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    names.map(|name| (name, load(name))).collect()
});

/// Returns a contract.
pub(crate) fn spec(contract: &str) -> &'static Spec {
    SPECS.get(contract).unwrap_or_else(|| panic!("no contract {contract}"))
}

/// Returns the folder of a contract's pages.
fn pages(contract: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    match contract {
        "webdata" => here.join("../spec/v2"),
        contract => here.join("tests/contracts").join(contract),
    }
}
