// The numbers of a deal, made in the page from the tables of its game (solver/report/board/tables.py): the same as those
// of `deal_numbers`, but for what a contract of fewer cards needs and scores, which no table tells.

import { gameOf } from "./deal.js";
import { Letters } from "./letters.js";
import { Refusal } from "./refusal.js";
import { readRequest } from "./wrongs.js";

/** @typedef {import("./core_solve.js").DealNumbers} DealNumbers */

/**
 * @typedef {Object} Tables of a game
 * @property {Object<string, any>} trumps numbers that all deals under a trump have
 * @property {Object<string, Object<string, ?string>>} leaders by dealer, then by taker
 * @property {Object<string, string>} dealers by leader
 * @property {Object<string, Object<string, string>>} dummies by taker, then by leader
 * @property {number} bonus
 * @property {boolean} varies
 * @property {boolean} belote
 * @property {string} auction the word of the rules for what is said before the play
 * @property {Contracts} contracts what they need of whole deals, and score
 * @property {?Object<string, [number, number]>} honours places of fields in the rules
 */

/**
 * @typedef {Object} Contracts
 * @property {Object<string, Object<string, number>>} of what the parts of a contract may be, numbered
 * @property {number[]} at by these numbers, the place in what is told
 * @property {Pick<DealNumbers, "needs" | "scores">[]} told
 */

/** A deal that this page cannot know: the name of a sentence, and what stands in it. */
class DealError extends Error {
  /** @param {string} says @param {Object<string, string | number>} [values] */
  constructor(says, values = {}) {
    super(says);
    this.says = says;
    this.values = values;
  }
}

/** A deal that is none, with all that is wrong. */
class FaultyDeal extends Error {
  /** @param {import("./wrongs.js").Wrong[]} faults */
  constructor(faults) {
    super(faults.map(({ detail }) => detail).join(" · "));
    this.faults = faults;
  }
}

/** The only option that changes nothing but how many cards a hand has. */
const SHORT = "short_deals";

/**
 * The name of a request's game.
 * @param {Object<string, any>} request
 * @param {{games: Object<string, any>}} data of the page
 * @throws {DealError} the page does not know it, or not its rules
 */
export function nameOf({ variant, rules = {} }, { games }) {
  const game = typeof variant === "string" ? gameOf(variant, games) : null;
  if (typeof variant === "object" && variant) throw new DealError("offline_rules");
  if (!game) throw new DealError("offline_unknown", { game: String(variant), games: Object.keys(games).join(", ") });
  const own = Object.entries(rules ?? {}).filter(([name, value]) => value !== game.rules[name] && !(name === SHORT && typeof value === "boolean"));
  if (own.length) throw new DealError("offline_rules");
  return /** @type {string} */ (Object.keys(games).find((name) => games[name] === game));
}

/**
 * @param {Object<string, any>} request a position; its plays do not matter
 * @param {Tables} tables of its game
 * @param {{games: Object<string, any>, words: Object<string, any>, spelled: import("./spelling.js").Spelled}} data of the page
 * @returns {DealNumbers}
 * @throws {DealError} the page does not know it
 * @throws {FaultyDeal} it is no deal of the game
 */
