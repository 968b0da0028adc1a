// The page to begin with: what is pasted, dropped or chosen goes to its analysis, or to the board.

import { h } from "./dom.js";
import { showText, textOfFile } from "./file_text.js";
import { pack } from "./fragment.js";
import { askIn, receive } from "./incoming.js";
import { faultsOf, namedIn } from "./refusal.js";
import { Words } from "./words.js";

/** @typedef {import("./incoming.js").Step} Step */

const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("board-data")).textContent ?? "");
const words = new Words(data.words, "en");
const service = { ...data, origin: location.origin, ask: askIn(words.table.language) };

const form = /** @type {HTMLFormElement} */ (document.getElementById("incoming"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const outcome = /** @type {HTMLElement} */ (document.getElementById("outcome"));

/** How many texts and files were asked for: what becomes of an earlier one leads nowhere. */
let nAsked = 0;
/** Where it is said what becomes of the last one. */
let place = outcome;
const working = h("p", {}, words.say("home_working"));

/** Ask for another text or file. @param {HTMLElement} [at] where it is said what becomes of it */
function begin(at = outcome) {
  show();
  place = at;
  show(working);
  return (nAsked += 1);
}

/** Open a text, and say what becomes of it. @param {string} incoming @param {number} [own] its number */
async function open(incoming, own = begin()) {
  try {
    const step = await receive(incoming, service);
    if (own === nAsked) follow(step);
  } catch {
    if (own === nAsked) show(h("p.wrong", {}, words.say("no_answer")));
  }
}

/** @param {Step} step */
function follow(step) {
  if ("go" in step) location.assign(step.go);
  else if ("look" in step) {
    const address = `${data.board}#${pack({ ...step.look, at: 0 })}`;
    if (!step.note) {
      location.assign(address);
      return;
    }
    // The reader is to know what was taken for granted before the page is left.
    const link = h("a.button", { href: address }, words.say("home_look"));
    show(h("p", {}, words.say(step.note)), link);
    link.focus();
  } else if ("refused" in step) show(...refusal(step.refused));
  else show(h("p.wrong", {}, words.say(step.fault, step.values)));
}

/** All that is wrong with a request, each at its line where it has one. @param {any} problem */
function refusal(problem) {
  const faults = faultsOf(words, problem, ({ line, detail }) => (line ? words.say("home_line", { line, fault: detail }) : detail));
  if (!namedIn(problem).length) return [h("p.wrong", {}, ...faults)];
  return [h("p.wrong", {}, words.say("home_refused")), h("ul", {}, ...faults.map((fault) => h("li", {}, fault)))];
}

/** @param {...HTMLElement} children */
function show(...children) {
  place.replaceChildren(...children);
}

/** @param {File | undefined | null} given */
async function openFile(given) {
  if (!given) return;
  const own = begin();
  const { text: read = "", fault } = await textOfFile(given);
  if (own !== nAsked) return;
  // What the reader has typed stays, if it is not taken.
  if (fault) {
    show(h("p.wrong", {}, words.say(fault)));
    return;
  }
  showText(text, read);
  await open(read, own);
}

// Back from where it led a browser may show the page as it was left.
addEventListener("pageshow", ({ persisted }) => persisted && working.remove());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  open(text.value);
});
file.addEventListener("change", () => openFile(file.files?.[0]));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer;
  if (dropped?.files.length) await openFile(dropped.files[0]);
  else if (dropped) {
    text.value = dropped.getData("text");
    await open(text.value);
  }
});
document.addEventListener("paste", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const pasted = event.clipboardData?.getData("text");
  if (!pasted || /^(INPUT|TEXTAREA)$/.test(target.tagName)) return;
  text.value = pasted;
  open(pasted);
});
for (const link of document.querySelectorAll("a[data-sample]")) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    // Beside the button: a finger that is on it far down the page does not see the form.
    const own = begin(/** @type {HTMLElement} */ (link.closest(".links")?.nextElementSibling));
    place.scrollIntoView({ block: "nearest" });
    try {
      const response = await fetch(/** @type {HTMLAnchorElement} */ (link).href);
      const sample = await response.text();
      if (own !== nAsked) return;
      if (response.ok) await open(sample, own);
      else show(...refusal(JSON.parse(sample)));
    } catch {
      if (own === nAsked) show(h("p.wrong", {}, words.say("no_answer")));
    }
  });
}
