// Sharing what the board shows: its address, the deal as text, PBN and LIN, and a page of paper.

import { h, live } from "./dom.js";
import { offerReload, whyFailed } from "./refusal.js";

/** @typedef {import("./board.js").Board} Board */

export class Share {
  /**
   * @param {() => ?Board} board the board that is on the page
   * @param {import("./words.js").Words} words
   * @param {string | undefined} convert the address that writes bridge in other formats; a saved page has none
   */
  constructor(board, words, convert) {
    /** The board with the deal that is on the page; none while the deal is being changed and is wrong. */
    this.board = () => {
      const own = board();
      return own && !own.listening.signal.aborted ? own : null;
    };
    this.words = words;
    this.convert = convert;
    this.status = live("p.status");
    this.field = /** @type {HTMLTextAreaElement} */ (
      h("textarea", { readonly: true, rows: 5, "aria-label": words.say("share_field"), spellcheck: "false" })
    );
    this.field.hidden = true;
    this.buttons = h("div.controls", { role: "group", "aria-labelledby": "share" });
    this.panel = h("section.panel.share", { "aria-labelledby": "share" },
      h("h2", { id: "share" }, words.say("share")), this.buttons, this.status, this.field);
    this.draw();
  }

  /** Offer what the game that is on the board can be written as. */
  draw() {
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ onclick) =>
      h("button", { type: "button", "data-key": `share_${name}`, onclick }, this.words.say(`share_${name}`));
    const isBridge = this.board()?.shown.position.variant === "bridge";
    this.buttons.replaceChildren(
      // A page that was saved has no address for others.
      ...(location.protocol === "file:" ? [] : [button("address", () => this.copy("address", location.href))]),
      button("text", () => this.copyText()),
      ...(isBridge ? [button("pbn", () => this.copyAs("pbn")), button("lin", () => this.copyAs("lin"))] : []),
      button("print", () => print()),
    );
  }

  /** Copy the deal and the line that is looked at as text, with the address below. */
  async copyText() {
    const board = this.board();
    if (!board) return this.copy("address", location.href);
    try {
      const { dealText } = await import("./deal_text.js");
      const { shown, tree, words } = board;
      const text = dealText(words, shown.position, tree.line, { players: shown.players, values: board.seesValues, hidden: board.hidden });
      await this.copy("text", text + (location.protocol === "file:" ? "" : `\n${location.href}`));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Have the service write the deal and its line in a format of bridge. @param {"pbn" | "lin"} format */
  async copyAs(format) {
    const board = this.board();
    if (!board) return;
    if (!this.convert) {
      this.tell(this.words.say("share_offline"), true);
      return;
    }
    this.say("share_asking");
    try {
      const { writtenAs } = await import("./deal_text.js");
      await this.copy(format, await writtenAs(format, this.convert, board));
    } catch (error) {
      this.fail(error, "share_offline");
    }
  }

  /** Put a text into the clipboard; where that is not allowed, select it in a field. @param {string} what @param {string} text */
  async copy(what, text) {
    this.field.hidden = false;
    this.field.value = text;
    this.say(await this.toClipboard(text) ? "share_copied" : "share_by_hand", this.words.say(`share_what_${what}`));
  }

  /** @param {string} text @returns {Promise<boolean>} */
  async toClipboard(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      this.field.focus();
      this.field.select();
      return false;
    }
  }

  /** @param {string} name of a sentence @param {string} [what] */
  say(name, what = "") {
    this.tell(this.words.say(name, { what }), false);
  }

  /** @param {unknown} error @param {string} [otherwise] the name of the sentence for what nobody refused */
  fail(error, otherwise) {
    this.tell(whyFailed(this.words, error, otherwise), true);
    offerReload(this.status, this.words, error);
  }

  /** @param {string} text @param {boolean} isWrong */
  tell(text, isWrong) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", isWrong);
  }
}
