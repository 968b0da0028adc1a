// The page where puzzles are chosen. It works without this, too: with it the reader is known by a name, so that the
// level is their own, and what they chose last is chosen again.

import { Bank } from "./bank.js";
import { live } from "./dom.js";
import { nextQuery } from "./puzzle.js";
import { KeptReader, pageStorage } from "./reader.js";
import { nameForm, ratingText } from "./reader_form.js";
import { Words } from "./words.js";

const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("board-data")).textContent ?? "");
const words = new Words(data.words, "en");
const reader = new KeptReader(pageStorage());

const form = /** @type {?HTMLFormElement} */ (document.getElementById("choose"));
const place = document.getElementById("reader");
if (form && place) start(form, place);

/** @param {HTMLFormElement} form @param {HTMLElement} place */
function start(form, place) {
  const field = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  const standing = live("p.quiet", ratingText(words, reader.now));
  const changed = () => {
    standing.textContent = ratingText(words, reader.now);
  };
  place.append(standing, nameForm(words, reader, changed));
  place.hidden = false;
  // Step 1. What was chosen last is chosen again, unless the address says something.
  if (!location.search) {
    const wanted = new URLSearchParams(reader.now.wanted);
    for (const [name, value] of wanted) {
      const select = field(name);
      if ([...(select?.options ?? [])].some((option) => option.value === value)) select.value = value;
    }
  }
  // Step 2. Themes are told with the numbers of puzzles of the game.
  const bank = new Bank(data.puzzles, words.table.language, () => reader.now.name);
  const count = async () => {
    const themes = await bank.themes(field("variant").value).catch(() => []);
    const numbers = new Map(themes.map((one) => [one.theme, one]));
    for (const option of field("theme").options) {
      const one = numbers.get(option.value);
      if (!one) continue;
      option.textContent = `${one.name} (${one.puzzles})`;
      option.disabled = !one.puzzles;
      if (option.selected && !one.puzzles) field("theme").value = "";
    }
  };
  field("variant").addEventListener("change", count);
  if (field("variant").value) count();
  // Step 3. Go to a puzzle as the reader who this browser knows.
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(["variant", "difficulty", "theme"].map((name) => [name, field(name).value]));
    const { name, seen } = reader.change((one) => ({ ...one, wanted: nextQuery(chosen) }));
    location.assign(`${form.action}?${nextQuery({ ...chosen, solver: name, exclude: seen })}`);
  });
}
