// Text that comes in, pasted or dropped: what kind it is, and what to do with it. Without a page.

import { refusalOf } from "./refusal.js";

/** @typedef {Object<string, any>} Body a request in JSON, as the service reads it */

/**
 * @typedef {{kind: "nothing"} | {kind: "unknown"} | {kind: "elsewhere"}
 *   | {kind: "broken", line: ?number}
 *   | {kind: "json", body: Body}
 *   | {kind: "text", type: string}
 *   | {kind: "deal", deal: string}
 *   | {kind: "page", address: string}} Incoming
 */

/**
 * What to do with a text: go to an address, look at a position on the board, or say why neither can be done.
 * `refused` is the problem that the service answers with; `fault` and `note` name a sentence.
 * @typedef {{go: string}
 *   | {look: {position: Body, line: string[]}, note?: string}
 *   | {fault: string, values?: Object<string, string | number>}
 *   | {refused: Body}} Step
 */

/** @typedef {(log: Body) => Step} Look how the deal of a game that nobody played is looked at */

/**
 * @typedef {Object} Service the addresses of the service, and the means to ask it
 * @property {string} origin of its pages
 * @property {string} convert
 * @property {string} analyses
 * @property {string} shown_at before the id of an analysis
 * @property {(address: string, type: string, text: string) => Promise<{ok: boolean, location: ?string, body: any}>} ask
 */

const PBN = "application/x-pbn";
const LIN = "text/x-lin";
const LINKS = "text/uri-list";

/** The pages that a link may lead to, and the resources whose pages they are. */
const PAGES = /^(?:\/v1)?\/(analyses|puzzles|board)(\/[^/]*)?$/;

/** The fields of a log that are no part of its position. What no request has stays, to be refused by its name. */
const OF_LOG = [
  "plays", "limit", "cards", "id", "deals", "fair", "calls", "scoring", "partial", "turned_up", "left_over", "passed_out",
  "auction", "board", "result", "comments", "tags", "tables",
];

/** @type {Step} */
const UNKNOWN = { fault: "in_unknown" };

/** What begins the text of a deal: a seat; west is *Ouest* in French. */
const FIRST_SEAT = /^([NESWO]):/i;

/** The letters of cards that only one notation has: spades, hearts, queen and jack; pique, roi and valet. */
const ENGLISH = /[SHQJ]/i;
const FRENCH = /[PRV]/i;

/** The seats in the order of the table, twice: a deal may begin at any. */
const SEATS = "NESWNESW";

/** The seat after each, clockwise, by the letters with which the words for it begin in English and French. */
const NEXT = /** @type {Object<string, string>} */ ({ N: "E", E: "S", S: "W", W: "N", O: "N" });

/**
 * The kind of a text.
 * @param {string} text
 * @param {string} origin of the service's own pages
 * @returns {Incoming}
 */
