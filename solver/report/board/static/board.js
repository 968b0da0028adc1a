// The board: draws the state into the page, and turns clicks and keys into steps.

import { Ahead, nextOf } from "./ahead.js";
import { drawChoices } from "./choices.js";
import { drawComparison } from "./compare.js";
import { jumpButtonsFor, renew, stepButtonsFor, viewButtonsFor } from "./controls.js";
import { h, keepInSight } from "./dom.js";
import { Focus } from "./focus.js";
import { drawGraph } from "./graph.js";
import { isHeld, isInField, pressKey } from "./keys.js";
import { Later, afterPicture } from "./later.js";
import { drawLine } from "./lines.js";
import { seenBy, wholeMode } from "./mode.js";
import { buildParts } from "./parts.js";
import { whyFailed } from "./refusal.js";
import { drawNumbers, isScoreApart, named, sentencesFor, tell, whyRefused } from "./said.js";
import { stopAt } from "./rove.js";
import { solverOf } from "./solve.js";
import { tableAt, treeOf } from "./state.js";
import { drawTable, marksFor } from "./table.js";
import { drawRemark, drawTold } from "./told.js";
import { keepView, readView } from "./view.js";
import { Words } from "./words.js";

/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./state.js").Tree} Tree */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./view.js").View} View */

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

