// The cards of the player to play, each with its value: clicked, dragged to the table, or gone along by arrows.

import { h } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { rove } from "./rove.js";
import { costOf } from "./state.js";
import { cardFace } from "./table.js";
import { signed } from "./words.js";

/** How soon and how near a click follows another one as its double, in milliseconds and pixels. */
const [DOUBLE_MS, DOUBLE_PX] = [500, 24];
/** The last click on a card. */
let last = { card: "", timeStamp: 0, clientX: 0, clientY: 0 };

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").CardValue} CardValue */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./view.js").View} View */

/**
 * @typedef {Object} Choosing
 * @property {boolean} values values are shown
 * @property {View["kind"]} [kind] which number stands below a card
 * @property {?string} game the card that was played
 * @property {?string} [held] the card that the arrows have reached
 * @property {(card: string) => string} [why] why a card may not be played, as a sentence
 * @property {(card: string) => void} onplay
 * @property {(card: string) => void} [onrefuse] a card was chosen that may not be played
 */

/**
 * The cards of the player to play as a row of buttons.
 * @param {Words} words
 * @param {Answer} table
 * @param {Choosing} options
 */
export function drawChoices(words, table, { values, kind = "result", game, held = null, why, onplay, onrefuse }) {
  const label = table.to_play === null ? "" : words.say("hand_of", { seat: words.seat(table.to_play) });
  const row = h("div.cards", { role: "toolbar", "aria-label": label });
  if (table.to_play === null) return row;
  const known = new Map(table.cards.map((one) => [one.card, one]));
  const hand = table.hands[table.to_play];
  const first = hand.find((card) => card === held) ?? hand.find((card) => known.has(card)) ?? hand[0];
  // What is worth the same is a value too.
  for (const run of joinEquals(hand, values ? table.cards : [])) {
    const joined = run.length > 1 ? { role: "group", "aria-label": words.say("equals"), title: words.say("equals") } : {};
    const group = h("div.run" + (run.length > 1 ? ".joined" : ""), joined);
    for (const card of run) {
      const value = known.get(card);
      const button = h("button.card", { type: "button", "data-key": `card ${card}`, tabindex: card === first ? 0 : -1 });
      button.append(cardFace(words, card));
      group.append(button);
      if (!value) {
        const says = why?.(card) ?? "";
        button.setAttribute("aria-disabled", "true");
        button.setAttribute("aria-label", [words.say("forbidden", { card: words.card(card) }), says].filter(Boolean).join(". "));
        button.append(h("span.value"));
        // As a title of the button it would be read out after its name.
        for (const one of /** @type {Iterable<HTMLElement>} */ (button.children)) one.title = says;
        button.addEventListener("click", () => onrefuse?.(card));
        continue;
      }
      const told = judge(words, table, value, kind);
      // The name says all that a frame shows.
      const isGame = card === game ? [words.say("game_card")] : [];
      button.setAttribute("aria-label", [values ? told.label : words.card(card), ...isGame].join(" "));
      button.append(h("span.value", {}, ...(values && told.sign ? drawValue(told) : [])));
      if (values && told.kind) button.classList.add(told.kind);
      button.classList.toggle("game", card === game);
      makeDraggable(button, (under) => under.some((one) => one.classList.contains("felt")) && onplay(card));
      button.addEventListener("click", () => onplay(card));
    }
    row.append(group);
  }
  rove(row);
  row.addEventListener("click", passOnce, { capture: true });
  return row;
}

/** Keep the second click of a double one from another card, which has come under it meanwhile. @param {MouseEvent} click */
function passOnce(click) {
  const { timeStamp, clientX, clientY, target } = click;
  const card = /** @type {Element} */ (target).closest("button")?.dataset.key;
  if (!card) return;
  const isDouble = timeStamp - last.timeStamp < DOUBLE_MS && Math.hypot(clientX - last.clientX, clientY - last.clientY) < DOUBLE_PX;
  // A key clicks nowhere.
  if (click.detail && isDouble && card !== last.card) click.stopPropagation();
  else last = { card, timeStamp, clientX, clientY };
}

/** The number on one line, its sign below. @param {{number: string, mark: string}} told */
function drawValue({ number, mark }) {
  return number ? [h("span", {}, number), " ", h("span", {}, mark)] : [h("span", {}, mark)];
}

/**
 * How a card's value is shown: its class, its number and sign, and all of it in words.
 * @param {Words} words
 * @param {Answer} table
 * @param {CardValue} one
 * @param {View["kind"]} [shows]
 * @returns {{kind: string, sign: string, number: string, mark: string, label: string}}
 */
export function judge(words, table, one, shows = "result") {
  const card = words.card(one.card);
  const seat = /** @type {string} */ (table.to_play);
  const told = (/** @type {string} */ kind, /** @type {string} */ number, /** @type {string} */ mark, /** @type {string} */ label) => ({
    kind, number, mark, label, sign: [number, mark].filter(Boolean).join(" "),
  });
  if (!one.value || one.swing === undefined) return told("", "", "", words.say("choice", { card }));
  const side = /** @type {string} */ (Object.keys(one.value).find((name) => name.includes(seat)));
  const pair = shows === "score" && one.score ? one.score : one.value;
  const result = words.pair(one.value) + (pair === one.score ? `, ${words.say("score_is", { result: words.pair(pair) })}` : "");
  // Of a game that settles the difference alone, each side's number is that of one line among many.
  const number =
    pair === one.value && words.isDifference
      ? signed(Object.values(pair).reduce((rest, n) => rest - n, 2 * pair[side]), "+")
      : signed(pair[side]);
  const own = shows === "loss" ? "" : number;
  const fails = table.taking === side && table.needs !== undefined && one.value[side] < table.needs;
  // A failing contract is bad news for its own side alone.
  if (one.swing === 0) {
    return told("best", own, fails ? "✓✗" : "✓", words.say(fails ? "choice_best_fails" : "choice_best", { card, result }));
  }
  const n = /** @type {number} */ (costOf(one, table.cards, words.isDifference));
  const loss = `−${n}`;
  if (fails) {
    const mark = shows === "loss" ? `${loss} ✗` : "✗";
    return told("fails", own, mark, words.say("choice_fails", { card, result, n }));
  }
  return told("less", own, loss, words.say("choice_costs", { card, result, n }));
}

/**
 * Playable cards that cannot make a difference to each other, as runs in the order of the hand.
 * @param {string[]} hand
 * @param {CardValue[]} cards
 * @returns {string[][]}
 */
export function joinEquals(hand, cards) {
  const values = new Map(cards.map((one) => [one.card, one]));
  /** @type {string[][]} */
  const runs = [];
  for (const card of hand) {
    const run = runs[runs.length - 1];
    if (run && values.get(run[0])?.equals.includes(card)) run.push(card);
    else runs.push([card]);
  }
  return runs;
}
