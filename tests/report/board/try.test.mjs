// Units of a try: who sees and plays what, the replies, and the verdict.

import assert from "node:assert/strict";
import test from "node:test";

import { Tree } from "../../../solver/report/board/static/state.js";
import { graft, treeTo } from "../../../solver/report/board/static/trees.js";
import {
  chairsOf,
  fairCosts,
  fairRequest,
  firstChair,
  hiddenFrom,
  isOwnTurn,
  isDummySeen,
  lastChoice,
  lastTrick,
  replyTo,
  verdictOf,
} from "../../../solver/report/board/static/try_state.js";
import { answersOf, tell } from "./fake_answers.mjs";

const FOUR = { N: ["SA", "S7"], E: ["SK", "S8"], S: ["SQ", "S9"], W: ["SJ", "ST"] };
const TWO = { N: ["SA", "S7"], S: ["SK", "S8"] };
const PLAYS = ["SA", "SK", "SQ", "SJ", "S7", "S8", "S9", "ST"];

/** North's seven costs 8 of own minus other, and the ace nothing. */
const worth = (card) => (card === "S7" ? { swing: 8, loss: 4 } : { swing: 0, loss: 0 });
const names = (answer) => chairsOf(answer).map(({ name }) => name);
const chairOf = (answer, wanted) => chairsOf(answer).find(({ name }) => name === wanted);

test("a reader plays a seat or a side", () => {
  const [answer] = answersOf(FOUR, []);
  assert.deepEqual(names(answer), ["N", "E", "S", "W", "NS", "EW"]);
  assert.deepEqual(chairOf(answer, "E"), { name: "E", seats: ["E"], side: "EW", dummy: null });
  assert.deepEqual(chairOf(answer, "NS"), { name: "NS", seats: ["N", "S"], side: "NS", dummy: null });
  assert.equal(firstChair(answer).name, "N");
});

test("with two players each is a side", () => {
  const [answer] = answersOf(TWO, []);
  assert.deepEqual(names(answer), ["N", "S"]);
  assert.equal(chairOf(answer, "S").side, "S");
});

test("declarer and dummy are one; defenders sit alone or as a side", () => {
  const [answer] = answersOf(FOUR, [], { dummy: "S" });
  assert.deepEqual(names(answer), ["E", "W", "NS", "EW"]);
  assert.equal(firstChair(answer).name, "NS");
});

test("a partner's cards are hidden, dummy's are seen once a card is led", () => {
  const [answer] = answersOf(FOUR, []);
  assert.deepEqual(hiddenFrom(chairOf(answer, "N"), answer, true), ["E", "S", "W"]);
  assert.deepEqual(hiddenFrom(chairOf(answer, "EW"), answer, true), ["N", "S"]);
  const [dealt] = answersOf(FOUR, [], { dummy: "S" });
  assert.deepEqual(hiddenFrom(chairOf(dealt, "E"), dealt, false), ["N", "S", "W"]);
  assert.deepEqual(hiddenFrom(chairOf(dealt, "E"), dealt, true), ["N", "W"]);
  assert.deepEqual(hiddenFrom(chairOf(dealt, "NS"), dealt, false), ["E", "W"]);
});

test("of a stock only the top card is seen", () => {
  const [answer] = answersOf(TWO, [], { stock: ["D2", "D3"] });
  assert.deepEqual(hiddenFrom(chairOf(answer, "N"), answer, true), ["S", "stock"]);
});

test("turns: the reader's own seats, dummy's too, and nobody's at the end", () => {
  const answers = answersOf(FOUR, PLAYS, { dummy: "S" });
  const chair = chairOf(answers[0], "NS");
  assert.deepEqual(answers.map((answer) => isOwnTurn(chair, answer)), [true, false, true, false, true, false, true, false, false]);
  assert.equal(isOwnTurn(chair, null), false);
});

test("a deal that was thrown in has nobody to play", () => {
  const [answer] = answersOf({ N: [], E: [], S: [], W: [] }, []);
  assert.equal(isOwnTurn(chairOf(answer, "N"), answer), false);
  assert.equal(firstChair(answer).name, "N");
  assert.equal(replyTo(answer), null);
});

