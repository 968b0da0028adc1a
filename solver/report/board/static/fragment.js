// All that the board shows, carried in the address behind the #, where no server reads it.
//
// An address is made of plain fields: `game=belote&trump=H&taker=E&dealer=E&N=AT.87.K8.AJ&…&line=…`. Hands are written as
// in a request; a card of a line or of the stock is one letter. What has no field of its own is packed as JSON.

/**
 * @typedef {Object} Carried
 * @property {Object<string, any>} position a request; its plays are those before the board begins
 * @property {string[]} [line] the cards played on the board
 * @property {number} [at] how many of them are played where the reader is; all, if it is not said
 * @property {string} [mode]
 */

/** The order of the letters that stand for cards. */
const SUITS = "SHDC";
const RANKS = "AKQJT98765432";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CARDS = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => suit + rank));

const SEATS = ["N", "E", "S", "W"];
/** The fields of an address that are words of a request, and the parts of its contract. */
const WORDS = ["dealer", "leader", "vulnerable", "notation"];
const PARTS = ["trump", "taker", "bid", "multiplier", "turned_jacks", "refused", "turned_up"];
/** What is packed as JSON. */
const MORE = "more";

/**
 * Write what the board shows as a fragment, without its #.
 * @param {Carried} carried
 * @returns {string}
 */
export function pack({ position, line = [], at, mode }) {
  /** @type {Object<string, any>} */
  const more = {};
  const fields = new URLSearchParams();
  for (const [key, value] of Object.entries(position)) {
    if (!isEmpty(value) && !putField(fields, key, value)) more[key] = value;
  }
  if (Object.keys(more).length) fields.set(MORE, packJson(more));
  if (line.length) fields.set("line", packCards(line));
  if (at !== undefined && at !== line.length) fields.set("at", String(at));
  if (mode) fields.set("mode", mode);
  return fields.toString();
}

/**
 * Read a fragment: one that `pack` made, or one of older addresses, which is JSON as a whole. Null for any other text.
 * @param {string} text without its #
 * @returns {?Carried}
 */
export function unpack(text) {
  if (!text.includes("=")) {
    const { position, line, at, mode } = unpackJson(text) ?? {};
    if (!isObject(position)) return null;
    return { position, ...(line && { line }), ...(Number.isInteger(at) && { at }), ...(typeof mode === "string" && { mode }) };
  }
  const fields = new URLSearchParams(text);
  const more = fields.get(MORE);
  const position = more === null ? {} : unpackJson(more);
  if (!isObject(position)) return null;
  for (const [key, value] of fields) takeField(position, key, value);
  /** @type {Carried} */
  const carried = { position, line: unpackCards(fields.get("line") ?? "") };
  const at = fields.get("at");
  if (at !== null && /^\d{1,3}$/.test(at)) carried.at = Number(at);
  const mode = fields.get("mode");
  if (mode) carried.mode = mode;
  return Object.keys(position).length ? carried : null;
}

/**
 * Add a field of a position; false if only JSON can hold it.
 * @param {URLSearchParams} fields @param {string} key @param {any} value
 */
function putField(fields, key, value) {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isWords = entries.every(([, one]) => isWord(one));
  if (key === "variant" && isWord(value)) fields.set("game", value);
  else if (key === "deal" && isObject(value) && entries.every(([seat, hand]) => SEATS.includes(seat) && isWord(hand))) {
    for (const [seat, hand] of entries) fields.set(seat, hand);
  } else if (key === "contract" && isObject(value) && isWords && entries.every(([part]) => PARTS.includes(part))) {
    for (const [part, one] of entries) fields.set(part, String(one));
  } else if (key === "rules" && isObject(value) && isWords) {
    for (const [rule, one] of entries) fields.set(`rules.${rule}`, String(one));
  } else if (key === "players" && isObject(value) && entries.every(([seat, one]) => SEATS.includes(seat) && isWord(one))) {
    for (const [seat, one] of entries) fields.set(`name.${seat}`, one);
  } else if (WORDS.includes(key) && isWord(value)) fields.set(key, value);
  else if ((key === "plays" || key === "stock") && isCards(value)) fields.set(key, packCards(value));
  else return false;
  return true;
}

/** Add to a position what a field of an address says. @param {Object<string, any>} position @param {string} key @param {string} value */
function takeField(position, key, value) {
  const into = (/** @type {string} */ name, /** @type {string} */ part, /** @type {any} */ one) => {
    position[name] = { ...position[name], [part]: one };
  };
  if (key === "game") position.variant = value;
  else if (SEATS.includes(key)) into("deal", key, value);
  else if (PARTS.includes(key)) into("contract", key, read(value));
  else if (key.startsWith("rules.")) into("rules", key.slice("rules.".length), read(value));
  else if (key.startsWith("name.")) into("players", key.slice("name.".length), value);
  else if (WORDS.includes(key)) position[key] = value;
  else if (key === "plays" || key === "stock") position[key] = unpackCards(value);
}

/** A text that `read` would not take for something else, a number or a truth value. @param {any} value */
function isWord(value) {
  return (typeof value === "string" && value === read(value)) || Number.isSafeInteger(value) || typeof value === "boolean";
}

/** @param {string} value @returns {string | number | boolean} */
function read(value) {
  if (value === "true" || value === "false") return value === "true";
  return /^(0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value;
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {any} value */
function isEmpty(value) {
  return value === null || value === undefined || (typeof value === "object" && !Object.keys(value).length);
}

/** @param {any} value */
function isCards(value) {
  return Array.isArray(value) && value.every((card) => typeof card === "string" && /^[^\s-]+$/.test(card));
}

/** Cards as a letter each; with others than the usual ones, as they are, each after a stroke. @param {string[]} cards */
export function packCards(cards) {
  if (cards.every((card) => CARDS.includes(card))) return cards.map((card) => LETTERS[CARDS.indexOf(card)]).join("");
  return cards.map((card) => `-${card}`).join("");
}

/** The cards of a text; what stands for none stays as it is, so that it can be named. @param {string} text @returns {string[]} */
export function unpackCards(text) {
  if (text.startsWith("-")) return text.split("-").filter(Boolean);
  return [...text].map((letter) => CARDS[LETTERS.indexOf(letter)] ?? letter);
}

/** @param {any} data @returns {string} */
function packJson(data) {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {any} null for a text that `packJson` did not make */
function unpackJson(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return null;
  }
}
