// A try at a puzzle whose page is loaded again: where it was is kept in the entry of the history. Nothing of it is sent to
// be judged again, so that no rating hangs on it, and what is strange in it counts as nothing.

import { N_HINTS, Try, graft, lead } from "./puzzle.js";
import { refutationText } from "./puzzle_says.js";
import { replay } from "./replay.js";
import { capitalised } from "./words.js";

/** @typedef {import("./puzzle.js").Attempt} Attempt */
/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle_mode.js").PuzzleMode} PuzzleMode */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{card: string, end?: Attempt["end"], refutation?: Attempt["refutation"]}} Judged a card, and what was said of it */

/**
 * @typedef {import("./puzzle.js").Try["kept"] & {id: string, judged: ?Judged, at: number}} Kept `at` is how many cards of
 *   the line of the try are played where the reader is
 */

/** The most cards of a line. */
const MOST_CARDS = 52;

/** Keep where a try is. @param {PuzzleMode} mode */
export function keepTry({ puzzle, try: attempt, judged, board, solved, ran, isRunning }) {
  const kept = { ...attempt.kept, id: puzzle.id, judged };
  const line = kept.stage === "shown" ? (solved?.line ?? []) : lineOf(kept);
  // Cards that play themselves are all played the next time.
  const { plays = [] } = (isRunning ? ran[ran.length - 1] : board?.tree.current) ?? {};
  const isOnLine = plays.join() === line.slice(0, plays.length).join();
  const at = isOnLine ? plays.length : attempt.isOver ? 0 : line.length;
  const state = { try: { ...kept, at } };
  // A browser refuses many changes in a short time.
  if (JSON.stringify(state) === JSON.stringify(history.state)) return;
  try {
    history.replaceState(state, "");
  } catch {
    // The next one is kept.
  }
}

/** The cards of a try, with those that refute the wrong one. @param {Pick<Kept, "stage" | "track" | "judged">} kept */
function lineOf({ stage, track, judged }) {
  return stage === "wrong" && judged ? [...track, judged.card, ...(judged.refutation?.line ?? [])] : track;
}

/**
 * The try that was kept in an entry of the history.
 * @param {any} state of the entry
 * @param {Words} words
 * @param {Pick<Puzzle, "id">} puzzle
 * @returns {?Kept} null if there is none of this puzzle, or it is no try as this page keeps them
 */
export function readKept(state, words, { id }) {
  try {
    const kept = /** @type {Kept} */ (state.try);
    const { stage, lefts, hints, isHelped, ended, at } = kept;
    const line = lineOf(kept);
    const isWhole = (/** @type {any} */ n, most = MOST_CARDS) => Number.isInteger(n) && n >= 0 && n <= most;
    const isRight = kept.id === id && ["find", "wrong", "solved", "shown"].includes(stage) &&
      line.length <= MOST_CARDS && new Set(line).size === line.length && line.every((card) => Object.hasOwn(words.cards, card)) &&
      lefts.every((pair) => pair.length === 2 && pair.every((n) => isWhole(n))) && isWhole(hints, N_HINTS) &&
      typeof isHelped === "boolean" && isWhole(at) && (ended === null || isWhole(ended.ratings?.solver ?? 0, Infinity)) &&
      Number.isInteger(ended?.moved ?? 0) && typeof verdictOf(words, kept) === "string";
    return isRight ? kept : null;
  } catch {
    return null;
  }
}

/** How the try stood, in words; nothing while a card is to be found. @param {Words} words @param {Kept} kept */
function verdictOf(words, { stage, judged }) {
  if (stage === "solved") return words.say(`pz_solved_${judged?.end ?? "hidden"}`);
  return stage === "wrong" && judged ? refutationText(words, words.card(judged.card), judged.refutation ?? {}) : "";
}

/**
 * Go on where a try was.
 * @param {PuzzleMode} mode still at the first card
 * @param {Kept} kept
 * @param {() => void} there called when the reader is where they were
 */
export async function goOn(mode, kept, there) {
  const { words, puzzle } = mode;
  const { stage, track, hints, at } = kept;
  mode.try.restore(kept);
  mode.judged = kept.judged;
  const verdict = verdictOf(words, kept);
  const [refuted, verdictKind] = stage === "wrong" ? [verdict, "wrong"] : ["", "right"];
  Object.assign(mode, { verdict: capitalised(verdict), verdictKind: verdict && verdictKind, refuted });
  const told = mode.try.isOver ? mode.open() : hints ? askAgain(mode, kept) : null;
  // No card waits for what is told, but the line of a solution.
  if (stage === "shown") await told;
  const board = /** @type {import("./board.js").Board} */ (mode.board);
  const line = stage === "shown" ? (mode.solved?.line ?? []) : lineOf(kept);
  // Of the other hands of a hidden puzzle nothing is played.
  if (puzzle.kind === "open" && line.length) {
    // Who has gone on meanwhile stays there.
    const isElsewhere = board.tree.current !== board.tree.root;
    if (!isElsewhere && (await replay(board, line, at, there))) {
      await beginAnew(mode);
      return;
    }
    const nodes = graft(board.tree.root, line);
    // The reader may have played on meanwhile.
    if (mode.judged !== kept.judged) return;
    if (stage === "wrong") mode.line = nodes.slice(track.length + 1);
    else lead(nodes[nodes.length - 1]);
    if (isElsewhere) await mode.fill(nodes);
  }
  mode.draw();
}

/** Ask again for the hints that were told; what cannot be had can be asked for once more. @param {PuzzleMode} mode @param {Kept} kept */
async function askAgain(mode, { track, hints }) {
  const attempt = mode.try;
  const told = await mode.bank.hints(mode.puzzle.id, hints, track).catch(() => null);
  // Another hint or another card may have come meanwhile.
  if (mode.try !== attempt || attempt.track.join() !== track.join()) return;
  if (told && told.length > mode.hints.length) mode.hints = told;
  else if (!told && attempt.hints === hints) attempt.hints = 0;
  mode.draw();
}

/** Begin anew, where a try that was kept leads nowhere; what was told of the solution stays told. @param {PuzzleMode} mode */
export async function beginAnew(mode) {
  const board = /** @type {import("./board.js").Board} */ (mode.board);
  if (!mode.try.isOver) {
    mode.try = new Try(mode.puzzle);
    mode.judged = null;
    mode.refuted = "";
    mode.tell("");
  }
  await board.show(() => board.tree.first());
}
