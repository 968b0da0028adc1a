// The table of a deal under every contract: its cells lead to their contracts.

import { h, heardAs } from "./dom.js";
import { arrange, groupBest, groupPar, positionOf, sideOf } from "./par.js";
import { rove, stopAt } from "./rove.js";
import { nameSeat, nameSide, signed } from "./words.js";

/** @typedef {import("./contracts.js").Shown} Shown */
/** @typedef {import("./par.js").Contracts} Contracts */
/** @typedef {import("./par.js").Entry} Entry */
/** @typedef {import("./words.js").Words} Words */

/**
 * The table, its legend, the best contracts of each side, and par.
 * @param {Words} words
 * @param {Shown} shown
 * @param {Contracts} contracts
 * @param {import("./contracts.js").Means["openAt"]} openAt
 * @returns {HTMLElement[]}
 */
export function drawTable(words, shown, contracts, openAt) {
  const { byTaker, columns, rows } = arrange(contracts);
  const { players, position } = shown;
  const names = namesOf(words, shown);
  const heads = columns.map((seats) => {
    const text = words.say(byTaker ? "takes" : "leads_first", { seat: words.side(seats.join("")) });
    return h("th", { scope: "col", title: seats.map((seat) => nameSeat(words, seat, players)).join(", ") },
      ...heardAs(text, words.heard(text)));
  });
  const cell = (/** @type {Entry} */ entry, /** @type {string} */ column) => {
    const { text, below, tone, says } = judge(words, entry);
    const inside = [text, ...(below ? [" ", h("small", {}, below)] : [])];
    const kind = tone ? `.${tone}` : "";
    if (!openAt) return h(`td${kind}`, {}, ...heardAs(text, says, inside));
    const label = `${words.heard(names[entry.trump])}, ${column}, ${says}`;
    const onclick = () => openAt(positionOf(position, entry));
    const title = words.say("open_contract");
    return h(`td${kind}`, {}, h("button.contract", { type: "button", "aria-label": label, title, onclick }, ...inside));
  };
  const body = rows.map(({ trump, cells }) => {
    const trumps = trumpText(words, names, trump);
    return h("tr", {}, h("th", { scope: "row" }, ...heardAs(trumps, words.heard(trumps))), ...cells.map((entry, n) => cell(entry, heads[n].title)));
  });
  const corner = h("th", { scope: "col" }, words.say("trumps"));
  const table = h("table.contracts", { "aria-labelledby": "contracts" }, h("thead", {}, h("tr", {}, corner, ...heads)), h("tbody", {}, ...body));
  rove(table, { rows: "tr" });
  stopAt(table, []);
  // The signs that it explains are heard as words.
  const legend = byTaker ? h("p.quiet", { "aria-hidden": "true" }, words.say("contracts_legend")) : null;
  return [h("div.scroll", {}, table), ...(legend ? [legend] : []), drawBest(words, shown, contracts)];
}

/**
 * A cell: the result of the taker's side, and below it its best bid, or if the contract is made; without takers both
 * results.
 * @param {Words} words
 * @param {Entry} entry
 * @returns {{text: string, below: string, tone: string, says: string}}
 */
function judge(words, { value, taker, bid, outcome }) {
  if (!value) return { text: "?", below: "", tone: "", says: words.say("in_part") };
  const result = words.pair(value);
  if (taker === undefined) return { text: words.pair(value, true), below: "", tone: "", says: result };
  const text = signed(value[sideOf(value, taker)]);
  if (bid !== undefined) {
    const level = bidText(words, bid);
    return { text, below: `${level} ✓`, tone: "made", says: words.say("contract_bid", { result, bid: level }) };
  }
  if (outcome === "made") return { text, below: "✓", tone: "made", says: words.say("contract_made", { result }) };
  if (outcome === undefined || outcome === "failed") {
    return { text, below: "✗", tone: "failed", says: words.say("contract_not", { result }) };
  }
  return { text, below: "", tone: "", says: result };
}

