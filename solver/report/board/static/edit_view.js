// The editor in the page: fields, hands and buttons. What they do is in edit.js.

import { renew } from "./controls.js";
import { PACK, STOCK, packOf, wantedIn, writeHand } from "./deal.js";
import { findByKey, h, keyOfFocus, live } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { rove, stopAt, stopsIn } from "./rove.js";
import { tell } from "./said.js";
import { cardText } from "./table.js";
import { capitalised } from "./words.js";

/** @typedef {import("./edit.js").Editor} Editor */
/** @typedef {[value: any, name: string, lang?: string][]} Choices undefined stands for nothing said; the language of a name, if it is another */

const KEYS_BACK = ["Delete", "Backspace"];
/** The cards of all places, which are one stop of the Tab key. */
const CARDS = "button.pick";

export class EditorView {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    const { words } = editor;
    this.how = h("p.quiet");
    this.form = h("div");
    this.hands = h("div.edit-hands");
    this.buttons = h("div.controls", { role: "group", "aria-labelledby": "edit-heading" });
    this.whole = h("p.wrong", { "data-fault": PACK });
    this.status = live("p.status");
    /** The fields of hands, which stay while they are typed in. @type {Map<string, HTMLInputElement | HTMLTextAreaElement>} */
    this.fields = new Map();
    /** The cards that are drawn at each place, with those of them that are chosen. @type {Map<string, string>} */
    this.held = new Map();
    this.drawn = "";
    this.formDrawn = "";
    this.panel = h(
      "section.panel.edit",
      { "aria-labelledby": "edit-heading" },
      h("h2", { id: "edit-heading", tabindex: -1, "data-key": "edit_heading" }, words.say("mode_edit")),
      this.how, this.form, this.whole, this.hands, this.buttons, this.status,
    );
    // The letter of a seat follows a click.
    rove(this.hands, { rows: ".edit-row", each: CARDS, staysAfterMouse: true });
    this.panel.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** A hand as an example, in the reader's letters. */
  exampleHand() {
    return writeHand(["SA", "ST", "H8", "H7", "DK", "CA", "CJ"], this.editor.letters.writeRank);
  }

  /** @param {string} text @param {boolean} isDue not if the service is still to tell what is wrong: it would be read out twice */
  say(text, isDue) {
    tell(this.status, text, { isDue });
  }

  draw() {
    const { editor } = this;
    const held = this.focusKey();
    const stops = stopsIn(this.hands, CARDS);
    const isMid = editor.plays.length > 0;
    const { words } = editor;
    const keys = editor.game.players.map((seat) => words.table.seats[seat].letter).join(" ");
    const byKeys = h("span.by-keys", {}, " ", words.say("edit_keys", { keys }));
    this.how.replaceChildren(...(isMid ? [words.say("edit_how_mid")] : [words.say("edit_how", { example: this.exampleHand() }), byKeys]));
    const shape = JSON.stringify([isMid, editor.state.variant]);
    if (shape !== this.drawn) {
      this.drawn = shape;
      this.fields.clear();
      this.held.clear();
      this.hands.replaceChildren(...this.places(isMid).map((place) => this.buildPlace(place, isMid)));
    }
    // What is the same stays: a list that is open would close under the reader's hand.
    const { contract, rest, rules } = editor.sketch;
    const looks = JSON.stringify([isMid, editor.state.variant, contract, rest, rules]);
    if (looks !== this.formDrawn) {
      this.formDrawn = looks;
      const wasOpen = Boolean(this.form.querySelector("details[open]"));
      this.form.replaceChildren(...(isMid ? [] : this.buildForm(wasOpen)));
    }
    for (const place of this.places(isMid)) this.drawPlace(place, isMid);
    stopAt(this.hands, stops, CARDS);
    renew(this.buttons, this.drawButtons(isMid));
    this.drawFaults();
    // What is of no use any more gives the focus on.
    if (document.activeElement?.matches(":disabled")) /** @type {HTMLElement} */ (document.activeElement).blur();
    this.restoreFocus(held);
  }

  /** The seats, the stock and what is not dealt. @param {boolean} isMid @returns {string[]} */
  places(isMid) {
    const { game, sketch } = this.editor;
    const hasPack = !isMid || packOf(game, sketch).length > 0;
    return [...game.players, ...(game.stock ? [STOCK] : []), ...(hasPack ? [PACK] : [])];
  }

