/**
 * The core in a browser: positions as numbers in, values of cards out. It knows no rules and no names of cards.
 *
 * `solver/engine/numbers.py` makes the numbers of a deal; `ext/web/web.pxi` is the other side.
 */

/**
 * A position. Cards are codes, seats numbers in turn order.
 * @typedef {object} PositionNumbers
 * @property {number[][]} hands  the cards of each seat
 * @property {number} leader  who led the unfinished trick, or leads the next one
 * @property {number[]} table  the cards of the unfinished trick, in order
 * @property {number[]} stock  of the deal, the cards already drawn included
 * @property {number} drawn  how many of them are drawn
 * @property {number} won  bit s is set if side s has won a trick
 * @property {number} game  the lead of the first side in game points
 * @property {1 | 2} unit  values of the deal differ by multiples of it
 */

/**
 * A deal: what the core must know of it besides the position.
 * @typedef {object} DealNumbers
 * @property {"points" | "tricks"} unit  the module that solves it: points.wasm or tricks.wasm
 * @property {string} rules  the rules as bytes, in base64
 */

/**
 * What is asked of a search, and what it may use.
 * @typedef {object} Asked
 * @property {"all" | "best" | "value"} [wanted]  every card, one best card, or the value only; "all" if left out
 * @property {boolean} [line]  with best play from one best card on; true if left out
 * @property {number} [guess]  a value to go to begin with: it changes the cost, never the answer
 * @property {number} [nodes]  cards that the search may play; no limit if left out
 * @property {number} [milliseconds]  no limit if left out
 */

/**
 * A card, with bounds of the value once it is played: points to go, own minus other of the first side.
 * @typedef {object} FoundCard
 * @property {number} code
 * @property {number} keeper  the code of the card that stands for all that are as good
 * @property {number} lower
 * @property {number} upper  equal to `lower` when the value is proved
 */

/**
 * Best play once a card is put down.
 * @typedef {object} FoundLine
 * @property {number} keeper  the card, the first of the line
 * @property {number} total  what both sides together get along it
 * @property {number[]} codes
 */

/**
 * @typedef {object} Found
 * @property {number} lower
 * @property {number} upper  bounds of the value of the position, equal when it is proved
 * @property {FoundCard[]} cards
 * @property {FoundLine[]} lines
 * @property {number} nodes  cards played by the search
 * @property {boolean} stopped  a limit came first
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} atout_rules
 * @property {() => number} atout_rules_bytes
 * @property {() => number} atout_given
 * @property {() => number} atout_given_bytes
 * @property {() => number} atout_reply
 * @property {(tableMib: number) => number} atout_open
 * @property {() => void} atout_close
 * @property {(wanted: number, withLine: number, guess: number, nodes: number, ms: number) => number} atout_solve
 * @property {() => bigint} atout_legal
 * @property {() => number} atout_seat
 * @property {(card: number) => number} atout_play
 */

const WANTED = { all: 0, best: 1, value: 2 };
const N_CODES = 64;
const NONE = 2 ** 30; // no guess; no card that may be played
const HEAD = 6;
const OF_CLASS = 6; // numbers of a reply before its classes, and of a class before its line
const MOST_MIB = 2048;

/** The struct `Given` of ext/given.pxd: four hands of 8 bytes, then numbers of 4 bytes, from these places on. */
const SEATS = 4;
const LEADER = 8;
const DRAWN = 9;
const WON = 10;
const GAME = 11;
const UNIT = 12;
const N_TABLE = 13;
const N_STOCK = 14;
const TABLE = 15;
const STOCK = 19;
const MOST_STOCK = 52;
const GIVEN_BYTES = 288;

