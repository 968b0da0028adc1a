// The match: its deals, its players and partnerships, and the cards that cost most, each a link to its place.

import { dot, h, heardAs } from "./dom.js";
import { drawGrid } from "./grid.js";
import { fragmentOf } from "./route.js";
import { textOf } from "./sorting.js";

/** @typedef {import("./sorting.js").Grid} Grid */
/** @typedef {import("./words.js").Words} Words */

/**
 * @typedef {Object} Match what is told of a match
 * @property {string} title
 * @property {string[]} standing
 * @property {Grid & {played: boolean[]}} deals
 * @property {Grid & {title: string}} players
 * @property {Grid} [partnerships]
 * @property {Grid & {title: string}} by_deal
 * @property {string[]} legend
 * @property {{title: string, none: string, cards: {deal: number, card: number, place: string, says: string}[]}} costliest
 */

/**
 * @param {Words} words
 * @param {Match} match
 * @returns {HTMLElement}
 */
export function drawMatch(words, match) {
  const { deals, players, partnerships, costliest, by_deal: byDeal } = match;
  const standing = match.standing.join(" ");
  const link = (/** @type {number} */ row) => (deals.played[row] ? fragmentOf({ deal: row + 1, card: 0 }) : null);
  const name = (/** @type {Grid} */ { rows }) => (/** @type {number} */ row) => words.say("deal", { n: textOf(rows[row][0]) });
  const page = h(
    "div.match",
    {},
    section("match", match.title, h("p", {}, ...heardAs(standing, words.heard(standing))), drawGrid(words, deals, { label: words.say("match_deals"), link, name: name(deals) })),
    section(
      "match-players",
      players.title,
      drawGrid(words, players, { label: players.title }),
      partnerships ? drawGrid(words, partnerships, { label: words.say("match_sides") }) : null,
      ...match.legend.map((text) => h("p.quiet", {}, ...heardAs(text, words.heard(text)))),
    ),
  );
  const cards = costliest.cards.map(({ deal, card, place, says }) =>
    h("li", {}, h("a", { href: fragmentOf({ deal, card }) }, ...heardAs(place, words.heard(place))), dot(), ...heardAs(says, words.heard(says, true))),
  );
  const list = cards.length ? h("ol.costliest", {}, ...cards) : h("p", {}, costliest.none);
  page.append(section("match-costliest", costliest.title, list));
  const ofDeal = (/** @type {number} */ row) => fragmentOf({ deal: Number(textOf(byDeal.rows[row][0])), card: 0 });
  page.append(section("match-by-deal", byDeal.title, drawGrid(words, byDeal, { label: byDeal.title, link: ofDeal, name: name(byDeal) })));
  page.querySelector("h2")?.setAttribute("tabindex", "-1");
  return page;
}

/** @param {string} id @param {string} title @param {...(HTMLElement | null)} parts */
function section(id, title, ...parts) {
  return h("section.panel", { "aria-labelledby": id }, h("h2", { id }, title), ...parts);
}
