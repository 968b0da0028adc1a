// A deal that is being made or changed, without a page: cards move between the pack, the hands and the stock.
//
// A sketch may be wrong at any moment: hands too long, cards twice, a text that is no hand. Nothing of it is lost by that.

import { faultsOf, namedIn } from "./refusal.js";
import { titleOf } from "./words.js";

/**
 * @typedef {Object} Game what a deal of a game needs
 * @property {string} title
 * @property {string[]} aliases
 * @property {string[]} players
 * @property {string} turn
 * @property {string} suits
 * @property {string} ranks in natural order, the highest first
 * @property {number} each the cards of a hand
 * @property {number} stock
 * @property {string[]} trumps
 * @property {string} lead who leads to the first trick
 * @property {string[]} contract the fields of a contract
 * @property {[number, string][]} bids
 * @property {number[]} multipliers
 * @property {boolean} vulnerable
 * @property {Object<string, any>} rules the value of each option
 */

/**
 * @typedef {Object} Sketch
 * @property {Object<string, string[]>} hands as dealt, by seat
 * @property {string[]} stock as dealt, its top card first
 * @property {Object<string, string>} typed the texts that are no hand, as they were typed, by seat
 * @property {Object<string, any>} contract
 * @property {Object<string, any>} rules options that differ from those of the game
 * @property {Object<string, any>} rest all other fields of the request
 */

/** @typedef {{place: string, says: string, values: Object<string, string | number>}} Fault */

export const STOCK = "stock";
export const PACK = "";
const CLOCKWISE = ["N", "E", "S", "W"];
const SUITS = "SHDC";
const RANKS = "AKQJT98765432";
const NO_CARDS = ["", "-"];

/**
 * The facts of a game by its name; of a custom one, whose rules are given, as far as they tell them.
 * @param {any} variant a name, or a whole object of rules
 * @param {Object<string, Game>} games
 * @param {string[]} [parts] the fields that its contract has
 * @returns {?Game} null for a name that is not known
 */
export function gameOf(variant, games, parts = []) {
  if (typeof variant === "string") {
    return (Object.hasOwn(games, variant) && games[variant]) || Object.values(games).find(({ aliases }) => aliases.includes(variant)) || null;
  }
  const { deck = {}, score, ...own } = variant ?? {};
  const base = typeof own.extends === "string" ? gameOf(own.extends, games) : null;
  const { sides = base ? base.players : ["NS", "EW"] } = own;
  const seated = sides.join("");
  return {
    title: titleOf(own),
    aliases: [],
    players: CLOCKWISE.filter((seat) => seated.includes(seat)),
    turn: own.turn ?? base?.turn ?? "clockwise",
    suits: deck.suits ?? base?.suits ?? SUITS,
    ranks: deck.ranks ?? base?.ranks ?? RANKS,
    each: deck.cards_each ?? base?.each ?? 0,
    stock: deck.stock ?? base?.stock ?? 0,
    trumps: own.trumps ?? base?.trumps ?? [...SUITS],
    lead: own.first_lead ?? base?.lead ?? "dealer_next",
    contract: [...new Set(["trump", ...(base?.contract ?? []), ...parts])],
    bids: score?.bids?.map((/** @type {number} */ bid) => [bid, String(bid)]) ?? base?.bids ?? [],
    multipliers: score?.multipliers ?? base?.multipliers ?? [1],
    vulnerable: score?.scoring ? score.scoring === "duplicate" : (base?.vulnerable ?? false),
    rules: { short_deals: deck.short_deals ?? base?.rules.short_deals ?? false },
  };
}

/** All cards of a game, suit by suit from the highest. @param {Game} game */
export function deckOf(game) {
  return [...SUITS].filter((suit) => game.suits.includes(suit))
    .flatMap((suit) => [...game.ranks].map((rank) => suit + rank));
}

/** @param {string[]} cards */
function sorted(cards) {
  const worth = (/** @type {string} */ card) => SUITS.indexOf(card[0]) * RANKS.length + RANKS.indexOf(card[1]);
  return [...cards].sort((one, other) => worth(one) - worth(other));
}

/** A sketch without cards. @param {Game} game @returns {Sketch} */
export function emptySketch(game) {
  const hands = Object.fromEntries(game.players.map((seat) => [seat, []]));
  return { hands, stock: [], typed: {}, contract: {}, rules: {}, rest: {} };
}

