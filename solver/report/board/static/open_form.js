// What becomes of a text that is pasted or dropped on the board: JSON, PBN, LIN, a deal, or a link.

import { askIn, kindOf, lookAt, lookAtOne, lookAtPart, receive } from "./incoming.js";
import { whyRefused } from "./refusal.js";

/** @typedef {import("./incoming.js").Step} Step */
/** @typedef {import("./incoming.js").Service} Service */

/**
 * Take a text to the board, or to the analysis of a game; say why where neither can be done.
 * @param {string} text
 * @param {boolean} isJudged false if a game is to be looked at only
 * @param {import("./drop.js").Opener} opener
 */
export async function take(text, isJudged, { said, words, data, show, isLast }) {
  /** @type {Service} */
  const service = { origin: location.origin, convert: data.convert, analyses: data.analyses, shown_at: data.shown_at, ask: askIn(words.table.language) };
  // A page without a service reads JSON, and looks at what it could have judged.
  if (!data.convert) service.ask = async () => ({ ok: false, location: null, body: { detail: words.say("offline_text") } });
  said.className = "";
  said.textContent = words.say("solving");
  try {
    const step = isJudged && data.analyses ? await receive(text, service, lookAtPart) : await look(text, service);
    if (!isLast()) return;
    const { fault, says, go } = told(step, words);
    said.className = fault ? "wrong" : "";
    said.textContent = says;
    if ("look" in step) show(step.look.position, step.look.line);
    else if (go) location.assign(go);
  } catch {
    if (!isLast()) return;
    said.className = "wrong";
    said.textContent = words.say("no_answer");
  }
}

/**
 * What a step is in words, and where it leads.
 * @param {Step} step @param {import("./words.js").Words} words
 * @returns {{fault: boolean, says: string, go?: string}}
 */
export function told(step, words) {
  if ("fault" in step) return { fault: true, says: words.say(step.fault, step.values) };
  if ("refused" in step) return { fault: true, says: whyRefused(words, step.refused) };
  if ("go" in step) return { fault: false, says: "", go: step.go };
  return { fault: false, says: step.note ? words.say(step.note) : "" };
}

/**
 * A text as a position with its line, even if it is a game that could be judged.
 * @param {string} text @param {Service} service @returns {Promise<Step>}
 */
export async function look(text, service) {
  const found = kindOf(text, service.origin);
  if (found.kind === "json") {
    const { body } = found;
    const [game] = [body?.deals ?? body?.games ?? body?.position ?? body].flat();
    return game && typeof game === "object" ? lookAt(game) : { fault: "in_unknown" };
  }
  if (found.kind !== "text") return receive(text, service, lookAtPart);
  const converted = await service.ask(service.convert, found.type, text);
  return converted.ok ? lookAtOne(converted.body.games, lookAtPart) : { refused: converted.body };
}
