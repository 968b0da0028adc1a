// Sentences and names in the reader's language. They come from the Python tables; none is written here.

/** @typedef {Object<string, any>} Table */

/** A sign behind a card, which may hold with open cards only, and what follows. */
const SIGNS = / (\(?)(\?[?!]?|~)\)?(?!\S)(.*)/s;
/** What begins a card or a call behind the name of a player, who may be called as a sign is written. */
const PLAYED = /[♠♥♦♣]| · /;
/** A card in signs, with the word before it. A suit alone, as in a call, is none. */
const CARD = /(\p{L}+ )?([♠♥♦♣](?:10|[2-9A-Z]))(?![\p{L}\d])/gu;
/** A suit in a sign, as in a call, and what stands beside it. */
const SUIT = /([\p{L}\d]?)([♠♥♦♣])(?=([\p{L}\d]?))/gu;
/** A mean with its error, and such a sign alone. */
const ABOUT = /([\u2212\d][\d.,\u202f]*)[ \u00a0]±[ \u00a0]([\d.,\u202f]*\d)(?=( \p{L})?)/gu;
const GIVE = /±/g;
/** Cards one after another. */
const ROW = /([♠♥♦♣](?:10|[2-9A-Z])) (?=[♠♥♦♣](?:10|[2-9A-Z]))/g;
/** The numbers of both sides, and what stands between other parts. */
const PAIR = /([\d.,]+)[ \u00a0]:[ \u00a0]([\u2212\d.,]+)/g;
const SIDES = / [:·] |\u00a0:\u00a0/g;
/** What stands before the beginning of a sentence. */
const ENDED = /(?:^|\S[.!?…]\s+)$/;

export class Words {
  /**
   * @param {Table} table
   * @param {string} notation the letters in which the data writes cards
   * @param {Object<string, any>} [position] a request of the game that is spoken of
   */
  constructor(table, notation, position) {
    this.table = table;
    /** True for a game of which best play settles only the difference of the sides. */
    this.isDifference = isDifference(position ?? {}, table.sums);
    this.notation = Object.hasOwn(table.cards, notation) ? notation : "en";
    this.cards = table.cards[this.notation];
    /** The suits, in the order in which hands show them. @type {string[]} */
    this.suits = Object.keys(table.suits);
  }

  /**
   * Say a sentence, with values in its places.
   * @param {string} name
   * @param {Object<string, string | number>} [values]
   * @returns {string}
   */
  say(name, values = {}) {
    return fill(this.table.says[name], values);
  }

  /** Say a sentence that may begin with a card. @param {string} name @param {Object<string, string | number>} [values] */
  sentence(name, values) {
    return capitalised(this.say(name, values));
  }

  /**
   * Say a sentence about a double as the players of a game call it: in coinche it is a coinche.
   * @param {string} name
   * @param {Object<string, any>} position a request of the game
   * @param {Object<string, string | number>} [values]
   * @returns {string}
   */
  sayDouble(name, position, values = {}) {
    return fill(this.table.doubles[this.game(position).double_called][name], values);
  }

  /** The suit of a card, as "H". @param {string} card @returns {string} */
  suitOf(card) {
    return this.cards[card][0];
  }

  /** @param {string} card @returns {{name: string, symbol: string, letter: string, red: boolean}} */
  suit(card) {
    return this.table.suits[this.suitOf(card)];
  }

  /** @param {string} card @returns {{name: string, shown: string, letter: string}} */
  rank(card) {
    return this.table.ranks[this.cards[card][1]];
  }

  /** The suit's symbol and the rank's letters. @param {string} card @returns {string} */
  short(card) {
    return this.suit(card).symbol + this.rank(card).shown;
  }

  /** A card with the letters and signs by which it is typed. @param {string} card */
  written(card) {
    const { letter, shown } = this.rank(card);
    const suit = this.suit(card);
    return { card, suits: [suit.letter, suit.symbol], ranks: [letter, shown] };
  }

  /** The card in words, as "ten of hearts"; what is none stays as it is. @param {string} card @returns {string} */
  card(card) {
    return !own(this.cards, card) ? card : this.say("card", { rank: this.rank(card).name, suit: this.suit(card).name });
  }

  /**
   * A text with its cards in words, as "king of diamonds" for "♦K", and so its suits and errors; a card that begins a sentence
   * begins large.
   * @param {string} text
   * @returns {string}
   */
  spoken(text) {
    const names = new Map(Object.keys(this.cards).map((card) => [this.short(card), this.card(card)]));
    const listed = text.replace(ROW, "$1, ");
    const said = listed.replace(CARD, (/** @type {string} */ _, /** @type {string} */ before = "", /** @type {string} */ card, /** @type {number} */ at) => {
      // Another language has other letters.
      const name = names.get(card) ?? card;
      if (!before && ENDED.test(listed.slice(0, at))) return capitalised(name);
      return (before + name).replace(/^\S+ \S+/, (two) => this.table.contracted[two] ?? two);
    });
    return this.#worded(said);
  }

