// Units of what is fetched ahead: neighbours come one by one, and give way to what the reader asks for.

import assert from "node:assert/strict";
import test from "node:test";

import { Ahead } from "../../../solver/report/board/static/ahead.js";

/** A solver whose answers are given by hand; it notes what was asked, and what was broken off. */
function slow() {
  const asked = [];
  const aborted = [];
  const waiting = new Map();
  const solve = (plays, signal) => {
    const key = plays.join(" ");
    asked.push(key);
    return new Promise((resolve, reject) => {
      waiting.set(key, () => resolve({ key }));
      signal.addEventListener("abort", () => {
        aborted.push(key);
        reject(new Error("aborted"));
      });
    });
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const give = async (key) => {
    waiting.get(key)();
    await settle();
  };
  return { asked, aborted, solve, give };
}

const { signal } = new AbortController();

test("neighbours are fetched in turn, and each only once", async () => {
  const { asked, solve, give } = slow();
  const ahead = new Ahead(solve);
  const got = [];
  const fetched = ahead.fetch([["SA"], ["S2"], ["SA"]], (plays) => got.push(plays));
  assert.deepEqual(asked, ["SA"]);
  await give("SA");
  await give("S2");
  await fetched;
  assert.deepEqual([asked, got], [["SA", "S2"], [["SA"], ["S2"]]]);
  assert.deepEqual(ahead.find(["S2"]), { key: "S2" });
  assert.deepEqual(await ahead.ask(["SA"], signal), { key: "SA" });
  assert.deepEqual(asked, ["SA", "S2"]);
});

test("what is asked for breaks off what is fetched, unless it is the same", async () => {
  const { asked, aborted, solve, give } = slow();
  const ahead = new Ahead(solve);
  const first = ahead.fetch([["SA"], ["S2"]]);
  const same = ahead.ask(["SA"], signal);
  await give("SA");
  assert.deepEqual(await same, { key: "SA" });
  await first;
  assert.deepEqual([asked, aborted], [["SA"], []]);

  const second = ahead.fetch([["S2"], ["S3"]]);
  const other = ahead.ask(["S4"], signal);
  await second;
  await give("S4");
  assert.deepEqual(await other, { key: "S4" });
  assert.deepEqual([asked, aborted], [["SA", "S2", "S4"], ["S2"]]);
});

test("a refusal ends the fetching, and what the reader asks for is asked again", async () => {
  const asked = [];
  const ahead = new Ahead(async (plays) => {
    asked.push(plays.join(" "));
    if (asked.length === 1) throw new Error("refused");
    return {};
  });
  await ahead.fetch([["SA"], ["S2"]]);
  assert.deepEqual(asked, ["SA"]);
  await ahead.ask(["SA"], signal);
  assert.deepEqual(asked, ["SA", "SA"]);
});

test("the table is told before its values, to who asks for what is fetched already too", async () => {
  const tables = [];
  const seen = (table) => tables.push(table);
  let tell = () => {};
  const ahead = new Ahead((plays, _, told) => {
    tell = () => told({ table: plays.join(" ") });
    return new Promise(() => {});
  });
  ahead.ask(["SA"], signal, seen);
  tell();
  ahead.fetch([["S2"]]);
  ahead.ask(["S2"], signal, seen);
  tell();
  ahead.ask(["S2"], signal, seen);
  assert.deepEqual(tables, [{ table: "SA" }, { table: "S2" }, { table: "S2" }]);
});

test("a list waits for what another has begun, so that all of it gives way", async () => {
  const { asked, aborted, solve, give } = slow();
  const ahead = new Ahead(solve);
  ahead.fetch([["SA"], ["S2"]]);
  ahead.fetch([["S3"]]);
  ahead.fetch([["S4"]]);
  assert.deepEqual(asked, ["SA"]);
  const mine = ahead.ask(["S5"], signal);
  await give("S5");
  assert.deepEqual(await mine, { key: "S5" });
  assert.deepEqual([asked, aborted], [["SA", "S5"], ["SA"]]);

  ahead.fetch([["S6"]]);
  const last = ahead.fetch([["S7"]]);
  await give("S6");
  await give("S7");
  await last;
  assert.deepEqual(asked.slice(2), ["S6", "S7"]);
});
