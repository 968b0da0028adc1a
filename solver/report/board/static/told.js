// What is told of a deal as a whole: its story, its end, where it turned, the auction, what each player gave away.

import { drawContracts } from "./contracts.js";
import { dot, h, heardAs } from "./dom.js";
import { drawGrid } from "./grid.js";
import { fragmentOf } from "./route.js";

/** @typedef {import("./sorting.js").Grid} Grid */
/** @typedef {import("./words.js").Words} Words */

/**
 * @typedef {Object} Told
 * @property {number} number
 * @property {string} heading empty for a log of one deal
 * @property {string[]} contract
 * @property {string[]} story
 * @property {[string, string][]} outcome
 * @property {{card: number, trick: string, says: string}[]} turns
 * @property {{title: string, turned_up: string, seats: string[], calls: string[]}} [auction]
 * @property {Grid & {title: string, says: [string, string][], notes: string[]}} [calls]
 * @property {Grid} [figures] of a deal of which cards were played
 * @property {string} legend
 * @property {string[]} notes
 */

/** The name of what follows the first sentences of a story. */
const REST = "story-rest";
/** What is told of the deals whose stories the reader has opened: a mode draws the page anew, and leaves them open. @type {WeakSet<Told>} */
const opened = new WeakSet();

/**
 * What is told of a deal, around its board: a head, what is beside the table and below, and a way to hide what gives it away.
 * @param {Words} words
 * @param {import("./contracts.js").Shown & {told?: Told}} shown
 * @param {import("./contracts.js").Means | undefined} means undefined where contracts are not asked for
 * @returns {{above: HTMLElement[], beside: HTMLElement[], below: HTMLElement[], reveal: (isSeen: boolean) => void}}
 */
export function drawTold(words, shown, means) {
  const { told } = shown;
  const contracts = means ? [drawContracts(words, shown, means)] : [];
  const reveal = (/** @type {boolean} */ isSeen) => [...contracts, ...given].forEach((one) => (one.hidden = !isSeen));
  /** @type {HTMLElement[]} */
  const given = [];
  if (!told) return { above: [], beside: [], below: contracts, reveal };
  const story = drawStory(words, told);
  const figures = told.figures ? [drawFigures(words, told.figures, told.legend)] : [];
  const calls = told.calls ? [drawCalls(words, told.calls)] : [];
  given.push(story, ...figures, ...calls);
  const auction = drawAuction(words, told);
  return {
    above: [drawHead(words, told), story],
    beside: auction ? [auction] : [],
    below: [...calls, ...figures, ...contracts],
    reveal,
  };
}

/**
 * The head of a deal: which it is, and what is played for. It may be read before the deal is known.
 * @param {Words} words
 * @param {Told} told
 * @returns {HTMLElement}
 */
function drawHead(words, told) {
  const title = [told.heading, told.contract.join(" · ")].filter(Boolean).join(" · ");
  return h("h2.deal-title", { id: "deal-title", tabindex: -1 }, ...heardAs(title, words.heard(title)));
}

/**
 * All that gives a deal away: how it ended, where it turned, who gave away what.
 * @param {Words} words
 * @param {Told} told
 * @returns {HTMLElement}
 */
function drawStory(words, told) {
  const ends = told.outcome.map(([label, said]) => h("div", {}, h("dt", {}, label), h("dd", {}, ...heardAs(said, words.heard(said)))));
  const turns = told.turns.map(({ card, trick, says }) =>
    h("li", {}, h("a", { href: fragmentOf({ deal: told.number, card }) }, trick), dot(), ...heardAs(says, words.spoken(says))),
  );
  const rest = [
    h("dl.outcome", {}, ...ends),
    turns.length ? h("ul", { "aria-label": words.say("turns") }, ...turns) : null,
    ...told.notes.map((text) => h("p.quiet", {}, text)),
  ];
  const isLong = turns.length + told.notes.length > 0;
  const story = told.story.join(" ");
  return h(
    "section.story",
    { "aria-label": words.say("story") },
    story ? h("p.first", {}, ...heardAs(story, words.spoken(story))) : null,
    ...(isLong ? [drawOpener(words, told), h("div", { id: REST }, ...rest)] : rest),
  );
}

/** The button that opens the rest of a story: it is there on a phone alone, where the table would begin below the window. @param {Words} words @param {Told} told */
function drawOpener(words, told) {
  const button = h("button.button.opener", { type: "button", "aria-controls": REST, onclick: turn }, words.say("story_rest"));
  show();
  return button;

  function turn() {
    if (!opened.delete(told)) opened.add(told);
    show();
  }

  function show() {
    button.setAttribute("aria-expanded", String(opened.has(told)));
  }
}

/**
 * What each player gave away.
 * @param {Words} words
 * @param {Grid} figures
 * @param {string} legend
 * @returns {HTMLElement}
 */
function drawFigures(words, figures, legend) {
  const title = words.say("players");
  return h(
    "section.panel",
    { "aria-labelledby": "figures" },
    h("h2", { id: "figures" }, title),
    drawGrid(words, figures, { label: title }),
    h("p.quiet", {}, ...heardAs(legend, words.heard(legend))),
  );
}

/**
 * The auction: a column for each player, in the order in which they speak.
 * @param {Words} words
 * @param {Told} told
 * @returns {?HTMLElement}
 */
function drawAuction(words, { auction }) {
  if (!auction) return null;
  const { seats, calls, title, turned_up } = auction;
  const rows = Array.from({ length: Math.ceil(calls.length / seats.length) }, (_, n) => {
    const row = calls.slice(n * seats.length, (n + 1) * seats.length);
    return h("tr", {}, ...row.map((call) => h("td", {}, ...heardAs(call, words.heard(call)))));
  });
  return h(
    "section.panel",
    { "aria-labelledby": "auction" },
    h("h2", { id: "auction" }, title),
    turned_up ? h("p", {}, ...heardAs(turned_up, words.spoken(turned_up))) : null,
    h(
      "table.auction",
      {},
      h("thead", {}, h("tr", {}, ...seats.map((seat) => h("th", { scope: "col" }, ...heardAs(seat, words.heard(seat, true)))))),
      h("tbody", {}, ...rows),
    ),
  );
}

/**
 * The calls as they were judged: their numbers, then what is said of them.
 * @param {Words} words
 * @param {NonNullable<Told["calls"]>} calls
 * @returns {HTMLElement}
 */
function drawCalls(words, calls) {
  return h(
    "section.panel",
    { "aria-labelledby": "calls" },
    h("h2", { id: "calls" }, calls.title),
    calls.rows.length ? drawGrid(words, calls, { label: calls.title }) : null,
    ...calls.says.map(([call, said]) => h("p", {}, h("b", {}, ...heardAs(call, words.heard(call, true))), " – ", ...heardAs(said, words.spoken(said)))),
    ...calls.notes.map((text) => h("p.quiet", {}, ...heardAs(text, words.heard(text)))),
  );
}

/**
 * What is said of a card: why another was better, the verdicts, what it turned.
 * @param {Words} words
 * @param {import("./state.js").Remark} remark
 * @returns {HTMLElement[]}
 */
export function drawRemark(words, { says, verdict, more = [], open }) {
  return [
    ...(verdict ? [h("p.verdict", {}, verdict)] : []),
    ...[says, ...more].filter(Boolean).map((text) => h("p", {}, ...heardAs(text, words.spoken(text)))),
    ...(open ? [h("p.quiet", {}, ...heardAs(open, words.heard(open)))] : []),
  ];
}
