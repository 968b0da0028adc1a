// Units of the match, the graph and the table of contracts: what is drawn, before it is drawn.

import assert from "node:assert/strict";
import test from "node:test";

import { courseOf, numberedOf, pathOf } from "../../../solver/report/board/static/course.js";
import { arrange, groupBest, groupPar, positionOf } from "../../../solver/report/board/static/par.js";
import { fragmentOf, neighbours, placeOf } from "../../../solver/report/board/static/route.js";
import { canSort, nextOrder, sortedPlaces } from "../../../solver/report/board/static/sorting.js";
import { Tree } from "../../../solver/report/board/static/state.js";

const GRID = {
  heads: ["deal", "contract", "given away"],
  rows: [
    [["1", 1], "x", ["22", 22]],
    [["2", 2], "y", "–"],
    [["3", 3], "z", ["1,584", 1584]],
    [["4", 4], "z", ["22", 22]],
  ],
};

test("rows are sorted by their numbers, the greatest first, and those without one come last", () => {
  assert.deepEqual(sortedPlaces(GRID, null), [0, 1, 2, 3]);
  const first = nextOrder(null, 2);
  assert.deepEqual(sortedPlaces(GRID, first), [2, 0, 3, 1]);
  assert.deepEqual(sortedPlaces(GRID, nextOrder(first, 2)), [0, 3, 2, 1]);
  assert.deepEqual(nextOrder(first, 0), { column: 0, isDown: true });
});

test("only columns with different numbers are sorted", () => {
  assert.deepEqual([0, 1, 2].map((column) => canSort(GRID, column)), [true, false, true]);
  assert.equal(canSort({ heads: ["a"], rows: [[["0", 0]], [["0", 0]]] }, 0), false);
});

test("an address names a deal by its number, and a card", () => {
  assert.deepEqual(placeOf("#3-7", [1, 3]), { deal: 3, card: 7 });
  assert.deepEqual(placeOf("#3", [1, 3]), { deal: 3, card: 0 });
  for (const other of ["", "#match", "#2-7", "#3-", "#x"]) assert.equal(placeOf(other, [1, 3]), null, other);
  assert.equal(fragmentOf({ deal: 3, card: 7 }), "#3-7");
});

test("a deal that was thrown in is passed over", () => {
  assert.deepEqual(neighbours([1, 3, 4], 1), { before: null, after: 3 });
  assert.deepEqual(neighbours([1, 3, 4], 4), { before: 3, after: null });
});

/** A game of two tricks by two players, with these results of the taker's side after each card. */
function line(values, more = {}) {
  const tree = new Tree(["SA", "S3", "S2", "SK"]);
  tree.game.forEach((node, n) => {
    const value = values[n] === null ? undefined : { N: 100 - values[n], E: values[n] };
    const cards = [];
    node.answer = { to_play: "N", trick: n % 2 ? ["SA"] : [], won: { N: 0, E: 0 }, taking: "E", value, cards, line: [], ...more };
    if (n) node.remark = { sign: n === 2 ? "??" : "", grade: "", says: "", mistake: n === 2 };
  });
  return tree.line;
}

test("the course of a line has the taker's results, what the contract needs, mistakes and tricks", () => {
  const course = courseOf(line([60, 60, 40, 40, 45], { needs: 50 }), false);
  assert.deepEqual(course.values, [60, 60, 40, 40, 45]);
  assert.deepEqual([course.side, course.other, course.needs, course.low, course.high], ["E", "N", 50, 40, 60]);
  assert.deepEqual(course.mistakes, [2]);
  assert.deepEqual(course.tricks, [{ number: 1, from: 0, to: 2 }, { number: 2, from: 2, to: 4 }]);
});

test("where only the difference is certain, it is shown, and no line for the contract", () => {
  const course = courseOf(line([60, 60, 40, 40, 45], { needs: 50 }), true);
  assert.deepEqual([course.values[0], course.values[2], course.needs], [20, -20, null]);
});

test("a course needs two known results, and is broken where one is not known", () => {
  assert.equal(courseOf(line([60, null, null, null, null]), false), null);
  assert.equal(courseOf([], false), null);
  const { values } = courseOf(line([60, null, 40, 50, null]), false);
  assert.equal(pathOf(values, (n) => n, (value) => value), "M0 60M2 40H3V50");
});

