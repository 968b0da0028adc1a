// Units of what is shared: the deal as text, the address of a place in an analysis, and a text that is opened.

import assert from "node:assert/strict";
import test from "node:test";

import { readPlace, writePlace } from "../../../solver/report/board/static/address.js";
import { gameOf } from "../../../solver/report/board/static/deal.js";
import { dealText, tricksOf, writtenAs } from "../../../solver/report/board/static/deal_text.js";
import { look, told } from "../../../solver/report/board/static/open_form.js";
import { whyFailed } from "../../../solver/report/board/static/refusal.js";
import { grow, replay } from "../../../solver/report/board/static/replay.js";
import { tell } from "../../../solver/report/board/static/said.js";
import { Tree } from "../../../solver/report/board/static/state.js";
import { Words } from "../../../solver/report/board/static/words.js";

const RANKS = { A: { name: "ace", shown: "A" }, T: { name: "ten", shown: "10" }, 2: { name: "two", shown: "2" } };
const TABLE = {
  says: {
    takes: "{seat} takes", share_deals: "{seat} deals", share_leads: "{seat} leads", share_row: "{name}: {text}", stock: "Stock",
    share_before: "Before", will_have: "Best: {result}", has_won: "Final: {result}", in_odd: "odd {what}", taken: "taken",
    share_vulnerable: "{side} vul", share_all_vulnerable: "all vul", card: "{rank} of {suit}", line_no_card: "no card: {text}", line_no_play: "no play: {card}",
  },
  games: { belote: "Belote" },
  suits: { S: { symbol: "♠", name: "spades" }, H: { symbol: "♥", name: "hearts" } },
  ranks: RANKS,
  contracted: {},
  seats: { N: { name: "North", letter: "N" }, S: { name: "South", letter: "S" } },
  cards: { en: Object.fromEntries(["SA", "ST", "S2", "HA", "H2"].map((card) => [card, card])) },
  trumps: { en: { H: "♥ trumps" } },
  strains: { en: { H: { trump: "H", shown: "♥" } } },
  customs: {},
  sums: {},
};
const words = new Words(TABLE, "en");
const HANDS = { N: ["SA", "HA"], S: ["ST", "S2"] };

/** North has won the first trick after two cards. */
function answerTo(plays) {
  const trick = plays.length % 2 ? [plays[plays.length - 1]] : [];
  const to_play = plays.length === 4 ? null : "NS"[plays.length % 2];
  const hands = { N: HANDS.N.filter((card) => !plays.includes(card)), S: HANDS.S.filter((card) => !plays.includes(card)) };
  const cards = (hands[to_play] ?? []).map((card) => ({ card, swing: card === "ST" ? 10 : 0, equals: [] }));
  return { to_play, trick, leader: "N", seats: [], hands, won: { N: 0, S: 0 }, value: { N: 12, S: -2 }, cards, line: [] };
}

function lineOf(plays) {
  const tree = new Tree();
  const nodes = grow(tree.root, plays);
  for (const node of nodes) node.answer = answerTo(node.plays);
  return nodes;
}

test("a deal is written as players write it, with its line and its mistakes", () => {
  const position = { variant: "belote", dealer: "S", leader: "N", contract: { trump: "H", taker: "N" } };
  const text = dealText(words, position, lineOf(["SA", "ST", "HA"]), { players: { N: "Zoé" } });
  assert.equal(text, [
    "Belote · ♥ trumps · North takes · South deals · North leads",
    "North (Zoé): ♠ A  ♥ A",
    "South: ♠ 10 2",
    "1. N ♠A, S ♠10?",
    "2. N ♥A",
    "Best: N\u00a012 · S\u00a0−2",
  ].join("\n"));
});

