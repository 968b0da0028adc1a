// The hints of a puzzle, one after another.

import { h } from "./dom.js";

/** @typedef {import("./bank.js").Hint} Hint */
/** @typedef {import("./words.js").Words} Words */

/**
 * Ask for one hint more; where no theme helps to find the card, the suit is told at once.
 * @param {import("./bank.js").Bank} bank @param {string} id @param {import("./puzzle.js").Try} attempt
 * @returns {Promise<Hint[]>} all that there are now
 */
export async function askHints(bank, id, attempt) {
  const { track } = attempt;
  const hints = await bank.hints(id, attempt.hint(), track);
  return hints[hints.length - 1]?.value === null ? bank.hints(id, attempt.hint(), track) : hints;
}

/** Draw the hints; those that are there stay, so that only a new one is read out. @param {Words} words @param {HTMLElement} list @param {Hint[]} hints */
export function drawHints(words, list, hints) {
  const texts = hints.filter(({ value }) => value !== null).map((hint) => hintText(words, hint));
  const drawn = [...list.children].map((one) => one.textContent);
  const nKept = [...texts, null].findIndex((text, n) => text !== drawn[n]);
  for (const one of [...list.children].slice(nKept)) one.remove();
  list.append(...texts.slice(nKept).map((text) => h("li", {}, text)));
}

/** @param {Words} words @param {Hint} hint */
function hintText(words, { kind, value, text }) {
  return kind === "card" && value ? words.say("pz_hint_card", { card: words.card(value) }) : text;
}
