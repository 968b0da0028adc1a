// What is wrong with a deal, found in the page as solver/game/read_position.py finds it: the same faults, in the same order and
// the same words. A page with a service has it ask there.

import { Says, isObject, isWhole, step } from "./says.js";
import { cardReader, spell } from "./spelling.js";
import { findTurnedFaults } from "./turned.js";
import { readDeal } from "./wrongs_deal.js";

/** @typedef {import("./encode.js").Tables} Tables */
/** @typedef {import("./deal.js").Game} Game */
/** @typedef {{games: Object<string, Game>, words: Object<string, any>, spelled: import("./spelling.js").Spelled}} Data of the page */

/**
 * @typedef {Object} Wrong
 * @property {string} pointer
 * @property {string} detail
 * @property {number} [n] how many parts of it cannot be read
 */

/**
 * @typedef {Object} Read a deal, in English letters
 * @property {Object<string, string[]>} hands
 * @property {string[]} stock
 * @property {{trump: string, taker: ?string, bid: ?number, multiplier: number, turned_jacks: number, refused: boolean, turned_up: ?string}} contract
 * @property {?string} dealer
 * @property {string} leader
 * @property {string} vulnerable
 */

const SEATS = ["N", "E", "S", "W"];
const MAX_LABEL = 200;
const MAX_JACKS = 2;
const CAPOT = "capot";
/** From so many unreadable cards on other letters are tried: one is a slip. */
const MANY = 2;
/** What hangs on the letters of a request. */
const OF_LETTERS = /^\/(deal|stock|plays)(\/|$)|^\/contract\/trump$/;
const FIELDS = ["trump", "taker", "bid", "level", "multiplier", "turned_jacks", "refused", "turned_up"];
/** What a request may have besides its position. */
const REQUEST = [
  "variant", "rules", "dealer", "deal", "stock", "contract", "vulnerable", "leader", "plays", "notation",
  "limit", "cards", "players", "id", "deals", "fair", "calls", "scoring", "partial", "turned_up", "left_over", "passed_out",
  "auction", "board", "result", "comments", "tags", "tables",
];
const OF_BRIDGE = ["board", "result", "comments", "tags", "tables"];
const SIDES = ["none", "NS", "EW", "both"];

