// The course of a line: the result after each card, as the numbers that a graph and its table show.

import { isBetweenTricks, isNoted, sideToldOf } from "./state.js";

/** @typedef {import("./state.js").Node} Node */

/**
 * @typedef {Object} Course
 * @property {string} side the side that the results are told for: the taker's, else the first
 * @property {string} other
 * @property {(number | null)[]} values after each node of the line; null while it is not known
 * @property {?number} needs the least result with which that side makes its contract
 * @property {number} low of all that is shown
 * @property {number} high
 * @property {number[]} mistakes the places in the line of the cards that gave something away
 * @property {{number: number, from: number, to: number}[]} tricks from after one card to after another
 */

/**
 * Return the course of a line; null while too few results are known to show one.
 * @param {Node[]} line the root first
 * @param {boolean} isDifference the results are own minus other, as only that is certain in the game
 * @param {boolean} [hasGoal] something else than the contract is aimed at
 * @returns {?Course}
 */
export function courseOf(line, isDifference, hasGoal = false) {
  const answer = line[0]?.answer;
  if (!answer) return null;
  const side = sideToldOf(answer);
  const other = Object.keys(answer.won).find((name) => name !== side) ?? side;
  const values = line.map(({ answer: one }) => {
    const value = one?.value;
    if (!value) return null;
    return isDifference ? value[side] - value[other] : value[side];
  });
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const needs = isDifference || hasGoal ? null : (answer.needs ?? null);
  const shown = needs === null ? known : [...known, needs];
  const mistakes = line.flatMap((node, n) => (node.parent && values[n] !== null && isNoted(node) ? [n] : []));
  return { side, other, values, needs, low: Math.min(...shown), high: Math.max(...shown), mistakes, tricks: tricksOf(line) };
}

/** The tricks of a line; the last may be under way. @param {Node[]} line */
function tricksOf(line) {
  const tricks = [];
  let from = 0;
  for (let n = 1; n < line.length; n += 1) {
    if (!isBetweenTricks(line[n]) && n < line.length - 1) continue;
    tricks.push({ number: tricks.length + 1, from, to: n });
    from = n;
  }
  return tricks;
}

/** Room for a digit below a graph, and between two numbers, as large as letters are there on a phone. */
const DIGIT = 12.5;
const GAP = 6;

/**
 * The tricks whose numbers stand below a graph: every one, or where their bands are too narrow every second, third ….
 * @param {Course["tricks"]} tricks
 * @param {(n: number) => number} x
 */
export function numberedOf(tricks, x) {
  const band = Math.max(...tricks.map(({ from, to }) => x(to) - x(from)));
  const nth = Math.ceil((String(tricks.length).length * DIGIT + GAP) / band);
  return tricks.filter(({ number }) => number % nth === 0);
}

/**
 * The steps of the line of a graph, broken where the result is not known: each card changes it at its own place.
 * @param {(number | null)[]} values
 * @param {(n: number) => number} x
 * @param {(value: number) => number} y
 * @returns {string} the path of a drawing
 */
export function pathOf(values, x, y) {
  return values
    .map((value, n) => {
      if (value === null) return "";
      return n && values[n - 1] !== null ? `H${x(n)}V${y(value)}` : `M${x(n)} ${y(value)}`;
    })
    .join("");
}
