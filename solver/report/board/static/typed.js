// The field in which a card is typed, and what becomes of its text.

import { readCard, tableAt } from "./state.js";

/** @typedef {import("./board.js").Board} Board */

/** Play the card that was typed, or say why it cannot be played. @param {Board} board @param {Event} event */
export function playTyped(board, event) {
  event.preventDefault();
  const { words, parts, tree } = board;
  const table = tableAt(tree.current);
  // What may be played of a hidden hand would tell of it.
  if (table?.to_play && board.hidden.includes(table.to_play)) {
    board.warn(words.say("face_down_now"));
    return;
  }
  const read = (/** @type {string[]} */ cards) => readCard(parts.typed.value, cards.map((card) => words.written(card)));
  const card = read((table?.cards ?? []).map((one) => one.card));
  const held = table?.to_play ? read(table.hands[table.to_play]) : null;
  if (card) {
    parts.typed.value = "";
    board.play(card);
  } else if (held && table) board.refuse(held, table);
  else board.warn(words.say("no_card", { text: parts.typed.value }));
}
