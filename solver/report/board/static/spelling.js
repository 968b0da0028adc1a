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

/** @param {any} value @param {(key: string) => boolean} [isKnown] what is not known stays, so that it can be named */
const withoutNulls = (value, isKnown = () => true) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null || !isKnown(key))) : value;

const PARTS = ["trump", "taker", "bid", "level", "multiplier", "turned_jacks", "refused", "turned_up"];

/**
 * @param {Carried} carried
 * @param {{games: Object<string, import("./deal.js").Game>, spelled: Spelled, words: Object<string, any>}} data of the page
 * @returns {Carried}
 */
export function spell({ position, line, ...rest }, { games, spelled, words }) {
  const asked = plain(position.notation).toLowerCase();
  const notation = Object.hasOwn(spelled.letters, asked) ? asked : "en";
  const { trumps } = spelled.letters[notation];
  const gameName = nameOf(position.variant, games);
  const game = gameOf(gameName, games);
  const read = cardReader(notation, { spelled, words });
  const card = (/** @type {any} */ text) => read(text) ?? text;
  // Of a list with a card that cannot be read the others may mean something else, in other letters.
  const list = (/** @type {any} */ texts) => (Array.isArray(texts) && texts.every(read) ? texts.map(read) : texts);
  // What should be a list of plays and is none is one card that cannot be read.
  const cardsOf = (/** @type {any} */ texts) => (Array.isArray(texts) ? texts.map(card) : [JSON.stringify(texts)]);
  const seat = (/** @type {any} */ text) => (typeof text === "string" && spelled.seats[text.trim().toUpperCase()]) || text;
  // A seat that does not play is named as it is written.
  const player = (/** @type {any} */ text) => (!game || game.players.includes(seat(text)) ? seat(text) : text);
  const trump = (/** @type {any} */ text) => {
    const meant = trumps[plain(text)];
    return Object.keys(words.strains[notation]).find((written) => words.strains[notation][written].trump === meant) ?? text;
  };
  const bid = (/** @type {any} */ text) => {
    const meant = typeof text === "string" ? spelled.bids[text.trim().toUpperCase()] : undefined;
    return !game || game.bids.some(([known]) => known === meant) ? (meant ?? text) : text;
  };
  const bySeat = (/** @type {any} */ held, name = seat) => {
    if (!isObject(held)) return held;
    const named = Object.fromEntries(Object.entries(held).map(([key, one]) => [name(key), list(one)]));
    // A seat that stands twice is a fault, which must not be hidden.
    return Object.keys(named).length === Object.keys(held).length ? named : held;
  };
  /** @type {Object<string, (value: any) => any>} */
  const readers = {
    variant: () => gameName,
    notation: (value) => (notation === asked ? asked : value),
    dealer: player,
    leader: player,
    deal: (value) => (typeof value === "string" ? value.replace(/^[^:]*(?=:)/, player) : bySeat(value, player)),
    players: bySeat,
    stock: list,
    plays: cardsOf,
    contract: (value) => readEach(bidOf(withoutNulls(value, (part) => PARTS.includes(part)), game), { trump, taker: seat, turned_up: card, bid }),
  };
  return { ...rest, position: readEach(withoutNulls(position), readers), ...(line && { line: cardsOf(line) }) };
}

/**
 * What reads a card, as it is written in the letters of a notation; null for what is none.
 * @param {string} notation
 * @param {{spelled: Spelled, words: Object<string, any>}} data of the page
 * @returns {(text: any) => ?string}
 */
export function cardReader(notation, { spelled, words }) {
  const { suits, ranks } = spelled.letters[notation];
  const written = new Map(Object.entries(words.cards[notation]).map(([text, code]) => [code, text]));
  return (text) => {
    const bare = plain(text);
    const codes = [suits[bare[0]] + ranks[bare.slice(1)], suits[bare.slice(-1)] + ranks[bare.slice(0, -1)]];
    return written.get(codes[0]) ?? written.get(codes[1]) ?? null;
  };
}

/** An object with the parts that have a reader as these read them. @param {any} given @param {Object<string, (value: any) => any>} readers */
function readEach(given, readers) {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, Object.hasOwn(readers, key) ? readers[key](value) : value]));
}

/**
 * The name of a game, of which capitals, accents, spaces and hyphens do not matter; what names none stays as it is.
 * @param {any} value @param {Object<string, import("./deal.js").Game>} games
 */
function nameOf(value, games) {
  if (typeof value !== "string") return value;
  const game = gameOf(value.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase().replace(/[ -]/g, "_"), games);
  return game ? Object.keys(games).find((name) => games[name] === game) : value;
}

/**
 * A contract of bridge, of which the bid may be called level; with both names, or with none of its bids, it stays to be checked.
 * @param {any} contract @param {?import("./deal.js").Game} game
 */
function bidOf(contract, game) {
  if (!isObject(contract) || !("level" in contract) || (contract.bid ?? contract.level) !== contract.level) return contract;
  if (!game?.vulnerable || !game.bids.some(([bid]) => bid === contract.level)) return contract;
  const { level, ...others } = contract;
  return { ...others, bid: level };
}
