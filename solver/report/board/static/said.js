// What is said of a moment: sentences for readers who cannot see it, results of both sides, and cards in sentences.

import { h, heardAs } from "./dom.js";
import { dutyOf } from "./duties.js";
import { isBetweenTricks, tableAt } from "./state.js";
import { cardText } from "./table.js";
import { signed } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./state.js").Tree} Tree */
/** @typedef {import("./words.js").Words} Words */

/** How long a text that is to be completed is not read out, in milliseconds. */
const PART_MS = 300;
/** What waits to be read out, by where it stands. @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const waiting = new WeakMap();

/**
 * Tell a text in a live region. A part is shown at once, but read out only if the whole does not follow soon: what they share
 * would be heard twice.
 * @param {Element} region @param {string} text
 * @param {{isPart?: boolean, isDue?: boolean, isAgain?: boolean}} [how] not ``isDue`` if more is sure to follow: what is told
 *   then has this in it; ``isAgain`` if it answers what was pressed: it is read out although it stands there
 */
export function tell(region, text, { isPart = false, isDue = true, isAgain = false } = {}) {
  clearTimeout(waiting.get(region));
  // Written again, what was read out would be read out again.
  const isTold = region.ariaBusy === "false" && region.textContent === text;
  region.ariaBusy = String(isPart || !isDue);
  if (isAgain || !isTold) region.textContent = text;
  if (isPart) waiting.set(region, setTimeout(() => tell(region, text), PART_MS));
}

/** Tell what has come to what stands in a live region, and was heard there or elsewhere. @param {Element} region @param {string} text all of it */
export function tellMore(region, text) {
  const before = region.textContent ?? "";
  const more = text.startsWith(before) ? text.slice(before.length).trim() : text;
  if (more) tell(region, more);
}

/** What has happened at the current card, sentence by sentence. @param {Board} board @returns {string[]} */
export function sentencesFor({ words, tree, mode, seesValues, fault }) {
  const node = tree.current;
  const since = mode.since();
  const isHeard = since === node;
  const said = isHeard ? [] : nodesSince(node, since).flatMap((one) => sentencesOf(words, one));
  const value = tableAt(node)?.value;
  const isOver = node.answer?.to_play === null;
  if (value && !isHeard && !mode.answers() && (seesValues || isOver)) {
    said.push(words.say(isOver ? "has_won" : "will_have", { result: words.pair(value) }));
  }
  if (mode.values() && node.answer?.cards.some((one) => one.swing === undefined)) said.push(words.say("in_part"));
  if (!node.answer && !fault) said.push(words.say("solving"));
  if (fault) said.push(fault);
  return said;
}

/** The card that led to a node, and the trick that ended with it. @param {Words} words @param {Node} node */
function sentencesOf(words, node) {
  const said = [];
  if (node.card && node.seat) {
    said.push(words.say("plays", { seat: words.seat(node.seat), card: words.card(node.card) }));
  }
  if (node.told?.won_by && node.card && isBetweenTricks(node)) {
    said.push(words.say("wins_trick", { seat: words.seat(node.told.won_by) }));
  }
  return said;
}

/** A node and those before it, back to another place; the node alone if it does not lie behind that. @param {Node} node @param {?Node} place @returns {Node[]} */
function nodesSince(node, place) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {?Node} */
  let one = node;
  for (; one && one !== place; one = one.parent) nodes.unshift(one);
  return one && nodes.length ? nodes : [node];
}

/** The seat, the card that led to a node, and its sign where that is told. @param {Words} words @param {Node} node @param {boolean} isTold */
export function named(words, node, isTold) {
  const sign = isTold && node.remark?.sign ? ` ${node.remark.sign}` : "";
  const card = /** @type {string} */ (node.card);
  return [node.seat ? `${words.seat(node.seat)} ` : "", ...heardAs("", words.card(card) + words.heard(sign), [cardText(words, card), sign])];
}

/**
 * True if the score tells more than the result: here, or as soon as a contract that needs something has failed.
 * @param {Tree} tree
 */
export function isScoreApart(tree) {
  const differs = (/** @type {import("./state.js").CardValue | Answer} */ { value, score }) =>
    value && score && Object.keys(score).some((side) => score[side] !== value[side]);
  const table = tableAt(tree.current);
  if (table?.needs !== undefined && (table.score || !table.value)) return true;
  return tree.line.some(({ answer }) => answer && [answer, ...answer.cards].some(differs));
}

/**
 * What each side has, and will have: a table of one row each.
 * @param {Board} board
 * @param {Answer} table
 */
export function drawNumbers({ words, tree, mode, seesValues, hasScore }, table) {
  const isOver = table.to_play === null && tree.current.answer !== null;
  const isSeen = seesValues || isOver;
  const sides = Object.keys(table.won);
  const row = (/** @type {string} */ name, /** @type {Object<string, number> | undefined} */ pair) =>
    h("tr", {}, h("th", { scope: "row" }, words.say(name)), ...sides.map((side) => h("td", {}, pair ? signed(pair[side]) : "…")));
  const heads = sides.map((side) => words.side(side)).map((head) => h("th", { scope: "col" }, ...heardAs(head, words.heard(head))));
  const rows = [h("tr", {}, h("td"), ...heads)];
  rows.push(row("now", table.won));
  // The rows stand from the first: what comes later must not move the page.
  if (isSeen) rows.push(row(isOver ? "ended" : "end", table.value));
  if (isSeen && hasScore) rows.push(row("score", table.score));
  if (!mode.goal && table.taking && table.needs !== undefined) {
    const label = words.say("needs", { side: words.sideName(table.taking), n: table.needs });
    const short = isSeen && table.value && !words.isDifference ? table.needs - table.value[table.taking] : null;
    // Not that it fails: short of half the points by one, the deal may be held over.
    const said = short !== null && words.say(short > 0 ? "needs_short" : "needs_met", { n: short });
    const text = said ? words.say("labelled", { label, said }) : label;
    rows.push(h("tr", {}, h("td.needs", { colspan: sides.length + 1 }, text)));
  }
  return h("tbody", {}, ...rows);
}

/** Why a card of the player to play is refused. @param {Words} words @param {Object<string, any>} position @param {Answer} table @param {string} card */
export function whyRefused(words, position, table, card) {
  const seat = /** @type {string} */ (table.to_play);
  const legal = table.cards.map((one) => one.card);
  const moment = { hand: table.hands[seat], legal, trick: table.trick, trump: words.trump(position) };
  const duty = dutyOf(card, moment, (one) => words.suitOf(one));
  if (!duty) return "";
  const cards = duty.cards.map((one) => words.card(one)).join(", ");
  return words.say(`duty_${duty.name}`, { seat: words.seat(seat), suit: words.table.suits[duty.led].name, cards });
}
