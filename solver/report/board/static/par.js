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
 * The contracts of par, those that differ in the bid alone together.
 * @param {Par["contracts"]} contracts
 * @returns {{trump: string, takers: string[], multiplier: number, bids: number[]}[]}
 */
export function groupPar(contracts) {
  /** @type {{trump: string, takers: string[], multiplier: number, bids: number[]}[]} */
  const groups = [];
  for (const { trump, takers, multiplier, bid } of contracts) {
    const isAlike = (/** @type {{trump: string, takers: string[], multiplier: number}} */ one) =>
      one.trump === trump && one.multiplier === multiplier && one.takers.join("") === takers.join("");
    let group = groups.find(isAlike);
    if (!group) groups.push((group = { trump, takers, multiplier, bids: [] }));
    if (bid !== undefined) group.bids.push(bid);
  }
  return groups;
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
