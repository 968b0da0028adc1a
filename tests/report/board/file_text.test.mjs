// Units of the text of a file: in which of the encodings of older programs it is.

import assert from "node:assert/strict";
import test from "node:test";

import { MOST_ALONE, textOfFile } from "../../../solver/report/board/static/file_text.js";

/** A file of a stated charset and some bytes. @param {string} head @param {number[]} bytes */
const file = (head, bytes) => new File([head, new Uint8Array(bytes)], "club.pbn");

test("a file is in UTF-8, in the charset that its head states, or in Windows-1252", async () => {
  const head = (/** @type {string} */ charset) => `% PBN 2.1\r\n%Content-type: text/x-pbn; charset=${charset}\r\n`;
  const read = async (/** @type {string} */ charset, /** @type {number[]} */ ...bytes) =>
    /** @type {string} */ ((await textOfFile(file(head(charset), bytes))).text).slice(head(charset).length);
  assert.equal(await read("ISO-8859-2", 0xae, 0xbe), "Žž");
  assert.equal(await read('"windows-1250"', 0x8e, 0x9e), "Žž");
  assert.equal(await read("koi8-r", 0xd6), "ж");
  assert.equal(await read("ISO-8859-2", 0xc5, 0xbd), "Ž");
  for (const other of ["ISO-8859-1", "utf-16", "shift_jis", "unicode-escape", "ISO-8859-22", "?"]) {
    assert.equal(await read(other, 0xae, 0x92), "®’");
  }
  assert.equal((await textOfFile(file(`${"%\n".repeat(500)}%charset=koi8-r\n`, [0xd6]))).text, `${"%\n".repeat(500)}%charset=koi8-r\nÖ`);
  assert.equal((await textOfFile(file("charset=koi8-r\n", [0xd6]))).text, "charset=koi8-r\nÖ");
});

test("why a file has no text is told by the name of its sentence", async () => {
  assert.deepEqual(await textOfFile(file("PK", [0, 0])), { fault: "in_no_text" });
  // Only the head of what is no text is decoded.
  const { decode } = TextDecoder.prototype;
  const sizes = /** @type {number[]} */ ([]);
  TextDecoder.prototype.decode = function (/** @type {any} */ bytes) {
    sizes.push(bytes.length);
    return decode.call(this, bytes);
  };
  try {
    assert.deepEqual(await textOfFile(file("PK", Array(10_000).fill(0))), { fault: "in_no_text" });
  } finally {
    TextDecoder.prototype.decode = decode;
  }
  assert.ok(Math.max(...sizes) < 100);
  // A folder that is dropped is a file that cannot be read.
  const folder = /** @type {File} */ ({ size: 4096, arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError")) });
  assert.deepEqual(await textOfFile(folder), { fault: "in_no_file" });
  // What is too long for a service the service says.
  const long = file(" ".repeat(MOST_ALONE + 1), []);
  assert.equal((await textOfFile(long)).fault, undefined);
  assert.deepEqual(await textOfFile(long, MOST_ALONE), { fault: "in_too_long" });
  assert.equal((await textOfFile(file(" ".repeat(MOST_ALONE), []), MOST_ALONE)).fault, undefined);
  assert.deepEqual(await textOfFile({ size: 2 ** 25 + 1 }), { fault: "in_too_long" });
});
