// Trying a deal: the reader plays a seat or a side, best play answers, and a verdict ends it.

import { h, live, tick } from "./dom.js";
import { PanelMode, button, choice, focusCards, introduction, lookAt, pause, seatsText, showTable } from "./mode_parts.js";
import { tell } from "./said.js";
import { post } from "./solve.js";
import { cardText } from "./table.js";
import { rootOf, treeTo } from "./trees.js";
import {
  chairsOf,
  fairCosts,
  fairRequest,
  firstChair,
  hiddenFrom,
  isDummySeen,
  isForced,
  isOwnTurn,
  lastChoice,
  lastTrick,
  replyTo,
  verdictOf,
} from "./try_state.js";
import { drawVerdict, saidOf } from "./verdict.js";

/** @typedef {import("./mode.js").Context} Context */
/** @typedef {import("./state.js").Node} Node */
/** @typedef {import("./try_state.js").Chair} Chair */
/** @typedef {import("./try_state.js").FairCost} FairCost */
/** @typedef {import("./try_state.js").Verdict} Verdict */

export class Try extends PanelMode {
  /** @param {Context} context whose tree is the one that was looked at */
  constructor(context) {
    super(context);
    /** @type {"choose" | "play" | "verdict"} */
    this.phase = "choose";
    /** @type {?Chair} */
    this.chair = null;
    this.playsForced = false;
    this.nTakenBack = 0;
    /** @type {?Verdict} */
    this.verdict = null;
    /** @type {(?FairCost)[]} */
    this.fair = [];
    /** What is said of the fair verdict, or while it is not there: one element, in which a change is read out. */
    this.fairSaid = live("p.quiet");
    this.here = startOf(context.tree.current);
    this.tree = treeTo(this.here);
    this.start = this.tree.current;
    /** Where the reader played last. */
    this.from = this.start;
    this.begin(this.tree, this.mode(), () => lookAt(context, this.tree.current, this.tip));
  }

  /** @returns {import("./mode.js").Mode} */
  mode() {
    return {
      hidden: () => this.hidden(),
      values: () => this.phase === "verdict",
      onplay: (card) => this.onPlay(card),
      after: (node) => this.after(node),
      controls: () => this.controls(),
      since: () => this.since(),
      answers: () => this.answers(),
      // Until the first card the address tells of what was looked at.
      moved: (tree) => this.phase !== "choose" && this.context.carry(tree, "try"),
    };
  }

  /** The last card of the line that is tried. @returns {Node} */
  get tip() {
    const { line } = this.tree;
    return line[line.length - 1];
  }

  /** The place where the reader played last, once all who answer have played; where the reader gave up, that place. */
  since() {
    const { tip, phase, from } = this;
    if (phase === "choose" || !tip.answer || this.tree.current !== tip) return null;
    const isOver = tip.answer.to_play === null;
    if (phase === "verdict" && !isOver) return tip;
    return from !== tip && (this.isDue || isOver) ? from : null;
  }

  /** True while those who answer play one after another. */
  answers() {
    const { answer } = this.tip;
    return this.phase === "play" && this.tree.current === this.tip && answer !== null && answer.to_play !== null && !this.isDue;
  }

  /** True if the reader is to choose the next card of the line. */
  get isDue() {
    const { chair, phase, tip: { answer } } = this;
    return phase === "play" && chair !== null && answer !== null && isOwnTurn(chair, answer) && !(this.playsForced && isForced(answer));
  }

  /** The cards that were played before the board begins. */
  get nBefore() {
    return this.context.shown.position.plays?.length ?? 0;
  }

  hidden() {
    const { tip } = this;
    const answer = tip.answer ?? tip.parent?.answer ?? null;
    // Whose turn it is may be known only later.
    if (tip.answer) this.chair ??= firstChair(tip.answer);
    if (this.phase === "verdict" || !answer || !this.chair) return [];
    const first = this.tree.root.answer ?? answer;
    return hiddenFrom(this.chair, answer, isDummySeen(first, this.nBefore + tip.depth));
  }

