// Trees for modes: a line cut off from the rest, and a line put back.

import { Node, Tree } from "./state.js";

/** The nodes from one to another below it, the first left out. @param {Node} from @param {Node} to @returns {Node[]} */
export function pathBetween(from, to) {
  /** @type {Node[]} */
  const found = [];
  for (let node = to; node !== from && node.parent; node = node.parent) found.unshift(node);
  return found;
}

/**
 * A tree of nothing but the way to a node: what was played after it, or could have been, is not in it.
 * @param {Node} node
 * @returns {Tree} at the copy of that node
 */
export function treeTo(node) {
  const tree = new Tree(node.plays);
  const from = [rootOf(node), ...pathBetween(rootOf(node), node)];
  tree.game.forEach((copy, n) => {
    copy.answer = from[n].answer;
    copy.laid = from[n].laid;
  });
  tree.last();
  return tree;
}

/**
 * Put the way to a node into another tree of the same deal, as a line there; cards that it has are followed.
 * @param {Tree} tree
 * @param {Node} node
 * @returns {Node} its place in that tree
 */
export function graft(tree, node) {
  let place = tree.root;
  for (const one of pathBetween(rootOf(node), node)) {
    let child = place.children.find(({ card }) => card === one.card);
    if (!child) {
      child = new Node(one.card, place, false);
      place.children.push(child);
    }
    child.answer ??= one.answer;
    place = child;
  }
  return place;
}

/** @param {Node} node */
export function rootOf(node) {
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}
