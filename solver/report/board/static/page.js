// Starts the board of a page on the page's own data.

import { tableFromService } from "./ask_table.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { pack, unpack } from "./fragment.js";
import { replay } from "./replay.js";
import { Tree } from "./state.js";
import { Words } from "./words.js";

/** @typedef {import("./board.js").Shown} Shown */
/** @typedef {import("./mode.js").Context} Context */

const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("board-data")).textContent ?? "");
const place = /** @type {HTMLElement} */ (document.getElementById("board"));
const words = new Words(data.words, "en");

/**
 * The ways to go through a deal, each a button; its name is the sentence `mode_NAME`.
 * @type {{name: string, open: (context: Context) => unknown}[]}
 */
const modes = [
  { name: "look", open: look },
  // Few readers need them: they are loaded when they are asked for.
  { name: "try", open: async (context) => new (await import("./try.js")).Try(context) },
  { name: "learn", open: async (context) => new (await import("./learn.js")).Learn(context) },
  // In a file there is no page to change a deal on.
  ...(data.games || data.board ? [{ name: "edit", open: edit }] : []),
];

/** @type {?Board} */
let board = null;

/**
 * Put a deal on the page, to look at it.
 * @param {Shown} shown @param {(tree: Tree, shown: Shown) => void} moved @param {string} [mode] the one to begin in
 */
function open(shown, moved, mode) {
  /** What was looked at, with the reader's own lines: another mode comes back to it. @type {{shown: Shown, tree: Tree | undefined}} */
  let looked = { shown, tree: undefined };
  /** @type {Context} */
  const context = {
    shown,
    analyses: data.analyses ?? null,
    start(mode, deal = context.shown, tree = undefined) {
      board?.close();
      // A reader who goes through a deal in another way has other lines, which the address does not tell.
      const told = mode ? mode.moved : (/** @type {Tree} */ tree) => moved(tree, context.shown);
      board = new Board(place, deal, { ...data, moved: told, mode, tree, contracts: contractsOf(deal) });
      if (!mode) looked = { shown: deal, tree: board.tree };
      return board;
    },
    look() {
      choose("look");
      return /** @type {Board} */ (board);
    },
    get board() { return board; },
    get tree() {
      // A mode that changes the deal leaves its own tree of it.
      if (looked.shown !== context.shown || !looked.tree) looked = { shown: context.shown, tree: board?.tree };
      return looked.tree ?? new Tree();
    },
  };
  const choose = showModes(context);
  const own = context.start();
  return { own, begin: () => mode && choose(mode) };
}

/** Look at a deal, where it was left, or after the cards that a mode has left played. @param {Context} context */
function look(context) {
  const { line = [] } = context;
  context.line = [];
  const board = context.start(undefined, context.shown, context.tree);
  if (line.length) replay(board, line);
}

/** Change a free position on this page; a deal of an analysis on the page for free positions. @param {Context} context */
async function edit(context) {
  if (data.games) {
    const { Editor } = await import("./edit.js");
    new Editor({ place, data, keep }, context);
    return;
  }
  const position = { ...context.shown.position, players: context.shown.players };
  location.assign(`${data.board}#${pack({ position, line: context.board?.tree.current.plays ?? [], mode: "edit" })}`);
}

/** Draw the row of modes; return what begins one of them. @param {Context} context */
function showModes(context) {
  const row = h("div.controls.modes", { role: "group", "aria-label": words.say("modes") });
  const choose = (/** @type {number} */ chosen) =>
    [...row.children].forEach((one, n) => one.setAttribute("aria-pressed", String(n === chosen)));
  const begin = (/** @type {string} */ wanted) => {
    const n = modes.findIndex(({ name }) => name === wanted);
    if (n < 0) return;
    choose(n);
    modes[n].open(context);
  };
  for (const { name } of modes) {
    row.append(h("button", { type: "button", "data-key": `mode_${name}`, onclick: () => begin(name) }, words.say(`mode_${name}`)));
  }
  choose(0);
  document.querySelector(".modes")?.remove();
  place.before(row);
  return begin;
}

