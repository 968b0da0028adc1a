// What is wrong with the hands and the stock of a deal, as solver/game/notation.py and solver/game/deal.py find it.

import { isObject, step } from "./says.js";

/** @typedef {import("./wrongs.js").DealReader} DealReader */
/** @typedef {{hands: Object<string, string[]>, stock: string[]}} Cards */

const SUITS = "SHDC";
const MAX_HAND = 100;
const MAX_LIST = 104;
const NO_CARDS = ["-", ""];
const STOCK = "stock";
const EXAMPLE = ["AKT", "987", "-", "J"];

/**
 * Read the hands and the stock of a request.
 * @param {DealReader} reader
 * @returns {Cards}
 */
export function readDeal(reader) {
  const { request, game, says } = reader;
  const { deal, stock } = request;
  const nFaults = reader.faults.length;
  /** @type {Map<string, {card: string, pointer: string}[]>} in the order of the request */
  const held = new Map();
  if (typeof deal === "string") readText(reader, deal, held);
  else if (isObject(deal)) readHands(reader, deal, held);
  else if (deal !== undefined) {
    reader.strange("/deal", "bad_deal", { value: says.show(deal), example: `N:${exampleHand(reader)} …` });
  }
  if (stock !== undefined) held.set(STOCK, readCards(reader, stock, "/stock"));
  else held.set(STOCK, []);
  const isRead = reader.faults.length === nFaults;
  findCardFaults(reader, held);
  const isEach = reader.faults.length === nFaults;
  if (deal === undefined && isEach) {
    const total = game.players.length * game.each + game.stock;
    reader.wrong("/deal", "bad_no_deal", { total });
  } else if (isRead) findSizeFaults(reader, held);
  const cards = Object.fromEntries([...held].map(([holder, entries]) => [holder, entries.map(({ card }) => card)]));
  const { [STOCK]: left, ...hands } = cards;
  return { hands, stock: left };
}

/** @param {DealReader} reader */
function exampleHand({ data, notation }) {
  const { cards } = data.words;
  const code = (/** @type {string} */ rank) => Object.keys(cards[notation]).find((text) => cards[notation][text] === `S${rank}`)?.slice(1) ?? rank;
  return EXAMPLE.map((suit) => (suit === "-" ? suit : [...suit].map(code).join(""))).join(".");
}

/** @param {DealReader} reader @param {string} text @param {Map<string, any>} held */
function readText(reader, text, held) {
  const { says, game } = reader;
  const { players } = game;
  const at = text.indexOf(":");
  const hands = text.slice(at + 1).split(/\s+/).filter(Boolean);
  if (at < 0 || hands.length !== players.length) {
    const told = { text: says.show(text), count: players.length, example: `N:${exampleHand(reader)} …` };
    reader.strange("/deal", "bad_deal_text", told);
    return;
  }
  const named = text.slice(0, at);
  const first = players.indexOf(reader.seatOf(named, players) ?? "");
  if (first < 0) {
    reader.strange("/deal", "bad_seat", { text: says.show(named), seats: says.letters(players) });
    return;
  }
  hands.forEach((hand, n) => held.set(players[(first + n) % players.length], readHand(reader, hand, "/deal")));
}

/** @param {DealReader} reader @param {Object<string, any>} deal @param {Map<string, any>} held */
function readHands(reader, deal, held) {
  const { says, game } = reader;
  const { players } = game;
  for (const [key, hand] of Object.entries(deal)) {
    const pointer = `/deal/${step(key)}`;
    const seat = reader.seatOf(key, players);
    if (!seat) reader.wrong(pointer, "bad_seat", { text: says.show(key), seats: says.letters(players) });
    else if (held.has(seat)) reader.wrong(pointer, "bad_two_hands", { seat: says.seat(seat) });
    else held.set(seat, typeof hand === "string" ? readHand(reader, hand, pointer) : readCards(reader, hand, pointer));
  }
}

/** @param {DealReader} reader @param {string} text @param {string} pointer */
function readHand(reader, text, pointer) {
  const { says, ranks } = reader;
  const suits = text.length > MAX_HAND ? [] : text.trim().split(".");
  if (suits.length !== SUITS.length) {
    reader.strange(pointer, "bad_hand", { text: says.show(text), example: exampleHand(reader) });
    return [];
  }
  /** @type {{card: string, pointer: string}[]} */
  const cards = [];
  /** @type {Set<string>} */
  const strange = new Set();
  for (const [n, written] of suits.entries()) {
    if (NO_CARDS.includes(written.trim())) continue;
    for (const rank of written.match(/10|\S/gu) ?? []) {
      const read = ranks[rank.toUpperCase()];
      if (read) cards.push({ card: SUITS[n] + read, pointer });
      else strange.add(says.show(rank));
    }
  }
  if (strange.size) {
    const told = { hand: says.show(text), strange: says.list([...strange]), ranks: ranksOf(reader) };
    reader.fault(pointer, says.count("bad_ranks", strange.size, told), { n: strange.size });
  }
  return cards;
}

