// What is done with a text that is pasted or dropped.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placed } from "../../../solver/report/board/static/deal.js";
import { countCards, isGame, kindOf, lookAt, lookAtPart, receive } from "../../../solver/report/board/static/incoming.js";
import { told } from "../../../solver/report/board/static/open_form.js";
import { Refusal, answerOf, faultsOf, namedIn, whyFailed, whyRefused } from "../../../solver/report/board/static/refusal.js";

const HOME = "http://cards.example";
const DEAL = { N: "AT.87.K8.AJ", E: "J7.AQJ9.T.K", S: "K.T.AQ97.Q8", W: "Q98.K.J.T97" };
const POSITION = { variant: "belote", dealer: "E", deal: DEAL, contract: { trump: "H", taker: "E" } };

/** A service that answers what it is told to, and notes what it was asked. */
function service(answers) {
  const asked = [];
  return {
    origin: HOME,
    convert: "/v1/convert",
    analyses: "/v1/analyses",
    shown_at: "/analyses/",
    asked,
    ask: async (address, type, text) => {
      asked.push([address, type, text]);
      return { ok: true, location: null, body: { plays: [] }, ...answers[address] };
    },
  };
}

test("the kind of a text is told by how it begins", () => {
  const kinds = {
    "": "nothing",
    "  \n": "nothing",
    '{"variant": "belote"}': "json",
    '\uFEFF[{"plays": []}]': "json",
    '{"variant": ': "broken",
    '[Event "Club"]\n[Deal "N:…"]': "text",
    "% PBN 2.1\n[Event \"?\"]": "text",
    "; club evening\n\n[Event \"?\"]": "text",
    "{ club evening }\n; of May\n[Event \"?\"]": "text",
    '{"variant": "belote"}\n{"variant": "x"}': "json",
    "pn|a,b,c,d|st||md|3S…|": "text",
    "qx|o1|md|1…|": "text",
    "N:AK.QJ.. … … …": "deal",
    "What a deal!": "unknown",
    "https://elsewhere.example/analyses/abc": "elsewhere",
    "https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C": "text",
    "https://www.bridgebase.com/tools/handviewer.html?n=s24k&e=&s=&w=": "text",
    "http://": "unknown",
  };
  for (const [text, kind] of Object.entries(kinds)) assert.equal(kindOf(text, HOME).kind, kind, text);
});

test("a link to a page of this service leads there, that of a resource to its page", () => {
  const page = (address) => kindOf(HOME + address, HOME);
  assert.deepEqual(page("/analyses/abc#1-7"), { kind: "page", address: "/analyses/abc#1-7" });
  assert.deepEqual(page("/v1/puzzles/pvfawk7x97jf1gjm"), { kind: "page", address: "/puzzles/pvfawk7x97jf1gjm" });
  assert.deepEqual(page("/board#eyJ9"), { kind: "page", address: "/board#eyJ9" });
  // The hand of north is no link of a viewer.
  const spelled = "/board#game=belote&N=AT.87.K8.AJ&E=J7.AQJ9.T.K";
  assert.deepEqual(page(spelled), { kind: "page", address: spelled });
  assert.deepEqual(kindOf(`Belote\n1. S ♠K\n${HOME}${spelled}`, HOME), { kind: "page", address: spelled });
  assert.equal(kindOf(`https://elsewhere.example/board#N=AT.87.K8.AJ`, HOME).kind, "elsewhere");
  assert.equal(page("/docs").kind, "elsewhere");
  assert.equal(page("//evil.example/").kind, "elsewhere");
});

