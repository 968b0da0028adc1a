// Units of the deal that is being made or changed, and of the address that carries it.

import assert from "node:assert/strict";
import test from "node:test";

import * as deal from "../../../solver/report/board/static/deal.js";
import { pack, unpack } from "../../../solver/report/board/static/fragment.js";
import { Letters } from "../../../solver/report/board/static/letters.js";

const OPTIONS = { ruff: { choices: [["free", ""], ["required", ""]] }, threshold: { low: 0, high: 1000 } };
const BELOTE = {
  title: "Belote", players: ["N", "E", "S", "W"], turn: "clockwise", suits: "SHDC", ranks: "AKQJT987", each: 8, stock: 0,
  trumps: ["S", "H", "D", "C"], lead: "dealer_next", contract: ["trump", "taker", "turned_up"], bids: [], multipliers: [1],
  vulnerable: false, rules: { short_deals: false, ruff: "required", threshold: 82 },
};
const BRIDGE = {
  ...BELOTE, title: "Bridge", ranks: "AKQJT98765432", each: 13, trumps: ["S", "H", "D", "C", "NT"], lead: "taker_next",
  contract: ["trump", "taker", "bid", "multiplier"], bids: [[1, "1"], [3, "3"]], multipliers: [1, 2, 4], vulnerable: true,
  rules: { short_deals: true, ruff: "free" },
};
const JACK = { ...BRIDGE, players: ["N", "S"], each: 6, stock: 40, contract: ["trump"], rules: { short_deals: false } };
const LETTERS = Object.fromEntries([..."AKQJT98765432"].map((rank) => [rank, rank]).concat([["10", "T"], ["R", "K"], ["D", "Q"], ["V", "J"]]));
const same = (card) => card;

/** A source of numbers that is the same each time. */
function numbers(seed = 1) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const full = (game = BELOTE) => deal.fill(game, deal.emptySketch(game), numbers());

test("a seat that has all its cards hands on to the next that lacks some", () => {
  const { hands } = full();
  const after = (n, place, held = hands) =>
    deal.roomAfter(BELOTE, { ...deal.emptySketch(BELOTE), hands: { ...held, S: held.S.slice(0, n) } }, place);
  assert.deepEqual([after(7, "S"), after(8, "S"), after(7, "N"), after(7, "W")], ["S", null, "S", "S"]);
  assert.equal(after(8, "S", { ...hands, W: [], N: [] }), "W");
  // A card too many is to be taken back from where it lies; a stock has no next.
  assert.equal(after(8, "N", { ...hands, N: [...hands.N, "SA"] }), "N");
  assert.equal(after(7, deal.STOCK), deal.STOCK);
});

test("cards go to a seat, from a seat to another, and back to the pack, each being in one place", () => {
  let sketch = deal.give(deal.emptySketch(BELOTE), ["H7", "SA", "HT"], "N");
  assert.deepEqual(sketch.hands.N, ["SA", "HT", "H7"]);
  sketch = deal.give(sketch, ["HT"], "E");
  assert.deepEqual([sketch.hands.N, sketch.hands.E], [["SA", "H7"], ["HT"]]);
  assert.equal(deal.holderOf(sketch, "HT"), "E");
  sketch = deal.give(sketch, ["SA", "HT"], deal.PACK);
  assert.deepEqual([sketch.hands.N, sketch.hands.E], [["H7"], []]);
  assert.equal(deal.holderOf(sketch, "SA"), deal.PACK);
  assert.equal(deal.packOf(BELOTE, sketch).length, 31);
});

test("the pack is dealt at random into what is missing, and never more", () => {
  const begun = deal.give(deal.emptySketch(BELOTE), ["SA", "SK"], "W");
  const sketch = deal.fill(BELOTE, begun, numbers(7));
  assert.deepEqual(Object.values(sketch.hands).map((hand) => hand.length), [8, 8, 8, 8]);
  assert.deepEqual(sketch.hands.W.slice(0, 2), ["SA", "SK"]);
  assert.equal(new Set(Object.values(sketch.hands).flat()).size, 32);
  assert.deepEqual(deal.countFaults(BELOTE, sketch), []);
  const jack = full(JACK);
  assert.deepEqual([jack.hands.N.length, jack.hands.S.length, jack.stock.length], [6, 6, 40]);
  assert.deepEqual(deal.countFaults(JACK, jack), []);
  assert.notDeepEqual(deal.fill(BELOTE, begun, numbers(8)).hands, sketch.hands);
});

