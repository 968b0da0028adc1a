// A try at a puzzle, card by card, as the service judges it; and the reader whom the browser remembers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Try, graft, lead, nextQuery, shownOf, takeBack } from "../../../solver/report/board/static/puzzle.js";
import { KeptReader, met, named, rated } from "../../../solver/report/board/static/reader.js";
import { Tree } from "../../../solver/report/board/static/state.js";

const RATINGS = { puzzle: 1700, solver: 1520 };
const right = (reply, left) => ({ state: "right", reply, left, first: null, rated: false });
const solved = (reply = []) => ({ state: "solved", reply, left: 0, first: true, rated: true, ratings: RATINGS, moved: 20 });
const refuted = (card, line) => ({
  state: "wrong", reply: line.slice(0, 1), left: 0, first: true, rated: true, ratings: RATINGS, moved: -20,
  refutation: { card, by: "N", reply: line[0], line, text: "" },
});

/** A try of east and west, with two cards to find. */
const begun = () => new Try({ side: "EW", length: 2 });

test("a card of the own side is judged, others wait", () => {
  const one = begun();
  assert.equal(one.turn([], "W"), "judge");
  assert.equal(one.turn([], "N"), "others");
  assert.equal(one.turn([], null), "others");
  assert.equal(one.turn(["SA"], "W"), "aside");
  one.send();
  assert.equal(one.turn([], "W"), "judging");
  one.recall();
  assert.equal(one.turn([], "W"), "judge");
});

test("a right card is answered, and the next one is to be found from there", () => {
  const one = begun();
  one.send();
  assert.deepEqual(one.judged(["DK"], right(["D9"], 1)), ["D9"]);
  assert.deepEqual([one.stage, one.left, one.track], ["find", 1, ["DK", "D9"]]);
  assert.equal(one.turn(["DK", "D9"], "E"), "judge");
  assert.equal(one.turn(["DK"], "N"), "others");
  assert.equal(one.ended, null);
  one.send();
  assert.deepEqual(one.judged(["DK", "D9", "CA"], solved(["HT"])), ["HT"]);
  assert.deepEqual([one.stage, one.left, one.isOver], ["solved", 0, true]);
  assert.equal(one.ended.moved, 20);
  assert.equal(one.turn(["SA"], "N"), "free");
});

test("a wrong card is refuted until it is taken back, and the first end is the one that counts", () => {
  const one = begun();
  one.judged(["DK"], right(["D9"], 1));
  assert.deepEqual(one.judged(["DK", "D9", "HA"], refuted("HA", ["H7", "H8"])), ["H7", "H8"]);
  assert.deepEqual([one.stage, one.slips, one.left], ["wrong", 1, 1]);
  assert.equal(one.turn(["DK", "D9", "HA"], "N"), "wrong");
  assert.equal(one.turn(["DK", "D9"], "E"), "judge");
  assert.equal(one.retry(), 2);
  assert.equal(one.stage, "find");
  one.judged(["DK", "D9", "CA"], { ...solved(), first: false, rated: false, moved: undefined });
  assert.equal(one.ended.moved, -20);
});

test("an earlier card may be tried again: the same one loses nothing, another one is judged", () => {
  const one = begun();
  one.judged(["DK"], right(["D9"], 1));
  one.judged(["DK"], right(["D9"], 1));
  assert.deepEqual([one.track, one.left], [["DK", "D9"], 1]);
  one.judged(["DK", "D9", "CA"], right(["C9"], 1));
  one.judged(["DK"], right(["D9"], 1));
  assert.deepEqual(one.track, ["DK", "D9", "CA", "C9"]);
  one.judged(["HQ"], refuted("HQ", ["DT"]));
  assert.deepEqual([one.track, one.left, one.retry()], [[], 2, 0]);
});