/** The best contracts of each side, and par. @param {Words} words @param {Shown} shown @param {Contracts} contracts */
function drawBest(words, shown, { entries, best, par }) {
  const { players } = shown;
  const names = namesOf(words, shown);
  const hasLeaders = new Set(entries.map(({ leader }) => leader)).size > 1;
  const list = h("dl.best");
  const add = (/** @type {string} */ label, /** @type {string} */ text) => list.append(h("div", {}, h("dt", {}, label), h("dd", {}, ...heardAs(text, words.heard(text)))));
  for (const [side, found] of Object.entries(best ?? {})) {
    const named = groupBest(found).map(({ contracts: alike, seats }) => {
      const contracts = eitherOf(words, alike.map(({ trump, bid }) => contractText(words, names, trump, bid)));
      const players = eitherOf(words, seats.map((seat) => words.seat(seat)));
      if (found[0].taker !== undefined) return words.say("contract_by", { contracts, takers: players });
      return hasLeaders ? words.say("contract_leading", { contracts, leaders: players }) : contracts;
    });
    const said = found[0] ? words.say("labelled", { label: orElse(words, named), said: endOf(words, found[0]) }) : words.say("no_contract");
    add(words.say("best_for", { side: nameSide(words, side, players) }), said);
  }
  const pars = par ?? [];
  const isOne = new Set(pars.map(({ difference, contracts }) => JSON.stringify([difference, contracts]))).size === 1;
  for (const one of isOne ? pars.slice(0, 1) : pars) {
    const label = isOne || pars.length === 1 ? words.say("par") : words.say("par_when", { side: words.sideName(one.opens) });
    add(label, parText(words, shown, one));
  }
  return list;
}

/** The result of a contract, and its score where that is another. @param {Words} words @param {Entry} entry */
function endOf(words, { value, score }) {
  const result = words.pair(value ?? {});
  const isApart = score && JSON.stringify(score) !== JSON.stringify(value);
  return isApart ? `${result}, ${words.say("scores", { score: words.pair(score) })}` : result;
}

/** @param {Words} words @param {Shown} shown @param {import("./par.js").Par} par */
function parText(words, shown, par) {
  if (!par.contracts.length) return words.say("all_pass");
  const names = namesOf(words, shown);
  const levelsOf = (/** @type {{trump: string, bids: number[]}} */ { trump, bids }) =>
    (bids.length ? `${eitherOf(words, bids.map((bid) => bidText(words, bid)))} ` : "") + trumpText(words, names, trump);
  const named = groupPar(par).map(({ contracts, takers, multiplier }) => {
    const doubled = { 2: "contract_doubled", 4: "contract_redoubled" }[/** @type {2 | 4} */ (multiplier)];
    const said = { contracts: eitherOf(words, contracts.map(levelsOf)), takers: eitherOf(words, takers.map((seat) => words.seat(seat))) };
    return doubled ? words.sayDouble(doubled, shown.position, said) : words.say("contract_by", said);
  });
  const [side, number] = Object.entries(par.difference).reduce((one, other) => (other[1] > one[1] ? other : one));
  const said = number ? `${words.sideName(side)} +${number}` : words.say("nothing");
  return words.say("labelled", { label: orElse(words, named), said });
}

/** What is played for, by the letters of the data. @param {Words} words @param {Shown} shown @returns {Object<string, string>} */
function namesOf(words, { position }) {
  return words.table.trumps[position.notation ?? "en"];
}

/** @param {Words} words @param {Object<string, string>} names @param {string} trump @param {number} [bid] */
function contractText(words, names, trump, bid) {
  return bid === undefined ? trumpText(words, names, trump) : `${bidText(words, bid)} ${trumpText(words, names, trump)}`;
}

/**
 * The symbol of a suit, else the name of what is played for.
 * @param {Words} words
 * @param {Object<string, string>} names of what is played for, by the letters of the data
 * @param {string} trump
 */
function trumpText(words, names, trump) {
  if (names[trump] === words.table.trumps.en.NT) return words.say("no_trumps");
  const suits = Object.values(words.table.suits);
  return suits.find(({ symbol }) => names[trump].includes(symbol))?.symbol ?? names[trump];
}

/** @param {Words} words @param {number} bid */
function bidText(words, bid) {
  return bid === words.table.capot ? words.say("capot") : String(bid);
}

/** @param {Words} words @param {string[]} texts */
function eitherOf(words, texts) {
  const [last, ...others] = [...texts].reverse();
  return others.length ? words.say("either", { first: others.reverse().join(", "), last }) : last;
}

/** Alternatives that are lists themselves. @param {Words} words @param {string[]} texts */
function orElse(words, texts) {
  return texts.reduce((first, then) => words.say("or_else", { first, then }));
}
