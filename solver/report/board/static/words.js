// Sentences and names in the reader's language. They come from the Python tables; none is written here.

/** @typedef {Object<string, any>} Table */

export class Words {
  /**
   * @param {Table} table
   * @param {string} notation the letters in which the data writes cards
   */
  constructor(table, notation) {
    this.table = table;
    this.cards = table.cards[notation];
  }

  /**
   * Say a sentence, with values in its places.
   * @param {string} name
   * @param {Object<string, string | number>} [values]
   * @returns {string}
   */
  say(name, values = {}) {
    return this.table.says[name].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ key) =>
      String(values[key]),
    );
  }

  /** @param {string} card @returns {{name: string, symbol: string, letter: string, red: boolean}} */
  suit(card) {
    return this.table.suits[this.cards[card].suit];
  }

  /** @param {string} card @returns {{name: string, shown: string, letter: string}} */
  rank(card) {
    return this.table.ranks[this.cards[card].rank];
  }

  /** The suit's symbol and the rank's letters. @param {string} card @returns {string} */
  short(card) {
    return this.suit(card).symbol + this.rank(card).shown;
  }

  /** The card in words, as "ten of hearts". @param {string} card @returns {string} */
  card(card) {
    return this.say("card", { rank: this.rank(card).name, suit: this.suit(card).name });
  }

  /** @param {string} seat @returns {string} */
  seat(seat) {
    return this.table.seats[seat].name;
  }

  /** The letters of the seats of a side. @param {string} side @returns {string} */
  side(side) {
    return [...side].map((seat) => this.table.seats[seat].letter).join("");
  }

  /** Both sides' numbers, each with its side. @param {Object<string, number>} pair @returns {string} */
  pair(pair) {
    return Object.entries(pair)
      .map(([side, number]) => `${this.side(side)}\u00a0${signed(number)}`)
      .join(" · ");
  }

  /** A number with at most one decimal, as the language writes it. @param {number} number @returns {string} */
  number(number) {
    return new Intl.NumberFormat(this.table.language, { maximumFractionDigits: 1 }).format(number).replace("-", "\u2212");
  }

  /** What is played for. @param {Object<string, any>} position a request @returns {string} */
  contract(position) {
    const { trump, taker, bid, multiplier } = position.contract ?? {};
    const parts = [this.table.trumps[position.notation ?? "en"][trump] ?? trump];
    if (taker && bid) {
      const name = { 2: "bids_doubled", 4: "bids_redoubled" }[/** @type {2 | 4} */ (multiplier)] ?? "bids";
      parts.push(this.say(name, { seat: this.seat(taker), bid }));
    } else if (taker) parts.push(this.say("takes", { seat: this.seat(taker) }));
    return parts.join(" · ");
  }
}

/** @param {number} number @returns {string} */
export function signed(number) {
  return String(number).replace("-", "\u2212");
}
