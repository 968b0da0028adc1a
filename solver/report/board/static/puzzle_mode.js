// A puzzle on the board: the reader plays one side, the service judges each card and answers, and what was wrong is
// played out. The state is in puzzle.js.

import { TooMany } from "./bank.js";
import { isStill, isTrickTold, toldSince } from "./mode.js";
import { Try, graft, lead, shownOf, takeBack } from "./puzzle.js";
import { buildPanel, drawButtons } from "./puzzle_parts.js";
import { askHints, drawHints, refutationText, shownText } from "./puzzle_says.js";
import { whyFailed } from "./refusal.js";
import { tell, tellMore } from "./said.js";
import { capitalised } from "./words.js";

/** @typedef {import("./bank.js").Bank} Bank */
/** @typedef {import("./bank.js").Hint} Hint */
/** @typedef {import("./bank.js").Solved} Solved */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./mode.js").Mode} Mode */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle_page.js").Around} Around */
/** @typedef {import("./words.js").Words} Words */

/** The time that a card played by itself is looked at, in milliseconds. */
const PAUSE_MS = 750;

/** @implements {Mode} */
export class PuzzleMode {
  /** @param {Words} words @param {Puzzle} puzzle @param {Bank} bank @param {Around} around */
  constructor(words, puzzle, bank, around) {
    this.words = words;
    this.puzzle = puzzle;
    this.bank = bank;
    this.around = around;
    this.try = new Try(puzzle);
    /** @type {Hint[]} */
    this.hints = [];
    /** @type {?Solved} */
    this.solved = null;
    /** @type {?import("./puzzle_kept.js").Judged} the card that was judged last */
    this.judged = null;
    /** @type {Node[]} the line that was played out last */
    this.line = [];
    this.ran = /** @type {Node[]} the cards that played themselves last */ ([]);
    // The last is what was said of the wrong card.
    this.verdict = this.verdictKind = this.refuted = "";
    this.fault = ""; // why something could not be had: told in place of the verdict, until it is there
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.isRunning = false;
    this.isRevealed = puzzle.kind === "open";
    this.filling = new AbortController();
    const { goal, panel, parts } = buildPanel(words, puzzle.told);
    this.goal = goal;
    this.panel = panel;
    this.parts = parts;
  }

  /** Hang the mode on its board; it is made after the mode. @param {Board} board */
  attach(board) {
    this.board = board;
    this.filling = new AbortController();
    this.draw();
  }

  hidden() {
    return this.isRevealed ? [] : this.puzzle.hidden;
  }

  values() {
    return this.try.isOver;
  }

  /** Where those of the cards that play themselves began that are told together. */
  since() {
    const { ran, board } = this;
    const current = board?.tree.current;
    return current && (ran[ran.length - 1] === current || this.tells()) ? toldSince(current, ran[0].parent) : null;
  }

  answers() {
    const { ran, board } = this;
    // A card that is judged is named with its verdict.
    if (this.try.stage === "judging") return true;
    return this.isRunning && [ran[0]?.parent, ...ran.slice(0, -1)].some((one) => one === board?.tree.current);
  }

  tells() {
    return this.isRunning && this.ran.some((one) => one === this.board?.tree.current && isTrickTold(one));
  }

  close() {
    this.filling.abort();
    this.stop();
  }

  after() {
    this.draw();
  }