  /** @param {string} place @param {boolean} isMid */
  buildPlace(place, isMid) {
    const { editor } = this;
    const name = editor.placeName(place);
    const head = isMid
      ? h("span", {}, name)
      : h("button.edit-seat", { type: "button", "data-key": `seat ${place}`, "aria-pressed": "false", onclick: () => editor.chooseSeat(place) }, name);
    const section = h(
      `section.edit-place.${{ [STOCK]: "edit-stock", [PACK]: "edit-pack" }[place] ?? place}`,
      { "data-place": place || "pack", "aria-labelledby": `place-${place || "pack"}` },
      h("h3", { id: `place-${place || "pack"}` }, head, " ", h("span.count")),
      h("div.edit-held"),
    );
    if (place !== PACK && !isMid) section.append(this.buildField(place));
    if (place !== PACK) section.append(h("p.wrong", { "data-fault": place, id: `fault-${place}` }));
    return section;
  }

  /** The field in which the cards of a hand, or of the stock, are typed. @param {string} place */
  buildField(place) {
    const { editor } = this;
    const act = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      if (place === STOCK) editor.typeStock(value);
      else editor.type(place, value);
    };
    const { words } = editor;
    const label = place === STOCK ? editor.placeName(place) : words.say("edit_hand", { seat_of: words.ofSeat(place) });
    const field = h(place === STOCK ? "textarea" : "input", {
      "aria-label": label, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "data-key": `type ${place}`,
      "aria-describedby": `fault-${place}`, oninput: act,
    });
    this.fields.set(place, /** @type {HTMLInputElement} */ (field));
    return field;
  }

  /** @param {string} place @returns {string[]} */
  cardsOf(place) {
    const { game, sketch, now } = this.editor;
    if (place === PACK) return packOf(game, sketch);
    const { hands, stock } = now ?? sketch;
    return place === STOCK ? stock : (hands[place] ?? []);
  }

  /** Who gets the next cards, and how many of theirs are there. @param {string} place @param {Editor["sketch"]} sketch @returns {string} */
  roomOf(place, sketch) {
    const { game, words } = this.editor;
    if (place === PACK) return this.editor.placeName(PACK);
    const label = words.say("edit_give", { seat: this.editor.placeName(place) });
    const of = wantedIn(game, sketch, place);
    const n = (place === STOCK ? sketch.stock : sketch.hands[place] ?? []).length;
    return of === null ? label : words.say("labelled", { label, said: words.say("edit_count", { n, of }) });
  }

  /** @param {string} place @param {boolean} isMid */
  drawPlace(place, isMid) {
    const { editor } = this;
    const section = /** @type {HTMLElement} */ (this.hands.querySelector(`[data-place="${place || "pack"}"]`));
    if (!section) return;
    const cards = this.cardsOf(place);
    const of = place === PACK || isMid ? null : wantedIn(editor.game, editor.sketch, place);
    const count = of === null ? String(cards.length) : editor.words.say("edit_count", { n: cards.length, of });
    // On a small screen the seat that is chosen may be out of sight.
    const next = place === PACK && !isMid && editor.getter ? ` · ${this.roomOf(editor.getter, editor.sketch)}` : "";
    /** @type {HTMLElement} */ (section.querySelector(".count")).textContent = count + next;
    section.querySelector("button.edit-seat")?.setAttribute("aria-pressed", String(editor.getter === place));
    this.drawHeld(/** @type {HTMLElement} */ (section.querySelector(".edit-held")), place, cards);
    const field = this.fields.get(place);
    if (!field || field === document.activeElement) return;
    const { writeRank, writeCard } = editor.letters;
    field.value = editor.sketch.typed[place] ?? (place === STOCK ? cards.map(writeCard).join(" ") : writeHand(cards, writeRank));
  }

  /**
   * Draw the cards of a place, if they are others than before: who is pressing one keeps it when an answer comes.
   * @param {HTMLElement} held @param {string} place @param {string[]} cards
   */
  drawHeld(held, place, cards) {
    const drawn = JSON.stringify([cards, cards.filter((card) => this.editor.chosen.has(card))]);
    if (this.held.get(place) === drawn) return;
    this.held.set(place, drawn);
    const rows = new Map();
    for (const card of cards) {
      const suit = place === STOCK ? "" : card[0];
      rows.set(suit, [...(rows.get(suit) ?? []), card]);
    }
    held.replaceChildren(...[...rows.values()].map((row) => h("div.edit-row", {}, ...row.map((/** @type {string} */ card) => this.drawCard(card)))));
  }

  /** @param {string} card */
  drawCard(card) {
    const { editor } = this;
    if (!editor.words.cards[card]) return h("span", {}, card);
    const button = h(
      "button.pick",
      {
        type: "button", "data-key": `pick ${card}`, "data-card": card, "aria-label": editor.words.card(card),
        "aria-pressed": String(editor.chosen.has(card)), onclick: () => editor.choose(card),
      },
      cardText(editor.words, card),
    );
    makeDraggable(button, (under) => {
      const find = (/** @type {string} */ name) => /** @type {?HTMLElement} */ (under.map((one) => one.closest(name)).find(Boolean) ?? null);
      const section = find(".edit-place");
      if (section) editor.lay(card, section.dataset.place === "pack" ? PACK : (section.dataset.place ?? ""), find(".pick")?.dataset.card);
    });
    return button;
  }

  /** @param {boolean} isMid */
  drawButtons(isMid) {
    const { editor } = this;
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, disabled = false) =>
      h("button", { type: "button", "data-key": name, disabled, onclick }, editor.words.say(name));
    const undo = button("edit_undo", () => editor.undo(), !editor.steps.length);
    if (isMid) return [button("edit_from_start", () => editor.restart()), undo];
    // On a small screen the seats may be out of sight.
    const gives = [...editor.game.players, ...(editor.game.stock ? [STOCK] : [])].map((place) => {
      const text = editor.words.say("edit_give", { seat: editor.placeName(place) });
      return h("button", { type: "button", "data-key": `give ${place}`, onclick: () => editor.chooseSeat(place) }, text);
    });
    return [
      ...(editor.chosen.size ? gives : []),
      button("edit_swap", () => editor.swapChosen(), !editor.canSwap),
      button("edit_fill", () => editor.fill()),
      button("edit_empty", () => editor.empty()),
      undo,
    ];
  }

  /** The fields of the game and its contract, and its options. @param {boolean} isOpen whether the options are open */
  buildForm(isOpen) {
    const { editor } = this;
    const { game, words, options } = editor;
    const { contract, rest, rules } = editor.sketch;
    const say = (/** @type {string} */ name) => words.say(name);
    const nothing = /** @type {[any, string]} */ ([undefined, say("edit_open")]);
    const seats = game.players.map((seat) => /** @type {[any, string]} */ ([seat, words.seat(seat)]));
    const games = Object.entries(editor.games).map(([name, { title }]) => /** @type {Choices[number]} */ ([name, title, words.game({ variant: name }).lang]));
    const own = typeof editor.state.variant === "string" ? [] : [/** @type {[any, string]} */ ([editor.state.variant, game.title])];
    const name = Object.keys(editor.games).find((one) => editor.games[one] === game) ?? editor.state.variant;
    const sayDouble = (/** @type {string} */ name) => words.sayDouble(name, { variant: editor.state.variant });
    const head = (/** @type {string} */ key) =>
      key === "multiplier" ? sayDouble("edit_multiplier") : say(`edit_${key === "bid" && game.vulnerable ? "level" : key}`);
    const part = (/** @type {string} */ key, /** @type {Choices} */ choices) =>
      this.select(key, head(key), choices, contract[key], (value) => editor.set("contract", key, value));
    const other = (/** @type {string} */ key, /** @type {Choices} */ choices) =>
      this.select(key, say(`edit_${key}`), choices, rest[key], (value) => editor.set("rest", key, value));
    /** @type {Object<string, Choices>} */
    const choices = {
      trump: [nothing, ...game.trumps.map((trump) => /** @type {[any, string]} */ ([trump, this.trumpName(trump)]))],
      taker: [nothing, ...seats],
      bid: [nothing, ...game.bids],
      multiplier: [[undefined, say("edit_no")], [2, sayDouble("doubled")], [4, sayDouble("redoubled")]],
      turned_jacks: [[undefined, "0"], [1, "1"], [2, "2"]],
      refused: [[undefined, say("edit_no")], [true, say("edit_yes")]],
      turned_up: [nothing, ...this.deckChoices()],
    };
    const vulnerable = /** @type {Choices} */ ([
      [undefined, say("edit_nobody")], ["NS", words.sideName("NS")], ["EW", words.sideName("EW")], ["both", say("edit_all")],
    ]);
    const rows = Object.entries(game.rules).filter(([rule]) => rule in options).map(([rule, value]) => this.buildOption(rule, rules[rule] ?? value));
    const offered = game.contract.filter((key) => key in choices);
    return [
      h(
        "div.edit-fields",
        {},
        this.select("variant", say("edit_game"), [...own, ...games], name, (value) => editor.changeGame(value)),
        ...offered.map((key) => part(key, choices[key])),
        ...(game.vulnerable ? [other("vulnerable", vulnerable)] : []),
        other("dealer", [nothing, ...seats]),
        other("leader", [[undefined, say("edit_by_rule")], ...seats]),
      ),
      ...(rows.length ? [h("details", { open: isOpen }, h("summary", { "data-key": "rules" }, say("edit_rules")), ...rows)] : []),
    ];
  }

  /** An option of the game: its question, and its answers as sentences, or a number. @param {string} rule @param {any} value */
  buildOption(rule, value) {
    const { editor } = this;
    const { asks, choices, low, high } = editor.options[rule];
    const act = (/** @type {any} */ chosen) => editor.set("rules", rule, chosen);
    if (choices) return this.select(`rules.${rule}`, asks, choices, value, act);
    const onchange = (/** @type {any} */ event) => act(Number(event.target.value));
    const input = h("input", { type: "number", min: low, max: high, value, onchange, ...this.named(`rules.${rule}`) });
    return this.labelled(`rules.${rule}`, asks, input);
  }

  /**
   * @param {string} key @param {string} label @param {Choices} choices @param {any} value
   * @param {(value: any) => void} act
   */
  select(key, label, choices, value, act) {
    const options = choices.map(([one, name, lang], n) => h("option", { value: n, selected: one === value, lang }, name));
    const onchange = (/** @type {any} */ event) => act(choices[Number(event.target.value)][0]);
    return this.labelled(key, label, h("select", { onchange, ...this.named(key) }, ...options));
  }

  /** @param {string} key */
  named(key) {
    return { id: `edit-${key}`, "data-key": `field ${key}`, "aria-describedby": `fault-${key}` };
  }

  /** @param {string} key @param {string} label @param {HTMLElement} field */
  labelled(key, label, field) {
    return h("div.edit-field", {}, h("label", { for: `edit-${key}` }, label), field, h("p.wrong", { "data-fault": key, id: `fault-${key}` }));
  }

  /** @param {string} trump */
  trumpName(trump) {
    const { suits, trumps } = this.editor.words.table;
    // A sign would be read out beside its name.
    return suits[trump]?.name ?? trumps.en[trump];
  }

  /** @returns {Choices} */
  deckChoices() {
    const { editor } = this;
    const cards = [...editor.game.suits].flatMap((suit) => [...editor.game.ranks].map((rank) => suit + rank));
    return cards.map((card) => [card, editor.words.card(card)]);
  }

  /** Say each fault beside the field it belongs to; what has no field stands above the hands. */
  drawFaults() {
    const left = new Map(this.editor.faults);
    for (const place of this.panel.querySelectorAll("[data-fault]")) {
      const key = place.getAttribute("data-fault") ?? "";
      if (key === PACK) continue;
      place.textContent = faultsText(left.get(key) ?? []);
      // A hand that is not full yet is no fault of the reader's.
      const isMissing = this.editor.missing.has(key);
      place.className = isMissing ? "quiet" : "wrong";
      const field = this.panel.querySelector(`[aria-describedby="${CSS.escape(`fault-${key}`)}"]`);
      if (field && left.has(key) && !isMissing) field.setAttribute("aria-invalid", "true");
      else field?.removeAttribute("aria-invalid");
      left.delete(key);
    }
    this.whole.textContent = faultsText([...left.values()].flat());
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    // The keys of the board are not for who types here.
    event.stopPropagation();
    const { editor } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    const card = target.dataset.card;
    const isMid = editor.plays.length > 0;
    if (event.ctrlKey || event.metaKey || event.altKey || !card) return;
    const key = event.key.toUpperCase();
    const seat = editor.game.players.find((one) => key === editor.words.table.seats[one].letter.toUpperCase());
    const cards = editor.chosen.size ? [...editor.chosen] : [card];
    let after = "";
    if (!isMid && (seat || KEYS_BACK.includes(event.key))) {
      after = this.cardAfter(target, cards);
      editor.giveTo(seat ?? PACK, cards);
    } else if (key === "X") editor.swapChosen();
    else return;
    event.preventDefault();
    if (after) this.find(after)?.focus();
  }

  /** The key of the card that has the focus when some have gone: the next one of the same place. @param {HTMLElement} from @param {string[]} gone */
  cardAfter(from, gone) {
    const all = /** @type {HTMLElement[]} */ ([...(from.closest(".edit-held")?.querySelectorAll(CARDS) ?? [])]);
    const at = all.indexOf(from);
    const left = [...all.slice(at), ...all.slice(0, at).reverse()].find((one) => !gone.includes(one.dataset.card ?? ""));
    return left?.dataset.key ?? "";
  }

  focusKey() {
    return keyOfFocus(this.panel);
  }

  /** @param {string} key */
  find(key) {
    return findByKey(this.panel, key);
  }

  /** @param {?string} key */
  restoreFocus(key) {
    if (key === null || this.focusKey() === key) return;
    (this.find(key) ?? this.find("edit_undo") ?? this.find("edit_from_start") ?? this.find("edit_heading"))?.focus({ preventScroll: true });
  }
}

/** Faults below each other, each as a sentence. @param {string[]} faults */
const faultsText = (faults) => faults.map(capitalised).join("\n");
