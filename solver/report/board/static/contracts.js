// A deal under every contract: a panel with a button that asks for it.

import { h, live } from "./dom.js";
import { offerReload, whyFailed } from "./refusal.js";

/** @typedef {import("./par.js").Contracts} Contracts */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{position: Object<string, any>, players: Object<string, string>, told?: {contracts?: Contracts}}} Shown */

/**
 * @typedef {Object} Means
 * @property {?((signal: AbortSignal) => Promise<Contracts>)} ask works the table out; null where nobody can
 * @property {?((position: Object<string, any>) => void)} openAt puts a position on the board; null where none can be
 */

/**
 * The panel of a deal: what is known at once, else a button to ask for it.
 * @param {Words} words
 * @param {Shown} shown
 * @param {Means} means
 * @returns {HTMLElement}
 */
export function drawContracts(words, shown, { ask, openAt }) {
  const place = h("div");
  const status = live("p");
  const panel = h("section.panel", { "aria-labelledby": "contracts" }, h("h2", { id: "contracts" }, words.say("contracts")), place, status);
  const known = shown.told?.contracts;
  if (known) draw(known);
  else if (ask) offer();
  else status.append(words.say("contracts_need_service"));
  return panel;

  /** @param {Contracts} found */
  async function draw(found) {
    const { drawTable } = await import("./contracts_table.js");
    place.replaceChildren(...drawTable(words, shown, found, openAt));
  }

  function offer() {
    const begin = h("button.button", { type: "button", onclick: () => work() }, words.say("contracts_ask"));
    place.replaceChildren(begin);
    return begin;
  }

  async function work() {
    const asking = new AbortController();
    const cancel = h("button.button", { type: "button", onclick: () => asking.abort() }, words.say("cancel"));
    place.replaceChildren(cancel);
    cancel.focus();
    status.textContent = words.say("contracts_wait");
    try {
      const found = await /** @type {NonNullable<typeof ask>} */ (ask)(asking.signal);
      const hadFocus = place.contains(document.activeElement);
      await draw(found);
      status.textContent = words.say(found.exact ? "contracts_done" : "in_part");
      if (hadFocus) place.querySelector("button")?.focus();
    } catch (error) {
      status.textContent = asking.signal.aborted ? words.say("cancelled") : whyFailed(words, error);
      offerReload(status, words, error);
      const hadFocus = place.contains(document.activeElement);
      const begin = offer();
      if (hadFocus) begin.focus();
    }
  }
}