/** The cards that lie in no hand and not in the stock. @param {Game} game @param {Sketch} sketch */
export function packOf(game, sketch) {
  const dealt = new Set([...Object.values(sketch.hands).flat(), ...sketch.stock]);
  return deckOf(game).filter((card) => !dealt.has(card));
}

/** Where a card lies: a seat, STOCK or PACK. @param {Sketch} sketch @param {string} card @returns {string} */
export function holderOf(sketch, card) {
  if (sketch.stock.includes(card)) return STOCK;
  return Object.keys(sketch.hands).find((seat) => sketch.hands[seat].includes(card)) ?? PACK;
}

/**
 * Give cards to a seat, to the end of the stock, or back to the pack.
 * @param {Sketch} sketch @param {string[]} cards @param {string} to @returns {Sketch}
 */
export function give(sketch, cards, to) {
  const moved = new Set(cards);
  const without = (/** @type {string[]} */ held) => held.filter((card) => !moved.has(card));
  const hands = Object.fromEntries(Object.entries(sketch.hands).map(([seat, held]) => [seat, without(held)]));
  const typed = { ...sketch.typed };
  const stock = without(sketch.stock);
  if (to in hands) {
    hands[to] = sorted([...hands[to], ...moved]);
    delete typed[to];
  } else if (to === STOCK) stock.push(...moved);
  return { ...sketch, hands, stock, typed };
}

/**
 * Let two cards change places; a card of the stock keeps its place in the order.
 * @param {Sketch} sketch @param {string} one @param {string} other @returns {Sketch}
 */
export function swap(sketch, one, other) {
  const moved = (/** @type {string[]} */ held) =>
    held.map((card) => (card === one ? other : card === other ? one : card));
  const hands = Object.fromEntries(Object.entries(sketch.hands).map(([seat, held]) => [seat, sorted(moved(held))]));
  return { ...sketch, hands, stock: moved(sketch.stock) };
}

/** Take all cards back to the pack. @param {Game} game @param {Sketch} sketch @returns {Sketch} */
export function empty(game, sketch) {
  return { ...sketch, ...{ hands: emptySketch(game).hands, stock: [], typed: {} } };
}

/**
 * Deal the pack at random: each hand is filled, then the stock.
 * @param {Game} game @param {Sketch} sketch @param {() => number} random from 0 to less than 1 @returns {Sketch}
 */
export function fill(game, sketch, random) {
  const pack = packOf(game, sketch);
  for (let n = pack.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [pack[n], pack[other]] = [pack[other], pack[n]];
  }
  const take = (/** @type {number} */ n) => pack.splice(0, Math.max(n, 0));
  const hands = Object.fromEntries(
    Object.entries(sketch.hands).map(([seat, held]) => [seat, sorted([...held, ...take(game.each - held.length)])]),
  );
  return { ...sketch, hands, stock: [...sketch.stock, ...take(game.stock - sketch.stock.length)] };
}

/**
 * Read a hand, as AT.87.-.J, in the letters of any language; null for another text.
 * @param {string} text
 * @param {Object<string, string>} letters the rank that each way to write one means
 * @returns {?string[]}
 */
export function readHand(text, letters) {
  const suits = text.trim().toUpperCase().split(".");
  if (suits.length !== SUITS.length) return null;
  const cards = [];
  for (const [n, written] of suits.entries()) {
    if (NO_CARDS.includes(written.trim())) continue;
    for (const rank of written.replace(/\s/g, "").match(/10|./gu) ?? []) {
      if (!(rank in letters)) return null;
      cards.push(SUITS[n] + letters[rank]);
    }
  }
  return cards;
}

/** Write a hand as AT.87.-.J. @param {string[]} hand @param {(rank: string) => string} [letter] */
export function writeHand(hand, letter = (rank) => rank) {
  const suit = (/** @type {string} */ one) => sorted(hand).filter((card) => card[0] === one).map((card) => letter(card[1]));
  return [...SUITS].map((one) => suit(one).join("") || "-").join(".");
}

/**
 * Put what was typed for a hand into it; a text that is no hand is kept, and its hand as it was.
 * @param {Sketch} sketch @param {string} seat @param {string} text @param {Object<string, string>} letters
 * @returns {Sketch}
 */
export function typeHand(sketch, seat, text, letters) {
  const read = text.trim() ? readHand(text, letters) : [];
  const typed = { ...sketch.typed };
  if (!read) return { ...sketch, typed: { ...typed, [seat]: text } };
  delete typed[seat];
  return { ...sketch, typed, hands: { ...sketch.hands, [seat]: sorted(read) } };
}