/** One deal at a time. It runs in the thread that calls it: in a page, that is worker.js. */
export class Core {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
    if (exports.atout_given_bytes() !== GIVEN_BYTES) {
      throw new Error("core.js does not belong to this module");
    }
  }

  /**
   * Make a core of the bytes of points.wasm or tricks.wasm.
   * @param {BufferSource} bytes
   * @returns {Promise<Core>}
   */
  static async load(bytes) {
    const imports = { page: { now: () => performance.now() } };
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    return new Core(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
  }

  /**
   * Begin a deal. What is proved of one of its positions helps with the others.
   * @param {DealNumbers} deal  of the unit that this module is
   * @param {number} [tableMib]  the most memory for what is proved, 1 to 2048 MiB
   * @throws {RangeError} there is no memory for it
   */
  open(deal, tableMib = 64) {
    const rules = Uint8Array.from(atob(deal.rules), (letter) => letter.charCodeAt(0));
    if (rules.length !== this.exports.atout_rules_bytes()) {
      throw new Error("these rules do not belong to this module");
    }
    if (!Number.isInteger(tableMib) || tableMib < 1 || tableMib > MOST_MIB) {
      throw new RangeError(`a table has 1 to ${MOST_MIB} MiB`);
    }
    new Uint8Array(this.exports.memory.buffer).set(rules, this.exports.atout_rules());
    if (!this.exports.atout_open(tableMib)) {
      throw new RangeError(`there is no memory for a table of ${tableMib} MiB`);
    }
  }

  /**
   * Solve a position of the deal, of which cards are left.
   * @param {PositionNumbers} position
   * @param {Asked} [asked]
   * @returns {Found}
   * @throws {RangeError} `wanted` is another word, or this is no position
   */
  solve(position, asked = {}) {
    const { wanted = "all", line = true, guess = NONE, nodes = 0, milliseconds = 0 } = asked;
    if (!Object.hasOwn(WANTED, wanted)) {
      throw new RangeError(`wanted is "${wanted}"; it must be "all", "best" or "value"`);
    }
    this.#write(position);
    if (!this.exports.atout_solve(WANTED[wanted], Number(line), guess, nodes, milliseconds)) {
      throw new Error("no deal is open, or every card is played");
    }
    // The memory may have grown, and then has another buffer.
    const reply = new Int32Array(this.exports.memory.buffer, this.exports.atout_reply());
    /** @type {FoundCard[]} */
    const cards = [];
    /** @type {FoundLine[]} */
    const lines = [];
    let at = HEAD;
    for (let n = 0; n < reply[3]; n += 1) {
      const [lower, upper, low, high, total, length] = reply.subarray(at, at + OF_CLASS);
      const codes = codesOf(BigInt.asUintN(32, BigInt(low)) | (BigInt.asUintN(32, BigInt(high)) << 32n)).reverse();
      at += OF_CLASS;
      cards.push(...codes.map((code) => ({ code, keeper: codes[0], lower, upper })));
      if (length) {
        lines.push({ keeper: codes[0], total, codes: [...reply.subarray(at, at + length)] });
      }
      at += length;
    }
    return {
      lower: reply[0],
      upper: reply[1],
      cards,
      lines,
      nodes: (reply[4] >>> 0) + reply[5] * 2 ** 32,
      stopped: reply[2] !== 0,
    };
  }

  /**
   * Return the codes of the cards that may be played; none when every card is played.
   * @param {PositionNumbers} position
   * @returns {number[]}
   */
  legal(position) {
    this.#write(position);
    return codesOf(this.exports.atout_legal());
  }

  /**
   * Return the number of the seat whose turn it is.
   * @param {PositionNumbers} position
   * @returns {number}
   */
  seat(position) {
    this.#write(position);
    return this.exports.atout_seat();
  }

  /**
   * Return the position after a card, and what that card won for good: own minus other of the first side, without what
   * the end of the deal brings (slam, game).
   * @param {PositionNumbers} position
   * @param {number} code
   * @returns {{position: PositionNumbers, won: number}}
   * @throws {RangeError} the card may not be played
   */
  play(position, code) {
    this.#write(position);
    const won = this.exports.atout_play(code);
    if (won === NONE) {
      throw new RangeError("this card may not be played");
    }
    return { position: this.#read(position), won };
  }

  /** @param {PositionNumbers} position */
  #write(position) {
    const { hands, table, stock } = position;
    if (hands.length > SEATS || table.length >= SEATS || stock.length > MOST_STOCK) {
      throw new RangeError("this is no position");
    }
    for (const code of [...hands.flat(), ...table, ...stock]) {
      if (!Number.isInteger(code) || code < 0 || code >= N_CODES) {
        throw new RangeError(`${code} is no card: codes are whole numbers from 0 to ${N_CODES - 1}`);
      }
    }
    const { buffer } = this.exports.memory;
    const sets = new BigUint64Array(buffer, this.exports.atout_given(), SEATS);
    const numbers = new Int32Array(buffer, this.exports.atout_given(), GIVEN_BYTES / 4);
    for (let seat = 0; seat < SEATS; seat += 1) {
      sets[seat] = (hands[seat] ?? []).reduce((set, code) => set | (1n << BigInt(code)), 0n);
    }
    numbers[LEADER] = position.leader;
    numbers[DRAWN] = position.drawn;
    numbers[WON] = position.won;
    numbers[GAME] = position.game;
    numbers[UNIT] = position.unit;
    numbers[N_TABLE] = table.length;
    numbers[N_STOCK] = stock.length;
    numbers.set(table, TABLE);
    numbers.set(stock, STOCK);
  }

  /**
   * @param {PositionNumbers} before
   * @returns {PositionNumbers}
   */
  #read(before) {
    const { buffer } = this.exports.memory;
    const sets = new BigUint64Array(buffer, this.exports.atout_given(), SEATS);
    const numbers = new Int32Array(buffer, this.exports.atout_given(), GIVEN_BYTES / 4);
    return {
      ...before,
      hands: before.hands.map((_, seat) => codesOf(sets[seat])),
      leader: numbers[LEADER],
      drawn: numbers[DRAWN],
      won: numbers[WON],
      game: numbers[GAME],
      table: [...numbers.subarray(TABLE, TABLE + numbers[N_TABLE])],
    };
  }
}

/**
 * The codes of a set of cards, rising.
 * @param {bigint} set
 * @returns {number[]}
 */
function codesOf(set) {
  const bits = BigInt.asUintN(N_CODES, set);
  return Array.from({ length: N_CODES }, (_, code) => code).filter((code) => (bits >> BigInt(code)) & 1n);
}