  /** Judge a card of the reader, and play what follows. @param {string} card */
  async onplay(card) {
    const board = /** @type {Board} */ (this.board);
    const { current } = board.tree;
    const seat = current.answer?.to_play ?? null;
    const turn = this.try.turn(current.plays, seat);
    if (turn === "free") return true;
    if (turn !== "judge") {
      this.refuse(turn, seat);
      return false;
    }
    const plays = [...current.plays, card];
    this.try.send();
    this.tell(this.words.say("pz_judging"));
    // The other hands of a hidden puzzle are not known: its card is judged where it lies.
    const known = this.puzzle.kind === "open";
    const isNew = !current.children.some((one) => one.card === card);
    if (known) board.put(card);
    let attempt;
    try {
      attempt = await this.bank.attempt(this.puzzle.id, plays);
    } catch (error) {
      if (this.try.isOver) return false;
      this.try.recall();
      if (known) await board.show(() => takeBack(board.tree, current, isNew ? card : null));
      this.tell("");
      this.tellFault(error, known ? this.words.sentence("pz_taken_back", { card: this.words.card(card) }) : "");
      // Who goes by keys is on that card again, and not on the one that was the first meanwhile.
      if (known && board.focus.key()?.startsWith("card ")) this.focusCard(`[data-key="card ${card}"]`);
      return false;
    }
    // The reader may have asked for the solution while the card was judged.
    if (this.try.isOver) return false;
    this.take(known ? graft(current, [card])[0] : current, card, plays, attempt);
    return false;
  }

  /** @param {Node} node that of the card @param {string} card @param {string[]} plays @param {import("./puzzle.js").Attempt} attempt */
  take(node, card, plays, attempt) {
    const { words, board } = this;
    const name = words.card(card);
    const cards = this.try.judged(plays, attempt);
    this.judged = { card, end: attempt.end, refutation: attempt.refutation };
    this.line = this.puzzle.kind === "open" ? graft(node, cards) : [];
    const isWrong = attempt.state === "wrong";
    if (isWrong) this.refuted = refutationText(words, name, attempt.refutation ?? {});
    else lead(this.line[this.line.length - 1] ?? node);
    const solved = attempt.state === "solved" ? words.say(`pz_solved_${attempt.end ?? "hidden"}`) : "";
    // The end is told at once where no card answers.
    const right = (!this.line.length && solved) || words.say("pz_right", { card: name });
    this.tell(isWrong ? this.refuted : right, isWrong ? "wrong" : "right");
    if (attempt.ratings) this.around.ended(attempt); // read out after the verdict
    if (isWrong) {
      const before = (this.puzzle.position.plays ?? []).length + plays.length;
      const players = Object.keys(board?.tree.root.answer?.hands ?? {}).length || 4;
      this.focus("retry");
      this.run(node, shownOf(this.line, attempt.refutation?.reply, before, players), () => this.fill(this.line));
      return;
    }
    this.run(node, this.line, () => {
      if (solved) this.end(solved);
    });
  }

  /** Play nodes one after another, until the reader goes elsewhere. @param {Node} from @param {Node[]} nodes @param {() => void} [then] */
  run(from, nodes, then) {
    clearTimeout(this.timer);
    const isBegun = this.isRunning;
    this.isRunning = nodes.length > 0;
    const board = /** @type {Board} */ (this.board);
    const [next, ...rest] = nodes;
    if (next && this.ran[this.ran.length - 1] !== nodes[nodes.length - 1]) this.ran = nodes;
    if (!next) {
      this.draw();
      // Who waits on the table has the cards again.
      if (!this.try.isOver) board.focus.restore(board.focus.key());
      then?.();
      return;
    }
    if (!isBegun) this.draw();
    this.timer = setTimeout(async () => {
      if (board.tree.current !== from) {
        this.run(from, [], then);
        return;
      }
      await board.show(() => board.tree.go(next));
      this.run(next, rest, then);
    }, isStill() ? 0 : PAUSE_MS);
  }

  /** Find out what lies on the table along nodes that nobody has gone to, so that their tricks can be told apart. @param {Node[]} nodes */
  async fill(nodes) {
    const board = /** @type {Board} */ (this.board);
    const { signal } = this.filling;
    try {
      for (const node of nodes) node.answer ??= await board.solve(node.plays, signal);
    } catch {
      // They are asked for again when the reader goes there.
    }
    if (!signal.aborted) board.draw();
  }

