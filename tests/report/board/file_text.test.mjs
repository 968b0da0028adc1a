// Units of the text of a file: in which of the encodings of older programs it is.

import assert from "node:assert/strict";
import test from "node:test";

import { textOfFile } from "../../../solver/report/board/static/file_text.js";

/** A file of a stated charset and some bytes. @param {string} head @param {number[]} bytes */
const file = (head, bytes) => new File([head, new Uint8Array(bytes)], "club.pbn");

test("a file is in UTF-8, in the charset that its head states, or in Windows-1252", async () => {
  const head = (/** @type {string} */ charset) => `% PBN 2.1\r\n%Content-type: text/x-pbn; charset=${charset}\r\n`;
  const read = async (/** @type {string} */ charset, /** @type {number[]} */ ...bytes) =>
    /** @type {string} */ (await textOfFile(file(head(charset), bytes))).slice(head(charset).length);
  assert.equal(await read("ISO-8859-2", 0xae, 0xbe), "Žž");
  assert.equal(await read('"windows-1250"', 0x8e, 0x9e), "Žž");
  assert.equal(await read("koi8-r", 0xd6), "ж");
  assert.equal(await read("ISO-8859-2", 0xc5, 0xbd), "Ž");
  for (const other of ["ISO-8859-1", "utf-16", "shift_jis", "unicode-escape", "ISO-8859-22", "?"]) {
    assert.equal(await read(other, 0xae, 0x92), "®’");
  }
  assert.equal(await textOfFile(file(`${"%\n".repeat(500)}%charset=koi8-r\n`, [0xd6])), `${"%\n".repeat(500)}%charset=koi8-r\nÖ`);
  assert.equal(await textOfFile(file("charset=koi8-r\n", [0xd6])), "charset=koi8-r\nÖ");
});
