// Concatenated after `copyable.js`, which defines `copyable`.
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const parts = all("[id^=live-]");
  // The HTML of each part as it was received, because the page adds buttons to it.
  const received = new Map(parts.map((part) => [part, part.innerHTML]));

  // Replacing a part also replaces the element with the focus, so the focus is set again.
  const show = (part, html) => {
    const focusable = () => all("a, button", part);
    const focused = focusable().indexOf(document.activeElement);
    received.set(part, html);
    part.innerHTML = html;
    all(".curl", part).forEach(copyable);
    focusable()[focused]?.focus({ preventScroll: true });
  };

  const watch = () => {
    const state = document.getElementById("state");
    const pause = document.getElementById("pause");
    const isPaused = () => pause.getAttribute("aria-pressed") === "true";
    const setState = (text) => { if (state.textContent !== text) state.textContent = text; };
    const update = async () => {
      try {
        const response = await fetch(location.pathname);
        if (!response.ok) throw new Error(response.status);
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (isPaused()) return;
        for (const part of parts) {
          const html = page.getElementById(part.id)?.innerHTML ?? "";
          if (html !== received.get(part)) show(part, html);
        }
        setState("Live");
        root.dataset.live = "yes";
      } catch {
        setState("Connection lost; trying again");
      }
    };
    const repeat = async () => {
      if (!isPaused() && !document.hidden) await update();
      setTimeout(repeat, 1000);
    };

    pause.hidden = false;
    pause.addEventListener("click", () => {
      const paused = !isPaused();
      pause.setAttribute("aria-pressed", paused);
      setState(paused ? "Paused" : "Live");
    });
    setState("Connecting");
    repeat();
  };

  all(".curl, .base").forEach(copyable);
  if ("live" in document.body.dataset) watch();
  root.dataset.ready = "yes";
})();
