// Which duty forbids a card. It follows from what may be played in its stead, so that no rule is known here.

/** The trump of a contract in which every suit is trump. */
const ALL_TRUMPS = "AT";

/**
 * @typedef {Object} Duty
 * @property {"follow" | "follow_or_ruff" | "head" | "ruff" | "overruff" | "overruff_or_other" | "no_underruff"} name
 * @property {string} led the suit that was led
 * @property {string[]} cards the cards that fulfil it, of those that may be played
 */

/**
 * Find the duty that a card breaks; null if nothing is known that forbids it.
 * @param {string} card
 * @param {{hand: string[], legal: string[], trick: string[], trump: ?string}} table the trump is a suit, "NT", "AT" or
 *   null in a game without one
 * @param {(card: string) => string} suitOf
 * @returns {?Duty}
 */
export function dutyOf(card, { hand, legal, trick, trump }, suitOf) {
  if (!trick.length || !legal.length || legal.includes(card)) return null;
  const led = suitOf(trick[0]);
  const isTrump = (/** @type {string} */ one) => suitOf(one) === trump;
  const trumps = legal.filter(isTrump);
  const isTrumpLed = trump === led || trump === ALL_TRUMPS;
  const follows = hand.some((one) => suitOf(one) === led);
  const mayRuff = follows && !isTrumpLed && trumps.length > 0;
  // A card of the suit led that may not be played is one that does not beat what it must.
  if (suitOf(card) === led) return { name: "head", led, cards: legal };
  if (follows && !(mayRuff && isTrump(card))) {
    return { name: mayRuff ? "follow_or_ruff" : "follow", led, cards: legal };
  }
  if (isTrumpLed) return null;
  if (!isTrump(card)) {
    const isHigher = trumps.length < hand.filter(isTrump).length;
    return { name: isHigher ? "overruff" : "ruff", led, cards: trumps };
  }
  if (!trumps.length) return { name: "no_underruff", led, cards: legal };
  return { name: trumps.length < legal.length ? "overruff_or_other" : "overruff", led, cards: trumps };
}
