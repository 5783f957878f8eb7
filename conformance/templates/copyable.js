"use strict";
// Gives a command a button that copies it, or selects it where nothing may be copied.
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
