// The address of a card of an analysis, with a line of one's own after it: it outlives the page, in a letter or a forum.

import { packCards, unpackCards } from "./fragment.js";
import { fragmentOf } from "./route.js";

/** @typedef {import("./route.js").Place & {line: string[]}} LinePlace a card of a deal, and the cards of a line after it */

/** What stands behind the path of the address. @param {LinePlace} place */
export function writePlace({ deal, card, line }) {
  if (!line.length) return fragmentOf({ deal, card });
  return `?deal=${deal}&play=${card}&line=${packCards(line)}`;
}

/**
 * The place that a query names; null if it names none.
 * @param {string} search with its ?, or empty
 * @param {number[]} numbers of the deals that were played
 * @returns {?LinePlace}
 */
export function readPlace(search, numbers) {
  const fields = new URLSearchParams(search);
  const number = (/** @type {string} */ name) => (/^\d{1,4}$/.test(fields.get(name) ?? "") ? Number(fields.get(name)) : 0);
  const deal = number("deal") || numbers[0];
  if (!fields.has("play") || !numbers.includes(deal)) return null;
  return { deal, card: number("play"), line: unpackCards(fields.get("line") ?? "") };
}
