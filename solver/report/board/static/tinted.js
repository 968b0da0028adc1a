// Sentences with their red cards in red.

import { h } from "./dom.js";

// A red suit with the rank after it. An X after a suit belongs to a doubled contract and is not red.
const RED = /[♥♦](?:10|[0-9A-WYZ](?![\p{L}\d]))?/gu;

/**
 * The pieces of a text, its red cards in elements of their own.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function tinted(text) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(RED)) {
    pieces.push(text.slice(end, found.index), h("span.red", {}, found[0]));
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)];
}
