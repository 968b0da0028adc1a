# The answer of the search for points.

from points.driver cimport (
    Root, class_of, go_back, has_open_total, likely_card, list_choice, maximises, prove_cards, prove_position, put_down,
    sure_total, test_card, tricks_left)
from game.position cimport Trick
from points.ordering cimport Moves
from points.search cimport Search

include "answer.pxi"
