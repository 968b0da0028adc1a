// Answers to the positions of one deal from the core in WebAssembly, in the shape of those of POST /v1/solve.
//
// It knows no rules. What a deal is made of comes as numbers from `deal_numbers` (solver/engine/whole_deal.py); what
// may be played, and what it is worth, is told by the core.

/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {import("./state.js").CardValue} CardValue */
/** @typedef {[number, number]} Pair a number of each side */
/** @typedef {(table: Answer) => void} Seen is told what may be played, before it is known what it is worth */

/**
 * @typedef {Object} DealNumbers
 * @property {{unit: "points" | "tricks", rules: string}} deal
 * @property {import("./core_worker.js").PositionNumbers} position before the first card
 * @property {Object<string, number>} codes of the cards, in the letters of the page's data
 * @property {string[]} seats
 * @property {number[]} sides of the seats
 * @property {Pair} won before the first card
 * @property {?number} total of both sides' results
 * @property {number} slam
 * @property {number[]} sorted the lanes of the suits, in the order of a hand
 * @property {string[]} names of the sides
 * @property {number[]} worth of each card, by its code
 * @property {number} trick
 * @property {boolean} combinations
 * @property {?number} prize
 * @property {?string} dummy
 * @property {?string} taking
 * @property {?number} needs
 * @property {[number, number[], number[]][]} scores
 */

/**
 * @typedef {Object} Moment a position, and what the sides have won
 * @property {import("./core_worker.js").PositionNumbers} position
 * @property {Pair} won
 * @property {number} tricks how many are finished
 */

/** What a search may take, in milliseconds: after that it tells what is proved. */
const MOST_MS = 10_000;
/** How long a search that nobody waits for may go on, in milliseconds: what it proves helps the next one. */
const PATIENCE_MS = 150;
/** Cards of a suit have codes from its lane times this on. */
const LANE = 16;

/** One deal. Questions are answered one at a time, the last one first. */
export class CoreSolver {
  /** @type {Map<string, Moment>} */
  #moments = new Map();
  /** @type {{plays: string[], signal: AbortSignal, seen?: Seen, resolve: (answer: any) => void, reject: (reason: unknown) => void}[]} */
  #waiting = [];
  #isBusy = false;

  /**
   * @param {DealNumbers} numbers
   * @param {import("./core_worker.js").CoreWorker} core with this deal open
   */
  constructor(numbers, core) {
    this.numbers = numbers;
    this.core = core;
    this.names = new Map(Object.entries(numbers.codes).map(([card, code]) => [code, card]));
    this.#moments.set("", { position: numbers.position, won: numbers.won, tricks: 0 });
  }

