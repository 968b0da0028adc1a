// Cards, ranks and trumps as people write them, in the letters of a request or of the reader, and as the board keeps them.

/** @typedef {import("./words.js").Table} Table */

export class Letters {
  /**
   * @param {Table} table the words of the board
   * @param {string} notation the letters of a request, as "en"
   */
  constructor(table, notation) {
    const { cards, trumps } = table;
    const codes = Object.keys(cards.en);
    const known = Object.hasOwn(cards, notation) ? notation : "en";
    const written = Object.keys(cards[known]);
    /** @type {Object<string, string>} the letters that each card is written with */
    this.writtenCards = Object.fromEntries(codes.map((code, n) => [code, written[n]]));
    /** @type {Object<string, string>} */
    this.writtenTrumps = Object.fromEntries(Object.keys(trumps.en).map((code, n) => [code, Object.keys(trumps[known])[n]]));
    /** The card that each way to write one means, in capitals. @type {Object<string, string>} */
    this.cards = {};
    /** The rank that each way to write one means, in all languages. @type {Object<string, string>} */
    this.ranks = { 10: "T" };
    for (const [code, text] of Object.entries(this.writtenCards)) this.addCard(code, text[0], text.slice(1), table);
    for (const names of Object.values(cards)) {
      Object.keys(names).forEach((text, n) => {
        this.ranks[text.slice(1)] = codes[n][1];
      });
    }
    this.trumps = Object.fromEntries(Object.entries(this.writtenTrumps).map(([code, text]) => [text, code]));
  }

  /** @param {string} code @param {string} suit @param {string} rank @param {Table} table */
  addCard(code, suit, rank, table) {
    const ranks = code[1] === "T" ? [rank, "T", "10"] : [rank];
    for (const one of ranks) {
      for (const letter of [suit, table.suits[code[0]].symbol]) this.cards[letter + one] = this.cards[one + letter] = code;
    }
  }

  /** Read a card; what is none stays as it is. @param {string} text */
  card = (text) => this.cards[String(text).toUpperCase()] ?? text;

  /** Read a trump; what is none stays as it is. @param {string} text */
  trump = (text) => this.trumps[String(text).toUpperCase()] ?? text;

  /** Write a card. @param {string} code */
  writeCard = (code) => this.writtenCards[code] ?? code;

  /** Write a rank. @param {string} rank */
  writeRank = (rank) => this.writtenCards[`S${rank}`]?.slice(1) ?? rank;

  /** Write a trump. @param {string} code */
  writeTrump = (code) => this.writtenTrumps[code] ?? code;
}
