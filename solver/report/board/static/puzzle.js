// A try at a puzzle, without a page: whose turn it is, what is right so far, what is played out, and how it ended.

import { Node } from "./state.js";

/** @typedef {import("./state.js").Tree} Tree */

/**
 * @typedef {Object} Puzzle the page's data
 * @property {string} id
 * @property {"open" | "hidden"} kind
 * @property {string} side
 * @property {number} length
 * @property {Object<string, any>} position
 * @property {string[]} hidden
 * @property {import("./state.js").Answer[]} answers
 * @property {{goal: string, task: string, held: string, known: string[], tricks: string[]}} told
 */

/**
 * @typedef {Object} Attempt the answer of POST /v1/puzzles/ID/attempts
 * @property {"right" | "wrong" | "solved"} state
 * @property {string[]} reply the cards that are played now
 * @property {number} left the decisions to come
 * @property {"safe" | "dual" | "cash"} [end] why nothing is left to find
 * @property {{card: string, by?: string, reply?: string, line?: string[], expected?: any, text: string}} [refutation]
 * @property {?boolean} first
 * @property {boolean} rated
 * @property {{puzzle: number, solver?: number}} [ratings]
 * @property {number} [moved]
 * @property {string} [by] the name under which it was rated
 */

/**
 * Where a try is: `find` a card, `judging` one, `wrong` until it is taken back, `solved`, or `shown` by request.
 * @typedef {"find" | "judging" | "wrong" | "solved" | "shown"} Stage
 */

/** Hints there are for a decision at the most: what to look at, what leaves fewer cards, the card. */
export const N_HINTS = 3;

export class Try {
  /** @param {Pick<Puzzle, "side" | "length">} puzzle the seats of the solver, and the decisions of the main line */
  constructor({ side, length }) {
    this.side = side;
    /** The decisions to come, by the number of cards played. */
    this.lefts = new Map([[0, length]]);
    /** @type {Stage} */
    this.stage = "find";
    /** The cards that are proved right so far, with those that were answered. @type {string[]} */
    this.track = [];
    /** How often a wrong card was played. */
    this.slips = 0;
    /** The hints for the card to be found now. */
    this.hints = 0;
    /** True once there was a hint. */
    this.isHelped = false;
    /** The judgement that ended the first try, which says how ratings moved. @type {?Attempt} */
    this.ended = null;
  }

  /** The decisions to come. */
  get left() {
    return this.isOver ? 0 : (this.lefts.get(this.track.length) ?? 0);
  }

  /** True if all may be seen. */
  get isOver() {
    return this.stage === "solved" || this.stage === "shown";
  }

  /**
   * What a card of the reader means at a moment: it is judged (`judge`), played freely (`free`), or refused, as
   * the other side is to play (`others`), the wrong card stands (`wrong`), one is being judged (`judging`), or the
   * moment is not on the way of the try (`aside`).
   * @param {string[]} plays the cards before it
   * @param {?string} seat whose turn it is
   */
  turn(plays, seat) {
    if (this.isOver) return "free";
    if (this.stage === "judging") return "judging";
    const isOnTrack = plays.length <= this.track.length && plays.every((card, n) => card === this.track[n]);
    if (!isOnTrack) return this.stage === "wrong" ? "wrong" : "aside";
    return seat !== null && this.side.includes(seat) ? "judge" : "others";
  }

  /** True if there is another hint for the card to be found. */
  get hasHint() {
    return !this.isOver && this.hints < N_HINTS;
  }

  /** Take a hint. @returns {number} how many of the service's hints to ask for */
  hint() {
    this.hints += 1;
    this.isHelped = true;
    return this.hints;
  }

  /** A card is sent to be judged. */
  send() {
    this.stage = "judging";
  }

  /** It could not be judged. */
  recall() {
    this.stage = "find";
  }

  /**
   * Take the judgement of a card.
   * @param {string[]} plays all cards, the judged one last
   * @param {Attempt} attempt
   * @returns {string[]} the cards to be played out after it
   */
  judged(plays, attempt) {
    if (attempt.ratings) this.ended ??= attempt;
    if (attempt.state === "wrong") {
      this.stage = "wrong";
      this.slips += 1;
      if (plays.length <= this.track.length) this.hints = 0;
      this.track = plays.slice(0, -1);
      return attempt.refutation?.line ?? [];
    }
    this.stage = attempt.state === "solved" ? "solved" : "find";
    const track = [...plays, ...attempt.reply];
    // A card that was found before leads on to all that was found after it.
    if (!track.every((card, n) => card === this.track[n])) {
      this.track = track;
      this.hints = 0;
    }
    this.lefts.set(track.length, attempt.left);
    return attempt.reply;
  }

  /** Take the wrong card back. @returns {number} the number of cards to go back to */
  retry() {
    this.stage = "find";
    return this.track.length;
  }

  /** Show everything. */
  show() {
    this.stage = "shown";
  }

  /** What is kept of the try while its page is loaded again; nobody knows yet what becomes of a card that is being judged. */
  get kept() {
    const { stage, track, lefts, hints, isHelped, ended } = this;
    return { stage: stage === "judging" ? /** @type {Stage} */ ("find") : stage, track, lefts: [...lefts], hints, isHelped, ended };
  }

  /** Go on with a try that was kept. @param {Try["kept"]} kept */
  restore({ stage, track, lefts, hints, isHelped, ended }) {
    Object.assign(this, { stage, track, lefts: new Map(lefts), hints, isHelped, ended });
  }
}

/**
 * Hang a line of cards below a node, where it is not there already.
 * @param {Node} node
 * @param {string[]} cards
 * @returns {Node[]} the nodes of the line
 */
export function graft(node, cards) {
  const nodes = [];
  for (const card of cards) {
    let child = node.children.find((one) => one.card === card);
    if (!child) {
      child = new Node(card, node, false);
      node.children.push(child);
    }
    nodes.push(child);
    node = child;
  }
  return nodes;
}

/** Put the line to a node before all others. @param {Node} node */
export function lead(node) {
  for (let one = node; one.parent; one = one.parent) {
    const { parent } = one;
    parent.children = [one, ...parent.children.filter((child) => child !== one)];
  }
}

/**
 * The nodes of a refutation that play themselves: to the card that refutes, and to the end of its trick; the rest can
 * be stepped through.
 * @param {Node[]} line the nodes after the wrong card
 * @param {string | undefined} reply the card that refutes it
 * @param {number} before the cards played before the line, with the wrong one
 * @param {number} players
 */
export function shownOf(line, reply, before, players) {
  const place = Math.max(line.findIndex((node) => node.card === reply), 0);
  const inTrick = (before + place + 1) % players;
  return line.slice(0, place + 1 + (inTrick ? players - inTrick : 0));
}

/**
 * The query of the next puzzle.
 * @param {Object<string, string | string[] | number | undefined>} wanted what the reader has chosen; nothing where it is empty
 */
export function nextQuery(wanted) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== "") query.append(name, String(one));
    }
  }
  return query.toString();
}

/**
 * Go back to where a card was played that nobody could judge, without that card if it was added.
 * @param {Tree} tree @param {Node} node @param {?string} added
 */
export function takeBack(tree, node, added) {
  node.children = node.children.filter((one) => one.card !== added);
  tree.go(node);
}