  /** The name of a seat; what is none stays as it is. @param {string} seat @returns {string} */
  seat(seat) {
    return own(this.table.seats, seat)?.name ?? seat;
  }

  /** A seat as somebody's, as "of North". @param {string} seat @returns {string} */
  ofSeat(seat) {
    return this.table.seats[seat].of;
  }

  /** The letters of the seats of a side, for where there is little room. @param {string} side @returns {string} */
  side(side) {
    return [...side].map((seat) => this.table.seats[seat].letter).join("");
  }

  /** A side in words, as "North-South". @param {string} side @returns {string} */
  sideName(side) {
    return [...side].map((seat) => this.seat(seat)).join("-");
  }

  /**
   * A text of a report as it is heard: with names for the letters of seats and sides, and words for cards and the signs of mistakes.
   * @param {string} text
   * @param {boolean} [hasName] whether it begins with a seat, and has names of players
   * @returns {string}
   */
  heard(text, hasName = false) {
    const names = new Map(Object.values(this.table.seats).map(({ letter, name }) => [letter, name]));
    const named = (/** @type {string} */ word) =>
      [...word].every((one) => names.has(one)) ? [...word].map((one) => names.get(one)).join("-") : word;
    const signed = (/** @type {string} */ _, /** @type {string} */ open, /** @type {string} */ sign, /** @type {string} */ rest) => {
      const said = this.say(`sign_${sign}`);
      // The verdict after it may begin with the same word.
      return (rest.trim().startsWith(said) ? "" : `, ${open ? lowered(this.say("sign_open", { said })) : said}`) + rest;
    };
    const seated = text.replace(hasName ? /^[\p{L}\d]+/u : /[\p{L}\d]+/gu, named);
    const start = hasName ? seated.search(PLAYED) : 0;
    const said = start < 0 ? seated : this.spoken(seated.slice(0, start) + seated.slice(start).replace(SIGNS, signed).replace(SIGNS, signed));
    return this.#unsigned(said);
  }

  /** A text with words for suits that stand alone, and for how far a number may be out. @param {string} text */
  #worded(text) {
    const suits = new Map(Object.values(this.table.suits).map(({ symbol, name }) => [symbol, name]));
    const named = (/** @type {string} */ _, /** @type {string} */ before, /** @type {string} */ suit, /** @type {string} */ after) =>
      before + (before && " ") + suits.get(suit) + (after && " ");
    const about = (/** @type {string} */ _, /** @type {string} */ n, /** @type {string} */ error, /** @type {string} */ more = "") =>
      this.say("heard_about", { n, error }) + (more && ",");
    return text.replace(SUIT, named).replace(ABOUT, about).replace(GIVE, () => this.say("heard_give"));
  }

  /** A text with words for the signs between its parts, too. @param {string} text */
  #unsigned(text) {
    return this.#worded(text)
      .replace(PAIR, (/** @type {string} */ _, /** @type {string} */ n, /** @type {string} */ m) => this.say("heard_pair", { n, m }))
      .replace(SIDES, ", ")
      .split(" → ").reduce((before, after) => this.say("heard_change", { before, after }));
  }

  /** Both sides' numbers, each with its side. @param {Object<string, number>} pair @param {boolean} [isShort] with letters @returns {string} */
  pair(pair, isShort = false) {
    return Object.entries(pair)
      .map(([side, number]) => `${isShort ? this.side(side) : this.sideName(side)}\u00a0${signed(number)}`)
      .join(isShort ? " · " : ", ");
  }

  /** A number with at most one decimal, as the language writes it. @param {number} number @returns {string} */
  number(number) {
    return new Intl.NumberFormat(this.table.language, { maximumFractionDigits: 1 }).format(number).replace("-", "\u2212");
  }

  /**
   * The game of a position: its title, and what the page must know to name things as its players do.
   * @param {Object<string, any>} position a request
   * @returns {{title: string, lang?: string, has_dummy: boolean, is_level: boolean, to_right: boolean, double_called: string}}
   */
  game(position) {
    const { name, rules } = statedBy(position);
    const customs = { ...(own(this.table.customs, name) ?? STRANGE), title: own(this.table.games, name) ?? String(name ?? "") };
    // In which language a game of one's own is named nobody knows.
    if (rules === position.variant) Object.assign(customs, { title: titleOf(rules), lang: undefined });
    // A game of one's own may have other customs than the one that it extends.
    const { dummy, turn } = rules;
    const { scoring } = rules.score ?? {};
    const called = rules.auction?.double_called;
    if (typeof dummy === "boolean") customs.has_dummy = dummy;
    if (turn) customs.to_right = turn === "anticlockwise";
    if (scoring) customs.is_level = scoring === "duplicate";
    if (called && Object.hasOwn(this.table.doubles, called)) customs.double_called = called;
    return customs;
  }

  /** The seat whose cards lie open for all to see; null in a game without one. @param {Object<string, any>} position @returns {?string} */
  dummy(position) {
    const taker = position.contract?.taker;
    return taker && this.game(position).has_dummy ? ({ N: "S", S: "N", E: "W", W: "E" }[/** @type {"N"} */ (taker)] ?? null) : null;
  }

  /** The trumps of a position: a suit, "NT", "AT", or null if none are said. @param {Object<string, any>} position @returns {?string} */
  trump(position) {
    return own(this.table.strains[this.notation], position.contract?.trump)?.trump ?? null;
  }

  /** What is played for, as the players of the game say it. @param {Object<string, any>} position a request */
  contract(position) {
    const { trump, taker, bid, multiplier } = position.contract ?? {};
    if (typeof trump !== "string") return "";
    const shown = own(this.table.strains[this.notation], trump)?.shown ?? trump;
    const trumps = own(this.table.trumps[this.notation], trump) ?? trump;
    const seat = taker ? this.seat(taker) : "";
    const doubled = { 2: "doubled", 4: "redoubled" }[/** @type {2 | 4} */ (multiplier)];
    const parts = [];
    if (taker && bid && this.game(position).is_level) parts.push(this.say("bid_by", { contract: `${bid}${shown}`, seat }));
    else {
      parts.push(trumps);
      if (taker && bid) parts.push(this.say("bid_by", { contract: bid === this.table.capot ? this.say("capot") : bid, seat }));
      else if (taker) parts.push(this.say("takes", { seat }));
    }
    if (doubled && bid) parts[parts.length - 1] += `, ${this.sayDouble(doubled, position)}`;
    if (this.game(position).to_right) parts.push(this.say("to_right"));
    return parts.join(" · ");
  }
}