  stop() {
    clearTimeout(this.timer);
    this.isRunning = false;
  }

  /** Take the wrong card back. */
  async retry() {
    const board = /** @type {Board} */ (this.board);
    this.stop();
    this.try.retry();
    this.tell("");
    await board.show(() => board.tree.go(this.nodeOfTrack()));
    this.focusCard();
  }

  /** The node up to which all is right. @returns {Node} */
  nodeOfTrack() {
    const { root } = /** @type {Board} */ (this.board).tree;
    return graft(root, this.try.track).pop() ?? root;
  }

  /** Play the refutation again, from the wrong card. */
  async replay() {
    const board = /** @type {Board} */ (this.board);
    const [first] = this.line;
    if (!first?.parent) return;
    const { parent } = first;
    this.tell(this.refuted, "wrong", true);
    await board.show(() => board.tree.go(parent));
    this.run(parent, this.line);
  }

  async hint() {
    const { hints, isHelped } = this.try;
    try {
      this.hints = await askHints(this.bank, this.puzzle.id, this.try);
      this.recover();
      this.draw();
      this.around.helped(); // read out after the hint
    } catch (error) {
      Object.assign(this.try, { hints, isHelped });
      this.tellFault(error);
    }
  }

  /** Show the solution, and play its line. */
  async show() {
    this.stop();
    const board = /** @type {Board} */ (this.board);
    try {
      this.solved = await this.bank.solution(this.puzzle.id);
    } catch (error) {
      this.tellFault(error);
      return;
    }
    this.try.show();
    const { line } = this.solved;
    await this.finish(shownText(this.words, this.solved));
    if (this.puzzle.kind === "hidden") return;
    lead(graft(board.tree.root, line)[line.length - 1]);
    await this.playOut(line);
  }

  /** The puzzle is solved; what is said of its last card has been heard. @param {string} verdict */
  async end(verdict) {
    await this.finish(verdict);
    const { parts, said } = /** @type {Board} */ (this.board);
    tellMore(parts.status, said);
  }

  /** All may be seen now. @param {string} verdict */
  async finish(verdict) {
    this.tell(verdict, "right");
    await this.open();
    // A board with all hands is not to be seen before its values are there.
    await this.board?.ready;
    this.focus("look");
  }

  /** Tell all that is known of the puzzle; what cannot be had now is asked for again when the reader looks. */
  async open() {
    try {
      this.solved ??= await this.bank.solution(this.puzzle.id);
      if (this.try.stage === "shown") Object.assign(this, { verdict: capitalised(shownText(this.words, this.solved)), verdictKind: "right" });
      this.recover();
      this.around.over(this.solved, this.parts.after);
    } catch (error) {
      this.tellFault(error);
    }
    const { deal, stock } = this.solved ?? {};
    if (!this.isRevealed && deal) {
      this.isRevealed = true;
      this.attach(this.around.reveal({ ...this.puzzle.position, deal, ...(stock ? { stock } : {}) }));
    }
    this.board?.draw();
    this.draw();
  }

  /** Back to the first card, with all that every card is worth. */
  async look() {
    this.stop();
    if (!this.solved) await this.open();
    // The hands that are not known yet show no card.
    if (!this.isRevealed) return;
    const board = /** @type {Board} */ (this.board);
    await board.show(() => board.tree.first(), this.words.say("pz_look_says"));
    this.focusCard();
  }

  /** Why a card of the reader was not taken. @param {string} turn @param {?string} seat */
  refuse(turn, seat) {
    const { words, puzzle } = this;
    const refuted = this.try.stage === "wrong" ? `${this.refuted} ` : "";
    const say = (/** @type {string} */ why) => this.tell(refuted + why, refuted ? "wrong" : "", true);
    if (turn === "others" && seat && !this.isRunning) say(words.say("pz_others", { seat: words.seat(seat), side: words.sideName(puzzle.side) }));
    else if (turn === "wrong" || turn === "aside") say(words.say(`pz_${turn}`));
  }