test("a text tells no values where none may be seen, but the final result", () => {
  const position = { variant: { title: "Own" }, contract: { trump: "H" }, plays: ["HA"] };
  const whole = dealText(words, position, lineOf(["SA", "ST", "HA", "S2"]), { values: false });
  assert.ok(whole.startsWith("Own · ♥ trumps\n"));
  assert.ok(whole.includes("Before: ♥A\n1. N ♠A, S ♠10\n"));
  assert.ok(whole.endsWith("Final: N\u00a012 · S\u00a0−2"));
  assert.ok(!dealText(words, position, lineOf(["SA"]), { values: false }).includes("Best"));
});

test("a text leaves out the hands that lie face down", () => {
  const position = { variant: "belote", contract: { trump: "H" } };
  const text = dealText(words, position, lineOf(["SA"]), { hidden: ["S"] });
  assert.ok(text.includes("North: "));
  assert.ok(!text.includes("South: "));
  const line = lineOf(["SA"]);
  line[0].answer.stock = ["H2", "HA"];
  assert.ok(dealText(words, position, line).includes("\nStock: ♥2 ♥A\n"));
  assert.ok(!dealText(words, position, line, { hidden: ["stock"] }).includes("Stock"));
});

test("a text says who is vulnerable", () => {
  const head = (vulnerable) => dealText(words, { variant: "belote", vulnerable }, lineOf(["SA"])).split("\n")[0];
  assert.deepEqual(["NS", "both", "none", undefined].map(head), ["Belote · NS vul", "Belote · all vul", "Belote", "Belote"]);
});

test("all cards are written in a format of bridge, those before the line first", async (context) => {
  const fetch = context.mock.method(globalThis, "fetch", async (_, { headers }) => new Response("text", { headers: { "Content-Type": `${headers.Accept}; charset=utf-8` } }));
  const tree = { line: lineOf(["SA", "ST"]) };
  const before = { shown: { position: { variant: "bridge", plays: ["HA"] }, players: { N: "Zoé" } }, tree, words };
  const board = { shown: { position: { variant: "bridge" }, players: {} }, tree, words };
  assert.equal(await writtenAs("pbn", "/v1/convert", before), "text");
  assert.equal(await writtenAs("lin", "/v1/convert", board), "text");
  const asked = fetch.mock.calls.map(({ arguments: [address, { body, headers }] }) => [address, headers.Accept, JSON.parse(body)]);
  assert.deepEqual(asked, [
    ["/v1/convert", "application/x-pbn", { variant: "bridge", players: { N: "Zoé" }, plays: ["HA", "SA", "ST"] }],
    ["/v1/convert", "text/x-lin", { variant: "bridge", plays: ["SA", "ST"] }],
  ]);
});

test("what is no deal in the format that was asked for is not copied", async (context) => {
  const board = { shown: { position: { variant: "bridge" }, players: {} }, tree: { line: lineOf([]) }, words };
  const why = (error) => whyFailed({ say: (name) => name }, error, "share_offline");
  const given = async (text, status, type) => {
    context.mock.method(globalThis, "fetch", async () => new Response(text, { status, headers: { "Content-Type": type } }));
    return writtenAs("pbn", "/v1/convert", board).catch(why);
  };
  assert.equal(await given('[Deal "N:"]', 200, "application/x-pbn"), '[Deal "N:"]');
  for (const status of [200, 502]) assert.equal(await given("<html>", status, "text/html"), "share_offline");
  assert.equal(await given(null, 204, ""), "share_offline");
  for (const status of [200, 502]) assert.equal(await given('{"message": "Bad gateway"}', status, "application/json"), "share_offline");
  assert.equal(await given('{"detail": "no cards"}', 422, "application/problem+json"), "no cards");
});

test("a line is cut into tricks", () => {
  const cards = (plays) => tricksOf(lineOf(plays)).map((trick) => trick.map((node) => node.card).join(" "));
  assert.deepEqual(cards(["SA", "ST", "HA"]), ["SA ST", "HA"]);
  assert.deepEqual(cards([]), []);
});

