// Makes the numbers of deals by encode.js, one JSON a line: node encode.mjs DATA, a file with words, games and tables.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { encode, nameOf } from "../../../solver/report/board/static/encode.js";

const data = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  try {
    console.log(JSON.stringify(encode(request, data.tables[nameOf(request, data)], data)));
  } catch (error) {
    console.log(JSON.stringify({ refused: error.says ?? error.stack }));
  }
}
