// The focus within a board, whose parts are drawn anew at each step.

import { findByKey, keyOfFocus } from "./dom.js";
import { stopsIn } from "./rove.js";

/** The key of the table, which has the focus where nothing else can. */
const TABLE = "table";

export class Focus {
  /** True while the reader, who was on a card, waits on the table for the next hand. */
  #waits = false;

  /** The node at which the lines were drawn last. @type {?{}} */
  #node = null;

  /**
   * @param {HTMLElement} place of the board
   * @param {{table: HTMLElement, choices: HTMLElement, lines: HTMLElement, compare: HTMLElement}} parts
   * @param {() => boolean} isWaiting true while cards play themselves: those that are drawn are not the reader's to play
   */
  constructor(place, parts, isWaiting) {
    this.place = place;
    this.parts = parts;
    this.isWaiting = isWaiting;
  }

  /** What has the focus within the board, by its key. */
  key() {
    return keyOfFocus(this.place);
  }

  /**
   * Where the Tab key is to stop among the lines that are drawn anew, by the keys: at what has the focus, and at the same
   * node where the arrows have gone.
   * @param {{}} node the one that is current
   */
  stops(node) {
    const { lines, compare } = this.parts;
    const stops = this.#node === node ? [...stopsIn(lines), ...stopsIn(compare)] : [];
    this.#node = node;
    return [this.key(), ...stops];
  }

  /** Leave the focus where it is when the next hand comes. */
  stay() {
    this.#waits = false;
  }

  /** Give the focus back when a dialog is closed: what had it may have been drawn anew. @param {HTMLDialogElement} dialog */
  returnFrom(dialog) {
    const held = this.key();
    // Whoever has gone on by a key meanwhile stays there.
    dialog.addEventListener("close", () => this.key() === null && this.restore(held), { once: true });
  }

  /**
   * Give the focus back to what was drawn anew; from a card that is gone it goes to the next one, as soon as there is one,
   * and from a line that is gone to the current card among the lines.
   * @param {?string} held the key of what had it
   */
  restore(held) {
    const { table, choices, lines } = this.parts;
    // The reader has gone elsewhere.
    if (held !== TABLE) this.stay();
    if (held === null || (this.key() === held && !this.#waits)) return;
    const card = /** @type {?HTMLElement} */ (this.isWaiting() ? null : choices.querySelector("button[tabindex='0']"));
    const isOnCards = held.startsWith("card ") || this.#waits;
    const found = (isOnCards && held === TABLE ? null : findByKey(this.place, held)) ?? (isOnCards ? card : null);
    this.#waits = isOnCards && !found;
    const current = /** @type {?HTMLElement} */ (held.startsWith("delete ") ? lines.querySelector("[aria-current]") : null);
    (found ?? current ?? table).focus({ preventScroll: true });
  }
}
