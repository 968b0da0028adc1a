// The graph of a line: the result after each card, the contract, and a point at each mistake; below it the same
// numbers as a table.

import { courseOf, numberedOf, pathOf } from "./course.js";
import { h, heardAs, svg } from "./dom.js";
import { cardText } from "./table.js";
import { nameSide, signed } from "./words.js";

/** @typedef {import("./course.js").Course} Course */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{current: Node, go: (node: Node) => void, hasGoal?: boolean}} Hands */
/** @typedef {{position: Object<string, any>, players: Object<string, string>}} Shown */

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 66;
const RIGHT = 10;
const TOP = 18;
const BOTTOM = 26;
/** The kind of a mistake, by the sign of its card. @type {Object<string, string>} */
const KINDS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
/** A triangle, a diamond, a square; a small circle for what has no sign. @type {Object<string, string>} */
const SHAPES = {
  inaccuracy: "M0 -8L8 6H-8z",
  mistake: "M0 -9L9 0L0 9L-9 0z",
  blunder: "M-7 -7H7V7H-7z",
  slip: "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0z",
};

/**
 * Draw the graph of a line anew; it is left out while too few results are known.
 * @param {HTMLElement} place
 * @param {Words} words
 * @param {Shown} shown
 * @param {Node[]} line the root first; empty to show nothing
 * @param {Hands} hands
 */
export function drawGraph(place, words, shown, line, hands) {
  const { isDifference } = words;
  const course = courseOf(line, isDifference, hands.hasGoal);
  const isOpen = place.querySelector("details")?.open ?? false;
  if (!course) {
    place.replaceChildren();
    return;
  }
  const own = nameSide(words, course.side, shown.players);
  const other = nameSide(words, course.other, shown.players);
  const says = words.say(isDifference ? "graph_difference" : "graph", { side: own, other });
  const plot = picture(words, course, line, hands);
  const points = course.mistakes.map((n) => h("li", {}, chip(words, line[n], hands)));
  place.replaceChildren(
    h(
      "figure.panel",
      {},
      h("figcaption", {}, says),
      h("p.axis", { "aria-hidden": "true" }, `▲ ${words.say("better_for", { side: own })}`),
      plot,
      h("p.axis", { "aria-hidden": "true" }, `▼ ${words.say("better_for", { side: other })}`),
      points.length ? h("ul.points", { "aria-label": words.say("graph_points") }, ...points) : null,
      tableBelow(words, course, line, says, isOpen),
    ),
  );
}

/** @param {Course} course @returns {(n: number) => number} */
function acrossOf({ values }) {
  return (n) => LEFT + (n * (WIDTH - LEFT - RIGHT)) / Math.max(values.length - 1, 1);
}

/** @param {Course} course @returns {(value: number) => number} */
function downOf({ high, low }) {
  return (value) => TOP + ((high - value) / Math.max(high - low, 1)) * (HEIGHT - TOP - BOTTOM);
}

