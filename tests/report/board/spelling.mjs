// Spells positions by spelling.js, one JSON a line: node spelling.mjs DATA, a file with words, games and spellings.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { spell } from "../../../solver/report/board/static/spelling.js";

const data = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(spell(JSON.parse(line), data)));
