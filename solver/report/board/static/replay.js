// A line that comes with a position: the reader sees its end at once, and what lies before is asked for behind it.

import { Node, valueOf } from "./state.js";

/** @typedef {import("./board.js").Board} Board */

/** How often is looked whether the reader has their answer, in milliseconds. */
const LOOK_MS = 100;

/** When the reader is at their card, for lines that are on their way. @type {WeakMap<Board, Promise<void>>} */
const arrivals = new WeakMap();

/**
 * Resolves when the reader is at a card of the line that came with a board's position, whose answer may be to come; at once
 * without a line.
 * @param {?Board} board
 */
export async function arrived(board) {
  if (board) await arrivals.get(board);
}

/**
 * Put a line into the board's tree and go to one of its cards. It ends before what is no card or may not be played, and the
 * board says so.
 * @param {Board} board
 * @param {string[]} line
 * @param {number} [at] how many of its cards are played there; all, if it is not said
 * @param {() => void} [there] called when the reader is at that card, whose answer may be to come
 * @returns {Promise<string>} what was said of a card that ended the line, or nothing; resolved when every card of the line has
 *   its answer, or another board has the page
 */
export async function replay(board, line, at = line.length, there = () => {}) {
  let arrive = () => {};
  arrivals.set(board, new Promise((resolve) => (arrive = resolve)));
  const goOn = () => {
    there();
    arrive();
  };
  return bring(board, line, at, goOn).finally(arrive);
}

/** @param {Board} board @param {string[]} line @param {number} at @param {() => void} there @returns {Promise<string>} */
async function bring(board, line, at, there) {
  const { words } = board;
  const unread = line.findIndex((card) => !Object.hasOwn(words.cards, card));
  const nodes = grow(board.tree.root, unread < 0 ? line : line.slice(0, unread));
  const wanted = nodes[Math.min(Math.max(at, 0), nodes.length - 1)];
  const { signal } = board.listening;
  board.tree.goal = wanted;
  // Who played the card is known before it: it is said with the card. What the board begins with may take long.
  if (wanted.parent && !wanted.parent.told) board.asking?.abort();
  if (wanted.parent) await findTable(board, wanted.parent);
  board.tree.goal = null;
  if (signal.aborted) return "";
  const shown = board.show(() => board.tree.go(wanted));
  there();
  await shown;
  // From where the reader is outwards; without an answer there, a card before it may be none that can be played.
  const from = wanted.answer ? wanted.depth : 0;
  const way = (/** @type {Node} */ node) => Math.abs(node.depth - from);
  const filled = await fillAll(board, [...nodes].sort((one, other) => way(one) - way(other)));
  if (filled instanceof Node) {
    cut(board, filled);
    return say(board, words.say("line_no_play", { card: words.card(/** @type {string} */ (filled.card)) }));
  }
  if (!filled) return "";
  if (nodes.length > 1) board.draw();
  return unread < 0 ? "" : say(board, words.say("line_no_card", { text: line[unread] }));
}

/**
 * Ask what nodes of a line are worth, one after another.
 * @param {Board} board
 * @param {Node[]} nodes
 * @param {() => void} [then] called after each
 * @returns {Promise<boolean | Node>} the first whose card may not be played; else false if nobody answers
 */
export async function fillAll(board, nodes, then = () => {}) {
  for (const node of nodes) {
    if (node.parent?.answer && !valueOf(node)) return node;
    if (!(await fill(board, node))) return false;
    then();
  }
  return true;
}

/**
 * Ask what a node is worth; a step of the reader comes before it.
 * @param {Board} board
 * @param {Node} node
 * @returns {Promise<boolean>} false if nobody answers, which the board says where the reader is: the line is as good as before
 */
async function fill(board, node) {
  const { signal } = board.listening;
  while (!node.answer && !signal.aborted) {
    const step = board.asking?.signal ?? signal;
    try {
      node.answer = await board.solve(node.plays, step);
    } catch {
      if (!step.aborted) return false;
      // Until the board has its answer where the reader is, or says why not.
      do await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      while (!board.tree.current.answer && !board.fault && !signal.aborted);
    }
  }
  return !signal.aborted;
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
