// Units of the board's state: the tree of lines, told what lies on the table by answers made up here.

import assert from "node:assert/strict";
import test from "node:test";

import { joinEquals } from "../../../solver/report/board/static/choices.js";
import { compareLines, inTricks } from "../../../solver/report/board/static/compare.js";
import { Refusal, whyFailed } from "../../../solver/report/board/static/refusal.js";
import { fromData, fromService } from "../../../solver/report/board/static/solve.js";
import {
  Tree,
  costOf,
  isBetweenTricks,
  isMistake,
  isNoted,
  readCard,
  tableAt,
  trickEndedAt,
} from "../../../solver/report/board/static/state.js";

const HANDS = { N: ["SA", "S2"], E: ["SK", "S3"] };
const SEATS = ["N", "E"];

/** Two players, two tricks of spades; north takes both, as the ace is high and who wins leads. */
function answerTo(plays) {
  const trick = plays.length % 2 ? [plays[plays.length - 1]] : [];
  const isOver = plays.length === 4;
  const to_play = isOver ? null : SEATS[plays.length % 2];
  const hands = Object.fromEntries(SEATS.map((seat) => [seat, HANDS[seat].filter((card) => !plays.includes(card))]));
  const value = { N: 2, E: 0 };
  const cards = isOver ? [] : hands[to_play].map((card, n) => ({ card, value, swing: n, loss: n, equals: [] }));
  const won = { N: Math.floor(plays.length / 2), E: 0 };
  return { to_play, trick, leader: "N", seats: trick.map(() => "N"), hands, won, won_by: "N", value, cards, line: [] };
}

/** A tree whose nodes are answered as they are reached. */
function answered(plays) {
  const tree = new Tree(plays);
  for (const node of tree.game) node.answer = answerTo(node.plays);
  return tree;
}

function play(tree, card) {
  const isPlayed = tree.play(card);
  tree.current.answer = answerTo(tree.current.plays);
  return isPlayed;
}

const GAME = ["SA", "S3", "S2", "SK"];

test("steps by card and by trick stop at the ends", () => {
  const tree = answered(GAME);
  tree.previous();
  assert.equal(tree.current, tree.root);
  tree.next();
  assert.deepEqual(tree.current.plays, ["SA"]);
  assert.equal(tree.current.seat, "N");
  tree.nextTrick();
  assert.equal(tree.current.depth, 2);
  tree.nextTrick();
  tree.nextTrick();
  assert.equal(tree.current.depth, 4);
  tree.previousTrick();
  assert.equal(tree.current.depth, 2);
  tree.first();
  assert.equal(tree.current.depth, 0);
  tree.last();
  assert.deepEqual(tree.current.plays, GAME);
});

test("a card of the game follows the game; another begins a line of one's own", () => {
  const tree = answered(GAME);
  assert.equal(tree.play("SA"), true);
  assert.equal(tree.current.inGame, true);
  assert.equal(play(tree, "SK"), true);
  assert.equal(tree.current.inGame, false);
  assert.deepEqual(tree.line.map((node) => node.card), [null, "SA", "SK"]);
  assert.deepEqual(tree.game.map((node) => node.card), [null, ...GAME]);
  tree.backToGame();
  assert.deepEqual(tree.current.plays, ["SA"]);
});

test("a card that may not be played is refused, and so is any while nothing is known", () => {
  const tree = answered(GAME);
  assert.equal(tree.play("SK"), false);
  assert.equal(tree.current, tree.root);
  const fresh = new Tree();
  assert.equal(fresh.play("SA"), false);
});

test("lines are promoted before each other, never before the game, and deleted from their first card on", () => {
  const tree = answered(GAME);
  play(tree, "S2");
  const line = tree.current;
  play(tree, "SK");
  tree.promote(tree.current);
  assert.deepEqual(tree.root.children.map((node) => node.card), ["SA", "S2"]);
  tree.remove(tree.game[2]);
  assert.equal(tree.game.length, 5);
  tree.remove(tree.current);
  assert.equal(tree.current, tree.root);
  assert.equal(tree.root.children.includes(line), false);

  const free = new Tree();
  free.root.answer = answerTo([]);
  play(free, "SA");
  free.previous();
  play(free, "S2");
  free.promote(free.current);
  assert.deepEqual(free.root.children.map((node) => node.card), ["S2", "SA"]);
});