test("hints are those of the card to be found, up to three for each", () => {
  const one = begun();
  assert.deepEqual([one.hasHint, one.isHelped], [true, false]);
  assert.deepEqual([one.hint(), one.hint(), one.hint(), one.hasHint, one.isHelped], [1, 2, 3, false, true]);
  one.judged(["DK"], right(["D9"], 1));
  assert.deepEqual([one.hints, one.hasHint, one.hint(), one.hint(), one.hasHint], [0, true, 1, 2, true]);
  one.judged(["DK", "D9", "HA"], refuted("HA", ["H7"]));
  assert.equal(one.hints, 2);
  one.judged(["HQ"], refuted("HQ", ["DT"]));
  assert.equal(one.hints, 0);
});

test("what was asked to be shown is over", () => {
  const one = begun();
  one.show();
  assert.deepEqual([one.isOver, one.left, one.turn(["any"], "N")], [true, 0, "free"]);
});

test("a refutation without a line, as of a hidden puzzle, plays nothing", () => {
  const one = begun();
  assert.deepEqual(one.judged(["DK"], { ...refuted("DK", []), refutation: { card: "DK", text: "" } }), []);
  assert.equal(one.stage, "wrong");
});

test("a line is hung below a node once, and can be put before the others", () => {
  const tree = new Tree();
  const wrong = graft(tree.root, ["HA", "D9"]);
  const found = graft(tree.root, ["DK", "D9"]);
  assert.deepEqual(graft(tree.root, ["DK", "D9", "CA"]).slice(0, 2), found);
  assert.equal(tree.current, tree.root);
  assert.deepEqual(tree.root.children, [wrong[0], found[0]]);
  lead(found[1]);
  assert.deepEqual(tree.root.children, [found[0], wrong[0]]);
});

test("a refutation plays itself to the end of the trick in which it falls", () => {
  const nodes = graft(new Tree().root, ["SA", "SK", "SQ", "SJ", "HA", "HK"]);
  const shown = (reply, before) => shownOf(nodes, reply, before, 4).map((node) => node.card);
  assert.deepEqual(shown("SA", 1), ["SA", "SK", "SQ"]);
  assert.deepEqual(shown("SQ", 1), ["SA", "SK", "SQ"]);
  assert.deepEqual(shown("SJ", 1), ["SA", "SK", "SQ", "SJ", "HA", "HK"]);
  assert.deepEqual(shown(undefined, 4), ["SA", "SK", "SQ", "SJ"]);
  assert.deepEqual(shownOf([], undefined, 4, 4), []);
});

test("a query names what is wanted, and nothing else", () => {
  assert.equal(nextQuery({ variant: "belote", theme: ["ruff", "duck"], rating: 1500, difficulty: "", solver: undefined }),
    "variant=belote&theme=ruff&theme=duck&rating=1500");
});

/** What a browser keeps, and what is in it. */
function storage(text = null) {
  return { text, getItem() { return this.text; }, setItem(_, text) { this.text = text; } };
}

test("a reader without a name is a guest, the same one the next time", () => {
  const kept = storage();
  const guest = new KeptReader(kept, () => 0.5).change((one) => one);
  assert.match(guest.name, /^guest-[a-z0-9]{12}$/);
  assert.equal(guest.isGuest, true);
  assert.deepEqual(new KeptReader(kept).now, guest);
  assert.notEqual(new KeptReader(storage()).now.name, new KeptReader(storage()).now.name);
});

test("another name has another rating", () => {
  const guest = { name: "guest-x", isGuest: true, rating: 1600, wanted: "variant=belote" };
  assert.deepEqual(named(guest, " Ann "), { name: "Ann", isGuest: false, wanted: "variant=belote" });
  assert.equal(named(guest, "  "), guest);
  assert.equal(named(guest, "guest-x"), guest);
  assert.equal(named(guest, "x".repeat(99)).name.length, 40);
  const left = named({ ...guest, name: "Ann", isGuest: false }, " ");
  assert.deepEqual([left.isGuest, left.wanted], [true, guest.wanted]);
  assert.match(left.name, /^guest-[a-z2-9]{12}$/);
});

