// How the reader wants to see a deal; remembered from one page to the next where the browser allows it.

const PLACE = "atout-view";

/** What may stand below a card. */
export const KINDS = /** @type {const} */ (["result", "loss", "score"]);

/**
 * @typedef {Object} View
 * @property {boolean} values values are shown
 * @property {"result" | "loss" | "score"} kind which number stands below a card
 * @property {boolean} four each suit has a colour of its own
 * @property {boolean} letters keys of one sign, as n and ?, stand for steps
 */

/** @type {View} */
const USUAL = { values: true, kind: "result", four: false, letters: true };

/** What is remembered; the usual view where nothing is. @returns {View} */
export function readView() {
  try {
    return cleanView(JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
  } catch {
    return { ...USUAL };
  }
}

/**
 * Remember what is changed, beside what another page has changed; what hides values is not kept, as it belongs to a moment.
 * @param {Partial<View>} changes
 */
export function keepView(changes) {
  const { kind, four, letters } = { ...readView(), ...changes };
  try {
    localStorage.setItem(PLACE, JSON.stringify({ kind, four, letters }));
  } catch {
    // A browser may forbid it; the view lasts as long as the page, then.
  }
}

/** A view from anything, with the usual in place of what is missing or strange. @param {any} said @returns {View} */
export function cleanView(said) {
  const { kind, four, letters } = said ?? {};
  return { ...USUAL, kind: KINDS.includes(kind) ? kind : USUAL.kind, four: four === true, letters: letters !== false };
}
