// The bank of puzzles of the service: tries, hints, solutions and votes of one reader.

import { answerOf } from "./refusal.js";

/** @typedef {import("./puzzle.js").Attempt} Attempt */
/** @typedef {{kind: "theme" | "suit" | "not" | "card", value: ?string, text: string}} Hint */
/** @typedef {{theme: string, name: string, text: string, gives_away: boolean, puzzles: number}} Theme */

/**
 * @typedef {Object} Solved a puzzle with its solution
 * @property {string[]} right
 * @property {string[]} line
 * @property {{cards: string[], value: Object<string, number>, by: ?string, reply: ?string, line: string[]}[]} refutations
 * @property {{cards: string[], cost: number}[]} [expected] of a hidden one
 * @property {Object<string, string>} [deal] of a hidden one
 * @property {string[]} [stock] of a hidden one
 * @property {string[]} themes
 * @property {number} rating
 */

/** Too many requests came in a short time; `wait` tells the seconds after which the next may. */
export class TooMany extends Error {
  /** @param {number} wait */
  constructor(wait) {
    super("too many requests");
    this.wait = wait;
  }
}

export class Bank {
  /**
   * @param {string} address of the puzzles
   * @param {string} language
   * @param {() => string} solver the name under which the reader is known
   */
  constructor(address, language, solver) {
    this.address = address;
    this.language = language;
    this.solver = solver;
  }

  /** @param {string} id @param {string[]} plays @returns {Promise<Attempt>} */
  attempt(id, plays) {
    return this.ask(`/${id}/attempts`, "state", { plays, solver: this.solver() });
  }

  /** The first hints for the card to be found after others. @param {string} id @param {number} n @param {string[]} plays @returns {Promise<Hint[]>} */
  async hints(id, n, plays) {
    const query = this.query({ n });
    for (const card of plays) query.append("plays", card);
    return (await this.ask(`/${id}/hint?${query}`, "hints")).hints;
  }

  /** @param {string} id @returns {Promise<Solved>} */
  solution(id) {
    return this.ask(`/${id}/solution?${this.query({})}`, "right");
  }

  /** @param {string} id @param {boolean} up @returns {Promise<{up: number, down: number}>} */
  vote(id, up) {
    return this.ask(`/${id}/votes`, "up", { up, solver: this.solver() });
  }

  /** What the themes mean, and how many puzzles have them. @param {string} variant empty for all games @returns {Promise<Theme[]>} */
  async themes(variant) {
    return (await this.ask(`/themes?${new URLSearchParams(variant ? { variant } : {})}`, "themes")).themes;
  }

  /** @param {Object<string, any>} values */
  query(values) {
    return new URLSearchParams({ ...values, solver: this.solver() });
  }

  /**
   * Ask the service; rejects with a Refusal in the reader's language, or with TooMany.
   * @param {string} path
   * @param {string} part what the answer has
   * @param {any} [body] posted, if there is one
   * @returns {Promise<any>}
   */
  async ask(path, part, body) {
    const headers = { Accept: "application/json", "Accept-Language": this.language };
    const posted = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(this.address + path, body ? posted : { headers });
    if (response.status === 429) throw new TooMany(Number(response.headers.get("Retry-After")) || 1);
    return answerOf(response, part);
  }
}
