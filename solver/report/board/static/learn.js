// Learning from a game: each mistake is a question, a wrong answer is refuted on the table.

import { h, heardAs, live, tick } from "./dom.js";
import { Lesson, costAt, firstLearner, learnersOf, refutation, unseenBy } from "./learn_state.js";
import { isStill } from "./mode.js";
import { PanelMode, button, cardsText, choice, focusCards, introduction, lookAt, pause, seatsText } from "./mode_parts.js";
import { fillAll } from "./replay.js";
import { tell } from "./said.js";
import { valueOf } from "./state.js";
import { bestOf } from "./try_state.js";
import { treeTo } from "./trees.js";
import { capitalised } from "./words.js";

/** @typedef {import("./learn_state.js").Learner} Learner */
/** @typedef {import("./mode.js").Context} Context */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").Node} Node */

/** @typedef {{shown: string, spoken: string}} Said a sentence to be seen, with cards in signs, and to be heard, in words */
/** @typedef {"choose" | "ask" | "reply" | "wrong" | "solved" | "end"} Phase "reply" while a refutation is played */

export class Learn extends PanelMode {
  /** @param {Context} context whose tree is the one that was looked at */
  constructor(context) {
    super(context);
    /** @type {Phase} */
    this.phase = "choose";
    /** @type {Lesson} */
    this.lesson = new Lesson([]);
    this.hides = false;
    /** What is said of the last answer. @type {Said[]} */
    this.said = [];
    /** Where something was said that stands alone, or of the cards since another place. @type {?{at: Node, since: Node}} */
    this.told = null;
    /** True while a reply is played. */
    this.isPlaying = false;
    /** How far the line is answered, then what is said of who made no mistake. */
    this.status = live("p");
    const looked = context.tree;
    // Without a game, the reader's own line is learned from.
    this.line = looked.game.length > 1 ? looked.game : looked.line;
    /** All who can learn from it, once it is answered. @type {Learner[]} */
    this.learners = [];
    /** @type {?Learner} */
    this.learner = null;
    this.tree = treeTo(looked.current);
    if (!this.nOpen) this.collect();
    /** @type {import("./mode.js").Mode} */
    const mode = {
      hidden: () => this.hidden(),
      values: () => this.phase === "solved",
      since: () => (this.told?.at === this.tree.current ? this.told.since : null),
      answers: () => this.phase === "reply" && (this.isPlaying || isStill()),
      onplay: (card) => this.onPlay(card),
      after: (node) => void (node === this.told?.at || (this.told = null)),
    };
    this.begin(this.tree, mode, () => lookAt(context, this.tree.current));
    if (this.nOpen) this.fill();
  }

  /** The places of the line at which a card was played. */
  get places() {
    return this.line.slice(0, -1);
  }

  /** How many of them have no answer. */
  get nOpen() {
    return this.places.filter(({ answer }) => !answer).length;
  }

  /** Find out who can learn from the line. */
  collect() {
    this.learners = this.line.length > 1 ? learnersOf(this.line) : [];
    this.learner = this.learners.length ? firstLearner(this.learners) : null;
  }

  /** Have the rest of the line answered, and say how far that is. */
  async fill() {
    const { board, line, places, status } = this;
    const { words } = board;
    const told = () => tell(status, words.say("learn_solving", { n: places.length - this.nOpen, m: places.length }), { isPart: true });
    told();
    await board.ready;
    await fillAll(board, places, told);
    if (this.closing.signal.aborted) return;
    // A line ends before a card that may not be played.
    const end = line.findIndex((node) => node.parent?.answer && !valueOf(node));
    if (end > 0) this.line = line.slice(0, end);
    this.collect();
    tell(status, this.learner ? "" : words.say("no_answer"));
    this.redraw();
    if (this.learner?.mistakes.length) board.say(words.say("learn_mistakes_of", { learner: this.textOf(this.learner) }));
  }

  /** The mistake that is asked about, and the place before it. */
  get mistake() {
    return this.lesson.question.node;
  }

  get before() {
    return /** @type {Node} */ (this.mistake.parent);
  }

  /** The hands that the player could not see, if the reader wishes so, until the question is answered. */
  hidden() {
    const { answer } = this.hides && ["ask", "reply", "wrong"].includes(this.phase) ? this.before : { answer: null };
    return answer ? unseenBy(answer) : [];
  }

  /** Ask about some mistakes. @param {Node[]} mistakes */
  teach(mistakes) {
    this.lesson = new Lesson(mistakes);
    this.ask();
    this.focusHeading();
  }

  /**
   * A sentence, with cards in its places.
   * @param {string} name
   * @param {Object<string, string | string[]>} cards
   * @param {?number} [n] what is given away
   * @returns {Said}
   */
  sentence(name, cards, n = null) {
    const { words } = this.board;
    const values = { seat: words.seat(/** @type {string} */ (this.mistake.seat)), n: n === null ? "" : words.number(n) };
    const say = (/** @type {(cards: string[]) => string} */ write) =>
      words.say(name, { ...values, ...Object.fromEntries(Object.entries(cards).map(([key, some]) => [key, write([some].flat())])) });
    const spoken = say((some) => some.map((card) => words.card(card)).join(", "));
    return { shown: say((some) => cardsText(words, some)), spoken: capitalised(spoken) };
  }

