// Concatenated after `copyable.js`, which defines `copyable`.
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // Replacing a part also replaces the element with the focus, so the focus is set again.
  const show = (name, html) => {
    const part = byId(`live-${name}`);
    const focusable = () => all("a, button", part);
    const focused = focusable().indexOf(document.activeElement);
    part.innerHTML = html;
    all(".curl", part).forEach(copyable);
    focusable()[focused]?.focus({ preventScroll: true });
  };

  const watch = (address) => {
    const state = byId("state");
    const pause = byId("pause");
    let waiting = {};
    let missed = 0;
    let source;

    const isPaused = () => pause.getAttribute("aria-pressed") === "true";
    const connectionState = () => {
      if (source.readyState !== EventSource.OPEN) return "Connection lost; trying again";
      return isPaused() ? "Paused" : "Live";
    };
    const setState = (text) => { if (state.textContent !== text) state.textContent = text; };
    const apply = () => {
      for (const [name, html] of Object.entries(waiting)) show(name, html);
      waiting = {};
      byId("missed").textContent = missed > 0 ? `${missed} requests arrived too fast to be shown.` : "";
    };
    const connect = () => {
      source = new EventSource(address);
      // The first event of a connection has every part.
      source.addEventListener("open", () => { missed = 0; });
      source.addEventListener("changed", (event) => {
        const data = JSON.parse(event.data);
        Object.assign(waiting, data.parts);
        missed += data.missed;
        setState(connectionState());
        if (!isPaused()) apply();
        root.dataset.live = "yes";
      });
      source.addEventListener("error", () => {
        setState(connectionState());
        // In any other state, the browser reconnects by itself.
        if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
      });
    };

    pause.hidden = false;
    pause.addEventListener("click", () => {
      const paused = !isPaused();
      pause.setAttribute("aria-pressed", paused);
      setState(connectionState());
      if (!paused) apply();
    });
    addEventListener("pagehide", () => source.close());
    addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
    setState("Connecting");
    connect();
  };

  all(".curl, .base").forEach(copyable);
  if (document.body.dataset.events) watch(document.body.dataset.events);
  root.dataset.ready = "yes";
})();
