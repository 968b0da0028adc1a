// Answers to positions: from the page's own data, from the core in WebAssembly, or from the service. One interface for
// all: solve(plays, signal) resolves to an answer, or rejects with a Refusal.

import { CoreSolver } from "./core_solve.js";
import { Refusal, answerOf, isMissing } from "./refusal.js";

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./core_solve.js").DealNumbers} DealNumbers */
/**
 * @typedef {(plays: string[], signal: AbortSignal, seen?: (table: Answer) => void) => Promise<Answer>} Solve ``seen`` is told
 *   the table and the cards that may be played, without values, by what knows them before it has searched
 */

/**
 * What a page can ask besides its own data: addresses.
 * @typedef {Object} Means
 * @property {string} [solve] of the service, which solves positions
 * @property {string} [numbers] of the service, which makes numbers of a deal
 * @property {{points: string, tricks: string, script: string, worker: string, type?: WorkerType}} [core] of the
 *   files of the core: its modules, core_worker.js and worker.js, which is a module if no type is said
 * @property {(position: Object<string, any>) => Promise<DealNumbers>} [encode] makes numbers of a deal without a service
 */

/** The most memory for what is proved of a deal, in MiB; a deal that needs less takes less. */
const TABLE_MIB = 64;

/**
 * All that a page has to answer with, the nearest first.
 * @param {import("./board.js").Shown} shown
 * @param {Means} means
 * @param {import("./words.js").Words} words
 * @returns {Solve & {warm: () => void}} ``warm`` begins the core, so that it is there when a card is played
 */
export function solverOf(shown, means, words) {
  const { position } = shown;
  const before = position.plays ?? [];
  const { language } = words.table;
  /** @type {Solve} */
  const ask = async (plays, signal, seen) => {
    // A board that has left the page must not take the worker of the one that is there.
    signal.throwIfAborted();
    const all = [...before, ...plays];
    const core = await coreFor(shown, means, language).open().catch((error) => {
      if (error instanceof Refusal) throw error;
      // A file of the core could not be fetched: the service is asked instead, and says itself if it cannot be reached.
      if (!means.solve) throw new Refusal(words.say(isMissing(error) ? "no_answer" : "no_core_file"));
      return null;
    });
    try {
      if (core) return await core.solve(all, signal, seen);
    } catch (error) {
      if (signal.aborted) throw error;
      // Another deal has ended this worker: it takes its turn.
      if (/** @type {Error} */ (error).name === "CancelledError") return ask(plays, signal, seen);
      if (error instanceof RangeError) {
        const card = error.message;
        throw new Refusal(words.say("no_card", { text: words.cards[card] ? words.short(card) : card }));
      }
    }
    if (!means.solve) throw new Refusal(words.say("no_core"));
    return fromService(means.solve, position, language)(all, signal);
  };
  // What goes wrong here goes wrong for the first question, too, which says so.
  const warm = () => void coreFor(shown, means, language).open().catch(() => {});
  return Object.assign(fromData(shown.game, shown.answers, ask), { warm });
}

/** @type {?OwnCore} */
let last = null;

/**
 * The core of a deal. A page has one at a time: another deal ends the worker of the one before.
 * @param {import("./board.js").Shown} shown
 * @param {Means} means
 * @param {string} language
 */
function coreFor(shown, means, language) {
  const { plays: _, ...deal } = shown.position;
  const key = JSON.stringify(deal);
  if (last?.key !== key) {
    last?.close();
    last = new OwnCore(key, shown, means, language);
  }
  return last;
}

/** The core for one deal: begun when it is first needed, in a worker of its own. */
class OwnCore {
  /** @type {?Promise<?CoreSolver>} */
  #opened = null;
  #isClosed = false;

  /**
   * @param {string} key names the deal
   * @param {import("./board.js").Shown} shown
   * @param {Means} means
   * @param {string} language
   */
  constructor(key, shown, means, language) {
    this.key = key;
    this.shown = shown;
    this.means = means;
    this.language = language;
  }

  /** The core with the deal open; null where this browser or this page has none. @returns {Promise<?CoreSolver>} */
  open() {
    this.#opened ??= this.#begin().catch((error) => {
      // What could not be reached may be there the next time.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  close() {
    this.#isClosed = true;
    this.#opened?.then((solver) => solver?.close(), () => {});
  }

  /** @returns {Promise<?CoreSolver>} */
  async #begin() {
    const { core } = this.means;
    if (!core || typeof WebAssembly === "undefined" || typeof Worker === "undefined") return null;
    const numbers = await this.#numbers();
    if (!numbers) return null;
    const [{ CoreWorker }, response] = await Promise.all([import(core.script), fetch(core[numbers.deal.unit])]);
    if (!response.ok) throw new TypeError(response.statusText);
    const worker = new CoreWorker(() => new Worker(core.worker, { type: core.type ?? "module" }), await response.arrayBuffer());
    try {
      await worker.open(numbers.deal, TABLE_MIB);
    } catch {
      // No memory, or a browser that refuses the worker: the service is asked instead.
      worker.end();
      return null;
    }
    const solver = new CoreSolver(numbers, worker);
    if (this.#isClosed) solver.close();
    return solver;
  }

  /** @returns {Promise<?DealNumbers>} */
  async #numbers() {
    const { numbers, encode } = this.means;
    const { limit: _, cards: __, plays: ___, ...deal } = this.shown.position;
    if (this.shown.numbers) return this.shown.numbers;
    if (encode) return encode(deal);
    return numbers ? post(numbers, "deal", deal, this.language) : null;
  }
}

/**
 * Ask the service.
 * @param {string} url
 * @param {string} part what the answer has
 * @param {Object<string, any>} body
 * @param {string} language
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 * @throws {Refusal} it refused
 */
export async function post(url, part, body, language, signal) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "Accept-Language": language },
    body: JSON.stringify(body),
    signal,
  });
  return answerOf(response, part);
}

/**
 * The service: it solves any position.
 * @param {string} url
 * @param {Object<string, any>} position a request without plays
 * @param {string} language
 * @returns {Solve}
 */
export function fromService(url, position, language) {
  return (plays, signal) => post(url, "cards", { ...position, plays }, language, signal);
}

/**
 * The page's own data first: the answers along the game, and all that was answered before.
 * @param {string[]} game the cards of the game
 * @param {Answer[]} answers before its first card and after each
 * @param {Solve} otherwise
 * @returns {Solve}
 */
export function fromData(game, answers, otherwise) {
  const known = new Map(answers.map((answer, n) => [game.slice(0, n).join(" "), answer]));
  return async (plays, signal, seen) => {
    const key = plays.join(" ");
    const found = known.get(key);
    if (found) return found;
    const answer = await otherwise(plays, signal, seen);
    known.set(key, answer);
    return answer;
  };
}
