// The parts of a board's page, which are drawn anew at each step.

import { h, heardAs, live } from "./dom.js";
import { drawHelp, noteKeys } from "./keys.js";
import { rove } from "./rove.js";
import { playTyped } from "./typed.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * Put the parts on the page, still empty.
 * @param {Board} board
 */
export function buildParts(board) {
  const { words, place, mode, shown, told } = board;
  const say = (/** @type {string} */ name) => words.say(name);
  const group = (/** @type {string} */ name, /** @type {string} */ label) =>
    h(`div.controls.${name}`, { role: "group", "aria-label": say(label) });
  const parts = {
    table: h("section", { "aria-label": say("table"), tabindex: -1, "data-key": "table" }),
    numbers: h("table.numbers", { "aria-label": say("results") }),
    choices: h("section.panel.choices", { "aria-labelledby": "turn" }),
    steps: group("steps", "controls"),
    jumps: group("jumps", "mistakes"),
    looks: group("looks", "view"),
    heading: h("h2", { id: "remark" }),
    // A mode says itself what is to be heard of a card.
    remark: h("div.remark", { "aria-live": mode.panel ? null : "polite" }),
    lines: h("div.scroll", { role: "toolbar", "aria-labelledby": "lines", "data-key": "lines", tabindex: -1 }),
    compare: h("section.panel", { "aria-labelledby": "compare", hidden: true }),
    graph: h("div"),
    status: live("p.status"),
    typed: /** @type {HTMLInputElement} */ (
      // Still empty, it would be read out as wrong.
      h("input", {
        id: "typed", required: true, autocomplete: "off", spellcheck: "false", "aria-describedby": "typed-hint", "aria-invalid": "false",
      })
    ),
  };
  rove(parts.lines, { rows: ".trick, .head" });
  const { suits, ranks } = words.table;
  const example = suits.H.letter + ranks.J.letter;
  const type = h(
    "form.type.by-keys",
    { onsubmit: (/** @type {Event} */ event) => playTyped(board, event) },
    h("label", { for: "typed" }, say("type")),
    parts.typed,
    h("button", { type: "submit" }, say("play_it")),
    h("span.quiet", { id: "typed-hint" }, words.say("type_hint", { example })),
  );
  const dialog = drawHelp(board, example);
  // The same listener again is none; the editor keeps its keys from the page.
  document.addEventListener("keydown", noteKeys, { capture: true });
  // What is told of the deal begins with its contract.
  const played = words.contract(shown.position);
  const contract = shown.told ? null : h("p.contract", {}, ...heardAs(played, words.heard(played)));
  const said = h("section.panel.said", { "aria-labelledby": "remark" }, parts.heading, parts.remark, parts.status);
  const answered = mode.goal ? [parts.choices, mode.panel] : [mode.panel, parts.choices];
  const lines = h("section.panel.lines", { "aria-labelledby": "lines" }, h("h2", { id: "lines" }, say("lines")), parts.lines);
  place.replaceChildren(
    ...told.above,
    h(
      "div.board",
      { "data-waits": say("solving") },
      h(
        "div",
        {},
        ...(mode.goal ? [mode.goal] : []),
        h("div.stage", {}, h("div.above", {}, contract, parts.numbers), parts.table),
        ...[...answered, parts.steps, parts.jumps, said, parts.looks, type].filter((one) => one !== null),
      ),
      h("div", {}, lines, parts.compare, parts.graph, ...told.beside),
      h("div", {}, ...told.below),
    ),
    dialog,
  );
  return { parts, dialog };
}
