// What is told of a puzzle on the way: its hints, one after another, and what refutes a card.

import { h } from "./dom.js";
import { N_HINTS } from "./puzzle.js";

/** @typedef {import("./bank.js").Hint} Hint */
/** @typedef {import("./words.js").Words} Words */

/** A card as the service writes it in a sentence. */
const CARD = /(?<![\p{L}\d])\p{Lu}(?:10|[\p{Lu}\d])(?![\p{L}\d])/gu;

/**
 * Ask for one hint more; the card is the last one, and may come sooner where little is left to say before it.
 * @param {import("./bank.js").Bank} bank @param {string} id @param {import("./puzzle.js").Try} attempt
 * @returns {Promise<Hint[]>} all that there are now
 */
export async function askHints(bank, id, attempt) {
  const hints = await bank.hints(id, attempt.hint(), attempt.track);
  if (hints[hints.length - 1]?.kind === "card") attempt.hints = N_HINTS;
  return hints;
}

/** Draw the hints; those that are there stay, so that only a new one is read out. @param {Words} words @param {HTMLElement} list @param {Hint[]} hints */
export function drawHints(words, list, hints) {
  const texts = hints.map(({ text }) => inWords(words, text));
  const drawn = [...list.children].map((one) => one.textContent);
  const nKept = [...texts, null].findIndex((text, n) => text !== drawn[n]);
  for (const one of [...list.children].slice(nKept)) one.remove();
  list.append(...texts.slice(nKept).map((text) => h("li", {}, text)));
}

/** A sentence of the service with its cards in words, as "ten of hearts" for "HT". @param {Words} words @param {string} text */
function inWords(words, text) {
  const signs = new Map(Object.keys(words.cards).map((card) => [words.suit(card).letter + words.rank(card).letter, words.short(card)]));
  return words.spoken(text.replace(CARD, (letters) => signs.get(letters) ?? letters));
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
