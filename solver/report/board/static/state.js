// The state of the board, without a page: a deal, the tree of what was and could be played, the current node.
//
// It knows no rules. What lies on the table, who plays, which cards may be played and what they are worth is in
// the answer to each node's position, in the shape of the answer of POST /v1/solve.

/**
 * @typedef {Object} CardValue
 * @property {string} card
 * @property {Object<string, number>} [value] the final result of each side
 * @property {Object<string, number>} [score] the deal score of each side
 * @property {number} [swing] what the card gives away of own minus other; 0 for the best cards
 * @property {number} [loss] the drop of the own result
 * @property {string[]} equals
 */

/**
 * @typedef {Object} Answer
 * @property {?string} to_play the seat whose turn it is; null when the deal is over
 * @property {string[]} trick the cards on the table, as they were played
 * @property {string} leader
 * @property {string[]} seats the seats that `trick` was played from
 * @property {Object<string, string[]>} hands
 * @property {string[]} [stock]
 * @property {Object<string, number>} won
 * @property {string} [won_by] the seat that won the last finished trick
 * @property {string} [dummy] the seat whose cards the declarer plays
 * @property {string} [taking] the side of the taker
 * @property {number} [needs] the least result with which that side makes the contract
 * @property {Object<string, number>} [value]
 * @property {Object<string, number>} [score]
 * @property {CardValue[]} cards
 * @property {string[]} line
 */

/**
 * @typedef {Object} Remark what the analysis says of a card of the game
 * @property {string} sign
 * @property {string} grade
 * @property {string} says
 * @property {boolean} mistake
 * @property {string} [verdict] what it is called and cost, by what its player could know where that was judged
 * @property {string[]} [more] what it turned, and what was better by what its player could know
 * @property {string} [open] the verdict with open cards, and the results before and after
 */

/** A card that was or could be played, and what lies on the table after it. */
export class Node {
  /**
   * @param {?string} card null at the root
   * @param {?Node} parent
   * @param {boolean} inGame
   */
  constructor(card, parent, inGame) {
    this.card = card;
    this.parent = parent;
    this.inGame = inGame;
    /** @type {Node[]} the first is the line that is followed; the game's own card stands there */
    this.children = [];
    /** @type {?Answer} */
    this.known = null;
    /** The table and the cards that may be played, without values, where those take long. @type {?Answer} */
    this.laid = null;
    /** @type {?Remark} */
    this.remark = null;
    this.root = /** @type {Node} */ (parent ? parent.root : this);
    /** @type {?{size: number, first: number}} at the root: cards in a trick, and at which depth one begins */
    this.beat = null;
  }

  /** What lies on the table, and what it is worth; null until it is told. @returns {?Answer} */
  get answer() {
    return this.known;
  }

  /** What lies on the table, with its values or before them. @returns {?Answer} */
  get told() {
    return this.known ?? this.laid;
  }

  /** @param {?Answer} answer */
  set answer(answer) {
    this.known = answer;
    if (!answer?.hands) return;
    // One answer tells where each trick begins, so that cards can stand trick by trick before all are answered.
    const size = Object.keys(answer.hands).length;
    this.root.beat = { size, first: (this.depth - answer.trick.length + size) % size };
  }

  /** The cards from the root to here. @returns {string[]} */
  get plays() {
    return this.parent ? [...this.parent.plays, /** @type {string} */ (this.card)] : [];
  }

  /** The number of cards played. @returns {number} */
  get depth() {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  /** The seat that played the card. @returns {?string} */
  get seat() {
    return this.parent?.told?.to_play ?? null;
  }
}

/** The tree of a deal: the game, the reader's own lines, and where the reader is. */
export class Tree {
  /** @param {string[]} plays the cards of the game */
  constructor(plays = []) {
    this.root = new Node(null, null, true);
    let node = this.root;
    for (const card of plays) {
      const child = new Node(card, node, true);
      node.children.push(child);
      node = child;
    }
    this.current = this.root;
    /** Where the tree goes as soon as it is known what lies before. @type {?Node} */
    this.goal = null;
  }

  /** Where the reader is, or is about to be. @returns {Node} */
  get here() {
    return this.goal ?? this.current;
  }

  /** The nodes of the game, the root first. @returns {Node[]} */
  get game() {
    const found = [this.root];
    for (let node = gameChild(this.root); node; node = gameChild(node)) found.push(node);
    return found;
  }

