// A deal under every contract, as the service tells it: arranged by trumps, and by takers or leaders.

/**
 * @typedef {Object} Entry a contract without its level
 * @property {string} trump
 * @property {string} [taker]
 * @property {string} leader
 * @property {boolean} exact
 * @property {Object<string, number>} [value]
 * @property {number} [bid] the best that can be made
 * @property {string} [outcome] of a contract without bids
 * @property {Object<string, number>} [score]
 */

/**
 * @typedef {Object} Par
 * @property {string} opens
 * @property {Object<string, number>} difference
 * @property {{trump: string, side: string, takers: string[], bid?: number, multiplier: number}[]} contracts
 */

/**
 * @typedef {Object} Contracts the answer of POST /v1/table
 * @property {boolean} exact
 * @property {Entry[]} entries
 * @property {Object<string, Entry[]>} [best]
 * @property {Par[]} [par]
 */

/**
 * @typedef {Object} Arranged
 * @property {boolean} byTaker else by leader
 * @property {string[][]} columns the seats of each: those of a side stand together where they make no difference
 * @property {{trump: string, cells: Entry[]}[]} rows
 */

/** @param {Contracts} contracts @returns {Arranged} */
export function arrange({ entries }) {
  const byTaker = entries.some((entry) => entry.taker !== undefined);
  const seatOf = (/** @type {Entry} */ entry) => entry.taker ?? entry.leader;
  const seats = [...new Set(entries.map(seatOf))];
  const trumps = [...new Set(entries.map((entry) => entry.trump))];
  const find = (/** @type {string} */ trump, /** @type {string} */ seat) =>
    /** @type {Entry} */ (entries.find((entry) => entry.trump === trump && seatOf(entry) === seat));
  /** @type {string[][]} */
  const columns = [];
  for (const seat of seats) {
    const alike = columns.find(([first]) => trumps.every((trump) => isSame(find(trump, first), find(trump, seat))));
    if (byTaker && alike) alike.push(seat);
    else columns.push([seat]);
  }
  return { byTaker, columns, rows: trumps.map((trump) => ({ trump, cells: columns.map(([seat]) => find(trump, seat)) })) };
}

/** True if it makes no difference which of the two is played. @param {Entry} one @param {Entry} other */
function isSame(one, other) {
  const essence = (/** @type {Entry} */ entry) =>
    JSON.stringify([entry.value, entry.bid, entry.outcome, entry.score, entry.exact]);
  return essence(one) === essence(other);
}

/** The side of a seat. @param {Object<string, number>} pair @param {string} seat @returns {string} */
export function sideOf(pair, seat) {
  return /** @type {string} */ (Object.keys(pair).find((side) => side.includes(seat)));
}

/**
 * Equally good contracts: those that the same players can take, or lead to, together.
 * @param {Entry[]} best
 * @returns {{contracts: {trump: string, bid?: number}[], seats: string[]}[]}
 */
export function groupBest(best) {
  /** @type {{trump: string, bid?: number, seats: string[]}[]} */
  const named = [];
  for (const { trump, bid, taker, leader } of best) {
    const one = named.find((other) => other.trump === trump && other.bid === bid);
    if (one) one.seats.push(taker ?? leader);
    else named.push({ trump, bid, seats: [taker ?? leader] });
  }
  /** @type {{contracts: {trump: string, bid?: number}[], seats: string[]}[]} */
  const groups = [];
  for (const { seats, ...contract } of named) {
    const group = groups.find((other) => other.seats.join("") === seats.join(""));
    if (group) group.contracts.push(contract);
    else groups.push({ contracts: [contract], seats });
  }
  return groups;
}

/**
 * The contracts of par: those that differ in the bid alone together, and of those at one level each all of the same players.
 * Contracts of the side that loses are alternatives which nobody would look for, unless there are no others.
 * @param {Omit<Par, "opens">} par
 * @returns {{takers: string[], multiplier: number, contracts: {trump: string, bids: number[]}[]}[]}
 */
export function groupPar({ contracts, difference }) {
  const gaining = contracts.filter(({ side }) => difference[side] > 0);
  /** @type {Map<string, {takers: string[], multiplier: number, trump: string, bids: number[]}>} */
  const levels = new Map();
  for (const { trump, takers, multiplier, bid } of gaining.length ? gaining : contracts) {
    const key = JSON.stringify([trump, takers, multiplier]);
    const { bids } = levels.get(key) ?? {};
    if (!bids) levels.set(key, { takers, multiplier, trump, bids: bid === undefined ? [] : [bid] });
    else if (bid !== undefined) bids.push(bid);
  }
  /** @type {Map<string, {takers: string[], multiplier: number, contracts: {trump: string, bids: number[]}[]}>} */
  const groups = new Map();
  for (const { trump, takers, multiplier, bids } of levels.values()) {
    const key = JSON.stringify([takers, multiplier, bids.length < 2 ? "" : trump]);
    const group = groups.get(key) ?? { takers, multiplier, contracts: [] };
    group.contracts.push({ trump, bids });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * The position in which a contract of the table begins, to be put on the board.
 * @param {Object<string, any>} position the deal, as a request
 * @param {Entry} entry
 * @returns {Object<string, any>}
 */
export function positionOf(position, entry) {
  const { plays, players, auction, id, ...deal } = position;
  /** @type {Object<string, any>} */
  const contract = { trump: entry.trump };
  if (entry.taker !== undefined) contract.taker = entry.taker;
  if (entry.bid !== undefined) contract.bid = entry.bid;
  return { ...deal, contract, leader: entry.leader };
}
