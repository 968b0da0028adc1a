/**
 * A core that runs beside the page, and can be cancelled: its worker is ended, and another takes its place.
 */

/** @typedef {import("./core.js").Asked} Asked */
/** @typedef {import("./core.js").DealNumbers} DealNumbers */
/** @typedef {import("./core.js").Found} Found */
/** @typedef {import("./core.js").PositionNumbers} PositionNumbers */
/** @typedef {{resolve: (value: any) => void, reject: (reason: Error) => void}} Waiting */

/** The reason of what was cancelled. */
export class CancelledError extends Error {
  constructor() {
    super("cancelled");
    this.name = "CancelledError";
  }
}

/** One deal at a time, as `Core`, but every answer is a promise. */
export class CoreWorker {
  /** @type {Worker} */
  #worker;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #next = 0;
  #isEnded = false;
  /** @type {?Error} why the worker could not be started */
  #failure = null;
  /** @type {[DealNumbers, number] | undefined} */
  #deal;

  /**
   * @param {() => Worker} start  makes a worker of worker.js, of type "module"
   * @param {ArrayBuffer} bytes  of points.wasm or tricks.wasm
   */
  constructor(start, bytes) {
    this.start = start;
    this.bytes = bytes;
    this.#worker = this.#begin();
  }

  /**
   * Begin a deal; see `Core.open`.
   * @param {DealNumbers} deal
   * @param {number} [tableMib]
   * @returns {Promise<void>}
   */
  open(deal, tableMib = 64) {
    this.#deal = [deal, tableMib];
    return this.#ask("open", this.#deal);
  }

  /**
   * @param {PositionNumbers} position
   * @param {Asked} [asked]
   * @returns {Promise<Found>}
   */
  solve(position, asked = {}) {
    return this.#ask("solve", [position, asked]);
  }

  /**
   * @param {PositionNumbers} position
   * @returns {Promise<number[]>}
   */
  legal(position) {
    return this.#ask("legal", [position]);
  }

  /**
   * @param {PositionNumbers} position
   * @returns {Promise<number>}
   */
  seat(position) {
    return this.#ask("seat", [position]);
  }

  /**
   * @param {PositionNumbers} position
   * @param {number} code
   * @returns {Promise<{position: PositionNumbers, won: number}>}
   */
  play(position, code) {
    return this.#ask("play", [position, code]);
  }

  /**
   * End all that is under way: its promises are rejected with `CancelledError`. The deal stays open, with an empty table.
   *
   * A worker that could not be started is begun again, one that was ended is not.
   */
  cancel() {
    if (this.#isEnded) {
      return;
    }
    this.#stop();
    this.#worker = this.#begin();
    if (this.#deal !== undefined) {
      // What goes wrong here goes wrong for the next question, too, which says so.
      this.#ask("open", this.#deal).catch(() => {});
    }
  }

  /** End the worker, and with it all that is under way; what is asked later is rejected with `CancelledError`. */
  end() {
    this.#isEnded = true;
    this.#stop();
  }

  #stop() {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) {
      reject(new CancelledError());
    }
    this.#waiting.clear();
  }

  #begin() {
    const worker = this.start();
    let hasAnswered = false;
    this.#failure = null;
    worker.onmessage = ({ data: { id, value, error } }) => {
      hasAnswered = true;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) {
        waiting?.resolve(value);
      } else {
        waiting?.reject(new Error(error));
      }
    };
    worker.onerror = (event) => {
      if (worker !== this.#worker) {
        return;
      }
      const error = new Error(event.message || "the worker could not be started");
      for (const { reject } of this.#waiting.values()) {
        reject(error);
      }
      this.#waiting.clear();
      if (!hasAnswered) {
        // Its script is not there: it will never answer.
        this.#failure = error;
      }
    };
    this.#worker = worker;
    this.#ask("load", [this.bytes]).catch(() => {});
    return worker;
  }

  /**
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  #ask(name, args) {
    if (this.#isEnded) {
      return Promise.reject(new CancelledError());
    }
    if (this.#failure !== null) {
      return Promise.reject(this.#failure);
    }
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args });
    });
  }
}