test("what is strange in a reader that is kept is left out", () => {
  const { now } = new KeptReader(storage('{"name": "Ann", "rating": 1600, "seen": 5}'));
  assert.deepEqual(now, { name: "Ann", isGuest: false, rating: 1600 });
  assert.deepEqual(met(now, "x").seen, ["x"]);
  const read = (reader) => new KeptReader(storage(JSON.stringify(reader))).now;
  const strange = { name: "Ann", rating: "high", wanted: ["belote"], isGuest: 1, other: {}, seen: [null, {}, "p", "x".repeat(9999), 1234567890123456, ["abcdefghijklmnop"], "pvfawk7x97jf1gjm"] };
  assert.deepEqual(read(strange), { name: "Ann", isGuest: false, seen: ["pvfawk7x97jf1gjm"] });
  const seen = Array.from({ length: 99 }, (_, n) => String(n).padStart(16, "p"));
  assert.deepEqual(read({ name: "Ann", seen }).seen, seen.slice(-30));
  // What the service would refuse is no name.
  for (const name of ["", "x".repeat(41), "A\ud83d", "A\n", ["Ann"]]) assert.match(read({ name, seen }).name, /^guest-/);
  for (const name of ["x".repeat(40), "🂡".repeat(40), " Ann"]) assert.equal(read({ name }).name, name);
  for (const kept of [7, "Ann", [], [null], null]) assert.match(read(kept).name, /^guest-/);
});

test("a name is cut between characters", () => {
  const guest = { name: "guest-x", isGuest: true };
  assert.equal(named(guest, `${"x".repeat(39)}🂡y`).name, `${"x".repeat(39)}🂡`);
  assert.equal(named(guest, " A\nn\ud83dn ").name, "Ann");
});

test("what cannot be kept or read is no fault", () => {
  const refusing = { getItem() { throw new Error("refused"); }, setItem() { throw new Error("full"); } };
  for (const kept of [refusing, storage("{"), storage('{"name": 7}'), null]) assert.equal(new KeptReader(kept).now.isGuest, true);
  for (const kept of [refusing, null]) {
    const reader = new KeptReader(kept);
    reader.change((one) => named(one, "Ann"));
    assert.equal(reader.now.name, "Ann");
  }
});

test("what one page keeps of the reader, another does not undo", () => {
  const kept = storage();
  const [here, there] = [new KeptReader(kept), new KeptReader(kept)];
  const [one, other] = ["pvfawk7x97jf1gjm", "0zvf89ye4y05e7e3"];
  here.change((reader) => met(reader, one));
  there.change((reader) => named(reader, "Ann"));
  here.change((reader) => met(reader, other));
  assert.deepEqual([here.now.name, here.now.seen], ["Ann", [one, other]]);
  assert.deepEqual(there.now, here.now);
});

test("a rating is that of the name under which the try was made", () => {
  const ann = { name: "Ann", isGuest: false };
  assert.equal(rated(ann, "Ann", 1600).rating, 1600);
  assert.equal(rated(ann, "guest-x", 1600), ann);
  assert.equal(rated({ ...ann, rating: 1500 }, "Ann", undefined).rating, 1500);
});

test("the puzzles met last are remembered", () => {
  let reader = { name: "Ann", isGuest: false };
  for (let n = 0; n < 60; n++) reader = met(reader, `p${n}`);
  reader = met(reader, "p50");
  assert.equal(reader.seen.length, 30);
  assert.deepEqual(reader.seen.slice(-2), ["p59", "p50"]);
});

test("a card that nobody could judge is taken back, and what was played before it stays", () => {
  const tree = new Tree();
  const [, second] = graft(tree.root, ["DK", "D9"]);
  const [tried] = graft(second, ["D4"]);
  tree.go(tried);
  takeBack(tree, second, "D4");
  assert.deepEqual([tree.current.plays, second.children], [["DK", "D9"], []]);
  graft(second, ["D5"]);
  takeBack(tree, second, null);
  assert.deepEqual(second.children.map(({ card }) => card), ["D5"]);
});
