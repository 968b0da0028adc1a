// A group of buttons that is one stop of the Tab key: arrows go from one to another, as in the toolbars of ARIA's practices.

/** How far up and down go, in rows. @type {Object<string, number>} */
const ROWS = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Have the arrows, Home and End go along a group, and the Tab key come back to where they were.
 * @param {HTMLElement} group
 * @param {string} [rows] a selector of its rows, for up and down
 */
export function rove(group, rows = "") {
  group.addEventListener("focusin", ({ target }) => {
    if (target !== group) stop(group, /** @type {HTMLElement} */ (target));
  });
  // After the mouse or a finger the arrows step through the deal; after a key they go on along the group.
  const leave = (/** @type {MouseEvent} */ { detail }) => {
    if (detail) /** @type {HTMLElement} */ (document.activeElement).blur();
  };
  group.addEventListener("click", leave, { capture: true });
  group.addEventListener("keydown", (event) => goAlong(event, group, rows));
}

/** Choose where the Tab key stops in a group that was drawn anew: at what had the focus, or at the current one. @param {HTMLElement} group @param {?string} held its key */
export function stopAt(group, held) {
  const all = buttonsOf(group);
  const current = all.find((one) => one.hasAttribute("aria-current"));
  stop(group, all.find((one) => held !== null && one.dataset.key === held) ?? current ?? all[0]);
}

/** @param {HTMLElement} group @param {HTMLElement | undefined} there */
function stop(group, there) {
  for (const one of buttonsOf(group)) one.tabIndex = one === there ? 0 : -1;
}

/** @param {Element} group @returns {HTMLElement[]} */
function buttonsOf(group) {
  return [...group.querySelectorAll("button")];
}

/** @param {KeyboardEvent} event @param {HTMLElement} group @param {string} rows */
function goAlong(event, group, rows) {
  const { key, ctrlKey, altKey, metaKey } = event;
  const all = buttonsOf(group);
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (here < 0 || ctrlKey || altKey || metaKey) return;
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: all.length - 1 }[key];
  const isRow = rows && key in ROWS;
  if (to === undefined && !isRow) return;
  event.preventDefault();
  (to === undefined ? inRow(group, rows, all[here], ROWS[key]) : all[(to + all.length) % all.length]).focus();
}

/** The button at the same place of another row; it stays where there is none. @param {HTMLElement} group @param {string} rows @param {HTMLElement} from @param {number} step */
function inRow(group, rows, from, step) {
  const all = [...group.querySelectorAll(rows)];
  const own = /** @type {Element} */ (from.closest(rows));
  const others = buttonsOf(all[all.indexOf(own) + step] ?? own);
  return others[Math.min(buttonsOf(own).indexOf(from), others.length - 1)] ?? from;
}
