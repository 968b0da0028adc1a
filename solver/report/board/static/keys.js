// The keys of the board, and the list of them as a dialog.

import { h, tick } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */

/** Each entry of the list: the keys, and the sentence that says what they do. */
const LIST = [
  ["← →", "key_card"],
  ["↑ ↓", "key_trick"],
  ["Home End", "key_ends"],
  ["← → Home End", "key_in_hand"],
  ["n p", "key_mistakes"],
  ["b", "key_best"],
  ["v", "key_values"],
  ["h", "key_hide"],
  ["f", "key_flip"],
  ["t", "key_tree"],
  ["?", "key_help"],
];

/** True for a key that a field takes; for a moment a list of keys that is closed may keep the focus. @param {KeyboardEvent} event */
export function isInField({ target }) {
  return target instanceof Element && target.matches(":is(input, textarea, select):not(dialog *)");
}

/** True for a key that is held on a button: it presses none that has come there meanwhile, but goes on step by step. @param {KeyboardEvent} event */
export function isHeld({ key, repeat, target }) {
  return repeat && (key === "Enter" || key === " ") && target instanceof Element && target.matches("button:not(.steps *, .jumps *)");
}

/** Bring what needs keys back where it is left out, as soon as one is pressed. @param {KeyboardEvent} event */
export function noteKeys(event) {
  // The keyboard on a screen is there for a field alone.
  if (isInField(event)) return;
  document.documentElement.classList.add("has-keys");
}

/**
 * Do what a key stands for; false if it stands for nothing.
 * @param {Board} board
 * @param {Pick<KeyboardEvent, "key" | "repeat">} event
 */
export function pressKey(board, { key, repeat }) {
  const { tree } = board;
  /** @type {(act: () => void, end: string) => void} */
  const step = (act, end) => {
    const before = tree.current;
    const says = board.words.say(end);
    act();
    // A key that is held there says it once.
    if (tree.current === before && repeat && board.viewed === says) return;
    board.show();
    if (tree.current === before) tell(board, says, true);
  };
  /** @type {Object<string, () => void>} */
  const keys = {
    ArrowRight: () => step(() => tree.next(), "at_end"),
    ArrowLeft: () => step(() => tree.previous(), "at_start"),
    ArrowDown: () => step(() => tree.nextTrick(), "at_end"),
    ArrowUp: () => step(() => tree.previousTrick(), "at_start"),
    Home: () => step(() => tree.first(), "at_start"),
    End: () => step(() => tree.last(), "at_end"),
    n: () => board.mode.values() && step(() => tree.nextMistake(), "no_mistake_after"),
    p: () => board.mode.values() && step(() => tree.previousMistake(), "no_mistake_before"),
    b: () => board.playBest(),
    v: () => board.mode.values() && board.look({ values: !board.view.values }),
    h: () => {
      board.hide();
      tell(board, board.words.say(board.hidden.length ? "hands_hidden" : "hands_shown"));
    },
    f: () => {
      board.flip();
      tell(board, board.words.say("sits_below", { seat: board.words.seat(board.flipped ? "N" : "S") }));
    },
    t: () => board.focusTree(),
    "?": () => openHelp(board),
  };
  if (!Object.hasOwn(keys, key)) return false;
  // Speech that is typed, and fingers that slip, would press them.
  if (key.length === 1 && !board.view.letters) return false;
  // Who goes on by these keys does not want those of a hand.
  board.focus.stay();
  keys[key]();
  return true;
}

/**
 * Say what a key has done, until the next step: it has no button that shows it.
 * @param {Board} board @param {string} text @param {boolean} [isAgain] whether it is told although it stands there
 */
function tell(board, text, isAgain = false) {
  board.viewed = text;
  board.announce(isAgain);
}

/** Open the list of keys. @param {Board} board */
export function openHelp({ focus, dialog }) {
  focus.returnFrom(dialog);
  dialog.showModal();
  dialog.querySelector("button")?.focus();
}

/**
 * The list of keys; it opens above the page, and its close gives the focus back.
 * @param {Board} board
 * @param {string} example a card as it is typed
 */
export function drawHelp(board, example) {
  const { words, view } = board;
  const rows = LIST.map(([keys, name]) =>
    h("div", {}, h("dt", {}, ...keys.split(" ").flatMap((key) => [h("kbd", {}, key), " "])), h("dd", {}, words.say(name))),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog.keys",
      { "aria-labelledby": "keys" },
      h("h2", { id: "keys" }, words.say("keys")),
      h("dl", {}, ...rows),
      h("p", {}, words.say("key_type", { example })),
      tick("key-letters", words.say("key_letters"), view.letters, (letters) => board.look({ letters })),
      h("form", { method: "dialog" }, h("button", { type: "submit" }, words.say("close"))),
    )
  );
  // A click beside the list closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}
