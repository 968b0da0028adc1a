// The form in which a reader of puzzles gives themselves a name.

import { h, live } from "./dom.js";
import { MOST_NAME, named } from "./reader.js";

/** @typedef {import("./reader.js").KeptReader} KeptReader */
/** @typedef {import("./reader.js").Reader} Reader */
/** @typedef {import("./words.js").Words} Words */

/**
 * @param {Words} words
 * @param {KeptReader} kept
 * @param {() => void} changed called when there is another one, of this page or of another
 */
export function nameForm(words, kept, changed) {
  const shown = () => (kept.now.isGuest ? "" : kept.now.name);
  const input = /** @type {HTMLInputElement} */ (
    h("input.wide", { id: "name", maxlength: MOST_NAME, autocomplete: "nickname", value: shown(), "aria-describedby": "name-says" })
  );
  const said = live("p");
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const reader = kept.change((one) => named(one, input.value));
    changed();
    said.textContent = words.say("pz_kept", { name: reader.isGuest ? words.say("pz_guest") : reader.name });
  };
  kept.listen(() => {
    // A name that is being typed stays.
    if (document.activeElement !== input) input.value = shown();
    changed();
  });
  const says = h("p.quiet", { id: "name-says" }, words.say("pz_name_says"));
  const keep = h("button", { type: "submit" }, words.say("pz_keep"));
  const form = h("form", { onsubmit }, h("label", { for: "name" }, words.say("pz_name")), input, keep, says, said);
  return h("details", {}, h("summary", {}, words.say("pz_name")), form);
}

/** The rating of a reader, as far as it is known. @param {Words} words @param {Reader} reader */
export function ratingText(words, { rating }) {
  return rating === undefined ? words.say("pz_first_rating") : words.say("pz_rating", { rating });
}
