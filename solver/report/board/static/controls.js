// The buttons that step through a deal.

import { h, svg } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */

/** Drawings of the steps, so that no font is needed for them. */
const SHAPES = {
  first: "M3 3h2v14H3zM17 3v14L6 10z",
  previous_trick: "M10 3v14L1 10zM19 3v14l-9-7z",
  previous: "M15 3v14L5 10z",
  next: "M5 3v14l10-7z",
  next_trick: "M1 3v14l9-7zM10 3v14l9-7z",
  last: "M3 3v14l11-7zM15 3h2v14h-2z",
};

/** @param {Board} board @returns {HTMLElement[]} */
export function cardButtonsFor(board) {
  const { tree, words } = board;
  const atStart = !tree.current.parent;
  const atEnd = !tree.current.children.length;
  const step = (/** @type {keyof typeof SHAPES} */ name, /** @type {boolean} */ off, /** @type {() => void} */ act) => {
    const label = words.say(name);
    const picture = svg("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true" });
    picture.append(svg("path", { d: SHAPES[name] }));
    const onclick = () => board.show(act);
    return h("button", { type: "button", "aria-label": label, title: label, "data-key": name, disabled: off, onclick }, picture);
  };
  const named = (/** @type {string} */ name, /** @type {boolean} */ off, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", "data-key": name, disabled: off, onclick }, words.say(name));
  const seen = board.mode.values();
  const values = named("values", !seen, () => board.toggleValues());
  values.setAttribute("aria-pressed", String(board.seesValues));
  return [
    step("first", atStart, () => tree.first()),
    step("previous_trick", atStart, () => tree.previousTrick()),
    step("previous", atStart, () => tree.previous()),
    step("next", atEnd, () => tree.next()),
    step("next_trick", atEnd, () => tree.nextTrick()),
    step("last", atEnd, () => tree.last()),
    named("previous_mistake", !seen || !board.hasMistake(false), () => board.show(() => tree.previousMistake())),
    named("next_mistake", !seen || !board.hasMistake(true), () => board.show(() => tree.nextMistake())),
    named("best", !seen || !tree.current.answer?.cards.length, () => board.playBest()),
    named("back", tree.current.inGame, () => board.show(() => tree.backToGame())),
    values,
  ];
}
