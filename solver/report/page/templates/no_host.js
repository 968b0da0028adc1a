"use strict";
// Says why nothing happens where the page is opened as a file: browsers load no modules from there.
if (location.protocol === "file:") {
  document.getElementById("no-host").hidden = false;
  document.getElementById("open").hidden = true;
  document.getElementById("board").classList.add("begun");
}