/** The parts of an object that are stated. @param {Object<string, any>} given */
const stated = (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
/** Reads one request part by part, and collects what is wrong. */
export class DealReader {
  /**
   * @param {Object<string, any>} request
   * @param {Game} game
   * @param {Tables} tables
   * @param {Data} data of the page
   */
  constructor(request, game, tables, data) {
    this.request = stated(request);
    this.game = game;
    this.tables = tables;
    this.data = data;
    this.says = new Says(data.words, game);
    const { notation: asked = "en" } = this.request;
    this.isNotation = typeof asked === "string" && Object.hasOwn(data.spelled.letters, asked);
    this.notation = this.isNotation ? asked : "en";
    this.readLetters = cardReader(this.notation, data);
    this.cards = data.words.cards[this.notation];
    this.written = Object.fromEntries(Object.entries(this.cards).map(([text, code]) => [code, text]));
    this.strains = data.words.strains[this.notation];
    this.ranks = data.spelled.letters[this.notation].ranks;
    /** The parts of a contract; in bridge the bid has two names. */
    this.parts = game.contract.flatMap((part) => (part === "bid" && game.vulnerable ? [part, "level"] : [part]));
    /** @type {Wrong[]} */
    this.faults = [];
  }

  /** @param {string} pointer @param {string} detail @param {Partial<Wrong>} [more] */
  fault(pointer, detail, more) {
    this.faults.push({ pointer, detail, ...more });
  }

  /** @param {string} pointer @param {string} name of a sentence @param {Object<string, string | number>} [values] */
  wrong(pointer, name, values) {
    this.fault(pointer, this.says.say(name, values));
  }

  /** @param {string} pointer @param {string} name of a sentence @param {Object<string, string | number>} [values] */
  strange(pointer, name, values) {
    this.fault(pointer, this.says.say(name, values), { n: 1 });
  }

  /** Read the deal; what is wrong with it stands in ``faults``. @returns {?Read} null if something is */
  read() {
    const { says, game, tables, request } = this;
    this.readFields();
    const before = this.faults.length;
    const contract = this.readContract(request.contract ?? {});
    const isContract = this.faults.length === before;
    const vulnerable = this.readVulnerable();
    let dealer = this.readSeat("dealer");
    let leader = this.readSeat("leader");
    const areSeats = this.faults.length === before;
    if (areSeats) [dealer, leader] = this.settleSeats(contract, dealer, leader);
    if (areSeats || dealer) this.readLogFields();
    const nFaults = this.faults.length;
    const { hands, stock } = readDeal(this);
    if (isContract && this.faults.length === nFaults) {
      const turned = findTurnedFaults({ hands, stock, contract, game, tables, says, written: this.written, writeTrump: this.writeTrump });
      for (const [part, detail] of turned) this.fault(`/contract/${part}`, detail);
    }
    return this.faults.length || !leader ? null : { hands, stock, contract, dealer, leader, vulnerable };
  }

  /** Fields that no request has, and what is only handed back. */
  readFields() {
    const { says, request } = this;
    for (const key of Object.keys(request)) {
      if (!REQUEST.includes(key)) this.wrong(`/${step(key)}`, "bad_field", { name: says.show(key), known: says.list(REQUEST) });
    }
    if (request.id !== undefined) this.readLabel("/id", request.id);
    const { players } = request;
    if (players === undefined) return;
    if (!isObject(players)) {
      this.strange("/players", "bad_names", { field: "players", value: says.show(players) });
      return;
    }
    const named = new Set();
    for (const [key, name] of Object.entries(players)) {
      const seat = this.seatOf(key, SEATS);
      if (!seat) this.wrong(`/players/${step(key)}`, "bad_named_seat", { seat: says.show(key), seats: says.letters(SEATS) });
      else if (named.has(seat)) this.wrong(`/players/${step(key)}`, "bad_two_names", { seat: says.seat(seat) });
      else this.readLabel(`/players/${step(key)}`, name);
      named.add(seat);
    }
  }

  /** @param {string} pointer @param {any} text */
  readLabel(pointer, text) {
    if (typeof text !== "string") this.strange(pointer, "bad_text", { value: this.says.show(text) });
    else if ([...text].length > MAX_LABEL) this.wrong(pointer, "bad_long", { most: MAX_LABEL });
  }

  /** Fields of logs in a game that has none of the kind. */
  readLogFields() {
    const { request, tables, game } = this;
    if (request.auction !== undefined && tables.auction === "none") this.wrong("/auction", "bad_auction");
    if (game.vulnerable) return;
    for (const field of OF_BRIDGE) if (request[field] !== undefined) this.wrong(`/${field}`, "bad_of_bridge", { field });
  }

  // ---- the contract

  /** @param {any} given @returns {Read["contract"]} */
  readContract(given) {
    const { says, game, parts } = this;
    const none = { trump: game.trumps[0], taker: null, bid: null, multiplier: 1, turned_jacks: 0, refused: false, turned_up: null };
    if (!isObject(given)) {
      const trump = this.writeTrump(game.trumps.includes("H") ? "H" : game.trumps[0]);
      const example = `{"trump": "${trump}"${game.lead.startsWith("taker") ? `, "taker": "${game.players[0]}"` : ""}}`;
      this.strange("/contract", "bad_contract", { field: "contract", value: says.show(given), example });
      return none;
    }
    for (const [key, value] of Object.entries(given)) {
      if (parts.includes(key)) continue;
      const pointer = `/contract/${step(key)}`;
      if (!FIELDS.includes(key)) this.wrong(pointer, "bad_part", { name: says.show(key), known: says.list(parts) });
      else if (value !== null) this.wrong(pointer, "bad_no_part", { field: key, known: says.list(parts) });
    }
    const own = stated(Object.fromEntries(Object.entries(given).filter(([key]) => parts.includes(key))));
    const turnedUp = own.turned_up === undefined ? null : this.readTurnedUp(own.turned_up);
    const trump = this.readTrump(own.trump);
    const taker = own.taker === undefined ? null : this.readTaker(own.taker);
    const bids = ["bid", "level"].filter((key) => own[key] !== undefined).map((key) => this.readBid(own[key], key));
    if (bids.length > 1 && bids[0] !== bids[1]) this.wrong("/contract/level", "bad_two_bids", { level: bids[1], bid: bids[0] });
    const multiplier = own.multiplier === undefined ? 1 : this.readMultiplier(own.multiplier);
    // A jack among the cards turned up need not be said twice.
    const isJack = turnedUp?.[1] === "J" && parts.includes("refused");
    const jacks = this.readJacks(own.turned_jacks ?? Number(isJack));
    const { refused = false } = own;
    if (typeof refused !== "boolean") this.strange("/contract/refused", "bad_truth", { field: "refused", value: says.show(refused) });
    return { trump, taker, bid: bids[0] ?? null, multiplier, turned_jacks: jacks, refused, turned_up: turnedUp };
  }

  /** @param {any} text @returns {?string} */
  readTurnedUp(text) {
    const card = this.readCard(text, "/contract/turned_up");
    const { suits, ranks } = this.game;
    if (card && !(suits.includes(card[0]) && ranks.includes(card[1]))) {
      this.wrong("/contract/turned_up", "bad_in_pack", { card: this.written[card] });
    }
    return card;
  }

  /** @param {any} text */
  readTrump(text) {
    const { says } = this;
    const { trumps } = this.game;
    const choice = says.either(trumps.map(this.writeTrump));
    if (text === undefined) {
      if (trumps.length > 1) this.wrong("/contract/trump", "bad_no_trump", { choice });
      return trumps[0];
    }
    const trump = Object.hasOwn(this.strains, text) ? this.strains[text].trump : null;
    if (!trump) this.strange("/contract/trump", "bad_not_trump", { text: says.show(text), choice });
    else if (!trumps.includes(trump)) this.wrong("/contract/trump", "bad_trump", { trump: this.writeTrump(trump), choice });
    return trump ?? trumps[0];
  }

  /** @param {any} text */
  readTaker(text) {
    const { says } = this;
    const { players } = this.game;
    const taker = this.seatOf(text, SEATS);
    if (!taker) this.strange("/contract/taker", "bad_seat", { text: says.show(text), seats: says.letters(SEATS) });
    else if (!players.includes(taker)) {
      this.wrong("/contract/taker", "bad_taker", { seat: this.data.words.seats[taker].letter, players: says.letters(players) });
    }
    return taker ?? players[0];
  }

  /** @param {any} value @param {string} field @returns {number} */
  readBid(value, field) {
    const { says } = this;
    const { bids } = this.game;
    const { capot } = this.data.words;
    const known = bids.map(([bid]) => bid);
    const allowed = says.either(known.map((bid) => (bid === capot ? `${bid} (${CAPOT})` : bid)));
    if (typeof value === "string" && value.trim().toLowerCase() === CAPOT && known.includes(capot)) return capot;
    if (!isWhole(value)) this.strange(`/contract/${field}`, "bad_one_of", { field, value: says.show(value), allowed });
    else if (!known.includes(value)) this.wrong(`/contract/${field}`, "bad_bid", { field, value: says.show(value), allowed });
    else return value;
    return known[0];
  }

  /** @param {any} value @returns {number} */
  readMultiplier(value) {
    const { says } = this;
    const { multipliers } = this.game;
    const told = { field: "multiplier", value: says.show(value), allowed: says.either(multipliers) };
    if (!isWhole(value)) this.strange("/contract/multiplier", "bad_one_of", told);
    else if (!multipliers.includes(value)) this.wrong("/contract/multiplier", "bad_multiplier", told);
    return value;
  }

  /** @param {any} value @returns {number} */
  readJacks(value) {
    const told = { value: this.says.show(value), most: MAX_JACKS };
    if (!isWhole(value)) this.strange("/contract/turned_jacks", "bad_jacks_type", told);
    else if (value < 0 || value > MAX_JACKS) this.wrong("/contract/turned_jacks", "bad_jacks_range", told);
    return value;
  }

  // ---- seats, and who is vulnerable

  readVulnerable() {
    const { says, request } = this;
    const { vulnerable: value } = request;
    if (value === undefined) return SIDES[0];
    const side = value === "EO" ? "EW" : value;
    if (!this.game.vulnerable) this.wrong("/vulnerable", "bad_vulnerable");
    else if (!SIDES.includes(side)) {
      const told = { field: "vulnerable", value: says.show(value), allowed: says.either(SIDES) };
      if (typeof value === "string") this.wrong("/vulnerable", "bad_word", told);
      else this.strange("/vulnerable", "bad_no_word", told);
    }
    return side;
  }

  /** @param {any} text @param {readonly string[]} among @returns {?string} */
  seatOf(text, among) {
    if (typeof text !== "string" || text.length >= 8) return null;
    const seat = this.data.spelled.seats[text.trim().toUpperCase()];
    return seat && among.includes(seat) ? seat : null;
  }

  /** @param {string} field @returns {?string} */
  readSeat(field) {
    const { says } = this;
    const { players } = this.game;
    const text = this.request[field];
    if (text === undefined) return null;
    const seat = this.seatOf(text, players);
    if (!seat) this.strange(`/${field}`, "bad_seat", { text: says.show(text), seats: says.letters(players) });
    return seat;
  }

  /** Who deals and who leads, each by the other. @param {Read["contract"]} contract @param {?string} dealer @param {?string} leader */
  settleSeats({ taker }, dealer, leader) {
    const { tables, game } = this;
    const dealing = dealer ?? tables.dealers[leader ?? ""] ?? null;
    const leading = leader ?? tables.leaders[dealing ?? ""]?.[taker ?? ""] ?? null;
    const isByTaker = game.lead.startsWith("taker");
    if (!leading) this.wrong(isByTaker ? "/contract/taker" : "/dealer", isByTaker ? "bad_no_taker" : "bad_no_leader");
    else if (!dealing && tables.honours) this.wrong("/dealer", "bad_no_dealer");
    return [dealing, leading];
  }

  // ---- cards

  /** @param {string} trump */
  writeTrump = (trump) => Object.keys(this.strains).find((text) => this.strains[text].trump === trump) ?? trump;

  /** @param {any} text @param {string} pointer @returns {?string} */
  readCard(text, pointer) {
    const card = this.cards[this.readLetters(text) ?? ""] ?? null;
    const examples = this.says.either(["SA", "HT", "C7"].map((one) => this.written[one]));
    if (!card) this.strange(pointer, "bad_card", { text: this.says.show(text), examples });
    return card;
  }
}

/**
 * Read a deal, with the letters that it says or could have said.
 * @param {Object<string, any>} request
 * @param {Game} game
 * @param {Tables} tables
 * @param {Data} data of the page
 * @returns {{read: ?Read, faults: Wrong[]}}
 */
export function readRequest(request, game, tables, data) {
  const reader = new DealReader(request, game, tables, data);
  const read = reader.read();
  const { faults, says } = reader;
  if (!reader.isNotation) {
    const allowed = says.either(Object.keys(data.spelled.letters));
    const detail = says.say("bad_notation", { value: says.show(request.notation), allowed });
    return { read: null, faults: [{ pointer: "/notation", detail }, ...faults.filter(({ pointer }) => !OF_LETTERS.test(pointer))] };
  }
  if (countStrange(faults) < MANY) return { read, faults };
  const other = reader.notation === "en" ? "fr" : "en";
  // Some cards may be in letters of one kind, the others in those of the other.
  const position = /** @type {Object<string, any>} */ ({ ...request, notation: other });
  const { trump } = request.contract ?? {};
  // English letters say in both that no suit is trumps, or that all are.
  if (reader.strains[trump]?.trump.length === 2) position.contract = { ...request.contract, trump: reader.strains[trump].trump };
  const again = new DealReader(spell({ position }, data).position, game, tables, data);
  again.read();
  if (countStrange(again.faults)) return { read, faults };
  return { read: null, faults: [{ pointer: "/notation", detail: says.say(`bad_letters_${other}`) }, ...again.faults] };
}

/** Count the cards, ranks and trumps that cannot be read. @param {Wrong[]} faults */
function countStrange(faults) {
  return faults.reduce((sum, { pointer, n = 0 }) => sum + (OF_LETTERS.test(pointer) ? n : 0), 0);
}
