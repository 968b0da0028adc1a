// What is told of a puzzle on the way: its hints, one after another, and what refutes a card.

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
  if (!value || (kind !== "card" && kind !== "not")) return text;
  return words.say(`pz_hint_${kind}`, { card: words.card(value) });
}

/**
 * A wrong card in a sentence.
 * @param {Words} words @param {string} card
 * @param {{by?: ?string, reply?: ?string, line?: string[], expected?: any, value?: any}} told
 */
export function refutationText(words, card, { by, reply, line, expected, value }) {
  if (expected) return words.sentence("pz_costs", { card, cost: expected.cost.toLocaleString(words.table.language, { maximumFractionDigits: 1 }) });
  const name = line?.[0] === reply ? "pz_refuted" : "pz_refuted_later";
  const said = by && reply ? words.sentence(name, { card, seat: words.seat(by), reply: words.card(reply) })
    : words.sentence("pz_fails", { card });
  return value ? `${said} ${words.say("pz_would_end", { result: words.pair(value) })}` : said;
}

/** What is said when the solution is shown. @param {Words} words @param {import("./bank.js").Solved} solved */
export function shownText(words, { right }) {
  return words.say("pz_shown", { card: words.card(right[0]) });
}

/**
 * What refutes the other cards at the first decision, each with its line to play.
 * @param {Words} words @param {import("./bank.js").Solved} solved @param {(cards: string[]) => unknown} play
 */
export function drawRefutations(words, { refutations, expected }, play) {
  const costly = (expected ?? []).filter((one) => one.cost > 0)
    .map((one) => h("li", {}, refutationText(words, words.card(one.cards[0]), { expected: one })));
  const rows = refutations.map((one) => {
    const [card] = one.cards;
    const onclick = () => play([card, ...one.line]);
    const label = words.say("pz_play_line", { card: words.card(card) });
    const button = h("button.small", { type: "button", "aria-label": label, title: label, onclick }, "▶");
    return h("li", {}, button, h("span", {}, refutationText(words, words.card(card), one)));
  });
  return h("details", {}, h("summary", {}, words.say("pz_refutations")), h("ul.refutations", {}, ...rows, ...costly));
}