test("two cards change places; in the stock the order stays", () => {
  const sketch = full(JACK);
  const [own, other] = [sketch.hands.N[0], sketch.stock[5]];
  const after = deal.swap(sketch, own, other);
  assert.ok(after.hands.N.includes(other));
  assert.equal(after.stock[5], own);
  assert.deepEqual(after.stock.filter((card) => card !== own), sketch.stock.filter((card) => card !== other));
  assert.deepEqual(deal.swap(after, own, other), sketch);
});

test("a card of the pack takes the place of one in a hand", () => {
  const sketch = deal.give(full(), ["SA"], deal.PACK);
  const seat = deal.holderOf(full(), "SA");
  const held = sketch.hands[seat][0];
  const after = deal.swap(sketch, "SA", held);
  assert.equal(deal.holderOf(after, "SA"), seat);
  assert.equal(deal.holderOf(after, held), deal.PACK);
});

test("a hand is typed in any letters, and what is no hand is kept as it was typed", () => {
  assert.deepEqual(deal.readHand("AT.87.K8.AJ", LETTERS), ["SA", "ST", "H8", "H7", "DK", "D8", "CA", "CJ"]);
  assert.deepEqual(deal.readHand(" ar10.-..v ", LETTERS), ["SA", "SK", "ST", "CJ"]);
  for (const text of ["AT.87.K8", "AT.87.K8.X", "A.B.C.D", "AT.87.K8.AJ.9"]) assert.equal(deal.readHand(text, LETTERS), null);
  const sketch = deal.typeHand(full(), "N", "AT.87", LETTERS);
  assert.equal(sketch.typed.N, "AT.87");
  assert.deepEqual(sketch.hands, full().hands);
  assert.equal(deal.requestOf("belote", sketch).deal.N, "AT.87");
  const mended = deal.typeHand(sketch, "N", "AT.87.K8.AJ", LETTERS);
  assert.deepEqual(mended.typed, {});
  assert.equal(deal.writeHand(mended.hands.N), "AT.87.K8.AJ");
  assert.equal(deal.writeHand([], same), "-.-.-.-");
  assert.equal(deal.writeHand(["ST"], (rank) => (rank === "T" ? "10" : rank)), "10.-.-.-");
  assert.deepEqual(deal.typeHand(sketch, "N", "  ", LETTERS).hands.N, []);
});

test("a list of cards is typed in order, and read whole or not at all", () => {
  const cards = { C6: "C6", "6C": "C6", HQ: "HQ", H10: "HT" };
  assert.deepEqual(deal.readCards("c6 hq, h10", cards), ["C6", "HQ", "HT"]);
  assert.deepEqual(deal.readCards("", cards), []);
  assert.equal(deal.readCards("C6 ZZ", cards), null);
});

test("what can be counted is told at once, at the hand it belongs to", () => {
  let sketch = deal.typeHand(full(), "N", "AKQJT987.A.-.-", LETTERS);
  const faults = deal.countFaults(BELOTE, sketch);
  assert.ok(faults.some(({ place, says, values }) => place === "N" && says === "too_many" && values.n === 9 && values.of === 8));
  assert.ok(faults.some(({ place, says, values }) => place !== "N" && says === "twice" && values.other === "N"));
  // It is told where the reader types.
  assert.ok(deal.countFaults(BELOTE, sketch, "N").some(({ place, says }) => place === "N" && says === "twice"));
  sketch = deal.typeHand(deal.emptySketch(BELOTE), "E", "2.-.-.-", LETTERS);
  assert.deepEqual(deal.countFaults(BELOTE, sketch).map(({ place, says }) => `${place} ${says}`),
    ["E not_in_deck", "N too_few", "E too_few", "S too_few", "W too_few"]);
  const short = deal.typeHand(deal.emptySketch(BRIDGE), "E", "A2.-.-.-", LETTERS);
  assert.deepEqual(deal.countFaults(BRIDGE, short).map(({ place, values }) => `${place} ${values.n} ${values.of}`),
    ["N 0 2", "S 0 2", "W 0 2"]);
  // The heads of hands and of the stock count by the same rule as the faults.
  assert.deepEqual(["N", "E", deal.STOCK].map((place) => deal.wantedIn(BRIDGE, short, place)), [2, 2, null]);
  assert.deepEqual(["N", deal.STOCK].map((place) => deal.wantedIn(JACK, full(JACK), place)), [6, 40]);
  assert.deepEqual(deal.countFaults(JACK, { ...full(JACK), stock: [] }).map(({ place }) => place), [deal.STOCK]);
});

