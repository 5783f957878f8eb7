//! Crawls: the web pages of a host that are reachable from a start page over links.
//!
//! The contract does not show the types of crawl options, so an option of an unexpected type is ignored.

use std::collections::{HashSet, VecDeque};

use regex::Regex;
use serde_json::Value;
use url::Url;
use webdata_spec::Spec;

use super::targets::{crawl_limit, crawl_option};
use super::visit::{Visit, VisitResult, Visitor};
use super::web_pages;
use crate::web_data::world::web;

/// Visits the start page of a target and the web pages that are reachable from it, nearest first. The visit is
/// incomplete if it reaches the limit, or if a web page fails, because the links of that page are unknown.
pub(super) fn visit(visitor: &mut Visitor<'_>, target: &Value) -> Visit {
    let Some(start) = target.get("url").and_then(Value::as_str) else {
        return Visit::default();
    };
    let Ok(start) = Url::parse(&web::canonical(start)) else {
        let pages = vec![(start.to_owned(), VisitResult::Gone)];
        return Visit { pages, is_complete: false };
    };
    let service = visitor.service;
    let spec = &service.contract.spec;
    let limit = crawl_limit(spec, target);
    let max_depth = crawl_option(spec, target, "maxDepth").and_then(Value::as_u64);
    let paths = PathFilter::from_spec(spec, target);
    let mut reached = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([(start, 0)]);
    let mut visit = Visit { pages: Vec::new(), is_complete: true };
    while let Some((url, depth)) = open.pop_front() {
        if visit.pages.len() as u64 >= limit {
            visit.is_complete = false;
            break;
        }
        let result = visitor.visit(url.as_str(), target.get("scrapeOptions"));
        let follows_links = max_depth.is_none_or(|max| depth < max);
        match &result {
            VisitResult::Page(_) if follows_links => {
                let page = service.state.web.page(url.as_str());
                let links = page.map(|page| web_pages::links(&page, &url)).unwrap_or_default();
                for link in links {
                    if paths.allow(&link) && reached.insert(link.clone()) {
                        open.push_back((link, depth + 1));
                    }
                }
            }
            VisitResult::Failed(_) => visit.is_complete = false,
            VisitResult::Page(_) | VisitResult::Gone => {}
        }
        visit.pages.push((url.into(), result));
    }
    visit
}

/// The filter of crawled paths. The start page is crawled whatever its path.
struct PathFilter {
    included: Option<Vec<Regex>>,
    excluded: Vec<Regex>,
}

impl PathFilter {
    fn from_spec(spec: &Spec, target: &Value) -> Self {
        let patterns = |name| {
            let list = crawl_option(spec, target, name).and_then(Value::as_array)?;
            Some(list.iter().filter_map(pattern).collect())
        };
        Self {
            included: patterns("includePaths"),
            excluded: patterns("excludePaths").unwrap_or_default(),
        }
    }

    fn allow(&self, url: &Url) -> bool {
        let fits = |patterns: &[Regex]| patterns.iter().any(|pattern| pattern.is_match(url.path()));
        self.included.as_deref().is_none_or(fits) && !fits(&self.excluded)
    }
}

/// Compiles a pattern, which must match from the beginning of a path. A string that is no regular expression
/// is matched literally.
fn pattern(value: &Value) -> Option<Regex> {
    let text = value.as_str()?;
    let anchored = |inner: &str| Regex::new(&format!("^(?:{inner})")).ok();
    anchored(text).or_else(|| anchored(&regex::escape(text)))
}
