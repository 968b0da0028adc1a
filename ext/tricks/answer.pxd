# The answer of the search for tricks.

from tricks.driver cimport (
    Root, class_of, go_back, has_open_total, likely_card, list_choice, maximises, prove_cards, prove_position, put_down,
    sure_total, test_card, tricks_left)
from tricks.order cimport Moves
from tricks.search cimport Search
from tricks.state cimport Trick

include "answer.pxi"
