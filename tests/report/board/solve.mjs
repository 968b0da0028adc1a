// Answers positions by solve.js over the core in a worker, one JSON a line: node solve.mjs FOLDER_OF_WASM.
// A line has what a page shows, and plays to answer one after the other; with a deal "beside" it, both at once; with
// "unreachable", the page cannot fetch the modules.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Worker as Thread } from "node:worker_threads";

import { solverOf } from "../../../solver/report/board/static/solve.js";

const [folder] = process.argv.slice(2);
const web = new URL("../../../solver/web/", import.meta.url);
const threads = new Set();

/** A worker as browsers have it, of a thread of node's. */
globalThis.Worker = class {
  constructor(address) {
    const around = `
      const { parentPort } = require("node:worker_threads");
      globalThis.self = { postMessage: (data) => parentPort.postMessage(data) };
      const ready = import(${JSON.stringify(String(address))});
      parentPort.on("message", async (data) => { await ready; self.onmessage({ data }); });`;
    this.thread = new Thread(around, { eval: true });
    this.thread.on("message", (data) => this.onmessage({ data }));
    this.thread.on("error", (error) => this.onerror(error));
    threads.add(this.thread);
    this.thread.on("exit", () => threads.delete(this.thread));
  }
  postMessage(data) {
    this.thread.postMessage(data);
  }
  terminate() {
    this.thread.terminate();
  }
};

const address = (unit) => `data:application/wasm;base64,${readFileSync(`${folder}/${unit}.wasm`).toString("base64")}`;
const core = {
  script: new URL("core_worker.js", web).href,
  worker: new URL("worker.js", web).href,
  points: address("points"),
  tricks: address("tricks"),
};
/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:1/";
const says = { no_card: "no card {text}", no_core: "no core", no_core_file: "no file of the core" };
const words = {
  table: { language: "en" },
  cards: {},
  say: (name, values = {}) => says[name].replace("{text}", values.text),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { shown, plays, beside, unreachable } = JSON.parse(line);
  const found = unreachable ? { ...core, points: NOWHERE, tricks: NOWHERE } : core;
  const solverFor = (deal) => solverOf({ game: [], answers: [], remarks: [], players: {}, ...deal }, { core: found }, words);
  const solve = solverFor(shown);
  if (beside) {
    // Two deals asked about at once, in turns.
    const other = solverFor(beside);
    const { signal } = new AbortController();
    const asked = plays.flatMap((cards) => [solve(cards, signal), other([], signal)]);
    console.log(JSON.stringify(await Promise.all(asked)));
    continue;
  }
  const answers = [];
  for (const cards of plays) {
    const { signal } = new AbortController();
    answers.push(await solve(cards, signal).catch((error) => ({ refused: `${error.constructor.name}: ${error.message}` })));
  }
  console.log(JSON.stringify(answers));
  // One worker at a time, however many deals were asked about.
  if (threads.size > 2) throw new Error(`${threads.size} workers`);
}
process.exit(0);
