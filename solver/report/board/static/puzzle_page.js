// Starts a puzzle on its page: the board, the reader's name and rating, and what comes after the solution.

import { Bank } from "./bank.js";
import { Board } from "./board.js";
import { h, heardAs, live } from "./dom.js";
import { afterPicture } from "./later.js";
import { beginAnew, goOn, keepTry, readKept } from "./puzzle_kept.js";
import { PuzzleMode } from "./puzzle_mode.js";
import { drawRefutations } from "./puzzle_says.js";
import { nextQuery } from "./puzzle.js";
import { KeptReader, met, pageStorage, rated } from "./reader.js";
import { nameForm, ratingText } from "./reader_form.js";
import { Words, signed } from "./words.js";

/** @typedef {import("./bank.js").Solved} Solved */

/**
 * @typedef {Object} Around what the page does beside the board
 * @property {(attempt: import("./puzzle.js").Attempt) => void} ended a try came to its end, and ratings may have moved
 * @property {() => void} helped a hint came
 * @property {() => void} drawn something may have changed, of the try or of where the reader is
 * @property {(solved: Solved, panel: HTMLElement) => void} over all may be told
 * @property {(position: Object<string, any>) => Board} reveal puts another board on the page, with all hands of a
 *   hidden puzzle; the mode goes on on it
 */

const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("board-data")).textContent ?? "");
const place = /** @type {HTMLElement} */ (document.getElementById("board"));
const words = new Words(data.words, "en");
/** @type {import("./puzzle.js").Puzzle} */
const puzzle = data.puzzle;

const reader = new KeptReader(pageStorage());
reader.change((one) => met(one, puzzle.id));
/** The name under which the service was asked last. */
let asked = "";
const bank = new Bank(data.puzzles, words.table.language, () => (asked = reader.now.name));
const standing = live("p.quiet");
/** What it has told last. */
let told = "";
/** The same beside the verdict, for who sees it, once all may be told. */
const besideVerdict = h("p.quiet", { "aria-hidden": "true" });
/** True once the try is where the page was left, if it was: from then on that is kept. */
let isSettled = false;
const below = h("section.panel", { "aria-labelledby": "themes", hidden: true });

const mode = new PuzzleMode(words, puzzle, bank, {
  ended: (attempt) => {
    attempt.by = asked;
    // Of another name this is the first try.
    if (mode.try.ended?.by !== asked) mode.try.ended = attempt;
    reader.change((one) => rated(one, asked, attempt.ratings?.solver));
    showStanding();
  },
  helped: () => showStanding(),
  drawn: () => isSettled && keepTry(mode),
  over: (solved, panel) => showAfter(solved, panel),
  reveal: (position) => {
    board.close();
    board = new Board(place, { ...shown, position, answers: [] }, { ...data, mode });
    return board;
  },
});

/** A way on for who does not want this one. */
const skip = h("div", {}, nextLinks());

/** Tell what is known of the reader, and how their rating moved; what stands there already is not read out again. */
function showStanding() {
  besideVerdict.textContent = standingText().text;
  const show = () => {
    const { text, heard = text } = standingText();
    if (told === text) return;
    told = text;
    standing.replaceChildren(...heardAs(text, heard));
  };
  // Of texts that change in one picture any may be read out first: the verdict is to be heard before it.
  if (isSettled) afterPicture(show);
  else show();
}

/** How the reader stands; heard in other words where a sign says how their rating moved. @returns {{text: string, heard?: string}} */
function standingText() {
  const { stage, isHelped } = mode.try;
  // What moved is the rating of the name that the reader had then.
  const ended = mode.try.ended?.by === reader.now.name ? mode.try.ended : null;
  if (ended?.moved !== undefined && ended.ratings) {
    const { moved, ratings: { solver: rating = "" } } = ended;
    const text = words.say("pz_moved", { rating, moved: signed(moved, "+") });
    return { text, heard: moved ? words.say(moved > 0 ? "pz_moved_up" : "pz_moved_down", { rating, n: Math.abs(moved) }) : text };
  }
  if (!ended) return { text: stage === "shown" || isHelped ? words.say("pz_helped") : ratingText(words, reader.now) };
  return { text: words.say(ended.first === false ? "pz_only_first" : isHelped ? "pz_helped" : "pz_not_rated") };
}

