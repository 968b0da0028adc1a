// The state of a try, without a page: who sees and plays what, the replies of best defence, and the verdict.

import { isLed } from "./mode.js";
import { costOf, isBetweenTricks, isZeroSum, valueOf } from "./state.js";
import { pathBetween } from "./trees.js";

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").CardValue} CardValue */
/** @typedef {import("./state.js").Node} Node */

/**
 * @typedef {Object} Chair where the reader sits
 * @property {string} name the seats that the reader plays for, as "S" or "NS"
 * @property {string[]} seats the same, one by one
 * @property {string} side the name of their side
 * @property {?string} dummy the seat whose hand everybody sees once a card is led
 */

/**
 * The places that a reader can take: each seat, and each side of several. Declarer and dummy are one.
 * @param {Answer} answer
 * @returns {Chair[]}
 */
export function chairsOf(answer) {
  const dummy = answer.dummy ?? null;
  const sides = Object.keys(answer.won);
  const sideOf = (/** @type {string} */ seat) => /** @type {string} */ (sides.find((side) => side.includes(seat)));
  const names = [...Object.keys(answer.hands), ...sides.filter((side) => side.length > 1)];
  return names
    .filter((name) => name.length > 1 || !dummy || !sideOf(name).includes(dummy))
    .map((name) => ({ name, seats: [...name], side: sideOf(name[0]), dummy }));
}

/** The place of the player whose turn it is, in the order of `chairsOf`. @param {Answer} answer @returns {Chair} */
export function firstChair(answer) {
  const chairs = chairsOf(answer);
  return chairs.find(({ seats }) => answer.to_play !== null && seats.includes(answer.to_play)) ?? chairs[0];
}

/**
 * What lies face down for the reader: seats, and "stock".
 * @param {Chair} chair
 * @param {Answer} answer
 * @param {boolean} seesDummy
 * @returns {string[]}
 */
export function hiddenFrom(chair, answer, seesDummy) {
  const seats = Object.keys(answer.hands);
  const hidden = seats.filter((seat) => !chair.seats.includes(seat) && !(seesDummy && seat === chair.dummy));
  return answer.stock ? [...hidden, "stock"] : hidden;
}

/**
 * True once dummy lies open: a card was led, or the deal is an ending, whose first lead is past.
 * @param {Answer} first the answer before the first card of the board
 * @param {number} nPlayed cards played by now, those before the board begins included
 */
export function isDummySeen(first, nPlayed) {
  return nPlayed > 0 || isLed(first);
}

/** True if it is the reader's turn. @param {Chair} chair @param {?Answer} answer */
export function isOwnTurn(chair, answer) {
  return answer !== null && answer.to_play !== null && chair.seats.includes(answer.to_play);
}

/** True if there is one card to play. @param {Answer} answer */
export function isForced(answer) {
  return answer.cards.length === 1;
}

/**
 * The card of best play: that of the line, or the lowest of its equals; null when the deal is over.
 *
 * Where a limit came first, it is the card that the solver thinks best.
 * @param {Answer} answer
 * @returns {?string}
 */
export function replyTo(answer) {
  if (answer.to_play === null || !answer.cards.length) return null;
  const cards = new Map(answer.cards.map((one) => [one.card, one]));
  const first = answer.cards.find((one) => one.swing === 0) ?? answer.cards[0];
  const best = cards.get(answer.line[0]) ?? first;
  const equal = [best.card, ...best.equals];
  // A hand has the strongest card of a suit first.
  const inHand = answer.hands[answer.to_play].filter((card) => equal.includes(card) && cards.has(card));
  return inHand[inHand.length - 1] ?? best.card;
}

/**
 * Where the reader had the choice of their last card; null if there was none since the start.
 * @param {Chair} chair
 * @param {Node} start
 * @param {Node} node
 * @returns {?Node}
 */
export function lastChoice(chair, start, node) {
  const path = pathBetween(start, node);
  return path.map(parentOf).reverse().find((before) => isChoice(chair, before)) ?? null;
}

/**
 * The last finished trick on the way to a node: its cards as nodes; none before there is one.
 * @param {Node} node
 * @returns {Node[]}
 */
export function lastTrick(node) {
  const isEnd = (/** @type {Node} */ one) => !one.parent || isBetweenTricks(one);
  let last = node;
  while (!isEnd(last)) last = parentOf(last);
  if (!last.parent) return [];
  let before = parentOf(last);
  while (!isEnd(before)) before = parentOf(before);
  return pathBetween(before, last);
}

