// The tricks of the game with one's own lines beside them, and the graph of the value.

import { h, svg } from "./dom.js";
import { isBetweenTricks, isMistake, sideToldOf } from "./state.js";
import { cardText } from "./table.js";
import { signed } from "./words.js";

/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{current: Node, go: (node: Node) => void, promote: (node: Node) => void, remove: (node: Node) => void, signs: boolean}} Hands */

/**
 * A line, trick by trick; lines that leave it stand below the trick where they do.
 * @param {Words} words
 * @param {Node} from the node before its first card
 * @param {Node} first its first card
 * @param {Hands} hands
 * @returns {HTMLElement}
 */
export function drawLine(words, from, first, hands) {
  const list = h("ol");
  let row = null;
  /** @type {HTMLElement[]} */
  let beside = [];
  for (let before = from, node = first; node; before = node, node = node.children[0]) {
    if (!row || isBetweenTricks(before)) {
      list.append(...beside);
      beside = [];
      row = h("li.trick", {}, h("span.number", {}, String(trickNumber(before))));
      list.append(row);
    }
    row.append(cardButton(words, node, hands));
    if (before.children[0] !== node) continue;
    for (const other of before.children.slice(1)) beside.push(drawOwn(words, before, other, hands));
  }
  list.append(...beside);
  return list;
}

/** @param {Words} words @param {Node} before @param {Node} first @param {Hands} hands */
function drawOwn(words, before, first, hands) {
  const place = first.plays.join(" ");
  const head = h("div.head", {}, h("span.quiet", {}, words.say("own_line")));
  const others = before.children.filter((child) => !child.inGame);
  if (others[0] !== first) {
    head.append(small(words.say("promote"), "↑", `up ${place}`, () => hands.promote(first)));
  }
  head.append(small(words.say("delete"), "✕", `delete ${place}`, () => hands.remove(first)));
  return h("li.own", {}, head, drawLine(words, before, first, hands));
}

/** @param {string} label @param {string} sign @param {string} key @param {() => void} onclick */
function small(label, sign, key, onclick) {
  return h("button.small", { type: "button", "aria-label": label, title: label, "data-key": key, onclick }, sign);
}

/** @param {Words} words @param {Node} node @param {Hands} hands */
function cardButton(words, node, hands) {
  const card = /** @type {string} */ (node.card);
  const isCurrent = node === hands.current;
  const sign = hands.signs ? (node.remark?.sign ?? (isMistake(node) ? "?" : "")) : "";
  const seat = node.seat;
  const names = [seat ? words.seat(seat) : "", words.card(card), (hands.signs && node.remark?.grade) || ""];
  const button = h("button", {
    type: "button",
    "data-key": `node ${node.plays.join(" ")}`,
    "aria-current": isCurrent ? "step" : null,
    "aria-label": names.filter(Boolean).join(", "),
    onclick: () => hands.go(node),
  });
  if (seat) button.append(h("span.seat", {}, words.side(seat)));
  button.append(cardText(words, card));
  if (sign) button.append(h("span.sign", {}, sign));
  return button;
}

/** The number of the trick that begins, or is under way, at a node. @param {Node} node */
function trickNumber(node) {
  let number = 1;
  for (let one = node; one.parent; one = one.parent) if (isBetweenTricks(one)) number += 1;
  return number;
}

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 44;
const TOP = 14;
const BOTTOM = 26;

/**
 * The value after each card of the line, for the side that the deal is told for; null while too few are known.
 * @param {Words} words
 * @param {Node[]} line the root first
 * @param {Hands} hands
 * @returns {?HTMLElement}
 */
export function drawGraph(words, line, hands) {
  const answer = line[0].answer;
  if (!answer) return null;
  const side = sideToldOf(answer);
  const values = line.map((node) => node.answer?.value?.[side]);
  const known = values.filter((value) => value !== undefined);
  if (known.length < 2) return null;
  const needs = answer.needs;
  const shown = needs === undefined ? known : [...known, needs];
  const high = Math.max(...shown);
  const low = Math.min(...shown);
  const x = (/** @type {number} */ n) => LEFT + (n * (WIDTH - LEFT - 10)) / Math.max(values.length - 1, 1);
  const y = (/** @type {number} */ value) =>
    TOP + ((high - value) / Math.max(high - low, 1)) * (HEIGHT - TOP - BOTTOM);
  const steps = values.map((value, n) => {
    if (value === undefined) return "";
    return n && values[n - 1] !== undefined ? `H${x(n)}V${y(value)}` : `M${x(n)} ${y(value)}`;
  });
  const says = words.say("graph", { side: words.side(side) });
  const label = `${says}: ${known.map(signed).join(", ")}`;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": label });
  for (const value of new Set([high, low])) {
    picture.append(svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, signed(value)));
  }
  if (needs !== undefined) {
    picture.append(svg("line", { class: "needs", x1: LEFT, x2: WIDTH - 10, y1: y(needs), y2: y(needs) }));
    const text = words.say("needs", { side: words.side(side), n: needs });
    picture.append(svg("text", { x: WIDTH - 10, y: HEIGHT - 6, "text-anchor": "end" }, text));
  }
  picture.append(svg("path", { class: "value", d: steps.join("") }));
  line.forEach((node, n) => {
    const value = values[n];
    if (node.parent && value !== undefined && isMistake(node)) {
      picture.append(svg("circle", { class: "mistake", cx: x(n), cy: y(value), r: 5 }));
    }
  });
  const at = x(line.indexOf(hands.current));
  picture.append(svg("line", { class: "cursor", x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const place = (((/** @type {MouseEvent} */ (event)).clientX - box.left) / box.width) * WIDTH;
    const share = (place - LEFT) / (WIDTH - LEFT - 10);
    const n = Math.round(share * (line.length - 1));
    hands.go(line[Math.min(Math.max(n, 0), line.length - 1)]);
  });
  return h("figure.panel", {}, h("figcaption.quiet", {}, says), picture);
}