/** The addresses of other puzzles. @param {number} [rating] that of this one, once it is told */
function nextLinks(rating) {
  const { name, seen, wanted: last = "" } = reader.now;
  const wanted = new URLSearchParams(last);
  const themes = wanted.getAll("theme");
  const to = (/** @type {string} */ key, /** @type {Object<string, any>} */ query) => {
    const own = { solver: name, exclude: seen };
    return h("a.button", { href: `${data.pages}/next?${nextQuery({ ...query, ...own })}`, "data-key": key }, words.say(key));
  };
  // Of a game of one's own the bank draws none: the next is of any game, and none is like this one.
  const { variant } = puzzle.position, isOwn = typeof variant !== "string";
  const chosen = { variant: wanted.get("variant") ?? (isOwn ? "" : variant), difficulty: wanted.get("difficulty") ?? "", theme: themes };
  const near = (/** @type {string} */ difficulty) => ({ variant, rating, difficulty });
  return h(
    "p.links", {}, to("pz_next", chosen),
    ...(rating === undefined || isOwn ? [] : [to("pz_like", near("")), to("pz_easier", near("easier")), to("pz_harder", near("harder"))]),
  );
}

/** What may be told when it is over: ratings, other puzzles, themes, what refutes other cards, votes. @param {Solved} solved @param {HTMLElement} panel */
async function showAfter(solved, panel) {
  showStanding();
  // It is heard where it stands, and seen beside the verdict.
  standing.classList.add("unseen");
  panel.replaceChildren(besideVerdict, nextLinks(solved.rating));
  const themes = h("ul.themes");
  below.replaceChildren(
    h("h2", { id: "themes" }, words.say("pz_themes")), themes, drawRefutations(words, solved, (cards) => mode.playOut(cards)),
    h("p.quiet", {}, words.say("pz_puzzle_rating", { rating: solved.rating })), votes(),
  );
  below.hidden = false;
  skip.replaceChildren();
  const told = await bank.themes(data.variant).catch(() => []);
  const known = new Map(told.map((one) => [one.theme, one]));
  themes.replaceChildren(
    ...solved.themes.map((theme) => h("li", {}, h("strong", {}, known.get(theme)?.name ?? theme), ` ${known.get(theme)?.text ?? ""}`)),
  );
}

function votes() {
  const said = live("span");
  const row = h("div.controls.votes", { role: "group", "aria-label": words.say("pz_vote") }, h("span", {}, words.say("pz_vote")));
  for (const [name, up] of /** @type {[string, boolean][]} */ ([["pz_up", true], ["pz_down", false]])) {
    const onclick = async () => {
      try {
        said.textContent = words.say("pz_votes", await bank.vote(puzzle.id, up));
        mode.recover();
        [...row.querySelectorAll("button")].forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
      } catch (error) {
        mode.tellFault(error);
      }
    };
    const button = h("button", { type: "button", onclick, "aria-pressed": "false" }, words.say(name));
    row.append(button);
  }
  row.append(said);
  return row;
}

const shown = { position: puzzle.position, game: [], answers: puzzle.answers, remarks: [], players: {} };
let board = new Board(place, shown, { ...data, mode });
mode.attach(board);
const form = nameForm(words, reader, () => {
  if (!mode.try.isOver) skip.replaceChildren(nextLinks());
  showStanding();
});
place.after(below, h("section.panel.reader", { "aria-label": words.say("pz_reader") }, standing, form, skip));
settle();

/** Go on where the page was left, if it is loaded again. */
async function settle() {
  const kept = readKept(history.state, words, puzzle);
  const show = () => place.classList.remove("following");
  // What is on the way to where the reader was would only flicker.
  place.classList.toggle("following", Boolean(kept?.at));
  const going = kept && goOn(mode, kept, show).catch(() => beginAnew(mode)).finally(show);
  // How the try stands is known before its cards are there.
  showStanding();
  await going;
  showStanding();
  isSettled = true;
  keepTry(mode);
}
