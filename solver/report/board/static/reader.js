// The reader of puzzles, as this browser remembers them: a name, their rating, and what they chose last.

/**
 * @typedef {Object} Reader
 * @property {string} name under which tries are rated; a guest has one that nobody chose
 * @property {boolean} isGuest
 * @property {number} [rating] after the last try
 * @property {string} [wanted] the query of the puzzles they go through
 * @property {string[]} [seen] the puzzles that they have met last
 */

const KEY = "atout.puzzles";
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
/** The puzzles that are not met again at once. */
const MOST_SEEN = 30;
/** The name of a puzzle. */
const PUZZLE = /^[0-9a-z]{16}$/;
/** The most characters of a name. */
export const MOST_NAME = 40;
/** A name as the service takes it: without control characters and halves of characters. */
const NAME = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MOST_NAME}}$`, "u");

/** @typedef {Pick<Storage, "getItem" | "setItem">} Kept */

/** The reader of all pages that are open in this browser: what one of them keeps, the others know. */
export class KeptReader {
  /**
   * @param {?Kept} kept null where the browser keeps nothing
   * @param {() => number} [random] from 0 up to 1
   */
  constructor(kept, random = Math.random) {
    this.kept = kept;
    /** @type {Reader} who it is where nothing can be kept */
    this.last = guest(random);
  }

  /** The reader as they are now, whichever page has changed them. @returns {Reader} */
  get now() {
    try {
      this.last = cleanReader(JSON.parse(this.kept?.getItem(KEY) ?? "null")) ?? this.last;
    } catch {
      // What another program left there, or may not be read, is not a reader.
    }
    return this.last;
  }

  /** Change the reader, and keep them where the browser lets us. @param {(reader: Reader) => Reader} step @returns {Reader} */
  change(step) {
    this.last = step(this.now);
    try {
      this.kept?.setItem(KEY, JSON.stringify(this.last));
    } catch {
      // A private window may refuse; the reader is then forgotten with the page.
    }
    return this.last;
  }

  /** Act when another page has changed the reader. @param {() => void} act */
  listen(act) {
    // All is cleared without a key.
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && act());
  }
}

/** A reader from anything, without what is strange; null if the service would take no name there. @param {any} said @returns {?Reader} */
function cleanReader(said) {
  const { name, isGuest, rating, wanted, seen } = said ?? {};
  if (typeof name !== "string" || !NAME.test(name)) return null;
  return {
    name, isGuest: isGuest === true,
    ...(Number.isFinite(rating) && { rating }), ...(typeof wanted === "string" && { wanted }),
    ...(Array.isArray(seen) && { seen: seen.filter((one) => typeof one === "string" && PUZZLE.test(one)).slice(-MOST_SEEN) }),
  };
}

/** A reader with a name that nobody chose. @param {() => number} [random] @returns {Reader} */
function guest(random = Math.random) {
  const letters = Array.from({ length: 12 }, () => LETTERS[Math.floor(random() * LETTERS.length)]);
  return { name: `guest-${letters.join("")}`, isGuest: true };
}

/** Another name: its rating is known after its next try. Without one, nobody chose it. @param {Reader} reader @param {string} name @returns {Reader} */
export function named(reader, name) {
  const chosen = [...name.replace(/[\p{Cc}\p{Cs}]/gu, "").trim()].slice(0, MOST_NAME).join("");
  if (chosen === reader.name || (!chosen && reader.isGuest)) return reader;
  const { rating, ...rest } = reader;
  if (!chosen) return { ...rest, ...guest() };
  return { ...rest, name: chosen, isGuest: false };
}

/** The reader after a try that was rated under a name, which may be another one by now. @param {Reader} reader @param {string} name @param {number} [rating] @returns {Reader} */
export function rated(reader, name, rating) {
  return rating === undefined || name !== reader.name ? reader : { ...reader, rating };
}

/** The reader after they have met a puzzle. @param {Reader} reader @param {string} id @returns {Reader} */
export function met(reader, id) {
  const seen = [...(reader.seen ?? []).filter((one) => one !== id), id];
  return { ...reader, seen: seen.slice(-MOST_SEEN) };
}

/** The storage of this page, or null where it may not be used. @returns {?Kept} */
export function pageStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
