// The state of a lesson, without a page: whose mistakes, what an answer to one is worth, and how it went.

import { seenBy } from "./mode.js";
import { costOf, isMistake, valueOf } from "./state.js";

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Node} Node */

/**
 * @typedef {Object} Learner whose mistakes are gone through
 * @property {string} name the seats, as "S", "NS" or "NESW"
 * @property {Node[]} mistakes the cards that gave something away, in the order of the game
 * @property {number} cost all that they gave away, own minus other
 * @property {number} nUnknown the cards that were a choice of which nobody can tell whether they gave something away
 */

/**
 * All who can learn from a line: each player, each side of several, and all together. Dummy's cards are the
 * declarer's.
 * @param {Node[]} line the root first
 * @returns {Learner[]}
 */
export function learnersOf(line) {
  const { answer } = line[0];
  if (!answer) return [];
  const sides = Object.keys(answer.won);
  const seats = Object.keys(answer.hands);
  const dummy = answer.dummy ?? null;
  const declarer = dummy && seats.find((seat) => seat !== dummy && sides.some((side) => side.includes(seat) && side.includes(dummy)));
  const mistakes = line.filter((node) => node.seat !== null && isMistake(node) && canBeAsked(node));
  const unknown = line.filter((node) => node.parent && isUnknown(node));
  const names = [...seats.filter((seat) => seat !== dummy), ...sides.filter((side) => side.length > 1), seats.join("")];
  return names.map((name) => {
    // Whose turn it was may not be known either: then it may have been theirs.
    const isOwn = (/** @type {Node} */ { seat }) => seat === null || name.includes(/** @type {string} */ (seat === dummy ? declarer : seat));
    const own = mistakes.filter(isOwn);
    const cost = own.reduce((sum, node) => sum + (valueOf(node)?.swing ?? 0), 0);
    return { name, mistakes: own, cost, nUnknown: unknown.filter(isOwn).length };
  });
}

/** True if a better card is proved. @param {Node} node */
function canBeAsked(node) {
  return (valueOf(node)?.swing ?? 0) > 0;
}

/** True if there was a choice, and what the card gave away is not known. @param {Node} node */
function isUnknown(node) {
  return node.parent?.answer?.cards.length !== 1 && valueOf(node)?.swing === undefined;
}

/** The player with the most mistakes, of equals the one that gave away more. @param {Learner[]} learners */
export function firstLearner(learners) {
  const players = learners.filter(({ name }) => name.length === 1);
  return players.reduce((most, one) =>
    one.mistakes.length > most.mistakes.length || (one.mistakes.length === most.mistakes.length && one.cost > most.cost)
      ? one
      : most,
  );
}

/**
 * What a card is worth as the answer to a mistake.
 * @param {Node} mistake
 * @param {string} card
 * @returns {"right" | "same" | "better" | "wrong" | "unknown"} "same" for the card of the game itself
 */
export function answerTo(mistake, card) {
  const cards = mistake.parent?.answer?.cards ?? [];
  const swing = cards.find((one) => one.card === card)?.swing;
  const played = valueOf(mistake)?.swing;
  if (card === mistake.card) return "same";
  if (swing === undefined || played === undefined) return "unknown";
  if (swing === 0) return "right";
  return swing < played ? "better" : "wrong";
}

/** What a card gives away at a mistake. @param {Node} mistake @param {string} card @param {boolean} isDifference */
export function costAt(mistake, card, isDifference) {
  const cards = mistake.parent?.answer?.cards ?? [];
  return costOf(cards.find((one) => one.card === card), cards, isDifference);
}

/**
 * The cards that refute one: best play after it, to the end of the trick in which the other side replies.
 * @param {Answer} answer after the card
 * @param {string} side the side that played it
 * @returns {string[]}
 */
export function refutation(answer, side) {
  const nSeats = Object.keys(answer.hands).length;
  const left = nSeats - answer.trick.length;
  // Where only a partner is left to play, the other side replies in the next trick.
  const isPartners = left === 1 && answer.to_play !== null && side.includes(answer.to_play);
  return answer.line.slice(0, isPartners ? left + nSeats : left);
}

/**
 * What the player to play does not see at the table: the hands of others but dummy's, and a stock but its top card.
 * @param {Answer} answer
 * @returns {string[]} seats, and "stock"
 */
export function unseenBy(answer) {
  const seen = seenBy(answer.to_play ?? "", answer);
  const hidden = Object.keys(answer.hands).filter((seat) => !seen.includes(seat));
  return answer.stock ? [...hidden, "stock"] : hidden;
}

/** The mistakes of a learner, asked one by one. */
export class Lesson {
  /** @param {Node[]} mistakes */
  constructor(mistakes) {
    /** @type {{node: Node, tries: number, outcome: ?Outcome}[]} */
    this.questions = mistakes.map((node) => ({ node, tries: 0, outcome: null }));
    this.at = 0;
  }

  get question() {
    return this.questions[this.at];
  }

  get isLast() {
    return this.at === this.questions.length - 1;
  }

  /**
   * Answer the question with a card.
   * @param {string} card
   */
  answer(card) {
    const { question } = this;
    const found = answerTo(question.node, card);
    if (question.outcome !== null) return found;
    if (found === "right") question.outcome = question.tries ? "later" : "once";
    // The card of the game is known to be wrong: to touch it again is no try.
    else if (found !== "same") question.tries += 1;
    return found;
  }

  /** Give the question up. @param {"shown" | "skipped"} outcome */
  giveUp(outcome) {
    this.question.outcome ??= outcome;
  }

  /** Go on to the next question; false after the last. */
  next() {
    if (this.isLast) return false;
    this.at += 1;
    return true;
  }

  /** How many questions went how. @returns {Object<Outcome, number>} */
  get tally() {
    const tally = { once: 0, later: 0, shown: 0, skipped: 0 };
    for (const { outcome } of this.questions) tally[outcome ?? "skipped"] += 1;
    return tally;
  }

  /** The mistakes that were not found. @returns {Node[]} */
  get missed() {
    return this.questions.filter(({ outcome }) => outcome !== "once" && outcome !== "later").map(({ node }) => node);
  }
}

/** @typedef {"once" | "later" | "shown" | "skipped"} Outcome found at once, found after other cards, shown, skipped */
