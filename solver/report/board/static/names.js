// Names of players and of their sides.

/** @typedef {import("./words.js").Words} Words */

/**
 * The letters of a side, with the names of its players where all are known.
 * @param {Words} words
 * @param {string} side
 * @param {Object<string, string>} players names by seat
 * @returns {string}
 */
export function nameSide(words, side, players) {
  const names = [...side].map((seat) => players[seat]);
  if (!names.every(Boolean)) return words.side(side);
  return words.say("side_named", { side: words.side(side), players: names.join(", ") });
}

/** The name of a seat, with that of its player. @param {Words} words @param {string} seat @param {Object<string, string>} players */
export function nameSeat(words, seat, players) {
  return players[seat] ? `${words.seat(seat)} ${players[seat]}` : words.seat(seat);
}
