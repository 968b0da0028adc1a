// Units of the reader's view: what is remembered of it, where a browser keeps anything.

import assert from "node:assert/strict";
import test from "node:test";

import { cleanView, keepView, readView } from "../../../solver/report/board/static/view.js";

test("what is strange in a view is as usual", () => {
  const usual = { values: true, kind: "result", four: false, letters: true };
  for (const said of [null, {}, 3, { kind: "all", four: "yes", values: false }]) assert.deepEqual(cleanView(said), usual);
  assert.deepEqual(cleanView({ kind: "loss", four: true }), { values: true, kind: "loss", four: true, letters: true });
  assert.equal(cleanView({ letters: false }).letters, false);
});

test("a view is remembered, but for what hides values", (context) => {
  const kept = new Map();
  const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true });
  context.after(() => delete globalThis.localStorage);
  keepView({ values: false, kind: "score", four: true, letters: false });
  assert.deepEqual(readView(), { values: true, kind: "score", four: true, letters: false });
});

test("what another page has changed meanwhile stays", (context) => {
  const kept = new Map();
  const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true });
  context.after(() => delete globalThis.localStorage);
  keepView({ letters: false });
  keepView({ four: true });
  keepView({ kind: "loss", values: true });
  assert.deepEqual(readView(), { values: true, kind: "loss", four: true, letters: false });
});

test("where a browser keeps nothing, the view is the usual one", (context) => {
  const refuse = () => {
    throw new Error("denied");
  };
  Object.defineProperty(globalThis, "localStorage", { get: refuse, configurable: true });
  context.after(() => delete globalThis.localStorage);
  keepView({ values: true, kind: "loss", four: true, letters: true });
  assert.deepEqual(readView(), { values: true, kind: "result", four: false, letters: true });
});