export function kindOf(text, origin) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (!trimmed) return { kind: "nothing" };
  if (/^https?:\/\//i.test(trimmed)) return kindOfLink(trimmed, origin);
  // A tag of PBN begins with the same bracket as a list in JSON, and a comment before it as an object.
  if (/^(?:;[^\n]*\n\s*|\{[^}]*\}\s*)*(?:%|\[\s*\w+\s+")/.test(trimmed)) return { kind: "text", type: PBN };
  // A link in brackets, or behind its text in brackets, is no JSON.
  if (/^[[{](?!\s*https?:|[^\]"]*\]\(https?:)/i.test(trimmed)) return readJson(trimmed);
  if (/(^|\|)(pn|md|qx|vg|st)\|/i.test(trimmed)) return { kind: "text", type: LIN };
  if (FIRST_SEAT.test(trimmed)) return { kind: "deal", deal: trimmed.replace(/^o/i, "W").replace(/\s+/g, " ") };
  // A letter names the page that it is about; so does what "Copy as text" writes.
  const links = (trimmed.match(/https?:\/\/[^\s<>"]*/gi) ?? []).map((link) => kindOfLink(link, origin));
  return links.find(({ kind }) => kind === "page") ?? { kind: "unknown" };
}

/** A link without what ends a sentence or a bracket; a hand at its end keeps the dots between its four suits. @param {string} link */
function withoutStops(link) {
  let end = link.length;
  while (end && `>")]}.,;:!?…»”“’‘›'\``.includes(link[end - 1])) end -= 1;
  const field = link.slice(Math.max(...["?", "#", "&"].map((sign) => link.lastIndexOf(sign, end - 1))) + 1, end);
  const nDots = /^[NESW]=/.test(field) ? 4 - field.split(".").length : 0;
  for (let n = 0; n < nDots && link[end] === "."; n += 1) end += 1;
  return link.slice(0, end);
}

/** @param {string} word @returns {?URL} null if it is no address */
function linkOf(word) {
  try {
    return new URL(word);
  } catch {
    return null;
  }
}

/** @param {string} text @param {string} origin @returns {Incoming} */
function kindOfLink(text, origin) {
  const links = text.split(/\s+/).flatMap((word) => linkOf(withoutStops(word)) ?? []);
  if (!links.length) return { kind: "unknown" };
  const [{ origin: host, pathname, search, hash }] = links;
  // What stands behind the # of an own page has fields of the same names.
  if (host === origin && PAGES.test(pathname)) return { kind: "page", address: pathname.replace(/^\/v1/, "") + search + hash };
  const hasDeal = links.some(({ searchParams }) => [...searchParams.keys()].some((name) => /^(lin|n)$/i.test(name)));
  return hasDeal ? { kind: "text", type: LINKS } : { kind: "elsewhere" };
}

/** @param {string} text @returns {Incoming} */
function readJson(text) {
  try {
    const body = JSON.parse(text);
    return { kind: "json", body: Array.isArray(body) ? { deals: body } : body };
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim());
    try {
      if (lines.length > 1) return { kind: "json", body: { deals: lines.map((line) => JSON.parse(line)) } };
    } catch {
      // It is not one deal a line either: the first fault is the one to tell.
    }
    return { kind: "broken", line: lineOf(/** @type {Error} */ (error).message, text) };
  }
}

/** The line of a fault in JSON, from 1, where the browser's own message tells it. @param {string} message @param {string} text */
function lineOf(message, text) {
  const place = / position (\d+)/.exec(message);
  if (place) return text.slice(0, Number(place[1])).split("\n").length;
  return Number(/ line (\d+)/.exec(message)?.[1]) || null;
}

/** The number of cards in a deal, or in a hand. @param {any} cards @returns {number} */
export function countCards(cards) {
  if (Array.isArray(cards)) return cards.length;
  if (typeof cards === "string") return cards.replace(FIRST_SEAT, "").replace(/10/g, "T").replace(/[^\p{L}\d]/gu, "").length;
  if (cards && typeof cards === "object") return Object.values(cards).reduce((sum, hand) => sum + countCards(hand), 0);
  return 0;
}

/** The number of cards at each seat; more than four for the text of more than a deal. @param {any} deal @returns {Object<string, number>} */
function countBySeat(deal) {
  let hands = Object.entries(deal);
  if (typeof deal === "string") {
    const from = SEATS.indexOf(deal[0].toUpperCase());
    hands = deal.replace(FIRST_SEAT, "").trim().split(/\s+/).map((hand, n) => [n < 4 ? SEATS[from + n] : String(n), hand]);
  }
  return { N: 0, E: 0, S: 0, W: 0, ...Object.fromEntries(hands.map(([seat, hand]) => [seat, countCards(hand)])) };
}

/**
 * A deal of four players as `lookAt` shows it; why nothing can be shown where hands are missing.
 * @param {Body} log
 * @returns {Step}
 */
export function lookAtWhole(log) {
  const values = countBySeat(log.deal ?? {});
  const counts = Object.values(values);
  if (counts.length > 4) return { fault: "in_many_deals" };
  if (!counts.some(Boolean)) return { fault: "in_no_deal" };
  return counts.every((n) => n === counts[0]) ? lookAt(log) : { fault: "in_part_deal", values };
}

/** A deal for the board, on which what is missing can be dealt. @type {Look} */
export function lookAtPart(log) {
  const step = lookAtWhole(log);
  return "fault" in step && step.fault === "in_part_deal" ? lookAt(log) : step;
}

/** The first of some games that can be looked at, or why the first of all cannot. @param {Body[]} games @param {Look} look */
export function lookAtOne(games, look) {
  const steps = games.map(look);
  return steps.find((step) => "look" in step) ?? steps[0] ?? UNKNOWN;
}

/**
 * A log, with the notation of its cards if it is the French one and the log does not say so.
 * @param {Body} log
 * @returns {Body}
 */
function withNotation(log) {
  if (!log || typeof log !== "object" || log.notation) return log;
  const { deal, stock, plays } = log;
  const cards = [deal, stock, plays].flatMap((held) => (held && typeof held === "object" ? Object.values(held) : [held]));
  const letters = cards.flat().map((text) => String(text ?? "").replace(FIRST_SEAT, "")).join(" ");
  return FRENCH.test(letters) && !ENGLISH.test(letters) ? { ...log, notation: "fr" } : log;
}

/**
 * True for a game to be judged, false for a position to be looked at: a game is played to its end, or says
 * who played it or what was bid.
 * @param {Body} body
 */
export function isGame(body) {
  if (Array.isArray(body.deals)) return true;
  const n = Array.isArray(body.plays) ? body.plays.length : 0;
  if (!n) return Array.isArray(body.auction) && !body.contract;
  const isWhole = n >= countCards(body.deal) + countCards(body.stock);
  return isWhole || Boolean(body.players || body.auction || body.id);
}

/**
 * A position for the board, of a log whose plays become a line, or of a deal for which nothing was bid.
 * @param {Body} log
 * @returns {{look: {position: Body, line: string[]}, note?: string}}
 */
export function lookAt(log) {
  const read = withNotation(log);
  const position = Object.fromEntries(Object.entries(read).filter(([name]) => !OF_LOG.includes(name)));
  const line = Array.isArray(log.plays) ? log.plays : [];
  if (position.contract?.trump || position.variant !== "bridge") return { look: { position, line } };
  // Somebody must lead, and something be trumps, for the cards to have values.
  position.contract = { trump: "NT" };
  position.leader ??= NEXT[String(position.dealer ?? "").trim()[0]?.toUpperCase()] ?? "W";
  return { look: { position, line }, note: "taken_nt" };
}

/**
 * A position of the text of a deal, which names neither game nor contract: 32 cards from the seven up are taken for
 * belote, all else for bridge.
 * @param {string} deal as "N:AKT.987.-.J … … …"
 * @param {Look} look
 * @returns {Step}
 */
function lookAtDeal(deal, look) {
  const first = deal[0].toUpperCase();
  const isBelote = countCards(deal) === 32 && !/[2-6]/.test(deal);
  const bridge = look({ variant: "bridge", deal, leader: first });
  if (!isBelote || "fault" in bridge) return bridge;
  const position = withNotation({ variant: "belote", deal, leader: first });
  position.contract = { trump: position.notation ? "C" : "H", taker: first };
  return { look: { position, line: [] }, note: "taken_belote" };
}

/**
 * Find out what to do with a text; the service converts bridge and judges games.
 * @param {string} text
 * @param {Service} service
 * @param {Look} [look]
 * @returns {Promise<Step>}
 */
export async function receive(text, service, look = lookAtWhole) {
  const found = kindOf(text, service.origin);
  switch (found.kind) {
    case "nothing":
    case "elsewhere":
      return { fault: `in_${found.kind}` };
    case "unknown":
      return UNKNOWN;
    case "broken":
      return found.line ? { fault: "not_json_line", values: { line: String(found.line) } } : { fault: "not_json" };
    case "page":
      return { go: found.address };
    case "deal":
      return lookAtDeal(found.deal, look);
    case "json":
      return receiveJson(found.body, service);
    case "text":
      return receiveText(found.type, text, service, look);
  }
}

/** @param {Body} given @param {Service} service @returns {Promise<Step>} */
async function receiveJson(given, service) {
  if (given === null || typeof given !== "object") return UNKNOWN;
  const { deals } = given;
  const body = Array.isArray(deals) && !given.notation ? { ...given, deals: deals.map(withNotation) } : withNotation(given);
  // A puzzle, as the bank writes it, is its position; an answer of the converter is its games.
  if (body.goal && body.position) return lookAtFirst(body.position);
  if (Array.isArray(body.games)) return receiveJson(body.games.length === 1 ? body.games[0] : { deals: body.games }, service);
  // By what each player could know, too, and of one deal the calls, unless the game says otherwise.
  if (isGame(body)) return judge("application/json", JSON.stringify({ fair: true, calls: !body.deals, ...body }), [body], service);
  const { id, players, ...position } = body;
  return lookAtFirst(players ? { ...position, players } : position);
}

/** A position at its first card; without a field it is none, and the board would show its sample. @param {any} position @returns {Step} */
function lookAtFirst(position) {
  const isEmpty = typeof position !== "object" || !Object.keys(position).length;
  return isEmpty ? UNKNOWN : { look: { position, line: [] } };
}

/** @param {string} type @param {string} text @param {Service} service @param {Look} look @returns {Promise<Step>} */
async function receiveText(type, text, service, look) {
  const converted = await service.ask(service.convert, type, text);
  if (!converted.ok) return { refused: converted.body };
  const games = /** @type {Body[]} */ (converted.body.games);
  if (games.some((game) => game.plays?.length || game.auction?.length)) return judge(type, text, games, service);
  const step = lookAtOne(games, look);
  return "look" in step && games.length > 1 ? { ...step, note: "first_of_many" } : step;
}

/**
 * Have games judged, and go to their analysis; a service that keeps none leaves one game to the board.
 * @param {string} type @param {string} text @param {Body[]} games @param {Service} service
 * @returns {Promise<Step>}
 */
async function judge(type, text, games, service) {
  const { ok, location, body } = await service.ask(service.analyses, type, text);
  if (!ok) return { refused: body };
  if (location) return { go: service.shown_at + location.slice(location.lastIndexOf("/") + 1) };
  // What was neither kept nor judged is no answer of the service.
  if (!Array.isArray(body?.plays ?? body?.deals)) throw refusalOf(body);
  const [game] = Array.isArray(games[0]?.deals) ? games[0].deals : games;
  return game ? { ...lookAt(game), note: "not_kept" } : UNKNOWN;
}

/**
 * The means to ask a service by its addresses.
 * @param {string} language
 * @returns {Service["ask"]}
 */
export function askIn(language) {
  return async (address, type, text) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": type, Accept: "application/json", "Accept-Language": language },
      body: text,
    });
    return { ok: response.ok, location: response.headers.get("Location"), body: await response.json() };
  };
}
