// The line that was played, and the best one beside it, trick by trick.

import { h } from "./dom.js";
import { rove, stopAt } from "./rove.js";
import { gameChild, isNoted } from "./state.js";
import { cardText } from "./table.js";

/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./state.js").Tree} Tree */
/** @typedef {import("./words.js").Words} Words */

/**
 * Both lines from the last mistake, or from here, on; null where they are the same.
 * @param {Words} words
 * @param {Tree} tree
 * @param {(from: Node, cards: string[]) => void} walk goes along a line, to the last of these cards
 * @param {(?string)[]} held the keys of what has the focus and of where the Tab key stopped
 * @returns {?HTMLElement}
 */
export function drawComparison(words, tree, walk, held) {
  const lines = compareLines(tree);
  if (!lines) return null;
  const { from, played, best } = lines;
  const cards = played.map((node) => /** @type {string} */ (node.card));
  const here = tree.current.plays.slice(from.depth).join(" ");
  const draw = (/** @type {string} */ name, /** @type {string[]} */ line) => {
    const list = h("ol");
    for (const trick of inTricks(from, line)) {
      const row = h("li.trick");
      for (const { seat, card, n } of trick) {
        const to = line.slice(0, n + 1);
        const label = [seat ? words.seat(seat) : "", words.card(card)].filter(Boolean).join(", ");
        const button = h("button", {
          type: "button",
          "data-key": `${name} ${to.join(" ")}`,
          "aria-label": label,
          "aria-current": to.join(" ") === here ? "step" : null,
          onclick: () => walk(from, to),
        });
        if (seat) button.append(h("span.seat", {}, words.side(seat)));
        button.append(cardText(words, card));
        row.append(button);
      }
      list.append(row);
    }
    const group = h("div", { role: "toolbar", "aria-label": words.say(name) }, h("h3", {}, words.say(name)), list);
    rove(group, { rows: ".trick" });
    stopAt(group, held);
    return group;
  };
  return h("div.compare", {}, draw("as_played", cards), draw("as_best", best));
}

/**
 * What was played and best play, from a mistake just made, from where one's own line left the game, or from here on.
 * @param {Tree} tree
 * @returns {?{from: Node, played: Node[], best: string[]}} null where there is nothing to compare
 */
export function compareLines(tree) {
  const { current } = tree;
  let left = current;
  while (!left.inGame && left.parent) left = left.parent;
  const isBeside = left !== current && gameChild(left) !== undefined;
  const before = !isBeside && current.parent && isNoted(current) ? current.parent : current;
  const from = isBeside ? left : before;
  const line = from.inGame && gameChild(from) ? tree.game : tree.line;
  const played = line.slice(line.indexOf(from) + 1);
  const best = from.answer?.line ?? [];
  const isSame = played.every((node, n) => node.card === best[n]);
  return best.length && played.length && !isSame ? { from, played, best } : null;
}

/**
 * Cards that follow a node, trick by trick, each with the seat that plays it where that is known.
 * @param {Node} from
 * @param {string[]} cards
 * @returns {{seat: string, card: string, n: number}[][]} ``n`` is the place in the line
 */
export function inTricks(from, cards) {
  const table = from.answer;
  if (!table) return [];
  const size = Object.keys(table.hands).length;
  const holder = new Map(Object.entries(table.hands).flatMap(([seat, hand]) => hand.map((card) => [card, seat])));
  /** @type {{seat: string, card: string, n: number}[][]} */
  const tricks = [];
  cards.forEach((card, n) => {
    if (n === 0 || (n + table.trick.length) % size === 0) tricks.push([]);
    // Who will draw a card of the stock is not known beforehand.
    tricks[tricks.length - 1].push({ seat: holder.get(card) ?? "", card, n });
  });
  return tricks;
}