  /** @param {Node} node */
  async after(node) {
    if (!this.started) return;
    const turn = (this.turn += 1);
    // That the deal is over may be known only now.
    if (this.phase === "choose" && startOf(node) !== node) {
      this.here = rootOf(this.here);
      this.seat(this.here, "choose");
      return;
    }
    this.redraw();
    const { board, chair } = this;
    const { answer } = node;
    // Where the reader looks back at what was played, nobody answers.
    if (this.phase !== "play" || !chair || !answer || node !== this.tip) return;
    if (answer.to_play === null) {
      this.finish();
      return;
    }
    if (this.isDue) {
      board.say(board.words.say("try_your_turn"));
      focusCards(board);
      return;
    }
    const card = replyTo(answer);
    await pause();
    if (turn === this.turn && card) await board.put(card);
  }

  /**
   * Take a card of the reader: the first begins the try; one at an earlier place takes back what came after.
   * @param {string} card
   */
  onPlay(card) {
    const { current } = this.tree;
    const { answer } = current;
    if (this.phase !== "verdict" && this.chair && answer?.to_play && !isOwnTurn(this.chair, answer)) {
      const { words } = this.board;
      this.board.warn(words.say("to_play", { seat: words.seat(answer.to_play) }));
      return false;
    }
    if (this.phase === "choose") this.phase = "play";
    if (this.phase !== "play") return true;
    if (current.depth < this.start.depth) {
      this.goTo(this.tip);
      return false;
    }
    if (current !== this.tip && current.children[0].card !== card) this.forget(current);
    this.from = current;
    return true;
  }

  /** Take back what was played after a place. @param {Node} node */
  forget(node) {
    node.children = [];
    this.nTakenBack += 1;
  }

  takeBack() {
    const place = this.chair && lastChoice(this.chair, this.start, this.tip);
    if (!place) return;
    this.forget(place);
    this.goTo(place);
  }

  /** Show a place; the focus waits on the table until there is a card to play. @param {Node} node */
  goTo(node) {
    this.board.parts.table.focus({ preventScroll: true });
    return this.board.show(() => this.tree.go(node));
  }

  /** Put the board where a try begins. @param {Node} node @param {"choose" | "play"} phase */
  seat(node, phase) {
    this.phase = phase;
    this.nTakenBack = 0;
    this.tree = treeTo(node);
    this.start = this.from = this.tree.current;
    this.board.tree = this.tree;
    if (phase === "play") {
      this.goTo(this.start);
      showTable(this.board);
    } else this.board.show();
  }

  /** Judge what was played: with all cards known at once, by what could be known when the service has answered. */
  async finish() {
    const { chair, tip: end } = this;
    if (!chair) return;
    this.turn += 1;
    this.tree.go(end);
    this.phase = "verdict";
    this.verdict = verdictOf(chair, this.start, end, this.board.words.isDifference);
    this.fair = [];
    this.board.draw();
    this.redraw();
    this.sayFair("try_fair_waits");
    this.focusHeading();
    // It is nobody's turn any more.
    this.board.added = "";
    // The board itself says a final result.
    this.board.say(saidOf(this.board.words, this.verdict, this.verdict.isOver).join(" "));
    if (this.verdict.cards.length) await this.judgeFairly(this.verdict, end);
  }

  /** @param {Verdict} verdict @param {Node} end */
  async judgeFairly(verdict, end) {
    const { analyses, shown } = this.context;
    let found = null;
    if (analyses) {
      const { language } = this.board.words.table;
      // Without it the verdict is that with all cards known.
      found = await post(analyses, "plays", fairRequest(shown.position, end.plays), language, this.closing.signal).catch(() => null);
    }
    // Another try may have begun.
    if (this.verdict !== verdict || this.phase !== "verdict" || this.closing.signal.aborted) return;
    this.fair = found ? fairCosts(verdict, found, this.nBefore, this.board.words.isDifference) : [];
    this.redraw();
    this.sayFair(this.fair.some(Boolean) ? "try_fair_means" : analyses ? "try_fair_missing" : "try_fair_offline");
  }

  /** @param {string} name */
  sayFair(name) {
    tell(this.fairSaid, this.board.words.say(name));
  }

  drawn() {
    const { answer } = this.tree.current;
    const draw = { choose: () => this.drawChoice(), play: () => this.drawPlay(), verdict: () => this.drawEnd() };
    // The board says that it waits.
    return answer || this.phase !== "choose" ? draw[this.phase]() : [this.heading(this.board.words.say("try_yourself"))];
  }

