"use strict";
// Starts the board of this file: gives each of its modules an address, after those that it imports, and shows the
// board in the place of the plain report. Where a browser cannot run it, the report stays.
(async () => {
  const find = (id) => document.getElementById(id);
  const read = (id) => JSON.parse(find(id).textContent);
  const address = (part, type) => URL.createObjectURL(new Blob([part], { type }));
  const showsBoard = (yes) => {
    find("board-style").media = yes ? "all" : "not all";
    find("report-style").media = yes ? "not all" : "all";
    find("program").hidden = !yes;
    find("report").hidden = yes;
    const button = find("other");
    button.textContent = yes ? button.dataset.report : button.dataset.board;
    button.onclick = () => showsBoard(!yes);
  };
  showsBoard(true);
  try {
    const { modules, core } = read("board-files");
    const addresses = {};
    for (const [name, text] of modules) {
      const whole = text.replace(/"\.\/(\w+\.js)"/g, (found, other) => (addresses[other] ? JSON.stringify(addresses[other]) : found));
      addresses[name] = address(whole, "text/javascript");
    }
    for (const [name, bytes] of Object.entries(core)) {
      addresses[name] = address(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)), "application/wasm");
    }
    const data = read("board-data");
    if (data.core) data.core = Object.fromEntries(Object.entries(data.core).map(([name, file]) => [name, addresses[file] ?? file]));
    find("board-data").textContent = JSON.stringify(data);
    await import(addresses["page.js"]);
    find("other").hidden = false;
  } catch (error) {
    console.error(error);
    showsBoard(false);
  }
})();