test("the numbers of narrow tricks stand below every second of them, or fewer", () => {
  const numbered = (nTricks) => {
    const tricks = Array.from({ length: nTricks }, (_, n) => ({ number: n + 1, from: n, to: n + 1 }));
    return numberedOf(tricks, (n) => (n * 560) / nTricks).map(({ number }) => number);
  };
  assert.deepEqual(numbered(8), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(numbered(13).length, 13);
  assert.deepEqual(numbered(26), [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26]);
  assert.deepEqual(numbered(52).slice(0, 3), [3, 6, 9]);
});

const entry = (trump, taker, own, more = {}) => ({
  trump, taker, leader: "S", exact: true, value: { NS: own, EW: 162 - own }, ...more,
});

test("takers of a side stand together where it makes no difference which of them takes", () => {
  const entries = [entry("S", "N", 146, { bid: 140 }), entry("S", "E", 146), entry("S", "S", 146, { bid: 140 }), entry("S", "W", 146)];
  const { byTaker, columns, rows } = arrange({ exact: true, entries });
  assert.equal(byTaker, true);
  assert.deepEqual(columns, [["N", "S"], ["E", "W"]]);
  assert.deepEqual(rows[0].cells.map(({ taker, bid }) => [taker, bid]), [["N", 140], ["E", undefined]]);
  const apart = arrange({ exact: true, entries: [...entries.slice(0, 3), entry("S", "W", 120)] });
  assert.deepEqual(apart.columns, [["N", "S"], ["E"], ["W"]]);
});

test("without takers each leader has a column", () => {
  const { taker: _, ...one } = entry("S", "N", 90);
  const { byTaker, columns } = arrange({ exact: true, entries: [one, { ...one, leader: "W" }] });
  assert.equal(byTaker, false);
  assert.deepEqual(columns, [["S"], ["W"]]);
});

test("equal contracts are named together", () => {
  const best = [entry("S", "N", 146, { bid: 140 }), entry("S", "S", 146, { bid: 140 }), entry("H", "N", 146, { bid: 140 })];
  assert.deepEqual(groupBest(best), [
    { contracts: [{ trump: "S", bid: 140 }], seats: ["N", "S"] },
    { contracts: [{ trump: "H", bid: 140 }], seats: ["N"] },
  ]);
  const both = groupBest([...best, entry("H", "S", 146, { bid: 140 })]);
  assert.deepEqual(both.map(({ contracts }) => contracts.map(({ trump }) => trump)), [["S", "H"]]);
  const par = [3, 4].map((bid) => ({ trump: "NT", side: "EW", takers: ["E"], bid, multiplier: 1 }));
  const difference = { NS: -400, EW: 400 };
  const group = (...contracts) => groupPar({ contracts, difference });
  assert.deepEqual(group(...par), [{ takers: ["E"], multiplier: 1, contracts: [{ trump: "NT", bids: [3, 4] }] }]);
  assert.equal(group(...par, { ...par[0], multiplier: 2 }).length, 2);
  // At one level each they are named together.
  const [low] = par;
  const suits = ["S", "H"].map((trump) => ({ ...low, trump }));
  assert.deepEqual(group(...suits, ...par).map(({ contracts }) => contracts.map(({ trump }) => trump)), [["S", "H"], ["NT"]]);
  // What the others could bid and lose by is left out.
  assert.deepEqual(group(low, { ...low, side: "NS", takers: ["N"], multiplier: 2 }).length, 1);
});

test("a contract begins with the hands as dealt, and nothing of what was bid or played before", () => {
  const position = {
    variant: "contree", dealer: "W", deal: { N: "…" }, leader: "S", plays: ["SA"], auction: ["pass"], players: { N: "x" },
    contract: { trump: "H", taker: "N", bid: 120, multiplier: 2 },
  };
  assert.deepEqual(positionOf(position, entry("S", "E", 40)), {
    variant: "contree", dealer: "W", deal: { N: "…" }, leader: "S", contract: { trump: "S", taker: "E" },
  });
  assert.equal(positionOf(position, entry("S", "N", 146, { bid: 140 })).contract.bid, 140);
});