test("mistakes are found by what was said of a card, else by what it gives away", () => {
  const tree = answered(["S2", "SK", "SA", "S3"]);
  assert.deepEqual(tree.game.map(isMistake), [false, true, false, false, false]);
  tree.game[1].remark = { sign: "", grade: "", says: "", mistake: false };
  tree.game[3].remark = { sign: "?", grade: "", says: "", mistake: true };
  tree.nextMistake();
  assert.equal(tree.current.depth, 3);
  tree.nextMistake();
  assert.equal(tree.current.depth, 3);
  tree.last();
  tree.previousMistake();
  assert.equal(tree.current.depth, 3);
  // What it cost with all hands known is noted all the same.
  assert.deepEqual(tree.game.map(isNoted), [false, true, false, true, false]);
});

test("until the answer is there, the card lies on the table and nobody is to play", () => {
  const tree = answered([]);
  tree.play("SA");
  const table = tableAt(tree.current);
  assert.deepEqual([table.to_play, table.trick, table.seats, table.hands.N], [null, ["SA"], ["N"], ["S2"]]);
  tree.current.answer = answerTo(["SA"]);
  assert.equal(tableAt(tree.current).to_play, "E");
});

test("equal cards stand together in the order of the hand", () => {
  const cards = [
    { card: "SK", equals: ["SQ"] },
    { card: "SQ", equals: ["SK"] },
    { card: "S2", equals: [] },
  ];
  assert.deepEqual(joinEquals(["SK", "SQ", "S2", "HA"], cards), [["SK", "SQ"], ["S2"], ["HA"]]);
});

test("cards are read as they are typed", () => {
  const cards = [
    { card: "HT", suits: ["H", "♥"], ranks: ["T", "10"] },
    { card: "SA", suits: ["S", "♠"], ranks: ["A", "A"] },
    { card: "S9", suits: ["S", "♠"], ranks: ["9", "9"] },
  ];
  // As the page writes it, too, and with the mark that makes a picture of its sign.
  for (const text of ["HT", "th", " h10 ", "10", "H", "h", "♥10", "10♥", "♥\uFE0F 10", "♥"]) assert.equal(readCard(text, cards), "HT", text);
  for (const text of ["S", "♠", "", "SK", "♠K", "♥♥", "HTX"]) assert.equal(readCard(text, cards), null, text);
});

test("what is known is not asked again", async () => {
  const asked = [];
  const solve = fromData(["SA"], [answerTo([]), answerTo(["SA"])], async (plays) => {
    asked.push(plays);
    return answerTo(plays);
  });
  const { signal } = new AbortController();
  assert.deepEqual((await solve(["SA"], signal)).trick, ["SA"]);
  await solve(["S2"], signal);
  await solve(["S2"], signal);
  assert.deepEqual(asked, [["S2"]]);
});

test("the service is asked with all plays, and its refusal is said in its words", async (context) => {
  const sent = [];
  const answers = [
    new Response(JSON.stringify(answerTo([])), { status: 200 }),
    new Response(JSON.stringify({ title: "t", detail: "d", errors: [{ detail: "one" }, { detail: "one" }] }), { status: 422 }),
  ];
  context.mock.method(globalThis, "fetch", async (url, options) => {
    sent.push([url, JSON.parse(options.body), options.headers["Accept-Language"]]);
    return answers.shift();
  });
  const solve = fromService("/v1/solve", { variant: "belote" }, "fr");
  const { signal } = new AbortController();
  assert.equal((await solve(["SA"], signal)).to_play, "N");
  await assert.rejects(solve([], signal), (error) => error instanceof Refusal && error.message === "one");
  // What stands before the service answers with a page of its own.
  for (const [text, status] of [["<html>", 502], ["<html>", 200], ['{"message": "Bad gateway"}', 502], ["null", 502]]) {
    answers.push(new Response(text, { status }));
  }
  while (answers.length) await assert.rejects(solve([], signal), (error) => whyFailed(words, error) === "no_answer");
  assert.equal(whyFailed(words, new Refusal("one")), "one");
  assert.deepEqual(sent[0], ["/v1/solve", { variant: "belote", plays: ["SA"] }, "fr"]);
});

