// The field on the board into which any text is pasted or dropped. What becomes of it is loaded when there is some.

import { MOST_ALONE, showText, textOfFile } from "./file_text.js";
import { offerReload, whyFailed } from "./refusal.js";

/**
 * @typedef {Object} Opener
 * @property {HTMLElement} said where it is said what became of a text
 * @property {import("./words.js").Words} words
 * @property {Object<string, any>} data of the page
 * @property {(position: Object<string, any>, line: string[]) => unknown} show puts a position on the board
 * @property {() => boolean} isLast false once another text or file was given: what becomes of this one leads nowhere
 */

/**
 * Take what is pasted, typed or dropped.
 * @param {HTMLFormElement} form with a text area, two buttons ("look", "judge") and a status
 * @param {Omit<Opener, "said" | "isLast">} page
 */
export function listen(form, page) {
  const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  const said = /** @type {HTMLElement} */ (form.querySelector("[aria-atomic]"));
  let nGiven = 0;
  const begin = () => {
    const own = (nGiven += 1);
    return () => own === nGiven;
  };
  const refuse = (/** @type {string} */ why) => {
    said.className = "wrong";
    said.textContent = why;
  };
  const take = async (/** @type {string} */ given, /** @type {boolean} */ isJudged, /** @type {() => boolean} */ isLast) => {
    const opener = await import("./open_form.js").catch((error) => ({ take: null, error }));
    if (!isLast()) return;
    if (opener.take) {
      await opener.take(given, isJudged, { ...page, said, isLast });
      return;
    }
    refuse(whyFailed(page.words, opener.error));
    offerReload(said, page.words, opener.error);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = /** @type {SubmitEvent} */ (event).submitter;
    take(text.value, button?.getAttribute("value") === "judge", begin());
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const dropped = event.dataTransfer?.getData("text/plain");
    if (!file && !dropped) return;
    const isLast = begin();
    const { text: read = "", fault } = file ? await textOfFile(file, page.data.convert ? undefined : MOST_ALONE) : { text: dropped };
    if (!isLast()) return;
    if (fault) {
      refuse(page.words.say(fault));
      return;
    }
    showText(text, read);
    take(read, true, isLast);
  });
}
