// The hints of a puzzle, one after another.

import { h } from "./dom.js";

/** @typedef {import("./bank.js").Hint} Hint */
/** @typedef {import("./words.js").Words} Words */

/** Draw the hints; those that are there stay, so that only a new one is read out. @param {Words} words @param {HTMLElement} list @param {Hint[]} hints */
export function drawHints(words, list, hints) {
  const texts = hints.map((hint) => hintText(words, hint));
  const drawn = [...list.children].map((one) => one.textContent);
  const nKept = [...texts, null].findIndex((text, n) => text !== drawn[n]);
  for (const one of [...list.children].slice(nKept)) one.remove();
  list.append(...texts.slice(nKept).map((text) => h("li", {}, text)));
}

/** @param {Words} words @param {Hint} hint */
function hintText(words, { kind, value, text }) {
  return kind === "card" && value ? words.say("pz_hint_card", { card: words.card(value) }) : text;
}
