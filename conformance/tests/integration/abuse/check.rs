//! What holds of a server after each abuse.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::abuse::served::Served;

/// What stands in the path of a request that is none.
pub(crate) const SMUGGLED: &str = "smuggled";

/// How long an abuse may go on.
const LIMIT: Duration = Duration::from_secs(180);

/// How much the server may grow in all, in MiB.
const GROWTH: u64 = 128;

/// An abuse.
#[derive(Clone, Copy)]
pub(crate) struct Abuse {
    pub(crate) name: &'static str,
    pub(crate) does: Does,
}

#[derive(Clone, Copy)]
pub(crate) enum Does {
    /// It sends bytes, ends its side, and gets answers with these statuses before the server ends
    /// its own.
    Sends(fn(&Served) -> Vec<u8>, &'static [u16]),
    /// It does something else.
    Acts(fn(&Served)),
}

impl Abuse {
    pub(crate) const fn sends(
        name: &'static str,
        bytes: fn(&Served) -> Vec<u8>,
        answers: &'static [u16],
    ) -> Self {
        Self { name, does: Does::Sends(bytes, answers) }
    }

    pub(crate) const fn acts(name: &'static str, does: fn(&Served)) -> Self {
        Self { name, does: Does::Acts(does) }
    }
}

/// Does one abuse after the other to a server, while somebody else uses it.
pub(crate) fn check(abuses: Vec<Abuse>) {
    let served = Served::start();
    let memory = served.most_memory();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let user = scope.spawn(|| use_meanwhile(&served, &is_over));
        // The user stops even if an abuse does harm.
        let abused = thread::scope(|scope| scope.spawn(|| all(&served, abuses)).join());
        is_over.store(true, Ordering::SeqCst);
        assert!(user.join().unwrap() > 0, "no other client used the server meanwhile");
        abused.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
    match (memory, served.most_memory()) {
        (Some(before), Some(after)) => {
            eprintln!("the server took {before} MiB at first and {after} MiB at most");
            assert!(after < before + GROWTH, "{before} MiB became {after} MiB");
        }
        _ => eprintln!("skipped: this system does not tell how much memory a process took"),
    }
}

fn all(served: &Served, abuses: Vec<Abuse>) {
    // What the server was given after its start is gone with a reset.
    let kept = served.create("home", &json!({ "name": "kept" }));
    for Abuse { name, does } in abuses {
        let mut before = served.raw();
        before.send(&served.rename(name));
        assert_eq!(before.answer().unwrap().status, 200, "{name}");
        let began = Instant::now();
        match does {
            Does::Acts(does) => does(served),
            Does::Sends(bytes, expected) => {
                let mut raw = served.raw();
                raw.send(&bytes(served));
                raw.end();
                let answers = raw.answers();
                let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
                assert_eq!(statuses, expected, "{name}: {answers:?}");
            }
        }
        let took = began.elapsed();
        assert!(took < LIMIT, "{name} took {took:?}");
        assert_eq!(served.name_of(&served.monitor), name, "the update is there after {name}");
        assert_eq!(served.name_of(&kept), "kept", "nothing was reset by {name}");
        let paths = served.listed("requests").into_iter().map(|request| request["path"].clone());
        let smuggled = paths.filter(|path| path.as_str().unwrap().contains(SMUGGLED));
        assert_eq!(smuggled.collect::<Vec<Value>>(), Vec::<Value>::new(), "{name}");
    }
}

/// Updates a monitor and reads it back until told to stop; how often.
fn use_meanwhile(served: &Served, is_over: &AtomicBool) -> usize {
    let id = served.create("home", &json!({ "name": "used" }));
    let mut updates = 0;
    while !is_over.load(Ordering::SeqCst) {
        let (name, mut raw) = (format!("update {updates}"), served.raw());
        let body = json!({ "name": name }).to_string();
        let path = format!("/v2/monitor/{id}");
        raw.send(&served.request("PATCH", &path, "", body.as_bytes()));
        let answer = raw.answer().unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(served.name_of(&id), name, "an update is there that was answered with 200");
        updates += 1;
        // It is a user, not one more abuse; the log of requests has to reach back a while.
        thread::sleep(Duration::from_millis(10));
    }
    updates
}
