// What is wrong with the card turned up, and with the jacks that were, as solver/game/turned_up.py finds it.

/**
 * @typedef {Object} Table
 * @property {Object<string, string[]>} hands
 * @property {string[]} stock
 * @property {import("./wrongs.js").Read["contract"]} contract
 * @property {import("./deal.js").Game} game
 * @property {import("./encode.js").Tables} tables
 * @property {import("./says.js").Says} says
 * @property {Object<string, string>} written each card as the request writes it
 * @property {(trump: string) => string} writeTrump
 */

const STOCK = "stock";
const SUITS = ["S", "H", "D", "C"];

/**
 * @param {Table} table
 * @returns {[string, string][]} the part of the contract, and what is wrong with it
 */
export function findTurnedFaults(table) {
  const { hands, stock, contract, game, tables, says, written, writeTrump } = table;
  const { turned_up: card, taker, trump } = contract;
  /** @type {[string, string][]} */
  const faults = [];
  if (card) {
    const holder = Object.keys(hands).find((seat) => hands[seat].includes(card)) ?? (stock.includes(card) ? STOCK : null);
    const told = { card: written[card] };
    if (game.contract.includes("taker")) {
      if (!taker) return [];
      const names = { ...told, taker: says.seat(taker) };
      const isWhole = tables.auction === "turned_up" && hands[taker]?.length === game.each;
      if (holder && holder !== taker) return [["turned_up", says.say("bad_taken", { ...names, holder_of: says.ofSeat(holder) })]];
      return !holder && isWhole ? [["turned_up", says.say("bad_untaken", names)]] : [];
    }
    if (card[0] !== trump) faults.push(["turned_up", says.say("bad_other_suit", { ...told, trump: writeTrump(trump) })]);
    // Trumps that were cut stay in the pack, and are dealt with it.
    if (!game.stock && holder) {
      const seat = holder === STOCK ? says.say("bad_of_stock") : says.seat(holder);
      faults.push(["turned_up", says.say("bad_dealt", { ...told, seat })]);
    }
  }
  if (!tables.honours) return faults;
  const n = contract.turned_jacks;
  if (card?.[1] === "J" && !n && !game.stock) faults.push(["turned_jacks", says.say("bad_one_jack", { card: written[card] })]);
  const why = whyNotSoMany(table);
  if (why) faults.push(["turned_jacks", says.count("bad_jacks", n, { why })]);
  return faults;
}

/** Why so many jacks cannot have been turned up; nothing if they can. @param {Table} table @returns {string} */
function whyNotSoMany({ hands, stock, contract, game, says, written }) {
  const { turned_jacks: n, turned_up: card, trump, refused } = contract;
  const jacks = [...game.suits].map((suit) => `${suit}J`);
  if (n && !game.ranks.includes("J")) return says.say("jacks_none");
  if (game.stock) return n > 1 ? says.say("jacks_cut") : "";
  if (n > (refused ? 1 : 2)) return says.say(refused ? "jacks_refused" : "jacks_two");
  const dealt = new Set([...Object.values(hands).flat(), ...stock]);
  const seen = card?.[1] === "J" ? [card] : [];
  // Fewer than were seen, and one of these in a hand, are faults of other kinds.
  if (n < seen.length || seen.some((one) => dealt.has(one))) return "";
  // On the way to trumps come the suit offered first, unless it stayed, and those that cannot be trumps.
  const never = [...game.suits].filter((suit) => !game.trumps.includes(suit));
  const others = refused ? [[]] : SUITS.filter((suit) => game.suits.includes(suit) && suit !== trump).map((suit) => [...new Set([...never, suit])]);
  const own = `${trump}J`;
  const last = !card || card === own ? [own] : [];
  const isOut = (/** @type {string} */ jack) => jacks.includes(jack) && !dealt.has(jack);
  const canBe = others.some((suits) => {
    const able = [...new Set([...suits.map((suit) => `${suit}J`), ...last])].filter(isOut);
    return able.length >= n && seen.every((one) => able.includes(one));
  });
  if (!n || canBe) return "";
  const name = card ? written[card] : "";
  if (card && card[1] !== "J" && n > Math.max(...others.map((suits) => suits.length))) return says.say("jacks_shown", { card: name });
  const out = jacks.filter(isOut);
  if (n > out.length) return says.say(out.length ? "jacks_one_out" : "jacks_held");
  if (card && out.every((jack) => jack === own)) return says.say("jacks_others", { card: name });
  if (out.includes(own) || others[0].length > 1) return says.say("jacks_suits");
  return says.say(refused ? "jacks_own" : "jacks_one_suit", { card: written[own] });
}
