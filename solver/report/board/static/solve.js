// Answers to positions: from the page's own data, or from the service. One interface for both:
// solve(plays, signal) resolves to an answer, or rejects with a Refusal.

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {(plays: string[], signal: AbortSignal) => Promise<Answer>} Solve */

/** A position that was refused, or could not be solved; the message is a sentence for the reader. */
export class Refusal extends Error {}

/**
 * The service: it solves any position.
 * @param {string} url
 * @param {Object<string, any>} position a request without plays
 * @param {string} language
 * @returns {Solve}
 */
export function fromService(url, position, language) {
  return async (plays, signal) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "Accept-Language": language },
      body: JSON.stringify({ ...position, plays }),
      signal,
    });
    const body = await response.json();
    if (response.ok) return body;
    const faults = (body.errors ?? []).map((/** @type {{detail: string}} */ fault) => fault.detail);
    throw new Refusal([...new Set([body.detail, ...faults])].filter(Boolean).join(" ") || body.title);
  };
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
  return async (plays, signal) => {
    const key = plays.join(" ");
    const found = known.get(key);
    if (found) return found;
    const answer = await otherwise(plays, signal);
    known.set(key, answer);
    return answer;
  };
}
