// What a reader is told when an answer cannot be had.

/** A position that was refused, or could not be solved; the message is a sentence for the reader. */
export class Refusal extends Error {}

/**
 * Why an answer cannot be had, as a sentence: what nobody refused could not be reached, or something before it has answered.
 * @param {import("./words.js").Words} words
 * @param {unknown} error
 */
export function whyFailed(words, error) {
  return (error instanceof Refusal && error.message) || words.say("no_answer");
}

/**
 * All faults of a refused request as sentences, each with its place where the problem names one.
 * @param {Object<string, any>} problem
 * @returns {string[]}
 */
export function faultsOf(problem) {
  const faults = (problem.errors ?? []).map((/** @type {{detail: string}} */ fault) => fault.detail);
  return [...new Set(faults.length ? faults : [problem.detail ?? problem.title])].filter(Boolean);
}

/** All faults of a refused request in one line. @param {Object<string, any>} problem */
export function whyRefused(problem) {
  return faultsOf(problem).join(" · ");
}