test("another game keeps what it knows", () => {
  const sketch = {
    ...full(BRIDGE),
    contract: { trump: "H", taker: "E", bid: 3, multiplier: 2 },
    rules: { ruff: "free", short_deals: false, strange: 1 },
    rest: { dealer: "W", vulnerable: "NS", players: { N: "Zoé" }, leader: "E" },
  };
  const belote = deal.changeGame(BELOTE, OPTIONS, sketch);
  assert.deepEqual(belote.contract, { trump: "H", taker: "E" });
  assert.deepEqual(belote.rules, { ruff: "free" });
  assert.deepEqual(belote.rest, { players: { N: "Zoé" }, dealer: "W", leader: "E" });
  assert.deepEqual(belote.hands.N, sketch.hands.N.filter((card) => !"65432".includes(card[1])));
  const jack = deal.changeGame(JACK, OPTIONS, sketch);
  assert.deepEqual([Object.keys(jack.hands), jack.contract, jack.rest.dealer], [["N", "S"], { trump: "H" }, undefined]);
  assert.deepEqual(deal.changeGame(BELOTE, OPTIONS, { ...sketch, contract: { trump: "NT" } }).contract, {});
});

test("a game is known by its names, and a custom one by its rules", () => {
  const games = { belote: { ...BELOTE, aliases: ["blot"] } };
  assert.equal(deal.gameOf("blot", games), games.belote);
  assert.equal(deal.gameOf("belote", games), games.belote);
  assert.equal(deal.gameOf("nothing", games), null);
  const own = { title: "Own", sides: ["N", "ES"], deck: { suits: "SH", ranks: "AK", cards_each: 1, stock: 1 }, trumps: ["S"] };
  const game = deal.gameOf(own, games, ["trump"]);
  assert.deepEqual([game.players, game.each, game.stock, game.trumps, game.contract], [["N", "E", "S"], 1, 1, ["S"], ["trump"]]);
  assert.deepEqual(deal.deckOf(game), ["SA", "SK", "HA", "HK"]);
  const child = deal.gameOf({ extends: "blot", name: "own", deck: { cards_each: 6 }, trumps: ["S"] }, games);
  assert.deepEqual(child, { ...games.belote, title: "own", aliases: [], each: 6, trumps: ["S"], rules: { short_deals: false } });
});

test("a fault of the service has its place", () => {
  const places = { "/deal/N": "N", "/deal/W/3": "W", "/deal": "", "/stock/2": "stock", "/contract/trump": "trump",
    "/contract/level": "bid", "/contract": "trump", "/dealer": "dealer", "/plays/17": "plays", "/rules/ruff": "rules.ruff",
    "/variant": "variant", "": "" };
  for (const [pointer, place] of Object.entries(places)) assert.equal(deal.placeOf(pointer), place, pointer);
});

