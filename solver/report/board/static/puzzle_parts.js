// The parts of a puzzle's panel: what is to be done, how the try stands, hints and buttons.

import { renew } from "./controls.js";
import { h, heardAs, live } from "./dom.js";

/** @typedef {import("./words.js").Words} Words */

/**
 * The panel, and the goal, which stands above the table; still without what changes.
 * @param {Words} words @param {import("./puzzle.js").Puzzle["told"]} told
 */
export function buildPanel(words, { goal, task, held, known, tricks }) {
  const heard = (/** @type {string} */ said) => heardAs(said, words.heard(said));
  const played = tricks.length ? [h("h3", {}, words.say("pz_played")), h("ol", {}, ...tricks.map((one) => h("li", {}, ...heard(one))))] : [];
  const parts = {
    atFirst: h("div", {}, h("p", {}, task), ...[held, ...known].map((said) => h("p.quiet", {}, ...heard(said))), ...played),
    left: h("p.quiet"),
    // It stays while the cards are played out, which are said elsewhere.
    verdict: live("p.verdict"),
    hints: h("ul.hints"),
    buttons: h("div.controls"), after: h("div.after"),
  };
  const { atFirst, left, verdict, hints, buttons, after } = parts;
  const panel = h(
    "section.panel.puzzle", { "aria-labelledby": "goal" }, atFirst, left, verdict,
    // Each hint is read out as it comes.
    h("div", { role: "log" }, hints), buttons, after,
  );
  return { goal: h("h2", { id: "goal" }, goal), panel, parts };
}

/** The keys of the buttons that were pressed and have not done yet what they do. @type {Set<string>} */
const busy = new Set();

/** How long a button may work before it says so, in ms. */
const WAIT_MS = 300;

/**
 * What a button does, once: where it takes long, who presses again wants no second hint, nor the solution twice.
 * @param {HTMLElement} button @param {() => unknown} act @param {string} waits what the button says if that takes long
 */
async function actOnce(button, act, waits) {
  const { dataset: { key = "" }, textContent: name } = button;
  if (busy.has(key)) return;
  busy.add(key);
  const timer = setTimeout(() => (button.textContent = waits), WAIT_MS);
  try {
    await act();
  } finally {
    clearTimeout(timer);
    button.textContent = name;
    busy.delete(key);
  }
}

/**
 * Draw the buttons that are of use now.
 * @param {Words} words @param {HTMLElement} place
 * @param {[key: string, name: string, isThere: boolean, act: () => unknown][]} buttons each with the sentence that it says
 */
export function drawButtons(words, place, buttons) {
  const waits = words.say("pz_waits");
  const drawn = buttons.filter(([, , isThere]) => isThere).map(([key, name, , act]) => {
    const onclick = (/** @type {any} */ { currentTarget }) => actOnce(currentTarget, act, waits);
    return h("button", { type: "button", "data-key": key, onclick }, words.say(name));
  });
  renew(place, drawn);
}
