// Concatenated after `copyable.js`, which defines `copyable`.
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.getElementById("filter");
  const text = document.getElementById("text");
  const boxes = all("#filter input[type=checkbox]");
  const words = (element) => element.textContent.toLowerCase();

  const told = all(".told").map((element) => ({ element, outcomes: [element.dataset.o], words: all(".words", element).map(words).join(" ") }));
  const cases = all(".chips li").map((element) => {
    const link = element.querySelector("a");
    const group = words(element.closest(".group").firstElementChild);
    const name = words(link ?? element.firstChild);
    return { element, outcomes: [element.className], words: `${group}::${name}`, told: link?.hash.slice(1) };
  });
  const clauses = all(".clauses .item").map((element) => ({
    element, outcomes: element.dataset.o.split(" "), words: words(element), cell: document.querySelector(`a.cell[href="#${element.id}"]`),
  }));
  // Inner elements come first, because a holder is hidden if all holders in it are.
  const holders = all(".holder").reverse();
  let opened = [];

  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    const only = boxes.filter((box) => box.checked).map((box) => box.value);
    const active = wanted !== "" || only.length > 0;
    const fits = (item) => item.words.includes(wanted) && (only.length === 0 || item.outcomes.some((outcome) => only.includes(outcome)));
    const matched = new Set();
    for (const item of told) {
      item.element.hidden = !fits(item);
      if (!item.element.hidden) matched.add(item.element.id);
    }
    let found = 0;
    for (const item of cases) {
      const shown = item.told ? matched.has(item.told) : fits(item);
      item.element.hidden = !shown;
      if (shown) found += 1;
    }
    let stated = 0;
    for (const item of clauses) {
      const shown = fits(item);
      item.element.hidden = !shown;
      item.cell.hidden = !shown;
      if (shown) stated += 1;
    }
    for (const holder of holders) holder.hidden = active && !holder.querySelector(".item:not([hidden]), .chips li:not([hidden])");
    for (const details of opened) details.open = false;
    opened = active ? all("details.holder:not([hidden]):not([open])") : [];
    for (const details of opened) details.open = true;
    document.getElementById("found").textContent = active ? `${found} of ${cases.length} cases, ${stated} of ${clauses.length} clauses` : "";
    return { wanted, only };
  };

  const changed = () => {
    const { wanted, only } = apply();
    const state = new URLSearchParams();
    if (wanted) state.set("text", wanted);
    if (only.length) state.set("only", only.join(" "));
    history.replaceState(null, "", state.size ? `#?${state}` : "#");
  };

  // A hash that begins with a question mark is a filter. Any other hash is the id of an element, which is shown.
  const arrive = () => {
    if (location.hash.startsWith("#?")) {
      const state = new URLSearchParams(location.hash.slice(2));
      text.value = state.get("text") ?? "";
      const only = (state.get("only") ?? "").split(" ");
      for (const box of boxes) box.checked = only.includes(box.value);
      apply();
      return;
    }
    const place = document.getElementById(location.hash.slice(1));
    if (!place) return;
    for (let details = place.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
    place.scrollIntoView();
  };

  form.hidden = false;
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", arrive);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && document.activeElement !== text) {
      event.preventDefault();
      text.focus();
    } else if (event.key === "Escape" && document.activeElement === text) {
      text.value = "";
      changed();
    }
  });
  // Closed details are opened for printing, because not every browser can do so by style alone.
  addEventListener("beforeprint", () => all(".chapter details").forEach((details) => { details.open = true; }));
  all(".curl").forEach(copyable);
  arrive();
  root.dataset.ready = "yes";
})();
