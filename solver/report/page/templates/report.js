"use strict";
// Steps through each deal: shows what is in the hands and on the table after so many cards, and what the
// last card was worth. Without this script all of it can be read below each other.
(() => {
  const boards = [...document.querySelectorAll(".board")].filter((board) => Number(board.dataset.n) > 0);
  if (boards.length === 0) return;

  function begin(board) {
    const deal = board.closest(".deal");
    const last = Number(board.dataset.n);
    const spans = [...board.querySelectorAll("[data-first]")];
    const moves = [...board.querySelectorAll(".move")];
    const links = [...deal.querySelectorAll("[data-go]")];
    const mistakes = moves.filter((move) => "mistake" in move.dataset).map((move) => Number(move.dataset.step));
    const buttons = [...board.querySelectorAll("[data-to]")];
    const range = board.querySelector("input[type=range]");
    const cursor = deal.querySelector(".cursor");
    let step = 0;

    function nextMistake() {
      return mistakes.find((at) => at > step) ?? mistakes[0] ?? step;
    }

    function show(to) {
      step = Math.max(0, Math.min(last, to));
      for (const span of spans) {
        span.classList.toggle("gone", step < Number(span.dataset.first) || step > Number(span.dataset.last));
        if (span.classList.contains("on-table")) {
          span.classList.toggle("now", step === Number(span.dataset.first));
        }
      }
      for (const move of moves) move.classList.toggle("now", Number(move.dataset.step) === step);
      for (const link of links) {
        if (Number(link.dataset.go) === step) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      }
      for (const button of buttons) {
        const to = button.dataset.to;
        button.disabled = (step === 0 && (to === "first" || to === "previous")) ||
          (step === last && (to === "last" || to === "next"));
      }
      range.value = String(step);
      if (cursor) {
        const x = Number(cursor.dataset.left) + step * Number(cursor.dataset.step);
        cursor.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
      }
    }

    deal.classList.add("stepping");
    for (const part of deal.querySelectorAll(".controls, .keys")) part.hidden = false;
    range.addEventListener("input", () => show(Number(range.value)));
    for (const button of buttons) {
      const steps = { first: () => 0, previous: () => step - 1, next: () => step + 1, last: () => last, mistake: nextMistake };
      button.addEventListener("click", () => show(steps[button.dataset.to]()));
    }
    for (const link of links) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        show(Number(link.dataset.go));
        board.scrollIntoView({ block: "nearest" });
      });
    }
    show(0);
    const keys = {
      ArrowLeft: () => show(step - 1), ArrowRight: () => show(step + 1), Home: () => show(0), End: () => show(last),
    };
    return { deal, keys, show };
  }

  const all = boards.map(begin);

  function current() {
    const focused = all.find(({ deal }) => deal.contains(document.activeElement));
    if (focused || all.length === 1) return focused ?? all[0];
    return all.find(({ deal }) => deal.getBoundingClientRect().bottom > innerHeight / 3) ?? all[0];
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement) return;
    const act = current().keys[event.key];
    if (!act) return;
    if ((event.key === "Home" || event.key === "End") && event.target === document.body && all.length > 1) return;
    event.preventDefault();
    act();
  });

  const asked = /^#d(\d+)-(\d+)$/.exec(location.hash);
  if (asked && all[Number(asked[1]) - 1]) all[Number(asked[1]) - 1].show(Number(asked[2]));
})();
