// Units of a lesson: whose mistakes, what an answer is worth, and how it went.

import assert from "node:assert/strict";
import test from "node:test";

import { Lesson, answerTo, costAt, firstLearner, learnersOf, refutation, unseenBy } from "../../../solver/report/board/static/learn_state.js";
import { Tree } from "../../../solver/report/board/static/state.js";
import { tell } from "./fake_answers.mjs";

const FOUR = { N: ["SA", "S7", "S2"], E: ["SK", "S8", "S3"], S: ["SQ", "S9", "S4"], W: ["SJ", "ST", "S5"] };
const PLAYS = ["S7", "SK", "S9", "SJ", "S2", "S8", "SQ", "ST", "SA", "S3", "S4", "S5"];
const SWINGS = { SA: 0, S7: 8, S2: 4, SQ: 0, S9: 20, S4: 20 };
const worth = (card) => ({ swing: SWINGS[card] ?? 0, loss: (SWINGS[card] ?? 0) / 2 });
const told = (more) => tell(new Tree(PLAYS), FOUR, more, worth);

test("each player, each side and all together have their mistakes", () => {
  const learners = learnersOf(told().game);
  assert.deepEqual(
    learners.map(({ name, mistakes, cost }) => [name, mistakes.map(({ card }) => card), cost]),
    [
      ["N", ["S7", "S2"], 12],
      ["E", [], 0],
      ["S", ["S9", "S4"], 40],
      ["W", [], 0],
      ["NS", ["S7", "S9", "S2", "S4"], 52],
      ["EW", [], 0],
      ["NESW", ["S7", "S9", "S2", "S4"], 52],
    ],
  );
  assert.equal(firstLearner(learners).name, "S");
});

test("dummy's cards are the declarer's, and dummy is no learner", () => {
  const learners = learnersOf(told({ dummy: "S" }).game);
  assert.deepEqual(learners.map(({ name }) => name), ["N", "E", "W", "NS", "EW", "NESW"]);
  assert.equal(learners[0].mistakes.length, 4);
  assert.equal(firstLearner(learners).name, "N");
});

test("two players learn each for themselves", () => {
  const tree = tell(new Tree(["S7", "SK"]), { N: ["SA", "S7"], S: ["SK", "S8"] }, {}, worth);
  assert.deepEqual(learnersOf(tree.game).map(({ name, mistakes }) => [name, mistakes.length]), [["N", 1], ["S", 0], ["NS", 1]]);
});

test("a game without mistakes has learners without questions; one that is not solved has none", () => {
  const learners = learnersOf(tell(new Tree(PLAYS), FOUR).game);
  assert.equal(firstLearner(learners).mistakes.length, 0);
  assert.deepEqual(learnersOf(new Tree(PLAYS).game), []);
});

test("a card that was not proved to be a mistake is not asked for", () => {
  const tree = tell(new Tree(PLAYS), FOUR, {}, () => ({}));
  tree.game[1].remark = { sign: "~", grade: "", says: "", mistake: true };
  assert.equal(learnersOf(tree.game)[0].mistakes.length, 0);
});

test("cards of which nobody can tell what they gave away are counted, those that were no choice are not", () => {
  const counts = (tree) => learnersOf(tree.game).map(({ name, nUnknown }) => [name, nUnknown]);
  assert.deepEqual([...new Set(counts(told()).map(([, n]) => n))], [0]);
  const some = tell(new Tree(PLAYS), FOUR, {}, (card) => (["SK", "S8", "S2"].includes(card) ? {} : worth(card)));
  // The last card of each is no choice.
  assert.deepEqual(counts(some), [["N", 1], ["E", 2], ["S", 0], ["W", 0], ["NS", 1], ["EW", 2], ["NESW", 3]]);
  const dummy = tell(new Tree(PLAYS), FOUR, { dummy: "S" }, () => ({}));
  assert.deepEqual(counts(dummy)[0], ["N", 4]);
  // A card whose place is not answered may be anybody's.
  const tree = told();
  tree.game[1].answer = tree.game[2].answer = null;
  assert.deepEqual(counts(tree), [["N", 2], ["E", 2], ["S", 2], ["W", 2], ["NS", 2], ["EW", 2], ["NESW", 2]]);
});