test("a request becomes a sketch and the same request again", () => {
  const request = {
    variant: "belote", dealer: "E", deal: { N: "AT.87.K8.AJ", E: "J7.AQJ9.T.K", S: "K.T.AQ97.Q8", W: "Q98.K.J.T97" },
    contract: { trump: "H", taker: "E", turned_up: "HQ" }, plays: ["DA"], rules: { threshold: 81 },
  };
  const sketch = deal.sketchOf(BELOTE, request, same, LETTERS);
  assert.deepEqual(deal.requestOf("belote", sketch), request);
  const text = { ...request, deal: "W:Q98.K.J.T97 AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8" };
  assert.deepEqual(deal.sketchOf(BELOTE, text, same, LETTERS), sketch);
  assert.deepEqual(deal.sketchOf(BELOTE, { deal: text.deal.replace("W", "X") }, same, LETTERS).hands, deal.emptySketch(BELOTE).hands);
  assert.deepEqual(deal.sketchOf(BELOTE, { deal: { N: 5 } }, same, LETTERS).typed, { N: "5" });
  const french = deal.requestOf("belote", sketch, { card: (card) => `x${card}`, rank: (rank) => (rank === "K" ? "R" : rank) });
  assert.deepEqual([french.plays, french.deal.E, french.contract.turned_up], [["xDA"], "J7.AQJ9.T.R", "xHQ"]);
});

test("an address carries a position with its line, its place and its mode", () => {
  const position = {
    variant: "bridge", dealer: "N", vulnerable: "both", players: { N: "Zoé & Cie" }, rules: { ruff: "free", threshold: 81 },
    deal: { N: "A.-.-.-", E: "K.-.-.-" }, contract: { trump: "NT", taker: "S", bid: 3, multiplier: 2, refused: true }, plays: ["SA"],
  };
  const carried = { position, line: ["SK", "HT"], at: 1, mode: "edit" };
  assert.deepEqual(unpack(pack(carried)), carried);
  assert.match(pack(carried), /^[\w.=&%+*~-]+$/);
  assert.deepEqual(unpack(pack({ position, line: ["SK"], at: 1 })), { position, line: ["SK"] });
});

test("what has no field of its own is carried as well", () => {
  const odd = [
    { variant: { name: "own", deck: { suits: "SH" } }, deal: { N: ["SA", "SK"], S: [] }, contract: { trump: "S" } },
    { variant: "belote", deal: "N:A.-.-.- K.-.-.-", notation: "fr", plays: ["P10", "CV"], contract: { trump: "P", taker: "7" } },
    { variant: "12", strange: { deep: [1, null] }, dealer: "true", players: { N: "7", Q: "x" }, contract: { level: 3 } },
  ];
  for (const position of odd) assert.deepEqual(unpack(pack({ position, line: [] })).position, position);
});

test("addresses of before are still read, and strange ones are nothing", () => {
  const old = btoa(JSON.stringify({ position: { variant: "belote" }, line: ["SA"] })).replaceAll("=", "");
  assert.deepEqual(unpack(old), { position: { variant: "belote" }, line: ["SA"] });
  const strange = btoa(JSON.stringify({ position: { variant: "belote" }, at: "x", mode: {} })).replaceAll("=", "");
  assert.deepEqual(unpack(strange), { position: { variant: "belote" } });
  for (const text of ["%%%", "", "1-7", "abc", "x=1", "more=%%", "mode=edit", btoa("[1]")]) assert.equal(unpack(text), null, text);
});

test("cards, ranks and trumps are read and written in the letters of a request", () => {
  const suits = { S: { symbol: "♠" }, H: { symbol: "♥" } };
  const cards = { en: { ST: {}, SQ: {}, HT: {} }, fr: { P10: {}, PD: {}, C10: {} } };
  const trumps = { en: { S: "", NT: "" }, fr: { P: "", SA: "" } };
  const french = new Letters({ cards, trumps, suits }, "fr");
  for (const text of ["P10", "10p", "pt", "♠10"]) assert.equal(french.card(text), "ST", text);
  assert.deepEqual([french.card("C10"), french.card("ZZ"), french.trump("sa"), french.trump("X")], ["HT", "ZZ", "NT", "X"]);
  assert.deepEqual([french.writeCard("SQ"), french.writeRank("Q"), french.writeTrump("NT")], ["PD", "D", "SA"]);
  assert.deepEqual(french.ranks, { 10: "T", T: "T", Q: "Q", D: "Q" });
  const english = new Letters({ cards, trumps, suits }, "en");
  assert.deepEqual([english.card("h10"), english.writeRank("T"), english.trump("NT")], ["HT", "T", "NT"]);
});