/**
 * Read cards one after another, as "C6 HQ 10h", suit first or last; null if one cannot be read.
 * @param {string} text
 * @param {Object<string, string>} cards the card that each way to write one means, in capitals
 * @returns {?string[]}
 */
export function readCards(text, cards) {
  const words = text.toUpperCase().split(/[\s,]+/).filter(Boolean);
  const read = words.map((word) => cards[word]);
  return read.every(Boolean) ? read : null;
}

/**
 * The same cards in another game: what it has not goes, as do seats that do not play.
 * @param {Game} game @param {Object<string, any>} options of all games @param {Sketch} sketch @returns {Sketch}
 */
export function changeGame(game, options, sketch) {
  const deck = new Set(deckOf(game));
  const kept = (/** @type {string[] | undefined} */ held) => (held ?? []).filter((card) => deck.has(card));
  const hands = Object.fromEntries(game.players.map((seat) => [seat, kept(sketch.hands[seat])]));
  const stock = game.stock ? kept(sketch.stock) : [];
  /** @type {Object<string, (value: any) => boolean>} */
  const fits = {
    trump: (value) => game.trumps.includes(value),
    taker: (value) => game.players.includes(value),
    bid: (value) => game.bids.some(([bid]) => bid === value),
    multiplier: (value) => game.multipliers.includes(value),
    turned_up: (value) => deck.has(value),
  };
  const contract = Object.fromEntries(
    Object.entries(sketch.contract).filter(([part, value]) => game.contract.includes(part) && (fits[part]?.(value) ?? true)),
  );
  const isOffered = (/** @type {string} */ rule, /** @type {any} */ value) =>
    rule in game.rules && value !== game.rules[rule] &&
    (options[rule]?.choices?.some((/** @type {any[]} */ one) => one[0] === value) ?? true);
  const rules = Object.fromEntries(Object.entries(sketch.rules).filter(([rule, value]) => isOffered(rule, value)));
  const { dealer, leader, vulnerable, ...rest } = sketch.rest;
  if (game.players.includes(dealer)) rest.dealer = dealer;
  if (game.players.includes(leader)) rest.leader = leader;
  if (game.vulnerable && vulnerable) rest.vulnerable = vulnerable;
  return { hands, stock, typed: {}, contract, rules, rest };
}

/**
 * What can be counted without knowing rules: texts that are no hands, cards twice or not in the deck, hands of a wrong size.
 * @param {Game} game @param {Sketch} sketch @param {string} [typed] the place that was typed in last: a card that it has twice is told there
 * @returns {Fault[]} each with the hand or the stock that it belongs to
 */
export function countFaults(game, sketch, typed) {
  const deck = new Set(deckOf(game));
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Map<string, string>} */
  const seen = new Map();
  const holders = [...Object.entries(sketch.hands), .../** @type {[string, string[]][]} */ ([[STOCK, sketch.stock]])]
    .sort(([one], [other]) => Number(one === typed) - Number(other === typed));
  for (const [place, cards] of holders) {
    for (const card of cards) {
      if (!deck.has(card)) faults.push({ place, says: "not_in_deck", values: { card } });
      else if (seen.has(card)) faults.push({ place, says: "twice", values: { card, other: seen.get(card) ?? "" } });
      else seen.set(card, place);
    }
  }
  for (const [place, cards] of [...Object.entries(sketch.hands), /** @type {[string, string[]]} */ ([STOCK, sketch.stock])]) {
    const n = cards.length;
    const of = wantedIn(game, sketch, place) ?? n;
    if (place in sketch.typed && place !== STOCK) faults.push({ place, says: "no_hand", values: { text: sketch.typed[place] } });
    else if (n !== of) faults.push({ place, says: n < of ? "too_few" : "too_many", values: { n, of } });
  }
  return faults;
}

/**
 * How many cards a hand or the stock is to have. Where deals may be short the longest hand says it of all hands.
 * @param {Game} game @param {Sketch} sketch @param {string} place
 * @returns {?number} null where any number will do
 */
export function wantedIn(game, sketch, place) {
  const isShort = sketch.rules.short_deals ?? game.rules.short_deals;
  if (place === STOCK) return isShort ? null : game.stock;
  const longest = Math.max(...Object.values(sketch.hands).map((hand) => hand.length));
  return isShort && longest > 0 ? Math.min(longest, game.each) : game.each;
}

