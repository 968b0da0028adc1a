"""The sentences of the board, page by page and mode by mode, in English and to be translated."""
