"""Codes of faults, for programs: codes stay the same, while the sentences may improve."""

from enum import StrEnum


class Code(StrEnum):
    """The code of a fault; ``meaning`` says in English what each stands for."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> "Code":
        code = str.__new__(cls, value)
        code._value_ = value
        code.meaning = meaning
        return code

    # What is there cannot be read, or is not of the form it must have.
    bad_json = "bad_json", "The text is not JSON, or not JSON that is read here."
    bad_text = "bad_text", "A text of PBN, of LIN or of another form breaks off or says what cannot be read."
    wrong_type = "wrong_type", "A value is of another type than it must be: a number for a text, say."
    wrong_word = "wrong_word", "A word is none of those that are known in its place."
    out_of_range = "out_of_range", "A number is too small or too great."
    too_long = "too_long", "A text or a list is longer than is read."
    too_many = "too_many", "There is more of something than there can be."
    missing = "missing", "Something that must be there is not."
    unknown_field = "unknown_field", "There is no field of that name."
    unknown_variant = "unknown_variant", "No game has that name."
    not_a_card = "not_a_card", "A text names no card."
    not_a_rank = "not_a_rank", "A text names no rank, or none of the game."
    not_a_trump = "not_a_trump", "A text names no trump suit, nor the game without trumps or at all trumps."
    not_a_seat = "not_a_seat", "A text names no seat, or none of the game."
    not_a_hand = "not_a_hand", "A text is no hand."
    not_a_deal = "not_a_deal", "What stands for the deal is none."

    # What can be read, but cannot be.
    contradiction = "contradiction", "Two things that are said do not agree."
    not_in_game = "not_in_game", "The game does not know what is said: a player, a contract, a field."
    not_one_kind = "not_one_kind", "Things that must be alike are not: the deals of a match, say."
    duplicate_card = "duplicate_card", "A card is there twice."
    not_in_deck = "not_in_deck", "A card is not in the deck of the game."
    wrong_hand_size = "wrong_hand_size", "A hand has not as many cards as the game deals."
    wrong_stock_size = "wrong_stock_size", "The stock has not as many cards as the game leaves."
    missing_hand = "missing_hand", "A player has no hand."
    turned_up_elsewhere = "turned_up_elsewhere", "The card turned up is in a hand where it cannot be."
    revoke = "revoke", "A card does not follow suit though its player could."
    must_ruff = "must_ruff", "A card is discarded though its player must ruff."
    must_overruff = "must_overruff", "A card underruffs though its player must overruff or may not ruff."
    must_head = "must_head", "A trump does not head the trick though its player must."
    out_of_turn = "out_of_turn", "A card is held by another player than the one whose turn it is."
    played_before = "played_before", "A card was played to an earlier trick or to this one."
    in_stock = "in_stock", "A card is still in the stock."
    not_dealt = "not_dealt", "A card was dealt to nobody."
    not_held = "not_held", "A card is not in the hand that is to play; where it is cannot be known."
    deal_over = "deal_over", "All cards have been played, and there is one more."
    bad_call = "bad_call", "A call cannot be made there in the auction."
    no_contract = "no_contract", "There is nothing to play: no contract, or everybody passed."
    no_puzzle = "no_puzzle", "A position with a goal is no puzzle."
    impossible_rules = "impossible_rules", "Rules contradict themselves, or no game can have them."

    # Of the request itself.
    not_done_here = "not_done_here", "What is asked for is not done here, or not together with the rest."
    out_of_memory = "out_of_memory", "There is not enough memory for what is asked."
    more_faults = "more_faults", "Not a fault of its own: there are more faults than are listed."
