"""French typography: one no-break space before ``: ; ! ? %`` and inside quotation marks."""

import re

# Signs of mistakes, ? and ??, stand behind a card after a space; " : " stands between two sides' numbers.
WRONG = re.compile(
    r"[^\W_][;!»]|[^\W\d_]\?|[^\W_]:(?=\s|$)|[ \t][;!»](?=\s|$)|[^\W\d_A-Z] :|«[^\u00a0]|\d ?%|\u202f|\w'\w"
)


def wrong_in(text: str) -> list[str]:
    """Return each place of a text that is wrong, with what stands around it."""
    return [text[max(found.start() - 20, 0) : found.end() + 5] for found in WRONG.finditer(text)]