/** Words that say the names of sentences. */
const words = /** @type {any} */ ({ say: (name) => name });

test("one answer tells where tricks begin, before the others are there", () => {
  const tree = new Tree(GAME);
  assert.deepEqual(tree.game.map(isBetweenTricks), [false, false, false, false, false]);
  tree.game[3].answer = answerTo(GAME.slice(0, 3));
  assert.deepEqual(tree.game.map(isBetweenTricks), [true, false, true, false, true]);
});

test("the trick that has just ended is told with who won it, and none in the middle of one", () => {
  const tree = answered(GAME);
  assert.equal(trickEndedAt(tree.root), null);
  assert.equal(trickEndedAt(tree.game[1]), null);
  assert.deepEqual(trickEndedAt(tree.game[2]), { cards: ["SA", "S3"], seats: ["N", "E"], winner: "N" });
  assert.deepEqual(trickEndedAt(tree.game[4]), { cards: ["S2", "SK"], seats: ["N", "E"], winner: "N" });
  const unknown = new Tree(GAME);
  unknown.game[2].answer = answerTo(GAME.slice(0, 2));
  assert.equal(trickEndedAt(unknown.game[2]), null);
});

test("what was played stands beside best play: from a mistake, from where one's own line left, or from here", () => {
  const tree = answered(["S2", "SK", "SA", "S3"]);
  tree.root.answer.line = ["SA", "S3"];
  tree.game[1].answer.line = ["S3"];
  assert.deepEqual(compareLines(tree).best, ["SA", "S3"]);
  tree.next();
  assert.equal(isMistake(tree.current), true);
  assert.equal(compareLines(tree).from, tree.root);
  play(tree, "S3");
  assert.equal(compareLines(tree).from, tree.game[1]);
  assert.deepEqual(compareLines(tree).played.map((node) => node.card), ["SK", "SA", "S3"]);
  // Played as best, or nothing was played: there is nothing to compare.
  tree.game[1].answer.line = ["SK", "SA", "S3"];
  assert.equal(compareLines(tree), null);
  tree.go(tree.game[4]);
  assert.equal(compareLines(tree), null);
});

test("a line is told trick by trick, with the seats whose hands hold its cards", () => {
  const tree = answered(GAME);
  const seats = (tricks) => tricks.map((trick) => trick.map(({ seat, card, n }) => `${n}${seat}${card}`));
  assert.deepEqual(seats(inTricks(tree.root, ["SA", "SK", "S2", "HA"])), [["0NSA", "1ESK"], ["2NS2", "3HA"]]);
  assert.deepEqual(seats(inTricks(tree.game[1], ["SK", "S2"])), [["0ESK"], ["1NS2"]]);
});

test("a card is played from a table whose values are not known yet", () => {
  const tree = new Tree();
  const { value, ...table } = answerTo([]);
  tree.root.laid = { ...table, cards: table.cards.map(({ card }) => ({ card, equals: [] })) };
  assert.equal(tree.root.answer, null);
  assert.equal(tree.play("SK"), false);
  assert.equal(tree.play("SA"), true);
  assert.equal(tree.current.seat, "N");
  assert.deepEqual(tableAt(tree.current).trick, ["SA"]);
  // The answer takes its place.
  tree.root.answer = answerTo([]);
  assert.equal(tree.root.told, tree.root.answer);
});

test("a cost is the own loss where all points are the other side's, else the difference, of all cards alike", () => {
  const [best, less, open] = [{ swing: 0, loss: 0 }, { swing: 20, loss: 10 }, { card: "SA", equals: [] }];
  const slam = { swing: 126, loss: 19 };
  assert.deepEqual([best, less, open].map((one) => costOf(one, [best, less, open], false)), [0, 10, null]);
  assert.deepEqual([best, less, slam].map((one) => costOf(one, [best, less, slam], false)), [0, 20, 126]);
  assert.equal(costOf({ swing: 3 }, [{ swing: 3 }], false), 3);
  assert.equal(costOf(undefined, [], false), null);
  // By the game, not by the position: the next one may be another case.
  assert.deepEqual([best, less].map((one) => costOf(one, [best, less], true)), [0, 20]);
});
