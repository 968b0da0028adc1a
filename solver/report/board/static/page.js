// Starts the board of a page on the page's own data.

import { tableFromService } from "./ask_table.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { pack, unpack } from "./fragment.js";
import { isMissing, offerReload, whyFailed } from "./refusal.js";
import { arrived, replay } from "./replay.js";
import { Share } from "./share.js";
import { Tree, cardsOf, lineThrough } from "./state.js";
import { Steps } from "./steps.js";
import { Words } from "./words.js";

/** @typedef {import("./board.js").Shown} Shown */
/** @typedef {import("./fragment.js").Carried} Carried */
/** @typedef {import("./mode.js").Context} Context */

const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("board-data")).textContent ?? "");
const place = /** @type {HTMLElement} */ (document.getElementById("board"));
const words = new Words(data.words, "en");
// A page without a service makes the numbers of deals itself, from the tables that lie beside it.
if (data.tables) data.encode = async (/** @type {any} */ deal) => (await import("./encode.js")).encodeDeal(deal, data, words);

/**
 * The ways to go through a deal, each a button; its name is the sentence `mode_NAME`.
 * @type {{name: string, open: (context: Context, isWanted: () => boolean) => unknown}[]}
 */
const modes = [
  { name: "look", open: look },
  // Few readers need them: they are loaded when they are asked for.
  { name: "try", open: later(async () => (await import("./try.js")).Try) },
  { name: "learn", open: later(async () => (await import("./learn.js")).Learn) },
  // In a file there is no page to change a deal on.
  ...(data.games || data.board ? [{ name: "edit", open: edit }] : []),
];

/** @type {?Board} */
let board = null;
/** The editor that is open, or waits for its first check. @type {?import("./edit.js").Editor} */
let editor = null;
const share = new Share(() => board, words, data.convert);
/** Go into a mode, or out of the one that is open. @type {(mode: string) => void} */
let turn = () => {};
const steps = new Steps((mode) => turn(mode), () => board?.listening.signal.aborted || board?.moved(board.tree));
/** @param {string} fragment */
const keep = (fragment) => steps.keep(fragment);

/**
 * Put a deal on the page, to look at it.
 * @param {Shown} shown
 * @param {(tree: Tree, shown: Shown) => void} moved
 * @param {string} [mode] the one to begin in
 */
