// The table: hands around the trick. What can be done with the cards stands in choices.js.

import { h, heardAs } from "./dom.js";
import { trickEndedAt } from "./state.js";

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./words.js").Words} Words */

/**
 * @typedef {Object} Seen how a table is looked at; each part may be missing
 * @property {Object<string, string>} [players] names by seat
 * @property {string[]} [hidden] the seats whose hands lie face down; "stock" for all of a stock but its top card
 * @property {boolean} [flipped] turned by two seats, so that north sits below
 * @property {Object<string, string[]>} [marks] what is said beside a seat's name, as who took
 * @property {?Node} [node] where the table is in the tree, to show the trick that has ended there
 */

const PLACES = ["N", "E", "S", "W"];

/** A card on one line, in the colour of its suit. @param {Words} words @param {string} card */
export function cardText(words, card) {
  return h(`span.suit-${words.suitOf(card)}`, {}, words.short(card));
}

/** A card as it lies on the table: rank over suit. @param {Words} words @param {string} card */
export function cardFace(words, card) {
  const { symbol } = words.suit(card);
  return h(`span.face.suit-${words.suitOf(card)}`, {}, h("span.rank", {}, words.rank(card).shown), h("span", {}, symbol));
}

/**
 * The hands and the trick in the middle.
 * @param {Words} words
 * @param {Answer} table
 * @param {Seen} [seen]
 */
export function drawTable(words, table, { players = {}, hidden = [], flipped = false, marks = {}, node = null } = {}) {
  const seats = Object.keys(table.hands);
  const felt = h("div.felt" + (seats.length === 2 ? ".two" : ""), {});
  const at = (/** @type {string} */ seat) => `at-${PLACES[(PLACES.indexOf(seat) + (flipped ? 2 : 0)) % 4]}`;
  for (const seat of seats) {
    const hand = drawHand(words, table, seat, players[seat], marks[seat] ?? [], hidden.includes(seat));
    hand.classList.add(at(seat));
    felt.append(hand);
  }
  felt.append(drawTrick(words, table, at, node));
  if (table.stock?.length) {
    const isHidden = hidden.includes("stock");
    const stock = h("p.stock", {}, h("span.quiet", {}, `${words.say("stock")} `));
    // The next card of a stock lies face up.
    const open = isHidden ? table.stock.slice(0, 1) : table.stock;
    stock.append(...heardAs("", open.map((card) => words.card(card)).join(", "), open.flatMap((card) => [cardText(words, card), " "])));
    if (isHidden) stock.append(drawBacks(words, table.stock.length - 1));
    felt.append(stock);
  }
  return felt;
}

/**
 * The cards of the trick, or those of the trick that has just ended, with who won it.
 * @param {Words} words
 * @param {Answer} table
 * @param {(seat: string) => string} at
 * @param {?Node} node
 */
function drawTrick(words, table, at, node) {
  const ended = table.trick.length === 0 && node ? trickEndedAt(node) : null;
  const cards = ended?.cards ?? table.trick;
  const seats = ended?.seats ?? table.seats;
  const trick = h("ol.middle" + (ended ? ".ended" : ""), { "aria-label": words.say(ended ? "trick_ended" : "middle") });
  cards.forEach((card, n) => {
    const one = h("li", {}, h("span.unseen", {}, `${words.seat(seats[n])} ${words.card(card)}`));
    one.classList.add(seats[n], at(seats[n]));
    one.classList.toggle("winner", seats[n] === ended?.winner);
    const face = cardFace(words, card);
    face.setAttribute("aria-hidden", "true");
    one.append(face);
    trick.append(one);
  });
  return trick;
}

/**
 * @param {Words} words
 * @param {Answer} table
 * @param {string} seat
 * @param {string | undefined} name
 * @param {string[]} marks
 * @param {boolean} isHidden
 */
function drawHand(words, table, seat, name, marks, isHidden) {
  const hand = h(`section.hand.${seat}`, { "aria-label": words.seat(seat) });
  hand.classList.toggle("turn", table.to_play === seat);
  const title = h("h2", {}, words.seat(seat), name ? h("span.name", {}, ` ${name}`) : null);
  for (const mark of marks) title.append(" ", h("span.mark", {}, mark));
  hand.append(title);
  if (isHidden) hand.append(h("p.down", {}, drawBacks(words, table.hands[seat].length)));
  else hand.append(...words.suits.map((suit) => drawSuit(words, suit, table.hands[seat])));
  return hand;
}

/** The cards of a suit in a hand, as text for the eye and in words. @param {Words} words @param {string} suit @param {string[]} hand */
function drawSuit(words, suit, hand) {
  const cards = hand.filter((card) => words.suitOf(card) === suit);
  const { symbol, name } = words.table.suits[suit];
  const shown = cards.map((card) => words.rank(card).shown).join(" ") || "–";
  const row = h("p" + (cards.length ? "" : ".void"), {});
  row.append(h(`span.suit-${suit}`, { "aria-hidden": "true" }, symbol), h("span", { "aria-hidden": "true" }, ` ${shown}`));
  if (cards.length) row.append(h("span.unseen", {}, words.say("labelled", { label: name, said: cards.map((card) => words.rank(card).name).join(", ") })));
  return row;
}

/** Cards that lie face down: their number in words, and as many backs. @param {Words} words @param {number} n */
function drawBacks(words, n) {
  const backs = h("span.backs", { "aria-hidden": "true" }, ...Array.from({ length: n }, () => h("span.back")));
  return h("span", {}, h("span.quiet", {}, words.say(n === 1 ? "face_down_one" : "face_down", { n })), backs);
}

/**
 * What stands beside the names: who took the contract, and who leads, or has led, the first trick.
 * @param {Words} words
 * @param {Answer} table
 * @param {Object<string, any>} position the request
 * @param {number} n how many cards are played after those of the request
 */
export function marksFor(words, table, position, n) {
  /** @type {Object<string, string[]>} */
  const marks = {};
  const add = (/** @type {string} */ seat, /** @type {string} */ name) => {
    marks[seat] = [...(marks[seat] ?? []), words.say(name)];
  };
  const { taker } = position.contract ?? {};
  const { has_dummy } = words.game(position);
  if (taker) add(taker, has_dummy ? "declarer" : "taker");
  const dummy = words.dummy(position);
  if (dummy) add(dummy, "dummy");
  // Later tricks are led by who won the one before: the word for it, in French, is that of the first card alone.
  const isFirst = (position.plays ?? []).length + n === table.trick.length;
  if (isFirst && (table.to_play !== null || table.trick.length)) add(table.leader, "leads");
  return marks;
}
