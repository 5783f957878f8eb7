// `copyable.js` stands before it.
(() => {
  const root = document.documentElement;
  const place = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // What has the focus is made anew with the part that it stands in.
  const show = (name, html) => {
    const part = place(`live-${name}`);
    const focusable = () => all("a, button", part);
    const focused = focusable().indexOf(document.activeElement);
    part.innerHTML = html;
    all(".curl", part).forEach(copyable);
    focusable()[focused]?.focus({ preventScroll: true });
  };

  const watch = (address) => {
    const state = place("state");
    const pause = place("pause");
    let waiting = {};
    let missed = 0;
    let source;

    const isPaused = () => pause.getAttribute("aria-pressed") === "true";
    const stands = () => {
      if (source.readyState !== EventSource.OPEN) return "Connection lost; trying again";
      return isPaused() ? "Paused" : "Live";
    };
    const say = (words) => { if (state.textContent !== words) state.textContent = words; };
    const apply = () => {
      for (const [name, html] of Object.entries(waiting)) show(name, html);
      waiting = {};
      place("missed").textContent = missed > 0 ? `${missed} requests came too fast to be shown.` : "";
    };
    const connect = () => {
      source = new EventSource(address);
      // The first event of a connection has everything.
      source.addEventListener("open", () => { missed = 0; });
      source.addEventListener("changed", (event) => {
        const told = JSON.parse(event.data);
        Object.assign(waiting, told.parts);
        missed += told.missed;
        say(stands());
        if (!isPaused()) apply();
        root.dataset.live = "yes";
      });
      source.addEventListener("error", () => {
        say(stands());
        // Otherwise the browser connects again by itself.
        if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
      });
    };

    pause.hidden = false;
    pause.addEventListener("click", () => {
      const paused = !isPaused();
      pause.setAttribute("aria-pressed", paused);
      say(stands());
      if (!paused) apply();
    });
    addEventListener("pagehide", () => source.close());
    addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
    say("Connecting");
    connect();
  };

  all(".curl, .base").forEach(copyable);
  if (document.body.dataset.events) watch(document.body.dataset.events);
  root.dataset.ready = "yes";
})();
