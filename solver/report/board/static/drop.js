// The field on the board into which any text is pasted or dropped. What becomes of it is loaded when there is some.

import { textOfFile } from "./file_text.js";

/**
 * @typedef {Object} Opener
 * @property {HTMLElement} said where it is said what became of a text
 * @property {import("./words.js").Words} words
 * @property {Object<string, any>} data of the page
 * @property {(position: Object<string, any>, line: string[]) => unknown} show puts a position on the board
 */

/**
 * Take what is pasted, typed or dropped.
 * @param {HTMLFormElement} form with a text area, two buttons ("look", "judge") and a status
 * @param {Omit<Opener, "said">} page
 */
export function listen(form, page) {
  const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  const said = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  const take = async (/** @type {boolean} */ isJudged) => {
    const opener = await import("./open_form.js").catch(() => null);
    if (opener) await opener.take(text.value, isJudged, { ...page, said });
    else said.textContent = page.words.say("no_answer");
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = /** @type {SubmitEvent} */ (event).submitter;
    take(button?.getAttribute("value") === "judge");
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const { text: dropped, fault } = file ? await textOfFile(file) : { text: event.dataTransfer?.getData("text/plain") };
    if (fault) {
      said.className = "wrong";
      said.textContent = page.words.say(fault);
    }
    if (!dropped) return;
    text.value = dropped;
    take(true);
  });
}