/** How long a reader stays at a card before its neighbours are fetched, in milliseconds. */
const IDLE_MS = 120;
/** How long values may take before the cards are drawn without them, in milliseconds. */
const LAID_MS = 100;
/** The class of a place whose board has nothing to show yet. */
const WAITING = "waiting";
/** The class of a place that has had a board. */
const BEGUN = "begun";

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
    this.words = new Words(words, shown.position.notation ?? "en", shown.position);
    this.moved = moved ?? (() => {});
    this.mode = wholeMode(mode ?? {});
    const solver = solverOf(shown, page, this.words);
    this.ahead = new Ahead(solver);
    this.tree = tree ?? treeOf(shown);
    /** @type {View} */
    this.view = readView();
    /** @type {?string} the seat whose cards are seen when the others are hidden */
    this.kept = null;
    this.flipped = false;
    /** @type {?import("./state.js").Remark} what is said of the current card */
    this.remarked = null;
    this.fault = this.added = this.viewed = this.address = "";
    /** @type {?AbortController} */
    this.asking = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.idle = undefined;
    this.told = drawTold(this.words, shown, contracts);
    place.classList.add(BEGUN, WAITING);
    const { parts, dialog } = buildParts(this);
    this.parts = parts;
    this.dialog = dialog;
    this.focus = new Focus(place, parts, () => this.mode.answers());
    this.listening = new AbortController();
    document.addEventListener("keydown", (event) => this.onKey(event), { signal: this.listening.signal });
    /** True once the reader has seen the table. */
    this.isSeen = false;
    this.later = new Later(() => this.drawLines(), this.listening.signal);
    // Who goes to a card with the mouse or a finger may play it. A deal of which only one hand is known has no core.
    const warm = () => void (this.mode.hidden().length || solver.warm());
    this.parts.choices.addEventListener("pointerover", warm, { once: true });
    /** Resolves when the first answer is there. */
    this.ready = this.show();
  }

  /** What a position is worth, asked now. @type {import("./solve.js").Solve} */
  solve(plays, signal, seen) {
    return this.ahead.ask(plays, signal, seen);
  }

  /** Leave the page to another board. */
  close() {
    this.asking?.abort();
    clearTimeout(this.idle);
    this.ahead.stop();
    this.listening.abort();
    this.mode.close();
    this.place.classList.remove(WAITING);
    this.place.replaceChildren();
  }

  /** Move, draw what is known, and ask for what is not; not once the board has left the page. @param {() => void} [step] @param {string} [added] what is said with it */
  async show(step, added = "") {
    clearTimeout(this.idle);
    if (this.listening.signal.aborted) return;
    step?.();
    this.fault = this.viewed = "";
    this.added = added;
    this.asking?.abort();
    const { current } = this.tree;
    current.answer ??= this.ahead.find(current.plays);
    this.draw(true);
    this.announce();
    const asking = new AbortController();
    this.asking = asking;
    if (!current.answer) {
      try {
        current.answer = await this.solve(current.plays, asking.signal, (table) => this.lay(current, table, asking.signal));
      } catch (error) {
        if (asking.signal.aborted) return;
        this.fault = whyFailed(this.words, error);
      }
      if (this.asking !== asking || asking.signal.aborted) return;
      this.draw(true);
      this.announce();
    }
    if (!current.answer) return;
    this.idle = setTimeout(() => this.lookAhead(), IDLE_MS);
    this.mode.after(current);
  }

  /** Let the reader go on where values take long: a mode that asks about cards waits for them. @param {Node} node @param {Answer} table @param {AbortSignal} signal */
  lay(node, table, signal) {
    if (this.mode.onplay) return;
    node.laid = table;
    setTimeout(() => {
      if (signal.aborted || node.answer) return;
      this.draw(true);
      this.announce();
    }, LAID_MS);
  }

  /** Fetch what the reader may ask for next. */
  lookAhead() {
    const { wanted, waiting } = nextOf(this.tree);
    this.ahead.fetch(wanted, (plays, answer) => {
      const node = waiting.get(plays.join(" "));
      if (!node || node.answer) return;
      node.answer = answer;
      this.drawTable();
      this.later.soon();
    });
  }

  /** True if values may be shown, and the reader wants them. */
  get seesValues() {
    return this.view.values && this.mode.values();
  }

  /** True if the score tells more than the result. */
  get hasScore() {
    return isScoreApart(this.tree);
  }

  /** The seats whose cards lie face down. */
  get hidden() {
    const hidden = new Set(this.mode.hidden());
    if (this.kept) {
      const seen = seenBy(this.kept, tableAt(this.tree.current));
      for (const seat of ["N", "E", "S", "W", "stock"]) if (!seen.includes(seat)) hidden.add(seat);
    }
    return [...hidden];
  }

  /** Draw the board; the lines and all beside them after the next picture if that is soon enough. @param {boolean} [isSoon] */
  draw(isSoon = false) {
    const held = this.focus.key();
    const { words, parts, tree } = this;
    const node = tree.current;
    this.address = location.href;
    document.documentElement.classList.toggle("four-colours", this.view.four);
    this.drawTable();
    this.drawCards(held);
    renew(parts.steps, stepButtonsFor(this, held));
    renew(parts.jumps, jumpButtonsFor(this, held));
    parts.looks.replaceChildren(...viewButtonsFor(this));
    const isTold = this.mode.values();
    parts.heading.replaceChildren(...(node.card ? named(words, node, isTold) : [words.say("start")]));
    // Nothing that is there from the first may come after it: it would push about what is seen.
    if (isSoon && this.isSeen) this.later.soon();
    else this.later.now();
    this.focus.restore(held);
  }

  drawTable() {
    const { words, parts, tree, shown } = this;
    const table = tableAt(tree.current);
    if (!table) return;
    const marks = marksFor(words, table, shown.position, tree.current.depth);
    const seen = { players: shown.players, hidden: this.hidden, flipped: this.flipped, marks, node: tree.current };
    parts.table.replaceChildren(drawTable(words, table, seen));
    parts.numbers.replaceChildren(drawNumbers(this, table));
    if (this.isSeen) return;
    this.place.classList.remove(WAITING);
    afterPicture(() => (this.isSeen = true));
  }

  /** The cards of the player to play. @param {?string} held what has the focus */
  drawCards(held) {
    const { words, parts, tree, shown } = this;
    const node = tree.current;
    const table = tableAt(node);
    if (!table) return parts.choices.replaceChildren(); // Those of another moment would stand there.
    const game = node.children.find((child) => child.inGame)?.card ?? null;
    const isHidden = table.to_play !== null && this.hidden.includes(table.to_play);
    const over = words.say(node.answer ? "over" : "solving");
    const turn = table.to_play === null ? over : words.say("to_play", { seat: words.seat(table.to_play) });
    const cards = drawChoices(words, table, {
      values: this.seesValues,
      kind: this.view.kind,
      game: this.mode.values() ? game : null,
      held: held?.startsWith("card ") ? held.slice(5) : null,
      why: (card) => whyRefused(words, shown.position, table, card),
      onplay: (card) => this.play(card),
      onrefuse: (card) => this.refuse(card, table),
    });
    parts.choices.replaceChildren(
      h("h2", { id: "turn" }, turn),
      isHidden ? h("p.quiet", {}, words.say("face_down_now")) : cards,
    );
  }

  /** The tricks with the lines, both lines from here on, and the graph; and the address of it all. */
  drawLines() {
    const { words, parts, tree } = this;
    const { scrollTop } = parts.lines;
    const held = this.focus.key();
    const stops = this.focus.stops(tree.current);
    const hands = {
      current: tree.current,
      go: (/** @type {Node} */ one) => this.show(() => tree.go(one)),
      promote: (/** @type {Node} */ one) => this.show(() => tree.promote(one)),
      remove: (/** @type {Node} */ one) => this.show(() => tree.remove(one)),
      signs: this.mode.values(), hasGoal: this.mode.goal !== null,
    };
    const first = tree.root.children[0];
    parts.lines.replaceChildren(
      first ? drawLine(words, tree.root, first, hands) : h("p.quiet", {}, words.say("nothing_played")),
    );
    stopAt(parts.lines, stops);
    parts.lines.scrollTop = scrollTop;
    keepInSight(parts.lines, parts.lines.querySelector("[aria-current]"));
    const both = this.seesValues ? drawComparison(words, tree, (from, cards) => this.walk(from, cards), stops) : null;
    parts.compare.replaceChildren(...(both ? [h("h2", { id: "compare" }, words.say("compare")), both] : []));
    parts.compare.hidden = !both;
    drawGraph(parts.graph, words, this.shown, this.mode.values() ? tree.line : [], hands);
    // The story of the game tells of mistakes that a mode may still ask about.
    this.told.reveal(this.mode.values() && !this.mode.panel);
    this.focus.restore(held);
    // Not where a link has led on since.
    if (location.href === this.address) this.moved(tree);
  }

  /** What has happened, in words. */
  get said() {
    return [...sentencesFor(this), this.added, this.viewed].filter(Boolean).join(" ");
  }

  /** Say what has happened, for readers who cannot see it. @param {boolean} [isAgain] although it stands there */
  announce(isAgain = false) {
    const isFault = Boolean(this.fault);
    tell(this.parts.status, this.said, { isPart: !this.tree.current.answer && !isFault, isDue: this.mode.isTelling() || isFault, isAgain });
    this.parts.status.classList.toggle("wrong", isFault);
    if (isFault) this.place.classList.remove(WAITING);
    this.tellRemark();
  }

  /** Tell what is said of a card, after the step that led to it: it is read out in this order, and once. */
  tellRemark() {
    const remark = (this.mode.values() && this.tree.current.remark) || null;
    if (remark === this.remarked) return;
    this.remarked = remark;
    this.parts.remark.replaceChildren();
    const fill = () => remark && remark === this.remarked && this.parts.remark.replaceChildren(...drawRemark(this.words, remark));
    // Of texts that change in one picture any may be read out first.
    if (this.isSeen) afterPicture(fill); else fill();
  }

  /** Add to what is said of this card, until the next step. @param {string} text */
  say(text) {
    this.added = [this.added, text].filter(Boolean).join(" ");
    this.announce();
  }

  /** Play a card of the reader, unless the mode does it in its own way. @param {string} card */
  async play(card) {
    const { current } = this.tree;
    if (!current.told?.cards.some((one) => one.card === card)) return;
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

  /** Go along a line that the solver gave, to the last of these cards. @param {Node} from @param {string[]} cards */
  async walk(from, cards) {
    let node = from;
    const { asking, listening } = this;
    try {
      for (const card of cards) {
        // What lies on the table is told by the answer before each card.
        node.answer ??= await this.solve(node.plays, listening.signal);
        // The reader has taken another step meanwhile.
        if (this.asking !== asking) return;
        node = this.tree.extend(node, card);
      }
    } catch {
      // The line ends where nobody could tell what follows; what is shown there says why.
    }
    if (this.asking === asking) await this.show(() => this.tree.go(node));
  }

  /** Say why a card cannot be played. @param {string} card @param {Answer} table */
  refuse(card, table) {
    const why = whyRefused(this.words, this.shown.position, table, card);
    this.warn(this.words.sentence("refused", { card: this.words.card(card), why }));
  }

  /** Say why nothing has come of what the reader did, where they see it: on a phone it would stand below the window. @param {string} text */
  warn(text) {
    const { status } = this.parts;
    tell(status, text, { isAgain: true });
    status.classList.add("wrong");
    status.scrollIntoView({ block: "nearest" });
  }

  /** Look at the deal in another way. @param {Partial<View>} changes */
  look(changes) {
    this.view = { ...this.view, ...changes };
    keepView(changes);
    this.draw();
    this.announce();
  }

  /** Hide the hands but that of the player to play, and dummy's; or show all again. */
  hide() {
    const table = tableAt(this.tree.current);
    this.kept = this.kept ? null : (table?.to_play ?? this.tree.current.seat);
    this.draw();
  }

  /** Turn the table round: north sits below. */
  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  /** Give the focus to a card among the tricks and lines, the current one after a step. */
  focusTree() {
    /** @type {HTMLElement} */ (this.parts.lines.querySelector("[tabindex='0']") ?? this.parts.lines).focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || isInField(event)) return;
    if (isHeld(event) || pressKey(this, event)) event.preventDefault();
  }
}
