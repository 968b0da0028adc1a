// How a deal is gone through: looking at it, trying it, learning from it. A mode hangs its parts on the board.

import { isBetweenTricks } from "./state.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Shown} Shown */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./state.js").Tree} Tree */

/**
 * @typedef {Object} Mode each part may be missing
 * @property {() => string[]} [hidden] the seats whose hands lie face down, and "stock"
 * @property {() => boolean} [values] whether values, results, remarks and signs of mistakes may be shown
 * @property {() => ?Node} [since] after which place all cards are told at once, as they come too fast to be heard one by one; at
 *   that place itself only what the mode adds is told
 * @property {() => boolean} [answers] true while cards play themselves, up to one after which all are told
 * @property {() => boolean} [tells] true if what has played itself so far is told, although more follows
 * @property {(card: string) => boolean | Promise<boolean>} [onplay] asked before a card of the reader is played;
 *   false if the mode has done what is to be done
 * @property {(node: Node) => void} [after] called when a node is drawn and its answer is there
 * @property {HTMLElement} [panel] drawn by the mode, above the cards to choose from; below them if there is a goal
 * @property {HTMLElement} [goal] what is to be reached, above the table; what the contract needs is not told beside it
 * @property {() => HTMLElement[]} [controls] buttons beside the steps
 * @property {(tree: Tree) => void} [moved] called after each step, to keep the address true
 * @property {() => void} [leave] goes back to looking, where the reader is
 * @property {() => void} [close] called when another board takes the page
 */

/**
 * @typedef {Object} Context a deal on a page, from which a mode begins
 * @property {Shown} shown what modes begin with; a mode that changes the deal puts another here
 * @property {string[]} [line] the cards of the line that a mode has left, for the look at the deal after it
 * @property {number} [at] how many of them are played there
 * @property {?Board} board the board that is on the page, with its tree; it closes when another starts
 * @property {(mode?: Mode, shown?: Shown, tree?: Tree) => Board} start put another board on the page
 * @property {Tree} tree what the reader has looked at, with their own lines
 * @property {(tree: Tree, mode: string) => void} carry write the line of a tree, and a mode, into the address
 * @property {() => Board} look go back to looking, where the reader was
 * @property {?string} analyses the address that judges games; null without a service
 */

/** True if less motion is wished: then cards that play themselves follow each other at once. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** True at the end of a trick that is told although more cards play themselves: of a long line nothing would be heard till its last. @param {Node} node */
export const isTrickTold = (node) => !isStill() && isBetweenTricks(node);

/**
 * After which place the cards up to a node are told that play themselves: where they began, or the last trick that is told.
 * @param {Node} node @param {?Node} from where they began
 */
export function toldSince({ parent }, from) {
  let one = parent;
  while (one && one !== from && !isTrickTold(one)) one = one.parent;
  return one;
}

/** A mode with every part: what is missing stands for looking at all. @param {Mode} mode */
export function wholeMode(mode) {
  return {
    hidden: () => mode.hidden?.() ?? [],
    values: () => mode.values?.() ?? true,
    since: () => mode.since?.() ?? null,
    answers: () => mode.answers?.() ?? false,
    isTelling: () => !mode.answers?.() || (mode.tells?.() ?? false),
    onplay: mode.onplay ? (/** @type {string} */ card) => mode.onplay?.(card) ?? true : null,
    after: (/** @type {Node} */ node) => mode.after?.(node),
    panel: mode.panel ?? null,
    goal: mode.goal ?? null,
    controls: () => mode.controls?.() ?? [],
    close: () => mode.close?.(),
  };
}

/** True once a card is led in bridge: fewer than the whole pack are held. @param {Answer} table */
export const isLed = ({ hands }) => Object.values(hands).flat().length < 52;

/**
 * The seats whose hands a player sees: their own, and dummy's once a card is led; declarer and dummy are one player.
 * @param {string} seat
 * @param {?Answer} table
 */
export function seenBy(seat, table) {
  if (!table?.dummy) return seat;
  const { won, dummy } = table;
  const pair = Object.keys(won).find((name) => name.includes(dummy));
  if (pair?.includes(seat)) return pair;
  return isLed(table) ? seat + dummy : seat;
}
