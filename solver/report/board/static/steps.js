// The steps of the browser's history: a mode is one of its own, so that Back leads out of it, to the deal it began from.

/**
 * @typedef {Object} Mark what is known of an entry of the history
 * @property {number} pair the entry of a mode has the same number as the entry of looking that it began from
 * @property {string} mode its name; empty for looking
 */

/** How long an address that was refused waits. */
const AGAIN_MS = 1_000;

export class Steps {
  /**
   * @param {(mode: string) => void} turn called when the reader has gone into a mode, or out of it (`look`), by the history
   * @param {() => void} returned called when the history stands where the mode began, after the page has left the mode,
   *   and when an address that the browser refused can be written again
   */
  constructor(turn, returned) {
    this.turn = turn;
    this.returned = returned;
    /** The entry that the page is at. @type {?Mark} */
    this.at = history.state;
    this.address = location.href;
    /** True if the last step led into a mode or out of it: the deal has stayed the same, whatever the address says. */
    this.isOwn = false;
    this.isReturning = false;
    this.isRefused = false;
    /** Resolves when the history stands where the page is. @type {Promise<void>} */
    this.settled = Promise.resolve();
    this.settle = () => {};
    addEventListener("popstate", () => this.follow());
  }

  /** Begin a mode: Back leads out of it, unless the browser refuses the step (`keep`). @param {string} mode */
  enter(mode) {
    try {
      this.stepInto(mode);
    } catch {
      // The mode begins all the same, as one that the address itself has.
      this.at = history.state;
      history.scrollRestoration = "auto";
    }
  }

  /** @param {string} mode */
  stepInto(mode) {
    if (!this.at?.mode) {
      const { pair } = (this.at = { pair: Date.now(), mode: "" });
      history.replaceState(this.at, "", location.href);
      // Where the page is scrolled to then is of no use for the board after the mode.
      history.scrollRestoration = "manual";
      this.at = { pair, mode };
      history.pushState(this.at, "");
      history.scrollRestoration = "auto";
    } else {
      this.at = { ...this.at, mode };
      history.replaceState(this.at, "", location.href);
    }
  }

  /** Go back to where the mode began, after the page has left it; nothing where the address itself had the mode. */
  leave() {
    if (!this.at?.mode || this.isReturning) return;
    this.isReturning = true;
    this.settled = new Promise((resolve) => (this.settle = resolve));
    history.back();
  }

  /** Keep the address true, without a step for each card. @param {string} address */
  keep(address) {
    // It is written when the history stands where it belongs.
    if (this.isReturning) return;
    try {
      history.replaceState(this.at, "", address);
    } catch {
      // Safari allows a hundred changes in ten seconds: a key that is held takes more steps.
      this.wait();
    }
    this.address = location.href;
  }

  /** Have the address written a little later, for where the reader is by then. */
  wait() {
    if (this.isRefused) return;
    this.isRefused = true;
    setTimeout(() => {
      this.isRefused = false;
      this.returned();
    }, AGAIN_MS);
  }

  follow() {
    const { at, address, isReturning } = this;
    this.at = history.state;
    this.isReturning = false;
    this.isOwn = Boolean(at && this.at && at.pair === this.at.pair && at.mode !== this.at.mode);
    if (this.isOwn) history.scrollRestoration = "auto";
    // A mode begins at the place that was looked at last, not at that of an earlier time.
    if (this.isOwn && this.at?.mode) this.keep(address);
    this.address = location.href;
    if (isReturning) this.returned();
    else if (this.isOwn) this.turn(this.at?.mode || "look");
    this.settle();
  }
}
