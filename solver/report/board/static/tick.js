// A box to tick.

import { h } from "./dom.js";

/** @param {string} id @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchoose */
export function tick(id, label, checked, onchoose) {
  const onchange = (/** @type {any} */ event) => onchoose(event.target.checked);
  return h("p.field", {}, h("label", {}, h("input", { type: "checkbox", id, "data-key": id, checked, onchange }), ` ${label}`));
}
