// The search tree as a list with arrow keys, and a preview of the selected position.
export function startTree() {
  for (const frame of document.querySelectorAll(".tree .scroll")) showRoot(frame);
  const root = document.getElementById("walk");
  if (!root) return;
  const items = () => [...root.querySelectorAll('[role="treeitem"]')].filter((one) => one.offsetParent !== null);
  const children = (item) => item.querySelector(":scope > ul");
  const open = (item, yes) => { if (children(item)) item.setAttribute("aria-expanded", String(yes)); };
  const isOpen = (item) => children(item) && item.getAttribute("aria-expanded") === "true";

  const go = (item) => {
    if (!item) return;
    for (const one of root.querySelectorAll('[tabindex="0"]')) one.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
    const preview = document.getElementById("preview");
    preview.src = preview.dataset.at + encodeURIComponent(item.dataset.position);
  };

  root.addEventListener("click", (event) => {
    const item = event.target.closest('[role="treeitem"]');
    if (!item) return;
    open(item, !isOpen(item));
    go(item);
  });
  root.addEventListener("keydown", (event) => {
    const item = event.target.closest('[role="treeitem"]');
    if (!item) return;
    const seen = items();
    const at = seen.indexOf(item);
    const parent = item.parentElement.closest('[role="treeitem"]');
    const done = {
      ArrowDown: () => go(seen[at + 1]),
      ArrowUp: () => go(seen[at - 1]),
      ArrowRight: () => (isOpen(item) ? go(seen[at + 1]) : open(item, true)),
      ArrowLeft: () => (isOpen(item) ? open(item, false) : go(parent)),
      Home: () => go(seen[0]),
      End: () => go(seen.at(-1)),
      Enter: () => open(item, !isOpen(item)),
    }[event.key];
    if (done) { event.preventDefault(); done(); }
  });
}

// A tree larger than its frame begins with its root in view.
function showRoot(frame) {
  const root = frame.querySelector('g[data-node="0"]');
  if (!root) return;
  const [outer, inner] = [frame.getBoundingClientRect(), root.getBoundingClientRect()];
  frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  frame.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}
