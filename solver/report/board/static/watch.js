// Says so where a page cannot begin, as one of its modules has not come. It imports none of them, and runs before they do.

const place = document.getElementById("board");
const told = /** @type {HTMLTemplateElement} */ (document.getElementById("not-begun"));

/** @param {Event} event */
function tell({ target }) {
  // Without a board, what fails once the page is there may have any reason.
  if (!told.isConnected || (place ? place.classList.contains("begun") : !(target instanceof HTMLScriptElement))) return;
  // Nothing is waited for any more, and what is typed would go nowhere.
  place?.classList.add("begun");
  document.getElementById("open")?.remove();
  document.getElementById("incoming")?.addEventListener("submit", (event) => event.preventDefault());
  told.replaceWith(told.content);
  document.getElementById("again")?.addEventListener("click", () => location.reload());
}

// The event of an element is heard on its way down alone.
addEventListener("error", tell, true);
addEventListener("unhandledrejection", tell);
