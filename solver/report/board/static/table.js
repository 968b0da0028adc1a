// The table: hands around the trick, and the cards of the player whose turn it is, each with its value.

import { h } from "./dom.js";
import { joinEquals } from "./state.js";
import { signed } from "./words.js";

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").CardValue} CardValue */
/** @typedef {import("./words.js").Words} Words */

/** A card on one line, red where it is red. @param {Words} words @param {string} card */
export function cardText(words, card) {
  return h("span" + (words.suit(card).red ? ".red" : ""), {}, words.short(card));
}

/**
 * The hands and the trick in the middle.
 * @param {Words} words
 * @param {Answer} table
 * @param {Object<string, string>} players names by seat
 * @param {string[]} hidden the seats whose hands lie face down; "stock" for all of a stock but its top card
 */
export function drawTable(words, table, players, hidden = []) {
  const seats = Object.keys(table.hands);
  const felt = h("div.felt" + (seats.length === 2 ? ".two" : ""), {});
  for (const seat of seats) felt.append(drawHand(words, table, seat, players[seat], hidden.includes(seat)));
  const trick = h("ol.middle", { "aria-label": words.say("middle") });
  table.trick.forEach((card, n) => {
    const seat = table.seats[n];
    trick.append(h(`li.${seat}`, {}, h("span.unseen", {}, `${words.seat(seat)} `), cardText(words, card)));
  });
  felt.append(trick);
  if (table.stock?.length) {
    const isHidden = hidden.includes("stock");
    const stock = h("p.stock", {}, h("span.quiet", {}, `${words.say("stock")} `));
    // The next card of a stock lies face up.
    for (const card of isHidden ? table.stock.slice(0, 1) : table.stock) stock.append(cardText(words, card), " ");
    if (isHidden) stock.append(drawBacks(words, table.stock.length - 1));
    felt.append(stock);
  }
  return felt;
}

/** @param {Words} words @param {Answer} table @param {string} seat @param {string | undefined} name @param {boolean} isHidden */
function drawHand(words, table, seat, name, isHidden) {
  const hand = h(`section.hand.${seat}`, { "aria-label": words.seat(seat) });
  hand.classList.toggle("turn", table.to_play === seat);
  hand.append(h("h2", {}, words.seat(seat), name ? h("span.name", {}, ` ${name}`) : null));
  if (isHidden) {
    hand.append(h("p", {}, drawBacks(words, table.hands[seat].length)));
    return hand;
  }
  /** @type {Map<string, string[]>} */
  const suits = new Map();
  for (const card of table.hands[seat]) {
    const { symbol } = words.suit(card);
    suits.set(symbol, [...(suits.get(symbol) ?? []), card]);
  }
  for (const [symbol, cards] of suits) {
    const row = h("p", {}, h("span" + (words.suit(cards[0]).red ? ".red" : ""), {}, symbol));
    row.append(` ${cards.map((card) => words.rank(card).shown).join(" ")}`);
    hand.append(row);
  }
  return hand;
}

/** Cards that lie face down: their number in words, and as many backs. @param {Words} words @param {number} n */
function drawBacks(words, n) {
  const backs = h("span.backs", { "aria-hidden": "true" }, ...Array.from({ length: n }, () => h("span.back")));
  return h("span", {}, h("span.quiet", {}, words.say(n === 1 ? "face_down_one" : "face_down", { n })), backs);
}

/**
 * The cards of the player to play: buttons for those that may be played.
 * @param {Words} words
 * @param {Answer} table
 * @param {{values: boolean, game: ?string, onplay: (card: string) => void}} options
 */
export function drawChoices(words, table, { values, game, onplay }) {
  const list = h("ul.cards");
  if (table.to_play === null) return list;
  const known = new Map(table.cards.map((one) => [one.card, one]));
  for (const run of joinEquals(table.hands[table.to_play], table.cards)) {
    const group = h("li.run" + (run.length > 1 ? ".joined" : ""), run.length > 1 ? { title: words.say("equals") } : {});
    for (const card of run) {
      const value = known.get(card);
      const face = h("span.face" + (words.suit(card).red ? ".red" : ""), {}, words.short(card));
      if (!value) {
        const label = words.say("forbidden", { card: words.card(card) });
        group.append(h("span.card", { role: "img", "aria-label": label }, face));
        continue;
      }
      const { kind, sign, label } = judge(words, table, value);
      const button = h("button.card", {
        type: "button",
        "data-key": `card ${card}`,
        "aria-label": values ? label : words.card(card),
        onclick: () => onplay(card),
      });
      button.append(face, h("span.value", {}, values ? sign : ""));
      if (values && kind) button.classList.add(kind);
      button.classList.toggle("game", card === game);
      group.append(button);
    }
    list.append(group);
  }
  return list;
}

/**
 * How a card's value is shown: its class, the number with its sign, and all of it in words.
 * @param {Words} words
 * @param {Answer} table
 * @param {CardValue} one
 */
export function judge(words, table, one) {
  const card = words.card(one.card);
  const seat = /** @type {string} */ (table.to_play);
  if (!one.value || one.swing === undefined) return { kind: "", sign: "", label: words.say("choice", { card }) };
  const side = /** @type {string} */ (Object.keys(one.value).find((name) => name.includes(seat)));
  const own = signed(one.value[side]);
  const result = words.pair(one.value);
  const fails = table.taking !== undefined && table.needs !== undefined && one.value[table.taking] < table.needs;
  // A failing contract is bad news for its own side alone.
  if (one.swing === 0) {
    const sign = `${own} ${fails && table.taking === side ? "✓✗" : "✓"}`;
    return { kind: "best", sign, label: words.say("choice_best", { card, result }) };
  }
  // Where each point that one side loses is the other's, the loss says all.
  const n = one.loss !== undefined && one.swing === 2 * one.loss ? one.loss : one.swing;
  if (fails && table.taking === side) {
    return { kind: "fails", sign: `${own} ✗`, label: words.say("choice_fails", { card, result }) };
  }
  return { kind: "less", sign: `${own} −${n}`, label: words.say("choice_costs", { card, result, n }) };
}