test("a letter leads to the page of this service that it names first", () => {
  const page = { kind: "page", address: "/board#game=belote&at=2" };
  const copied = `Belote · ♥ · E\nN:A10.87.R8.AV …\n\n${HOME}/board#game=belote&at=2\n`;
  assert.deepEqual(kindOf(copied, HOME), page);
  const letter = `Look (https://elsewhere.example/x, ${HOME}/docs, ${HOME}/board#game=belote&at=2), or ${HOME}/analyses/abc.`;
  assert.deepEqual(kindOf(letter, HOME), page);
  const one = { kind: "page", address: "/analyses/abc" };
  for (const [before, after] of ["<>", '""', "“”", "«»", "''", "()", ["", "."], ["", ","], ["", ">"], ["", " …"], ['<a href="', '">it</a>']]) {
    assert.deepEqual(kindOf(`${before}${HOME}/analyses/abc${after}`, HOME), one, before + after);
  }
  for (const [before, after] of ["[]", "{}", "``", "‹›", "„“", ["[this](", ")"], ["see [this](", ")."], ["see [", "]."], ["", "]"], ["", "}"], ["", "…"], ["", "..."]]) {
    assert.deepEqual(kindOf(`${before}${HOME}/analyses/abc${after}`, HOME), one, before + after);
  }
  // Fields end as all else does, and a hand keeps the dots between its suits.
  const fields = ["/board#game=belote&taker=E", "/analyses/abc?lang=fr", "/board#game=bridge&N=A...&E=K...", "/board#N=AT.87.K8.AJ", "/board#E=A.K.."];
  for (const address of fields) {
    for (const [before, after] of ["()", "[]", '""', ["", ""], ["", "."], ["", ")."], ["see ", ""], ["see ", "."], ["see ", ", or not"], ["", "…"]]) {
      assert.deepEqual(kindOf(`${before}${HOME}${address}${after}`, HOME), { kind: "page", address }, before + address + after);
    }
  }
  for (const json of ['["https://x"]', '{"site": "https://x"}', '[\n"a](https://x"]', "[]"]) assert.equal(kindOf(json, HOME).kind, "json", json);
  assert.equal(kindOf(`only ${HOME}/docs and http://`, HOME).kind, "unknown");
});

test("a game a line is a match", () => {
  const found = kindOf('{"plays": ["SA"]}\n{"plays": ["HA"]}\n', HOME);
  assert.deepEqual(found.body, { deals: [{ plays: ["SA"] }, { plays: ["HA"] }] });
});

test("cards are counted in every form of a deal", () => {
  assert.equal(countCards(DEAL), 32);
  assert.equal(countCards("N:AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8 Q98.K.J.T97"), 32);
  assert.equal(countCards("A10.87.-.-"), 4);
  assert.equal(countCards({ N: ["SA", "H10"], S: "ARD.-.V.10" }), 7);
  assert.equal(countCards(undefined), 0);
});

test("a game is judged, a position is looked at", () => {
  const ending = { variant: "bridge", deal: { N: "A...", E: "K...", S: "Q...", W: "J..." } };
  assert.equal(isGame(POSITION), false);
  assert.equal(isGame({ ...POSITION, plays: ["SA", "S7"] }), false);
  assert.equal(isGame({ ...POSITION, plays: ["SA", "S7"], players: { N: "Ann" } }), true);
  assert.equal(isGame({ ...POSITION, players: { N: "Ann" } }), false);
  assert.equal(isGame({ ...ending, plays: ["SA", "SK", "SQ", "SJ"] }), true);
  assert.equal(isGame({ variant: "belote", plays: ["SA"] }), true);
  assert.equal(isGame({ deals: [] }), true);
  assert.equal(isGame({ variant: "bridge", auction: ["pass"] }), true);
  assert.equal(isGame({ ...POSITION, auction: ["take"] }), false);
});

test("what has nothing of a position in it is not taken for one", async () => {
  for (const text of ["{}", '{"id": "x"}', '{"goal": 1, "position": 5}']) {
    assert.deepEqual(await receive(text, service({})), { fault: "in_unknown" }, text);
  }
});

test("what lacks a contract is looked at without trumps, and that is said", () => {
  const found = lookAt({ variant: "bridge", deal: { N: "A..." }, dealer: "S", tables: [], plays: ["SA"] });
  assert.deepEqual(found.look.position, { variant: "bridge", deal: { N: "A..." }, dealer: "S", contract: { trump: "NT" }, leader: "W" });
  assert.deepEqual(found.look.line, ["SA"]);
  assert.equal(found.note, "taken_nt");
  const leaders = Object.entries({ south: "W", "e": "S", " Ouest": "N", O: "N", nord: "E", "": "W", x: "W" });
  for (const [dealer, leader] of leaders) assert.equal(lookAt({ variant: "bridge", dealer }).look.position.leader, leader, dealer);
  assert.equal(lookAt({ variant: "bridge", dealer: null }).look.position.leader, "W");
});