  /**
   * @param {string[]} plays all cards of the deal that were played
   * @param {AbortSignal} signal when it is given, nobody waits for the answer any more
   * @param {Seen} [seen]
   * @returns {Promise<Answer & {stats: {nodes: number}}>}
   * @throws {RangeError} a card, which is its message, may not be played
   */
  solve(plays, signal, seen) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ plays, signal, seen, resolve, reject });
      this.#next();
    });
  }

  /** Answer the question that was asked last: what the reader looks at now. */
  async #next() {
    const one = this.#isBusy ? undefined : this.#waiting.pop();
    if (!one) return;
    this.#isBusy = true;
    try {
      one.resolve(await this.#answerInTime(one.plays, one.signal, one.seen));
    } catch (error) {
      one.reject(error);
    }
    this.#isBusy = false;
    this.#next();
  }

  /** @param {string[]} plays @param {AbortSignal} signal @param {Seen} [seen] */
  async #answerInTime(plays, signal, seen) {
    signal.throwIfAborted();
    let timer = 0;
    const stop = () => {
      timer = Number(setTimeout(() => this.core.cancel(), PATIENCE_MS));
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await this.#answer(plays, seen);
    } finally {
      signal.removeEventListener("abort", stop);
      clearTimeout(timer);
    }
  }

  /** End the worker. */
  close() {
    this.core.end();
  }

  /** @param {string[]} plays @param {Seen} [seen] @returns {Promise<Answer & {stats: {nodes: number}}>} */
  async #answer(plays, seen) {
    const moment = await this.#momentAfter(plays);
    const { position } = moment;
    if (position.hands.some((hand) => hand.length)) {
      // It is told before the search begins; what goes wrong with it goes wrong with the search, too.
      if (seen) this.core.legal(position).then((codes) => seen(this.#laid(moment, codes)), () => {});
      return this.#read(moment, await this.core.solve(position, { milliseconds: MOST_MS }));
    }
    // What the end of a deal brings besides its tricks is in the value of its last card.
    const { value, score } = await this.#answer(plays.slice(0, -1));
    const table = this.#table(moment);
    const end = { won: value ?? table.won, value, cards: [], line: [], stats: { nodes: 0 } };
    return { ...table, to_play: null, ...end, ...(score && { score }) };
  }

  /** @param {string[]} plays @returns {Promise<Moment>} */
  async #momentAfter(plays) {
    const key = plays.join(" ");
    const known = this.#moments.get(key);
    if (known) return known;
    const before = await this.#momentAfter(plays.slice(0, -1));
    const code = this.numbers.codes[plays[plays.length - 1]] ?? -1;
    const { position, won } = await this.#played(before, code, plays);
    const moment = this.#after(before, code, position, won);
    this.#moments.set(key, moment);
    return moment;
  }

  /** @param {Moment} before @param {number} code @param {string[]} plays that end with the card */
  async #played({ position }, code, plays) {
    try {
      return await this.core.play(position, code);
    } catch (error) {
      // A worker that has failed does not tell this either.
      if ((await this.core.legal(position)).includes(code)) throw error;
      throw new RangeError(plays[plays.length - 1]);
    }
  }

  /**
   * @param {Moment} before
   * @param {number} code of the card played
   * @param {Moment["position"]} position after it
   * @param {number} difference what it won, own minus other of the first side
   * @returns {Moment}
   */
  #after(before, code, position, difference) {
    const { sides, worth, trick, combinations, prize } = this.numbers;
    /** @type {Pair} */
    const won = [...before.won];
    let rest = difference;
    const give = (/** @type {number} */ seat, /** @type {number} */ points) => {
      won[sides[seat]] += points;
      rest -= sides[seat] ? -points : points;
    };
    const player = this.#turnOf(before.position);
    const isWhole = position.table.length === 0;
    if (isWhole) {
      const cards = [...before.position.table, code];
      give(position.leader, cards.reduce((sum, card) => sum + worth[card], trick));
      // The winner draws first.
      const drawn = position.stock.slice(before.position.drawn, position.drawn);
      if (prize !== null && drawn.includes(prize)) {
        give((position.leader + drawn.indexOf(prize)) % sides.length, 1);
      }
    }
    // What is left are combinations in the trick, or a penalty of who played the card.
    const seat = isWhole && combinations ? position.leader : player;
    give(seat, sides[seat] ? -rest : rest);
    return { position, won, tricks: before.tricks + Number(isWhole) };
  }

  /** The seat whose turn it is. @param {Moment["position"]} position */
  #turnOf(position) {
    return (position.leader + position.table.length) % this.numbers.seats.length;
  }

  /** @param {number} code */
  #card(code) {
    return /** @type {string} */ (this.names.get(code));
  }

  /** @param {Pair} pair @returns {Object<string, number>} */
  #named(pair) {
    const { names } = this.numbers;
    return { [names[0]]: pair[0], [names[1]]: pair[1] };
  }

  /** The table as it lies: all of an answer that needs no search. @param {Moment} moment */
  #table({ position, won, tricks }) {
    const { seats, sorted, dummy, taking, needs } = this.numbers;
    const place = (/** @type {number} */ code) => sorted.indexOf(Math.floor(code / LANE)) * LANE - (code % LANE);
    const show = (/** @type {number[]} */ hand) => [...hand].sort((one, other) => place(one) - place(other)).map((code) => this.#card(code));
    const leader = seats[position.leader];
    return {
      trick: position.table.map((code) => this.#card(code)),
      leader,
      seats: position.table.map((_, n) => seats[(position.leader + n) % seats.length]),
      hands: Object.fromEntries(seats.map((seat, n) => [seat, show(position.hands[n])])),
      ...(position.stock.length && { stock: position.stock.slice(position.drawn).map((code) => this.#card(code)) }),
      won: this.#named(won),
      ...(tricks && { won_by: leader }),
      ...(dummy !== null && { dummy }),
      ...(taking !== null && { taking }),
      ...(needs !== null && { needs }),
    };
  }

  /** The table, and the cards that may be played. @param {Moment} moment @param {number[]} codes @returns {Answer} */
  #laid(moment, codes) {
    const cards = codes.map((code) => ({ card: this.#card(code), equals: [] }));
    return { ...this.#table(moment), to_play: this.numbers.seats[this.#turnOf(moment.position)], cards, line: [] };
  }

  /**
   * From what a search found to an answer for named sides.
   * @param {Moment} moment
   * @param {import("./core_worker.js").Found} found
   */
  #read(moment, found) {
    const { seats, sides } = this.numbers;
    const player = this.#turnOf(moment.position);
    const own = sides[player];
    const sign = own ? -1 : 1;
    const before = moment.won[0] - moment.won[1];
    const lines = new Map(found.lines.map((line) => [line.keeper, line]));
    // Step 1. The classes of cards: results and scores, where they are proved.
    /** @type {Map<number, {codes: number[], lead: number, result: ?Pair, score: ?Pair}>} */
    const classes = new Map();
    for (const { code, keeper, lower, upper } of found.cards) {
      const known = classes.get(keeper);
      if (known) {
        known.codes.push(code);
        continue;
      }
      const result = lower === upper ? this.#result(lower + before, moment.won, lines.get(keeper)) : null;
      classes.set(keeper, { codes: [code], lead: lower + before, result, score: result && this.#score(result) });
    }
    // Step 2. A best card, if possible one with a line; and the value of the position.
    const isProved = found.lower === found.upper;
    const equal = [...classes].filter(([, one]) => one.result && one.lead === found.lower + before);
    const [keeper, best] = (isProved && (equal.find(([code]) => lines.has(code)) ?? equal[0])) || [];
    const whole = best?.result ?? (isProved ? this.#result(found.lower + before, moment.won) : null);
    const score = best ? best.score : whole && this.#score(whole);
    const line = keeper === undefined ? [] : (lines.get(keeper)?.codes ?? []);
    // Step 3. The cards, best first; what is equally good keeps the order of the search.
    const rated = found.cards.map(({ code, keeper: of, lower, upper }) => {
      const { codes, lead, result, score: scored } = /** @type {{codes: number[], lead: number, result: ?Pair, score: ?Pair}} */ (classes.get(of));
      const equals = codes.filter((other) => other !== code).map((other) => this.#card(other));
      const swing = best && result ? sign * (best.lead - lead) : undefined;
      const lost = best?.score && scored ? sign * (leadOf(best.score) - leadOf(scored)) : 0;
      /** @type {CardValue} */
      const card = {
        card: this.#card(code),
        ...(result && { value: this.#named(result) }),
        ...(scored && { score: this.#named(scored) }),
        ...(best?.result && result && { swing, loss: best.result[own] - result[own] }),
        equals,
      };
      const [low, high] = own ? [-upper, -lower] : [lower, upper];
      return { card, merit: [-low, -high, lost] };
    });
    rated.sort((one, other) => one.merit.map((merit, n) => merit - other.merit[n]).find(Boolean) ?? 0);
    return {
      ...this.#table(moment),
      to_play: seats[player],
      ...(whole && { value: this.#named(whole) }),
      ...(score && { score: this.#named(score) }),
      cards: rated.map(({ card }) => card),
      line: line.map((code) => this.#card(code)),
      stats: { nodes: found.nodes },
    };
  }

  /**
   * Both sides' results from their difference; null where their sum depends on a line that is not known.
   * @param {number} difference
   * @param {Pair} won
   * @param {import("./core.js").FoundLine} [line]
   * @returns {?Pair}
   */
  #result(difference, won, line) {
    const { total, slam } = this.numbers;
    if (total === null && !line) return null;
    let sum = total ?? won[0] + won[1] + /** @type {{total: number}} */ (line).total;
    if (total !== null && slam && Math.abs(difference) === total + slam) sum += slam;
    return [(sum + difference) / 2, (sum - difference) / 2];
  }

  /** The deal score of a result; null where none can be told. @param {Pair} result @returns {?Pair} */
  #score(result) {
    const { scores } = this.numbers;
    if (!scores.length) return null;
    const lead = leadOf(result);
    const [, ...lines] = scores.findLast(([least]) => least <= lead) ?? scores[0];
    const [first, second] = lines.map(([own, other, more]) => own * result[0] + other * result[1] + more);
    return [first, second];
  }
}

/** @param {Pair} pair */
function leadOf(pair) {
  return pair[0] - pair[1];
}
