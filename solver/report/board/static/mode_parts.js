// Parts that the modes share: buttons, fields, a pause between cards, and the way back to looking.

import { h } from "./dom.js";
import { isStill } from "./mode.js";
import { graft } from "./trees.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./mode.js").Context} Context */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./words.js").Words} Words */

const PAUSE_MS = 700;
/** The key of the heading of a panel, and its id. */
const HEADING = "mode-heading";

/** A mode with a panel above the cards to choose from, and a board of its own. */
export class PanelMode {
  /** @param {Context} context whose tree is the one that was looked at */
  constructor(context) {
    this.context = context;
    /** A step of the board ends what an earlier one had begun. */
    this.turn = 0;
    this.closing = new AbortController();
    this.panel = h("section.panel.mode", { "aria-labelledby": HEADING });
    /** @type {?Board} */
    this.started = null;
  }

  get board() {
    return /** @type {Board} */ (this.started);
  }

  /**
   * Put the board on the page, with the panel, and give the focus to its heading.
   * @param {import("./state.js").Tree} tree
   * @param {import("./mode.js").Mode} mode its other parts
   * @param {() => void} leave called on Escape, and when the browser goes back
   */
  begin(tree, mode, leave) {
    const close = () => {
      this.turn += 1;
      this.closing.abort();
    };
    this.started = this.context.start({ ...mode, panel: this.panel, leave, close }, this.context.shown, tree);
    onEscape(leave, this.closing.signal);
    this.redraw();
    this.focusHeading();
  }

  /** Give the focus to a part of the panel. @param {string} key */
  focus(key) {
    focusIn(this.panel, key);
  }

  focusHeading() {
    this.focus(HEADING);
  }

  /** @param {string} text */
  heading(text) {
    return h("h2", { id: HEADING, tabindex: -1, "data-key": HEADING }, text);
  }

  /** What stands in the panel now. @returns {(HTMLElement | string)[]} */
  drawn() {
    return [];
  }

  /** Draw the panel anew; what has the focus keeps it. */
  redraw() {
    const held = this.board.focus.key();
    this.panel.replaceChildren(...this.drawn());
    if (held && !this.board.focus.key()) this.board.focus.restore(held);
  }
}

/** Wait a moment, so that a card is seen before the next; not where less motion is wished. @returns {Promise<void>} */
export function pause() {
  return new Promise((resolve) => setTimeout(resolve, isStill() ? 0 : PAUSE_MS));
}

/** @param {string} key @param {string} text @param {() => void} onclick @param {string} [kind] a class */
export function button(key, text, onclick, kind = "") {
  return h(`button.${kind}`, { type: "button", "data-key": key, onclick }, text);
}

/**
 * A choice among texts, with its label.
 * @param {string} id
 * @param {string} label
 * @param {string[]} texts
 * @param {number} chosen
 * @param {(n: number) => void} onchoose
 */
export function choice(id, label, texts, chosen, onchoose) {
  const options = texts.map((text, n) => h("option", { value: n, selected: n === chosen }, text));
  const onchange = (/** @type {any} */ event) => onchoose(Number(event.target.value));
  return h("p.field", {}, h("label", { for: id }, label), " ", h("select", { id, "data-key": id, onchange }, ...options));
}

/**
 * The seats of a name, as "South, Yvette" or "North and South".
 * @param {Words} words
 * @param {string} name
 * @param {Answer} answer
 * @param {Object<string, string>} players names by seat
 */
export function seatsText(words, name, answer, players) {
  const [one, other, ...more] = name;
  if (more.length) return words.say("try_everybody");
  if (!other) return players[one] ? words.say("try_seat_player", { seat: words.seat(one), player: players[one] }) : words.seat(one);
  const { dummy } = answer;
  if (!dummy || !name.includes(dummy)) return words.say("try_both_seats", { one: words.seat(one), other: words.seat(other) });
  return words.say("try_with_dummy", { seat: words.seat(dummy === one ? other : one), dummy: words.seat(dummy) });
}

/** What a mode is for, and how to leave it: the key is named where there is one. @param {Words} words @param {string} says */
export function introduction(words, says) {
  return h("p.quiet", {}, words.say(says), h("span.by-keys", {}, " ", words.say("mode_escape")));
}

/** Some cards in a row of text. @param {Words} words @param {string[]} cards */
export function cardsText(words, cards) {
  return cards.map((card) => words.short(card)).join(" ");
}

/** Give the focus to what the reader does next: a card to play, unless they hold something else. @param {Board} board */
export function focusCards(board) {
  const { activeElement } = document;
  const isFree = !activeElement || activeElement === document.body || activeElement === board.parts.table;
  const card = /** @type {?HTMLElement} */ (board.parts.choices.querySelector('button:not([tabindex="-1"])'));
  if (isFree) card?.focus({ preventScroll: true });
}

/** Give the focus to a part of a panel, and show as much of the panel as there is room for. @param {HTMLElement} panel @param {string} key */
function focusIn(panel, key) {
  const part = /** @type {?HTMLElement} */ (panel.querySelector(`[data-key="${key}"]`));
  panel.scrollIntoView({ block: "nearest" });
  part?.focus({ preventScroll: true });
}

/** Bring the table and the cards to choose from into sight together, where they are not. @param {Board} board */
export function showTable({ parts }) {
  const { top } = parts.table.getBoundingClientRect();
  const { bottom } = parts.choices.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) parts.table.scrollIntoView({ block: "start" });
}

/**
 * Look at a place of a mode's tree, in the line that goes on to another; what is in the game is found in the game.
 * @param {Context} context
 * @param {Node} node
 * @param {Node} [end]
 */
export function lookAt(context, node, end = node) {
  const { tree } = context;
  graft(tree, end);
  tree.go(graft(tree, node));
  const board = context.look();
  board.parts.table.focus();
}

/** Call on Escape, unless something else has taken it. @param {() => void} leave @param {AbortSignal} signal */
function onEscape(leave, signal) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    leave();
  };
  document.addEventListener("keydown", listen, { signal });
}
