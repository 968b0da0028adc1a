// The tricks of the game with one's own lines beside them.

import { h } from "./dom.js";
import { costOf, isBetweenTricks, valueOf } from "./state.js";
import { cardText } from "./table.js";
import { capitalised } from "./words.js";

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
    // Where the game stopped, what comes after is the reader's.
    if (before.inGame && before !== from && !node.inGame) {
      beside.push(...before.children.map((other) => drawOwn(words, before, other, hands)));
      break;
    }
    const number = !row || isBetweenTricks(before) ? trickNumber(before) : 0;
    if (!row || number) {
      list.append(...beside);
      beside = [];
      row = h("li.trick", {}, h("span.number", { "aria-hidden": "true" }, String(number)));
      list.append(row);
    }
    // Who goes from card to card hears of a trick with its first one.
    row.append(cardButton(words, node, hands, number ? `${capitalised(words.say("graph_trick"))} ${number}` : ""));
    if (before.children[0] !== node || (node === first && before.parent)) continue;
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

/** @param {Words} words @param {Node} node @param {Hands} hands @param {string} trick which begins with the card */
function cardButton(words, node, hands, trick) {
  const card = /** @type {string} */ (node.card);
  const isCurrent = node === hands.current;
  const cost = costOf(valueOf(node), node.parent?.answer?.cards ?? [], words.isDifference);
  const sign = hands.signs ? (node.remark?.sign ?? (cost ? `−${cost}` : "")) : "";
  const seat = node.seat;
  const names = [trick, seat ? words.seat(seat) : "", words.card(card), (hands.signs && node.remark?.grade) || ""];
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
