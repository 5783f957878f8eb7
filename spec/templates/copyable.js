"use strict";
// Adds a button to an element that copies its text. If the browser denies access to the clipboard, the button selects
// the text.
const copyable = (pre) => {
  const button = document.createElement("button");
  const command = pre.textContent;
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = "Selected";
    }
  });
  pre.append(button);
};
