// Where the reader is in an analysis: the match, or a card of a deal. The address says it behind the #.

/** @typedef {{deal: number, card: number}} Place a deal by its number from 1, and how many of its cards are played */

export const MATCH = "#match";

/**
 * Read the fragment of an address; null for the match, and for what names no deal.
 * @param {string} fragment
 * @param {number[]} numbers of the deals that were played
 * @returns {?Place}
 */
export function placeOf(fragment, numbers) {
  const [, deal, card] = /^#(\d+)(?:-(\d+))?$/.exec(fragment) ?? [];
  return deal && numbers.includes(Number(deal)) ? { deal: Number(deal), card: Number(card ?? 0) } : null;
}

/** @param {Place} place @returns {string} */
export function fragmentOf({ deal, card }) {
  return `#${deal}-${card}`;
}

/**
 * The deals before and after one, of those that were played; null at the ends.
 * @param {number[]} numbers
 * @param {number} deal
 * @returns {{before: ?number, after: ?number}}
 */
export function neighbours(numbers, deal) {
  const n = numbers.indexOf(deal);
  return { before: numbers[n - 1] ?? null, after: numbers[n + 1] ?? null };
}