/** @param {Node} node */
function parentOf(node) {
  return /** @type {Node} */ (node.parent);
}

/** @param {Chair} chair @param {Node} before */
function isChoice(chair, before) {
  const { answer } = before;
  return answer !== null && isOwnTurn(chair, answer) && !isForced(answer);
}

/**
 * @typedef {Object} JudgedCard a card of the reader's that was a choice
 * @property {Node} node
 * @property {?number} cost what it gives away with all cards known; null if not proved
 * @property {string[]} best the cards that would have given nothing away
 */

/**
 * @typedef {Object} Verdict
 * @property {?Object<string, number>} best what each side would have with best play from the start on
 * @property {?Object<string, number>} result what each side has, or would have with best play from here on
 * @property {boolean} isOver
 * @property {?boolean} couldMake true if best play from the start makes the contract; null without one
 * @property {?boolean} isMade the same of the result
 * @property {JudgedCard[]} cards
 * @property {number} nForced the reader's cards that were no choice
 * @property {boolean} isPerfect true if none of them gives anything away
 */

/**
 * Judge the reader's cards with all cards known.
 * @param {Chair} chair
 * @param {Node} start where the try began
 * @param {Node} end where it ended
 * @param {boolean} isDifference of a game of which only the difference is settled
 * @returns {Verdict}
 */
export function verdictOf(chair, start, end, isDifference) {
  const own = pathBetween(start, end).filter((node) => isOwnTurn(chair, parentOf(node).answer));
  const choices = own.filter((node) => isChoice(chair, parentOf(node)));
  const worths = worthsAt(choices);
  const cards = choices.map((node) => ({ node, cost: costOf(valueOf(node), worths, isDifference), best: bestOf(parentOf(node).answer) }));
  const best = start.answer?.value ?? null;
  // What a card is worth is known before the answer to its place.
  const result = end.answer?.value ?? valueOf(end)?.value ?? null;
  return {
    best,
    result,
    isOver: end.answer?.to_play === null,
    couldMake: isMade(start.answer, best),
    isMade: isMade(start.answer, result),
    cards,
    nForced: own.length - cards.length,
    isPerfect: cards.every(({ cost }) => cost === 0),
  };
}

/** What could be played in place of each card. @param {Node[]} nodes */
function worthsAt(nodes) {
  return nodes.flatMap((node) => parentOf(node).answer?.cards ?? []);
}

/** The cards that lose nothing. @param {?Answer} answer */
export function bestOf(answer) {
  return (answer?.cards ?? []).filter((one) => one.swing === 0).map(({ card }) => card);
}

/**
 * True if a result makes the contract; null where no number tells.
 * @param {?Answer} answer any of the deal
 * @param {?Object<string, number>} value
 */
function isMade(answer, value) {
  if (!value || !answer?.taking || answer.needs === undefined) return null;
  return value[answer.taking] >= answer.needs;
}

/**
 * The request that has a line judged by what its players could know.
 * @param {Object<string, any>} position a request, with the cards that were played before the board begins
 * @param {string[]} plays
 */
export function fairRequest(position, plays) {
  const { limit, cards, ...log } = position;
  return { ...log, plays: [...(position.plays ?? []), ...plays], fair: { plays: "all" } };
}

/**
 * @typedef {Object} FairCost what a card gives away on average, by what its player could know
 * @property {number} cost
 * @property {number} error its standard error
 * @property {string} grade
 */

/**
 * The fair verdict on each judged card; null where there is none.
 * @param {Verdict} verdict
 * @param {{plays: Object<string, any>[]}} analysis of the request of `fairRequest`
 * @param {number} nBefore the cards that were played before the board begins
 * @param {boolean} isDifference of a game of which only the difference is settled
 * @returns {(?FairCost)[]}
 */
export function fairCosts(verdict, analysis, nBefore, isDifference) {
  const inLoss = !isDifference && isZeroSum(worthsAt(verdict.cards.map(({ node }) => node)));
  return verdict.cards.map(({ node }) => {
    const { fair } = analysis.plays[nBefore + node.depth - 1] ?? {};
    if (!fair) return null;
    const [cost, error] = inLoss ? [fair.loss, fair.loss_error] : [fair.swing, fair.swing_error];
    return { cost, error, grade: fair.grade };
  });
}