test("a deal that ends with cards in hand is over, and judged to there", () => {
  const tree = tell(new Tree(PLAYS.slice(0, 4)), FOUR, {}, worth);
  const end = tree.game[4];
  end.answer = { ...end.answer, to_play: null, cards: [], line: [] };
  const chair = chairOf(tree.root.answer, "N");
  assert.deepEqual([isOwnTurn(chair, end.answer), replyTo(end.answer)], [false, null]);
  const verdict = verdictOf(chair, tree.root, end);
  assert.deepEqual([verdict.isOver, verdict.cards.length, verdict.nForced], [true, 1, 0]);
});

test("best defence plays the card of the line, of equals the lowest, always the same", () => {
  const hands = { E: ["SA", "SK", "SQ", "S7"] };
  const card = (name, swing, equals = []) => ({ card: name, swing, equals });
  const cards = [card("SA", 0, ["SK", "SQ"]), card("SK", 0, ["SA", "SQ"]), card("SQ", 0, ["SA", "SK"]), card("S7", 4)];
  const answer = { to_play: "E", hands, cards, line: ["SA", "S2"] };
  assert.equal(replyTo(answer), "SQ");
  assert.equal(replyTo({ ...answer, line: ["S7"] }), "S7");
  assert.equal(replyTo({ ...answer, cards: [card("S7", 4), card("SK", 0)], line: [] }), "SK");
});

test("where a limit came first, the card that the solver thinks best is played", () => {
  const cards = [{ card: "SA", equals: [] }, { card: "S7", equals: [] }];
  assert.equal(replyTo({ to_play: "E", hands: { E: ["SA", "S7"] }, cards, line: [] }), "SA");
});

test("equals that may not be played are left", () => {
  const cards = [{ card: "SA", swing: 0, equals: ["SK"] }];
  assert.equal(replyTo({ to_play: "E", hands: { E: ["SA", "SK"] }, cards, line: ["SA"] }), "SA");
});

test("a card is taken back to the reader's last choice, past replies and forced cards", () => {
  const tree = tell(new Tree(PLAYS), FOUR);
  const chair = chairOf(tree.root.answer, "N");
  const nodes = tree.game;
  assert.equal(lastChoice(chair, tree.root, nodes[0]), null);
  assert.equal(lastChoice(chair, tree.root, nodes[1]), nodes[0]);
  assert.equal(lastChoice(chair, tree.root, nodes[4]), nodes[0]);
  // The second card of each hand is forced.
  assert.equal(lastChoice(chair, tree.root, nodes[8]), nodes[0]);
  assert.equal(lastChoice(chair, nodes[1], nodes[8]), null);
});

test("the last trick stays to be seen when it has left the table", () => {
  const [, one, , , four, five, , , eight] = tell(new Tree(PLAYS), FOUR).game;
  const cards = (node) => lastTrick(node).map(({ card }) => card);
  assert.deepEqual([cards(one), cards(four), cards(five)], [[], PLAYS.slice(0, 4), PLAYS.slice(0, 4)]);
  assert.deepEqual(cards(eight), PLAYS.slice(4));
});

test("dummy lies open once a card is led, and in an ending", () => {
  const [ending] = answersOf(FOUR, []);
  const thirteen = Array.from({ length: 13 }, (_, n) => `card ${n}`);
  const whole = { hands: { N: thirteen, E: thirteen, S: thirteen, W: thirteen } };
  assert.deepEqual([isDummySeen(ending, 0), isDummySeen(whole, 0), isDummySeen(whole, 1)], [true, false, true]);
});

test("the verdict judges the reader's own choices and counts what was forced", () => {
  const tree = tell(new Tree(["S7", "SK", "SQ", "SJ", "SA", "S8", "S9", "ST"]), FOUR, {}, worth);
  const end = tree.game[8];
  const verdict = verdictOf(chairOf(tree.root.answer, "N"), tree.root, end);
  assert.deepEqual(verdict.cards, [{ node: tree.game[1], cost: 4, best: ["SA"] }]);
  assert.deepEqual([verdict.nForced, verdict.isOver, verdict.isPerfect], [1, true, false]);
  const both = verdictOf(chairOf(tree.root.answer, "NS"), tree.root, end);
  assert.deepEqual([both.cards.map(({ node }) => node.card), both.nForced], [["S7", "SQ"], 2]);
  // One best card of two makes no perfect play.
  assert.deepEqual([both.cards.map(({ cost }) => cost), both.isPerfect], [[4, 0], false]);
  const later = verdictOf(chairOf(tree.root.answer, "NS"), tree.game[1], end);
  assert.deepEqual([later.cards.map(({ cost }) => cost), later.isPerfect], [[0], true]);
});

