// The editor: a deal is made or changed, and the board below shows the values of what has come of it.

import {
  STOCK, changeGame, countFaults, empty, emptySketch, fill, gameOf, give, holderOf, packOf, placed, readCards, requestOf, roomAfter,
  sketchOf, swap, typeHand,
} from "./deal.js";
import { EditorView } from "./edit_view.js";
import { pack } from "./fragment.js";
import { askIn } from "./incoming.js";
import { Letters } from "./letters.js";
import { replay } from "./replay.js";
import { Tree, cardsOf, lineThrough } from "./state.js";
import { Words, capitalised } from "./words.js";

/** @typedef {import("./deal.js").Sketch} Sketch */
/** @typedef {import("./deal.js").Game} Game */
/** @typedef {import("./mode.js").Context} Context */
/** @typedef {import("./state.js").Node} Node */

/**
 * @typedef {Object} Page
 * @property {HTMLElement} place of the board
 * @property {Object<string, any>} data
 * @property {(fragment: string) => void} keep writes the address
 */

/**
 * @typedef {Object} State
 * @property {any} variant
 * @property {Sketch} sketch with the cards that are played where the reader is
 * @property {string[]} line those cards, and the rest of their line
 */

/** How long the reader may go on typing before the service is asked, in ms. */
const PAUSE_MS = 250;
/** The most steps that can be undone. */
const MAX_STEPS = 200;

export class Editor {
  /** @param {Page} page @param {Context} context */
  constructor(page, context) {
    this.page = page;
    this.context = context;
    const { words, games, options } = page.data;
    this.words = new Words(words, "en");
    this.letters = new Letters(words, words.language);
    this.games = games;
    this.options = options;
    const { position } = context.shown;
    const before = position.plays ?? [];
    const { here } = context.board?.tree ?? new Tree();
    /** @type {State} */
    this.state = this.read({ ...position, plays: [...before, ...here.plays] }, [...before, ...cardsOf(lineThrough(here))]);
    /** @type {(State & {getter: ?string})[]} */
    this.steps = [];
    /** The field that was typed in last, if nothing else was done since. */
    this.typed = "";
    /** The cards that are chosen. @type {Set<string>} */
    this.chosen = new Set();
    /** The seat that gets the next cards. @type {?string} */
    this.getter = null;
    /** The hands and the stock at this moment, in the middle of play. @type {?{hands: Object<string, string[]>, stock: string[]}} */
    this.now = null;
    /** @type {Map<string, string[]>} */
    this.faults = new Map();
    /** The places that only need more cards, while there are some. @type {Set<string>} */
    this.missing = new Set();
    this.asked = 0;
    this.isRestarting = false;
    this.view = new EditorView(this);
    page.place.before(this.view.panel);
    this.keepAddress();
    this.ready = this.check(0);
  }

  /** The facts of the game; those of the first one for a game that nobody knows. @returns {Game} */
  get game() {
    const { variant, sketch } = this.state;
    return gameOf(variant, this.games, Object.keys(sketch.contract)) ?? Object.values(this.games)[0];
  }

  get sketch() {
    return this.state.sketch;
  }

  /** The cards that are played, which stay where they were. @returns {string[]} */
  get plays() {
    return this.sketch.rest.plays ?? [];
  }

  /** @param {Object<string, any>} request @param {string[]} cards its plays, and the rest of their line @returns {State} */
  read(request, cards) {
    const letters = new Letters(this.page.data.words, request.notation ?? "en");
    const { variant, contract } = request;
    const game = gameOf(variant, this.games, Object.keys(contract ?? {}));
    const line = cards.map(letters.card);
    if (!game) return { variant, sketch: emptySketch(Object.values(this.games)[0]), line };
    const sketch = sketchOf(game, request, letters.card, letters.ranks);
    if (sketch.contract.trump) sketch.contract.trump = letters.trump(sketch.contract.trump);
    return { variant, sketch, line };
  }

