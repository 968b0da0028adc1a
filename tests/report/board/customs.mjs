// What the page knows of the games of positions, one JSON a line: node customs.mjs DATA, a file with words.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { Words } from "../../../solver/report/board/static/words.js";

const data = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for await (const line of createInterface({ input: process.stdin })) {
  const position = JSON.parse(line);
  const words = new Words(data.words, "en", position);
  console.log(JSON.stringify({ is_difference: words.isDifference, ...words.game(position) }));
}