test("the verdict on a contract is that of its own side's number", () => {
  const tree = tell(new Tree(["S7", "SK"]), FOUR, { taking: "EW", needs: 82 });
  const [start, , end] = tree.game;
  start.answer.value = { NS: 90, EW: 72 };
  end.answer.value = { NS: 80, EW: 82 };
  const verdict = verdictOf(chairOf(start.answer, "N"), start, end);
  assert.deepEqual([verdict.couldMake, verdict.isMade, verdict.isOver], [false, true, false]);
  assert.deepEqual([verdict.best, verdict.result], [{ NS: 90, EW: 72 }, { NS: 80, EW: 82 }]);
  const free = tell(new Tree(["S7"]), FOUR);
  assert.equal(verdictOf(chairOf(free.root.answer, "N"), free.root, free.game[1]).isMade, null);
});

test("who gives up before the last card is answered is judged by that card", () => {
  const tree = tell(new Tree(["S7"]), FOUR, {}, worth);
  const [start, end] = tree.game;
  start.answer.cards.find(({ card }) => card === "S7").value = { NS: 3, EW: 5 };
  end.answer = null;
  const verdict = verdictOf(chairOf(start.answer, "N"), start, end);
  assert.deepEqual([verdict.result, verdict.isOver, verdict.cards[0].cost], [{ NS: 3, EW: 5 }, false, 4]);
});

test("a card that was not proved has no cost, and is not called perfect", () => {
  const tree = tell(new Tree(["S7"]), FOUR, {}, () => ({}));
  const verdict = verdictOf(chairOf(tree.root.answer, "N"), tree.root, tree.game[1]);
  assert.deepEqual([verdict.cards[0].cost, verdict.cards[0].best, verdict.isPerfect], [null, [], false]);
});

test("the fair verdict is asked for all cards, after those that were played before", () => {
  const asked = fairRequest({ variant: "belote", limit: { nodes: 1 }, cards: "best", plays: ["HA"] }, ["S7"]);
  assert.deepEqual(asked, { variant: "belote", plays: ["HA", "S7"], fair: { plays: "all" } });
});

test("fair costs are those of the same cards, in the unit of the list", () => {
  const fair = { grade: "mistake", loss: 3.5, loss_error: 0.5, swing: 7, swing_error: 1 };
  const tree = tell(new Tree(["S7"]), FOUR, {}, worth);
  const verdict = verdictOf(chairOf(tree.root.answer, "N"), tree.root, tree.game[1]);
  assert.deepEqual(fairCosts(verdict, { plays: [{}, { fair }] }, 1), [{ cost: 3.5, error: 0.5, grade: "mistake" }]);
  assert.deepEqual(fairCosts(verdict, { plays: [{}] }, 0), [null]);
  // Where only the difference is settled, the own side's loss is that of one line among many.
  assert.deepEqual(fairCosts(verdict, { plays: [{}, { fair }] }, 1, true), [{ cost: fair.swing, error: fair.swing_error, grade: "mistake" }]);
  const uneven = tell(new Tree(["S7"]), FOUR, {}, (card) => ({ ...worth(card), loss: 1 }));
  const other = verdictOf(chairOf(uneven.root.answer, "N"), uneven.root, uneven.game[1]);
  assert.deepEqual(fairCosts(other, { plays: [{ fair }] }, 0), [{ cost: 7, error: 1, grade: "mistake" }]);
});

test("a line alone has nothing of what came after it, and a line put back is found again", () => {
  const tree = tell(new Tree(PLAYS), FOUR);
  const alone = treeTo(tree.game[2]);
  assert.deepEqual(alone.line.map(({ card }) => card), [null, "SA", "SK"]);
  assert.equal(alone.current.answer, tree.game[2].answer);
  alone.play("S9");
  alone.current.answer = { to_play: "W", cards: [] };
  const place = graft(tree, alone.current);
  assert.deepEqual(place.plays, ["SA", "SK", "S9"]);
  assert.equal(place.parent, tree.game[2]);
  assert.equal(place.answer, alone.current.answer);
  assert.equal(graft(tree, alone.current), place);
  assert.equal(tree.game.length, 9);
});
