// A position as people and other programs may write it, in the one spelling that the board and the editor read: that in which
// the service writes. What stands for nothing stays as it is, so that it can be named.

import { gameOf } from "./deal.js";

/** @typedef {import("./fragment.js").Carried} Carried */

/**
 * @typedef {Object} Spelled what each way to write something stands for, in capitals
 * @property {Object<string, string>} seats
 * @property {Object<string, number>} bids
 * @property {Object<string, {suits: Object<string, string>, ranks: Object<string, string>, trumps: Object<string, string>}>} letters by notation
 */

/** A text in capitals, without spaces and without what asks for a picture in place of a sign. @param {any} text */
const plain = (text) => (typeof text === "string" ? text.replace(/[\s\uFE0E\uFE0F]/g, "").toUpperCase() : "");

/** @param {any} value @returns {value is Object<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value */
const withoutNulls = (value) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value;

/**
 * @param {Carried} carried
 * @param {{games: Object<string, import("./deal.js").Game>, spelled: Spelled, words: Object<string, any>}} data of the page
 * @returns {Carried}
 */
export function spell({ position, line, ...rest }, { games, spelled, words }) {
  const asked = plain(position.notation).toLowerCase();
  const notation = Object.hasOwn(spelled.letters, asked) ? asked : "en";
  const { suits, ranks, trumps } = spelled.letters[notation];
  const cards = new Map(Object.entries(words.cards[notation]).map(([text, code]) => [code, text]));

  const card = (/** @type {any} */ text) => {
    const bare = plain(text);
    const codes = [suits[bare[0]] + ranks[bare.slice(1)], suits[bare.slice(-1)] + ranks[bare.slice(0, -1)]];
    return cards.get(codes[0]) ?? cards.get(codes[1]) ?? text;
  };
  // What should be a list and is none is one card that cannot be read.
  const list = (/** @type {any} */ texts) => (Array.isArray(texts) ? texts : [texts]).map(card);
  const seat = (/** @type {any} */ text) => (typeof text === "string" && spelled.seats[text.trim().toUpperCase()]) || text;
  const trump = (/** @type {any} */ text) => {
    const meant = trumps[plain(text)];
    return Object.keys(words.strains[notation]).find((written) => words.strains[notation][written].trump === meant) ?? text;
  };
  const bySeat = (/** @type {any} */ held) => {
    if (!isObject(held)) return held;
    const read = Object.fromEntries(Object.entries(held).map(([key, one]) => [seat(key), Array.isArray(one) ? list(one) : one]));
    // A seat that stands twice is a fault, which must not be hidden.
    return Object.keys(read).length === Object.keys(held).length ? read : held;
  };
  /** @type {Object<string, (value: any) => any>} */
  const readers = {
    variant: (value) => Object.keys(games).find((name) => games[name] === gameOf(gameName(value), games)) ?? value,
    notation: (value) => (notation === asked ? asked : value),
    dealer: seat,
    leader: seat,
    deal: (value) => (typeof value === "string" ? value.replace(/^[^:]*(?=:)/, seat) : bySeat(value)),
    players: bySeat,
    stock: list,
    plays: list,
    contract: (value) => readEach(bidOf(withoutNulls(value)), { trump, taker: seat, turned_up: card, bid: (bid) => spelled.bids[plain(bid)] ?? bid }),
  };
  return { ...rest, position: readEach(withoutNulls(position), readers), ...(line && { line: list(line) }) };
}

/** An object with the parts that have a reader as these read them. @param {any} given @param {Object<string, (value: any) => any>} readers */
function readEach(given, readers) {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, Object.hasOwn(readers, key) ? readers[key](value) : value]));
}

/** The name of a game, of which capitals, accents, spaces and hyphens do not matter. @param {any} value */
function gameName(value) {
  if (typeof value !== "string") return "";
  return value.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase().replace(/[ -]/g, "_");
}

/** A contract of bridge, of which the bid may be called level; with both names it stays to be checked. @param {any} contract */
function bidOf(contract) {
  if (!isObject(contract) || !("level" in contract) || (contract.bid ?? contract.level) !== contract.level) return contract;
  const { level, ...others } = contract;
  return { ...others, bid: level };
}