test("a place in an analysis comes back from its address", () => {
  for (const place of [{ deal: 3, card: 0, line: ["SA", "C2"] }, { deal: 1, card: 5, line: ["HT"] }]) {
    assert.deepEqual(readPlace(writePlace(place), [1, 3]), place);
  }
  assert.equal(writePlace({ deal: 2, card: 17, line: [] }), "#2-17");
  assert.deepEqual(readPlace("?play=17", [2, 3]), { deal: 2, card: 17, line: [] });
  for (const search of ["", "?line=AB", "?play=3&deal=9"]) assert.equal(readPlace(search, [1, 2]), null, search);
});

/** As much of a board as a line needs; cards in `refused` may not be played, those in `lost` are not answered. */
function boardOf(refused = [], lost = []) {
  const listening = new AbortController();
  const board = {
    tree: new Tree(),
    listening,
    words,
    drawn: 0,
    shown: [],
    said: [],
    say(text) {
      this.said.push(text);
    },
    draw() {
      this.drawn += 1;
    },
    async solve(plays) {
      if (plays.some((card) => refused.includes(card) || lost.includes(card))) throw new Error("no");
      const answer = answerTo(plays);
      return { ...answer, cards: answer.cards.filter(({ card }) => !refused.includes(card)) };
    },
    async show(step) {
      step?.();
      this.shown.push(this.tree.current.plays.join(" "));
      this.tree.current.answer ??= await this.solve(this.tree.current.plays).catch(() => null);
    },
  };
  return board;
}

test("the end of a line is shown at once, and what lies before is asked for behind it", async () => {
  const board = boardOf();
  await replay(board, ["SA", "ST", "HA"], 2);
  assert.deepEqual(board.shown, ["SA ST"]);
  assert.equal(board.tree.current.plays.length, 2);
  assert.deepEqual(board.tree.line.map((node) => node.answer !== null), [true, true, true, true]);
  assert.equal(board.drawn, 1);
});