test("a position goes to the board as it is, without a name of its own", async () => {
  const asked = service({});
  const found = await receive(JSON.stringify({ ...POSITION, id: "x" }), asked);
  assert.deepEqual(found, { look: { position: POSITION, line: [] } });
  assert.deepEqual(asked.asked, []);
});

test("a game goes to its analysis", async () => {
  const asked = service({ "/v1/analyses": { location: "/v1/analyses/abc" } });
  const text = JSON.stringify({ ...POSITION, id: "x", plays: ["SA"] });
  assert.deepEqual(await receive(text, asked), { go: "/analyses/abc" });
  assert.equal(asked.asked[0][1], "application/json");
  assert.deepEqual(JSON.parse(asked.asked[0][2]), { fair: true, calls: true, ...JSON.parse(text) });
  await receive(JSON.stringify({ ...JSON.parse(text), fair: false }), asked);
  assert.equal(JSON.parse(asked.asked[1][2]).fair, false);
  await receive(JSON.stringify({ variant: "belote", deals: [JSON.parse(text), JSON.parse(text)] }), asked);
  assert.equal(JSON.parse(asked.asked[2][2]).calls, false, "the calls of a match would take too long");
});

test("all that makes a position of a log reaches the board", () => {
  const position = {
    ...POSITION, rules: { last_trick: 20 }, notation: "en", vulnerable: "NS", stock: ["S7"], leader: "N", players: { N: "Ann" },
  };
  assert.deepEqual(lookAt({ ...position, id: "x", plays: ["SA"], auction: [] }), { look: { position, line: ["SA"] } });
});

test("a field that no request has goes along, to be refused", () => {
  const misspelt = { ...POSITION, vulnerble: "NS" };
  assert.deepEqual(lookAt({ ...misspelt, plays: [], result: 7, scoring: "imps" }), { look: { position: misspelt, line: [] } });
});

test("a game goes to the board where no analysis is kept", async () => {
  const found = await receive(JSON.stringify({ ...POSITION, id: "x", plays: ["SA"] }), service({}));
  assert.deepEqual(found, { look: { position: POSITION, line: ["SA"] }, note: "not_kept" });
});

test("what neither keeps a game nor judges it is no answer of the service", async () => {
  for (const body of [null, {}, [], "<html>"]) {
    const asked = service({ "/v1/analyses": { body } });
    await assert.rejects(receive(JSON.stringify({ ...POSITION, id: "x", plays: ["SA"] }), asked), Refusal);
  }
});

test("a file of bridge is judged if it has play, and looked at if not", async () => {
  const text = '[Deal "N:…"]';
  const deal = { variant: "bridge", deal: { N: "A...", E: "K...", S: "Q...", W: "J..." }, leader: "N" };
  const kept = { location: "/v1/analyses/abc" };
  const played = service({ "/v1/convert": { body: { games: [{ ...deal, plays: ["SA"] }] } }, "/v1/analyses": kept });
  assert.deepEqual(await receive(text, played), { go: "/analyses/abc" });
  assert.deepEqual(played.asked[1], ["/v1/analyses", "application/x-pbn", text]);

  const some = service({ "/v1/convert": { body: { games: [deal, { ...deal, auction: ["1NT"] }] } }, "/v1/analyses": kept });
  assert.deepEqual(await receive(text, some), { go: "/analyses/abc" }, "one of them was played, or bid");

  const dealt = service({ "/v1/convert": { body: { games: [deal] } } });
  const found = await receive(text, dealt);
  assert.deepEqual(found.look.position, { ...deal, contract: { trump: "NT" } });
  assert.equal(found.note, "taken_nt");

  const evening = service({ "/v1/convert": { body: { games: [deal, { ...deal, leader: "S" }] } } });
  const first = await receive(text, evening);
  assert.deepEqual(first.look.position, found.look.position);
  assert.equal(first.note, "first_of_many", "that there are more is said");
});

