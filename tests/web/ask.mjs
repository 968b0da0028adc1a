// Answers questions to the core, one JSON a line: node ask.mjs CORE.JS FOLDER, where FOLDER has the modules.
// Each deal is opened anew, so that its nodes are those of an empty table.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [script, folder] = process.argv.slice(2);
const { Core } = await import(pathToFileURL(script).href);
const cores = {};

for await (const line of createInterface({ input: process.stdin })) {
  const { deal, position, asked, play } = JSON.parse(line);
  cores[deal.unit] ??= await Core.load(readFileSync(`${folder}/${deal.unit}.wasm`));
  const core = cores[deal.unit];
  core.open(deal);
  if (play === undefined) {
    const started = performance.now();
    const found = core.solve(position, asked);
    console.log(JSON.stringify({ found, ms: performance.now() - started, legal: core.legal(position) }));
  } else {
    // The deal played out card by card: what the core makes of each position.
    const course = [];
    let at = position;
    for (const code of play) {
      const [seat, legal] = [core.seat(at), core.legal(at)];
      const { position: after, won } = core.play(at, code);
      course.push({ seat, legal, won, after });
      at = after;
    }
    console.log(JSON.stringify({ course, over: core.legal(at) }));
  }
}
