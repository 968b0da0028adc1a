// A deal as players write it, to be read in a forum or a letter: no columns, so that every font will do.

import { refusalOf } from "./refusal.js";
import { isBetweenTricks, isMistake } from "./state.js";

/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./words.js").Words} Words */

/**
 * Write a deal with its contract, hands, and the line that is looked at.
 * @param {Words} words
 * @param {Object<string, any>} position a request
 * @param {Node[]} line the root first
 * @param {{players?: Object<string, string>, values?: boolean, hidden?: string[]}} [options] names by seat; whether values
 *   are told; the seats, and "stock", that lie face down
 * @returns {string}
 */
export function dealText(words, position, line, { players = {}, values = true, hidden = [] } = {}) {
  const start = line[0].told;
  const head = [words.game(position).title, words.contract(position)];
  if (position.dealer) head.push(words.say("share_deals", { seat: words.seat(position.dealer) }));
  const { vulnerable } = position;
  if (vulnerable === "both") head.push(words.say("share_all_vulnerable"));
  else if (["NS", "EW"].includes(vulnerable)) head.push(words.say("share_vulnerable", { side: words.side(vulnerable) }));
  if (position.leader) head.push(words.say("share_leads", { seat: words.seat(position.leader) }));
  const text = [head.filter(Boolean).join(" · ")];
  if (start) {
    for (const [seat, hand] of Object.entries(start.hands)) {
      if (hidden.includes(seat)) continue;
      const name = players[seat] ? ` (${players[seat]})` : "";
      text.push(labelled(words, words.seat(seat) + name, handText(words, hand)));
    }
    if (start.stock?.length && !hidden.includes("stock")) text.push(labelled(words, words.say("stock"), cardsText(words, start.stock)));
  }
  if (position.plays?.length) text.push(labelled(words, words.say("share_before"), cardsText(words, position.plays)));
  tricksOf(line).forEach((trick, n) => text.push(`${n + 1}. ${trick.map((node) => playText(words, node, values)).join(", ")}`));
  const last = line[line.length - 1].answer;
  if (last?.value && (values || last.to_play === null)) {
    text.push(words.say(last.to_play === null ? "has_won" : "will_have", { result: words.pair(last.value, true) }));
  }
  return text.join("\n");
}

/** @param {Words} words @param {string} name @param {string} text */
function labelled(words, name, text) {
  return words.say("share_row", { name, text });
}

/** A hand suit by suit. @param {Words} words @param {string[]} hand */
function handText(words, hand) {
  /** @type {Map<string, string[]>} */
  const suits = new Map();
  for (const card of hand) {
    const { symbol } = words.suit(card);
    suits.set(symbol, [...(suits.get(symbol) ?? []), words.rank(card).shown]);
  }
  return [...suits].map(([symbol, ranks]) => `${symbol} ${ranks.join(" ")}`).join("  ") || "–";
}

/** @param {Words} words @param {string[]} cards */
function cardsText(words, cards) {
  return cards.map((card) => words.short(card)).join(" ");
}

/** @param {Words} words @param {Node} node @param {boolean} values */
function playText(words, node, values) {
  const seat = node.seat ? `${words.side(node.seat)} ` : "";
  const sign = values ? (node.remark?.sign ?? (isMistake(node) ? "?" : "")) : "";
  return seat + words.short(/** @type {string} */ (node.card)) + sign;
}

/** The cards of a line, trick by trick. @param {Node[]} line the root first @returns {Node[][]} */
export function tricksOf(line) {
  /** @type {Node[][]} */
  const tricks = [];
  line.slice(1).forEach((node, n) => {
    if (!n || isBetweenTricks(line[n])) tricks.push([node]);
    else tricks[tricks.length - 1].push(node);
  });
  return tricks;
}

const FORMATS = { pbn: "application/x-pbn", lin: "text/x-lin" };

/**
 * The deal and its line in a format of bridge, of the service; rejects with a Refusal where it is none.
 * @param {keyof typeof FORMATS} format
 * @param {string} convert the address that writes them
 * @param {import("./board.js").Board} board
 * @returns {Promise<string>}
 */
export async function writtenAs(format, convert, { shown, tree, words }) {
  const { position, players } = shown;
  const plays = [...(position.plays ?? []), ...tree.line.slice(1).map(({ card }) => card)];
  const body = JSON.stringify({ ...position, ...(Object.keys(players).length ? { players } : {}), plays });
  const headers = { "Content-Type": "application/json", Accept: FORMATS[format], "Accept-Language": words.table.language };
  const response = await fetch(convert, { method: "POST", headers, body });
  // A page to log in, as something before the service may send it, is no deal.
  if (response.ok && response.headers.get("Content-Type")?.startsWith(FORMATS[format])) return response.text();
  throw refusalOf(await response.json());
}
