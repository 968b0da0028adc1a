// Cards that are drawn with a mouse, a pen or a finger: to the table, or from one hand to another.

/** From how many pixels on a press is no click but a drag. */
const DRAG = 8;
/** How long a finger rests on a card to take it, in milliseconds: one that moves at once scrolls the page. */
const REST_MS = 250;

/**
 * Let a card be drawn to another place.
 * @param {HTMLElement} button
 * @param {(under: Element[]) => void} drop told what lies below the pointer at the end, the uppermost first
 */
export function makeDraggable(button, drop) {
  let isDrag = false;
  let isTaken = false;
  /** The pointer that has the card. @type {?number} */
  let holder = null;
  // The click that ends a drag is none.
  const swallow = (/** @type {Event} */ click) => isDrag && click.stopImmediatePropagation();
  button.addEventListener("click", swallow, { capture: true });
  // The page stays where it is under a card that is drawn. Some browsers ask no listener that is added after the touch.
  button.addEventListener("touchmove", (event) => isTaken && event.cancelable && event.preventDefault(), { passive: false });
  button.addEventListener("pointerdown", (start) => {
    // A second finger on the card that the first one holds does not take it.
    if (start.button !== 0 || (holder !== null && holder !== start.pointerId)) return;
    holder = start.pointerId;
    const stop = new AbortController();
    const { signal } = stop;
    const isFinger = start.pointerType === "touch";
    isTaken = !isFinger;
    const rest = setTimeout(() => {
      isTaken = true;
      if (isFinger) button.classList.add("dragged");
    }, REST_MS);
    // The menu of a long press would take the finger away.
    if (isFinger) button.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    const lay = () => {
      clearTimeout(rest);
      stop.abort();
      holder = null;
      isTaken = false;
      button.classList.remove("dragged");
      button.style.transform = "";
      setTimeout(() => (isDrag = false));
    };
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!isDrag && Math.hypot(x, y) < DRAG) return;
      if (!isTaken) return lay();
      isDrag = true;
      button.classList.add("dragged");
      button.style.transform = `translate(${x}px, ${y}px)`;
    };
    const end = (/** @type {PointerEvent} */ event) => {
      lay();
      if (isDrag) drop(document.elementsFromPoint(event.clientX, event.clientY));
    };
    // Another finger elsewhere has nothing to do with this card.
    const own = (/** @type {(event: PointerEvent) => void} */ act) =>
      (/** @type {PointerEvent} */ event) => event.pointerId === start.pointerId && act(event);
    document.addEventListener("pointermove", own(move), { signal });
    document.addEventListener("pointerup", own(end), { signal });
    document.addEventListener("pointercancel", own(lay), { signal });
  });
}
