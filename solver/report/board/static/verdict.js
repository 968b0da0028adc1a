// The verdict on a try: the result, and each card of the reader with what it gave away.

import { h, heardAs } from "./dom.js";
import { cardsText } from "./mode_parts.js";
import { cardText } from "./table.js";

/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./try_state.js").FairCost} FairCost */
/** @typedef {import("./try_state.js").JudgedCard} JudgedCard */
/** @typedef {import("./try_state.js").Verdict} Verdict */
/** @typedef {import("./words.js").Words} Words */

/**
 * The result in sentences.
 * @param {Words} words
 * @param {Verdict} verdict
 * @param {boolean} [isTold] where the board itself says the result
 * @returns {string[]}
 */
export function saidOf(words, { best, result, isOver, isMade, couldMake, isPerfect, cards }, isTold = false) {
  const said = [];
  if (result && isTold && !isOver) said.push(words.say("try_gave_up"));
  if (result && !isTold) said.push(words.say(isOver ? "try_reached" : "try_given_up", { result: words.pair(result) }));
  if (best) said.push(words.say("try_best_possible", { result: words.pair(best) }));
  if (isMade !== null) said.push(words.say(isMade ? "try_is_made" : "try_is_failed"));
  // The other side plays its best: a contract that turns was turned by the reader.
  if (couldMake && isMade === false) said.push(words.say("try_could_make"));
  if (couldMake === false && isMade) said.push(words.say("try_could_defeat"));
  if (isPerfect && cards.length) said.push(words.say(isOver ? "try_perfect" : "try_perfect_so_far"));
  return said;
}

/**
 * The reader's cards, each a button that shows its place on the board.
 * @param {Words} words
 * @param {{verdict: Verdict, fair: (?FairCost)[], fairSaid: HTMLElement | string, nTakenBack: number}} told
 * @param {(node: Node) => void} look
 * @returns {(HTMLElement | string)[]}
 */
export function drawVerdict(words, { verdict, fair, fairSaid, nTakenBack }, look) {
  const counts = [
    verdict.nForced ? words.say("try_n_forced", { n: verdict.nForced }) : "",
    nTakenBack ? words.say("try_n_taken_back", { n: nTakenBack }) : "",
  ].filter(Boolean);
  const isFair = fair.some(Boolean);
  const told = verdict.cards.map((card, n) => ({ card, fair: isFair ? (fair[n] ?? null) : undefined }));
  const costly = told.filter(isCostly);
  const others = told.filter((one) => !isCostly(one));
  const table = (/** @type {string} */ caption, /** @type {Told[]} */ rows) => drawCards(words, caption, rows, isFair, look);
  return [
    costly.length ? table(words.say("try_given_away"), costly) : "",
    others.length ? h("details", { "data-key": "try-others" }, h("summary", {}, words.say("try_n_others", { n: others.length })), table("", others)) : "",
    fairSaid,
    counts.length ? h("p.quiet", {}, counts.join(" ")) : "",
  ];
}

/** @typedef {{card: JudgedCard, fair: ?FairCost | undefined}} Told undefined where no card has a fair verdict */

/** True if a card gave something away, in one verdict or the other, or is not proved. @param {Told} told */
function isCostly({ card, fair }) {
  return card.cost !== 0 || isSeen(fair?.cost);
}

/** True for what does not round to nothing. @param {number | undefined} cost */
function isSeen(cost = 0) {
  return cost >= 0.05;
}

/**
 * @param {Words} words
 * @param {string} caption
 * @param {Told[]} told
 * @param {boolean} isFair
 * @param {(node: Node) => void} look
 */
function drawCards(words, caption, told, isFair, look) {
  const heads = ["try_of_card", "try_open_cards", ...(isFair ? ["try_known_cards"] : [])];
  return h(
    "table.verdict",
    {},
    caption ? h("caption", {}, caption) : "",
    h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, words.say(name))))),
    h("tbody", {}, ...told.map(({ card, fair }) => drawRow(words, card, fair, look))),
  );
}

/** @param {Words} words @param {JudgedCard} card @param {?FairCost | undefined} fair @param {(node: Node) => void} look */
function drawRow(words, { node, cost, best }, fair, look) {
  const card = /** @type {string} */ (node.card);
  const seat = /** @type {string} */ (node.seat);
  const show = h(
    "button.link",
    {
      type: "button",
      "data-key": `try-card ${node.depth}`,
      "aria-label": words.say("try_look_at_card", { seat: words.seat(seat), card: words.card(card) }),
      onclick: () => look(/** @type {Node} */ (node.parent)),
    },
    h("span.quiet", {}, `${words.side(seat)} `),
    cardText(words, card),
  );
  const open = cost === null ? [words.say("try_not_proved")]
    : cost ? heardAs(`−${words.number(cost)}`, words.say("try_fewer", { n: words.number(cost) }))
      : heardAs(`✓ ${words.say("try_grade_best")}`, words.say("try_grade_best"));
  const better = (/** @type {string} */ cards) => words.say("try_better", { cards });
  const shown = better(cardsText(words, best));
  const heard = better(best.map((one) => words.card(one)).join(", "));
  const than = cost ? h("span.quiet", {}, ...heardAs(` ${shown}`, `, ${heard}`, [` ${shown}`])) : "";
  const cells = [h("td" + (cost ? ".less" : cost === 0 ? ".good" : ""), {}, ...open, than)];
  if (fair !== undefined) cells.push(h("td", {}, ...(fair ? fairText(words, fair) : [words.say("try_not_judged")])));
  return h("tr", {}, h("th", { scope: "row" }, show), ...cells);
}

/** @param {Words} words @param {FairCost} fair */
function fairText(words, { cost, error, grade }) {
  const name = words.say(`try_grade_${grade}`);
  if (!isSeen(cost)) return [name];
  const n = words.number(cost), plus = words.number(error);
  const fewer = words.say("try_fewer", { n });
  if (!isSeen(error)) return heardAs(`−${n} · ${name}`, `${fewer}, ${name}`);
  return heardAs(`−${n} ± ${plus} · ${name}`, `${words.say("heard_about", { n: fewer, error: plus })}, ${name}`);
}
