// Units of what a mode may hang on the board.

import assert from "node:assert/strict";
import test from "node:test";

import { seenBy, wholeMode } from "../../../solver/report/board/static/mode.js";

test("a mode without parts looks at everything, and takes no card", () => {
  const mode = wholeMode({});
  assert.deepEqual([mode.hidden(), mode.values(), mode.onplay, mode.panel, mode.controls()], [[], true, null, null, []]);
  mode.after({});
  mode.close();
});

test("the parts of a mode are asked each time, as its own methods", () => {
  const own = {
    n: 0,
    hidden() {
      return [["E"], ["W"]][this.n];
    },
    onplay(card) {
      this.n += 1;
      return card === "SA";
    },
  };
  const mode = wholeMode(own);
  assert.deepEqual(mode.hidden(), ["E"]);
  assert.deepEqual([mode.onplay("SA"), mode.onplay("S2")], [true, false]);
  own.n = 1;
  assert.deepEqual(mode.hidden(), ["W"]);
});

test("declarer and dummy are one player, and dummy is seen once a card is led", () => {
  const table = (n) => ({ won: { NS: 0, EW: 0 }, dummy: "S", hands: { N: Array(n).fill("SA"), E: [], S: [], W: [] } });
  for (const seat of "NS") assert.equal(seenBy(seat, table(52)), "NS");
  assert.equal(seenBy("E", table(52)), "E");
  assert.equal(seenBy("E", table(51)), "ES");
  assert.equal(seenBy("E", { ...table(32), dummy: undefined }), "E");
  assert.equal(seenBy("E", null), "E");
});