  drawChoice() {
    const { board, here } = this;
    const { words } = board;
    const answer = /** @type {import("./state.js").Answer} */ (this.tree.current.answer);
    if (answer.to_play === null) return [this.heading(words.say("try_yourself")), h("p", {}, words.say("try_nothing"))];
    const chairs = chairsOf(answer);
    const seats = chairs.map(({ name }) => seatsText(words, name, answer, this.context.shown.players));
    const sit = (/** @type {number} */ n) => {
      this.chair = chairs[n];
      board.draw();
    };
    const chosen = chairs.findIndex(({ name }) => name === this.chair?.name);
    const froms = [words.say("try_from_here"), words.say("try_from_first")];
    const start = (/** @type {number} */ n) => this.seat(n ? rootOf(here) : here, "choose");
    return [
      this.heading(words.say("try_yourself")),
      introduction(words, "try_says"),
      choice("try-seat", words.say("try_you_play"), seats, chosen, sit),
      here.parent ? choice("try-from", words.say("try_begin_from"), froms, this.start.parent ? 0 : 1, start) : "",
      tick("try-forced", words.say("try_play_forced"), this.playsForced, (checked) => {
        this.playsForced = checked;
      }),
      this.buttons(button("try-begin", words.say("try_begin"), () => this.seat(this.start, "play"), "primary")),
    ];
  }

  drawPlay() {
    const { words } = this.board;
    const { answer } = this.tree.current;
    const chair = /** @type {Chair} */ (this.chair);
    const name = answer ? seatsText(words, chair.name, answer, this.context.shown.players) : "";
    const isBack = this.tree.current !== this.tip;
    return [
      this.heading(words.say("try_playing", { seats: name })),
      this.drawLastTrick(),
      isBack ? this.buttons(button("try-on", words.say("try_go_on"), () => this.goTo(this.tip), "primary")) : "",
    ];
  }

  /** The buttons beside the steps. */
  controls() {
    if (this.phase !== "play" || !this.chair) return [];
    const { words } = this.board;
    const back = button("try-back", words.say("try_take_back"), () => this.takeBack());
    back.toggleAttribute("disabled", !lastChoice(this.chair, this.start, this.tip));
    return [back, button("try-give-up", words.say("try_give_up"), () => this.finish())];
  }

  /** The last finished trick, which has left the table. */
  drawLastTrick() {
    const { words } = this.board;
    const trick = lastTrick(this.tree.current);
    const winner = trick[trick.length - 1]?.answer?.won_by;
    // Of a line that is on its way not all is known.
    if (!winner || trick.some(({ seat }) => !seat)) return "";
    const text = h("p.quiet", {}, words.say("try_last_trick", { seat: words.seat(winner) }));
    for (const node of trick) {
      const seat = /** @type {string} */ (node.seat);
      const card = /** @type {string} */ (node.card);
      const shown = h("span", { "aria-hidden": "true" }, `${words.side(seat)} `, cardText(words, card));
      text.append(" ", h("span.played", {}, shown, h("span.unseen", {}, `${words.seat(seat)} ${words.card(card)}`)));
    }
    return text;
  }

  drawEnd() {
    const { words } = this.board;
    const verdict = /** @type {Verdict} */ (this.verdict);
    const told = { verdict, fair: this.fair, fairSaid: verdict.cards.length ? this.fairSaid : "", nTakenBack: this.nTakenBack };
    const look = (/** @type {Node} */ node) => lookAt(this.context, node, this.tip);
    return [
      this.heading(words.say("try_verdict")),
      ...saidOf(words, verdict).map((text) => h("p", {}, text)),
      ...drawVerdict(words, told, look),
      this.buttons(
        button("try-again", words.say("try_again"), () => this.seat(this.start, "play"), "primary"),
        button("try-other", words.say("try_other"), () => {
          this.seat(this.start, "choose");
          this.focusHeading();
        }),
        button("try-look", words.say("try_look_at_it"), () => look(this.tip)),
      ),
    ];
  }

  /** @param {...(HTMLElement | string)} buttons */
  buttons(...buttons) {
    return h("p.controls", {}, ...buttons);
  }
}

/** Where a try begins: a deal that is over is tried from its first card. @param {Node} node */
function startOf(node) {
  return node.answer?.to_play === null ? rootOf(node) : node;
}