  get question() {
    return this.sentence("learn_find_better_card", { card: /** @type {string} */ (this.mistake.card) });
  }

  /** What is said of the last answer, to be heard. */
  get spoken() {
    return this.said.map(({ spoken }) => spoken).join(" ");
  }

  /** Say of the place where the board is only what is added, or what was played since another. @param {Node} [since] */
  tellSince(since = this.tree.current) {
    this.told = { at: this.tree.current, since };
  }

  /** Put the board at the question, and say what is to be heard there, of an answer or with the card before. @param {string} spoken @param {boolean} isAnswered */
  place(spoken, isAnswered) {
    this.turn += 1;
    this.tree = treeTo(this.before);
    this.board.tree = this.tree;
    this.told = null;
    if (isAnswered) this.tellSince();
    this.board.show(undefined, spoken);
  }

  /** Put the question, with values off. @param {Said[]} [said] of the answer before */
  ask(said = []) {
    this.phase = "ask";
    this.said = said;
    this.place(said.length ? this.spoken : this.question.spoken, said.length > 0);
    this.redraw();
  }

  /** An answer of the reader. @param {string} card */
  onPlay(card) {
    if (this.phase === "choose") this.focus("learn-begin");
    if (this.phase !== "ask") return false;
    if (this.tree.current.depth !== this.before.depth) {
      // The reader has looked back at an earlier card.
      this.ask();
      return false;
    }
    const n = costAt(this.mistake, card, this.board.words.isDifference);
    const found = this.lesson.answer(card);
    if (found === "right") this.solve([this.sentence("learn_right_card", { card })], card);
    else if (found === "wrong") this.refute(this.sentence("learn_wrong_card", { card }, n), card);
    else this.ask([this.sentence(`learn_${found}_card`, { card }, n)]);
    return false;
  }

  /** Show all values at the question, and what is said of it. @param {Said[]} said @param {?string} found */
  solve(said, found) {
    const { words } = this.board;
    const cards = bestOf(this.before.answer).filter((card) => card !== found);
    if (cards.length) said.push(this.sentence(found ? "learn_as_good" : "learn_best_cards", { cards }));
    const card = /** @type {string} */ (this.mistake.card);
    const says = this.mistake.remark?.says;
    said.push(says ? { shown: says, spoken: words.spoken(says) } : this.sentence("learn_game_costs", { card }, costAt(this.mistake, card, words.isDifference)));
    this.phase = "solved";
    this.said = said;
    this.place(this.spoken, true);
    this.redraw();
    this.focus("learn-next");
  }

  /** Play a wrong card, and best play against it. @param {Said} said @param {string} card */
  async refute(said, card) {
    const turn = (this.turn += 1);
    const { board } = this;
    this.phase = "reply";
    this.isPlaying = false;
    this.said = [said];
    this.redraw();
    this.focusHeading();
    const play = () => {
      this.tree.play(card);
      // The card is named with what is said of it.
      this.tellSince();
    };
    await board.show(play, said.spoken);
    if (turn !== this.turn) return;
    const { answer } = this.tree.current;
    const seat = /** @type {string} */ (this.mistake.seat);
    const side = Object.keys(answer?.won ?? {}).find((name) => name.includes(seat)) ?? "";
    // Where all cards come at once, what was said of the first was not heard.
    await this.playLine(answer ? refutation(answer, side) : [], "learn-retry", isStill() ? said.spoken : "");
  }

  /** Play best play on, to the end of the next trick. */
  async playOn() {
    const { answer } = this.tree.current;
    if (!answer) return;
    this.turn += 1;
    this.phase = "reply";
    await this.playLine(refutation(answer, ""), "learn-further");
  }

  /**
   * Play cards one after another; then the panel says so, and one of its buttons has the focus.
   * @param {string[]} cards @param {string} key @param {string} [unheard] what is to be heard with them
   */
  async playLine(cards, key, unheard = "") {
    const { board, turn } = this;
    const { current } = this.tree;
    const play = (/** @type {string} */ card) => {
      this.tree.play(card);
      this.tellSince(current);
    };
    this.isPlaying = true;
    for (const [n, card] of cards.entries()) {
      await pause();
      // All cards are told with the last one.
      if (turn === this.turn) await board.show(() => play(card), n === cards.length - 1 ? unheard : "");
      if (turn !== this.turn) return;
    }
    this.phase = "wrong";
    if (cards.length) this.said.push(this.sentence("learn_reply_is", { cards }));
    this.redraw();
    board.announce();
    this.focus(key);
    if (!this.panel.contains(document.activeElement)) this.focus("learn-retry");
  }

  retry() {
    this.ask();
    focusCards(this.board);
  }

  show() {
    this.lesson.giveUp("shown");
    this.solve([], null);
  }

  skip() {
    this.lesson.giveUp("skipped");
    this.next();
  }

