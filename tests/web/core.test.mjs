// Units of solver/web/, by node's own runner: node --test with the variables WEB (its folder), MODULES (the folder of the
// .wasm files) and NUMBERS (what core_numbers gives of positions, in JSON).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker as Thread } from "node:worker_threads";

const { WEB, MODULES, NUMBERS } = process.env;
const { Core } = await import(pathToFileURL(`${WEB}/core.js`).href);
const { CancelledError, CoreWorker } = await import(pathToFileURL(`${WEB}/core_worker.js`).href);
const { endless, long, short, middle, tricks } = JSON.parse(NUMBERS);
const bytes = readFileSync(`${MODULES}/points.wasm`);

/** A worker as browsers have it, of a thread of node's. */
function startWorker() {
  const around = `
    const { parentPort } = require("node:worker_threads");
    globalThis.self = { postMessage: (data) => parentPort.postMessage(data) };
    const ready = import(${JSON.stringify(pathToFileURL(`${WEB}/worker.js`).href)});
    parentPort.on("message", async (data) => { await ready; self.onmessage({ data }); });`;
  const thread = new Thread(around, { eval: true });
  const worker = {
    postMessage: (data) => thread.postMessage(data),
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data) => worker.onmessage({ data }));
  thread.on("error", (error) => worker.onerror(error));
  return worker;
}

/** The module with room for so many pages (64 KiB) more than it begins with, and for none after that. */
function withPages(module, pages) {
  const MEMORY = 5;
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (; ; at += 1, shift += 7) {
      value |= (module[at] & 127) << shift;
      if (module[at] < 128) {
        return [value, at + 1];
      }
    }
  };
  const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(value >> 7)]);
  for (let at = 8; at < module.length; ) {
    const [size, start] = number(at + 1);
    if (module[at] === MEMORY) {
      // One memory, without a limit: 1, 0, pages.
      assert.deepEqual([...module.subarray(start, start + 2)], [1, 0]);
      const [least] = number(start + 2);
      const section = [1, 1, ...written(least), ...written(least + pages)];
      return Buffer.concat([
        module.subarray(0, at),
        Buffer.from([MEMORY, ...written(section.length), ...section]),
        module.subarray(start + size),
      ]);
    }
    at = start + size;
  }
  throw new Error("there is no memory");
}

test("it imports a clock alone", async () => {
  for (const unit of ["points", "tricks"]) {
    const module = new WebAssembly.Module(readFileSync(`${MODULES}/${unit}.wasm`));
    assert.deepEqual(WebAssembly.Module.imports(module), [{ module: "page", name: "now", kind: "function" }]);
  }
});

test("rules of another module and tables of no size are refused", async () => {
  const core = await Core.load(bytes);
  assert.throws(() => core.open({ ...short.deal, rules: btoa("short") }), /do not belong/);
  for (const size of [0, -1, 1.5, 2049, NaN]) {
    assert.throws(() => core.open(short.deal, size), RangeError);
  }
});

test("a question without a deal, or without cards, is refused", async () => {
  const core = await Core.load(bytes);
  assert.throws(() => core.solve(short.position), /no deal is open/);
  core.open(short.deal);
  const empty = { ...short.position, hands: short.position.hands.map(() => []), table: [] };
  assert.throws(() => core.solve(empty), /every card is played/);
  assert.deepEqual(core.legal(empty), []);
});

test("another word than those for what is wanted is refused", async () => {
  const core = await Core.load(bytes);
  core.open(short.deal);
  for (const wanted of ["xx", "toString", "", null]) {
    assert.throws(() => core.solve(short.position, { wanted }), {
      name: "RangeError",
      message: `wanted is "${wanted}"; it must be "all", "best" or "value"`,
    });
  }
});

test("a code that no card has is refused, wherever it lies", async () => {
  const core = await Core.load(bytes);
  core.open(short.deal);
  const { hands, table, stock } = short.position;
  for (const code of [64, 70, -1, 1.5, NaN]) {
    const places = [{ hands: [[...hands[0], code], ...hands.slice(1)] }, { table: [code] }, { stock: [...stock, code] }];
    for (const place of places) {
      for (const ask of ["solve", "legal", "seat"]) {
        assert.throws(() => core[ask]({ ...short.position, table, ...place }), {
          name: "RangeError",
          message: `${code} is no card: codes are whole numbers from 0 to 63`,
        });
      }
    }
  }
});

test("a limit beyond any time or number is none", async () => {
  for (const [unit, { deal, position }] of Object.entries({ points: short, tricks })) {
    const core = await Core.load(readFileSync(`${MODULES}/${unit}.wasm`));
    core.open(deal);
    const found = core.solve(position);
    for (const most of [Infinity, Number.MAX_SAFE_INTEGER, 1e13, 1e300]) {
      for (const limit of [{ milliseconds: most }, { nodes: most }]) {
        core.open(deal);
        assert.deepEqual(core.solve(position, limit), found, JSON.stringify({ unit, most, limit }));
      }
    }
  }
});

