// A group of buttons that is one stop of the Tab key: arrows go from one to another, as in the toolbars of ARIA's practices.

/** How far up and down go, in rows. @type {Object<string, number>} */
const ROWS = { ArrowUp: -1, ArrowDown: 1 };

/** What is gone along. */
const EACH = "button";

/**
 * Have the arrows, Home and End go along a group, and the Tab key come back to where they were.
 * @param {HTMLElement} group
 * @param {Object} [of]
 * @param {string} [of.rows] a selector of its rows, for up and down
 * @param {string} [of.each] a selector of its buttons, where others stand between them
 * @param {boolean} [of.staysAfterMouse] what is clicked keeps the focus
 */
export function rove(group, { rows = "", each = EACH, staysAfterMouse = false } = {}) {
  group.addEventListener("focusin", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target);
    if (button.matches(each)) stop(group, each, button);
  });
  group.addEventListener("keydown", (event) => goAlong(event, group, rows, each));
  if (staysAfterMouse) return;
  // After the mouse or a finger the arrows step through the deal; after a key they go on along the group.
  const leave = (/** @type {MouseEvent} */ { detail }) => {
    if (detail) /** @type {HTMLElement} */ (document.activeElement).blur();
  };
  group.addEventListener("click", leave, { capture: true });
}

/**
 * Choose where the Tab key stops in a group that was drawn anew: at what had the focus or was its stop, or at the current one.
 * @param {HTMLElement} group @param {(?string)[]} held their keys, the first one first @param {string} [each] a selector of the buttons
 */
export function stopAt(group, held, each = EACH) {
  const all = buttonsOf(group, each);
  const isAt = (/** @type {?string} */ key) => all.find((one) => one.dataset.key === key);
  const current = all.find((one) => one.hasAttribute("aria-current"));
  stop(group, each, held.map(isAt).find(Boolean) ?? current ?? all[0]);
}

/** The keys of the buttons at which the Tab key stops in a part of the page. @param {HTMLElement} part @param {string} [each] a selector */
export function stopsIn(part, each = EACH) {
  return buttonsOf(part, each).filter((one) => one.tabIndex === 0).map((one) => one.dataset.key ?? null);
}

/** @param {HTMLElement} group @param {string} each @param {HTMLElement | undefined} there */
function stop(group, each, there) {
  for (const one of buttonsOf(group, each)) one.tabIndex = one === there ? 0 : -1;
}

/** @param {Element} group @param {string} each @returns {HTMLElement[]} */
function buttonsOf(group, each) {
  return /** @type {HTMLElement[]} */ ([...group.querySelectorAll(each)]);
}

/** @param {KeyboardEvent} event @param {HTMLElement} group @param {string} rows @param {string} each */
function goAlong(event, group, rows, each) {
  const { key, ctrlKey, altKey, metaKey } = event;
  const all = buttonsOf(group, each);
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (here < 0 || ctrlKey || altKey || metaKey) return;
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: all.length - 1 }[key];
  const isRow = rows && key in ROWS;
  if (to === undefined && !isRow) return;
  event.preventDefault();
  (to === undefined ? inRow(group, rows, each, all[here], ROWS[key]) : all[(to + all.length) % all.length]).focus();
}

/**
 * The button at the same place of another row; it stays where there is none.
 * @param {HTMLElement} group @param {string} rows @param {string} each @param {HTMLElement} from @param {number} step
 */
function inRow(group, rows, each, from, step) {
  const all = [...group.querySelectorAll(rows)];
  const own = /** @type {Element} */ (from.closest(rows));
  const others = buttonsOf(all[all.indexOf(own) + step] ?? own, each);
  return others[Math.min(buttonsOf(own, each).indexOf(from), others.length - 1)] ?? from;
}