/** What rules in full have for a name and a title where none was stated. */
const UNNAMED = "custom";
const UNTITLED = "Custom game";

/**
 * The heading of a game of one's own, which inherits none: its title, or its name where it has but that.
 * @param {Object<string, any>} rules
 * @returns {string}
 */
export function titleOf({ name = UNNAMED, title = UNTITLED }) {
  return title === UNTITLED && name !== UNNAMED ? String(name) : String(title);
}

/** What is taken of a game that the page does not know. */
const STRANGE = { has_dummy: false, is_level: false, to_right: false, double_called: "contre" };

/**
 * The name of the game of a position, of which all else is as it is there, and what the position states of its own rules.
 * @param {Object<string, any>} position a request
 * @returns {{name: any, rules: Object<string, any>}}
 */
function statedBy({ variant }) {
  return typeof variant === "object" && variant ? { name: variant.extends ?? variant.name, rules: variant } : { name: variant, rules: {} };
}

/**
 * True for a game of which best play settles only the difference of the sides: the sum of both hangs on what is played.
 * @param {Object<string, any>} position a request
 * @param {Object<string, Object<string, any>>} sums the rules on which that hangs, of each game by its name
 */
function isDifference(position, sums) {
  const { name, rules } = statedBy(position);
  /** @type {Object<string, any>} */
  const stated = { ...own(sums, name), ...rules.result, ...rules.bonus, ...position.rules };
  if (stated.objective === "four_points") return stated.forced_discard_penalty > 0;
  const bonuses = ["four_of_a_kind", "sequence_of_four", "sequence_of_three", "trick_marriage"].map((bonus) => stated[bonus]);
  return stated.objective === "card_points" && [...bonuses, ...Object.values(stated.four_of_a_kind_except ?? {})].some((points) => points > 0);
}

/** What a table has for a word of a reader, which may be the name of what every object has. @param {Table} table @param {any} word @returns {any} */
function own(table, word) {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** Put values into the places of a sentence. @param {string} text @param {Object<string, string | number>} values @returns {string} */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ key) => String(values[key]));
}

/** @param {number} number @param {string} [plus] the sign of one above 0 @returns {string} */
export function signed(number, plus = "") {
  return (number > 0 ? plus : "") + String(number).replace("-", "\u2212");
}

/**
 * A side in words, with the names of its players where all are known.
 * @param {Words} words
 * @param {string} side
 * @param {Object<string, string>} players names by seat
 * @returns {string}
 */
export function nameSide(words, side, players) {
  const names = [...side].map((seat) => players[seat]);
  if (!names.every(Boolean)) return words.sideName(side);
  return words.say("side_named", { side: words.sideName(side), players: names.join(", ") });
}

/** The name of a seat, with that of its player. @param {Words} words @param {string} seat @param {Object<string, string>} players */
export function nameSeat(words, seat, players) {
  return players[seat] ? `${words.seat(seat)} ${players[seat]}` : words.seat(seat);
}

/** A text with a capital at its beginning. @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text that goes on with a sentence. @param {string} text */
const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);
