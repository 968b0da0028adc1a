// The board: draws the state into the page, and turns clicks and keys into steps.

import { cardButtonsFor } from "./controls.js";
import { h } from "./dom.js";
import { drawGraph } from "./graph.js";
import { drawLine } from "./lines.js";
import { wholeMode } from "./mode.js";
import { solverOf } from "./solve.js";
import { Tree, isBetweenTricks, isMistake, readCard, tableAt } from "./state.js";
import { drawChoices, drawTable } from "./table.js";
import { drawRemark, drawTold } from "./told.js";
import { Words } from "./words.js";

/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./state.js").Answer} Answer */

/**
 * @typedef {Object} Shown what a page shows
 * @property {Object<string, any>} position a request, with the cards that were played before the board begins
 * @property {string[]} game the cards of the game from there on
 * @property {Answer[]} answers before the first of them and after each; may be empty
 * @property {(?import("./state.js").Remark)[]} remarks on each card of the game; may be empty
 * @property {Object<string, string>} players names by seat
 * @property {import("./core_solve.js").DealNumbers} [numbers] of the deal, for the core
 * @property {import("./told.js").Told} [told] what is told of the deal as a whole
 */

/**
 * @typedef {Object} Around what surrounds a board
 * @property {Object<string, any>} words
 * @property {(tree: Tree) => void} [moved] called after each step
 * @property {import("./mode.js").Mode} [mode]
 * @property {import("./contracts.js").Means} [contracts] how the deal is valued under every contract
 * @property {Tree} [tree] lines and a place to begin with, instead of the game from its first card on
 *
 * @typedef {Around & import("./solve.js").Means} Page with what answers to positions besides the page's own data
 */

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {Shown} shown
   * @param {Page} page
   */
  constructor(place, shown, page) {
    const { words, moved, mode, tree, contracts } = page;
    this.place = place;
    this.shown = shown;
    this.words = new Words(words, shown.position.notation ?? "en");
    this.moved = moved ?? (() => {});
    this.mode = wholeMode(mode ?? {});
    this.solve = solverOf(shown, page, this.words);
    this.tree = tree ?? treeOf(shown);
    this.values = true;
    this.fault = "";
    this.added = "";
    /** @type {?AbortController} */
    this.asking = null;
    this.told = drawTold(this.words, shown, contracts);
    this.parts = this.build();
    this.listening = new AbortController();
    document.addEventListener("keydown", (event) => this.onKey(event), { signal: this.listening.signal });
    // Who goes to a card with the mouse or a finger may play it.
    this.parts.choices.addEventListener("pointerover", this.solve.warm, { once: true });
    /** Resolves when the first answer is there. */
    this.ready = this.show();
  }

  /** Leave the page to another board. */
  close() {
    this.asking?.abort();
    this.listening.abort();
    this.mode.close();
    this.place.replaceChildren();
  }

  build() {
    const say = (/** @type {string} */ name) => this.words.say(name);
    const parts = {
      table: h("section", { "aria-label": say("table"), tabindex: -1, "data-key": "table" }),
      numbers: h("dl.numbers"),
      choices: h("section.panel", { "aria-labelledby": "turn" }),
      controls: h("div.controls", { role: "group", "aria-label": say("controls") }),
      remark: h("section.panel", { "aria-labelledby": "remark" }),
      lines: h("section.panel.lines", { "aria-labelledby": "lines" }),
      graph: h("div"),
      status: h("p.status", { role: "status" }),
      typed: /** @type {HTMLInputElement} */ (
        h("input", { id: "typed", autocomplete: "off", spellcheck: "false", "aria-describedby": "typed-hint" })
      ),
    };
    const { suits, ranks } = this.words.table;
    const example = suits.H.letter + ranks.J.letter;
    const type = h(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.onType(event) },
      h("label", { for: "typed" }, say("type")),
      parts.typed,
      h("button", { type: "submit" }, say("play_it")),
      h("span.quiet", { id: "typed-hint" }, this.words.say("type_hint", { example })),
    );
    const keys = h("details", {}, h("summary", {}, say("keys")), h("p", {}, say("keys_say")));
    const contract = this.shown.told ? null : h("p", {}, this.words.contract(this.shown.position));
    this.place.replaceChildren(
      ...this.told.above,
      h(
        "div.board",
        {},
        h("div", {}, h("div", {}, contract, parts.numbers), parts.table, this.mode.panel, parts.choices, parts.status, parts.controls, type),
        h("div", {}, parts.remark, parts.lines, parts.graph, ...this.told.beside, keys),
        h("div", {}, ...this.told.below),
      ),
    );
    return parts;
  }

  /** Move, draw what is known, and ask for what is not. @param {() => void} [step] */
  async show(step) {
    step?.();
    this.fault = this.added = "";
    this.asking?.abort();
    const { current } = this.tree;
    this.draw();
    this.announce();
    this.moved(this.tree);
    if (current.answer) {
      this.mode.after(current);
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    try {
      current.answer = await this.solve(current.plays, asking.signal);
    } catch (error) {
      if (asking.signal.aborted) return;
      const { message, name } = /** @type {Error} */ (error);
      this.fault = name === "TypeError" ? this.words.say("no_answer") : message;
    }
    if (this.asking !== asking || asking.signal.aborted) return;
    this.draw();
    this.announce();
    if (current.answer) this.mode.after(current);
  }

  /** True if values may be shown, and the reader wants them. */
  get seesValues() {
    return this.values && this.mode.values();
  }

  draw() {
    const { words, parts, tree } = this;
    const node = tree.current;
    const table = tableAt(node);
    const held = this.focusKey();
    const hands = {
      current: node,
      go: (/** @type {Node} */ one) => this.show(() => tree.go(one)),
      promote: (/** @type {Node} */ one) => this.show(() => tree.promote(one)),
      remove: (/** @type {Node} */ one) => this.show(() => tree.remove(one)),
      signs: this.mode.values(),
    };
    const hidden = this.mode.hidden();
    if (table) {
      parts.table.replaceChildren(drawTable(words, table, this.shown.players, hidden));
      const game = node.children.find((child) => child.inGame)?.card ?? null;
      const onplay = (/** @type {string} */ card) => this.play(card);
      const isHidden = table.to_play !== null && hidden.includes(table.to_play);
      const options = { values: this.seesValues, game: this.mode.values() ? game : null, onplay };
      const turn = table.to_play === null ? (node.answer ? words.say("over") : words.say("solving"))
        : words.say("to_play", { seat: words.seat(table.to_play) });
      parts.choices.replaceChildren(h("h2", { id: "turn" }, turn), isHidden ? "" : drawChoices(words, table, options));
      parts.numbers.replaceChildren(...this.numbers(table));
    }
    parts.controls.replaceChildren(...cardButtonsFor(this), ...this.mode.controls());
    const heading = h("h2", { id: "remark" }, this.named(node) || words.say("start"));
    const said = this.mode.values() && node.remark ? drawRemark(node.remark) : [];
    parts.remark.replaceChildren(heading, ...said);
    parts.remark.hidden = !said.length;
    const first = tree.root.children[0];
    parts.lines.replaceChildren(
      h("h2", { id: "lines" }, words.say("lines")),
      first ? drawLine(words, tree.root, first, hands) : h("p.quiet", {}, words.say("nothing_played")),
    );
    drawGraph(parts.graph, words, this.shown, this.mode.values() ? tree.line : [], hands);
    this.told.reveal(this.mode.values());
    this.restoreFocus(held);
  }

  /** @param {Answer} table */
  numbers(table) {
    const { words } = this;
    const end = table.to_play === null && this.tree.current.answer ? "ended" : "end";
    /** @type {[string, string][]} */
    const rows = [[words.say("now"), words.pair(table.won)]];
    if (table.value && (this.seesValues || end === "ended")) rows.push([words.say(end), words.pair(table.value)]);
    if (table.taking && table.needs !== undefined) {
      rows.push(["", words.say("needs", { side: words.side(table.taking), n: table.needs })]);
    }
    return rows.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text)));
  }

  /** The seat and the card that led to a node; empty at the root. @param {Node} node */
  named(node) {
    if (!node.card || !node.seat) return "";
    const sign = this.mode.values() ? (node.remark?.sign ?? "") : "";
    return `${this.words.seat(node.seat)} ${this.words.short(node.card)} ${sign}`.trim();
  }

  /** Say in words what has happened, for readers who cannot see it. */
  announce() {
    const { words, tree } = this;
    const node = tree.current;
    const said = [];
    if (node.card && node.seat) {
      said.push(words.say("plays", { seat: words.seat(node.seat), card: words.card(node.card) }));
    }
    if (node.answer?.won_by && node.card && isBetweenTricks(node)) {
      said.push(words.say("wins_trick", { seat: words.seat(node.answer.won_by) }));
    }
    const value = tableAt(node)?.value;
    const isOver = node.answer?.to_play === null;
    if (value && (this.seesValues || isOver)) {
      said.push(words.say(isOver ? "has_won" : "will_have", { result: words.pair(value) }));
    }
    if (node.answer && node.answer.cards.some((one) => one.swing === undefined)) said.push(words.say("in_part"));
    if (!node.answer && !this.fault) said.push(words.say("solving"));
    if (this.fault) said.push(this.fault);
    if (this.added) said.push(this.added);
    this.parts.status.textContent = said.join(" ");
    this.parts.status.classList.toggle("wrong", Boolean(this.fault));
  }

  /** Add to what is said of this card, until the next step. @param {string} text */
  say(text) {
    this.added = [this.added, text].filter(Boolean).join(" ");
    this.announce();
  }

  /** Play a card of the reader, unless the mode does it in its own way. @param {string} card */
  async play(card) {
    const { current } = this.tree;
    if (!current.answer?.cards.some((one) => one.card === card)) return;
    if (this.mode.onplay && !(await this.mode.onplay(card))) return;
    if (this.tree.current === current) await this.put(card);
  }

  /** Play a card without asking the mode. @param {string} card */
  put(card) {
    return this.show(() => this.tree.play(card));
  }

  playBest() {
    if (!this.mode.values()) return;
    const { answer } = this.tree.current;
    const best = answer?.line[0] ?? answer?.cards.find((one) => one.swing === 0)?.card;
    if (best) this.play(best);
  }

  toggleValues() {
    this.values = !this.values;
    this.draw();
    this.announce();
  }

  /** @param {Event} event */
  onType(event) {
    event.preventDefault();
    const { words, parts } = this;
    const cards = (this.tree.current.answer?.cards ?? []).map(({ card }) => ({
      card,
      suit: words.suit(card).letter,
      ranks: [words.rank(card).letter, words.rank(card).shown],
    }));
    const card = readCard(parts.typed.value, cards);
    if (card) {
      parts.typed.value = "";
      this.play(card);
    } else {
      parts.status.textContent = words.say("no_card", { text: parts.typed.value });
      parts.status.classList.add("wrong");
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    const { tree } = this;
    /** @type {Object<string, () => void>} */
    const keys = {
      ArrowRight: () => this.show(() => tree.next()),
      ArrowLeft: () => this.show(() => tree.previous()),
      ArrowDown: () => this.show(() => tree.nextTrick()),
      ArrowUp: () => this.show(() => tree.previousTrick()),
      Home: () => this.show(() => tree.first()),
      End: () => this.show(() => tree.last()),
      n: () => this.show(() => tree.nextMistake()),
      p: () => this.show(() => tree.previousMistake()),
      b: () => this.playBest(),
      v: () => this.toggleValues(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What has the focus within the board, by its key. */
  focusKey() {
    const { activeElement } = document;
    const isInside = activeElement instanceof HTMLElement && this.place.contains(activeElement);
    return isInside ? (/** @type {HTMLElement} */ (activeElement).dataset.key ?? null) : null;
  }

  /** Give the focus back to what was drawn anew; where it is gone, to the next card, else to the table. @param {?string} key */
  restoreFocus(key) {
    if (key === null) return;
    const find = (/** @type {string} */ name) =>
      /** @type {?HTMLElement} */ (this.place.querySelector(`[data-key="${CSS.escape(name)}"]:not(:disabled)`));
    const card = /** @type {?HTMLElement} */ (this.parts.choices.querySelector("button"));
    (find(key) ?? (key.startsWith("card") ? card : null) ?? this.parts.table).focus({ preventScroll: true });
  }

  /** True if the line has a mistake after, or before, the current card. @param {boolean} after */
  hasMistake(after) {
    const { depth } = this.tree.current;
    return this.tree.line.some((node) => (after ? node.depth > depth : node.depth < depth) && isMistake(node));
  }
}

/** The tree of a game, with what the page tells of it. @param {Shown} shown */
function treeOf({ game, answers, remarks }) {
  const tree = new Tree(game);
  tree.game.forEach((node, n) => {
    node.answer = answers[n] ?? null;
    if (n) node.remark = remarks[n - 1] ?? null;
  });
  return tree;
}