test("the line is asked for from the reader outwards, and a step of theirs comes before the rest", async () => {
  const board = boardOf();
  const asked = [];
  const { solve } = board;
  const { show } = board;
  board.show = async (step) => {
    board.asking = new AbortController();
    await show.call(board, step);
  };
  board.solve = async (plays, signal) => {
    asked.push(plays.length);
    // The reader takes a step while the first card is asked for, which nobody answers for long.
    if (plays.length === 0 && asked.filter((n) => n === 0).length === 1) {
      const { asking } = board;
      board.asking = new AbortController();
      setTimeout(() => asking.abort());
      return new Promise((resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    }
    return solve.call(board, plays);
  };
  let isThere = false;
  await replay(board, ["SA", "ST", "HA"], 3, () => (isThere = true));
  assert.ok(isThere);
  assert.deepEqual(asked, [2, 3, 1, 0, 0]);
  assert.ok(board.tree.line.every((node) => node.answer));
});

test("a line ends before a card that may not be played", async () => {
  const board = boardOf(["ST"]);
  const said = await replay(board, ["SA", "ST", "HA"]);
  assert.deepEqual(board.tree.line.map((node) => node.card), [null, "SA"]);
  assert.deepEqual(board.tree.current.plays, ["SA"]);
  assert.deepEqual(board.said, ["no play: ten of spades"]);
  assert.equal(said, board.said[0]);
});

test("a line ends before what is no card", async () => {
  for (const text of ["D1", "PX", "constructor", "D"]) {
    const board = boardOf();
    await replay(board, ["SA", text, "HA"]);
    assert.deepEqual(board.tree.current.plays, ["SA"]);
    assert.deepEqual(board.said, [`no card: ${text}`]);
  }
});

test("a line stays where nobody answers", async () => {
  const board = boardOf([], ["ST"]);
  await replay(board, ["SA", "ST", "HA"]);
  assert.deepEqual(board.tree.line.map((node) => node.card), [null, "SA", "ST", "HA"]);
  assert.deepEqual(board.said, []);
});

test("a line stops where another board has taken the page", async () => {
  const board = boardOf();
  board.listening.abort();
  await replay(board, ["SA"]);
  assert.deepEqual(board.shown, []);
});

test("a game is looked at with its cards as a line, whatever it is written in", async () => {
  const deal = { N: "A...", E: "K...", S: "Q...", W: "J..." };
  const game = { variant: "bridge", deal, contract: { trump: "S" }, plays: ["SA"], id: "x" };
  const asked = [];
  const service = { origin: "http://x", convert: "c", ask: async (...args) => asked.push(args) && { ok: true, body: { games: [game] } } };
  const expected = { look: { position: { variant: "bridge", deal, contract: { trump: "S" } }, line: ["SA"] } };
  for (const text of [JSON.stringify(game), JSON.stringify([game]), '[Event "x"]']) assert.deepEqual(await look(text, service), expected);
  assert.deepEqual(asked.map(([address, type]) => [address, type]), [["c", "application/x-pbn"]]);
  assert.deepEqual(await look("", service), { fault: "in_nothing" });
  const empty = { ...service, ask: async () => ({ ok: true, body: { games: [{ variant: "bridge" }] } }) };
  assert.deepEqual(await look('[Event "x"]', empty), { fault: "in_no_deal" });
  // Cards that are missing can be dealt on the board; of some games the first with cards is taken.
  const part = { variant: "bridge", deal: { N: "A..." }, contract: { trump: "S" } };
  const some = { ...service, ask: async () => ({ ok: true, body: { games: [{ variant: "bridge" }, part, game] } }) };
  assert.deepEqual(await look('[Event "x"]', some), { look: { position: part, line: [] } });
  assert.ok("look" in (await look("N:A... - - -", service)));
  const refusing = { ...service, ask: async () => ({ ok: false, body: { detail: "why" } }) };
  assert.deepEqual(told(await look('[Event "x"]', refusing), words), { fault: true, says: "why" });
});

test("what holds no game is said to be none", async () => {
  for (const text of ["[1, 2]", "[]", "null", '{"deals": true}']) {
    assert.deepEqual(await look(text, { origin: "http://here" }), { fault: "in_unknown" }, text);
  }
});

test("a word that names what every object has is no game, no trump and no seat", () => {
  for (const word of ["constructor", "toString", "__proto__"]) {
    assert.equal(words.game({ variant: word }).title, word);
    assert.equal(words.contract({ contract: { trump: word, taker: word } }), `${word} · ${word} takes`);
    assert.equal(words.card(word), word);
    assert.equal(gameOf(word, {}), null);
  }
  assert.equal(words.contract({ contract: { trump: {} } }), "");
});

test("what is completed at once is read out as a whole, and else at last in part", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [];
  const region = { ariaBusy: "false", set textContent(text) { if (this.ariaBusy === "false") heard.push(text); } };
  tell(region, "North plays. Solving…", { isPart: true });
  context.mock.timers.tick(100);
  tell(region, "North plays. Best: 12.");
  context.mock.timers.tick(5000);
  assert.deepEqual(heard, ["North plays. Best: 12."]);
  tell(region, "South plays. Solving…", { isPart: true });
  context.mock.timers.tick(5000);
  tell(region, "South plays. Best: 12.");
  assert.deepEqual(heard.slice(1), ["South plays. Solving…", "South plays. Best: 12."]);
});

test("what was read out is not written again", () => {
  const written = [];
  let text = "";
  const region = { ariaBusy: "false", get textContent() { return text; }, set textContent(said) { written.push((text = said)); } };
  for (const said of ["North plays.", "North plays.", "South plays.", "North plays."]) tell(region, said);
  assert.deepEqual(written, ["North plays.", "South plays.", "North plays."]);
  // What answers a press is read out each time.
  tell(region, "North plays.", { isAgain: true });
  assert.deepEqual(written.slice(3), ["North plays."]);
});

test("letters of seats and signs of mistakes are heard in words", () => {
  const heard = new Words({ ...TABLE, says: { card: TABLE.says.card, "sign_??": "blunder", "sign_?": "mistake", sign_open: "With open cards: {said}", heard_pair: "{n} to {m}", heard_change: "{before}, then {after}" } }, "en");
  const expected = [
    ["NS : S", false, "North-South, South"],
    ["Deal 2 · S takes", false, "Deal 2, South takes"],
    ["S N. Sun ♠A ??  26 points", true, "South N. Sun ace of spades, blunder  26 points"],
    ["S ♠A ?? (?)  26 points", true, "South ace of spades, blunder, with open cards: mistake  26 points"],
    // A player may be called as a sign is written.
    ["S ?", true, "South ?"],
    ["S ? ♠A ??  26 points", true, "South ? ace of spades, blunder  26 points"],
    ["S ?? · 3♠ ?", true, "South ??, 3 spades, mistake"],
    ["♥ trumps · S takes", false, "hearts trumps, South takes"],
    ["4♥ by S", false, "4 hearts by South"],
    ["NS : S 82 : 80 → 92 : 70, score 2 : 0 → 2 : 0", false, "North-South, South 82 to 80, then 92 to 70, score 2 to 0, then 2 to 0"],
    // A verdict that follows says it.
    ["S ♠A ??  blunder, 5 points", true, "South ace of spades  blunder, 5 points"],
    ["SEW, 5S and Sun", false, "SEW, 5S and Sun"],
  ];
  for (const [text, hasName, said] of expected) assert.equal(heard.heard(text, hasName), said);
});

test("cards in signs are spoken in words", () => {
  const ranks = { ...RANKS, A: { name: "l'as", shown: "A" }, T: { name: "le dix", shown: "10" } };
  const french = new Words({ ...TABLE, ranks, says: { card: "{rank} de {suit}" }, contracted: { "à le": "au", "de le": "du" } }, "en");
  const says = { ...TABLE.says, heard_about: "about {n}, give or take {error}", heard_give: "give or take" };
  const english = new Words({ ...TABLE, says }, "en");
  const expected = [
    [english, "South played ♠A. ♠10 is better, ♥2 (♠2) too.", "South played ace of spades. Ten of spades is better, two of hearts (two of spades) too."],
    // Those in a row are told apart.
    [english, "♠: 3 trumps (♠A ♠10 ♠2)", "spades: 3 trumps (ace of spades, ten of spades, two of spades)"],
    // A suit alone, a call and a letter of another language are no cards.
    [english, "♥ trumps, 3♠, 4♠X, ♠Z, ♥27", "hearts trumps, 3 spades, 4 spades X, spades Z, hearts 27"],
    [english, "−65 ± 70", "about −65, give or take 70"],
    [english, "It is worth 3.5 ±\u00a01.2 points more, ±\u00a0standard error.", "It is worth about 3.5, give or take 1.2, points more, give or take\u00a0standard error."],
    [french, "Il prend le pli de ♠10, qui va à ♠10 ; de ♠A, de le voir.", "Il prend le pli du dix de spades, qui va au dix de spades ; de l'as de spades, de le voir."],
  ];
  for (const [words, text, said] of expected) assert.equal(words.spoken(text), said);
});

test("a step is told in words", () => {
  assert.deepEqual(told({ fault: "in_odd", values: { what: "text" } }, words), { fault: true, says: "odd text" });
  assert.equal(told({ refused: { message: "Bad gateway" } }, { say: (name) => name }).says, "no_answer");
  assert.deepEqual(told({ go: "/a" }, words), { fault: false, says: "", go: "/a" });
  assert.deepEqual(told({ look: { position: {}, line: [] }, note: "taken" }, words), { fault: false, says: "taken" });
});