test("a card that may not be played is refused, and nothing changes", async () => {
  const core = await Core.load(bytes);
  core.open(short.deal);
  const before = structuredClone(short.position);
  const legal = core.legal(short.position);
  for (let code = -1; code <= 64; code += 1) {
    if (!legal.includes(code)) {
      assert.throws(() => core.play(short.position, code), RangeError);
    }
  }
  core.play(short.position, legal[0]);
  assert.deepEqual(short.position, before);
});

test("what is proved is kept for the next question, and gone with the deal", async () => {
  const core = await Core.load(bytes);
  core.open(short.deal);
  const first = core.solve(short.position);
  const again = core.solve(short.position);
  assert.ok(again.nodes < first.nodes);
  assert.deepEqual({ ...again, nodes: 0, lines: [] }, { ...first, nodes: 0, lines: [] });
  core.open(short.deal);
  assert.deepEqual(core.solve(short.position), first);
});

test("a small table holds less and answers the same", async () => {
  const core = await Core.load(bytes);
  core.open(long.deal, 1);
  const [small, asked] = [core.solve(long.position, { wanted: "all" }), core.exports.memory.buffer.byteLength];
  core.open(long.deal, 64);
  const large = core.solve(long.position, { wanted: "all" });
  assert.deepEqual([small.lower, small.upper], [large.lower, large.upper]);
  assert.ok(small.nodes > large.nodes);
  assert.ok(asked < 4 * 2 ** 20, `${asked} bytes`);
});

for (const [unit, numbers] of Object.entries({ points: middle, tricks })) {
  test(`without memory ${unit} refuse a deal, or go on with the table that they have`, async () => {
    const module = readFileSync(`${MODULES}/${unit}.wasm`);
    const free = await Core.load(module);
    free.open(numbers.deal, 64);
    const found = free.solve(numbers.position, { wanted: "value" });
    const results = new Set();
    for (const pages of [0, 1, 4, 16, 20, 32]) {
      const core = await Core.load(withPages(module, pages));
      try {
        core.open(numbers.deal, 64);
      } catch (error) {
        assert.ok(error instanceof RangeError);
        assert.match(error.message, /no memory/);
        results.add("refused");
        continue;
      }
      const told = core.solve(numbers.position, { wanted: "value" });
      assert.deepEqual([told.lower, told.upper], [found.lower, found.upper]);
      results.add("solved");
    }
    assert.deepEqual(results, new Set(["refused", "solved"]));
  });
}

test("a worker answers as the core does", async (t) => {
  const core = await Core.load(bytes);
  core.open(short.deal);
  const worker = new CoreWorker(startWorker, bytes);
  t.after(() => worker.end());
  await worker.open(short.deal);
  assert.deepEqual(await worker.solve(short.position), core.solve(short.position));
  const legal = await worker.legal(short.position);
  assert.deepEqual(legal, core.legal(short.position));
  assert.equal(await worker.seat(short.position), core.seat(short.position));
  assert.deepEqual(await worker.play(short.position, legal[0]), core.play(short.position, legal[0]));
  await assert.rejects(worker.play(short.position, 64), /may not be played/);
});

test("a worker that is ended answers nothing more", async () => {
  const worker = new CoreWorker(startWorker, bytes);
  await worker.open(short.deal);
  worker.end();
  await assert.rejects(worker.solve(short.position), CancelledError);
});

test("a worker that is ended is not begun again by being cancelled", async () => {
  let alive = 0;
  const start = () => {
    alive += 1;
    return { postMessage() {}, terminate: () => (alive -= 1) };
  };
  const worker = new CoreWorker(start, bytes);
  const early = worker.open(short.deal);
  worker.end();
  await assert.rejects(early, CancelledError);
  worker.cancel();
  assert.equal(alive, 0);
  await assert.rejects(worker.open(short.deal), CancelledError);
  await assert.rejects(worker.legal(short.position), CancelledError);
});

test("a worker that is cancelled is ended, and made anew with its deal", async (t) => {
  const worker = new CoreWorker(startWorker, bytes);
  t.after(() => worker.end());
  await worker.open(endless.deal);
  const started = performance.now();
  const [first, second] = [worker.solve(endless.position), worker.solve(endless.position)];
  setTimeout(() => worker.cancel(), 50);
  await assert.rejects(first, CancelledError);
  await assert.rejects(second, CancelledError);
  const found = await worker.solve(endless.position, { nodes: 1000 });
  assert.ok(found.stopped);
  assert.ok(performance.now() - started < 10_000);
  const other = worker.open(short.deal);
  await other;
  assert.ok(!(await worker.solve(short.position)).stopped);
});

test("a worker whose script is not there refuses all that is asked, until it is begun again", async (t) => {
  const absent = { postMessage() {}, terminate() {} };
  const starts = [() => absent, startWorker];
  const worker = new CoreWorker(() => starts.shift()(), bytes);
  t.after(() => worker.end());
  const early = worker.open(short.deal);
  absent.onerror({});
  const refused = { message: "the worker could not be started" };
  await assert.rejects(early, refused);
  await assert.rejects(worker.solve(short.position), refused);
  worker.cancel();
  absent.onerror({});
  assert.ok(!(await worker.solve(short.position)).stopped);
});