test("an answer is right, better than the game, wrong, the card of the game, or not proved", () => {
  const tree = told();
  const [, mistake] = tree.game;
  assert.deepEqual(["SA", "S7", "S2"].map((card) => answerTo(mistake, card)), ["right", "same", "better"]);
  assert.deepEqual([costAt(mistake, "S2"), costAt(mistake, "SA")], [2, 0]);
  const [, , , south] = tree.game;
  assert.deepEqual(["SQ", "S4"].map((card) => answerTo(south, card)), ["right", "wrong"]);
  assert.equal(answerTo(south, "HA"), "unknown");
});

test("a refutation goes to the end of the trick in which the other side replies", () => {
  const hands = { N: [], E: [], S: [], W: [] };
  const line = ["S1", "S2", "S3", "S4", "S5", "S6"];
  const after = (trick, to_play) => ({ hands, line, trick, to_play });
  assert.deepEqual(refutation(after(["SA"], "E"), "NS"), ["S1", "S2", "S3"]);
  assert.deepEqual(refutation(after(["SA", "S7", "S8"], "W"), "NS"), ["S1"]);
  assert.deepEqual(refutation(after([], "N"), "NS"), ["S1", "S2", "S3", "S4"]);
  assert.deepEqual(refutation({ hands: { N: [], E: [], S: [] }, line, trick: ["SA", "S7"], to_play: "S" }, "ES"), ["S1", "S2", "S3", "S4"]);
  assert.deepEqual(refutation(after(["SA", "S7", "S8"], "W"), "EW"), ["S1", "S2", "S3", "S4", "S5"]);
  assert.deepEqual(refutation({ hands, line: [], trick: [], to_play: null }, "NS"), []);
});

test("a player sees their own hand, dummy's and the top of a stock; a declarer sees both hands", () => {
  const [first, second] = tell(new Tree(["S7"]), FOUR, { dummy: "S" }).game;
  assert.deepEqual(unseenBy(first.answer), ["E", "W"]);
  assert.deepEqual(unseenBy(second.answer), ["N", "W"]);
  const [plain] = tell(new Tree(), FOUR).game;
  assert.deepEqual(unseenBy(plain.answer), ["E", "S", "W"]);
  const [two] = tell(new Tree(), { N: ["SA"], S: ["SK"] }, { stock: ["D2"] }).game;
  assert.deepEqual(unseenBy(two.answer), ["S", "stock"]);
});

test("a lesson counts what was found at once, later, shown and skipped", () => {
  const mistakes = learnersOf(told().game)[4].mistakes;
  const lesson = new Lesson(mistakes);
  assert.equal(lesson.isLast, false);
  assert.deepEqual([lesson.answer("S7"), lesson.answer("SA")], ["same", "right"]);
  assert.equal(lesson.answer("S2"), "better");
  assert.equal(lesson.next(), true);
  assert.deepEqual([lesson.answer("S4"), lesson.answer("SQ")], ["wrong", "right"]);
  lesson.next();
  lesson.answer("S2");
  lesson.giveUp("shown");
  lesson.answer("SA");
  lesson.next();
  assert.equal(lesson.isLast, true);
  lesson.giveUp("skipped");
  assert.equal(lesson.next(), false);
  assert.deepEqual(lesson.tally, { once: 1, later: 1, shown: 1, skipped: 1 });
  assert.deepEqual(lesson.missed, [mistakes[2], mistakes[3]]);
  const again = new Lesson(lesson.missed);
  assert.deepEqual([again.questions.length, again.question.tries], [2, 0]);
  // What the reader never came to is left out, as what they skipped.
  assert.deepEqual([again.tally, again.missed], [{ once: 0, later: 0, shown: 0, skipped: 2 }, lesson.missed]);
});