/** The ranks of the game in the letters of the request. @param {DealReader} reader */
function ranksOf({ game, written }) {
  return [...game.ranks].map((rank) => written[`S${rank}`].slice(1)).join(" ");
}

/** @param {DealReader} reader @param {any} cards @param {string} pointer */
function readCards(reader, cards, pointer) {
  const { says, written } = reader;
  if (!Array.isArray(cards)) {
    const example = `[${["SA", "HT"].map((card) => `"${written[card]}"`).join(", ")}]`;
    reader.strange(pointer, "bad_cards", { value: says.show(cards), example });
    return [];
  }
  if (cards.length > MAX_LIST) reader.wrong(pointer, "bad_many", { count: cards.length });
  return cards.slice(0, MAX_LIST).flatMap((text, n) => {
    const place = `${pointer}/${n}`;
    const card = reader.readCard(text, place);
    return card ? [{ card, pointer: place }] : [];
  });
}

/** Cards that are there twice, or not in the deck. @param {DealReader} reader @param {Map<string, {card: string, pointer: string}[]>} held */
function findCardFaults(reader, held) {
  const { says, game, written } = reader;
  const owner = (/** @type {string} */ holder) =>
    holder === STOCK ? says.say("bad_of_stock") : says.say("bad_of_hand", { seat: says.seat(holder), seat_of: says.ofSeat(holder) });
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const [holder, cards] of held) {
    for (const { card, pointer } of cards) {
      const isOf = game.suits.includes(card[0]) && game.ranks.includes(card[1]);
      const before = first.get(card);
      const told = { card: written[card], owner: owner(holder), first: before ?? "", second: owner(holder) };
      if (before) reader.wrong(pointer, before === holder ? "bad_twice_in" : "bad_twice", { ...told, first: owner(before) });
      else if (!isOf) {
        const suits = [...game.suits].map(reader.writeTrump).join(" ");
        reader.wrong(pointer, game.suits.includes(card[0]) ? "bad_in_deck" : "bad_in_suits", { ...told, ranks: ranksOf(reader), suits });
      }
      if (!before) first.set(card, holder);
    }
  }
}

/** Hands, or a stock, that have not as many cards as the game deals. @param {DealReader} reader @param {Map<string, any[]>} held */
function findSizeFaults(reader, held) {
  const { says, game, request } = reader;
  const { players, each } = game;
  for (const seat of players) {
    if (!held.has(seat)) reader.wrong("/deal", "bad_no_hand", { seat: says.seat(seat), players: says.letters(players) });
  }
  const sizes = players.flatMap((seat) => (held.has(seat) ? [/** @type {[string, number]} */ ([seat, held.get(seat)?.length])] : []));
  const nStock = held.get(STOCK)?.length ?? 0;
  const isShort = request.rules?.short_deals ?? game.rules.short_deals;
  if (!isShort) {
    for (const [seat, size] of sizes) {
      if (size !== each) reader.wrong(`/deal/${seat}`, "bad_size", { seat: says.seat(seat), cards: says.nCards(size), size: each });
    }
    if (nStock !== game.stock) reader.wrong("/stock", "bad_stock", { cards: says.nCards(nStock), right: says.nCards(game.stock) });
    return;
  }
  const counts = sizes.map(([, size]) => size);
  if (new Set(counts).size > 1) {
    const told = sizes.map(([seat, size]) => says.say("bad_size_of", { seat: says.seat(seat), size }));
    reader.wrong("/deal", "bad_differ", { counts: says.list(told) });
  } else if (!counts.every((size) => size >= 1 && size <= each)) {
    reader.wrong("/deal", "bad_short", { cards: says.nCards(counts[0]), most: each });
  }
  if (nStock > game.stock || nStock % players.length) {
    const allowed = game.stock ? says.say("bad_multiple", { most: game.stock, players: players.length }) : says.say("bad_none");
    reader.wrong("/stock", "bad_short_stock", { cards: says.nCards(nStock), allowed });
  }
}
