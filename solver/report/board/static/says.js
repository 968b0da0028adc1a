// Sentences about what is wrong with a deal, with what stands in them: lists, cards counted, values shown.

/** @typedef {import("./deal.js").Game} Game */

const MAX_SHOWN = 40;
const HUGE = 10 ** 15;

/** @param {any} value @returns {value is Object<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} value @returns {value is number} */
export const isWhole = (value) => typeof value === "number" && Number.isInteger(value);

/** A step of a pointer. */
export const step = (/** @type {string} */ text) => text.replaceAll("~", "~0").replaceAll("/", "~1");

export class Says {
  /** @param {Object<string, any>} words of the page @param {Game} game */
  constructor(words, game) {
    this.words = words;
    this.game = game;
  }

  /** @param {string} name @param {Object<string, string | number>} [values] @returns {string} */
  say(name, values = {}) {
    const all = /** @type {Object<string, string | number>} */ ({ game: this.game.title, ...values });
    return this.words.says[name].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ key) => String(all[key]));
  }

  /** A sentence that depends on a number. @param {string} name @param {number} n @param {Object<string, string | number>} [values] */
  count(name, n, values) {
    return this.say(`${name}_${n === 1 ? "one" : "many"}`, { ...values, n });
  }

  /** @param {number} n */
  nCards(n) {
    return n ? this.count("bad_n_cards", n) : this.say("bad_no_cards");
  }

  /** @param {(string | number)[]} words @param {"bad_and" | "bad_or"} [joint] */
  list(words, joint = "bad_and") {
    const last = String(words.at(-1) ?? "");
    return words.length < 2 ? last : this.say(joint, { list: words.slice(0, -1).join(", "), last });
  }

  /** @param {(string | number)[]} words */
  either(words) {
    return this.list(words, "bad_or");
  }

  /** @param {string} seat */
  seat(seat) {
    return this.words.seats[seat].name;
  }

  /** @param {string} seat */
  ofSeat(seat) {
    return this.words.seats[seat].of;
  }

  /** @param {readonly string[]} seats */
  letters(seats) {
    return this.list(seats.map((seat) => this.words.seats[seat].letter));
  }

  /** Any value in a few words. @param {any} value @returns {string} */
  show(value) {
    if (typeof value === "string") return this.quoted(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
    if (isWhole(value)) return Math.abs(value) < HUGE ? String(value) : this.say("bad_huge");
    if (Array.isArray(value)) return this.say("bad_list");
    return isObject(value) ? this.say("bad_object") : String(value);
  }

  /** @param {string} text */
  quoted(text) {
    const plain = text.replaceAll("\\", "\\\\");
    if (this.words.language !== "en") return this.say("bad_quoted", { text: plain });
    if (!plain.includes("'")) return `'${plain}'`;
    return plain.includes('"') ? `'${plain.replaceAll("'", "\\'")}'` : `"${plain}"`;
  }
}