  /** The nodes from the root through the current one to the end of its line. @returns {Node[]} */
  get line() {
    return lineThrough(this.current);
  }

  /** @param {Node} node */
  go(node) {
    this.current = node;
  }

  /**
   * Play a card: follow the line that has it, or begin one.
   * @param {string} card
   * @returns {boolean} false if the card may not be played, or nobody knows yet
   */
  play(card) {
    if (!this.current.told?.cards.some((one) => one.card === card)) return false;
    this.current = this.extend(this.current, card);
    return true;
  }

  /**
   * The node after a card, which becomes a line of one's own if there is none yet.
   * @param {Node} node
   * @param {string} card one that may be played
   * @returns {Node}
   */
  extend(node, card) {
    const found = node.children.find((one) => one.card === card);
    if (found) return found;
    const child = new Node(card, node, false);
    node.children.push(child);
    return child;
  }

  next() {
    this.current = this.current.children[0] ?? this.current;
  }

  previous() {
    this.current = this.current.parent ?? this.current;
  }

  first() {
    this.current = this.root;
  }

  last() {
    const line = this.line;
    this.current = line[line.length - 1];
  }

  /** Go on to the end of the trick under way, or of the next one. */
  nextTrick() {
    do this.next();
    while (this.current.children.length && !isBetweenTricks(this.current));
  }

  /** Go back to the beginning of the trick under way, or of the one before. */
  previousTrick() {
    do this.previous();
    while (this.current.parent && !isBetweenTricks(this.current));
  }

  /** Go to the next mistake of the line; stay if there is none. */
  nextMistake() {
    const { depth } = this.current;
    this.current = this.line.find((node) => node.depth > depth && isMistake(node)) ?? this.current;
  }

  previousMistake() {
    const { depth } = this.current;
    const before = this.line.filter((node) => node.depth < depth && isMistake(node));
    this.current = before[before.length - 1] ?? this.current;
  }

  /** True if the line has a mistake after, or before, the current card. @param {boolean} after */
  hasMistake(after) {
    const { depth } = this.current;
    return this.line.some((node) => (after ? node.depth > depth : node.depth < depth) && isMistake(node));
  }

  /** Go back to where the line of the current node left the game. */
  backToGame() {
    while (!this.current.inGame && this.current.parent) this.current = this.current.parent;
  }

  /**
   * Move a line of one's own before the others at its branch; before it only stands the game's card.
   * @param {Node} node any node of the line
   */
  promote(node) {
    const top = branchOf(node);
    if (!top.parent) return;
    const others = top.parent.children.filter((child) => child !== top);
    const game = others.filter((child) => child.inGame);
    top.parent.children = [...game, top, ...others.filter((child) => !child.inGame)];
  }