/**
 * Who gets the next card when one has got theirs: the place itself while it has not all its cards, or the next one that
 * lacks some; null if none does.
 * @param {Game} game @param {Sketch} sketch @param {string} place @returns {?string}
 */
export function roomAfter(game, sketch, place) {
  if (sketch.hands[place]?.length !== game.each) return place;
  const at = game.players.indexOf(place);
  const others = [...game.players.slice(at + 1), ...game.players.slice(0, at)];
  return others.find((one) => sketch.hands[one].length < game.each) ?? null;
}

/**
 * The place in the editor of a fault of the service; PACK for one of the deal as a whole.
 * @param {string} pointer as "/deal/N/3" or "/contract/trump"
 * @returns {string} a seat, STOCK, "plays", a field of the request or of its contract, "rules.NAME", or PACK
 */
export function placeOf(pointer) {
  const [, field, part] = pointer.split("/");
  if (field === "deal") return part && CLOCKWISE.includes(part) ? part : PACK;
  if (field === "contract") return part === "level" ? "bid" : (part ?? "trump");
  if (field === "rules") return part ? `rules.${part}` : "variant";
  return field ?? PACK;
}

/**
 * The sketch of a request.
 * @param {Game} game
 * @param {Object<string, any>} request
 * @param {(card: string) => string} card reads a card of the request
 * @param {Object<string, string>} letters
 * @returns {Sketch}
 */
export function sketchOf(game, request, card, letters) {
  const { variant, deal, stock, contract, rules, notation, ...rest } = request;
  const sketch = { ...emptySketch(game), contract: { ...contract }, rules: { ...rules }, rest };
  if (sketch.contract.turned_up) sketch.contract.turned_up = card(sketch.contract.turned_up);
  if (rest.plays) rest.plays = rest.plays.map(card);
  for (const [seat, hand] of Object.entries(handsBySeat(deal, game.players))) {
    const read = Array.isArray(hand) ? hand.map(card) : readHand(String(hand), letters);
    if (!(seat in sketch.hands)) continue;
    if (read) sketch.hands[seat] = sorted(read);
    else sketch.typed[seat] = String(hand);
  }
  sketch.stock = Array.isArray(stock) ? stock.map(card) : [];
  return sketch;
}

/** The hands of a deal that may be one text, "N:AT.87.-.J …", clockwise. @param {any} deal @param {string[]} players */
function handsBySeat(deal, players) {
  if (typeof deal !== "string") return deal ?? {};
  const [first, hands = ""] = deal.split(":");
  const start = players.indexOf(first.trim().toUpperCase());
  // Whose the hands are is not known, then.
  if (start < 0) return {};
  return Object.fromEntries(hands.trim().split(/\s+/).map((hand, n) => [players[(start + n) % players.length], hand]));
}

/**
 * The request of a sketch.
 * @param {string | Object<string, any>} variant @param {Sketch} sketch
 * @param {{card?: (card: string) => string, rank?: (rank: string) => string, trump?: (trump: string) => string}} [letters]
 *   how cards, ranks and trumps are written, if not in English
 */
export function requestOf(variant, sketch, { card = (one) => one, rank = (one) => one, trump = (one) => one } = {}) {
  const { contract, rules, rest } = sketch;
  const hands = Object.entries(sketch.hands).map(([seat, hand]) => [seat, sketch.typed[seat] ?? writeHand(hand, rank)]);
  /** @type {Object<string, any>} */
  const request = { variant, ...rest, deal: Object.fromEntries(hands) };
  if (Object.keys(rules).length) request.rules = rules;
  if (sketch.stock.length) request.stock = sketch.stock.map(card);
  if (rest.plays) request.plays = rest.plays.map(card);
  request.contract = { ...contract };
  if (contract.trump) request.contract.trump = trump(contract.trump);
  if (contract.turned_up) request.contract.turned_up = card(contract.turned_up);
  return request;
}

/**
 * The faults of a problem by their places; one without places stands above all.
 * @param {import("./words.js").Words} words @param {any} problem
 */
export function placed(words, problem) {
  /** @type {Map<string, string[]>} */
  const faults = new Map();
  for (const { pointer = "", detail } of namedIn(problem)) {
    const place = placeOf(pointer);
    faults.set(place, [...new Set([...(faults.get(place) ?? []), detail])]);
  }
  if (!faults.size) faults.set("", faultsOf(words, problem));
  return faults;
}
