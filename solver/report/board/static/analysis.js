// An analysis on the page: the match that it begins with, its deals, and the way from one to another.

import { readPlace, writePlace } from "./address.js";
import { h, live } from "./dom.js";
import { drawMatch } from "./match.js";
import { replay } from "./replay.js";
import { MATCH, fragmentOf, neighbours, placeOf } from "./route.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Shown} Shown */
/** @typedef {import("./route.js").Place} Place */
/** @typedef {import("./state.js").Tree} Tree */
/** @typedef {import("./words.js").Words} Words */

/**
 * @typedef {Object} Page what the page lends to an analysis
 * @property {HTMLElement} place
 * @property {Words} words
 * @property {(Shown & {number: number})[]} deals
 * @property {{match?: import("./match.js").Match, faults?: string[]}} [told]
 * @property {(shown: Shown, moved: (tree: Tree) => void) => Board} open puts a deal on the page
 * @property {() => void} leave takes the board away
 * @property {(board: Board) => boolean} isShown false once another board has taken the page
 * @property {import("./steps.js").Steps} steps
 */

/** Show an analysis, and follow the address from then on. @param {Page} page */
export function showAnalysis(page) {
  const { deals, words } = page;
  const numbers = deals.map((deal) => deal.number);
  const nav = h("nav.deals", { "aria-label": words.say("deals") });
  page.place.before(nav);
  const faults = page.told?.faults ?? [];
  if (faults.length) page.place.after(drawFaults(words, faults));
  /** @type {?{deal: number, board: Board}} */
  let shown = null;
  /** The link that led away from the match. */
  let cameBy = MATCH;
  /** True until the line of the address is there: the address tells more than the board then. */
  let isArriving = false;
  /** The address that was followed or written last: where it is another by now, a link has led on. */
  let followed = "";

  const showMatch = () => {
    const match = page.told?.match;
    if (!match) return false;
    shown = null;
    page.leave();
    nav.replaceChildren();
    page.place.replaceChildren(drawMatch(words, match));
    return true;
  };
  const showDeal = (/** @type {Place} */ { deal, card }, /** @type {string[]} */ line = []) => {
    if (!shown) cameBy = location.hash;
    isArriving = line.length > 0;
    if (shown?.deal !== deal || !page.isShown(shown.board)) {
      const data = deals[numbers.indexOf(deal)];
      const moved = (/** @type {Tree} */ tree) => {
        if (isArriving || location.href !== followed) return;
        // Without a step in the browser's history for each card.
        const left = lastInGame(tree);
        const line = tree.current.plays.slice(left.depth);
        page.steps.keep(location.pathname + writePlace({ deal, card: left.depth, line }));
        followed = location.href;
      };
      shown = { deal, board: page.open(data, moved) };
      drawWays(deal);
    }
    const { board } = shown;
    const node = board.tree.game[card];
    if (node && line.length) {
      bring(board, [...node.plays, ...line]);
      return;
    }
    isArriving = false;
    board.show(() => board.tree.go(node ?? board.tree.root));
    if (!node) board.say(words.say("no_place"));
  };
  const bring = async (/** @type {Board} */ board, /** @type {string[]} */ line) => {
    await replay(board, line);
    isArriving = false;
    if (!board.listening.signal.aborted) board.moved(board.tree);
  };
  const drawWays = (/** @type {number} */ deal) => {
    const { before, after } = neighbours(numbers, deal);
    const ways = [];
    if (before !== null) ways.push(way("previous_deal", fragmentOf({ deal: before, card: 0 })));
    if (page.told?.match) ways.push(way("to_match", MATCH));
    if (after !== null) ways.push(way("next_deal", fragmentOf({ deal: after, card: 0 })));
    nav.replaceChildren(...ways);
  };
  const way = (/** @type {string} */ name, /** @type {string} */ address) => h("a.button", { href: address }, words.say(name));

  const follow = () => {
    followed = location.href;
    const place = placeOf(location.hash, numbers);
    const asked = location.hash ? null : readPlace(location.search, numbers);
    if (place) showDeal(place);
    else if (asked) showDeal(asked, asked.line);
    else {
      // An address that names a place leads to none, then.
      const isLost = /^#\d|[?&]play=/.test(location.hash || location.search);
      if (!showMatch()) showDeal({ deal: numbers[0], card: isLost ? -1 : 0 });
      else if (isLost) page.place.prepend(live("p.wrong", words.say("no_place")));
    }
  };
  const go = () => {
    if (page.steps.isOwn) return;
    if (location.href !== followed) follow();
    // Whoever goes on by keyboard goes on from where they were, or from the top of what is new.
    const link = shown ? null : [...page.place.querySelectorAll("a")].find((one) => one.getAttribute("href") === cameBy);
    (link ?? document.getElementById(shown ? "deal-title" : "match"))?.focus();
  };
  window.addEventListener("hashchange", go);
  // From an address with fields to one with a fragment, and back, is no change of the fragment alone.
  window.addEventListener("popstate", () => location.href !== followed && go());
  follow();
}

/** Where the log goes wrong. @param {Words} words @param {string[]} faults */
function drawFaults(words, faults) {
  const list = h("ul", {}, ...faults.map((fault) => h("li", {}, fault)));
  return h("section.panel.faults", { "aria-labelledby": "faults" }, h("h2", { id: "faults" }, words.say("log_faults")), list);
}

/** The last card of the game on the way to where the reader is. @param {Tree} tree */
function lastInGame(tree) {
  let node = tree.current;
  while (!node.inGame && node.parent) node = node.parent;
  return node;
}
