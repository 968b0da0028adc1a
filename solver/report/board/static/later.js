// What follows a step, drawn after the picture that shows the step itself: once, however often it was asked for.

export class Later {
  /** @type {?{}} what is asked for; another object stands for another time */
  #due = null;

  /**
   * @param {() => void} draw
   * @param {AbortSignal} signal nothing is drawn after it
   */
  constructor(draw, signal) {
    this.draw = draw;
    signal.addEventListener("abort", () => (this.#due = null));
    // Paper has no next picture.
    addEventListener("beforeprint", () => this.#due && this.now(), { signal });
  }

  /** Draw after the next picture. */
  soon() {
    if (this.#due) return;
    const due = (this.#due = {});
    afterPicture(() => this.#due === due && this.now());
  }

  /** Draw at once; what is still to come is done with it. */
  now() {
    this.#due = null;
    this.draw();
  }
}

/** Act when the next picture is on the screen. @param {() => void} act */
export function afterPicture(act) {
  // A frame begins before its picture is made, and what waits is done after it.
  requestAnimationFrame(() => setTimeout(act));
}