/** @param {Words} words @param {Course} course @param {Node[]} line @param {Hands} hands */
function picture(words, course, line, hands) {
  const { values, needs, high, low } = course;
  const x = acrossOf(course);
  const y = downOf(course);
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", "aria-hidden": "true" });
  // Step 1. The tricks, as bands with their numbers.
  for (const { number, from, to } of course.tricks) {
    if (number % 2 === 0) {
      drawn.append(svg("rect", { class: "band", x: x(from), y: TOP, width: x(to) - x(from), height: HEIGHT - TOP - BOTTOM }));
    }
  }
  for (const { number, from, to } of numberedOf(course.tricks, x)) {
    drawn.append(svg("text", { x: (x(from) + x(to)) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, String(number)));
  }
  // Step 2. The numbers beside the lines of the highest and the lowest result, and of the contract.
  const marks = [...new Set([high, low])].filter((value) => needs === null || Math.abs(y(value) - y(needs)) > 14);
  for (const value of [...marks, ...(needs === null ? [] : [needs])]) {
    drawn.append(svg("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    drawn.append(svg("text", { x: LEFT - 13, y: y(value) + 5, "text-anchor": "end" }, signed(value)));
  }
  if (needs !== null) {
    drawn.append(svg("line", { class: "needs", x1: LEFT, x2: WIDTH - RIGHT, y1: y(needs), y2: y(needs) }));
    const says = words.say("needs", { side: words.side(course.side), n: needs });
    const isLow = y(needs) > HEIGHT / 2;
    drawn.append(svg("text", { class: "name", x: LEFT + 6, y: y(needs) + (isLow ? -6 : 17) }, says));
  }
  // Step 3. The results with the mistakes, and the card that the board shows.
  drawn.append(svg("path", { class: "value", d: pathOf(values, x, y) }));
  for (const n of course.mistakes) drawn.append(mark(line[n], x(n), y(/** @type {number} */ (values[n]))));
  const n = line.indexOf(hands.current);
  const value = values[n];
  drawn.append(svg("line", { class: "cursor", x1: x(n), x2: x(n), y1: TOP, y2: HEIGHT - BOTTOM }));
  if (value !== null && value !== undefined) drawn.append(svg("circle", { class: "now", cx: x(n), cy: y(value), r: 11 }));
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const place = (((/** @type {MouseEvent} */ (event)).clientX - box.left) / box.width) * WIDTH;
    const nearest = Math.round(((place - LEFT) / (WIDTH - LEFT - RIGHT)) * (line.length - 1));
    hands.go(line[Math.min(Math.max(nearest, 0), line.length - 1)]);
  });
  return drawn;
}

/** The kind of a mistake, which has its colour and its shape. @param {Node} node */
function kindOf(node) {
  return KINDS[node.remark?.sign ?? "?"] ?? "slip";
}

/** The mark of a mistake in the drawing. @param {Node} node @param {number} x @param {number} y */
function mark(node, x, y) {
  const kind = kindOf(node);
  return svg("path", { class: kind, d: SHAPES[kind], transform: `translate(${x} ${y})` });
}

/** A mistake as a button, for fingers and keys. @param {Words} words @param {Node} node @param {Hands} hands */
function chip(words, node, hands) {
  const card = /** @type {string} */ (node.card);
  const kind = kindOf(node);
  const picture = svg("svg", { width: 18, height: 18, viewBox: "-9 -9 18 18", "aria-hidden": "true" });
  picture.append(svg("path", { class: kind, d: SHAPES[kind] }));
  return h(
    "button",
    {
      type: "button",
      "data-key": `point ${node.plays.join(" ")}`,
      "aria-current": node === hands.current ? "step" : null,
      "aria-label": words.say("point", {
        seat: node.seat ? words.seat(node.seat) : "",
        card: words.card(card),
        grade: node.remark?.grade ?? words.say("gives_away"),
        result: resultOf(words, node),
      }),
      onclick: () => hands.go(node),
    },
    picture,
    ` ${node.seat ? words.side(node.seat) : ""} `,
    cardText(words, card),
    ` ${node.remark?.sign ?? ""}`,
  );
}

/** @param {Words} words @param {Node} node */
function resultOf(words, node) {
  return node.answer?.value ? words.pair(node.answer.value) : "";
}

/**
 * The table that can be opened; it is made when it is, as the graph is drawn anew at every step.
 * @param {Words} words @param {Course} course @param {Node[]} line @param {string} says @param {boolean} isOpen
 */
function tableBelow(words, course, line, says, isOpen) {
  const summary = h("summary", { "data-key": "graph-table" }, words.say("graph_table"));
  const details = h("details", { open: isOpen }, summary, isOpen ? numbers(words, course, line, says) : null);
  details.addEventListener("toggle", () => {
    if (details.children.length === 1) details.append(numbers(words, course, line, says));
  });
  return details;
}

/** The same numbers as a table. @param {Words} words @param {Course} course @param {Node[]} line @param {string} says */
function numbers(words, course, line, says) {
  const heads = ["trick", "player", "card", "result"].map((name) => h("th", { scope: "col" }, words.say(`graph_${name}`)));
  const rows = course.tricks.flatMap(({ number, from, to }) =>
    line.slice(from + 1, to + 1).map((node, n) => {
      const sign = node.remark?.sign ?? "";
      const card = words.short(/** @type {string} */ (node.card));
      const text = `${card} ${sign}`.trim();
      const cells = [[node.seat ? words.seat(node.seat) : ""], heardAs(text, words.heard(text, true)), [signedOr(course.values[from + 1 + n])]];
      return h("tr", {}, h("th", { scope: "row" }, String(number)), ...cells.map((cell) => h("td", {}, ...cell)));
    }),
  );
  const start = h("tr", {}, h("th", { scope: "row" }, "–"), h("td", {}), h("td", {}), h("td", {}, signedOr(course.values[0])));
  return h("table.small", {}, h("caption.unseen", {}, says), h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, start, ...rows));
}

/** @param {number | null} value */
function signedOr(value) {
  return value === null ? "–" : signed(value);
}
