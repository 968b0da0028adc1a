// Tables as data: rows of cells, sorted by the numbers behind them.

/** @typedef {string | [string, number]} Cell the text, and the number behind it */

/**
 * @typedef {Object} Grid
 * @property {string} [title]
 * @property {string[]} heads
 * @property {Cell[][]} rows the first cell of a row is its head
 * @property {number[]} [words] the columns of words, which are no numbers
 * @property {string[]} [total] a last row, which stays the last
 */

/** @typedef {{column: number, isDown: boolean}} Order */

/** @param {Cell} cell @returns {string} */
export function textOf(cell) {
  return typeof cell === "string" ? cell : cell[0];
}

/** True if a column can be sorted: it has different numbers. @param {Grid} grid @param {number} column */
export function canSort({ rows }, column) {
  const found = rows.map((row) => row[column]).filter((cell) => typeof cell !== "string");
  return new Set(found.map((cell) => cell[1])).size > 1;
}

/** What a click on a head asks for: the greatest first, then the other way round. @param {?Order} order @param {number} column @returns {Order} */
export function nextOrder(order, column) {
  return { column, isDown: order?.column === column ? !order.isDown : true };
}

/**
 * The places of the rows in an order; rows without a number come last, and equal ones stay as they were.
 * @param {Grid} grid
 * @param {?Order} order
 * @returns {number[]}
 */
export function sortedPlaces({ rows }, order) {
  const places = rows.map((_, n) => n);
  if (!order) return places;
  const size = (/** @type {number} */ n) => {
    const cell = rows[n][order.column];
    return typeof cell === "string" ? null : cell[1];
  };
  return places.sort((first, second) => {
    const [one, two] = [size(first), size(second)];
    if (one === null || two === null) return Number(one === null) - Number(two === null) || first - second;
    return (order.isDown ? two - one : one - two) || first - second;
  });
}
