// Elements made from plain calls; everything that is text stays text, cards in the colours of their suits.

// A suit with the rank after it. An X after a suit belongs to a doubled contract.
const CARD = /([♠♥♦♣])(?:10|[0-9A-WYZ](?![\p{L}\d]))?/gu;
/** @type {Object<string, string>} */
const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/**
 * @param {string} tag a tag, with classes after points: "p.quiet"
 * @param {Object<string, any>} [attributes] "on…" are listeners; null and false are left out
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes.filter(Boolean));
  for (const [key, value] of Object.entries(attributes)) set(element, key, value);
  element.append(...children.filter((child) => child !== null && child !== undefined).map((child) => child ?? ""));
  return element;
}

/**
 * An element in which a change is read out. It is no status: going line by line, a screen reader may leave out the text of one,
 * and tell of one that is empty.
 * @param {string} tag a tag, with classes after points
 * @param {...(Node | string)} children
 */
export function live(tag, ...children) {
  return h(tag, { "aria-live": "polite", "aria-atomic": "true" }, ...children);
}

/** What stands between two texts in a line, for the eye alone. */
export const dot = () => h("span", { "aria-hidden": "true" }, " · ");

/**
 * The same for drawings.
 * @param {string} name
 * @param {Object<string, any>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) set(element, key, value);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {string} key @param {any} value */
function set(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else element.setAttribute(key, value === true ? "" : String(value));
}

/** Scroll a list, not the page, so far that one of its elements, if there is one, is seen. @param {HTMLElement} list @param {?Element} one */
export function keepInSight(list, one) {
  if (!one) return;
  const [outer, inner] = [list.getBoundingClientRect(), one.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** The key of what has the focus within a place. @param {HTMLElement} place @returns {?string} */
export function keyOfFocus(place) {
  const { activeElement } = document;
  const isInside = activeElement instanceof HTMLElement && place.contains(activeElement);
  return isInside ? (/** @type {HTMLElement} */ (activeElement).dataset.key ?? null) : null;
}

/** What has a key within a place, and can have the focus. @param {HTMLElement} place @param {string} key */
export function findByKey(place, key) {
  return /** @type {?HTMLElement} */ (place.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`));
}

/**
 * A text with signs and letters for the eye; what is heard in its place, where that is another.
 * @param {string} text
 * @param {string} heard
 * @param {(Node | string)[]} [seen] the text as it is drawn
 * @returns {(Node | string)[]}
 */
export function heardAs(text, heard, seen = tinted(text)) {
  if (heard === text) return seen;
  return [h("span", { "aria-hidden": "true" }, ...seen), h("span.unseen", {}, heard)];
}

/**
 * The pieces of a text, its cards in elements of their own.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function tinted(text) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(CARD)) {
    pieces.push(text.slice(end, found.index), h(`span.suit-${SUITS[found[1]]}`, {}, found[0]));
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)];
}

/**
 * A box to tick.
 * @param {string} id @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchoose
 */
export function tick(id, label, checked, onchoose) {
  const onchange = (/** @type {any} */ event) => onchoose(event.target.checked);
  return h("p.field", {}, h("label", {}, h("input", { type: "checkbox", id, "data-key": id, checked, onchange }), ` ${label}`));
}