export function encode(request, tables, data) {
  // Step 1. The deal.
  const game = data.games[nameOf(request, data)];
  const { read, faults } = readRequest(request, game, tables, data);
  if (!read) throw new FaultyDeal(faults);
  const { hands, stock, contract, dealer, leader, vulnerable } = read;
  const { trump, taker, bid, multiplier, turned_jacks, refused } = contract;
  const dealt = [...Object.values(hands).flat(), ...stock];
  const isWhole = Object.values(hands).every((hand) => hand.length === game.each) && stock.length === game.stock;
  // Which cards are drawn from a part of the stock is in no table.
  if (!isWhole && game.stock) throw new DealError("offline_rules");

  // Step 2. What all deals under its trump have.
  const letters = new Letters(data.words, request.notation ?? "en");
  const start = tables.trumps[trump];

  // Step 3. What the cards are worth in this deal.
  const codes = (/** @type {string[]} */ cards) => cards.map((card) => start.codes[card]);
  const worth = [...start.worth];
  let { deal } = start;
  if (tables.honours) {
    worth.fill(0);
    for (const code of honoursOf(trump, dealt, start.codes)) worth[code] += 1;
    const side = start.sides[start.seats.indexOf(dealer)];
    deal = { ...deal, rules: withHonours(deal.rules, tables.honours, worth, Object.values(start.codes), 1 - side) };
  }
  const nTricks = Math.floor(dealt.length / start.seats.length);
  const sum = codes(dealt).reduce((all, code) => all + worth[code], nTricks * start.trick + tables.bonus);
  const taking = taker ? start.sides[start.seats.indexOf(taker)] : null;
  const belote = tables.belote ? start.seats.find((/** @type {string} */ seat) => [`${trump}K`, `${trump}Q`].every((card) => hands[seat].includes(card))) : null;
  const facts = {
    trump,
    taking,
    bid,
    belote: belote ? start.sides[start.seats.indexOf(belote)] : "",
    multiplier,
    vulnerable: Number(taking !== null && ["both", start.names[taking]].includes(vulnerable)),
    total: tables.varies ? "" : sum,
    turned_jacks,
    refused: Number(refused),
    dealing: dealer ? start.sides[start.seats.indexOf(dealer)] : null,
  };
  const { unit, ...rest } = start;
  return {
    ...rest,
    deal,
    codes: Object.fromEntries(Object.entries(start.codes).map(([card, code]) => [letters.writeCard(card), code])),
    position: {
      hands: start.seats.map((/** @type {string} */ seat) => codes(hands[seat]).sort((one, other) => one - other)),
      stock: codes(stock),
      drawn: 0,
      leader: start.seats.indexOf(leader),
      table: [],
      won: 0,
      game: 0,
      unit,
    },
    won: [0, 0],
    total: tables.varies ? null : sum,
    worth,
    prize: null,
    dummy: tables.dummies[taker ?? ""]?.[leader] ?? null,
    taking: taking === null ? null : start.names[taking],
    // What fewer cards need and score is in no table.
    ...((isWhole && toldOf(tables.contracts, facts)) || { needs: null, scores: [] }),
  };
}

/**
 * The numbers of a deal, with the tables that lie beside the page.
 * @param {Object<string, any>} request
 * @param {any} data of the page; ``tables`` is where the tables of games lie
 * @param {import("./words.js").Words} words
 * @returns {Promise<DealNumbers>}
 * @throws {Refusal} in a sentence for the reader
 */
export async function encodeDeal(request, data, words) {
  try {
    const response = await fetch(`${data.tables}${nameOf(request, data)}.json`);
    return encode(request, await response.json(), data);
  } catch (error) {
    if (error instanceof DealError) throw new Refusal(words.say(error.says, error.values));
    if (error instanceof FaultyDeal) throw new Refusal([...new Set(error.faults.map(({ detail }) => detail))].join(" · "));
    throw error;
  }
}

/**
 * What a contract needs of a whole deal, and the score of each result; nothing where it lacks a part.
 * @param {Contracts} contracts
 * @param {Object<string, any>} facts the parts of the contract
 */
function toldOf({ of, at, told }, facts) {
  let place = 0;
  for (const [part, numbers] of Object.entries(of)) {
    const digit = numbers[facts[part]];
    if (digit === undefined) return null;
    place = place * Object.keys(numbers).length + digit;
  }
  return told[at[place]];
}

/**
 * High, low and jack: each counts a point for the card that decides it.
 * @param {string} trump @param {string[]} dealt @param {Object<string, number>} codes
 */
function honoursOf(trump, dealt, codes) {
  const trumps = dealt.filter((card) => card[0] === trump).map((card) => codes[card]);
  if (!trumps.length) return [];
  const jack = codes[`${trump}J`];
  return [Math.max(...trumps), Math.min(...trumps), ...(trumps.includes(jack) ? [jack] : [])];
}

/**
 * The rules of a game for four points with the worth of the cards of one deal.
 * @param {string} rules in base64
 * @param {Object<string, [number, number]>} layout
 * @param {number[]} worth by code
 * @param {number[]} deck the codes of all cards
 * @param {number} tie the side that gets the point for game when it is a tie
 */
function withHonours(rules, layout, worth, deck, tie) {
  const bytes = Uint8Array.from(atob(rules), (letter) => letter.charCodeAt(0));
  const put = (/** @type {string} */ name, /** @type {bigint} */ number, n = 0) => {
    const [place, width] = layout[name];
    for (let byte = 0; byte < width; byte += 1) {
      bytes[place + n * width + byte] = Number((number >> BigInt(8 * byte)) & 255n);
    }
  };
  worth.forEach((points, code) => put("value", BigInt(points), code));
  put("worthless", deck.reduce((set, code) => (worth[code] ? set : set | (1n << BigInt(code))), 0n));
  const counting = worth.filter(Boolean);
  put("least_worth", BigInt(counting.length ? Math.min(...counting) : 0));
  put("game_tie", BigInt(tie));
  return btoa(String.fromCharCode(...bytes));
}
