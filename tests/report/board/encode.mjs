// Makes the numbers of deals by encode.js, one JSON a line: node encode.mjs DATA, a file with words, games and tables.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { encode, nameOf } from "../../../solver/report/board/static/encode.js";
import { spell } from "../../../solver/report/board/static/spelling.js";

const data = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for await (const line of createInterface({ input: process.stdin })) {
  // As the page does, which has the cards played one by one.
  const { plays, ...request } = spell({ position: JSON.parse(line) }, data).position;
  try {
    console.log(JSON.stringify(encode(request, data.tables[nameOf(request, data)], data)));
  } catch (error) {
    console.log(JSON.stringify({ refused: error.says ?? error.faults?.map((one) => [one.pointer, one.detail]) ?? error.stack }));
  }
}
