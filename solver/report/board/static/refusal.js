// What a reader is told when an answer cannot be had.

import { h } from "./dom.js";

/** @typedef {import("./words.js").Words} Words */
/** @typedef {{detail: string, line?: number, pointer?: string}} Fault one that the service has found in a request */

/** A position that was refused, or could not be solved; the message is a sentence for the reader, or empty. */
export class Refusal extends Error {}

/**
 * Why an answer cannot be had, as a sentence: what nobody refused could not be reached, or something before it has answered.
 * @param {Words} words
 * @param {unknown} error
 * @param {string} [otherwise] the name of the sentence for what nobody refused
 */
export function whyFailed(words, error, otherwise = "no_answer") {
  return (error instanceof Refusal && error.message) || words.say(isMissing(error) ? "no_file" : otherwise);
}

/** True if a module could not be fetched: each browser says so in its own sentence. @param {unknown} error */
export const isMissing = (error) => !(error instanceof Refusal) && /module/i.test(String(error));

/**
 * Offer to load the page again where that is said of a module: many browsers do not ask for it a second time.
 * @param {Element} place where it is said @param {Words} words @param {unknown} error
 */
export function offerReload(place, words, error) {
  if (!isMissing(error)) return;
  place.append(" ", h("button.button", { type: "button", onclick: reload }, words.say("load_again")));

  async function reload() {
    // Without the service the page would be gone.
    const found = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (found?.ok) location.reload();
    else if (place.firstChild) place.firstChild.textContent = words.say("no_answer");
  }
}

/**
 * The answer of the service; rejects with a Refusal where it is none.
 * @param {Response} response
 * @param {string} part what every such answer has
 */
export async function answerOf(response, part) {
  const answer = await response.json();
  if (response.ok && answer?.[part] !== undefined) return answer;
  throw refusalOf(answer);
}

/** The refusal that a problem is; without a message where something before the service has answered. @param {any} problem */
export function refusalOf(problem) {
  return new Refusal(toldOf(problem).join(" · "));
}

/** The faults that a refused request names, each with its place where it has one. @param {any} problem @returns {Fault[]} */
export function namedIn(problem) {
  const errors = problem?.errors;
  return Array.isArray(errors) ? errors.filter((one) => isSentence(one?.detail)) : [];
}

/**
 * All faults of a refused request as sentences: at least one, as what names none is no problem of the service's.
 * @param {Words} words
 * @param {any} problem
 * @param {(fault: Fault) => string} [say]
 */
export function faultsOf(words, problem, say) {
  const told = toldOf(problem, say);
  return told.length ? told : [words.say("no_answer")];
}

/** All faults of a refused request in one line. @param {Words} words @param {any} problem */
export function whyRefused(words, problem) {
  return faultsOf(words, problem).join(" · ");
}

/** @param {any} problem @param {(fault: Fault) => string} [say] @returns {string[]} */
function toldOf(problem, say = ({ detail }) => detail) {
  const faults = namedIn(problem).map(say);
  return faults.length ? [...new Set(faults)] : [problem?.detail, problem?.title].filter(isSentence).slice(0, 1);
}

/** @param {unknown} text */
function isSentence(text) {
  return typeof text === "string" && text !== "";
}
