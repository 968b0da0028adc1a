// The buttons that step through a deal, and those that choose how it is seen.

import { h, svg } from "./dom.js";
import { openHelp } from "./keys.js";
import { KINDS } from "./view.js";

/** @typedef {import("./board.js").Board} Board */

/** Drawings of the steps, so that no font is needed for them. */
const SHAPES = {
  first: "M3 3h2v14H3zM17 3v14L6 10z",
  previous_trick: "M10 3v14L1 10zM19 3v14l-9-7z",
  previous: "M15 3v14L5 10z",
  next: "M5 3v14l10-7z",
  next_trick: "M1 3v14l9-7zM10 3v14l9-7z",
  last: "M3 3v14l11-7zM15 3h2v14h-2z",
};

/** What a button has that does nothing now: one with the focus keeps it, so that who steps to the end is not sent elsewhere. @param {boolean} isHeld */
const offOf = (isHeld) => (isHeld ? { "aria-disabled": "true" } : { disabled: true });

/**
 * @param {Board} board
 * @param {string} name its key, and the sentence that it says
 * @param {() => void} onclick
 * @param {{off?: boolean, held?: ?string, pressed?: boolean}} [state]
 */
function named(board, name, onclick, { off, held, pressed } = {}) {
  const does = off ? offOf(held === name) : {};
  const button = h("button", { type: "button", "data-key": name, onclick: unlessOff(onclick), ...does }, board.words.say(name));
  if (pressed !== undefined) button.setAttribute("aria-pressed", String(pressed));
  return button;
}

/** Does something, unless the button that is pressed is off and has kept the focus. @param {() => void} act @returns {(event: Event) => void} */
const unlessOff = (act) => ({ currentTarget }) => {
  if (!(/** @type {Element} */ (currentTarget).hasAttribute("aria-disabled"))) act();
};

/**
 * Put buttons in the place of those of the moment before. If they have the same names those stay, on or off as the new ones: the
 * one with the focus, drawn anew, would be read out after each step.
 * @param {HTMLElement} place @param {HTMLElement[]} drawn
 */
export function renew(place, drawn) {
  const there = /** @type {HTMLElement[]} */ ([...place.children]);
  const isSame = there.length === drawn.length && there.every((one, n) => one.dataset.key === drawn[n].dataset.key && one.textContent === drawn[n].textContent);
  if (!isSame) {
    place.replaceChildren(...drawn);
    return;
  }
  for (const [n, one] of there.entries()) {
    for (const name of ["disabled", "aria-disabled"]) {
      const value = drawn[n].getAttribute(name);
      if (value === null) one.removeAttribute(name);
      else one.setAttribute(name, value);
    }
  }
}

/** The steps by card and by trick. @param {Board} board @param {?string} held what has the focus @returns {HTMLElement[]} */
export function stepButtonsFor(board, held) {
  const { tree, words } = board;
  const atStart = !tree.current.parent;
  const atEnd = !tree.current.children.length;
  const step = (/** @type {keyof typeof SHAPES} */ name, /** @type {boolean} */ off, /** @type {() => void} */ act) => {
    const label = words.say(name);
    const picture = svg("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true" });
    picture.append(svg("path", { d: SHAPES[name] }));
    const does = off ? offOf(held === name) : {};
    const onclick = unlessOff(() => board.show(act));
    return h("button", { type: "button", "aria-label": label, title: label, "data-key": name, onclick, ...does }, picture);
  };
  // A mode may put another tree on the board while its buttons stay.
  return [
    step("first", atStart, () => board.tree.first()),
    step("previous_trick", atStart, () => board.tree.previousTrick()),
    step("previous", atStart, () => board.tree.previous()),
    step("next", atEnd, () => board.tree.next()),
    step("next_trick", atEnd, () => board.tree.nextTrick()),
    step("last", atEnd, () => board.tree.last()),
  ];
}

/** Mistakes, the best card, and the way back to the game, where a mode does not hide them. @param {Board} board @param {?string} held @returns {HTMLElement[]} */
export function jumpButtonsFor(board, held) {
  const { tree } = board;
  const jump = (/** @type {string} */ name, /** @type {boolean} */ off, /** @type {() => void} */ act) =>
    named(board, name, () => board.show(act), { off, held });
  if (!board.mode.values()) return board.mode.controls();
  return [
    jump("previous_mistake", !tree.hasMistake(false), () => board.tree.previousMistake()),
    jump("next_mistake", !tree.hasMistake(true), () => board.tree.nextMistake()),
    named(board, "best", () => board.playBest(), { off: !tree.current.answer?.cards.length, held }),
    jump("back", tree.current.inGame, () => board.tree.backToGame()),
    ...board.mode.controls(),
  ];
}

/** What is shown of the deal; nothing of values where a mode hides them. @param {Board} board @returns {HTMLElement[]} */
export function viewButtonsFor(board) {
  const { view, words } = board;
  const toggle = (/** @type {string} */ name, /** @type {boolean} */ pressed, /** @type {() => void} */ act) =>
    named(board, name, act, { pressed });
  // A score is offered where the game has one.
  const kinds = KINDS.filter((kind) => kind !== "score" || board.hasScore);
  const shown = kinds.includes(view.kind) ? view.kind : "result";
  const choose = h("span.kinds", { role: "group", "aria-label": words.say("kind") });
  for (const kind of kinds) {
    choose.append(toggle(`kind_${kind}`, board.seesValues && shown === kind, () => board.look({ kind, values: true })));
  }
  const keys = named(board, "keys", () => openHelp(board));
  keys.classList.add("by-keys");
  return [
    ...(board.mode.values() ? [toggle("values", board.seesValues, () => board.look({ values: !view.values })), choose] : []),
    toggle("hide", board.kept !== null, () => board.hide()),
    toggle("flip", board.flipped, () => board.flip()),
    toggle("four", view.four, () => board.look({ four: !view.four })),
    keys,
  ];
}
