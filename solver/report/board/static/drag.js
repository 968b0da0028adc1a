// Cards that are drawn with a mouse or a finger: to the table, or from one hand to another.

/** From how many pixels on a press is no click but a drag. */
const DRAG = 8;

/**
 * Let a card be drawn to another place.
 * @param {HTMLElement} button
 * @param {(under: Element[]) => void} drop told what lies below the pointer at the end, the uppermost first
 */
export function makeDraggable(button, drop) {
  let isDrag = false;
  /** The pointer that has the card. @type {?number} */
  let holder = null;
  // The click that ends a drag is none.
  const swallow = (/** @type {Event} */ click) => isDrag && click.stopImmediatePropagation();
  button.addEventListener("click", swallow, { capture: true });
  button.addEventListener("pointerdown", (start) => {
    // A second finger on the card that the first one holds does not take it.
    if (start.button !== 0 || (holder !== null && holder !== start.pointerId)) return;
    holder = start.pointerId;
    const stop = new AbortController();
    const { signal } = stop;
    const lay = () => {
      stop.abort();
      holder = null;
      button.classList.remove("dragged");
      button.style.transform = "";
      setTimeout(() => (isDrag = false));
    };
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!isDrag && Math.hypot(x, y) < DRAG) return;
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
