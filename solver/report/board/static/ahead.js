// Answers before they are needed: what was answered is kept, and neighbours of the current node are fetched ahead.

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./solve.js").Solve} Solve */
/** @typedef {import("./state.js").Node} Node */
/**
 * @typedef {Object} Busy
 * @property {string} key
 * @property {AbortController} asking
 * @property {Promise<Answer>} answer
 * @property {?Answer} table as it lies before its values are known
 * @property {(table: Answer) => void} [seen] of the reader, who asks for the same
 */

/**
 * What the reader may ask for next: after each best card and the game's own, then the rest of the game.
 * @param {import("./state.js").Tree} tree
 * @returns {{wanted: string[][], waiting: Map<string, Node>}} the nearest first; the nodes that wait for an answer, by the
 *   cards that lead there
 */
export function nextOf({ current, game }) {
  const best = (current.answer?.cards ?? []).filter((one) => one.swing === 0).map(({ card }) => [...current.plays, card]);
  const beside = [...current.children, ...(current.parent ? [current.parent] : [])].filter((node) => !node.answer);
  const rest = game.filter((node) => !node.answer).reverse();
  const wanted = [...beside.map(({ plays }) => plays), ...best, ...rest.map(({ plays }) => plays)];
  return { wanted, waiting: new Map([...beside, ...rest].map((node) => [node.plays.join(" "), node])) };
}

export class Ahead {
  /** @param {Solve} solve */
  constructor(solve) {
    this.solve = solve;
    /** @type {Map<string, Answer>} by the cards that lead there */
    this.known = new Map();
    /** @type {?Busy} what is fetched now */
    this.busy = null;
    /** @type {?{}} the list that is fetched; another object stands for another list */
    this.list = null;
  }

  /** What is known of a position already. @param {string[]} plays @returns {?Answer} */
  find(plays) {
    return this.known.get(plays.join(" ")) ?? null;
  }

  /**
   * Ask for a position that is needed now; what is fetched ahead gives way, unless it is the same.
   * @param {string[]} plays
   * @param {AbortSignal} signal
   * @param {(table: Answer) => void} [seen] told the table before its values, where these take longer
   * @returns {Promise<Answer>}
   */
  async ask(plays, signal, seen) {
    const key = plays.join(" ");
    const found = this.known.get(key);
    if (found) return found;
    this.list = null;
    const { busy } = this;
    if (busy?.key === key) {
      busy.seen = seen;
      if (busy.table) seen?.(busy.table);
      try {
        return await busy.answer;
      } catch {
        // It was fetched for nobody in particular: ask once more, for the reader.
      }
    }
    this.stop();
    return this.keep(key, await this.solve(plays, signal, seen));
  }

  /**
   * Fetch positions one by one, the nearest first, until another is asked for or one is refused.
   * @param {string[][]} wanted
   * @param {(plays: string[], answer: Answer) => void} [got]
   */
  async fetch(wanted, got = () => {}) {
    const list = (this.list = {});
    if (this.busy) {
      // One at a time: what is lost from sight could not give way to the reader.
      await this.busy.answer.catch(() => {});
      if (this.list !== list) return;
    }
    for (const plays of wanted) {
      const key = plays.join(" ");
      if (this.known.has(key)) continue;
      const asking = new AbortController();
      const answer = this.solve(plays, asking.signal, (table) => {
        busy.table = table;
        busy.seen?.(table);
      });
      /** @type {Busy} */
      const busy = { key, asking, answer, table: null };
      this.busy = busy;
      try {
        got(plays, this.keep(key, await answer));
      } catch {
        return;
      } finally {
        if (this.busy === busy) this.busy = null;
      }
      if (this.list !== list) return;
    }
  }

  /** Fetch no more. */
  stop() {
    this.list = null;
    this.busy?.asking.abort();
    this.busy = null;
  }

  /** @param {string} key @param {Answer} answer */
  keep(key, answer) {
    this.known.set(key, answer);
    return answer;
  }
}