  /**
   * Change the deal; the step can be undone.
   * @param {Sketch} sketch
   * @param {{variant?: any, typed?: string, says?: string, getter?: ?string}} [how] `typed` is the field that is typed in
   */
  change(sketch, { variant = this.state.variant, typed = "", says = "", getter = this.getter } = {}) {
    // What is typed in one field is undone as a whole.
    if (!typed || typed !== this.typed) this.steps = [...this.steps, { ...this.state, getter: this.getter }].slice(-MAX_STEPS);
    this.typed = typed;
    this.getter = getter;
    this.state = { variant, sketch, line: this.state.line };
    this.chosen.clear();
    this.ready = this.check(typed ? PAUSE_MS : 0, says);
  }

  undo() {
    this.typed = "";
    const before = this.steps.pop();
    if (!before) return;
    const { getter, ...state } = before;
    this.getter = getter;
    this.state = state;
    this.chosen.clear();
    this.now = null;
    this.ready = this.check(0);
  }

  /** Choose a card, give it to the seat that is chosen, or swap it with the one chosen before. @param {string} card */
  choose(card) {
    if (this.getter !== null && !this.plays.length) {
      this.giveTo(this.getter, [card]);
      return;
    }
    if (this.chosen.has(card)) this.chosen.delete(card);
    else this.chosen.add(card);
    if (this.plays.length && this.chosen.size === 2) this.swapChosen();
    else this.view.draw();
  }

  /** Give the chosen cards to a place, or let it get the next ones. @param {string} place */
  chooseSeat(place) {
    if (this.chosen.size) this.giveTo(place, [...this.chosen]);
    else {
      this.getter = this.getter === place ? null : place;
      this.view.draw();
    }
  }

  /**
   * Lay a card down where it was drawn to: it goes there with all that are chosen with it; in the middle of play it
   * changes places with the card below it.
   * @param {string} card @param {string} place @param {string} [below]
   */
  lay(card, place, below = "") {
    const others = this.chosen.has(card) ? [...this.chosen] : [card];
    if (!this.plays.length) {
      if (others.some((one) => this.heldBy(one) !== place)) this.giveTo(place, others);
      return;
    }
    this.chosen = new Set([card, below].filter(Boolean));
    if (this.canSwap) this.swapChosen();
    else {
      this.chosen.clear();
      this.view.draw();
    }
  }

  /** @param {string} place @param {string[]} cards */
  giveTo(place, cards) {
    if (this.plays.length) return;
    const names = cards.map((card) => this.words.card(card)).join(", ");
    const sketch = give(this.sketch, cards, place);
    // Who deals a whole deal out need not go up the page for the next seat.
    const getter = place === this.getter ? roomAfter(this.game, sketch, place) : this.getter;
    const next = getter !== null && getter !== this.getter ? capitalised(this.view.roomOf(getter, sketch)) : "";
    const taken = this.words.say("edit_taken", { cards: names, seat: this.placeName(place) });
    this.change(sketch, { says: [taken, next && `${next}.`].filter(Boolean).join(" "), getter });
  }

  /** True if two cards are chosen that do not lie in the same place. */
  get canSwap() {
    const [one, other, ...more] = this.chosen;
    return Boolean(other) && !more.length && (this.heldBy(one) !== this.heldBy(other) || this.heldBy(one) === STOCK);
  }

  swapChosen() {
    if (!this.canSwap) {
      this.chosen = new Set([...this.chosen].slice(-1));
      this.view.draw();
      return;
    }
    const [card, other] = this.chosen;
    const { now } = this;
    if (now) this.now = swap({ ...this.sketch, hands: now.hands, stock: now.stock }, card, other);
    const names = { card: this.words.card(card), other: this.words.card(other) };
    this.change(swap(this.sketch, card, other), { says: this.words.say("edit_swapped", names) });
  }

  /** Where a card lies at this moment. @param {string} card */
  heldBy(card) {
    return holderOf(this.now ? { ...this.sketch, ...this.now } : this.sketch, card);
  }