  /** Go on to the next question, or to the end. */
  next() {
    if (this.lesson.next()) this.ask();
    else {
      this.turn += 1;
      this.phase = "end";
      this.redraw();
      this.board.draw();
      // What was said of the last question has been heard.
      this.board.added = "";
      this.tellSince();
      this.board.say(this.tally().join(" "));
    }
    this.focusHeading();
  }

  drawn() {
    const draw = {
      choose: () => this.drawChoice(),
      ask: () => this.drawQuestion(),
      reply: () => this.drawQuestion(),
      wrong: () => this.drawQuestion(),
      solved: () => this.drawQuestion(),
      end: () => this.drawEnd(),
    };
    return draw[this.phase]();
  }

  /** @param {Learner} learner */
  nameOf({ name }) {
    return seatsText(this.board.words, name, /** @type {Answer} */ (this.line[0].answer), this.context.shown.players);
  }

  /** Somebody with the number of their mistakes. @param {Learner} learner */
  textOf(learner) {
    const name = learner.nUnknown ? "learn_learner_or_more" : "learn_learner";
    return this.board.words.say(name, { who: this.nameOf(learner), n: learner.mistakes.length });
  }

  /** What is said of somebody who made no mistake that is proved. @param {Learner} learner */
  praiseOf(learner) {
    const { words } = this.board;
    const { nUnknown } = learner;
    if (nUnknown) return words.say(nUnknown === 1 ? "learn_one_unknown" : "learn_unknown", { n: nUnknown });
    const isAll = this.learners.every((one) => !one.mistakes.length && !one.nUnknown);
    return words.say(isAll ? "learn_no_mistake_at_all" : "learn_no_mistake", { who: this.nameOf(learner) });
  }

  drawChoice() {
    const { words } = this.board;
    const { learner, learners, status } = this;
    const heading = this.heading(words.say("learn_from"));
    if (this.line.length < 2) return [heading, h("p", {}, words.say("learn_no_game"))];
    if (!learner) return [heading, introduction(words, "learn_says"), status];
    const texts = learners.map((one) => this.textOf(one));
    const choose = (/** @type {number} */ n) => {
      this.learner = learners[n];
      this.redraw();
    };
    const { mistakes } = learner;
    const begin = button("learn-begin", words.say("try_begin"), () => this.teach(mistakes), "primary");
    tell(status, mistakes.length ? "" : this.praiseOf(learner));
    return [
      heading,
      introduction(words, "learn_says"),
      choice("learn-whose", words.say("learn_whose"), texts, learners.indexOf(learner), choose),
      tick("learn-hide", words.say("learn_hide_others"), this.hides, (checked) => {
        this.hides = checked;
      }),
      mistakes.length ? h("p.controls", {}, begin) : status,
    ];
  }

  drawQuestion() {
    const { words } = this.board;
    const { lesson, phase } = this;
    const title = words.say("learn_mistake_n", { n: lesson.at + 1, m: lesson.questions.length });
    const said = [this.question, ...this.said].map(({ shown, spoken }) => h("p", {}, ...heardAs(shown, spoken, [shown])));
    const next = button("learn-next", words.say(lesson.isLast ? "learn_to_the_end" : "learn_next_one"), () => this.next(), "primary");
    const look = button("learn-look", words.say("try_look_at_it"), () => lookAt(this.context, this.tree.current));
    const retry = button("learn-retry", words.say("learn_retry"), () => this.retry(), "primary");
    const isOn = phase === "wrong" && this.tree.current.answer?.line.length;
    const further = isOn ? [button("learn-further", words.say("learn_further"), () => this.playOn())] : [];
    const show = button("learn-show", words.say("learn_show_best"), () => this.show());
    const skip = button("learn-skip", words.say("learn_skip"), () => this.skip());
    const buttons = { ask: [show, skip], reply: [retry, show, skip], wrong: [retry, ...further, show, skip, look], solved: [next, look] };
    const parts = buttons[/** @type {"ask" | "reply" | "wrong" | "solved"} */ (phase)];
    return [this.heading(title), ...said, h("p.controls", {}, ...parts)];
  }

  /** How the lesson went, in sentences. */
  tally() {
    const { words } = this.board;
    const names = /** @type {const} */ (["once", "later", "shown", "skipped"]);
    const counts = names.filter((name) => this.lesson.tally[name]).map((name) => words.say(`learn_found_${name}`, { n: this.lesson.tally[name] }));
    return this.lesson.missed.length ? counts : [...counts, words.say("learn_all_found")];
  }

  drawEnd() {
    const { words } = this.board;
    const { lesson } = this;
    const { missed } = lesson;
    const all = lesson.questions.map(({ node }) => node);
    return [
      this.heading(words.say("learn_lesson_over")),
      ...this.tally().map((text) => h("p", {}, text)),
      h(
        "p.controls",
        {},
        missed.length
          ? button("learn-missed", words.say("learn_missed_again"), () => this.teach(missed), "primary")
          : button("learn-all", words.say("learn_all_again"), () => this.teach(all), "primary"),
        button("learn-other", words.say("learn_another_player"), () => {
          this.phase = "choose";
          this.redraw();
          this.focusHeading();
        }),
      ),
    ];
  }
}
