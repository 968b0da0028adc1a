// Answers made up for units: small deals of a game without duties, in which the higher spade wins a trick.

/**
 * The answers along a deal, each as POST /v1/solve tells it; the values are those of `worth`.
 * @param {Object<string, string[]>} hands the strongest card first
 * @param {string[]} plays
 * @param {Object<string, any>} [more] fields that every answer has
 * @param {(card: string, plays: string[]) => Object<string, any>} [worth] of a card that may be played
 */
export function answersOf(hands, plays, more = {}, worth = () => ({ swing: 0, loss: 0 })) {
  const seats = Object.keys(hands);
  const sides = seats.length === 4 ? ["NS", "EW"] : seats;
  const won = Object.fromEntries(sides.map((side) => [side, 0]));
  let left = hands;
  let turn = 0;
  let trick = [];
  const answers = [];
  for (let n = 0; n <= plays.length; n += 1) {
    const isOver = seats.every((seat) => !left[seat].length);
    const to_play = isOver ? null : seats[turn % seats.length];
    const cards = isOver
      ? []
      : left[to_play].map((card) => ({ card, equals: [], value: { ...won }, ...worth(card, plays.slice(0, n)) }));
    const line = cards.filter((one) => one.swing === 0).map(({ card }) => card);
    answers.push({ to_play, trick: [...trick], leader: "N", seats: [], hands: left, won: { ...won }, value: { ...won }, cards, line, ...more });
    if (n === plays.length) break;
    left = { ...left, [to_play]: left[to_play].filter((card) => card !== plays[n]) };
    trick = trick.length === seats.length - 1 ? [] : [...trick, plays[n]];
    turn += 1;
  }
  return answers;
}

/** Give each node of a tree its answer. */
export function tell(tree, hands, more, worth) {
  tree.game.forEach((node, n) => {
    node.answer = answersOf(hands, tree.game[tree.game.length - 1].plays, more, worth)[n];
  });
  return tree;
}