function open(shown, moved, mode) {
  /** What was looked at, with the reader's own lines: another mode comes back to it. @type {{shown: Shown, tree: Tree | undefined}} */
  let looked = { shown, tree: undefined };
  /** Leave the mode that is open, as Escape does. */
  let leave = () => {};
  /** @type {Context} */
  const context = {
    shown,
    analyses: data.analyses ?? null,
    start(mode, deal = context.shown, tree = undefined) {
      board?.close();
      // A mode has lines of its own: it says itself what the address tells of them.
      const told = mode ? mode.moved : (/** @type {Tree} */ tree) => moved(tree, context.shown);
      board = new Board(place, deal, { ...data, moved: told, mode, tree, contracts: contractsOf(deal) });
      if (!mode) looked = { shown: deal, tree: board.tree };
      leave = mode?.leave ?? (() => choose("look"));
      share.panel.hidden = false;
      share.draw();
      title(deal);
      return board;
    },
    carry(tree, mode) {
      // On a page of an analysis the address stays where the mode began.
      if (data.games) keep(`#${pack({ ...carriedBy(tree, context.shown.position), mode })}`);
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
  endEditor();
  const choose = showModes(context);
  turn = (wanted) => (wanted === "look" ? leave() : choose(wanted));
  // A mode that was left with the page before, and that the address does not have.
  if (!mode) steps.leave();
  const own = context.start();
  return { own, begin: () => mode && choose(mode) };
}

/** End the editor, whatever it still waits for. */
function endEditor() {
  editor?.close();
  editor = null;
}

/**
 * What begins a mode that is loaded when it is asked for, unless the reader has chosen another one meanwhile.
 * @param {() => Promise<new (context: Context) => unknown>} load
 * @returns {(context: Context, isWanted: () => boolean) => Promise<void>}
 */
function later(load) {
  return async (context, isWanted) => {
    const Mode = await load();
    if (isWanted()) new Mode(context);
  };
}

/** Look at a deal, where it was left, or after the cards that a mode has left played. @param {Context} context */
function look(context) {
  const { line = [], at } = context;
  context.line = [];
  const board = context.start(undefined, context.shown, context.tree);
  const { tree } = board;
  if (line.length) replay(board, line, at);
  // Another mode may have begun while the line was on its way.
  else if (tree.line.some(({ answer, inGame }) => !answer && !inGame)) replay(board, cardsOf(tree.line), tree.current.depth);
}

/**
 * Change a free position on this page; a deal of an analysis on the page for free positions.
 * @param {Context} context @param {() => boolean} isWanted
 */
async function edit(context, isWanted) {
  if (data.games) {
    const { Editor } = await import("./edit.js");
    if (!isWanted()) return;
    editor = new Editor({ place, data, keep }, context);
    await editor.ready;
    return;
  }
  const position = { ...context.shown.position, players: context.shown.players };
  const tree = context.board?.tree ?? new Tree();
  const address = `${data.board}#${pack({ ...carriedBy(tree, position), mode: "edit" })}`;
  // From another mode Back leads to the analysis, not to that mode.
  if (steps.at?.mode) location.replace(address);
  else location.assign(address);
}

/** Draw the row of modes; return what begins one of them. @param {Context} context */
function showModes(context) {
  const row = h("div.controls.modes", { role: "group", "aria-label": words.say("modes") });
  let pressed = "";
  const choose = (/** @type {string} */ chosen) => {
    pressed = chosen;
    for (const one of row.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.key === `mode_${chosen}`));
  };
  const begin = async (/** @type {string} */ wanted) => {
    const mode = modes.find(({ name }) => name === wanted);
    if (!mode) return;
    endEditor();
    choose(wanted);
    if (mode.open === look) steps.leave();
    // Looking and changing say so themselves, step by step.
    if (mode.open !== look && mode.open !== edit) context.carry(context.tree, wanted);
    try {
      await mode.open(context, () => pressed === wanted);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The service may have another version by now, which does not have this page's modules.
      choose("look");
      steps.leave();
      if (!board) return;
      board.warn(whyFailed(words, error));
      offerReload(board.parts.status, words, error);
    }
  };
  const press = async (/** @type {string} */ wanted) => {
    const { board } = context;
    choose(wanted);
    // A line that is on its way has the place at which a mode begins.
    if (wanted !== "edit") await arrived(board);
    await steps.settled;
    if (pressed !== wanted || context.board !== board) return;
    // A deal of an analysis is changed on another page.
    if (wanted !== "look" && (wanted !== "edit" || data.games)) steps.enter(wanted);
    begin(wanted);
  };
  for (const { name } of modes) {
    row.append(h("button", { type: "button", "data-key": `mode_${name}`, onclick: () => press(name) }, words.say(`mode_${name}`)));
  }
  choose(modes[0].name);
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

/** Name the game and the deal, above the page and in its title. @param {Shown} shown */
function title({ position, told }) {
  const { title: game, lang } = words.game(position);
  const label = words.say("board");
  const deal = data.deals.length ? told?.heading || data.told?.id : label;
  const both = () => (deal === label ? words.say("labelled", { label, said: game }) : words.say("titled", { game, deal }));
  const title = game && deal ? both() : game || deal;
  document.title = `${title} – Atout`;
  // The name of the game may be one of another language.
  const [before, ...after] = lang ? String(title).split(game) : [title];
  document.querySelector("h1")?.replaceChildren(before, ...after.flatMap((part) => [h("span", { lang }, game), part]));
}

/** A free position: from the address, from what is pasted, or a sample. */
async function showFree() {
  const { spell } = await import("./spelling.js");
  const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
  /** @param {Carried} carried */
  const show = async (carried) => {
    const { position, line = [], at, mode } = spell(carried, data);
    const shown = { position, game: [], answers: [], remarks: [], players: position.players ?? {} };
    // Until the line is there the address tells more than the board: whoever loads the page again still has it. It may take
    // minutes; who goes on meanwhile from the card that the address leads to has an address of that.
    let isArriving = line.length > 0;
    /** @type {unknown} */
    let end = null;
    const moved = (/** @type {Tree} */ tree, /** @type {Shown} */ { position }) => {
      isArriving &&= !end || tree.here === end;
      if (!isArriving) keep(`#${pack(carriedBy(tree, position))}`);
    };
    const { own, begin } = open(shown, moved, mode);
    // What is on the way to where the reader goes would only flicker.
    place.classList.toggle("following", isArriving);
    const fault = await replay(own, line, at, () => {
      place.classList.remove("following");
      end = own.tree.here;
    });
    isArriving = false;
    place.classList.remove("following");
    if (board !== own || own.listening.signal.aborted) return;
    moved(own.tree, shown);
    await begin();
    if (fault && board !== own) board?.say(fault);
  };
  const carried = (location.hash.length > 1 && unpack(location.hash.slice(1))) || { position: data.sample };
  const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  text.value = JSON.stringify(carried.position, null, 1);
  if (data.samples) {
    const onchange = (/** @type {any} */ event) => {
      // The board begins at the card that the sample is about: what lies before may be far too much to solve.
      const position = data.samples[event.target.value];
      text.value = JSON.stringify(position, null, 1);
      show({ position });
    };
    const isShown = (/** @type {string} */ name) => name === carried.position.variant;
    const options = Object.keys(data.samples).map((name) =>
      h("option", { value: name, selected: isShown(name), lang: words.game({ variant: name }).lang }, data.games[name].title));
    text.before(h("p", {}, h("label", { for: "sample" }, `${words.say("sample")} `), h("select.button", { id: "sample", onchange }, ...options)));
  }
  show(carried);
  const { listen } = await import("./drop.js");
  listen(form, { words, data, show: (position, line) => show({ position, line, at: 0 }) });
  // Another address behind the # of the same page: a link to a position that is followed here.
  addEventListener("hashchange", () => !steps.isOwn && unpack(location.hash.slice(1)) && location.reload());
}

/** What the address tells of a free position: the whole line, and where in it the reader is. @param {Tree} tree @param {any} position */
function carriedBy(tree, position) {
  return { position, line: cardsOf(lineThrough(tree.here)), at: tree.here.depth };
}

place.after(share.panel);
if (data.deals.length) {
  const { showAnalysis } = await import("./analysis.js");
  const leave = () => {
    board?.close();
    board = null;
    turn = () => {};
    share.panel.hidden = true;
    document.querySelector(".modes")?.remove();
  };
  const show = (/** @type {Shown} */ shown, /** @type {(tree: Tree) => void} */ moved) => open(shown, moved).own;
  showAnalysis({ place, words, deals: data.deals, told: data.told, open: show, leave, isShown: (one) => one === board, steps });
} else showFree();
