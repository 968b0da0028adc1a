// Sentences with their cards in the colours of their suits.

import { h } from "./dom.js";

// A suit with the rank after it. An X after a suit belongs to a doubled contract.
const CARD = /([♠♥♦♣])(?:10|[0-9A-WYZ](?![\p{L}\d]))?/gu;
/** @type {Object<string, string>} */
const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/**
 * The pieces of a text, its cards in elements of their own.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function tinted(text) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(CARD)) {
    pieces.push(text.slice(end, found.index), h(`span.suit-${SUITS[found[1]]}`, {}, found[0]));
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)];
}