  /** @param {string} place @returns {string} */
  placeName(place) {
    if (place === STOCK) return this.words.say("edit_stock");
    return place ? this.words.seat(place) : this.words.say("edit_pack");
  }

  /** @param {string} seat @param {string} text */
  type(seat, text) {
    this.change(typeHand(this.sketch, seat, text, this.letters.ranks), { typed: seat });
  }

  /** @param {string} text the cards of the stock */
  typeStock(text) {
    const stock = readCards(text, this.letters.cards);
    const typed = { ...this.sketch.typed };
    delete typed[STOCK];
    this.change(stock ? { ...this.sketch, stock, typed } : { ...this.sketch, typed: { ...typed, [STOCK]: text } }, { typed: STOCK });
  }

  empty() {
    this.change(empty(this.game, this.sketch));
  }

  fill() {
    this.change(fill(this.game, this.sketch, Math.random));
  }

  /** Forget what was played, so that every card can be moved. */
  restart() {
    const { plays, ...rest } = this.sketch.rest;
    this.now = null;
    this.change({ ...this.sketch, rest });
  }

  /** @param {string} name of a game */
  changeGame(name) {
    const { plays, ...rest } = this.sketch.rest;
    this.now = null;
    this.change(changeGame(this.games[name], this.options, { ...this.sketch, rest }), { variant: name, getter: null });
  }

  /** Set a part of the contract, an option of the game, or another field; undefined takes it away.
   * @param {"contract" | "rules" | "rest"} group @param {string} key @param {any} value */
  set(group, key, value) {
    const { [key]: _, ...others } = this.sketch[group];
    const isSame = value === undefined || (group === "rules" && value === this.game.rules[key]);
    this.change({ ...this.sketch, [group]: isSame ? others : { ...others, [key]: value } });
  }

  /**
   * Count, then ask the service; what is right goes to the board, what is wrong is said beside its field.
   * @param {number} pause in ms
   * @param {string} [says] what has just been done
   */
  async check(pause, says = "") {
    this.asked += 1;
    const asked = this.asked;
    this.faults = this.count();
    this.tell(says, this.faults.size > 0 || !this.page.data.positions);
    if (this.faults.size) {
      this.stop();
      return;
    }
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    if (this.asked !== asked) return;
    if (!this.page.data.positions) {
      // Without a service the board itself says what is wrong.
      await this.apply();
      return;
    }
    const { language } = this.page.data.words;
    const { writeCard: card, writeRank: rank, writeTrump: trump } = this.letters;
    const request = { ...requestOf(this.state.variant, this.sketch, { card, rank, trump }), notation: language };
    try {
      // In a batch a position that is refused is no failed request, of which browsers write in their console. What it
      // is worth the board asks.
      const batch = JSON.stringify({ positions: [request], limit: { nodes: 1 } });
      const { ok, body } = await askIn(language)(this.page.data.positions, "application/json", batch);
      if (this.asked !== asked) return;
      const answer = ok ? body.answers[0] : body;
      this.faults = "cards" in answer ? new Map() : placed(this.words, answer);
      // The service names trumps by their letters; here they stand in a list.
      if (!this.sketch.contract.trump && this.faults.has("trump")) this.faults.set("trump", [this.words.say("edit_no_trump")]);
    } catch {
      if (this.asked !== asked) return;
      this.faults = new Map([["", [this.words.say("no_answer")]]]);
    }
    this.tell(says);
    if (this.faults.size) this.stop();
    else await this.apply();
  }