  /** @param {any} error @param {string} [before] what is said before it */
  tellFault(error, before = "") {
    const why = error instanceof TooMany ? this.words.say("pz_too_many", { n: error.wait }) : whyFailed(this.words, error);
    this.fault = [before, why].filter(Boolean).join(" ");
    this.drawVerdict(true);
  }

  /** What failed has been done since: say again what was said before. */
  recover() {
    if (this.fault) this.tell(this.verdict, this.verdictKind);
  }

  /** Say how the try stands. @param {string} text @param {string} [kind] @param {boolean} [isAgain] */
  tell(text, kind = "", isAgain = false) {
    // It may begin with the name of a card.
    this.verdict = capitalised(text);
    this.verdictKind = kind;
    this.fault = "";
    this.drawVerdict(isAgain);
  }

  /** @param {boolean} isAgain whether it is told although it stands there */
  drawVerdict(isAgain) {
    this.draw(isAgain);
    if (this.fault || this.verdictKind) this.parts.verdict.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} [isAgain] */
  draw(isAgain = false) {
    const { words, parts, board } = this;
    if (!board) return;
    const { stage, isOver, left, hints } = this.try;
    const held = board.focus.key();
    parts.left.textContent = isOver ? "" : words.say("pz_left", { n: left });
    parts.left.hidden = isOver;
    parts.atFirst.hidden = board.tree.current.parent !== null;
    // What was found stays found, whatever fails after it.
    const verdict = this.fault && !isOver ? "" : this.verdict;
    tell(parts.verdict, [verdict, this.fault].filter(Boolean).join(" "), { isAgain, isPart: stage === "judging" && !this.fault });
    parts.verdict.className = `verdict ${this.fault && !verdict ? "wrong" : this.verdictKind}`;
    // What was told of a card goes with it.
    drawHints(words, parts.hints, this.hints.slice(0, hints));
    parts.hints.hidden = !parts.hints.childElementCount || isOver;
    const isAside = stage === "find" && !this.isRunning && board.tree.current !== this.nodeOfTrack();
    drawButtons(words, parts.buttons, [
      ["retry", "pz_retry", stage === "wrong", () => this.retry()],
      ["replay", "pz_replay", stage === "wrong" && this.line.length > 0, () => this.replay()],
      ["return", "pz_return", isAside, () => this.retry()],
      ["hint", hints ? "pz_hint_more" : "pz_hint", this.try.hasHint, () => this.hint()],
      ["show", "pz_show", !isOver, () => this.show()],
      ["look", "pz_look", isOver, () => this.look()],
    ]);
    // After the last hint its button is gone.
    if (held === "hint") this.focus(this.try.hasHint ? "hint" : "show");
    else if (held && !board.focus.key()) board.focus.restore(held);
    this.around.drawn();
  }

  /** Move the focus to a button of the panel, if it was on the board. @param {string} key */
  focus(key) {
    if (document.activeElement === document.body || /** @type {Board} */ (this.board).focus.key() !== null) {
      /** @type {?HTMLElement} */ (this.panel.querySelector(`[data-key="${key}"]`))?.focus({ preventScroll: true });
    }
  }

  /** @param {string} [of] a selector */
  focusCard(of = "button.card[tabindex='0']") {
    const board = /** @type {Board} */ (this.board);
    /** @type {?HTMLElement} */ (board.parts.choices.querySelector(of))?.focus({ preventScroll: true });
  }

  /** Play a line from the first card on. @param {string[]} cards */
  async playOut(cards) {
    const board = /** @type {Board} */ (this.board);
    const nodes = graft(board.tree.root, cards);
    // They are told together.
    Object.assign(this, { ran: nodes, isRunning: true });
    await board.show(() => board.tree.first());
    this.run(board.tree.root, nodes);
  }
}