test("a text without a deal, or without all hands, is refused", async () => {
  const converted = (...games) => service({ "/v1/convert": { body: { games } } });
  const bridge = { variant: "bridge", tags: { Event: "x" } };
  assert.deepEqual(await receive('[Event "x"]', converted(bridge)), { fault: "in_no_deal" });
  assert.deepEqual(await receive('[Event "x"]', converted({ ...bridge, deal: { N: "-..." } }, bridge)), { fault: "in_no_deal" });
  const part = (N, E, S, W) => ({ fault: "in_part_deal", values: { N, E, S, W } });
  // Each number is that of its seat, wherever the text begins.
  assert.deepEqual(await receive("qx|o1|md|3S2,H|", converted({ ...bridge, deal: { W: "-.-.-.-", S: "2.-.-.-" } })), part(0, 0, 1, 0));
  const hands = "AT.87.K8.AJ J7.AQJ9.T.K K.T.AQ97.Q8";
  assert.deepEqual(await receive(`N:${hands}`, service({})), part(8, 8, 8, 0));
  assert.deepEqual(await receive(`s:${hands} Q98.K.J.T9`, service({})), part(8, 7, 8, 8));
  assert.deepEqual(await receive("O:2.-.-.- - - -", service({})), part(0, 0, 0, 1));
  assert.deepEqual(await receive("N:", service({})), { fault: "in_no_deal" });
  for (const look of [undefined, lookAtPart]) {
    assert.deepEqual(await receive(`N:${hands} Q98.K.J.T97\nN:${hands} Q98.K.J.T97`, service({}), look), { fault: "in_many_deals" });
  }
});

test("the first deal that can be looked at is taken, on the board even if cards are missing", async () => {
  const bridge = { variant: "bridge", leader: "N" };
  const part = { ...bridge, deal: { N: "Q7.52.Q9643.KT98" } };
  const whole = { ...bridge, deal: { N: "A...", E: "K...", S: "Q...", W: "J..." } };
  const asked = (...games) => service({ "/v1/convert": { body: { games } } });
  const text = '[Event "x"]';
  const found = await receive(text, asked(bridge, part, whole));
  assert.deepEqual([found.look.position.deal, found.note], [whole.deal, "first_of_many"]);
  const dropped = await receive(text, asked(bridge, part, whole), lookAtPart);
  assert.deepEqual([dropped.look.position.deal, dropped.note], [part.deal, "first_of_many"]);
  assert.deepEqual(await receive(text, asked(bridge), lookAtPart), { fault: "in_no_deal" });
  assert.deepEqual((await receive("N:Q7.52.Q9643.KT98 - - -", service({}), lookAtPart)).look.position.leader, "N");
});

test("what the service refuses is handed on", async () => {
  const problem = { title: "No", detail: "all", errors: [{ detail: "one" }, { detail: "two" }, { detail: "one" }] };
  const found = await receive('[Deal "N:"]', service({ "/v1/convert": { ok: false, body: problem } }));
  assert.deepEqual(found, { refused: problem });
  const words = { say: (name) => name };
  assert.deepEqual(faultsOf(words, problem), ["one", "two"]);
  assert.deepEqual(faultsOf(words, { title: "No", detail: "all" }), ["all"]);
  assert.deepEqual(faultsOf(words, { errors: [{ detail: "x", line: 2 }, { detail: "y" }] }, ({ detail, line = "" }) => line + detail), ["2x", "y"]);
  assert.equal(whyRefused(words, problem), "one · two");
});

/** What is in JSON, and no problem of the service's. */
const STRANGE = [
  null, 7, "busy", [], {}, { message: "Bad gateway" }, { detail: "" }, { detail: null, title: null }, { detail: [{ loc: ["body"], msg: "x" }] },
  { errors: null }, { errors: "bad" }, { errors: { a: ["bad"] } }, { errors: ["bad one", null] }, { errors: [{ code: 1000, message: "upstream" }] },
  { errors: [{ detail: "" }], title: "" },
];

