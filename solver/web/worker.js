/**
 * The core in a worker: asked by messages, so that the page stays awake. `CoreWorker` (core_worker.js) is the other side.
 *
 * A message is `{id, name, args}`: `load` with the bytes of a module, or a method of `Core` with its arguments. The answer is
 * `{id, value}` or `{id, error}`.
 */

import { Core } from "./core.js";

/** @typedef {{id: number, name: "load" | "open" | "solve" | "legal" | "seat" | "play", args: any[]}} Asked */

/** @type {Core | undefined} */
let core;

/** What was asked before: to load takes a while, and the others wait for it. */
let earlier = Promise.resolve();

/** @param {MessageEvent<Asked>} event */
self.onmessage = ({ data }) => {
  earlier = earlier.then(() => answer(data));
};

/** @param {Asked} asked */
async function answer({ id, name, args }) {
  try {
    if (name === "load") {
      core = await Core.load(args[0]);
      self.postMessage({ id });
      return;
    }
    if (core === undefined) {
      throw new Error("no core is loaded");
    }
    /** @type {(...args: any[]) => unknown} */
    const method = core[name];
    self.postMessage({ id, value: method.apply(core, args) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
