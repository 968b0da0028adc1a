// The form in which a reader of puzzles gives themselves a name.

import { h } from "./dom.js";
import { MOST_NAME, keepReader, named } from "./reader.js";

/** @typedef {import("./reader.js").Kept} Kept */
/** @typedef {import("./reader.js").Reader} Reader */
/** @typedef {import("./words.js").Words} Words */

/**
 * @param {Words} words
 * @param {?Kept} kept
 * @param {() => Reader} read the reader as they are now
 * @param {(reader: Reader) => void} changed called with another one, which is kept
 */
export function nameForm(words, kept, read, changed) {
  const { name, isGuest } = read();
  const input = /** @type {HTMLInputElement} */ (
    h("input.wide", { id: "name", maxlength: MOST_NAME, autocomplete: "nickname", value: isGuest ? "" : name, "aria-describedby": "name-says" })
  );
  const said = h("p", { role: "status" });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const reader = keepReader(kept, named(read(), input.value));
    changed(reader);
    said.textContent = words.say("pz_kept", { name: reader.isGuest ? words.say("pz_guest") : reader.name });
  };
  const says = h("p.quiet", { id: "name-says" }, words.say("pz_name_says"));
  const keep = h("button", { type: "submit" }, words.say("pz_keep"));
  const form = h("form", { onsubmit }, h("label", { for: "name" }, words.say("pz_name")), input, keep, says, said);
  return h("details", {}, h("summary", {}, words.say("pz_name")), form);
}

/** The rating of a reader, as far as it is known. @param {Words} words @param {Reader} reader */
export function ratingText(words, { rating }) {
  return rating === undefined ? words.say("pz_first_rating") : words.say("pz_rating", { rating });
}