test("a problem that says nothing is told as no answer everywhere", async () => {
  const words = { say: (name) => name };
  for (const strange of STRANGE) {
    const text = JSON.stringify(strange);
    assert.deepEqual([faultsOf(words, strange), namedIn(strange)], [["no_answer"], []], text);
    assert.equal(whyRefused(words, strange), "no_answer", text);
    assert.equal(told({ refused: strange }, words).says, "no_answer", text);
    assert.deepEqual([...placed(words, strange)], [["", ["no_answer"]]], text);
    for (const status of [200, 502]) {
      const why = (error) => whyFailed(words, error);
      assert.equal(await answerOf(new Response(text, { status }), "cards").catch(why), "no_answer", text);
    }
  }
  assert.deepEqual(await answerOf(new Response('{"cards": []}'), "cards"), { cards: [] });
  // What says something is told, although other parts are strange.
  assert.deepEqual(faultsOf(words, { errors: ["bad"], detail: [], title: "No" }), ["No"]);
});

test("the text of a deal becomes belote or bridge by its cards", async () => {
  const belote = await receive("n:AT.87.K8.AJ J7.AQJ9.T.K\nK.T.AQ97.Q8 Q98.K.J.T97", service({}));
  assert.equal(belote.look.position.variant, "belote");
  assert.equal(belote.note, "taken_belote");
  const bridge = await receive("E:A3... K2... Q4... J5...", service({}));
  assert.deepEqual(
    [bridge.look.position.variant, bridge.look.position.leader, bridge.look.position.contract.trump],
    ["bridge", "E", "NT"],
  );
});

test("cards in French letters are known by them", async () => {
  const text = "O:A10.87.R8.AV V7.ADV9.10.R R.10.AD97.D8 D98.R.V.1097";
  const { position } = (await receive(text, service({}))).look;
  assert.deepEqual(
    [position.variant, position.notation, position.leader, position.contract, position.deal.slice(0, 2)],
    ["belote", "fr", "W", { trump: "C", taker: "W" }, "W:"],
  );

  const game = { variant: "belote", deal: { N: ["PA", "K10"], S: "A10.87..D" }, plays: ["PA"], id: "x" };
  const asked = service({});
  assert.equal((await receive(JSON.stringify(game), asked)).look.position.notation, "fr");
  assert.equal(JSON.parse(asked.asked[0][2]).notation, "fr");
  await receive(JSON.stringify([game, POSITION, null]), asked);
  assert.deepEqual(JSON.parse(asked.asked[1][2]).deals, [{ ...game, notation: "fr" }, POSITION, null]);
  // What is said is not changed, nor are letters that both notations have.
  assert.equal(lookAt({ ...game, notation: "en" }).look.position.notation, "en");
  assert.equal(lookAt({ variant: "belote", deal: { N: "A.9.8.7" } }).look.position.notation, undefined);
});

test("a puzzle and an answer of the converter are read for what they hold", async () => {
  const puzzle = await receive(JSON.stringify({ id: "p", goal: {}, position: POSITION }), service({}));
  assert.deepEqual(puzzle.look.position, POSITION);
  const games = await receive(JSON.stringify({ games: [POSITION] }), service({}));
  assert.deepEqual(games, { look: { position: POSITION, line: [] } });
  const asked = service({ "/v1/analyses": { location: "/v1/analyses/abc" } });
  assert.deepEqual(await receive(JSON.stringify({ games: [POSITION, POSITION] }), asked), { go: "/analyses/abc" });
  assert.deepEqual(JSON.parse(asked.asked[0][2]).deals, [POSITION, POSITION]);
});

test("what cannot be read is told by the name of its sentence", async () => {
  assert.deepEqual(await receive("", service({})), { fault: "in_nothing" });
  assert.equal((await receive("hello", service({}))).fault, "in_unknown");
  assert.deepEqual(await receive('{\n  "deal": {\n  "N" 3}}', service({})), { fault: "not_json_line", values: { line: "3" } });
  assert.deepEqual(await receive('{"deal": "N:', service({})), { fault: "not_json_line", values: { line: "1" } });
});
