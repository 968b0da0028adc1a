// A line that comes with a position: the reader sees its end at once, and what lies before is asked for behind it.

import { Node } from "./state.js";

/** @typedef {import("./board.js").Board} Board */

/** The lines that are on their way. @type {WeakMap<Board, Promise<unknown>>} */
const arrivals = new WeakMap();

/** Resolves when the line that came with a board's position is there; at once without one. @param {?Board} board */
export async function arrived(board) {
  if (board) await arrivals.get(board);
}

/**
 * Put a line into the board's tree and go to one of its cards. It ends before what is no card or may not be played, and the
 * board says so.
 * @param {Board} board
 * @param {string[]} line
 * @param {number} [at] how many of its cards are played there; all, if it is not said
 * @returns {Promise<string>} what was said of a card that ended the line, or nothing; resolved when every card of the line has
 *   its answer, or another board has the page
 */
export function replay(board, line, at = line.length) {
  const arriving = bring(board, line, at);
  arrivals.set(board, arriving);
  return arriving;
}

/** @param {Board} board @param {string[]} line @param {number} at @returns {Promise<string>} */
async function bring(board, line, at) {
  const { words } = board;
  const unread = line.findIndex((card) => !Object.hasOwn(words.cards, card));
  const nodes = grow(board.tree.root, unread < 0 ? line : line.slice(0, unread));
  const wanted = nodes[Math.min(Math.max(at, 0), nodes.length - 1)];
  const { signal } = board.listening;
  board.tree.goal = wanted;
  // Who played the card is known before it: it is said with the card.
  if (wanted.parent) await findTable(board, wanted.parent);
  board.tree.goal = null;
  if (signal.aborted) return "";
  await board.show(() => board.tree.go(wanted));
  for (const node of nodes) {
    const { card } = node;
    if (card && !node.parent?.answer?.cards.some((one) => one.card === card)) {
      cut(board, node);
      return say(board, words.say("line_no_play", { card: words.card(card) }));
    }
    try {
      node.answer ??= await board.solve(node.plays, signal);
    } catch {
      // Nobody answers, which the board says where the reader is: the line is as good as before.
      return "";
    }
    if (signal.aborted) return "";
  }
  if (nodes.length > 1) board.draw();
  return unread < 0 ? "" : say(board, words.say("line_no_card", { text: line[unread] }));
}

/** Find out what lies on the table at a node, and what it is worth if that takes no longer. @param {Board} board @param {Node} node */
async function findTable(board, node) {
  if (node.told) return;
  const asking = new AbortController();
  const { signal } = board.listening;
  signal.addEventListener("abort", () => asking.abort(), { signal: asking.signal });
  /** @type {Promise<void>} */
  const seen = new Promise((resolve) => {
    const take = (/** @type {import("./state.js").Answer} */ table) => {
      node.laid = table;
      resolve();
    };
    board.solve(node.plays, asking.signal, take).then((answer) => (node.answer = answer), () => {}).finally(resolve);
  });
  await seen;
  // The reader looks at another card: a long search gives way to that one.
  asking.abort();
}

/** @param {Board} board @param {string} fault */
function say(board, fault) {
  board.say(fault);
  return fault;
}

/** The nodes of a line, from the root on; they are made where they are missing. @param {Node} root @param {string[]} line */
export function grow(root, line) {
  const nodes = [root];
  for (const card of line) {
    const before = nodes[nodes.length - 1];
    let node = before.children.find((child) => child.card === card);
    if (!node) {
      node = new Node(card, before, false);
      before.children.push(node);
    }
    nodes.push(node);
  }
  return nodes;
}

/** Take a card and all after it out of the tree. @param {Board} board @param {Node} node */
function cut(board, node) {
  const { parent } = node;
  if (!parent) return;
  parent.children = parent.children.filter((child) => child !== node);
  const { current } = board.tree;
  const isGone = [...Array(current.depth + 1).keys()].some((n) => current.plays.slice(0, n).join() === node.plays.join());
  board.show(() => (isGone ? board.tree.go(parent) : undefined));
}