/** How a deal is valued under every contract, and one of them played. @param {Shown} deal */
function contractsOf(deal) {
  const canOpen = data.board || !data.deals.length;
  return { ask: tableFromService(data.table, deal.position, words.table.language), openAt: canOpen ? openAt : null };
}

/** Go to the page for free positions with one; from that page too. @param {Object<string, any>} position */
function openAt(position) {
  const isHere = !data.deals.length;
  location.assign(`${isHere ? "" : data.board}#${pack({ position, line: [] })}`);
  if (isHere) location.reload();
}

/** Keep the address true, without a step in the browser's history for each card. @param {string} fragment */
function keep(fragment) {
  history.replaceState(null, "", fragment);
}

/** A free position: from the address, from what is pasted, or a sample. */
function showFree() {
  const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("position"));
  const said = /** @type {HTMLElement} */ (document.getElementById("open-status"));
  const show = async (/** @type {any} */ position, /** @type {string[]} */ line, /** @type {string | undefined} */ mode) => {
    const shown = { position, game: [], answers: [], remarks: [], players: position.players ?? {} };
    const { own, begin } = open(shown, (tree, { position }) => keep(`#${pack({ position, line: tree.current.plays })}`), mode);
    await replay(own, line);
    if (board === own) begin();
  };
  /** Read what is pasted; null, with a sentence in the page, if it is no JSON. */
  const read = () => {
    said.textContent = "";
    try {
      return JSON.parse(text.value);
    } catch (error) {
      said.textContent = words.say("not_json", { why: /** @type {Error} */ (error).message });
      return null;
    }
  };
  /** @type {HTMLFormElement} */ (document.getElementById("open")).addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = read();
    if (asked === null) return;
    const button = /** @type {SubmitEvent} */ (event).submitter;
    if (button?.getAttribute("value") === "judge") await judge(asked, said);
    else show(onlyPosition(asked), [], undefined);
  });
  const packed = location.hash.length > 1 ? unpack(location.hash.slice(1)) : null;
  const { position, line, mode } = packed ?? { position: data.sample, line: [], mode: undefined };
  text.value = JSON.stringify(position, null, 1);
  show(position, line ?? [], mode);
}

/** The fields of a position, without those of a log that the solver of positions refuses. @param {any} asked */
function onlyPosition(asked) {
  const { id, ...rest } = asked ?? {};
  return rest;
}

/** Have a game judged, and go to its analysis. @param {any} asked @param {HTMLElement} said */
async function judge(asked, said) {
  said.textContent = words.say("solving");
  try {
    const response = await fetch(data.analyses, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "Accept-Language": words.table.language },
      // By what each player could know, too, unless the game says otherwise.
      body: JSON.stringify({ fair: true, ...asked }),
    });
    const found = response.headers.get("Location");
    if (response.ok && found) location.assign(data.shown_at + found.slice(found.lastIndexOf("/") + 1));
    else {
      const body = await response.json();
      const faults = (body.errors ?? []).map((/** @type {{detail: string}} */ fault) => fault.detail);
      said.textContent = [...new Set([body.detail, ...faults])].filter(Boolean).join(" ") || words.say("no_answer");
    }
  } catch {
    said.textContent = words.say("no_answer");
  }
}

if (data.deals.length) {
  const { showAnalysis } = await import("./analysis.js");
  const leave = () => {
    board?.close();
    board = null;
    document.querySelector(".modes")?.remove();
  };
  const show = (/** @type {Shown} */ shown, /** @type {(tree: Tree) => void} */ moved) => open(shown, moved).own;
  showAnalysis({ place, words, deals: data.deals, told: data.told, open: show, leave, isShown: (one) => one === board });
} else showFree();
