"""The fields of requests that hold a position, a log or a deal, by the module that reads them."""

POSITION_KEYS = (
    "variant",
    "rules",
    "dealer",
    "deal",
    "stock",
    "contract",
    "vulnerable",
    "leader",
    "plays",
    "notation",
)
"""The fields of a request that state its position."""
BRIDGE_KEYS = ("auction", "board", "result", "comments", "tags", "tables")
"""The fields of a log of bridge; other games with an auction have ``auction`` too."""
ASIDE_KEYS = ("turned_up", "left_over")
"""The fields of a log about cards beside the deal."""
DEAL_KEYS = (
    *(key for key in POSITION_KEYS if key != "notation"),
    *ASIDE_KEYS,
    *("auction", "result", "board", "comments", "tags", "tables", "limit", "notation", "id", "players"),
)
"""The fields of a request with one deal, in the order in which the service describes them."""
REQUEST_KEYS = (
    *POSITION_KEYS,
    *("limit", "cards", "players", "id", "deals", "fair", "calls", "scoring", "partial"),
    *ASIDE_KEYS,
    "passed_out",
    *BRIDGE_KEYS,
)
"""All fields of requests with a position; its reader refuses any other, but leaves most to others."""
