// Tables on the page: sorted by their heads, and on a narrow page a block for each row.

import { h, heardAs } from "./dom.js";
import { canSort, nextOrder, sortedPlaces, textOf } from "./sorting.js";

/** @typedef {import("./sorting.js").Grid} Grid */
/** @typedef {import("./sorting.js").Order} Order */
/** @typedef {import("./words.js").Words} Words */

/** What stands in the place of a number that is missing. */
const NOTHING = "–";
/** How much room a table needs, by the most columns that it has. @type {[string, number][]} */
const WIDTHS = [["slim", 7], ["broad", 8]];

/**
 * Draw a table. Roles are stated, as styles that make blocks of rows take them away.
 * @param {Words} words
 * @param {Grid} grid
 * @param {{label: string, link?: (row: number) => ?string, name?: (row: number) => string}} options what it is, the address
 *   that the head of a row leads to, and the name of that link for who does not see where it stands
 * @returns {HTMLElement}
 */
export function drawGrid(words, grid, { label, link, name }) {
  /** @type {?Order} */
  let order = null;
  const heads = grid.heads.map((head, column) => {
    const cell = h(`th${grid.words?.includes(column) ? ".words" : ""}`, { scope: "col", role: "columnheader" });
    if (canSort(grid, column)) cell.append(sorter(head, column));
    else cell.append(...heardAs(head, words.heard(head)));
    return cell;
  });
  const body = h("tbody", { role: "rowgroup" });
  const rows = grid.rows.map((row, n) => drawRow(words, grid, row.map(textOf), link?.(n) ?? null, name?.(n)));
  const total = grid.total ? [drawRow(words, grid, grid.total, null)] : [];
  total.forEach((row) => row.classList.add("total"));
  arrange();
  const head = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...heads));
  const table = h("table.grid", { role: "table", "aria-label": label }, head, body);
  const [kind] = WIDTHS.find(([, most]) => grid.heads.length <= most) ?? ["wide"];
  return h(`div.${kind}`, {}, table);

  /** @param {string} text @param {number} column */
  function sorter(text, column) {
    const onclick = () => {
      order = nextOrder(order, column);
      arrange();
    };
    const heard = words.heard(text);
    return h("button.sort", { type: "button", title: words.say("sort_by", { head: heard }), onclick }, ...heardAs(text, heard));
  }

  function arrange() {
    body.replaceChildren(...sortedPlaces(grid, order).map((n) => rows[n]), ...total);
    heads.forEach((cell, column) => {
      if (order?.column === column) cell.setAttribute("aria-sort", order.isDown ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
  }
}

/** @param {Words} words @param {Grid} grid @param {string[]} cells @param {?string} address @param {string} [name] */
function drawRow(words, grid, cells, address, name) {
  const row = h("tr", { role: "row" });
  cells.forEach((text, column) => {
    const head = grid.heads[column];
    const data = { "data-head": head, "data-heard": words.heard(head) };
    const isWords = grid.words?.includes(column);
    const kind = isWords ? ".words" : text === NOTHING ? ".none" : "";
    if (column) row.append(h(`td${kind}`, { role: "cell", ...data }, ...heardAs(text, words.heard(text))));
    else row.append(h("th", { scope: "row", role: "rowheader" }, address ? h("a", { href: address, "aria-label": name }, text) : h("span", {}, ...heardAs(text, words.heard(text, true)))));
  });
  return row;
}
