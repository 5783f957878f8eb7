// Returns the faults that a reader of the page sees: text that is clipped, hard to see, outside of its box, broken
// within a word, over other text, or in a narrow column.
(() => {
  const faults = new Set();
  const fault = (kind, element, text) => faults.add(`${kind}: “${text.trim().slice(0, 60)}” in ${element.localName}.${element.className} of #${element.closest("[id]")?.id}`);
  const style = (element) => getComputedStyle(element);
  const width = document.documentElement.clientWidth;
  const scroll = document.documentElement.scrollWidth;
  if (scroll > width) faults.add(`sideways: the page is ${scroll} wide in a window of ${width}`);

  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => [0.2126, 0.7152, 0.0722].reduce((sum, share, at) => sum + share * linear(channels(color)[at] / 255), 0);
  const ground = (element) => {
    const color = style(element).backgroundColor;
    return channels(color)[3] === 0 && element.parentElement ? ground(element.parentElement) : color;
  };
  // The ratio of WCAG 2; 4.5 is due for small text.
  const contrast = (element) => {
    const [dark, light] = [style(element).color, ground(element)].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const outside = (inner, outer) => inner.left < outer.left - 4 || inner.right > outer.right + 4 || inner.top < outer.top - 4 || inner.bottom > outer.bottom + 4;
  const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
  // Only commands, bodies and what grows while one looks may scroll, and only down.
  const scrolls = "pre, [id^=live-]";
  const seenOf = (box, scroller) => {
    const frame = scroller?.getBoundingClientRect() ?? box;
    const [top, bottom] = [Math.max(box.top, frame.top), Math.min(box.bottom, frame.bottom)];
    return { left: box.left, right: box.right, width: box.width, top, bottom };
  };

  const controls = "button, input";
  const boxes = [...document.querySelectorAll(controls)].filter((own) => own.checkVisibility()).map((own) => ({ element: own, text: own.localName, box: seenOf(own.getBoundingClientRect(), own.closest(scrolls)) }));
  const lines = new Map();
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, noscript, .skip-link") || !element.checkVisibility() || element.matches("details:not([open])")) continue;
    range.selectNodeContents(node);
    const all = [...range.getClientRects()].filter((box) => box.width > 1);
    if (!all.length) fault("hidden", element, node.data);
    if (contrast(element) < 4.5) fault(`contrast ${contrast(element).toFixed(1)}`, element, node.data);
    const seen = all.map((box) => seenOf(box, element.closest(scrolls))).filter(({ top, bottom }) => bottom > top);
    const block = ancestors(element).find((own) => style(own).display !== "inline");
    const frames = [block, ...ancestors(element).filter((own) => style(own).overflowX !== "visible")].map((own) => own.getBoundingClientRect());
    if (seen.some((box) => box.left < 0 || box.right > width + 1 || frames.some((frame) => outside(box, frame)))) fault("clipped", element, node.data);
    boxes.push(...seen.map((box) => ({ element, text: node.data, box })));
    lines.set(block, new Set([...(lines.get(block) ?? []), ...all.map((box) => Math.round(box.top / 8))]));
    if (element.closest("pre")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (word.length > 30) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...others] = [...range.getClientRects()].filter((box) => box.width > 0);
      if (others.some((box) => box.top > first.top + 4)) fault("broken", element, word);
    }
  }
  for (const [block, { size }] of lines) if (size > 8 && block.getBoundingClientRect().width < width / 7) fault("narrow", block, block.textContent);
  boxes.sort((a, b) => a.box.top - b.box.top);
  boxes.forEach(({ element, text, box }, at) => {
    for (const other of boxes.slice(at + 1)) {
      if (other.box.top > box.bottom - 6) break;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - other.box.top;
      const isLabel = [[element, other.element], [other.element, element]].some(([outer, inner]) => outer.matches(controls) && outer.contains(inner));
      if (wide > 3 && high > 6 && element !== other.element && !isLabel) fault("overlap", other.element, `${text.trim().slice(0, 25)} / ${other.text}`);
    }
  });
  return { width, texts: boxes.length, faults: [...faults].slice(0, 12) };
})()