  /**
   * Delete a line of one's own, from its first card on; the game cannot be deleted.
   * @param {Node} node any node of the line
   */
  remove(node) {
    const top = branchOf(node);
    if (!top.parent || top.inGame) return;
    top.parent.children = top.parent.children.filter((child) => child !== top);
    for (let one = /** @type {?Node} */ (this.current); one; one = one.parent) {
      if (one === top) this.current = top.parent;
    }
  }
}

/** The tree of a game, with what the page tells of it. @param {import("./board.js").Shown} shown */
export function treeOf({ game, answers, remarks }) {
  const tree = new Tree(game);
  tree.game.forEach((node, n) => {
    node.answer = answers[n] ?? null;
    if (n) node.remark = remarks[n - 1] ?? null;
  });
  return tree;
}

/**
 * The first card of the line of one's own that a node belongs to: the last branch on the way to it.
 * @param {Node} node
 * @returns {Node}
 */
function branchOf(node) {
  let top = node;
  while (!top.inGame && top.parent && !top.parent.inGame && top.parent.children[0] === top) top = top.parent;
  return top;
}

/** The nodes from the root through one to the end of its line. @param {Node} via @returns {Node[]} */
export function lineThrough(via) {
  const found = [];
  for (let node = /** @type {?Node} */ (via); node; node = node.parent) found.unshift(node);
  for (let node = via.children[0]; node; node = node.children[0]) found.push(node);
  return found;
}

/** The cards of a line, its root left out. @param {Node[]} line @returns {string[]} */
export function cardsOf(line) {
  return line.slice(1).map(({ card }) => card ?? "");
}

/** The card of the game after a node. @param {Node} node @returns {Node | undefined} */
export function gameChild(node) {
  return node.children.find((child) => child.inGame);
}

/** True if no trick is under way. @param {Node} node */
export function isBetweenTricks(node) {
  if (node.told) return node.told.trick.length === 0;
  const { beat } = node.root;
  return beat !== null && (node.depth - beat.first) % beat.size === 0;
}

/**
 * The trick that has just ended at a node; null in the middle of one, and where not all of it is known.
 * @param {Node} node
 * @returns {?{cards: string[], seats: string[], winner: string}}
 */
export function trickEndedAt(node) {
  const winner = node.told?.won_by;
  if (!winner || !node.parent || !isBetweenTricks(node)) return null;
  const cards = [];
  const seats = [];
  for (/** @type {Node} */ let one = node; one.parent && (one === node || !isBetweenTricks(one)); one = one.parent) {
    if (!one.seat) return null;
    cards.unshift(/** @type {string} */ (one.card));
    seats.unshift(one.seat);
  }
  return { cards, seats, winner };
}

/** The value of the card that led to a node. @param {Node} node @returns {CardValue | undefined} */
export function valueOf(node) {
  return node.parent?.answer?.cards.find((one) => one.card === node.card);
}

/** True if the card gave something away, with all hands known. @param {Node} node */
function isCostly(node) {
  return (valueOf(node)?.swing ?? 0) > 0;
}

/** True if the card was a mistake: by what its player could know, where that was judged. @param {Node} node */
export function isMistake(node) {
  return node.remark ? node.remark.mistake : isCostly(node);
}

/** True if another card comes to something else, by either verdict. @param {Node} node */
export function isNoted(node) {
  return isMistake(node) || isCostly(node);
}

/** True if each point that one of these gives away is the other side's gain. @param {CardValue[]} cards */
export function isZeroSum(cards) {
  return cards.every(({ swing, loss }) => swing === undefined || swing === 2 * /** @type {number} */ (loss));
}

/**
 * What a card gives away, in one unit for all that are compared: its own side's loss where that says all.
 * @param {CardValue | undefined} value
 * @param {CardValue[]} cards all that are compared
 * @param {boolean} isDifference of a game of which only the difference is settled: what one side loses says nothing there
 * @returns {?number} null if it is not proved
 */
export function costOf(value, cards, isDifference) {
  return (!isDifference && isZeroSum(cards) ? value?.loss : value?.swing) ?? null;
}

/**
 * The result of the side that a deal is told for: the taker's, else the first.
 * @param {Answer} answer
 * @returns {string}
 */
export function sideToldOf(answer) {
  return answer.taking ?? Object.keys(answer.won)[0];
}

/**
 * Read a card as a person types it, or copies it from a page: suit and rank in either order, small or capital, or one of
 * them alone where only one card has it.
 * @param {string} text
 * @param {{card: string, suits: string[], ranks: string[]}[]} cards the cards that may be meant, with their letters and signs
 * @returns {?string}
 */
export function readCard(text, cards) {
  // After the sign of a suit some keyboards write a mark that makes a picture of it.
  const typed = text.replace(/[\s\uFE0E\uFE0F]/g, "").toUpperCase();
  const means = (/** @type {string} */ suit, /** @type {string} */ rank) => typed === suit + rank || typed === rank + suit;
  const whole = cards.filter(({ suits, ranks }) => suits.some((suit) => ranks.some((rank) => means(suit, rank))));
  const near = whole.length ? whole : cards.filter(({ suits, ranks }) => [...suits, ...ranks].includes(typed));
  return near.length === 1 ? near[0].card : null;
}

/**
 * The table at a node; until its answer is there, the one before with the card moved to the trick.
 * @param {Node} node
 * @returns {?Answer}
 */
export function tableAt(node) {
  const before = node.parent?.told;
  if (node.told || !before || before.to_play === null) return node.told;
  const card = /** @type {string} */ (node.card);
  const hands = { ...before.hands, [before.to_play]: before.hands[before.to_play].filter((one) => one !== card) };
  const value = valueOf(node)?.value;
  return {
    ...before,
    to_play: null,
    trick: [...before.trick, card],
    seats: [...before.seats, before.to_play],
    hands,
    value,
    cards: [],
    line: [],
  };
}