  /** The faults that can be counted, by their places. */
  count() {
    /** @type {Map<string, string[]>} */
    const faults = new Map();
    const add = (/** @type {string} */ place, /** @type {string} */ text) => faults.set(place, [...(faults.get(place) ?? []), text]);
    const { variant, sketch } = this.state;
    if (!gameOf(variant, this.games)) add("variant", this.words.say("edit_unknown"));
    if (STOCK in sketch.typed) {
      const example = `${this.letters.writeCard("HT")} ${this.letters.writeCard("SA")}`;
      add(STOCK, this.words.say("edit_no_cards", { text: sketch.typed[STOCK], example }));
    }
    const counted = countFaults(this.game, sketch, this.typed);
    const isLeft = packOf(this.game, sketch).length > 0;
    const others = new Set(counted.filter(({ says }) => says !== "too_few").map(({ place }) => place));
    this.missing = new Set(counted.map(({ place }) => place).filter((place) => isLeft && !others.has(place)));
    for (const { place, says, values } of counted) {
      const { card, other } = values;
      const names = { ...values, example: this.view.exampleHand(), card: card ? this.words.card(String(card)) : "", other: this.placeName(String(other ?? "")) };
      add(place, this.words.say(`edit_${says}`, names));
    }
    return faults;
  }

  /** @param {string} says @param {boolean} [isAll] whether it is all that is known, and may be read out */
  tell(says, isAll = true) {
    this.view.draw();
    // What stands above all has no field, and the deal may be whole.
    const whole = this.faults.size === 1 && this.faults.get("")?.join(" ");
    const verdict = whole || this.words.say(this.faults.size ? "edit_wrong" : "edit_good");
    // Who cannot see the fields hears the first fault; what is still to be dealt, or to be typed, is none yet.
    const isDue = (/** @type {string} */ one) => !this.missing.has(one) && !(one in this.sketch.typed);
    const [place, said = []] = (!whole && [...this.faults].find(([one]) => isDue(one))) || [""];
    const isHeld = place === STOCK || place in this.sketch.hands;
    const first = isHeld ? this.words.say("labelled", { label: this.placeName(place), said: said[0] }) : capitalised(said[0] ?? "");
    this.view.say([capitalised(says), verdict, first].filter(Boolean).join(" "), isAll);
  }

  /** Take the board away while the deal is wrong; what it showed is kept for the other modes. */
  stop() {
    this.isRestarting = true;
    this.context.board?.close();
    this.isRestarting = false;
    this.keepAddress();
  }

  /** Show the deal on the board, with its line as far as the deal allows it, at the place where the reader was. */
  async apply() {
    const { plays = [], ...position } = requestOf(this.state.variant, this.sketch);
    const shown = { position, game: [], answers: [], remarks: [], players: position.players ?? {} };
    this.isRestarting = true;
    const { line } = this.state;
    Object.assign(this.context, { shown, line, at: plays.length });
    // The board begins at the first card: what is changed meanwhile is changed after the cards that are played.
    let isThere = false;
    const { asked } = this;
    const board = this.context.start({
      after: (node) => {
        isThere ||= node.plays.join() === plays.join();
        // Not what this board still waits for when another change is checked.
        if (isThere && this.asked === asked) this.reach(node);
      },
      moved: () => isThere && this.keepAddress(),
      close: () => this.close(),
    }, shown);
    this.isRestarting = false;
    await replay(board, line, plays.length);
    // A card of them may not be played: the board stays before it.
    if (isThere || board.listening.signal.aborted) return;
    isThere = true;
    this.reach(board.tree.current);
  }

  /** Follow the board to another card. @param {Node} node */
  reach(node) {
    const { answer } = node;
    if (!answer) return;
    const { plays, ...rest } = this.sketch.rest;
    const moved = node.plays.length ? { ...rest, plays: node.plays } : rest;
    const line = cardsOf(lineThrough(node));
    this.state = { ...this.state, sketch: { ...this.sketch, rest: moved }, line };
    Object.assign(this.context, { line, at: node.depth });
    this.now = node.plays.length ? { hands: answer.hands, stock: answer.stock ?? [] } : null;
    this.view.draw();
    this.keepAddress();
  }

  keepAddress() {
    const { plays = [], ...position } = requestOf(this.state.variant, this.sketch);
    this.page.keep(`#${pack({ position, line: this.state.line, at: plays.length, mode: "edit" })}`);
  }

  /** Another mode takes the page. */
  close() {
    if (this.isRestarting) return;
    this.asked += 1;
    this.view.panel.remove();
  }
}
